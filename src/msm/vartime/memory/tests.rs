use super::*;

/// Whether scalars, and lists of their digits, are wiped.
impl<V: BatchVector> Memory<V> {
    pub(crate) fn is_wiped(&self) -> bool {
        let Scratch {
            buffers,
            lists,
            unsorted,
            ..
        } = &self.scratch;
        self.scalars.is_empty()
            && self.prepared.is_empty()
            && lists.references.is_empty()
            && lists.ends.is_empty()
            && unsorted.is_wiped()
            && buffers.is_wiped()
    }
}
