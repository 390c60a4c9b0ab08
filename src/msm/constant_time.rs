//! Constant-time multi-scalar multiplication and batches of scalar multiplications.
//!
//! Every lane has points of its own and their odd multiples, from which digits in ±{1, 3, … 31}
//! select by mask, and adds what they select to an accumulator of its own by the complete formula.
//! So nothing is exceptional: neither equal nor opposite points, nor the identity, which takes part
//! as the generator with the scalar 0.

use alloc::vec::Vec;

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::{BatchOperation, Singles};
use crate::backend::tuning::Work;
use crate::backend::tuning::sums::TABLES_AT_ONCE;
use crate::backend::{FieldVector, MAX_LANES};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps, Projective};
use crate::scalar_mul::{ODD_MULTIPLES, OddDigits, WINDOW};
use crate::word::Word;

use super::affine::normalize;
use super::horner::store;
use super::multiples::{odd_multiples, replace_identity};

/// The odd multiples 1, 3, … 31 of points: first those of all points, `LANES` in a vector, then 3
/// times them, and so on. The identity is replaced by the generator.
pub(crate) fn tables<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
) -> Vec<[V; 2]> {
    let mut normal = normalize::<C, V>(points);
    replace_identity::<C, V>(&mut normal);
    let tables = odd_multiples(&normal, ODD_MULTIPLES);
    normal.zeroize();
    tables
}

/// The digits of scalars, of 0 for points that are the identity and for the lanes past the last.
fn recode<C: Curve>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
    count: usize,
) -> Vec<OddDigits> {
    (0..count)
        .map(|i| {
            let mut scalar = match (scalars.get(i), points.get(i)) {
                (Some(scalar), Some(point)) => FieldElement::conditional_select(
                    scalar,
                    &FieldElement::ZERO,
                    point.coordinates()[2].is_zero(),
                ),
                _ => FieldElement::ZERO,
            };
            let digits = OddDigits::new(&scalar);
            scalar.zeroize();
            digits
        })
        .collect()
}

/// One digit for each lane, and what it selects.
#[inline(always)]
fn lookup<V: FieldVector>(
    tables: &[[V; 2]],
    vectors: usize,
    v: usize,
    digits: &[OddDigits],
    i: usize,
) -> [V; 2] {
    let (mut indices, mut negative) = ([0; MAX_LANES], 0);
    for (lane, digits) in digits.iter().enumerate() {
        let digit = digits.digit(i);
        indices[lane] = digit.index;
        // The digits may be those of −k.
        negative |= digit.negative.xor(digits.was_even()).bit() << lane;
    }
    let [mut x, mut y] = tables[v];
    for (index, row) in (0 as Word..).zip(tables.chunks_exact(vectors)).skip(1) {
        let mask = V::lanes_equal(&indices, index);
        x = x.select_lanes(row[v][0], mask);
        y = y.select_lanes(row[v][1], mask);
    }
    let y = y.negate_lanes(negative);
    indices.zeroize();
    [x, y]
}

/// How many points have their tables made at once.
pub(crate) fn points_at_once<V: FieldVector>() -> usize {
    let vectors = TABLES_AT_ONCE / (ODD_MULTIPLES * size_of::<[V; 2]>());
    vectors * V::LANES
}

fn references<C: Curve>(points: &[Point<C>]) -> Vec<&Point<C>> {
    points.iter().collect()
}

/// Σ scalars[i]·points[i], constant time; the slices have the same length.
pub(crate) struct ConstantTime<'a, C: Curve> {
    pub scalars: &'a [FieldElement<C::Scalar>],
    pub points: &'a [Point<C>],
}

impl<C: Curve> BatchOperation<C::Base> for ConstantTime<'_, C> {
    type Output = Point<C>;
    const WORK: Work = Work::Many;

    fn run<V: FieldVector<Prime = C::Base>, S: Singles<C::Base>>(self) -> Point<C> {
        let at_once = points_at_once::<V>();
        let mut lanes = Vec::with_capacity(self.points.len().div_ceil(at_once) * V::LANES);
        for (scalars, points) in self
            .scalars
            .chunks(at_once)
            .zip(self.points.chunks(at_once))
        {
            let mut tables = tables::<C, V>(&references(points));
            add_lanes(scalars, points, &tables, &mut lanes);
            tables.zeroize();
        }
        total::<C, S>(lanes)
    }
}

/// Appends the sums of lanes to `sums`: their total is Σ scalars[i]·points[i], where `tables` are
/// those of the points, of which there may be more.
pub(crate) fn add_lanes<C: Curve, V: FieldVector<Prime = C::Base>>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
    tables: &[[V; 2]],
    sums: &mut Vec<Point<C>>,
) {
    let vectors = tables.len() / ODD_MULTIPLES;
    let digits = recode::<C>(scalars, points, vectors * V::LANES);
    let mut lanes = V::enter(
        #[inline(always)]
        || sum_lanes::<C, V>(&digits, tables),
    );
    sums.extend_from_slice(&lanes[..V::LANES]);
    lanes.zeroize();
}

/// The sum of points, which are zeroised.
pub(crate) fn total<C: Curve, S: Singles<C::Base>>(mut points: Vec<Point<C>>) -> Point<C> {
    struct Total<'a, C: Curve>(&'a [Point<C>]);
    impl<C: Curve> Operation<C> for Total<'_, C> {
        type Output = Point<C>;
        const WORK: Work = Work::Product;
        #[inline(always)]
        fn run<O: PointOps<C>>(self) -> Point<C> {
            let mut sum = O::load(&Point::identity());
            for point in self.0 {
                O::add(&mut sum, &O::cache(O::load(point)), Mask::NO);
            }
            O::store(sum)
        }
    }
    let sum = S::run(Total(&points));
    points.zeroize();
    sum
}

/// The sums of what the lanes have.
#[inline(always)]
fn sum_lanes<C: Curve, V: FieldVector<Prime = C::Base>>(
    digits: &[OddDigits],
    tables: &[[V; 2]],
) -> [Point<C>; MAX_LANES] {
    let vectors = tables.len() / ODD_MULTIPLES;
    let three_b = V::splat(&C::THREE_B);
    let mut sum = Projective::<V>::identity();
    for i in (0..OddDigits::count::<C::Scalar>()).rev() {
        sum.double_n(WINDOW);
        for (v, digits) in digits.chunks_exact(V::LANES).enumerate() {
            let [x, y] = lookup(tables, vectors, v, digits, i);
            sum.add_affine(&x, &y, &three_b);
        }
    }
    let lanes = store(sum);
    sum.zeroize();
    lanes
}

/// scalars[i]·points[i] for each i, constant time; all slices have the same length.
pub(crate) struct Products<'a, C: Curve> {
    pub scalars: &'a [FieldElement<C::Scalar>],
    pub points: &'a [Point<C>],
    pub products: &'a mut [Point<C>],
}

impl<C: Curve> BatchOperation<C::Base> for Products<'_, C> {
    type Output = ();
    const WORK: Work = Work::Many;

    fn run<V: FieldVector<Prime = C::Base>, S: Singles<C::Base>>(self) {
        let at_once = points_at_once::<V>();
        for ((scalars, points), products) in self
            .scalars
            .chunks(at_once)
            .zip(self.points.chunks(at_once))
            .zip(self.products.chunks_mut(at_once))
        {
            let mut tables = tables::<C, V>(&references(points));
            let vectors = tables.len() / ODD_MULTIPLES;
            let digits = recode::<C>(scalars, points, vectors * V::LANES);
            let vectors = digits.chunks_exact(V::LANES);
            for (v, (digits, products)) in vectors.zip(products.chunks_mut(V::LANES)).enumerate() {
                let mut lanes = V::enter(
                    #[inline(always)]
                    || product_lanes::<C, V>(digits, &tables, v),
                );
                products.copy_from_slice(&lanes[..products.len()]);
                lanes.zeroize();
            }
            tables.zeroize();
        }
    }
}

#[inline(always)]
fn product_lanes<C: Curve, V: FieldVector<Prime = C::Base>>(
    digits: &[OddDigits],
    tables: &[[V; 2]],
    v: usize,
) -> [Point<C>; MAX_LANES] {
    let vectors = tables.len() / ODD_MULTIPLES;
    let three_b = V::splat(&C::THREE_B);
    let top = OddDigits::count::<C::Scalar>() - 1;
    let [x, y] = lookup(tables, vectors, v, digits, top);
    let mut product = Projective::new(x, y, V::splat(&FieldElement::from_small(1)));
    for i in (0..top).rev() {
        product.double_n(WINDOW);
        let [x, y] = lookup(tables, vectors, v, digits, i);
        product.add_affine(&x, &y, &three_b);
    }
    let lanes = store(product);
    product.zeroize();
    lanes
}
