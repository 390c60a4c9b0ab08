//! Vectors of secrets.

use alloc::vec::Vec;
use core::ops::Deref;

use zeroize::{Zeroize, Zeroizing};

/// A vector that is wiped on drop, and leaves nothing behind when it grows.
#[derive(Clone, Zeroize)]
pub(crate) struct Wiped<T: Copy + Zeroize>(Zeroizing<Vec<T>>);

impl<T: Copy + Zeroize> Wiped<T> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self(Zeroizing::new(Vec::with_capacity(capacity)))
    }

    pub(crate) fn push(&mut self, item: T) {
        self.reserve(1);
        self.0.push(item);
    }

    /// Adds items. If the iterator panics, the items before that stay.
    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        /// The most items that are believed of an iterator's size hint, which may be wrong.
        const BELIEVED: usize = 1024;
        let items = items.into_iter();
        self.reserve(items.size_hint().0.min(BELIEVED));
        for item in items {
            self.push(item);
        }
    }

    /// Removes items from the end. Their memory is wiped with the rest.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    fn reserve(&mut self, more: usize) {
        let needed = self.0.len() + more;
        if needed > self.0.capacity() {
            let mut larger = Vec::with_capacity(needed.max(2 * self.0.capacity()));
            larger.extend_from_slice(&self.0);
            self.0 = Zeroizing::new(larger);
        }
    }
}

impl<T: Copy + Zeroize> Deref for Wiped<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}
