use super::*;

impl<V: BatchVector> Buffers<V> {
    pub(in crate::msm) fn is_wiped(&self) -> bool {
        self.schedule.starts.is_empty()
    }
}
