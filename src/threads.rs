//! Splits batches into pieces for rayon's threads. Without the feature `rayon` there is one piece, as in a child of
//! `fork` where the global pool has lost its threads.

#[cfg(feature = "rayon")]
pub(crate) mod pool;

#[cfg(feature = "rayon")]
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// Runs both functions, in parallel if `items` are worth two threads.
pub(crate) fn pair(items: usize, least: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "rayon")]
    if pool::count(items, least) > 1 {
        return pool::run_all(alloc::vec![Box::new(a), Box::new(b)]);
    }
    let _ = (items, least);
    a();
    b();
}

/// `len` copies of an item. If that is much memory, several threads write it and share the page faults.
pub(crate) fn copies<T: Copy + Send + Sync>(item: T, len: usize) -> Vec<T> {
    // Each writes 64 kB or more.
    #[cfg(feature = "rayon")]
    if let Some(piece) = pool::piece(len, (1_usize << 16).div_ceil(size_of::<T>().max(1))) {
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
    let mut units = alloc::vec![(); results.len()];
    fill_pair(results, &mut units, least, |first, results, _| {
        run(first, results);
    });
}

/// [`fill`] for two slices of equal length, cut at the same places.
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

/// Calls `run` on consecutive ranges that cover `0..items`, at least one, and returns the results in order; `initial`
/// is what their places hold before.
pub(crate) fn map<T: Clone + Send>(
    items: usize,
    least: usize,
    initial: T,
    run: impl Fn(Range<usize>) -> T + Send + Sync,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    if let Some(piece) = pool::piece(items, least) {
        let mut results = alloc::vec![initial; items.div_ceil(piece)];
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
