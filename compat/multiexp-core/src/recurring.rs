//! Tables of points that come again.
//!
//! FCMP++ hands over the same generators for each node of its tree. Once the same points have come as often as
//! it takes to make tables of them, tables are made, and serve all sums over points that follow each other in
//! the same order. Points are compared in full, coordinate by coordinate. Only sums in variable time come
//! here: their time tells the points and the scalars in any case.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock};

use ff::PrimeField;
use group::Group;
use helioselene_simd::{Curve, FieldElement, NodeUpdate, Point, VartimePrecomputation};

/// How many points get tables. A part of them has any length.
const POINTS: RangeInclusive<usize> = 8..=256;
/// Bytes of the tables of one run of points.
const TABLE_BYTES: usize = 1 << 19;
/// Runs of points of one curve that have tables at a time; the one that was not used for longest makes room.
const RUNS: usize = 4;
/// Runs of points that are counted at a time; as with tables.
const COUNTED: usize = 16;
/// The call with which points get tables. To make them takes what 5 to 15 sums save.
const CALLS: u32 = 16;

/// Whether tables are kept of points that come again in [`multiexp_vartime`](crate::multiexp_vartime), as they are
/// unless this is called with `false`: for each curve up to four tables of half a megabyte, made when the same 8 to
/// 256 points come for the 16th time in the same order. With `false` their memory is given back.
pub fn keep_tables(keep: bool) {
    helioselene_simd::Helios::recurring().keep(keep);
    helioselene_simd::Selene::recurring().keep(keep);
}

/// Points in their order, and their tables.
struct Run<C: Curve> {
    points: Vec<Point<C>>,
    /// The places of points, by [`mark`].
    places: BTreeMap<u64, usize>,
    tables: VartimePrecomputation<C>,
    used: AtomicU64,
}

/// Points that came, and how often.
struct Counted {
    first: u64,
    last: u64,
    len: usize,
    calls: u32,
    used: u64,
}

/// What is known of the points of a curve.
pub(crate) struct Recurring<C: Curve> {
    kept: AtomicBool,
    runs: RwLock<Vec<Arc<Run<C>>>>,
    counted: Mutex<Vec<Counted>>,
    clock: AtomicU64,
}

/// A curve with points that come again.
pub(crate) trait HasRecurring: Curve {
    fn recurring() -> &'static Recurring<Self>;
}

macro_rules! recurring {
    ($($Curve:ident)*) => {$(
        impl HasRecurring for helioselene_simd::$Curve {
            fn recurring() -> &'static Recurring<Self> {
                static RECURRING: Recurring<helioselene_simd::$Curve> = Recurring::new();
                &RECURRING
            }
        }
    )*};
}
recurring!(Helios Selene);

/// What points are found by: most of a coordinate's bits. Others may have the same.
fn mark<C: Curve>(point: &Point<C>) -> u64 {
    let [x, ..] = point.to_projective().map(|coordinate| coordinate.to_repr());
    u64::from_le_bytes(x[..8].try_into().expect("eight bytes"))
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
    const fn new() -> Self {
        Self {
            kept: AtomicBool::new(true),
            runs: RwLock::new(Vec::new()),
            counted: Mutex::new(Vec::new()),
            clock: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Relaxed)
    }

    fn keep(&self, keep: bool) {
        self.kept.store(keep, Relaxed);
        if !keep {
            let runs = &mut self.runs.write().unwrap_or_else(PoisonError::into_inner);
            let counted = &mut self.counted.lock().unwrap_or_else(PoisonError::into_inner);
            (**runs, **counted) = (Vec::new(), Vec::new());
        }
    }

    /// The shortest run that has these points, and where.
    fn find(&self, points: &[&Point<C>]) -> Option<(Arc<Run<C>>, usize)> {
        let runs = self.runs.read().unwrap_or_else(PoisonError::into_inner);
        let first = mark(points.first()?);
        let found = runs.iter().filter_map(|run| {
            let place = *run.places.get(&first)?;
            let same = are_same(run.points.get(place..place + points.len())?, points);
            same.then_some((run, place))
        });
        let (run, place) = found.min_by_key(|(run, _)| run.points.len())?;
        run.used.store(self.now(), Relaxed);
        Some((run.clone(), place))
    }

    /// Whether the points have come often enough for tables.
    fn count(&self, points: &[&Point<C>]) -> bool {
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return false;
        };
        let (first, last, len) = (mark(first), mark(last), points.len());
        let mut all = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let used = self.now();
        let place = all
            .iter()
            .position(|counted| (counted.first, counted.last, counted.len) == (first, last, len));
        let Some(place) = place else {
            if all.len() == COUNTED {
                remove_oldest(&mut all, |counted| counted.used);
            }
            all.push(Counted {
                first,
                last,
                len,
                calls: 1,
                used,
            });
            return false;
        };
        all[place].used = used;
        all[place].calls += 1;
        let often = all[place].calls == CALLS;
        if often {
            all.swap_remove(place);
        }
        often
    }

    fn insert(&self, points: &[&Point<C>]) -> Arc<Run<C>> {
        let points: Vec<Point<C>> = points.iter().copied().copied().collect();
        // The first place of points that come twice.
        let places = points.iter().enumerate().rev();
        let run = Arc::new(Run {
            places: places.map(|(place, point)| (mark(point), place)).collect(),
            tables: VartimePrecomputation::with_memory(&points, TABLE_BYTES),
            points,
            used: AtomicU64::new(self.now()),
        });
        let mut runs = self.runs.write().unwrap_or_else(PoisonError::into_inner);
        if runs.len() == RUNS {
            remove_oldest(&mut runs, |run| run.used.load(Relaxed));
        }
        // Or they came while tables were given up.
        if self.kept.load(Relaxed) {
            runs.push(run.clone());
        }
        run
    }

    /// The sum of products, if the points have tables, which they get here.
    pub(crate) fn sum<'a>(
        &self,
        points: impl ExactSizeIterator<Item = &'a Point<C>>,
        scalars: impl Iterator<Item = &'a FieldElement<C::Scalar>>,
    ) -> Option<Point<C>> {
        if !self.kept.load(Relaxed) || points.len() > *POINTS.end() {
            return None;
        }
        let points: Vec<&Point<C>> = points.collect();
        let (run, offset) = match self.find(&points) {
            Some(found) => found,
            None if POINTS.contains(&points.len()) && self.count(&points) => {
                (self.insert(&points), 0)
            }
            None => return None,
        };
        let scalars: zeroize::Zeroizing<Vec<_>> =
            zeroize::Zeroizing::new(scalars.copied().collect());
        let node = NodeUpdate {
            hash: Point::identity(),
            offset,
            old: &[],
            new: &scalars,
        };
        Some(run.tables.vartime_batch_hash_nodes(&[node])[0])
    }
}

/// Takes out what was not used for longest.
fn remove_oldest<T>(all: &mut Vec<T>, used: impl Fn(&T) -> u64) {
    let oldest = (0..all.len()).min_by_key(|&i| used(&all[i]));
    oldest.map(|oldest| all.swap_remove(oldest));
}

#[cfg(test)]
mod tests {
    use ff::Field;
    use helioselene_simd::traits::VartimeMultiscalarMul;
    use helioselene_simd::{Helios, Selene};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    type Scalars<C> = Vec<FieldElement<<C as Curve>::Scalar>>;

    fn points<C: Curve>(seed: u64, len: usize) -> Vec<Point<C>> {
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        (0..len).map(|_| Point::random(&mut *rng)).collect()
    }

    impl<C: Curve> Recurring<C> {
        /// A sum by tables, or none; it must be the sum.
        fn check(&self, points: &[Point<C>], seed: u64) -> bool {
            let rng = &mut ChaCha20Rng::seed_from_u64(seed);
            let scalars: Scalars<C> = points
                .iter()
                .map(|_| FieldElement::random(&mut *rng))
                .collect();
            let sum = self.sum(points.iter(), scalars.iter());
            let expected = Point::vartime_multiscalar_mul(&scalars, points);
            sum.inspect(|sum| assert_eq!(*sum, expected)).is_some()
        }

        fn lens(&self) -> Vec<usize> {
            let runs = self.runs.read().unwrap();
            let mut lens: Vec<_> = runs.iter().map(|run| run.points.len()).collect();
            lens.sort_unstable();
            lens
        }
    }

    fn recur<C: Curve>() {
        let recurring = Recurring::<C>::new();
        let mut generators = points::<C>(1, 40);
        // What tables have to leave out, and points that are found at two places.
        generators[3] = Point::identity();
        generators[20] = generators[10];
        for call in 1..=2 * CALLS {
            let by_tables = recurring.check(&generators[..38], call.into());
            assert_eq!(by_tables, call >= CALLS, "call {call}");
        }
        assert_eq!(recurring.lens(), [38]);
        // Parts of them, from each place.
        for (first, len) in [
            (0, 20),
            (1, 37),
            (18, 20),
            (10, 19),
            (28, 10),
            (30, 8),
            (37, 1),
        ] {
            assert!(recurring.check(&generators[first..first + len], 7));
        }
        // One too many; in another order; as other coordinates of the same point.
        assert!(!recurring.check(&generators, 8));
        generators.swap(5, 6);
        assert!(!recurring.check(&generators[..38], 9));
        generators.swap(5, 6);
        assert!(recurring.check(&generators[..38], 10));
        generators[37] = generators[37] + generators[36] - generators[36];
        assert!(!recurring.check(&generators[..38], 11));
        // Too few points have none.
        let few = points::<C>(5, *POINTS.start() - 1);
        assert!((0..2 * CALLS).all(|_| !recurring.check(&few, 12)));
        recurring.keep(false);
        assert!((0..2 * CALLS).all(|_| !recurring.check(&generators[..37], 13)));
        assert!(recurring.lens().is_empty());
    }

    #[test]
    fn points_that_come_again_have_tables() {
        recur::<Helios>();
        recur::<Selene>();
    }

    #[test]
    fn memory_is_bounded() {
        let recurring = Recurring::<Helios>::new();
        let generators = points(2, 200);
        let parts: Vec<_> = generators.chunks(8).collect();
        // Too many runs to be counted, so none ever has tables.
        for call in 0..3 * CALLS {
            for part in &parts {
                assert!(!recurring.check(part, call.into()));
            }
        }
        assert_eq!(recurring.counted.lock().unwrap().len(), COUNTED);
        // One after another they have, and the latest keep them.
        for part in &parts {
            for call in 0..=CALLS {
                recurring.check(part, call.into());
            }
        }
        assert_eq!(recurring.lens(), [8; RUNS]);
        for (i, part) in parts.iter().enumerate() {
            let kept = i >= parts.len() - RUNS;
            assert_eq!(recurring.check(part, 3), kept);
        }
        // The tables of many points serve parts of them, for which there were none.
        assert!(!recurring.check(parts[0], 4));
        for _ in 0..CALLS {
            recurring.check(&generators, 5);
        }
        assert_eq!(recurring.lens(), [8, 8, 8, 200]);
        assert!(recurring.check(parts[0], 6));
    }

    #[test]
    fn threads_share_tables() {
        let recurring = Recurring::<Selene>::new();
        let generators = points(3, 18);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (recurring, generators) = (&recurring, &generators);
                scope.spawn(move || {
                    for call in 0..2 * u64::from(CALLS) {
                        recurring.check(generators, thread << 32 | call);
                    }
                });
            }
        });
        assert!(recurring.check(&generators, 0));
    }

    #[test]
    fn tables_can_be_done_without() {
        let generators = points(4, 9);
        let curve = Helios::recurring();
        let have_tables = || (0..=CALLS).map(|_| curve.check(&generators, 1)).last() == Some(true);
        assert!(have_tables());
        keep_tables(false);
        assert!(!have_tables() && curve.lens().is_empty());
        keep_tables(true);
        assert!(have_tables());
    }
}
