//! Macros for functions that are compiled for an instruction set that not all CPUs have.
//!
//! Only code that is inlined into such a function, by `#[inline(always)]`, is compiled to vector instructions.
//! To *enter* is to begin an instruction set; a *call* compiles a part of the entered code as a function of its own.

/// Defines a trait of closures with two methods that run the closure with the features of an instruction set: one that may
/// be inlined into callers that have the features, and one that is never inlined.
///
/// They are methods of the closure because these are compiled with the closure's module. Functions generic over closures
/// would all be compiled with this module, by one core while the others wait.
macro_rules! features {
    ($(#[$doc:meta])* $With:ident: $enter:ident, $call:ident: $features:literal) => {
        pub(in crate::backend) trait $With<R>: FnOnce() -> R {
            $(#[$doc])*
            ///
            /// # Safety
            ///
            /// The CPU and the operating system must have these features.
            unsafe fn $enter(self) -> R;

            $(#[$doc])*
            /// Runs it as a function of its own.
            ///
            /// # Safety
            ///
            /// The CPU and the operating system must have these features.
            unsafe fn $call(self) -> R;
        }

        impl<R, F: FnOnce() -> R> $With<R> for F {
            #[target_feature(enable = $features)]
            unsafe fn $enter(self) -> R {
                self()
            }

            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn $call(self) -> R {
                self()
            }
        }
    };
}
pub(super) use features;

/// Defines methods of one instruction each, for registers wrapped in a tuple.
macro_rules! instructions {
    ($($name:ident($self:ident $(, $other:ident)*): $intrinsic:ident)*) => {$(
        #[inline]
        fn $name($self $(, $other: Self)*) -> Self {
            // SAFETY: see the type, which exists only if the CPU has the instruction; it does not access memory.
            Self(unsafe { $intrinsic($self.0 $(, $other.0)*) })
        }
    )*};
}
pub(super) use instructions;

/// Returns a message that names the first of these features that is missing, or `None`.
macro_rules! missing {
    ($($has:expr => $name:literal),*) => {
        [$(($has, concat!("the CPU or the operating system lacks ", $name))),*]
            .into_iter()
            .find_map(|(has, lack)| (!has).then_some(lack))
    };
}
pub(super) use missing;

// AVX2 and FMA, with all features that rustc takes as implied by them and may therefore use.
cpufeatures::new!(avx2, "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2");
cpufeatures::new!(fma, "fma");

/// Returns a message that names the first feature of the AVX2 backend that the CPU or the operating system lacks. Other
/// backends need these features and more.
pub(super) fn lacking_avx2() -> Option<&'static str> {
    missing!(avx2::get() => "AVX2", fma::get() => "FMA")
}
