//! Elements in memory, as a backend computes with them.

use zeroize::Zeroize;

use crate::field::{FieldElement, Prime};

/// Room for the elements of any backend's vector: the widest have eight.
pub const MAX_LANES: usize = 8;

/// An element as a backend keeps it in memory.
pub trait Lane: Copy + Default + Zeroize + Send + Sync + 'static {
    /// Whether all limbs are zero, as those of the default are. Variable time.
    fn is_zero(&self) -> bool;
}

impl<T, const N: usize> Lane for [T; N]
where
    T: Copy + Default + PartialEq + Send + Sync + 'static,
    Self: Default + Zeroize,
{
    #[inline(always)]
    fn is_zero(&self) -> bool {
        // Not by comparison of arrays, for which the compiler calls a function. Most are told by the first limb.
        let is_zero = |limb: &T| *limb == T::default();
        is_zero(&self[0]) && self.iter().fold(true, |zero, limb| zero & is_zero(limb))
    }
}

/// For backends whose elements are those of the public type.
impl<P: Prime> Lane for FieldElement<P> {
    fn is_zero(&self) -> bool {
        ff::Field::is_zero_vartime(self)
    }
}
