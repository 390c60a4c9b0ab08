//! Constant-time sums: one accumulator for each digit's place, all places at once.
//!
//! k·P is Σ 32^i·d_i·P over 51 places. Horner's rule for each point would take 250 doublings; here all points' terms
//! of place i are added to one accumulator A_i, and Horner's rule joins the 51 accumulators once, Σ 32^i·A_i. So a
//! point costs 51 additions and no doubling. These 51 do not depend on each other: they are a batch of affine
//! additions that shares an inversion, as large as need be.
//!
//! No digit is 0, so every point adds to every place, and the order of additions says nothing about scalars. A digit only
//! selects a multiple, by a look-up that reads all sixteen, and its sign.
//!
//! The lanes of a vector hold places of one point's digits, so that a vector looks up in one table. 51 places and an
//! unused lane fill 13 vectors of four lanes; the places of two points fill 13 vectors of eight. The points that fill
//! vectors form a *unit*. Additions are [`complete`](crate::msm::secret::complete), unless the caller says that the
//! points are independent.

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
    /// Arranges `places` places for each point in vectors of 1, 2, 4 or 8 lanes.
    fn new(places: usize, lanes: usize) -> Self {
        // A point begins at a multiple of four lanes, so that at most one vector of a unit has places of two points.
        let stride = places.next_multiple_of(lanes.min(4));
        // With eight lanes a stride that is an odd multiple of four needs a second point to fill the last vector.
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
/// A look-up reads all multiples of a point, so they are adjacent: at a distance they would compete for a few places of
/// the cache.
pub(crate) struct PointTables<V: BatchVector>(Wiped<[V; 2]>);

impl<V: BatchVector> PointTables<V> {
    /// The number of vectors that hold the sixteen multiples of a point.
    const VECTORS: usize = {
        assert!(ODD_MULTIPLES % V::LANES == 0, "1, 2, 4 or 8 lanes");
        ODD_MULTIPLES / V::LANES
    };

    /// Makes the tables of points. Unused lanes of the points' last vector get tables too, which nobody reads.
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
                // `LANES` multiples of `LANES` points are a square block. Its vectors have one multiple of each point
                // before the transposition, and `LANES` multiples of one point afterwards.
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
        // The points may be secret.
        rows.iter_mut().zeroize();
        Self(tables)
    }

    /// Returns the multiples of a point that the lanes' indices select, a byte each; reads all sixteen.
    #[inline(always)]
    pub(crate) fn look_up(&self, point: usize, indices: u64) -> [V; 2] {
        V::look_up(&self.0[point * Self::VECTORS..][..Self::VECTORS], indices)
    }
}

/// The accumulators: a point for each lane of a unit's vectors. There are several groups of these, each of which sums
/// some of the units, so that a batch has enough additions to share an inversion.
pub(crate) struct Places<V: BatchVector> {
    layout: Layout,
    /// Whether scalars k are short and recoded as 2k + 1.
    short: bool,
    /// The accumulators, group after group.
    sums: Wiped<Points<V>>,
    /// The number of vectors of `sums` that are in use.
    len: usize,
    /// The points to be added next.
    summands: Wiped<Points<V>>,
    batch: Batch<V>,
    /// Whether the caller says that the points are independent; then additions are not complete.
    independent: bool,
    /// The lanes in which equal or opposite points were added by incomplete additions, as bits.
    wrong: u32,
}

impl<V: BatchVector> Places<V> {
    /// Makes empty accumulators for a sum of `points` points. If these are said to be independent, [`Self::is_right`]
    /// tells afterwards whether the sum is right.
    pub(crate) fn new<C: Curve<Base = V::Prime>>(
        points: usize,
        short: bool,
        independent: bool,
    ) -> Self {
        let batch = batch(points, V::LANES);
        let mut layout = Layout::new(OddDigits::count::<C::Scalar>(), V::LANES);
        // `batch` counts additions of points, of which a unit has one for each place of each point.
        let mut groups = batch.div_ceil(layout.points * layout.places);
        if short {
            layout = Layout::new(SHORT_DIGITS, V::LANES);
            groups = batch / SHORT_DIGITS;
        }
        // No more groups than units.
        let most = groups.min(points.div_ceil(layout.points)) * layout.vectors;
        // Allocated once at its final size: memory with secrets never moves.
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

    /// Adds scalar·point for each term, given tables and the points' numbers in them. If the last unit lacks a point, it
    /// has its only one twice, the second time with the scalar 0.
    pub(crate) fn add<C: Curve<Base = V::Prime>>(
        &mut self,
        terms: &[(&FieldElement<C::Scalar>, &Point<C>)],
        tables: &PointTables<V>,
        numbers: &[usize],
    ) {
        let count = terms.len().next_multiple_of(self.layout.points);
        // That would not do for short scalars: the digits of 0 are those of 2·0 + 1, which adds the point.
        assert!(!self.short || count == terms.len(), "whole units");
        let digits_of = if self.short {
            OddDigits::short
        } else {
            OddDigits::new
        };
        let digits = recode::<C>(terms.iter().copied(), count, digits_of);
        // As many points as the units of all groups have.
        let at_once = self.sums.len() / self.layout.vectors * self.layout.points;
        for (digits, numbers) in digits.chunks(at_once).zip(numbers.chunks(at_once)) {
            self.add_points(digits, tables, numbers);
        }
    }

    /// Adds the multiples that digits select from the tables of the points with these numbers. There are at most as many
    /// units as groups.
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
            // The first multiples of a group become its accumulators; later ones are added to these.
            let added = self.len.min(selected);
            let (summands, firsts) = self.summands[..selected].split_at(added);
            let sums = &mut self.sums[..added];
            if self.independent {
                // No accumulator gets a point twice, so if it equals what is added, or its opposite, that is a relation
                // between the points: see `notes/trust.md`, Generators.
                self.wrong |= self.batch.add_distinct(sums, summands);
            } else {
                self.batch.add(sums, summands);
            }
            self.sums[added..selected].copy_from_slice(firsts);
            self.len = self.len.max(selected);
        });
    }

    /// Returns whether the sum is right: it is unless incomplete additions had equal or opposite points.
    pub(crate) fn is_right(&self) -> Mask {
        Mask::is_zero(self.wrong as Word)
    }

    /// Returns the sum of all products, of which there is at least one, by Horner's rule over the places: 250 doublings
    /// and 50 additions for 51 places.
    pub(crate) fn total<C: Curve<Base = V::Prime>>(mut self) -> Point<C> {
        let sums = self.join();
        let point = |sum: &_| Point::<C>::from(&AffinePoint::from_coordinates(*sum));
        let points: Wiped<_> = Zeroizing::new(sums.iter().map(point).collect());
        V::single(OnePoint(Stretches {
            sums: &points,
            doublings: WINDOW,
        }))
    }

    /// Returns x and y of the sum of each place, over all groups and both points of a unit; (0, 0) for the identity.
    #[inline(never)]
    fn join(&mut self) -> Wiped<[FieldElement<V::Prime>; 2]> {
        let layout = self.layout;
        always!(V::enter, {
            let mut left = self.len;
            while left > layout.vectors {
                // The second half of the groups is added to the first, until one is left: about log2 of their number
                // batches. These additions are complete, also for independent points.
                let kept = (left / layout.vectors).div_ceil(2) * layout.vectors;
                let (sums, summands) = self.sums[..left].split_at_mut(kept);
                self.batch.add(&mut sums[..summands.len()], summands);
                left = kept;
            }
            // The vectors with places of the first point.
            let vectors = layout.places.div_ceil(V::LANES);
            let (sums, summands) = (&mut self.sums[..left], &mut self.summands[..vectors]);
            if layout.points > 1 {
                // The accumulators of the second point's places are moved to the lanes of the first one's, through
                // memory, and added.
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

/// Looks up the multiples for vector `v` of a unit, negates those of negative digits, and writes them to `selected`.
#[inline(always)]
fn select<V: BatchVector>(
    layout: Layout,
    v: usize,
    digits: &[OddDigits],
    tables: &PointTables<V>,
    numbers: &[usize],
    selected: &mut Points<V>,
) {
    // The point and the place of the first lane. A unit has at most two points, so a comparison finds the point.
    let lane = v * V::LANES;
    let point = usize::from(lane >= layout.stride);
    let place = lane - point * layout.stride;
    let (indices, mut negative) = lane_digits::<V>(&digits[point], place);
    let last = numbers.len() - 1;
    let [mut x, mut y] = tables.look_up(numbers[point.min(last)], indices);
    let next = layout.stride - place;
    // The lanes from `next` on have places of the second point, from place 0 on. With at most four lanes, a vector has
    // places of one point only.
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
    // Unused lanes have arbitrary multiples, whose sums nobody reads. Tables have no identity.
    selected.identity = 0;
}

/// Returns the indices of digits from a place on, a byte for each lane, and as bits the lanes whose multiples are to be
/// negated.
#[inline(always)]
fn lane_digits<V: BatchVector>(digits: &OddDigits, place: usize) -> (u64, u32) {
    let (indices, negative) = if V::LANES == 1 {
        let digit = digits.digit(place);
        (u64::from(digit.index as u8), digit.negative.bits())
    } else {
        digits.eight(place)
    };
    // The digits of an even scalar k are those of −k: all signs change.
    (indices, negative ^ digits.was_even.bits())
}
