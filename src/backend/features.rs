//! Every function that is compiled for an instruction set which not all CPUs have.
//!
//! Code becomes part of one of these by `#[inline(always)]`; what is not inlined has no vector
//! instructions. To *enter* is to begin with an instruction set; to *call* is to compile a part of what was
//! entered as one function.

/// The same twice: inlined into its caller if that has the features, and never.
macro_rules! features {
    ($($(#[$doc:meta])* $enter:ident, $call:ident: $features:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn $enter<R>(run: impl FnOnce() -> R) -> R {
            run()
        }

        $(#[$doc])*
        /// As a function of its own.
        ///
        /// # Safety
        ///
        /// The CPU and the operating system must have these features.
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn $call<R>(run: impl FnOnce() -> R) -> R {
            run()
        }
    )*};
}

features! {
    /// AVX2 and FMA.
    enter_avx2, call_avx2: "avx2,fma";
    /// AVX-512 with IFMA.
    enter_ifma, call_ifma: "avx512f,avx512dq,avx512vl,avx512ifma";
}
