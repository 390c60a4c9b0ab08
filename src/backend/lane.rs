//! Elements in memory, as a backend computes with them.

use zeroize::Zeroize;

use crate::field::{FieldElement, Prime};

/// Room for the elements of any backend's vector: the widest have eight.
pub const MAX_LANES: usize = 8;

/// An element as a backend keeps it in memory.
pub trait Lane: Copy + Default + Zeroize + Send + Sync + 'static {
    /// A type that has the alignment of a point of two such elements.
    type Aligned: Copy + Send + Sync + 'static;

    /// Whether all limbs are zero, as those of the default are. Variable time.
    fn is_zero(&self) -> bool;
}

impl<T, const N: usize> Lane for [T; N]
where
    T: Copy + Default + PartialEq + Send + Sync + 'static,
    Self: Default + Zeroize,
{
    type Aligned = T;

    #[inline(always)]
    fn is_zero(&self) -> bool {
        // Not by comparison of arrays, for which the compiler calls a function. Most are told by the first limb.
        let is_zero = |limb: &T| *limb == T::default();
        is_zero(&self[0]) && self.iter().fold(true, |zero, limb| zero & is_zero(limb))
    }
}

/// For backends whose elements are those of the public type.
impl<P: Prime> Lane for FieldElement<P> {
    type Aligned = Self;

    fn is_zero(&self) -> bool {
        ff::Field::is_zero_vartime(self)
    }
}

/// Asks for the cache lines of `x` ahead of its use. Variable time.
#[inline(always)]
pub(crate) fn prefetch<T>(x: &T) {
    // Targets of soft floats lack it.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(x).cast::<i8>();
        // SAFETY: every CPU of this kind has the instruction, which reads nothing; both are bytes of `x`.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(start);
            if align_of::<T>() < size_of::<T>() {
                _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<T>() - 1));
            }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = x;
}
