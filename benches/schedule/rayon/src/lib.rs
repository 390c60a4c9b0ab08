//! What this repository uses of rayon, on the calling thread, with a record of all tasks and of how long each took.
//!
//! Parallel iterators are halved down to single items: so rayon does where an item's length is limited to one, and where there is
//! one for each thread.

use std::cell::RefCell;

use cpu_time::ThreadTime;

/// What a thread does: some work, or two lists of such at a time.
#[derive(Debug)]
pub enum Step {
    /// Nanoseconds of the processor's time, as other programs may interrupt it.
    Work(f64),
    Join(Vec<Step>, Vec<Step>),
}

struct Record {
    threads: usize,
    /// The steps of the task that runs, and of those that wait for it.
    steps: Vec<Vec<Step>>,
    since: ThreadTime,
}

thread_local! {
    static RECORD: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Runs a call as if the pool had so many threads, and returns its steps.
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

/// Ends the work up to here, changes the record, and begins other work.
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

pub fn current_num_threads() -> usize {
    RECORD.with_borrow(|record| record.as_ref().map_or(1, |record| record.threads))
}

pub fn current_thread_index() -> Option<usize> {
    Some(0)
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
    pub use crate::{IntoParallelIterator, ParallelSlice};
}

/// The items of a parallel iterator.
pub struct Items<T>(Vec<T>);

pub trait IntoParallelIterator: Sized + IntoIterator {
    fn into_par_iter(self) -> Items<Self::Item> {
        Items(self.into_iter().collect())
    }
}
impl IntoParallelIterator for std::ops::Range<usize> {}

pub trait ParallelSlice<T> {
    fn par_iter_mut(&mut self) -> Items<&mut T>;
    fn par_chunks_mut(&mut self, len: usize) -> Items<&mut [T]>;
}
impl<T> ParallelSlice<T> for [T] {
    fn par_iter_mut(&mut self) -> Items<&mut T> {
        Items(self.iter_mut().collect())
    }
    fn par_chunks_mut(&mut self, len: usize) -> Items<&mut [T]> {
        Items(self.chunks_mut(len).collect())
    }
}

impl<T> Items<T> {
    pub fn with_max_len(self, len: usize) -> Self {
        assert_eq!(len, 1);
        self
    }

    pub fn zip<U>(self, others: Items<U>) -> Items<(T, U)> {
        Items(self.0.into_iter().zip(others.0).collect())
    }

    pub fn enumerate(self) -> Items<(usize, T)> {
        Items(self.0.into_iter().enumerate().collect())
    }

    pub fn for_each(self, run: impl Fn(T)) {
        self.map(run).reduce_with(|(), ()| ());
    }

    pub fn map<R, F: Fn(T) -> R>(self, run: F) -> Map<T, F> {
        Map(self.0, run)
    }
}

pub struct Map<T, F>(Vec<T>, F);

impl<T, R, F: Fn(T) -> R> Map<T, F> {
    pub fn map<S>(self, run: impl Fn(R) -> S) -> Map<T, impl Fn(T) -> S> {
        Map(self.0, move |item| run((self.1)(item)))
    }

    pub fn reduce_with(self, merge: impl Fn(R, R) -> R) -> Option<R> {
        halve(self.0, &self.1, &merge)
    }

    pub fn collect<A: FromIterator<R>>(self) -> A {
        let run = |item| vec![self.1(item)];
        let all = halve(self.0, &run, &|mut results, more| {
            results.extend(more);
            results
        });
        all.into_iter().flatten().collect()
    }
}

fn halve<T, R>(
    mut items: Vec<T>,
    run: &dyn Fn(T) -> R,
    merge: &dyn Fn(R, R) -> R,
) -> Option<R> {
    if items.len() > 1 {
        let second = items.split_off(items.len() / 2);
        let halves = join(|| halve(items, run, merge), || halve(second, run, merge));
        let (Some(first), Some(second)) = halves else {
            unreachable!("no half is empty")
        };
        return Some(merge(first, second));
    }
    items.pop().map(run)
}
