//! Rayon's pool.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use core::time::Duration;
use std::sync::mpsc;

/// Work for one thread.
pub(super) type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs tasks on rayon's threads. Boxed, so that rayon's code is compiled once and not for every caller.
pub(super) fn run_all(tasks: Vec<Task<'_>>) {
    use rayon::prelude::*;
    let tasks = tasks.into_par_iter().with_max_len(1);
    tasks.for_each(|task| task());
}

/// Calls `run` for each item, each a task of its own.
pub(crate) fn run_each<T: Send>(items: impl Iterator<Item = T>, run: impl Fn(T) + Sync) {
    let (run, mut tasks) = (&run, Vec::<Task<'_>>::new());
    for item in items {
        tasks.push(Box::new(move || run(item)));
    }
    run_all(tasks);
}

/// The number of threads for `items` of which each thread takes at least `least`.
pub(crate) fn count(items: usize, least: usize) -> usize {
    // A single piece must not touch the pool, which would start it.
    let most = (items / least).max(1);
    let threads = if most == 1 || pool_is_lost() {
        1
    } else {
        rayon::current_num_threads()
    };
    threads.min(most)
}

/// Items per thread, at least `least` except in the last piece; `None` if one thread takes all.
pub(super) fn piece(items: usize, least: usize) -> Option<usize> {
    let piece = items.div_ceil(count(items, least));
    // If `least` is whole vectors, so are the pieces.
    let vectors = if least % 8 == 0 { 8 } else { 1 };
    Some(piece.next_multiple_of(vectors)).filter(|piece| *piece < items)
}

/// How long a program waits, at most once, to hear from the global pool.
const PATIENCE: Duration = Duration::from_millis(100);

/// The process whose threads of the global pool have answered; 0 before.
static ANSWERED: AtomicU32 = AtomicU32::new(0);
/// The last process in which they did not within [`PATIENCE`]; 0 before.
static SILENT: AtomicU32 = AtomicU32::new(0);

/// Whether work in rayon's global pool would wait, perhaps forever: `fork` copies the pool to the child without its
/// threads, whoever started them. Or all of them are busy when this is first asked, and until they answer.
///
/// False on a thread of a pool, such as one that the child started itself.
pub fn pool_is_lost() -> bool {
    if cfg!(not(unix)) || rayon::current_thread_index().is_some() {
        return false;
    }
    let process = std::process::id();
    match ANSWERED.load(Relaxed) {
        0 => SILENT.load(Relaxed) == process || !answers(process),
        // Threads belong to one process.
        answered => answered != process,
    }
}

/// Whether the threads of the global pool answer soon. Starts them, unless others did.
#[cold]
fn answers(process: u32) -> bool {
    let (sender, receiver) = mpsc::channel();
    let answer = move || {
        ANSWERED.store(process, Relaxed);
        // Nobody listens to a late answer.
        let _ = sender.send(());
    };
    // On a thread of its own: a child inherits rayon's locks, and what another thread had locked stays so forever.
    let ask = || match rayon::ThreadPoolBuilder::new().build_global() {
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
