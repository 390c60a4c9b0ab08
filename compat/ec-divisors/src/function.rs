//! Functions A(x) + y·B(x) on a curve, by the values of A and B.

use alloc::vec::Vec;

use ff::{BatchInverter, Field, PrimeField};
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

/// The inverses of elements; zero stays.
pub(crate) fn invert_all<F: Field + Zeroize>(elements: &mut [F]) {
    let mut scratch = Zeroizing::new(alloc::vec![F::ZERO; elements.len()]);
    BatchInverter::invert_with_external_scratch(elements, &mut scratch);
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

/// The values of a polynomial whose degree is less than the number of those that are given, at `count` places.
///
/// By differences: n given values take n²/2 subtractions, and each further one n − 1 additions.
fn extended<F: Field + Zeroize>(values: &[F], count: usize) -> Zeroizing<Vec<F>> {
    let n = values.len();
    let mut extended = Zeroizing::new(Vec::with_capacity(count));
    extended.extend_from_slice(&values[..n.min(count)]);
    // Place n − 1 − i becomes the backward difference of order i at the last value.
    let mut differences = Zeroizing::new(values.to_vec());
    for order in 1..n {
        for i in 0..n - order {
            differences[i] = differences[i + 1] - differences[i];
        }
    }
    while extended.len() < count {
        let mut sum = differences[0];
        for difference in &mut differences[1..] {
            sum += *difference;
            *difference = sum;
        }
        extended.push(sum);
    }
    extended
}

/// A(x) + y·B(x), by as many values of A and of B as determine it.
pub(crate) struct Function<F: Field + Zeroize> {
    pub a: Zeroizing<Vec<F>>,
    pub b: Zeroizing<Vec<F>>,
}

impl<F: PrimeField + Zeroize + ConditionallySelectable> Function<F> {
    /// The values of a line.
    pub fn of_line(line: &Line<F>) -> Self {
        let first = line.slope * first_x::<F>() + line.constant;
        let y = F::conditional_select(&F::ZERO, &F::ONE, line.has_y());
        Self {
            a: Zeroizing::new(alloc::vec![first, first + line.slope]),
            b: Zeroizing::new(alloc::vec![y; 2]),
        }
    }

    /// The product of two functions and a line.
    ///
    /// (A + yB)·(A' + yB') = AA' + (x³ + ax + b)·BB' + y·(AB' + A'B)
    fn product([f, g]: [&Self; 2], line: &Line<F>, curve: &[F]) -> Self {
        let count = curve.len();
        let [mut a, mut b] = [&f.a, &f.b].map(|values| extended(values, count));
        let [other_a, other_b] = [&g.a, &g.b].map(|values| extended(values, count));
        let mut on_line = line.slope * first_x::<F>() + line.constant;
        let places = a
            .iter_mut()
            .zip(b.iter_mut())
            .zip(other_a.iter().zip(&*other_b));
        for (((a, b), (other_a, other_b)), y_squared) in places.zip(curve) {
            let (aa, bb) = (*a * other_a, *b * other_b);
            let by_y = (*a + *b) * (*other_a + other_b) - aa - bb;
            let by_1 = aa + bb * y_squared;
            *a =
                by_1 * on_line + F::conditional_select(&F::ZERO, &(by_y * y_squared), line.has_y());
            *b = by_y * on_line + F::conditional_select(&F::ZERO, &by_1, line.has_y());
            on_line += line.slope;
        }
        Self { a, b }
    }
}

/// Two functions, whose zeros are points and the negatives of the sums P and Q of these; P and Q; the line through
/// them; and the values of x³ + ax + b at as many places as determine the result.
pub(crate) struct Merge<'a, F: Field + Zeroize> {
    pub functions: [&'a Function<F>; 2],
    pub sums: [&'a Affine<F>; 2],
    pub line: &'a Line<F>,
    pub curve: &'a [F],
}

/// The functions whose zeros are all points of two, and the negative of their sum: their product with the line,
/// over (x − x_P)·(x − x_Q). All share an inversion. And whether that fails, as a place is the x of a P or Q.
pub(crate) fn merge_all<F: PrimeField + Zeroize + ConditionallySelectable>(
    merges: &[Merge<'_, F>],
) -> (Vec<Function<F>>, Choice) {
    let places = merges.iter().map(|merge| merge.curve.len()).sum();
    let mut denominators = Zeroizing::new(Vec::with_capacity(places));
    let mut zeros = 0;
    for merge in merges {
        // The factor of the identity is 1.
        let [p_is_identity, q_is_identity] = merge.sums.map(Affine::is_identity);
        let [mut p, mut q] = merge.sums.map(|sum| first_x::<F>() - sum.x);
        for _ in merge.curve {
            let denominator = F::conditional_select(&p, &F::ONE, p_is_identity)
                * F::conditional_select(&q, &F::ONE, q_is_identity);
            zeros |= denominator.is_zero().unwrap_u8();
            denominators.push(denominator);
            p += F::ONE;
            q += F::ONE;
        }
    }
    invert_all(&mut denominators);
    let mut inverses = denominators.iter();
    let merged = merges.iter().map(|merge| {
        let mut product = Function::product(merge.functions, merge.line, merge.curve);
        for ((a, b), inverse) in product
            .a
            .iter_mut()
            .zip(product.b.iter_mut())
            .zip(&mut inverses)
        {
            *a *= inverse;
            *b *= inverse;
        }
        product
    });
    (merged.collect(), Choice::from(zeros))
}
