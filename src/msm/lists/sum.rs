//! Sums of many lists of affine points.
//!
//! A list refers to points of an array, with signs. Long lists are cut into segments. Each segment is summed in a lane of
//! a [`Tree`], whose affine additions share inversions. The sums of a list's segments are its list in the next pass.
//!
//! Why lists: an affine addition needs the inverse of x2 − x1, and Montgomery's trick inverts many elements at the
//! price of one inversion and three products each. So additions are cheap, 5M + 1S, if hundreds are ready at once.
//! The points of one list are too few: each level of its tree waits for the one below. But all lists of a sum, the
//! buckets of many windows, are independent, so that a level of all their trees is one batch.

use alloc::vec::Vec;

use crate::backend::tuning::sums::{LONGEST, POINTS_AT_ONCE, SEGMENTS};
use crate::backend::{BatchVector, Lane, MAX_LANES, Sum as _, always};
use crate::field::FieldElement;

use crate::msm::lists::batched::Segments;
use crate::msm::lists::references::Lists;
use crate::msm::lists::tree::Tree;
use crate::msm::points::empty::empty;
use crate::msm::points::operands::{Affine, identity_lanes, zero_limbs};
use crate::msm::points::wipe::wipe;

/// The bit of a target that marks it as a partial sum.
const PARTIAL: u32 = 1 << 31;

/// The reusable memory of [`Buffers::sum_lists`]: a tree's, 8 bytes a segment, and a point and 8 bytes a partial sum.
pub(crate) struct Buffers<V: BatchVector> {
    tree: Tree<V>,
    schedule: Schedule<V::Lane>,
    partial: Partial<V::Lane>,
}

/// The segments of a pass, and the lists of the next one.
#[derive(Default)]
struct Schedule<L: Lane> {
    /// The index of the first reference of each segment, in order of decreasing length; zeros pad the last vector.
    starts: Vec<u32>,
    /// The target of each segment's sum: the place of a list's sum, or of a partial sum if `PARTIAL` is set.
    places: Vec<u32>,
    next: Partial<L>,
}

/// The partial sums of lists that have more than one segment.
#[derive(Default)]
struct Partial<L: Lane> {
    points: Vec<Affine<L>>,
    /// The end of each list's partial sums in `points`, and the place of the list's sum.
    ends: Vec<(u32, u32)>,
    /// The lists of the partial sums that are not the identity.
    lists: Lists,
}

empty!(Buffers: tree schedule partial);

impl<V: BatchVector> Buffers<V> {
    /// Sets each of `sums` to the sum of a list's points, none of which may be the identity. The curve is
    /// y² = x³ + ax + b.
    pub(crate) fn sum_lists(
        &mut self,
        points: &[Affine<V::Lane>],
        lists: &Lists,
        a: &FieldElement<V::Prime>,
        sums: &mut [Affine<V::Lane>],
    ) {
        assert_eq!(lists.ends.len(), sums.len(), "a place for each sum");
        // All segments of a list but the last have two points or more, so few passes are needed.
        self.pass(points, lists, None, a, sums);
        while !self.schedule.next.ends.is_empty() {
            // `pass` reads these partial sums while it writes the next ones, in the other of two memories.
            let mut partial = core::mem::take(&mut self.partial);
            core::mem::swap(&mut partial, &mut self.schedule.next);
            partial.make_lists();
            self.pass(
                &partial.points,
                &partial.lists,
                Some(&partial.ends),
                a,
                sums,
            );
            self.partial = partial;
        }
    }

    /// Cuts lists into segments and sums these. `schedule.next` gets the lists of the next pass. `targets` has the places
    /// of the lists' sums, which without it are the lists' numbers. Not inlined, so that it is compiled once.
    #[inline(never)]
    fn pass(
        &mut self,
        points: &[Affine<V::Lane>],
        Lists { references, ends }: &Lists,
        targets: Option<&[(u32, u32)]>,
        a: &FieldElement<V::Prime>,
        sums: &mut [Affine<V::Lane>],
    ) {
        always!(V::enter, {
            // Segments are short enough to fill lanes, and long enough that most lists are one segment.
            let longest = references.len() / SEGMENTS;
            let longest = longest.next_power_of_two().clamp(2, LONGEST);
            let longer = self.schedule.cut(ends, longest, V::LANES, targets, sums);
            let segments = longer[0];
            // The lanes of a vector sum segments side by side, so these are ordered by length. Trees have about equally
            // many segments, and their points fit a cache.
            let trees = references.len().div_ceil(POINTS_AT_ONCE).max(1);
            let share = segments.div_ceil(trees).next_multiple_of(V::LANES);
            let mut first = 0;
            while first < segments {
                // The first segment of a tree is its longest.
                let length = longer.partition_point(|longer| *longer > first);
                // Fewer if some are much longer than others, to limit memory.
                let most = (2 * POINTS_AT_ONCE / length).next_multiple_of(V::LANES);
                let end = segments.min(first + share.min(most));
                // How many of this tree's segments are longer than 0, 1, 2, …
                let lengths = longer.map(|longer| longer.clamp(first, end) - first);
                let in_tree = Segments {
                    points,
                    references,
                    starts: &self.schedule.starts[first..],
                };
                let identities = self.tree.sum(&in_tree, &lengths[..length], a);
                hand_out(
                    &self.tree,
                    identities,
                    &self.schedule.places[first..end],
                    sums,
                    &mut self.schedule.next.points,
                );
                first = end;
            }
            // The starts of segments reveal how many scalars have which digit.
            wipe(&mut self.schedule.starts);
        });
    }
}

impl<L: Lane> Schedule<L> {
    /// Cuts lists into segments, longest first, and returns how many are longer than 0, 1, 2, … The segments are padded to
    /// a multiple of `lanes`. Sums of empty lists are set to the identity at once. Compiled once for each format of
    /// elements.
    #[inline(never)]
    fn cut(
        &mut self,
        ends: &[u32],
        longest: usize,
        lanes: usize,
        targets: Option<&[(u32, u32)]>,
        sums: &mut [Affine<L>],
    ) -> [usize; LONGEST + 1] {
        // The start and the length of each list: a list starts where the one before it ends.
        let lists = || {
            let starts = core::iter::once(0).chain(ends.iter().copied());
            starts.zip(ends).map(|(start, end)| (start, *end - start))
        };
        let target = |list: usize| targets.map_or(list as u32, |targets| targets[list].1);
        let step = longest as u32;
        // A counting sort by length: first count the segments of each length, then find where those of each length begin.
        // longer[l] is the number of segments longer than l, and so the place of the first segment of length l.
        let mut length_counts = [0usize; LONGEST + 1];
        for (_, len) in lists() {
            if len < step {
                length_counts[len as usize] += 1;
            } else {
                length_counts[longest] += (len / step) as usize;
                length_counts[(len % step) as usize] += 1;
            }
        }
        length_counts[0] = 0;
        let mut longer = [0; LONGEST + 1];
        for len in (0..longest).rev() {
            longer[len] = longer[len + 1] + length_counts[len + 1];
        }

        self.starts.clear();
        self.starts.resize(longer[0].next_multiple_of(lanes), 0);
        self.places.clear();
        self.places.resize(longer[0], 0);
        // The next free place for each length; its places begin after the longer segments.
        let mut next_places = longer;
        let mut put = |start: u32, len: u32, place: u32| {
            let segment = next_places[len as usize];
            self.starts[segment] = start;
            self.places[segment] = place;
            next_places[len as usize] += 1;
        };
        self.next.ends.clear();
        let mut partial = 0;
        for (list, (mut start, mut len)) in lists().enumerate() {
            if len <= step {
                if len == 0 {
                    sums[target(list) as usize] = Affine::default();
                } else {
                    put(start, len, target(list));
                }
                continue;
            }
            // A long list: whole segments, and what is left. Their sums are summed in the next pass.
            while len > 0 {
                let size = len.min(step);
                put(start, size, PARTIAL | partial);
                (start, len, partial) = (start + size, len - size, partial + 1);
            }
            self.next.ends.push((partial, target(list)));
        }
        self.next.points.clear();
        self.next.points.resize(partial as usize, Affine::default());
        longer
    }
}

impl<L: Lane> Partial<L> {
    /// Makes a list of each list's partial sums, without those that are the identity.
    fn make_lists(&mut self) {
        self.lists.clear();
        let mut start = 0;
        for (end, _) in &self.ends {
            self.lists.push(start..*end as usize, &self.points);
            start = *end as usize;
        }
    }
}

/// Stores the sums of segments at their targets. `identities` says whether one may be the identity.
#[inline(always)]
fn hand_out<V: BatchVector>(
    tree: &Tree<V>,
    identities: bool,
    places: &[u32],
    sums: &mut [Affine<V::Lane>],
    partial: &mut [Affine<V::Lane>],
) {
    const AT_ONCE: usize = 8;
    // Several vectors at a time: a copy's loads span several stores of a lane, and so wait until these have left the
    // store queue. With eight vectors the stores are older.
    let mut lanes = [[[V::Lane::default(); MAX_LANES]; 2]; AT_ONCE];
    let (x, y) = tree.sums();
    let vectors = x.chunks(AT_ONCE).zip(y.chunks(AT_ONCE));
    for (places, (xs, ys)) in places.chunks(AT_ONCE * V::LANES).zip(vectors) {
        let used = places.len().div_ceil(V::LANES);
        for ([x, y], (from_x, from_y)) in lanes[..used].iter_mut().zip(xs.iter().zip(ys)) {
            from_x.scatter(&mut x[..V::LANES]);
            // Later levels take y uncarried, as they only subtract it; memory holds tight limbs.
            let mut carried = from_y.carry();
            if identities {
                // A carry may turn zero limbs into the prime's.
                carried = carried.select_lanes(zero_limbs(), identity_lanes(*from_x, carried));
            }
            carried.scatter(&mut y[..V::LANES]);
        }
        for ([x, y], places) in lanes.iter().zip(places.chunks(V::LANES)) {
            for (place, (x, y)) in places.iter().zip(x.iter().zip(y)) {
                let sum = if place & PARTIAL == 0 {
                    &mut sums[*place as usize]
                } else {
                    &mut partial[(place ^ PARTIAL) as usize]
                };
                // One after the other: a point assembled on the stack first would be read from there too soon.
                sum.xy[0] = *x;
                sum.xy[1] = *y;
            }
        }
    }
}

#[cfg(test)]
mod tests;
