//! Affine odd multiples of many points, for the tables of one call. Constant time if the inversion is.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::inverses::RunningProduct;
use crate::backend::{BatchVector, Sum as _, always};
use crate::curve::Curve;
use crate::field::{FieldElement, Invert, Prime as _};

use crate::msm::points::empty::empty;
use crate::msm::points::operands::{minus_three, tangent, third_point};

/// Returns the table of [`Multiples::rows`] for points of Helios or Selene; constant time in the points.
pub(crate) fn odd_multiples<V: BatchVector>(points: &[[V; 2]], count: usize) -> Vec<[V; 2]> {
    let mut multiples = Multiples::default();
    multiples.rows(points, count, &minus_three(), V::Prime::invert);
    // 16 times the points for a table of sixteen, and the last round's denominators and slopes. The caller wipes the
    // table.
    multiples.power.zeroize();
    multiples.denominators.zeroize();
    multiples.numerators.zeroize();
    multiples.table
}

/// Odd multiples, and the memory to compute them.
pub(crate) struct Multiples<V> {
    table: Vec<[V; 2]>,
    /// 2^t times the points in round t.
    power: Vec<[V; 2]>,
    denominators: Vec<V>,
    /// What [`RunningProduct::push`] returned for each denominator, times the numerator.
    numerators: Vec<V>,
}

empty!(Multiples: table power denominators numerators);

impl<V: BatchVector> Multiples<V> {
    /// Returns the multiples 1, 3, … 2·`count` − 1 of points other than the identity: first all points, then 3
    /// times them, and so on. `count` is a power of two.
    ///
    /// Round by round from P: 2P; 3P and 4P; 5P, 7P and 8P. Each round adds 2^t·P to the odd multiples
    /// below 2^t and, unless it is the last, doubles it, with one inversion for all points. So sixteen multiples take
    /// five inversions, four doublings and fifteen additions. If the points have orders above 4·`count`, no two operands
    /// are equal or opposite: the multipliers are different, and their sum is less. The curve is y² = x³ + ax + b.
    pub(crate) fn rows(
        &mut self,
        points: &[[V; 2]],
        count: usize,
        a: &FieldElement<V::Prime>,
        invert: Invert<V::Prime>,
    ) -> &[[V; 2]] {
        let (n, len) = (points.len(), points.len() * count);
        let filler = always!(V::enter, V::one());
        // At full length at once, because a vector that grows leaves a copy behind.
        self.table.clear();
        self.table.resize(len, [filler; 2]);
        self.table[..n].copy_from_slice(points);
        self.power.clear();
        self.power.extend_from_slice(points);
        self.denominators.resize(len / 2 + n, filler);
        self.numerators.resize(len / 2 + n, filler);
        // The first round only doubles, the last one only adds. `odd` is the number of multiples so far, in vectors: 0
        // while the points have not been doubled, then n, 2n, 4n, …
        let mut odd = 0;
        while count > 1 && odd < len {
            let doubles = if 2 * odd == len { 0 } else { n };
            always!(V::enter, self.add_power(odd, doubles, V::splat(a), invert));
            odd = n.max(2 * odd);
        }
        &self.table
    }

    /// Adds `power` to each row of the table's first `odd` vectors, and writes the sums after these. Also doubles the
    /// first `doubles` vectors of `power`: all or none. A row is as long as `power`.
    #[inline(always)]
    fn add_power(&mut self, odd: usize, doubles: usize, a: V, invert: Invert<V::Prime>) {
        let Self { table, power, .. } = self;
        let n = power.len();
        let mut products = RunningProduct::pair();
        // Doubles are pushed first and so popped last, because they overwrite `power`, which the sums still read.
        for i in 0..doubles + odd {
            // Tangents and lines share the inversion: a double has the slope (3x² + a)/2y, a sum (y2 − y1)/(x2 − x1).
            let [numerator, denominator] = if i < doubles {
                let [x, y] = power[i];
                [tangent(x, a), y + y]
            } else {
                let ([x1, y1], [x2, y2]) = (table[i - doubles], power[(i - doubles) % n]);
                [y2 - y1, x2 - x1]
            };
            let denominator = denominator.carry();
            let prefix = products[i % 2].push(&denominator);
            self.denominators[i] = denominator;
            self.numerators[i] = prefix.mul_carried(&numerator.carry());
        }
        let (mut inverses, _) = RunningProduct::invert_pair(products, invert);
        for i in (0..doubles + odd).rev() {
            let slope = inverses[i % 2].pop(&self.denominators[i], &self.numerators[i]);
            let ([x1, y1], [x2, _], sum) = if i < doubles {
                (power[i], power[i], &mut power[i])
            } else {
                let i = i - doubles;
                (table[i], power[i % n], &mut table[odd + i])
            };
            *sum = third_point(x1, y1.into(), x1 + x2, &slope);
        }
    }
}

/// Replaces the identity, (0, 0), by the generator, as the identity has no odd multiples in affine coordinates. Constant
/// time in the points.
pub(crate) fn replace_identity<C: Curve, V: BatchVector<Prime = C::Base>>(points: &mut [[V; 2]]) {
    always!(V::enter, {
        let [x, y] = &C::GENERATOR;
        let generator = [V::splat(x), V::splat(y)];
        for point in points {
            // No other point has x = 0.
            let is_identity = point[0].zero_lanes();
            for (coordinate, generator) in point.iter_mut().zip(generator) {
                *coordinate = coordinate.select_lanes(generator, is_identity);
            }
        }
    });
}
