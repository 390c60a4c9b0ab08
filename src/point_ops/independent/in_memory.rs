//! The formulas that `lab/rocq/prove` proves, as functions of points in memory.

use core::mem::{offset_of, size_of};

use super::*;

impl<V: FieldVector> Projective<V> {
    /// Adds (x2 : y2 : z2): the function that loops over independent points call.
    #[inline(always)]
    pub(crate) fn add_in_memory([x2, y2, z2]: &[V; 3], three_b: &V, point: &mut Self) {
        const { Self::IN_ORDER };
        point.add([x2, y2, z2], three_b);
    }

    /// Doubles the point, but leaves the identity as (0, 0, 0).
    #[inline(always)]
    pub(crate) fn double_in_memory(&mut self) {
        const { Self::IN_ORDER };
        *self = self.double_to_jacobian().to_projective();
    }

    /// Fails the build unless X, Y and Z are in memory in this order, as the proofs assume.
    const IN_ORDER: () = assert!(
        offset_of!(Self, x) == 0
            && offset_of!(Self, y) == size_of::<V>()
            && offset_of!(Self, z) == 2 * size_of::<V>()
    );
}
