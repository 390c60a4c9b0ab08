//! Macros for functions that are compiled for an instruction set which not all CPUs have.
//!
//! Code becomes part of one of these by `#[inline(always)]`; code that is not inlined has no vector
//! instructions. *Entering* begins with an instruction set; a *call* compiles a part of the entered code as
//! one function.

/// Runs a closure under the features of an instruction set, by two functions: one that is inlined into callers with
/// the features, and one that never is.
///
/// As methods of the closure they are compiled with the closure's module. Functions that are generic over closures
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

/// The first of these features that is missing.
macro_rules! missing {
    ($($there:expr => $name:literal),*) => {
        [$(($there, concat!("the CPU or the operating system lacks ", $name))),*]
            .into_iter()
            .find_map(|(there, lack)| (!there).then_some(lack))
    };
}
pub(super) use missing;
