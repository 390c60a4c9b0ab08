//! Batches in pieces on the threads of rayon's pool. One piece without the feature `rayon`, and in a child of `fork`,
//! where the global pool has lost its threads.

use alloc::vec::Vec;
use core::ops::Range;

/// The length of a piece, of which each thread gets one: at least `least`, but the last may be shorter.
#[cfg(feature = "rayon")]
fn piece(items: usize, least: usize) -> usize {
    // A single piece must not ask for the pool, which would start it.
    let most = (items / least).max(1);
    let threads = if most == 1 || pool_is_lost() {
        1
    } else {
        rayon::current_num_threads()
    };
    items.div_ceil(threads.min(most))
}

/// Whether work would wait forever: `fork` copies the global pool to the child, but not its threads. A pool that the
/// child made itself, on which this may run, has its threads.
#[cfg(feature = "rayon")]
fn pool_is_lost() -> bool {
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

/// Calls `run` on pieces of the results, each with its offset.
pub(crate) fn fill<T: Send>(
    results: &mut [T],
    least: usize,
    run: impl Fn(usize, &mut [T]) + Send + Sync,
) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces have `least` items but the last, however many threads there are.
    fn check_pieces() {
        for items in [0, 1, 2, 7, 100, 1001] {
            for least in [1, 2, 10, 1000] {
                let ranges = map(items, least, |range| range);
                let all: Vec<usize> = ranges.iter().flat_map(Clone::clone).collect();
                assert!(all.iter().copied().eq(0..items), "{items} by {least}");
                let (last, others) = ranges.split_last().expect("a piece");
                assert!(others.iter().all(|range| range.len() >= least));
                assert!(others.is_empty() || !last.is_empty());
                let mut numbers = alloc::vec![0; items];
                fill(&mut numbers, least, |first, numbers| {
                    for (i, number) in numbers.iter_mut().enumerate() {
                        *number += first + i;
                    }
                });
                assert!(numbers.into_iter().eq(0..items), "{items} by {least}");
            }
        }
    }

    #[test]
    fn pieces_are_the_whole() {
        check_pieces();
        #[cfg(feature = "rayon")]
        for threads in [1, 2, 3, 9, 48] {
            on_threads(threads, check_pieces);
        }
    }

    #[cfg(feature = "rayon")]
    fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        // Many threads with what the environment may ask for would not fit.
        let pool = pool.stack_size(1 << 20);
        pool.build().expect("a pool").install(run)
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn threads_have_pieces() {
        let pieces = on_threads(3, || map(100, 10, |range| range.len()));
        assert_eq!(pieces, [34, 34, 32]);
    }
}
