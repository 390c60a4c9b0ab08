//! Elements in a backend's memory format.

use zeroize::Zeroize;

use crate::field::{FieldElement, Prime};

/// The most lanes of any vector.
pub const MAX_LANES: usize = 8;

/// An element in a backend's memory format.
pub trait Lane: Copy + Default + Zeroize + Send + Sync + 'static {
    /// A type that has the alignment at which points of two such elements are stored.
    type Aligned: Copy + Send + Sync + 'static;

    /// Returns whether all limbs are zero, as in the default value. Variable time.
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
        // The compiler would call `memcmp` to compare arrays; usually the first limb decides.
        let is_zero = |limb: &T| *limb == T::default();
        is_zero(&self[0]) && self.iter().fold(true, |zero, limb| zero & is_zero(limb))
    }
}

/// The format of backends that compute with the public type.
impl<P: Prime> Lane for FieldElement<P> {
    type Aligned = Self;

    fn is_zero(&self) -> bool {
        ff::Field::is_zero_vartime(self)
    }
}

/// Prefetches `x`, which may span two cache lines. Variable time: its address must be public.
#[inline(always)]
pub(crate) fn prefetch<T>(x: &T) {
    // Targets without SSE, such as soft-float ones, lack the instruction.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(x).cast::<i8>();
        // SAFETY: every CPU with SSE has the instruction, which is only a hint; both addresses are within `x`.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(start);
            if align_of::<T>() < size_of::<T>() {
                _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<T>() - 1));
            }
        }
    }
    let _ = x;
}
