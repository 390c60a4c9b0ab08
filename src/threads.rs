//! Splits batches into pieces for rayon's threads. Without the feature `rayon` there is one piece, as in a child of
//! `fork`, where the global pool has lost its threads.

use alloc::vec::Vec;
use core::ops::Range;

/// The number of threads for `items` of which each thread takes at least `least`.
#[cfg(feature = "rayon")]
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
#[cfg(feature = "rayon")]
fn piece(items: usize, least: usize) -> Option<usize> {
    let piece = items.div_ceil(count(items, least));
    // If `least` is whole vectors, so are the pieces.
    let vectors = if least % 8 == 0 { 8 } else { 1 };
    Some(piece.next_multiple_of(vectors)).filter(|piece| *piece < items)
}

/// Whether work in rayon's global pool would wait forever: `fork` copies the pool to the child without its threads.
/// False on a thread of a pool, such as one that the child started itself.
#[cfg(feature = "rayon")]
pub fn pool_is_lost() -> bool {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    /// The first process that used the global pool; 0 before.
    static OWNER: AtomicU32 = AtomicU32::new(0);
    if cfg!(not(unix)) || rayon::current_thread_index().is_some() {
        return false;
    }
    let process = std::process::id();
    OWNER
        .compare_exchange(0, process, Relaxed, Relaxed)
        .is_err_and(|owner| owner != process)
}

/// Runs both functions, in parallel if `items` are worth two threads.
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

/// `len` copies of an item. If that is much memory, several threads write it and share the page faults.
pub(crate) fn copies<T: Copy + Send + Sync>(item: T, len: usize) -> Vec<T> {
    // Each writes 64 kB or more.
    #[cfg(feature = "rayon")]
    if let Some(piece) = piece(len, (1_usize << 16).div_ceil(size_of::<T>().max(1))) {
        use rayon::prelude::*;
        let places = (0..len).into_par_iter().with_min_len(piece);
        return places.map(|_| item).collect();
    }
    alloc::vec![item; len]
}

/// Calls `run` on pieces of `results`, with the offset of each piece: in parallel with the feature `rayon`, each thread
/// taking at least `least` results.
pub fn fill<T: Send>(results: &mut [T], least: usize, run: impl Fn(usize, &mut [T]) + Send + Sync) {
    // Units take no memory.
    let mut nothing = alloc::vec![(); results.len()];
    fill_both(results, &mut nothing, least, |first, results, _| {
        run(first, results);
    });
}

/// [`fill`] for two slices of equal length, cut at the same places.
pub(crate) fn fill_both<T: Send, U: Send>(
    results: &mut [T],
    others: &mut [U],
    least: usize,
    run: impl Fn(usize, &mut [T], &mut [U]) + Send + Sync,
) {
    debug_assert_eq!(results.len(), others.len());
    #[cfg(feature = "rayon")]
    if let Some(piece) = piece(results.len(), least) {
        use rayon::prelude::*;
        let pieces = results.par_chunks_mut(piece);
        let pieces = pieces.zip(others.par_chunks_mut(piece)).enumerate();
        pieces.for_each(|(i, (results, others))| run(i * piece, results, others));
        return;
    }
    let _ = least;
    run(0, results, others);
}

/// Calls `run` on consecutive ranges that cover `0..items`, at least one; the results are in order.
pub(crate) fn map<T: Send>(
    items: usize,
    least: usize,
    run: impl Fn(Range<usize>) -> T + Send + Sync,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    if let Some(piece) = piece(items, least) {
        use rayon::prelude::*;
        let pieces = (0..items.div_ceil(piece)).into_par_iter();
        let ranges = pieces.map(|i| i * piece..items.min((i + 1) * piece));
        return ranges.map(run).collect();
    }
    let _ = least;
    alloc::vec![run(0..items)]
}

#[cfg(all(test, feature = "checks"))]
#[path = "../checks/threads/tests.rs"]
mod tests;
