//! Straus' algorithm, for a few points: width-w NAF digits of all scalars, interleaved on one accumulator;
//! variable time.
//!
//! All products share the doublings. From the topmost place down, the accumulator is doubled, and for each scalar
//! with a nonzero digit d there, d·P is added from a table of odd multiples. A NAF of width w has odd digits below
//! 2^(w−1) in magnitude, of which at most one in w neighbouring places is not zero, and one in w + 1 on average.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::curve::{Curve, Point};
use crate::point_ops::{Operation, PointOps};
use crate::scalar_mul::{Magnitude, Wnaf, interleaved, odd_multiples};

/// The operation Σ scalars[i]·points[i]; variable time.
pub(crate) struct Straus<'a, C: Curve> {
    pub scalars: &'a [Magnitude],
    pub points: &'a [&'a Point<C>],
}

impl<C: Curve> Operation for Straus<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let length = self.scalars.iter().map(Magnitude::bits).max().unwrap_or(0);
        let width = width(length);
        let multiples = 1 << (width - 2);
        // The first `multiples` entries are the first point's, and so on. Digits are reserved at once: a vector that
        // grows leaves a copy behind.
        let mut table = Vec::with_capacity(self.points.len() * multiples);
        let mut digits = Vec::with_capacity(self.points.len());
        for (scalar, point) in self.scalars.iter().zip(self.points) {
            let point = O::load(point);
            // P, 3P, … (2^(w−1) − 1)·P.
            let first = table.len();
            table.resize(first + multiples, O::cache(point));
            odd_multiples::<C, O>(point, &mut table[first..]);
            digits.push(Wnaf::new(scalar, width));
        }

        let sum = interleaved::<C, O>(
            &digits,
            #[inline(always)]
            |sum, term, index, negate| O::add(sum, &table[term * multiples + index], negate),
        );
        digits.zeroize();
        O::store(sum)
    }
}

/// Returns the NAF width with the fewest additions for a scalar of `bits` bits: 2^(w−2) for the table of odd multiples,
/// and one for every w + 1 bits.
pub(crate) fn width(bits: u32) -> u32 {
    (2..=5)
        .min_by_key(|width| (1 << (width - 2)) + bits / (width + 1))
        .unwrap_or(5)
}
