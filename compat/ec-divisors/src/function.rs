//! Functions A(x) + y·B(x) on a curve, by the values of A and B.

use alloc::vec::Vec;
use core::iter::zip;

use ff::{Field, PrimeField};
use helioselene_slices::{invert_or_zero, mul_assign};
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, Zeroizing};

use crate::line::{Affine, Line};

/// The x of the first value; the next ones are at `first_x` + 1, + 2, …
///
/// Not 0, since where a point has that x the values of a quotient are not quotients of values: points of small x
/// are chosen now and then.
pub(crate) fn first_x<F: PrimeField>() -> F {
    F::from_u128(1 << 96)
}

/// How many values determine a function whose zeros are so many points and the negative of their sum, or fewer:
/// the degree of A is at most half the number of zeros, that of B is less.
pub(crate) const fn values_for(points: usize) -> usize {
    points.div_ceil(2) + 1
}

/// x³ + ax + b at so many places.
pub(crate) fn curve_values<F: PrimeField>(a: F, b: F, count: usize) -> Vec<F> {
    let mut x = first_x::<F>();
    let values = (0..count).map(|_| {
        let value = (x.square() + a) * x + b;
        x += F::ONE;
        value
    });
    values.collect()
}

/// A vector that does not grow: growing leaves secrets behind.
fn with_capacity<F: Zeroize>(capacity: usize) -> Zeroizing<Vec<F>> {
    Zeroizing::new(Vec::with_capacity(capacity))
}

/// Appends to two vectors the values at `count` places of two polynomials, whose degrees are less than the number of values that
/// are given, which is the same.
///
/// By differences: n given values take n²/2 subtractions, and each further one n − 1 additions. Each waits for the one before,
/// so both polynomials are computed in turns.
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

/// Functions A(x) + y·B(x), each by as many values of A and of B as determine it.
pub(crate) struct Functions<F: Field + Zeroize> {
    /// For each, how many points are among its zeros.
    points: Vec<usize>,
    /// The values of A of the first, of the second and so on.
    pub a: Zeroizing<Vec<F>>,
    /// Those of B.
    pub b: Zeroizing<Vec<F>>,
}

impl<F: PrimeField + Zeroize + ConditionallySelectable> Functions<F> {
    /// Lines, by how many points each was put through.
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

    /// The functions whose zeros are all points of two neighbours, and the negative of their sum: the product of these with a
    /// line, over (x − x_P)·(x − x_Q), where P and Q are the sums of the points of either, and the line goes through them. And
    /// whether that fails, as a place is the x of a P or Q. The last of an odd number stays as it is.
    ///
    /// All are divided by one inversion. `curve` has the values of x³ + ax + b.
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
        let [mut y_squared, mut on_line] = [(); 2].map(|()| with_capacity(places));
        let [mut inverses, mut scratch] = [(); 2].map(|()| with_capacity(places));
        let mut has_y = with_capacity(places);
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
            let mut value = line.slope * first_x::<F>() + line.constant;
            let [mut p, mut q] = [0, 1].map(|i| first_x::<F>() - sums[i].x);
            // The factor of the identity is 1.
            let [p_is_identity, q_is_identity] = [0, 1].map(|i| sums[i].is_identity());
            for _ in 0..count {
                on_line.push(value);
                has_y.push(line.has_y().unwrap_u8());
                inverses.push(F::conditional_select(&p, &F::ONE, p_is_identity));
                scratch.push(F::conditional_select(&q, &F::ONE, q_is_identity));
                value += line.slope;
                p += F::ONE;
                q += F::ONE;
            }
        }
        mul_assign(&mut inverses, &scratch);
        let zeros = inverses.iter().map(|x| x.is_zero().unwrap_u8());
        let fails = Choice::from(zeros.fold(0, |any, zero| any | zero));
        invert_or_zero(&mut inverses);

        // (A + yB)·(A' + yB') = AA' + (x³ + ax + b)·BB' + y·(AB' + A'B)
        let mut by_y = scratch;
        for (by_y, (a, b)) in zip(by_y.iter_mut(), zip(&*a, &*b)) {
            *by_y = *a + b;
        }
        mul_assign(&mut a, &other_a);
        mul_assign(&mut b, &other_b);
        for (other_a, other_b) in zip(other_a.iter_mut(), &*other_b) {
            *other_a += other_b;
        }
        mul_assign(&mut by_y, &other_a);
        for (by_y, (aa, bb)) in zip(by_y.iter_mut(), zip(&*a, &*b)) {
            *by_y -= *aa + bb;
        }
        mul_assign(&mut b, &y_squared);
        for (aa, bb) in zip(a.iter_mut(), &*b) {
            *aa += bb;
        }
        // Times the line L + m·y, where m is 0 or 1: by_1·L + m·by_y·(x³ + ax + b) + y·(by_y·L + m·by_1)
        let by_1 = &mut other_b;
        by_1.copy_from_slice(&a);
        b.copy_from_slice(&by_y);
        mul_assign(&mut a, &on_line);
        mul_assign(&mut b, &on_line);
        mul_assign(&mut by_y, &y_squared);
        let crossed = zip(&*by_y, &**by_1).zip(&*has_y);
        for ((a, b), ((by_y, by_1), has_y)) in zip(a.iter_mut(), b.iter_mut()).zip(crossed) {
            let has_y = Choice::from(*has_y);
            *a += F::conditional_select(&F::ZERO, by_y, has_y);
            *b += F::conditional_select(&F::ZERO, by_1, has_y);
        }
        mul_assign(&mut a, &inverses);
        mul_assign(&mut b, &inverses);
        if self.points.len() % 2 == 1 {
            let [last_a, last_b] = next(&self.points[self.points.len() - 1]);
            a.extend_from_slice(last_a);
            b.extend_from_slice(last_b);
        }
        (Self { points, a, b }, fails)
    }
}
