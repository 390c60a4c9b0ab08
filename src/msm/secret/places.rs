//! Constant-time sums: one accumulator for each digit's place, all places at once.
//!
//! k·P is Σ 32^i·d_i·P over 51 places. Horner's rule for each point would take 250 doublings; here all points' terms
//! of place i are added to one accumulator A_i, and Horner's rule joins the 51 accumulators once, Σ 32^i·A_i. So a
//! point costs 51 additions and no doubling. These 51 do not depend on each other: they are a batch of affine
//! additions that shares an inversion, as large as need be.
//!
//! No digit is 0, so that every point adds to every place: which places, and in what order, says nothing about the
//! scalar. The digit only selects which multiple, by a look-up that reads all sixteen, and its sign.
//!
//! The lanes of a vector are the places of one point's digits, so that a vector looks up in one table. 51 places and an
//! unused lane fill 13 vectors of four lanes; the places of two points fill 13 vectors of eight. The points that fill
//! vectors form a *unit*. Additions are [`complete`](crate::msm::secret::complete).

use zeroize::{Zeroize, Zeroizing};

use crate::backend::tuning::sums::batch;
use crate::backend::{BatchVector, MAX_LANES, always};
use crate::curve::{AffinePoint, Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::msm::points::operands::zero_limbs;
use crate::msm::secret::complete::{Batch, Points, Wiped, affine, copies};
use crate::msm::secret::tables::{recode, tables};
use crate::msm::vartime::horner::Stretches;
use crate::point_ops::OnePoint;
use crate::scalar_mul::{ODD_MULTIPLES, OddDigits, SHORT_DIGITS, WINDOW};
use crate::word::Word;

/// How places are arranged in the lanes of a unit's vectors.
///
/// With four lanes a point's 51 places and an unused lane fill 13 vectors. With eight, two points do, 52 lanes each:
///
/// ```text
/// vector       0        1    …   5          6          7    …   12
/// point A    0 – 7   8 – 15   40 – 47   48 – 50, –
/// point B                               0 – 3        4 – 11    44 – 50, –
/// ```
#[derive(Clone, Copy)]
struct Layout {
    /// The number of digits of a scalar.
    places: usize,
    /// The number of lanes from one point to the next.
    stride: usize,
    /// The number of points of a unit.
    points: usize,
    /// The number of vectors of a unit.
    vectors: usize,
}

impl Layout {
    fn new(places: usize, lanes: usize) -> Self {
        let stride = places.next_multiple_of(lanes.min(4));
        // Eight lanes may hold places of two points, fewer lanes of one.
        let points = 1 + usize::from(stride % lanes != 0);
        Self {
            places,
            stride,
            points,
            vectors: points * stride / lanes,
        }
    }
}

/// The odd multiples 1, 3, … 31 of points: the first point's in the lanes of its vectors, then the next point's.
///
/// A look-up reads all of a point's. They are adjacent: apart they would compete for a few places of the cache.
pub(crate) struct PointTables<V: BatchVector>(Wiped<[V; 2]>);

impl<V: BatchVector> PointTables<V> {
    /// The vectors of a point.
    const VECTORS: usize = {
        assert!(ODD_MULTIPLES % V::LANES == 0, "1, 2, 4 or 8 lanes");
        ODD_MULTIPLES / V::LANES
    };

    /// Makes the tables of points, padded to fill lanes.
    #[inline(never)]
    pub(crate) fn new<C: Curve<Base = V::Prime>>(points: &[&Point<C>]) -> Self {
        // Row i holds the multiples by 2i + 1, of `LANES` points in each vector.
        let mut rows = tables::<C, V>(points);
        let vectors = rows.len() / ODD_MULTIPLES;
        let mut tables: Wiped<_> = Zeroizing::new(rows.as_slice().into());
        always!(V::enter, {
            let mut block: [V; MAX_LANES] = [zero_limbs(); MAX_LANES];
            let block = &mut block[..V::LANES];
            for v in 0..vectors {
                for (part, coordinate) in (0..Self::VECTORS).flat_map(|part| [(part, 0), (part, 1)])
                {
                    for (row, vector) in (part * V::LANES..).zip(&mut *block) {
                        *vector = rows[row * vectors + v][coordinate];
                    }
                    V::transpose(block);
                    for (point, vector) in (v * V::LANES..).zip(&*block) {
                        tables[point * Self::VECTORS + part][coordinate] = *vector;
                    }
                }
            }
            block.iter_mut().zeroize();
        });
        rows.iter_mut().zeroize();
        Self(tables)
    }

    /// The multiples of a point that the lanes' indices select.
    #[inline(always)]
    pub(crate) fn look_up(&self, point: usize, indices: u64) -> [V; 2] {
        V::look_up(&self.0[point * Self::VECTORS..][..Self::VECTORS], indices)
    }
}

/// The accumulators: a point for each lane of a unit's vectors, in several groups if a batch needs them.
pub(crate) struct Places<V: BatchVector> {
    layout: Layout,
    /// Whether scalars k are short, and have the digits of 2k + 1.
    short: bool,
    /// The sums, group after group.
    sums: Wiped<Points<V>>,
    /// The number of sums so far.
    len: usize,
    /// The points to be added next.
    summands: Wiped<Points<V>>,
    batch: Batch<V>,
    /// Whether the points are taken for independent.
    independent: bool,
    /// The lanes in which equal or opposite sums met, as bits.
    wrong: u32,
}

impl<V: BatchVector> Places<V> {
    /// Empty accumulators for a sum of `points` points. If these are taken for independent, it may be
    /// [wrong](Self::is_right).
    pub(crate) fn new<C: Curve<Base = V::Prime>>(
        points: usize,
        short: bool,
        independent: bool,
    ) -> Self {
        let batch = batch(points, V::LANES);
        let mut layout = Layout::new(OddDigits::count::<C::Scalar>(), V::LANES);
        // Divided by a constant.
        let mut groups = batch.div_ceil(layout.points * layout.places);
        if short {
            layout = Layout::new(SHORT_DIGITS, V::LANES);
            groups = batch / SHORT_DIGITS;
        }
        let most = groups.min(points.div_ceil(layout.points)) * layout.vectors;
        always!(V::enter, {
            let zero = zero_limbs();
            let none = Points::new(zero, zero, !0);
            Self {
                layout,
                short,
                sums: copies(none, most),
                len: 0,
                summands: copies(none, most),
                batch: Batch::new(most, zero),
                independent,
                wrong: 0,
            }
        })
    }

    /// Adds scalar·point for each term, given tables and the points' numbers in them. The last unit may have its
    /// point twice, the second time with the scalar 0.
    pub(crate) fn add<C: Curve<Base = V::Prime>>(
        &mut self,
        terms: &[(&FieldElement<C::Scalar>, &Point<C>)],
        tables: &PointTables<V>,
        numbers: &[usize],
    ) {
        let count = terms.len().next_multiple_of(self.layout.points);
        // The short digits of 0 are those of 1.
        assert!(!self.short || count == terms.len(), "whole units");
        let digits_of = if self.short {
            OddDigits::short
        } else {
            OddDigits::new
        };
        let digits = recode::<C>(terms.iter().copied(), count, digits_of);
        let at_once = self.sums.len() / self.layout.vectors * self.layout.points;
        for (digits, numbers) in digits.chunks(at_once).zip(numbers.chunks(at_once)) {
            self.add_points(digits, tables, numbers);
        }
    }

    /// Adds the multiples that digits select of points in tables.
    #[inline(never)]
    fn add_points(&mut self, digits: &[OddDigits], tables: &PointTables<V>, numbers: &[usize]) {
        always!(V::enter, {
            let layout = self.layout;
            // First all look-ups, then one batch of additions.
            let units = digits.chunks_exact(layout.points);
            let selected = units.len() * layout.vectors;
            let units = units.zip(numbers.chunks(layout.points));
            let summands = self.summands.chunks_exact_mut(layout.vectors);
            for ((digits, numbers), summands) in units.zip(summands) {
                for (v, summand) in summands.iter_mut().enumerate() {
                    select(layout, v, digits, tables, numbers, summand);
                }
            }
            // The first multiples of a group are its first sums.
            let added = self.len.min(selected);
            let (summands, firsts) = self.summands[..selected].split_at(added);
            let sums = &mut self.sums[..added];
            if self.independent {
                // No sum has a point twice, so equal or opposite ones are a relation between points, see `notes/trust.md`,
                // Generators.
                self.wrong |= self.batch.add_distinct(sums, summands);
            } else {
                self.batch.add(sums, summands);
            }
            self.sums[added..selected].copy_from_slice(firsts);
            self.len = self.len.max(selected);
        });
    }

    /// Whether the sum is right, if its points are taken for independent.
    pub(crate) fn is_right(&self) -> Mask {
        let lanes = self.wrong & (u32::MAX >> (u32::BITS - V::LANES as u32));
        Mask::is_zero(lanes as Word)
    }

    /// The sum of all products.
    pub(crate) fn total<C: Curve<Base = V::Prime>>(mut self) -> Point<C> {
        if self.len == 0 {
            return Point::IDENTITY;
        }
        let sums = self.join();
        let point = |sum: &_| Point::<C>::from(&AffinePoint::from_coordinates(*sum));
        let points: Wiped<_> = Zeroizing::new(sums.iter().map(point).collect());
        V::single(OnePoint(Stretches {
            sums: &points,
            doublings: WINDOW,
        }))
    }

    /// x and y of the sum of each place, over groups and points; (0, 0) for the identity.
    #[inline(never)]
    fn join(&mut self) -> Wiped<[FieldElement<V::Prime>; 2]> {
        let layout = self.layout;
        always!(V::enter, {
            let mut left = self.len;
            while left > layout.vectors {
                // Groups are added in halves: log2 of their number inversions.
                let kept = (left / layout.vectors).div_ceil(2) * layout.vectors;
                let (sums, summands) = self.sums[..left].split_at_mut(kept);
                self.batch.add(&mut sums[..summands.len()], summands);
                left = kept;
            }
            // The vectors with places of the first point.
            let vectors = layout.places.div_ceil(V::LANES);
            let (sums, summands) = (&mut self.sums[..left], &mut self.summands[..vectors]);
            if layout.points > 1 {
                // The second point's places move to the lanes of the first one's.
                let mut lanes = copies([V::Lane::default(); 2], left * V::LANES);
                for (sum, lanes) in sums.iter().zip(lanes.chunks_exact_mut(V::LANES)) {
                    sum.scatter(lanes);
                }
                for (v, summand) in summands.iter_mut().enumerate() {
                    summand.gather(&lanes, layout.stride + v * V::LANES);
                }
                self.batch.add(&mut sums[..vectors], summands);
            }
            affine(&sums[..vectors], layout.places)
        })
    }
}

/// Selects the multiples for vector `v` of a unit.
#[inline(always)]
fn select<V: BatchVector>(
    layout: Layout,
    v: usize,
    digits: &[OddDigits],
    tables: &PointTables<V>,
    numbers: &[usize],
    selected: &mut Points<V>,
) {
    // The point and the place of the first lane. No division: a unit has at most two points.
    let lane = v * V::LANES;
    let point = usize::from(lane >= layout.stride);
    let place = lane - point * layout.stride;
    let (indices, mut negative) = lane_digits::<V>(&digits[point], place);
    let last = numbers.len() - 1;
    let [mut x, mut y] = tables.look_up(numbers[point.min(last)], indices);
    let next = layout.stride - place;
    // With fewer lanes, a vector has places of one point only.
    if V::LANES > 4 && next < V::LANES {
        let lanes = !0 << next;
        let (indices, its_negative) = lane_digits::<V>(&digits[1], 0);
        let [its_x, its_y] = tables.look_up(numbers[last], indices << (8 * next));
        x = x.select_lanes(its_x, lanes);
        y = y.select_lanes(its_y, lanes);
        negative = negative & !lanes | its_negative << next;
    }
    selected.x = x;
    selected.y = y.negate_lanes(negative);
    // Unused lanes have arbitrary multiples, and are not read.
    selected.identity = 0;
}

/// The indices of digits from a place on, a byte for each lane, and the lanes with negative digits, as bits.
#[inline(always)]
fn lane_digits<V: BatchVector>(digits: &OddDigits, place: usize) -> (u64, u32) {
    let (indices, negative) = if V::LANES == 1 {
        let digit = digits.digit(place);
        (u64::from(digit.index as u8), digit.negative.bits())
    } else {
        digits.eight(place)
    };
    // The digits may be those of −k.
    (indices, negative ^ digits.was_even.bits())
}
