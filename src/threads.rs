//! Splits batches into pieces for rayon's threads. There is a single piece without the feature `rayon`, and in a child
//! of `fork`, where the global pool has no threads.

#[cfg(feature = "rayon")]
pub(crate) mod pool;

#[cfg(feature = "rayon")]
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// Runs both functions, in parallel if there are enough `items` for two threads, `least` for each.
pub(crate) fn pair(items: usize, least: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "rayon")]
    if pool::count(items, least) > 1 {
        return pool::run_all(alloc::vec![Box::new(a), Box::new(b)]);
    }
    // Unused without rayon.
    let _ = (items, least);
    a();
    b();
}

/// Returns `len` copies of an item. From 128 kB on several threads write them, and so share the page faults.
pub(crate) fn copies<T: Copy + Send + Sync>(item: T, len: usize) -> Vec<T> {
    // Each thread writes at least 64 kB. An item without size counts as a byte.
    #[cfg(feature = "rayon")]
    if let Some(piece) = pool::piece(len, (1_usize << 16).div_ceil(size_of::<T>().max(1))) {
        use rayon::prelude::*;
        let places = (0..len).into_par_iter().with_min_len(piece);
        return places.map(|_| item).collect();
    }
    alloc::vec![item; len]
}

/// Calls `run` with the offset of each piece of `results` and the piece, for it to write. With the feature `rayon` the
/// pieces run in parallel, each of at least `least` results but for the last.
pub fn fill<T: Send>(results: &mut [T], least: usize, run: impl Fn(usize, &mut [T]) + Send + Sync) {
    // A vector of `()` takes no memory and allocates none.
    let mut units = alloc::vec![(); results.len()];
    fill_pair(results, &mut units, least, |first, results, _| {
        run(first, results);
    });
}

/// Does what [`fill`] does for two slices of equal length, which are cut at the same places.
pub(crate) fn fill_pair<T: Send, U: Send>(
    results: &mut [T],
    seconds: &mut [U],
    least: usize,
    run: impl Fn(usize, &mut [T], &mut [U]) + Send + Sync,
) {
    debug_assert_eq!(results.len(), seconds.len());
    #[cfg(feature = "rayon")]
    if let Some(piece) = pool::piece(results.len(), least) {
        let pieces = results.chunks_mut(piece).zip(seconds.chunks_mut(piece));
        return pool::run_each(pieces.enumerate(), |(i, (results, seconds))| {
            run(i * piece, results, seconds);
        });
    }
    let _ = least;
    run(0, results, seconds);
}

/// Calls `run` on consecutive ranges that cover `0..items`, and returns its results in order. There is at least one
/// range, empty if `items` is 0. `initial` fills the results before `run` overwrites them.
pub(crate) fn map<T: Clone + Send>(
    items: usize,
    least: usize,
    initial: T,
    run: impl Fn(Range<usize>) -> T + Send + Sync,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    if let Some(piece) = pool::piece(items, least) {
        let mut results = alloc::vec![initial; items.div_ceil(piece)];
        // `fill` may give one thread several ranges: here its items are the ranges, one a result.
        fill(&mut results, 1, |first, results| {
            for (i, result) in (first..).zip(results) {
                *result = run(i * piece..items.min((i + 1) * piece));
            }
        });
        return results;
    }
    let _ = (least, initial);
    alloc::vec![run(0..items)]
}

#[cfg(test)]
mod tests;
