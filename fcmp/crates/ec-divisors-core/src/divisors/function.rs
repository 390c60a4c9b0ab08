//! Functions A(x) + y·B(x) on a curve, by values of A and B.

use alloc::vec::Vec;
use core::iter::zip;

use ff::{Field, PrimeField};
use helioselene_slices::{invert_or_zero, mul_assign};
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, Zeroizing};

use super::line::{Affine, Line};
use super::wiped::with_capacity;

/// The x of the first value; the next ones are at `first_x` + 1, + 2, …
///
/// Not 0: at a point's own x, the values of a quotient are not quotients of values, and points of small x do get
/// chosen.
pub(crate) fn first_x<F: PrimeField>() -> F {
    F::from_u128(1 << 96)
}

/// How many values determine a function whose zeros are at most this many points and the negative of their sum: A's
/// degree is at most half the number of zeros, B's is less.
pub(crate) const fn values_for(points: usize) -> usize {
    points.div_ceil(2) + 1
}

/// x³ + ax + b at the first `count` places.
pub(crate) fn curve_values<F: PrimeField>(a: F, b: F, count: usize) -> Vec<F> {
    let mut x = first_x::<F>();
    let values = (0..count).map(|_| {
        let value = (x.square() + a) * x + b;
        x += F::ONE;
        value
    });
    values.collect()
}

/// Appends the values of two polynomials at `count` places. Both have equally many given values, more than their
/// degrees.
///
/// By differences: n given values take n²/2 subtractions, and each further one n − 1 additions. Each addition waits for
/// the one before, so the two polynomials are computed in turns.
fn extend<F: Field + Zeroize>(extended: [&mut Vec<F>; 2], values: [&[F]; 2], count: usize) {
    let n = values[0].len();
    let [first, second] = extended;
    first.extend_from_slice(&values[0][..n.min(count)]);
    second.extend_from_slice(&values[1][..n.min(count)]);
    // Place n − 1 − i becomes the backward difference of order i at the last value.
    let mut differences = with_capacity(n);
    differences.extend(zip(values[0], values[1]).map(|(a, b)| [*a, *b]));
    for order in 1..n {
        for i in 0..n - order {
            let [[a, b], [next_a, next_b]] = [differences[i], differences[i + 1]];
            differences[i] = [next_a - a, next_b - b];
        }
    }
    for _ in n..count {
        let [mut a, mut b] = differences[0];
        for difference in &mut differences[1..] {
            a += difference[0];
            b += difference[1];
            *difference = [a, b];
        }
        first.push(a);
        second.push(b);
    }
}

/// Functions A(x) + y·B(x), each by the values of A and B that determine it.
pub(crate) struct Functions<F: Field + Zeroize> {
    /// For each function, the number of points among its zeros.
    points: Vec<usize>,
    /// The values of A, one function after the other.
    pub a: Zeroizing<Vec<F>>,
    /// The values of B.
    pub b: Zeroizing<Vec<F>>,
}

impl<F: PrimeField + Zeroize + ConditionallySelectable> Functions<F> {
    /// Lines, each with the number of points it was put through.
    pub fn of_lines<'a>(lines: impl ExactSizeIterator<Item = (usize, &'a Line<F>)>) -> Self {
        let count = lines.len();
        let mut functions = Self {
            points: Vec::with_capacity(count),
            a: with_capacity(2 * count),
            b: with_capacity(2 * count),
        };
        for (points, line) in lines {
            let first = line.slope * first_x::<F>() + line.constant;
            let y = F::conditional_select(&F::ZERO, &F::ONE, line.has_y());
            functions.points.push(points);
            functions.a.extend([first, first + line.slope]);
            functions.b.extend([y; 2]);
        }
        functions
    }

    /// Merges neighbouring functions. The zeros of the result are the points of both and the negative of their sum: it
    /// is the product of both with a line, over (x − x_P)·(x − x_Q), where P and Q are the sums of the points of either
    /// and the line goes through them. The last of an odd number stays as it is. Also returns whether this fails,
    /// because a place is the x of some P or Q.
    ///
    /// One inversion serves all divisions. `curve` has the values of x³ + ax + b.
    pub fn merged<'a>(
        &self,
        sums: &[Affine<F>],
        lines: &mut impl Iterator<Item = &'a Line<F>>,
        curve: &[F],
    ) -> (Self, Choice) {
        let pairs = self.points.chunks(2);
        let points: Vec<usize> = pairs.map(|points| points.iter().sum()).collect();
        let places = points.iter().copied().map(values_for).sum();
        let [mut a, mut b, mut other_a, mut other_b] = [(); 4].map(|()| with_capacity(places));
        let mut y_squared = with_capacity(places);
        let mut factors = Factors::with_capacity(places);
        let mut start = 0;
        let mut next = |points: &usize| {
            let range = start..start + values_for(*points);
            start = range.end;
            [&self.a[range.clone()], &self.b[range]]
        };
        for (pair, sums) in zip(self.points.chunks_exact(2), sums.chunks_exact(2)) {
            let count = values_for(pair.iter().sum());
            extend([&mut a, &mut b], next(&pair[0]), count);
            extend([&mut other_a, &mut other_b], next(&pair[1]), count);
            y_squared.extend_from_slice(&curve[..count]);
            let line = lines.next().expect("a line for each pair");
            factors.push(line, [&sums[0], &sums[1]], count);
        }
        let fails = factors.invert();
        multiply([&mut a, &mut b], [&mut other_a, &mut other_b], &y_squared);
        factors.multiply([&mut a, &mut b], &y_squared);
        if self.points.len() % 2 == 1 {
            let [last_a, last_b] = next(&self.points[self.points.len() - 1]);
            a.extend_from_slice(last_a);
            b.extend_from_slice(last_b);
        }
        (Self { points, a, b }, fails)
    }
}

/// Replaces A + yB by (A + yB)·(A' + yB') = AA' + (x³ + ax + b)·BB' + y·(AB' + A'B), and overwrites A' and B'.
fn multiply<F: Field + Zeroize>([a, b]: [&mut [F]; 2], other: [&mut [F]; 2], y_squared: &[F]) {
    let [other_a, other_b] = other;
    let mut by_y = with_capacity(a.len());
    by_y.extend(zip(&*a, &*b).map(|(a, b)| *a + b));
    mul_assign(a, other_a);
    mul_assign(b, other_b);
    for (other_a, other_b) in zip(other_a.iter_mut(), &*other_b) {
        *other_a += other_b;
    }
    mul_assign(&mut by_y, other_a);
    for (by_y, (aa, bb)) in zip(by_y.iter_mut(), zip(&*a, &*b)) {
        *by_y -= *aa + bb;
    }
    mul_assign(b, y_squared);
    for (aa, bb) in zip(a.iter_mut(), &*b) {
        *aa += bb;
    }
    b.copy_from_slice(&by_y);
}

/// Lines L + m·y, where m is 0 or 1, over (x − x_P)·(x − x_Q), at each place.
struct Factors<F: Field + Zeroize> {
    on_line: Zeroizing<Vec<F>>,
    has_y: Zeroizing<Vec<u8>>,
    /// x − x_P, or 1 if P is the identity. After [`invert`](Self::invert), the inverses of the denominators.
    inverses: Zeroizing<Vec<F>>,
    /// x − x_Q, or 1 if Q is the identity.
    others: Zeroizing<Vec<F>>,
}

impl<F: PrimeField + Zeroize + ConditionallySelectable> Factors<F> {
    fn with_capacity(places: usize) -> Self {
        Self {
            on_line: with_capacity(places),
            has_y: with_capacity(places),
            inverses: with_capacity(places),
            others: with_capacity(places),
        }
    }

    /// Appends the line through P and Q at `count` places.
    fn push(&mut self, line: &Line<F>, sums: [&Affine<F>; 2], count: usize) {
        let mut value = line.slope * first_x::<F>() + line.constant;
        let [mut p, mut q] = sums.map(|sum| first_x::<F>() - sum.x);
        let [p_is_identity, q_is_identity] = sums.map(Affine::is_identity);
        for _ in 0..count {
            self.on_line.push(value);
            self.has_y.push(line.has_y().unwrap_u8());
            let inverse = F::conditional_select(&p, &F::ONE, p_is_identity);
            self.inverses.push(inverse);
            let other = F::conditional_select(&q, &F::ONE, q_is_identity);
            self.others.push(other);
            value += line.slope;
            p += F::ONE;
            q += F::ONE;
        }
    }

    /// Inverts all denominators. Returns whether one is zero.
    fn invert(&mut self) -> Choice {
        mul_assign(&mut self.inverses, &self.others);
        let zeros = self.inverses.iter().map(|x| x.is_zero().unwrap_u8());
        let any = Choice::from(zeros.fold(0, |any, zero| any | zero));
        invert_or_zero(&mut self.inverses);
        any
    }

    /// Multiplies A + yB by these lines: A·L + m·B·(x³ + ax + b) + y·(B·L + m·A), times the inverses.
    fn multiply(&self, [a, b]: [&mut [F]; 2], y_squared: &[F]) {
        let [mut old_a, mut old_b] = [(); 2].map(|()| with_capacity(a.len()));
        old_a.extend_from_slice(a);
        old_b.extend_from_slice(b);
        mul_assign(&mut old_b, y_squared);
        mul_assign(a, &self.on_line);
        mul_assign(b, &self.on_line);
        let crossed = zip(&*old_a, &*old_b).zip(&*self.has_y);
        for ((a, b), ((old_a, old_b), has_y)) in zip(a.iter_mut(), b.iter_mut()).zip(crossed) {
            let has_y = Choice::from(*has_y);
            *a += F::conditional_select(&F::ZERO, old_b, has_y);
            *b += F::conditional_select(&F::ZERO, old_a, has_y);
        }
        mul_assign(a, &self.inverses);
        mul_assign(b, &self.inverses);
    }
}
