//! Rayon's pool: how many of its threads to use, how to give them work, and whether they are there at all.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use core::time::Duration;
use std::sync::mpsc;

/// What one thread runs.
pub(super) type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs tasks on rayon's threads, and returns when all have ended. They are boxed, so that rayon's code is compiled
/// once and not for every caller.
pub(super) fn run_all(tasks: Vec<Task<'_>>) {
    use rayon::prelude::*;
    // A task is worth a thread, so rayon must not join several into one job.
    let tasks = tasks.into_par_iter().with_max_len(1);
    tasks.for_each(|task| task());
}

/// Calls `run` for each item, as a task of its own.
pub(crate) fn run_each<T: Send>(items: impl Iterator<Item = T>, run: impl Fn(T) + Sync) {
    let (run, mut tasks) = (&run, Vec::<Task<'_>>::new());
    for item in items {
        tasks.push(Box::new(move || run(item)));
    }
    run_all(tasks);
}

/// Returns how many threads to use for `items` if each is to get at least `least`; at least one.
pub(crate) fn count(items: usize, least: usize) -> usize {
    // For a single piece the pool must not be asked anything: that would start its threads.
    let most = (items / least).max(1);
    let threads = if most == 1 || pool_is_lost() {
        1
    } else {
        rayon::current_num_threads()
    };
    threads.min(most)
}

/// Returns the number of items in each piece but the last, which may be shorter; `None` if one thread takes all.
pub(super) fn piece(items: usize, least: usize) -> Option<usize> {
    // With t threads, t·least ≤ items, so a piece has at least `least` items.
    let piece = items.div_ceil(count(items, least));
    // If `least` is a multiple of eight, the most lanes of a vector, no piece but the last ends within a vector.
    let vectors = if least % 8 == 0 { 8 } else { 1 };
    Some(piece.next_multiple_of(vectors)).filter(|piece| *piece < items)
}

/// How long a program waits, at most once, to hear from the global pool.
const PATIENCE: Duration = Duration::from_millis(100);

// A child of `fork` inherits both values, so they hold the number of the process that they are about. Relaxed accesses
// suffice, because no other memory depends on these numbers.
/// The number of the process whose global pool has answered; 0 before.
static ANSWERED: AtomicU32 = AtomicU32::new(0);
/// The number of the last process whose global pool did not answer within [`PATIENCE`]; 0 before.
static SILENT: AtomicU32 = AtomicU32::new(0);

/// Returns whether work given to rayon's global pool would wait, perhaps forever. In a child of `fork` it would: the
/// child inherits the pool but not its threads, whoever started them. If all threads are busy when a process first
/// asks, the pool counts as lost until one of them answers.
///
/// Returns false on a thread of any pool, such as one that the child started itself: that pool has threads.
pub fn pool_is_lost() -> bool {
    if cfg!(not(unix)) || rayon::current_thread_index().is_some() {
        return false;
    }
    let process = std::process::id();
    match ANSWERED.load(Relaxed) {
        0 => SILENT.load(Relaxed) == process || !answers(process),
        // The pool answered in a process: in this one, or in one that has forked since, which kept its threads.
        answered => answered != process,
    }
}

/// Returns whether the threads of the global pool answer within [`PATIENCE`]. Starts them, unless that is done already.
#[cold]
fn answers(process: u32) -> bool {
    let (sender, receiver) = mpsc::channel();
    let answer = move || {
        ANSWERED.store(process, Relaxed);
        // The send fails if the answer comes too late, when nobody waits for it any more.
        let _ = sender.send(());
    };
    // Asked from a new thread, which may hang: a child inherits rayon's locks, and one that a thread of the parent held
    // during `fork` is never released.
    let ask = || match rayon::ThreadPoolBuilder::new().build_global() {
        // This has started the threads. Otherwise the pool was there before, with threads or without.
        Ok(()) => answer(),
        Err(_) => rayon::spawn(answer),
    };
    let asked = std::thread::Builder::new().spawn(ask);
    let answers = asked.is_ok() && receiver.recv_timeout(PATIENCE).is_ok();
    if !answers {
        SILENT.store(process, Relaxed);
    }
    answers
}
