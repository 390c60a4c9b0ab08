//! The part of rayon that this repository uses, on the calling thread, recording each task and its time.
//!
//! Parallel iterators are halved down to single items, as rayon does if an item's length is limited to one or if there is one for
//! each thread.

use std::cell::RefCell;

use cpu_time::ThreadTime;

/// What a thread does: some work, or two lists of steps at once.
#[derive(Debug)]
pub enum Step {
    /// Nanoseconds of processor time, because other programs may interrupt.
    Work(f64),
    Join(Vec<Step>, Vec<Step>),
}

struct Record {
    threads: usize,
    /// The steps of the running task, and of those waiting for it.
    steps: Vec<Vec<Step>>,
    since: ThreadTime,
}

thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Runs a call as if the pool had this many threads and returns its steps.
pub fn record(threads: usize, run: impl FnOnce()) -> Vec<Step> {
    RECORD.with_borrow_mut(|record| {
        let (steps, since) = (vec![Vec::new()], ThreadTime::now());
        *record = Some(Record {
            threads,
            steps,
            since,
        });
    });
    run();
    let mut last = None;
    on_record(|steps| last = steps.pop());
    RECORD.with_borrow_mut(Option::take);
    last.expect("the steps of the call")
}

/// Ends the current work, changes the record, and begins new work.
fn on_record(change: impl FnOnce(&mut Vec<Vec<Step>>)) {
    RECORD.with_borrow_mut(|record| {
        if let Some(Record { steps, since, .. }) = record {
            let work = Step::Work(since.elapsed().as_nanos() as f64);
            steps.last_mut().expect("a task runs").push(work);
            change(steps);
            *since = ThreadTime::now();
        }
    });
}

/// Runs something that is not timed.
fn unrecorded<R>(run: impl FnOnce() -> R) -> R {
    on_record(|_| ());
    let result = run();
    RECORD.with_borrow_mut(|record| {
        record
            .iter_mut()
            .for_each(|record| record.since = ThreadTime::now());
    });
    result
}

pub fn current_num_threads() -> usize {
    RECORD.with_borrow(|record| record.as_ref().map_or(1, |record| record.threads))
}

pub fn current_thread_index() -> Option<usize> {
    Some(0)
}

/// There is always a thread of the pool, so that nobody asks whether others live.
pub fn spawn(_: impl FnOnce()) {
    unreachable!("the pool's threads are not asked");
}

/// See [`spawn`].
pub struct ThreadPoolBuilder;

impl ThreadPoolBuilder {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self
    }

    pub fn build_global(self) -> Result<(), ()> {
        unreachable!("the pool's threads are not asked")
    }
}

pub fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    on_record(|steps| steps.push(Vec::new()));
    let a = a();
    on_record(|steps| steps.push(Vec::new()));
    let b = b();
    on_record(|steps| {
        let (right, left) = (steps.pop(), steps.pop());
        let join = Step::Join(left.expect("of a"), right.expect("of b"));
        steps.last_mut().expect("what joins").push(join);
    });
    (a, b)
}

pub mod prelude {
    pub use crate::IntoParallelIterator;
}

/// The items of a parallel iterator, and the number below which they are no longer divided.
pub struct Items<T>(Vec<T>, usize);

pub trait IntoParallelIterator: Sized + IntoIterator {
    fn into_par_iter(self) -> Items<Self::Item> {
        Items(self.into_iter().collect(), 1)
    }
}
impl IntoParallelIterator for std::ops::Range<usize> {}
impl<T> IntoParallelIterator for Vec<T> {}

impl<T> Items<T> {
    pub fn with_max_len(self, len: usize) -> Self {
        assert_eq!(len, 1);
        self
    }

    pub fn with_min_len(self, len: usize) -> Self {
        Items(self.0, len)
    }

    pub fn for_each(self, run: impl Fn(T)) {
        self.map(run).reduce_with(|(), ()| ());
    }

    pub fn map<R, F: Fn(T) -> R>(self, run: F) -> Map<T, F> {
        Map(self.0, self.1, run)
    }
}

pub struct Map<T, F>(Vec<T>, usize, F);

impl<T, R, F: Fn(T) -> R> Map<T, F> {
    pub fn reduce_with(self, merge: impl Fn(R, R) -> R) -> Option<R> {
        let run = |items: Vec<T>| items.into_iter().map(&self.2).reduce(&merge);
        halve(self.0, self.1, &run, &|a, b| Some(merge(a?, b?)))
    }

    pub fn collect<A: FromIterator<R>>(self) -> A {
        let run = |items: Vec<T>| vec![items.into_iter().map(&self.2).collect::<Vec<R>>()];
        let all = halve(self.0, self.1, &run, &|mut results, more| {
            results.extend(more);
            results
        });
        // Rayon writes each result in its final place.
        unrecorded(|| all.into_iter().flatten().collect())
    }
}

fn halve<T, R>(
    mut items: Vec<T>,
    least: usize,
    run: &dyn Fn(Vec<T>) -> R,
    merge: &dyn Fn(R, R) -> R,
) -> R {
    let half = items.len() / 2;
    if half < least {
        return run(items);
    }
    let second = items.split_off(half);
    let (a, b) = join(
        || halve(items, least, run, merge),
        || halve(second, least, run, merge),
    );
    merge(a, b)
}
