//! Vectors of secrets.

use alloc::vec::Vec;

use zeroize::{Zeroize, Zeroizing};

/// A vector for as many items: if it grew, it would leave some behind.
pub(crate) fn with_capacity<T: Zeroize>(items: usize) -> Zeroizing<Vec<T>> {
    Zeroizing::new(Vec::with_capacity(items))
}

/// The items, wiped from the first one on. `collect` does not promise that: it may move what it has to a larger vector.
pub(crate) fn wiped<T: Zeroize>(items: impl ExactSizeIterator<Item = T>) -> Zeroizing<Vec<T>> {
    let mut all = with_capacity(items.len());
    for item in items {
        all.push(item);
    }
    all
}
