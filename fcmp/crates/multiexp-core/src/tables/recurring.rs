//! Tables of points that come again.
//!
//! FCMP++ passes the same generators for each node of its tree. Once sums over the same points have cost as much as
//! tables would, tables are made. They serve every sum over consecutive ones of these points in
//! the same order. Points are compared in full, coordinate by coordinate. Only sums in variable time come
//! here: their time depends on the points and the scalars in any case.
//!
//! An attacker who chooses the points of some sums must not slow down others. So points are counted by a keyed hash of all of
//! them; points that come often keep their count however many others come between; and tables are replaced only by those of
//! points that came more often recently.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};
use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::collections::HashMap;
use std::hash::RandomState;
use std::sync::{Mutex, MutexGuard, RwLock};

use ff::PrimeField;
use group::Group;
use helioselene_simd::{Curve, FieldElement, NodeUpdate, Point, VartimePrecomputation};
use zeroize::Zeroizing;

use super::kept::are_kept;
use super::locks::{free, soon};

/// How many points get tables. A part of a run with tables may have any length.
const POINTS: RangeInclusive<usize> = 8..=256;
/// Bytes of the tables of one run of points.
const TABLE_BYTES: usize = 1 << 19;
/// Runs of points of one curve that have tables at a time.
const RUNS: usize = 4;
/// Runs of points that are counted at a time.
const COUNTED: usize = 64;
/// The call with which points get tables, and the margin of calls by which they replace another run's. Making
/// tables takes as long as 5 to 15 sums save.
const CALLS: u32 = 16;
/// The number of calls after which all counts are halved.
const AGE: u32 = 1024;

/// Points in their order, with tables.
struct Run<C: Curve> {
    points: Vec<Point<C>>,
    /// The places of points.
    places: HashMap<Mark, usize>,
    tables: VartimePrecomputation<C>,
    /// The number of sums over these points, halved from time to time.
    calls: AtomicU32,
}

/// The hash of points that have no tables, and the number of sums over them.
struct Counted {
    hash: u64,
    calls: u32,
}

/// The counts of points without tables.
struct Counts {
    /// The key of the hash. Without it, points of equal hash can be had by chance only, and cost no more than
    /// useless tables.
    key: RandomState,
    all: Vec<Counted>,
}

/// What is remembered of the points of a curve.
pub(crate) struct Recurring<C: Curve> {
    runs: RwLock<Vec<Arc<Run<C>>>>,
    counts: Mutex<Option<Counts>>,
    /// The number of all calls.
    clock: AtomicU32,
}

/// 64 bits of each coordinate, by which points are found and counted. Different points may have the same mark.
type Mark = [u8; 24];

fn mark<C: Curve>(point: &Point<C>) -> Mark {
    let mut mark = [0; 24];
    let parts = mark.chunks_exact_mut(8);
    for (part, coordinate) in parts.zip(point.to_projective()) {
        part.copy_from_slice(&coordinate.to_repr()[..8]);
    }
    mark
}

/// Whether points are the same in all coordinates.
fn are_same<C: Curve>(points: &[Point<C>], others: &[&Point<C>]) -> bool {
    let pairs = points.iter().zip(others);
    points.len() == others.len()
        && pairs.fold(true, |same, (point, other)| {
            same & (point.to_projective() == other.to_projective())
        })
}

impl<C: Curve> Recurring<C> {
    pub(super) const fn new() -> Self {
        Self {
            runs: RwLock::new(Vec::new()),
            counts: Mutex::new(None),
            clock: AtomicU32::new(0),
        }
    }

    /// The runs as they are now; `None` while another thread changes them.
    fn runs(&self) -> Option<Vec<Arc<Run<C>>>> {
        free(self.runs.try_read()).map(|runs| runs.clone())
    }

    /// The counts; `None` while another thread has them.
    fn counts(&self) -> Option<MutexGuard<'_, Option<Counts>>> {
        free(self.counts.try_lock())
    }

    /// Gives the memory of all tables back.
    pub(super) fn clear(&self) {
        if let Some(mut runs) = soon(1000, || self.runs.try_write()) {
            *runs = Vec::new();
        }
        if let Some(mut counts) = soon(1000, || self.counts.try_lock()) {
            *counts = None;
        }
    }

    /// Counts a call.
    fn tick(&self) {
        if self.clock.fetch_add(1, Relaxed) % AGE == AGE - 1 {
            for run in self.runs().iter().flatten() {
                run.calls.store(run.calls.load(Relaxed) / 2, Relaxed);
            }
            if let Some(counts) = self.counts().as_deref_mut().and_then(Option::as_mut) {
                counts.all.retain_mut(|counted| {
                    counted.calls /= 2;
                    counted.calls > 0
                });
            }
        }
    }

    /// The shortest run that contains these points, and their place in it.
    fn find(&self, points: &[&Point<C>]) -> Option<(Arc<Run<C>>, usize)> {
        let runs = self.runs()?;
        let first = mark(points.first()?);
        let found = runs.into_iter().filter_map(|run| {
            let place = *run.places.get(&first)?;
            let same = are_same(run.points.get(place..place + points.len())?, points);
            same.then_some((run, place))
        });
        let (run, place) = found.min_by_key(|(run, _)| run.points.len())?;
        run.calls.fetch_add(1, Relaxed);
        Some((run, place))
    }

    /// The keyed hash of points.
    fn hash(&self, points: &[&Point<C>]) -> Option<u64> {
        let new = || Counts {
            key: RandomState::new(),
            all: Vec::new(),
        };
        let key = self.counts()?.get_or_insert_with(new).key.clone();
        let mut hasher = key.build_hasher();
        for point in points {
            hasher.write(&mark(point));
        }
        Some(hasher.finish())
    }

    /// Counts a call with these points; gives the count if it is enough for tables.
    ///
    /// This is Misra and Gries' algorithm (1982): if no place is left, points that are not counted lower each count by one. So
    /// whatever comes more often than once in `COUNTED` + 1 calls is counted.
    fn count(&self, points: &[&Point<C>]) -> Option<u32> {
        let hash = self.hash(points)?;
        let needed = calls_for_tables(&self.runs()?);
        let mut counts = self.counts()?;
        let all = &mut counts.as_mut()?.all;
        if let Some(place) = all.iter().position(|counted| counted.hash == hash) {
            all[place].calls += 1;
            return (all[place].calls >= needed).then(|| all.swap_remove(place).calls);
        }
        if all.len() < COUNTED {
            all.push(Counted { hash, calls: 1 });
        } else {
            all.retain_mut(|counted| {
                counted.calls -= 1;
                counted.calls > 0
            });
        }
        None
    }

    fn insert(&self, points: &[&Point<C>], calls: u32) -> Arc<Run<C>> {
        let points: Vec<Point<C>> = points.iter().copied().copied().collect();
        // Of a point that occurs twice, the first place is kept.
        let places = points.iter().enumerate().rev();
        let run = Arc::new(Run {
            places: places.map(|(place, point)| (mark(point), place)).collect(),
            tables: VartimePrecomputation::with_memory(&points, TABLE_BYTES),
            points,
            calls: AtomicU32::new(calls),
        });
        if let Some(mut runs) = soon(3, || self.runs.try_write()) {
            // Meanwhile others may have got the place, or tables may have been turned off.
            if calls >= calls_for_tables(&runs) && are_kept() {
                if runs.len() == RUNS {
                    let rarest = (0..RUNS).min_by_key(|&i| runs[i].calls.load(Relaxed));
                    rarest.map(|rarest| runs.swap_remove(rarest));
                }
                runs.push(run.clone());
            }
        }
        run
    }

    /// The sum of products, if the points have tables or get them with this call.
    pub(crate) fn sum(&self, terms: &[(&FieldElement<C::Scalar>, &Point<C>)]) -> Option<Point<C>> {
        if !are_kept() || terms.len() > *POINTS.end() {
            return None;
        }
        let points: Vec<&Point<C>> = terms.iter().map(|(_, point)| *point).collect();
        let found = self.find(&points);
        if found.is_none() && !POINTS.contains(&points.len()) {
            return None;
        }
        self.tick();
        let (run, offset) = match found {
            Some(found) => found,
            None => (self.insert(&points, self.count(&points)?), 0),
        };
        let mut all = Zeroizing::new(Vec::with_capacity(points.len()));
        all.extend(terms.iter().map(|(scalar, _)| *scalar));
        let node = NodeUpdate {
            hash: Point::identity(),
            offset,
            old: &[],
            new: &all,
        };
        Some(run.tables.vartime_batch_hash_nodes(&[node])[0])
    }
}

/// The number of calls with which points get tables beside these, or instead of the rarest.
fn calls_for_tables<C: Curve>(runs: &[Arc<Run<C>>]) -> u32 {
    let rarest = runs.iter().map(|run| run.calls.load(Relaxed)).min();
    CALLS + rarest.filter(|_| runs.len() == RUNS).unwrap_or(0)
}

#[cfg(test)]
pub(crate) mod tests;
