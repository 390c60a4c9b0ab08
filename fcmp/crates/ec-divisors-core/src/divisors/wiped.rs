//! Vectors of secrets.

use alloc::vec::Vec;

use zeroize::{Zeroize, Zeroizing};

/// A vector with room for this many items. If it grew, it would leave some behind.
pub(crate) fn with_capacity<T: Zeroize>(items: usize) -> Zeroizing<Vec<T>> {
    Zeroizing::new(Vec::with_capacity(items))
}

/// Collects items into a wiped vector that never grows; `collect` might move them to a larger one.
pub(crate) fn wiped<T: Zeroize>(items: impl ExactSizeIterator<Item = T>) -> Zeroizing<Vec<T>> {
    let mut all = with_capacity(items.len());
    for item in items {
        all.push(item);
    }
    all
}
