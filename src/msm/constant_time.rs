//! Constant-time multi-scalar multiplication and batches of scalar multiplications.
//!
//! Every lane has points of its own and their odd multiples, from which digits in ±{1, 3, … 31}
//! select by mask. A sum adds up what is selected for each place of the digits, all places at once, by
//! [`complete`](super::complete) affine additions, to which nothing is exceptional: neither equal nor opposite points. A
//! product has one accumulator, in Jacobian coordinates, where none meet but in the last addition, which is complete. The
//! identity takes part as the generator with the scalar 0.

use alloc::vec::Vec;

use ff::Field;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

use super::{BatchOperation, Singles};
use crate::backend::tuning::Work;
use crate::backend::tuning::sums::{BATCH, TABLES_AT_ONCE, one_by_one};
use crate::backend::{FieldVector, MAX_LANES};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::{FieldElement, Prime as _};
use crate::mask::Mask;
use crate::point_ops::{Jacobian, Operation, PointOps};
use crate::scalar_mul::{ODD_MULTIPLES, OddDigits, VariableBase, WINDOW};
use crate::word::Word;

use super::affine::normalize;
use super::complete::{Batch, Points};
use super::horner::{Stretches, store};
use super::multiples::{odd_multiples, replace_identity};

/// The odd multiples 1, 3, … 31 of points: first those of all points, `LANES` in a vector, then 3
/// times them, and so on. The identity is replaced by the generator.
pub(crate) fn tables<C: Curve, V: FieldVector<Prime = C::Base>>(
    points: &[&Point<C>],
) -> Vec<[V; 2]> {
    let mut normal = normalize::<C, V>(points, C::Base::invert);
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
        if self.points.len() <= one_by_one(V::LANES) {
            let mut products = Vec::with_capacity(self.points.len());
            for (scalar, point) in self.scalars.iter().zip(self.points) {
                products.push(S::run(VariableBase { scalar, point }));
            }
            let sum = S::run(Total(&products));
            products.iter_mut().zeroize();
            return sum;
        }
        let at_once = points_at_once::<V>();
        let mut places = Places::new::<C>(self.points.len());
        for (scalars, points) in self
            .scalars
            .chunks(at_once)
            .zip(self.points.chunks(at_once))
        {
            let mut tables = tables::<C, V>(&references(points));
            places.add(scalars, points, &tables);
            tables.iter_mut().zeroize();
        }
        places.total::<C, S>()
    }
}

/// The sum of points.
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

/// What digits select, summed up: a point for each place of the digits and each lane, in several groups where that takes
/// a batch.
pub(crate) struct Places<V: FieldVector> {
    /// Places of a scalar's digits.
    count: usize,
    /// Of all places the first group's sums, then the next.
    sums: Vec<Points<V>>,
    /// How many of them there are so far.
    there: usize,
    /// What is added next.
    summands: Vec<Points<V>>,
    batch: Batch<V>,
}

impl<V: FieldVector> Places<V> {
    /// For sums of so many points.
    pub(crate) fn new<C: Curve<Base = V::Prime>>(points: usize) -> Self {
        let count = OddDigits::count::<C::Scalar>();
        let groups = BATCH.div_ceil(count * V::LANES);
        let most = groups.min(points.div_ceil(V::LANES)) * count;
        V::enter(
            #[inline(always)]
            || {
                let none = Points::identity();
                Self {
                    count,
                    sums: alloc::vec![none; most],
                    there: 0,
                    summands: alloc::vec![none; most],
                    batch: Batch::new(most, none.x),
                }
            },
        )
    }

    /// Adds scalars[i]·points[i], where `tables` are those of the points, of which there may be more.
    pub(crate) fn add<C: Curve<Base = V::Prime>>(
        &mut self,
        scalars: &[FieldElement<C::Scalar>],
        points: &[Point<C>],
        tables: &[[V; 2]],
    ) {
        let vectors = tables.len() / ODD_MULTIPLES;
        let digits = recode::<C>(scalars, points, vectors * V::LANES);
        let at_once = self.sums.len() / self.count;
        for (i, digits) in digits.chunks(at_once * V::LANES).enumerate() {
            self.add_vectors(digits, tables, i * at_once);
        }
    }

    /// Adds what the digits of some vectors of points select, from vector `first` of the tables on.
    #[inline(never)]
    fn add_vectors(&mut self, digits: &[OddDigits], tables: &[[V; 2]], first: usize) {
        V::enter(
            #[inline(always)]
            || {
                let vectors = tables.len() / ODD_MULTIPLES;
                let groups = self.summands.chunks_exact_mut(self.count);
                let mut selected = 0;
                for ((v, digits), group) in (first..).zip(digits.chunks_exact(V::LANES)).zip(groups)
                {
                    for (place, summand) in group.iter_mut().enumerate() {
                        let [x, y] = lookup(tables, vectors, v, digits, place);
                        summand.x = x;
                        summand.y = y;
                        summand.identity = 0;
                    }
                    selected += self.count;
                }
                // A group's first are its sums.
                let added = self.there.min(selected);
                let (summands, firsts) = self.summands[..selected].split_at(added);
                self.batch.add(&mut self.sums[..added], summands);
                self.sums[added..selected].copy_from_slice(firsts);
                self.there = self.there.max(selected);
            },
        );
    }

    /// The sum of all that was added.
    pub(crate) fn total<C: Curve<Base = V::Prime>, S: Singles<C::Base>>(mut self) -> Point<C> {
        if self.there == 0 {
            return Point::identity();
        }
        let mut sums = self.join();
        let mut points = Vec::with_capacity(sums.len());
        for sum in &sums {
            points.push(Point::<C>::from(&AffinePoint::from_coordinates(*sum)));
        }
        sums.iter_mut().zeroize();
        let total = S::run(Stretches {
            sums: &points,
            doublings: WINDOW,
        });
        points.iter_mut().zeroize();
        total
    }

    /// Adds up the groups and the lanes of each place, and gives x and y, (0, 0) of the identity.
    #[inline(never)]
    fn join(&mut self) -> Vec<[FieldElement<V::Prime>; 2]> {
        // First all places' first lanes, then the second.
        let mut rows = alloc::vec![[V::Lane::default(); 2]; self.count * V::LANES];
        let mut joined = Vec::with_capacity(self.count);
        V::enter(
            #[inline(always)]
            || {
                let mut left = self.there;
                while left > self.count {
                    let kept = (left / self.count).div_ceil(2) * self.count;
                    let (sums, summands) = self.sums[..left].split_at_mut(kept);
                    self.batch.add(&mut sums[..summands.len()], summands);
                    left = kept;
                }
                for (place, sum) in self.sums[..left].iter().enumerate() {
                    sum.scatter(
                        #[inline(always)]
                        |lane| lane * self.count + place,
                        &mut rows,
                    );
                }
                let mut left = rows.len();
                while left > self.count {
                    left /= 2;
                    let (first, second) = rows.split_at(left);
                    let vectors = left.div_ceil(V::LANES);
                    for v in 0..vectors {
                        self.sums[v].gather(first, v * V::LANES);
                        self.summands[v].gather(&second[..left], v * V::LANES);
                    }
                    let sums = &mut self.sums[..vectors];
                    self.batch.add(sums, &self.summands[..vectors]);
                    for (v, sum) in sums.iter().enumerate() {
                        // Rows past the last are not looked at any more.
                        sum.scatter(
                            #[inline(always)]
                            |lane| v * V::LANES + lane,
                            &mut rows,
                        );
                    }
                }
                let sum = &mut self.sums[0];
                for start in (0..left).step_by(V::LANES) {
                    sum.gather(&rows[..left], start);
                    let (x, y) = (sum.x.store_lanes(), sum.y.store_lanes());
                    for lane in 0..V::LANES.min(left - start) {
                        joined.push([x[lane], y[lane]]);
                    }
                }
            },
        );
        rows.iter_mut().zeroize();
        joined
    }
}

impl<V: FieldVector> Drop for Places<V> {
    fn drop(&mut self) {
        self.sums.iter_mut().zeroize();
        self.summands.iter_mut().zeroize();
    }
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
            tables.iter_mut().zeroize();
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
    let top = OddDigits::count::<C::Scalar>() - 1;
    let first = lookup(tables, vectors, v, digits, top);
    // All digits are odd, and the topmost is positive. So what has been added up is m times the point for an odd m > 0, and
    // from place 1 on m is below order/32 + 1: then 32m ± d is neither 0 nor the order, and no addition is
    // exceptional. The last one may be, for the scalars 0 and ±2 to ±62.
    let mut product = Jacobian::affine(first);
    for i in (1..top).rev() {
        product.double_n(WINDOW);
        let [x, y] = lookup(tables, vectors, v, digits, i);
        product.add_affine([&x, &y]);
    }
    product.double_n(WINDOW);
    let mut last = product.to_projective();
    let [x, y] = lookup(tables, vectors, v, digits, 0);
    last.add_affine(&x, &y, &V::splat(&C::THREE_B));
    let lanes = store(last);
    product.zeroize();
    last.zeroize();
    lanes
}
