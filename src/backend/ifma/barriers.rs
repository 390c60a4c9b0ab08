//! Assembly without an instruction, which the optimiser does not see through.

use core::arch::x86_64::{__m256i, __m512i};

/// The same vectors, all computed before any of them is used, see `Lanes::in_order`.
macro_rules! in_order {
    ($name:ident: $Register:ident in $class:ident, $features:literal) => {
        /// See [`in_order`].
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in crate::backend) unsafe fn $name([mut x, mut y, mut z, mut w]: [$Register; 4]) -> [$Register; 4] {
            // SAFETY: no instruction; the registers are declared to change.
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
#[allow(unused_imports)] // but by AVX-IFMA
pub(in crate::backend) use in_order;
in_order!(in_order_256: __m256i in ymm_reg, "avx512f,avx512vl");
in_order!(in_order_512: __m512i in zmm_reg, "avx512f");

/// The same vector, hidden from the optimiser, which might merge a selection by secret lanes with a masked store,
/// whose time depends on the mask.
macro_rules! barrier {
    ($name:ident: $Register:ident in $class:ident, $features:literal) => {
        /// See [`barrier`].
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in crate::backend) unsafe fn $name(mut x: $Register) -> $Register {
            // SAFETY: no instruction.
            unsafe {
                core::arch::asm!("/* {} */", inout($class) x, options(pure, nomem, nostack, preserves_flags));
            }
            x
        }
    };
}
#[allow(unused_imports)] // but by AVX-IFMA
pub(in crate::backend) use barrier;
barrier!(barrier_256: __m256i in ymm_reg, "avx512f,avx512vl");
barrier!(barrier_512: __m512i in zmm_reg, "avx512f");
