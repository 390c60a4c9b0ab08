use super::*;

/// Pieces have `least` items, except the last, however many threads there are.
fn check_pieces() {
    for items in [0, 1, 2, 7, 100, 1001] {
        for least in [1, 2, 10, 1000] {
            let ranges = map(items, least, 0..0, |range| range);
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
    // As many threads as the environment may ask for would not fit.
    let pool = pool.stack_size(1 << 20);
    pool.build().expect("a pool").install(run)
}

#[cfg(feature = "rayon")]
#[test]
fn threads_have_pieces() {
    let pieces = on_threads(3, || map(100, 10, 0, |range| range.len()));
    assert_eq!(pieces, [34, 34, 32]);
}
