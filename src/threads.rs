//! Batches in pieces on the threads of rayon's pool. One piece without the feature `rayon`, and in a child of `fork`,
//! where the global pool has lost its threads.

use alloc::vec::Vec;
use core::ops::Range;

/// The threads for so many items, each of which takes at least `least`.
#[cfg(feature = "rayon")]
pub(crate) fn count(items: usize, least: usize) -> usize {
    // A single piece must not ask for the pool, which would start it.
    let most = (items / least).max(1);
    let threads = if most == 1 || pool_is_lost() {
        1
    } else {
        rayon::current_num_threads()
    };
    threads.min(most)
}

/// The length of a piece, of which each thread gets one: at least `least`, but the last may be shorter.
#[cfg(feature = "rayon")]
fn piece(items: usize, least: usize) -> usize {
    let piece = items.div_ceil(count(items, least));
    // Whole vectors, where the least piece is one.
    if least % 8 == 0 && piece < items {
        piece.next_multiple_of(8)
    } else {
        piece
    }
}

/// Whether work would wait forever: `fork` copies the global pool to the child, but not its threads. A pool that the
/// child made itself, on which this may run, has its threads.
#[cfg(feature = "rayon")]
pub fn pool_is_lost() -> bool {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    /// The first process that used the global pool, 0 before.
    static OWNER: AtomicU32 = AtomicU32::new(0);
    if cfg!(not(unix)) || rayon::current_thread_index().is_some() {
        return false;
    }
    let process = std::process::id();
    OWNER
        .compare_exchange(0, process, Relaxed, Relaxed)
        .is_err_and(|owner| owner != process)
}

/// What the functions give, at once if so many items are worth two threads.
pub(crate) fn both<A: Send, B: Send>(
    items: usize,
    least: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    if count(items, least) > 1 {
        return rayon::join(a, b);
    }
    let _ = (items, least);
    (a(), b())
}

/// So many copies of an item, in memory that the threads ask the system for, if it is much.
pub(crate) fn copies<T: Copy + Send + Sync>(item: T, len: usize) -> Vec<T> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        /// The bytes that a thread writes.
        const PIECE: usize = 1 << 16;
        let piece = piece(len, PIECE.div_ceil(size_of::<T>().max(1)));
        if piece < len {
            let places = (0..len).into_par_iter().with_min_len(piece);
            return places.map(|_| item).collect();
        }
    }
    alloc::vec![item; len]
}

/// Calls `run` on pieces of the results, each with its offset: with the feature `rayon` on the threads of its pool, of which
/// each takes at least `least` results.
pub fn fill<T: Send>(results: &mut [T], least: usize, run: impl Fn(usize, &mut [T]) + Send + Sync) {
    // Units take no memory.
    let mut nothing = alloc::vec![(); results.len()];
    fill_both(results, &mut nothing, least, |first, results, _| {
        run(first, results);
    });
}

/// The same for two slices of equal length.
pub(crate) fn fill_both<T: Send, U: Send>(
    results: &mut [T],
    others: &mut [U],
    least: usize,
    run: impl Fn(usize, &mut [T], &mut [U]) + Send + Sync,
) {
    debug_assert_eq!(results.len(), others.len());
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let piece = piece(results.len(), least);
        if piece < results.len() {
            let pieces = results.par_chunks_mut(piece);
            let pieces = pieces.zip(others.par_chunks_mut(piece)).enumerate();
            pieces.for_each(|(i, (results, others))| run(i * piece, results, others));
            return;
        }
    }
    let _ = least;
    run(0, results, others);
}

/// The results of `run` on consecutive ranges that make up `0..items`, in order; at least one.
pub(crate) fn map<T: Send>(
    items: usize,
    least: usize,
    run: impl Fn(Range<usize>) -> T + Send + Sync,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        let piece = piece(items, least);
        if piece < items {
            let pieces = (0..items.div_ceil(piece)).into_par_iter();
            let ranges = pieces.map(|i| i * piece..items.min((i + 1) * piece));
            return ranges.map(run).collect();
        }
    }
    let _ = least;
    alloc::vec![run(0..items)]
}

#[cfg(all(test, feature = "checks"))]
#[path = "../checks/threads/tests.rs"]
mod tests;
