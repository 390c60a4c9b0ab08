//! Straus' algorithm, for a few points: width-w NAF digits of all scalars, interleaved on one accumulator;
//! variable time.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::curve::{Curve, Point};
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps};
use crate::scalar_mul::{Magnitude, PLACES, Wnaf, odd_multiples};

/// Σ scalars[i]·points[i].
pub(crate) struct Straus<'a, C: Curve> {
    pub scalars: &'a [Magnitude],
    pub points: &'a [&'a Point<C>],
}

impl<C: Curve> Operation<C> for Straus<'_, C> {
    type Output = Point<C>;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let length = self.scalars.iter().map(Magnitude::bits).max().unwrap_or(0);
        let width = width(length);
        let multiples = 1 << (width - 2);
        let mut table = Vec::with_capacity(self.points.len() * multiples);
        let mut digits = Vec::with_capacity(self.points.len());
        for (scalar, point) in self.scalars.iter().zip(self.points) {
            let point = O::load(point);
            let first = table.len();
            table.resize(first + multiples, O::cache(point));
            odd_multiples::<C, O>(point, &mut table[first..]);
            digits.push(Wnaf::new(scalar, width));
        }

        let mut sum = None;
        // Doublings are collected, and done in one run before the next addition.
        let mut owed = 0;
        for place in (0..PLACES).rev() {
            owed += 1;
            for (naf, multiples) in digits.iter().zip(table.chunks_exact(multiples)) {
                let digit = naf.digit(place);
                if digit == 0 {
                    continue;
                }
                let entry = &multiples[usize::from(digit.unsigned_abs() / 2)];
                let negative = Mask::public(digit < 0);
                match &mut sum {
                    None => {
                        let mut first = O::uncache(entry);
                        O::conditional_negate(&mut first, negative);
                        sum = Some(first);
                    }
                    Some(sum) => {
                        if owed > 0 {
                            O::double_n(sum, owed);
                        }
                        O::add(sum, entry, negative);
                    }
                }
                owed = 0;
            }
        }
        digits.zeroize();
        let Some(mut sum) = sum else {
            return Point::IDENTITY;
        };
        if owed > 0 {
            O::double_n(&mut sum, owed);
        }
        O::store(sum)
    }
}

/// The NAF width: a table of 2^(w−2) multiples against an addition for every w + 1 bits.
pub(crate) fn width(bits: u32) -> u32 {
    (2..=5)
        .min_by_key(|width| (1 << (width - 2)) + bits / (width + 1))
        .unwrap_or(5)
}
