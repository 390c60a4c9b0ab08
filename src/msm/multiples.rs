//! Affine odd multiples of many points: the tables of one call. Constant time if the inversion is.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::inverses::RunningProduct;
use crate::backend::{FieldVector, Sum as _, always};
use crate::curve::Curve;
use crate::field::{Invert, Prime as _};

use super::operands::{tangent, third_point};

/// The table of [`Multiples::of`]; all else is wiped. Constant time in the points.
pub(crate) fn odd_multiples<V: FieldVector>(points: &[[V; 2]], count: usize) -> Vec<[V; 2]> {
    let mut multiples = Multiples::new();
    multiples.of(points, count, V::Prime::invert);
    let Multiples {
        table,
        mut power,
        mut scratch,
    } = multiples;
    power.zeroize();
    scratch.denominators.zeroize();
    scratch.numerators.zeroize();
    scratch.doubled.zeroize();
    table
}

/// Odd multiples, and the memory to compute them.
pub(crate) struct Multiples<V> {
    table: Vec<[V; 2]>,
    power: Vec<[V; 2]>,
    scratch: Scratch<V>,
}

impl<V: FieldVector> Multiples<V> {
    pub(crate) const fn new() -> Self {
        Self {
            table: Vec::new(),
            power: Vec::new(),
            scratch: Scratch {
                denominators: Vec::new(),
                numerators: Vec::new(),
                doubled: Vec::new(),
            },
        }
    }

    /// The multiples 1, 3, … 2·`count` − 1 of points other than the identity: first all points, then 3
    /// times them, and so on. `count` is a power of two.
    ///
    /// Round by round from P: 2P; 3P and 4P; 5P, 7P and 8P; each round adds 2^t·P to the odd multiples
    /// below 2^t and, unless it is the last, doubles it, with one inversion for all points. For points of a prime
    /// order above 4·`count` no two operands are equal or opposite.
    pub(crate) fn of(
        &mut self,
        points: &[[V; 2]],
        count: usize,
        invert: Invert<V::Prime>,
    ) -> &[[V; 2]] {
        let Self {
            table,
            power,
            scratch,
        } = self;
        // Reserved at once, as a vector that grows leaves a copy behind.
        table.clear();
        table.reserve(points.len() * count);
        table.extend_from_slice(points);
        power.clear();
        power.extend_from_slice(points);
        let largest_round = points.len() * (count / 2).max(1);
        scratch.denominators.clear();
        scratch.denominators.reserve(largest_round);
        scratch.numerators.clear();
        scratch.numerators.reserve(largest_round);
        scratch.doubled.clear();
        scratch.doubled.reserve(points.len());
        // The first round only doubles.
        let mut odd = 0;
        while count > 1 && table.len() < points.len() * count {
            let last = 2 * odd == points.len() * count;
            let doubles = if last { 0 } else { points.len() };
            always!(
                V::enter,
                scratch.add_power(table, odd, power, doubles, invert)
            );
            odd = table.len();
        }
        table
    }
}

/// Replaces the identity, (0, 0), by the generator. Constant time in the points.
pub(crate) fn replace_identity<C: Curve, V: FieldVector<Prime = C::Base>>(points: &mut [[V; 2]]) {
    always!(V::enter, {
        let [x, y] = &C::GENERATOR;
        let generator = [V::splat(x), V::splat(y)];
        for point in points {
            let is_identity = point[0].zero_lanes();
            for (coordinate, generator) in point.iter_mut().zip(generator) {
                *coordinate = coordinate.select_lanes(generator, is_identity);
            }
        }
    });
}

struct Scratch<V> {
    denominators: Vec<V>,
    /// What [`RunningProduct::push`] returned for each denominator, times the numerator.
    numerators: Vec<V>,
    /// The doubles of a round.
    doubled: Vec<[V; 2]>,
}

impl<V: FieldVector> Scratch<V> {
    /// Appends to a table its first `odd` vectors, rows as long as `power`, plus `power`, and doubles the first
    /// `doubles` of `power`, all or none.
    #[inline(always)]
    fn add_power(
        &mut self,
        table: &mut Vec<[V; 2]>,
        odd: usize,
        power: &mut [[V; 2]],
        doubles: usize,
        invert: Invert<V::Prime>,
    ) {
        let n = power.len();
        let mut products = RunningProduct::pair();
        self.denominators.clear();
        self.numerators.clear();
        let room = self.denominators.capacity().min(self.numerators.capacity());
        assert!(
            room >= odd + doubles && table.capacity() - table.len() >= odd,
            "no vector grows"
        );
        for i in 0..odd + doubles {
            let [numerator, denominator] = if i < odd {
                let ([x1, y1], [x2, y2]) = (table[i], power[i % n]);
                [y2 - y1, x2 - x1]
            } else {
                let [x, y] = power[i - odd];
                [tangent(x), y + y]
            };
            let denominator = denominator.carry();
            let before = products[i % 2].push(&denominator);
            self.denominators.push(denominator);
            self.numerators.push(before.mul_carried(&numerator.carry()));
        }
        let (mut inverses, _) = RunningProduct::invert_both(products, invert);
        table.resize(table.len() + odd, [V::one(); 2]);
        // Downwards: the doubles, pushed last and so popped first, must not overwrite the sums' operand before.
        self.doubled.clear();
        self.doubled.extend_from_slice(power);
        for i in (0..odd + doubles).rev() {
            let slope = inverses[i % 2].pop(&self.denominators[i], &self.numerators[i]);
            let ([x1, y1], [x2, _], sum) = if i < odd {
                (table[i], self.doubled[i % n], &mut table[odd + i])
            } else {
                let doubled = self.doubled[i - odd];
                (doubled, doubled, &mut power[i - odd])
            };
            *sum = third_point(x1, y1.into(), x1 + x2, &slope);
        }
    }
}
