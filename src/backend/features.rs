//! Every function that is compiled for an instruction set which not all CPUs have.
//!
//! Code becomes part of one of these by `#[inline(always)]`; what is not inlined has no vector
//! instructions. To *enter* is to begin with an instruction set; to *call* is to compile a part of what was
//! entered as one function.

use core::arch::x86_64::{__m256i, __m512i};

/// A closure under the features of an instruction set, by two functions: one that is inlined into its caller if
/// that has the features, and one that never is.
///
/// As methods of the closure they are compiled with the module that the closure is in. Functions that are generic
/// over closures would all be compiled with this module, by one core while the others wait.
macro_rules! features {
    ($($(#[$doc:meta])* $enter:ident, $call:ident: $features:literal;)*) => {
        pub(super) trait WithFeatures<R>: FnOnce() -> R {$(
            $(#[$doc])*
            ///
            /// # Safety
            ///
            /// The CPU and the operating system must have these features.
            unsafe fn $enter(self) -> R;

            $(#[$doc])*
            /// As a function of its own.
            ///
            /// # Safety
            ///
            /// The CPU and the operating system must have these features.
            unsafe fn $call(self) -> R;
        )*}

        impl<R, F: FnOnce() -> R> WithFeatures<R> for F {$(
            #[target_feature(enable = $features)]
            unsafe fn $enter(self) -> R {
                self()
            }

            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn $call(self) -> R {
                self()
            }
        )*}
    };
}

features! {
    /// AVX2 and FMA.
    enter_avx2, call_avx2: "avx2,fma";
    /// AVX-512 with IFMA.
    enter_ifma, call_ifma: "avx512f,avx512dq,avx512vl,avx512ifma";
}

/// The same vectors, all of them computed before whatever uses one of them, see `Lanes::in_order`.
macro_rules! in_order {
    ($name:ident: $Register:ident in $class:ident, $features:literal) => {
        /// See [`in_order`].
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have AVX-512.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $name([mut x, mut y, mut z, mut w]: [$Register; 4]) -> [$Register; 4] {
            // SAFETY: no instruction, but what it claims to change must be there before it.
            unsafe {
                core::arch::asm!(
                    "/* {} {} {} {} */",
                    inout($class) x,
                    inout($class) y,
                    inout($class) z,
                    inout($class) w,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
            [x, y, z, w]
        }
    };
}
in_order!(in_order_256: __m256i in ymm_reg, "avx512f,avx512vl");
in_order!(in_order_512: __m512i in zmm_reg, "avx512f");

/// The same vector, of which the optimiser knows nothing from here on: it cannot merge a selection by secret lanes
/// with a store, whose time would tell whether lanes are left out of it.
///
/// # Safety
///
/// The CPU and the operating system must have AVX-512.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn barrier_512(mut x: __m512i) -> __m512i {
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}
