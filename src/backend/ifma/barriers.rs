//! Optimisation barriers for vectors: assembly blocks without an instruction, through which the optimiser cannot see.

use core::arch::x86_64::{__m256i, __m512i};

/// Defines the barriers for one kind of registers.
macro_rules! barriers {
    ($in_order:ident, $barrier:ident: $Register:ident in $class:ident, $features:literal) => {
        /// Implements `Lanes::in_order`: each result depends on all four operands.
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in crate::backend) unsafe fn $in_order([mut x, mut y, mut z, mut w]: [$Register; 4]) -> [$Register; 4] {
            // SAFETY: the text is a comment, so nothing is executed; the registers are declared `inout`.
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

        /// Hides a vector from the optimiser, which might merge a selection by secret lanes with a masked store, whose
        /// time depends on the mask.
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[inline]
        #[target_feature(enable = $features)]
        pub(in crate::backend) unsafe fn $barrier(mut x: $Register) -> $Register {
            // SAFETY: the text is a comment, so nothing is executed.
            unsafe {
                core::arch::asm!("/* {} */", inout($class) x, options(pure, nomem, nostack, preserves_flags));
            }
            x
        }
    };
}
barriers!(in_order_256, barrier_256: __m256i in ymm_reg, "avx");
barriers!(in_order_512, barrier_512: __m512i in zmm_reg, "avx512f");
