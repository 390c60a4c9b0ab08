//! Macros for functions compiled for an instruction set that not all CPUs have.
//!
//! Code joins such a function through `#[inline(always)]`; code that is not inlined gets no vector instructions.
//! *Entering* begins with an instruction set; a *call* compiles a part of the entered code as one function.

/// Runs a closure under the features of an instruction set, by two functions: one that is inlined into callers with
/// the features, and one that never is.
///
/// Methods of a closure are compiled with its module. Functions generic over closures would all be compiled with this
/// module, by one core while the others wait.
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

/// Methods of one instruction each, for registers wrapped in a tuple.
macro_rules! instructions {
    ($($name:ident($self:ident $(, $other:ident)*): $intrinsic:ident)*) => {$(
        #[inline]
        fn $name($self $(, $other: Self)*) -> Self {
            // SAFETY: see the type.
            Self(unsafe { $intrinsic($self.0 $(, $other.0)*) })
        }
    )*};
}
pub(super) use instructions;

/// Names the first of these features that is missing.
macro_rules! missing {
    ($($has:expr => $name:literal),*) => {
        [$(($has, concat!("the CPU or the operating system lacks ", $name))),*]
            .into_iter()
            .find_map(|(has, lack)| (!has).then_some(lack))
    };
}
pub(super) use missing;

// AVX2 and FMA, with everything they imply to the compiler, which may use any of it.
cpufeatures::new!(avx2, "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2");
cpufeatures::new!(fma, "fma");

/// The first feature the AVX2 backend needs that the CPU or the operating system lacks; other backends need more.
pub(super) fn lacking_avx2() -> Option<&'static str> {
    missing!(avx2::get() => "AVX2", fma::get() => "FMA")
}
