//! Which points get tables, and that sums by them are right.

use core::borrow::Borrow;

use ff::Field;
use helioselene_simd::{Helios, Selene};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::super::kept::alone;
use super::super::locks::tests::succeeds_in_time;
use super::super::remembered::{Remembered, keep_tables};
use super::*;

type Scalars<C> = Vec<FieldElement<<C as Curve>::Scalar>>;

pub(crate) fn points<C: Curve>(seed: u64, len: usize) -> Vec<Point<C>> {
    let rng = &mut ChaCha20Rng::seed_from_u64(seed);
    (0..len).map(|_| Point::random(&mut *rng)).collect()
}

impl<C: Curve> Recurring<C> {
    /// Whether a sum is computed by tables; if so, it must be right.
    fn check(&self, points: &[Point<C>], seed: u64) -> bool {
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        let scalars: Scalars<C> = points
            .iter()
            .map(|_| FieldElement::random(&mut *rng))
            .collect();
        let sum = self.sum(&scalars.iter().zip(points).collect::<Vec<_>>());
        let expected = Point::vartime_multiscalar_mul(&scalars, points);
        sum.inspect(|sum| assert_eq!(*sum, expected)).is_some()
    }

    /// The counts of points without tables.
    fn counted(&self) -> Vec<u32> {
        let counts = self.counts().expect("it is free");
        let all = counts.iter().flat_map(|counts| &counts.all);
        all.map(|counted| counted.calls).collect()
    }

    fn lens(&self) -> Vec<usize> {
        let runs = self.runs().expect("it is free");
        let mut lens: Vec<_> = runs.iter().map(|run| run.points.len()).collect();
        lens.sort_unstable();
        lens
    }
}

fn recur<C: Curve>() {
    let recurring = Recurring::<C>::new();
    let mut generators = points::<C>(1, 40);
    // The identity, which tables leave out, and a point that is at two places.
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
    // One point too many; another order; other coordinates of the same point.
    assert!(!recurring.check(&generators, 8));
    generators.swap(5, 6);
    assert!(!recurring.check(&generators[..38], 9));
    generators.swap(5, 6);
    assert!(recurring.check(&generators[..38], 10));
    generators[37] = generators[37] + generators[36] - generators[36];
    assert!(!recurring.check(&generators[..38], 11));
    // Too few points and too many get no tables.
    for len in [*POINTS.start() - 1, *POINTS.end() + 1] {
        let others = points::<C>(5, len);
        assert!((0..2 * CALLS).all(|_| !recurring.check(&others, 12)));
    }
    // What was counted before is forgotten, and tables that were made meanwhile are not kept.
    let others = points::<C>(18, 8);
    assert!((1..CALLS).all(|_| !recurring.check(&others, 13)));
    keep_tables(false);
    recurring.clear();
    assert!((0..2 * CALLS).all(|_| !recurring.check(&generators[..37], 13)));
    recurring.insert(&others.iter().collect::<Vec<_>>(), CALLS);
    assert!(recurring.lens().is_empty());
    keep_tables(true);
    assert!(!recurring.check(&others, 13));
}

#[test]
fn points_that_come_again_have_tables() {
    let _alone = alone();
    recur::<Helios>();
    recur::<Selene>();
}

/// Points with one coordinate changed, if the given points have Z = 1.
pub(crate) fn with_other<C: Curve>(points: &[Point<C>], coordinate: usize) -> Vec<Point<C>> {
    let mut others = points.to_vec();
    let mut found = 0;
    for point in others.iter_mut().skip(1) {
        let [x, y, z] = point.to_projective();
        assert_eq!(z, FieldElement::ONE);
        let root =
            |a: FieldElement<C::Base>, b: FieldElement<C::Base>, c: FieldElement<C::Base>| {
                let discriminant = b.square() - (a * c).double().double();
                let root = Option::<FieldElement<_>>::from(discriminant.sqrt())?;
                Some((root - b) * a.double().invert().unwrap())
            };
        let three = FieldElement::from(3u64);
        let other = match coordinate {
            // Another zero of x³ − 3x + b − y², or of Y²Z − X³ + 3XZ² − bZ³, if there is one.
            0 => root(FieldElement::ONE, x, x.square() - three).map(|x| [x, y, z]),
            1 => Some([x, -y, z]),
            _ => {
                let linear = C::B - three * x;
                root(C::B, linear, linear - y.square()).map(|z| [x, y, z])
            }
        };
        if let Some(other) = other {
            *point = Point::from_projective(other).expect("a point");
            found += 1;
        }
    }
    assert!(found > 0);
    others
}

pub(crate) fn affine<C: Curve>(points: &[Point<C>]) -> Vec<Point<C>> {
    let mut affine = points.to_vec();
    Point::batch_normalize_into(points, &mut affine);
    affine
}

fn compared_in_full<C: Curve>() {
    let recurring = Recurring::<C>::new();
    let generators = affine(&points::<C>(6, 20));
    // Points with another coordinate are counted apart.
    let lists = [0, 1, 2].map(|coordinate| with_other(&generators, coordinate));
    for points in lists.iter().chain([&generators]) {
        assert!(!recurring.check(points, 1));
    }
    assert_eq!(recurring.counted(), [1; 4]);
    assert!((1..CALLS).any(|call| recurring.check(&generators, call.into())));
    for others in &lists {
        assert!(!recurring.check(others, 2));
    }
    assert!(recurring.check(&generators, 3));
    assert_eq!(recurring.lens(), [20]);
}

#[test]
fn points_are_compared_in_full() {
    let _alone = alone();
    compared_in_full::<Helios>();
    compared_in_full::<Selene>();
}

/// Helios' generator G, and 3·G with coordinates of which 64 bits are those of G. The common factor was found by
/// lattice reduction.
fn twins() -> [Point<Helios>; 2] {
    let of = |coordinates: [&str; 3]| {
        let coordinates = coordinates.map(|hex| {
            let mut bytes: [u8; 32] = core::array::from_fn(|i| {
                u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal")
            });
            bytes.reverse();
            FieldElement::from_repr(bytes).unwrap()
        });
        Point::from_projective(coordinates).unwrap()
    };
    let twin = of([
        "3fffffde633bbb31318a5d6b54bd46f63942cfc7217028930000000000000001",
        "3ffffe886371b9d882b08a702ebe591ad258a165ec7b247510dbdf2d817c67ba",
        "3fffff5b2efe4eebadf13198d73519e2b832657ceee7ab280000000000000001",
    ]);
    let generator = affine(&[Point::generator()])[0];
    assert_eq!(twin, generator * FieldElement::from(3u64));
    [generator, twin]
}

#[test]
fn points_with_the_same_mark_are_others() {
    let _alone = alone();
    let [generator, twin] = twins();
    assert_eq!(mark(&generator), mark(&twin));
    let mut generators = affine(&points(19, 20));
    for place in [0, 1, 10, 18, 19] {
        let recurring = Recurring::new();
        let before = core::mem::replace(&mut generators[place], generator);
        assert!((0..CALLS).any(|call| recurring.check(&generators, call.into())));
        generators[place] = twin;
        assert!(!recurring.check(&generators, 1), "{place}");
        generators[place] = before;
    }
}

#[test]
fn other_points_between_the_same_ends_are_others() {
    let _alone = alone();
    let recurring = Recurring::<Selene>::new();
    let generators = affine(&points(7, 12));
    let mut varied = generators.clone();
    for call in 0..6 * CALLS as usize {
        let place = 1 + call % 10;
        match call % 4 {
            0 => varied[place] = generators[place] * FieldElement::from(call as u64 + 2),
            1 => varied[place] = -varied[place],
            2 => varied[1..11].rotate_left(1),
            _ => varied[place] = varied[place] + generators[0] - generators[0],
        }
        assert!(!recurring.check(&varied, call as u64), "call {call}");
    }
    assert!(recurring.lens().is_empty());
}

#[test]
fn memory_is_bounded() {
    let _alone = alone();
    let recurring = Recurring::<Helios>::new();
    let generators = points(2, 200);
    let parts: Vec<_> = generators.windows(8).step_by(2).collect();
    assert!(parts.len() > COUNTED);
    // Too many runs to be counted, so none ever gets tables.
    for call in 0..3 * CALLS {
        for part in &parts {
            let part: Vec<_> = part.iter().collect();
            assert!(recurring.count(&part).is_none(), "call {call}");
        }
    }
    assert!(recurring.counted().len() <= COUNTED);
    // One after another, some get tables, and keep them.
    for part in &parts[..10] {
        for call in 0..=CALLS {
            recurring.check(part, call.into());
        }
    }
    assert_eq!(recurring.lens(), [8; RUNS]);
    for (i, part) in parts.iter().enumerate().take(10) {
        assert_eq!(recurring.check(part, 3), i < RUNS);
    }
    // The tables of many points serve parts of them that had none.
    let part = &generators[100..120];
    assert!(!recurring.check(part, 4));
    for _ in 0..3 * CALLS {
        recurring.check(&generators, 5);
    }
    assert_eq!(recurring.lens(), [8, 8, 8, 200]);
    assert!(recurring.check(part, 6));
    // Where both would do, the smaller tables serve.
    let in_both: Vec<_> = parts[..RUNS].concat();
    let found =
        |first: usize| recurring.find(&in_both[first..first + 8].iter().collect::<Vec<_>>());
    let lens = [0, 8, 16, 24].map(|first| found(first).map(|(run, _)| run.points.len()));
    assert_eq!(lens.iter().filter(|len| **len == Some(8)).count(), 3);
    assert_eq!(lens.iter().filter(|len| **len == Some(200)).count(), 1);
}

#[test]
fn tables_outlast_what_is_new() {
    let _alone = alone();
    let recurring = Recurring::<Selene>::new();
    let honest = points(8, 38);
    assert!((0..=CALLS).any(|call| recurring.check(&honest, call.into())));
    let others = points(9, 60);
    for first in 0..40 {
        for call in 0..=CALLS {
            recurring.check(&others[first..first + 8], call.into());
        }
        // It is not used itself until the others have filled all places.
        assert!(first < RUNS || recurring.check(&honest, 1), "run {first}");
    }
    // Calls that its tables serve are counted.
    let greatest = || recurring.runs().unwrap().iter().map(calls_of).max();
    let before = greatest().unwrap();
    assert!((0..10).all(|call| recurring.check(&honest[1..], call)));
    assert_eq!(greatest(), Some(before + 10));
    // Only the rarest of the four gives way, and only to what comes `CALLS` times more often.
    let mut calls: Vec<_> = recurring.runs().unwrap().iter().map(calls_of).collect();
    calls.sort_unstable();
    let rarest = calls[0];
    let new: Vec<_> = others[50..].iter().collect();
    *recurring.counts().unwrap() = None;
    for call in 1..CALLS + rarest {
        assert!(recurring.count(&new).is_none(), "call {call}");
    }
    assert_eq!(recurring.count(&new), Some(CALLS + rarest));
    recurring.insert(&new, CALLS + rarest);
    calls[0] += CALLS;
    let mut after: Vec<_> = recurring.runs().unwrap().iter().map(calls_of).collect();
    calls.sort_unstable();
    after.sort_unstable();
    assert_eq!(after, calls);
    // None gives way if others came in the meantime.
    recurring.insert(&new[1..], CALLS + rarest - 1);
    assert_eq!(recurring.runs().unwrap().len(), RUNS);
    let found = recurring.find(&new[1..9]);
    assert_eq!(found.map(|(_, place)| place), Some(1));
}

fn calls_of<C: Curve>(run: &Arc<Run<C>>) -> u32 {
    run.calls.load(Relaxed)
}

#[test]
fn what_comes_often_is_counted_among_much_that_is_new() {
    let _alone = alone();
    let recurring = Recurring::<Helios>::new();
    let honest = points(10, 12);
    let others = points(11, 10 * 60);
    let mut new = others.windows(8);
    let tables = (0..60).position(|call| {
        for other in new.by_ref().take(9) {
            assert!(!recurring.check(other, 1));
        }
        recurring.check(&honest, call)
    });
    // One in ten calls is counted, and fewer than one in 64 take a count away.
    assert!(tables.is_some_and(|calls| calls < 20), "{tables:?}");
    assert_eq!(recurring.lens(), [12]);
}

#[test]
fn calls_of_long_ago_count_less() {
    let _alone = alone();
    let recurring = Recurring::<Helios>::new();
    let generators = points(12, 8 * RUNS + 8);
    let runs: Vec<_> = generators.chunks(8).collect();
    for run in &runs[..RUNS] {
        assert!((0..CALLS).any(|call| recurring.check(run, call.into())));
    }
    recurring.count(&runs[RUNS].iter().collect::<Vec<_>>());
    for run in recurring.runs().unwrap().iter() {
        run.calls.store(2 * AGE, Relaxed);
    }
    let calls = || {
        recurring
            .runs()
            .unwrap()
            .iter()
            .map(calls_of)
            .collect::<Vec<_>>()
    };
    // The calls above count too.
    for _ in CALLS * RUNS as u32..AGE - 1 {
        recurring.tick();
    }
    assert_eq!(calls(), [2 * AGE; RUNS]);
    assert_eq!(recurring.counted().len(), 1);
    recurring.tick();
    assert_eq!(calls(), [AGE; RUNS]);
    assert!(recurring.counted().is_empty());
    // Sums of too few points do not count as calls.
    let clock = recurring.clock.load(Relaxed);
    recurring.check(&points(13, 7), 1);
    assert_eq!(recurring.clock.load(Relaxed), clock);
    recurring.check(runs[0], 1);
    recurring.check(runs[RUNS], 1);
    assert_eq!(recurring.clock.load(Relaxed), clock + 2);
}

#[test]
fn threads_share_tables() {
    let _alone = alone();
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

/// As in a child of `fork`, where nobody gives back what other threads of the parent had locked.
#[test]
fn locks_are_not_waited_for() {
    static RECURRING: Recurring<Helios> = Recurring::new();
    let _alone = alone();
    let (with_tables, without) = (points(20, 9), points(21, 9));
    assert!((0..CALLS).any(|call| RECURRING.check(&with_tables, call.into())));
    let have_tables = |points: &[Point<Helios>]| {
        let points = points.to_vec();
        move || (0..=2 * CALLS).any(|call| RECURRING.check(&points, call.into()))
    };
    let clears = || {
        RECURRING.clear();
        true
    };

    // While others read the runs, tables are used, and made for one sum, but not kept.
    let runs = RECURRING.runs.read();
    assert!(succeeds_in_time(have_tables(&with_tables)));
    assert!(succeeds_in_time(have_tables(&without)));
    assert!(succeeds_in_time(clears));
    assert_eq!(RECURRING.lens(), [9]);
    drop(runs);
    let runs = RECURRING.runs.write();
    for points in [&with_tables, &without] {
        let have_tables = have_tables(points);
        assert!(succeeds_in_time(move || !have_tables()));
    }
    assert!(succeeds_in_time(clears));
    drop(runs);
    let counts = RECURRING.counts.lock();
    assert!(succeeds_in_time(have_tables(&with_tables)));
    let no_tables = have_tables(&without);
    assert!(succeeds_in_time(move || !no_tables()));
    // The clock too.
    RECURRING.clock.store(AGE - 1, Relaxed);
    assert!(succeeds_in_time(have_tables(&with_tables)));
    assert!(succeeds_in_time(clears));
    drop(counts);
    assert!(RECURRING.lens().is_empty());
    assert!(succeeds_in_time(have_tables(&without)));
}

#[test]
fn tables_can_be_done_without() {
    let _alone = alone();
    let generators = points(4, 9);
    let curve = Helios::recurring();
    let have_tables = || (0..=CALLS).map(|_| curve.check(&generators, 1)).last() == Some(true);
    assert!(have_tables());
    keep_tables(false);
    assert!(!have_tables() && curve.lens().is_empty());
    keep_tables(true);
    assert!(have_tables());

    // With every type of points.
    fn comes_here<C: Remembered, G>(seed: u64)
    where
        G: Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + From<Point<C>>,
    {
        let points = points::<C>(seed, 8);
        let five = FieldElement::from(5u64);
        let pairs: Vec<_> = points.iter().map(|point| (five, G::from(*point))).collect();
        for _ in 0..2 * CALLS + 2 {
            crate::multiexp_vartime(&pairs);
        }
        let points: Vec<_> = points.iter().collect();
        assert!(C::recurring().find(&points).is_some());
    }
    comes_here::<Helios, Point<Helios>>(14);
    comes_here::<Selene, Point<Selene>>(15);
    comes_here::<Helios, helioselene::HeliosPoint>(16);
    comes_here::<Selene, helioselene::SelenePoint>(17);
}
