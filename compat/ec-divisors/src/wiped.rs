//! Vectors of secrets.

use alloc::vec::Vec;

use zeroize::{Zeroize, Zeroizing};

/// The items, wiped from the first one on. `collect` does not promise that: it may move what it has to a larger vector.
pub(crate) fn wiped<T: Zeroize>(items: impl ExactSizeIterator<Item = T>) -> Zeroizing<Vec<T>> {
    let mut all = Zeroizing::new(Vec::with_capacity(items.len()));
    for item in items {
        all.push(item);
    }
    all
}
