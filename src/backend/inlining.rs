//! Guarantees that vector code is inlined.

/// Expands to `function(|| e)` or `function(|x| e)` with a closure that is certainly inlined. Code that is not inlined into
/// a backend's entry gets no vector instructions.
macro_rules! always {
    ($function:path, |$x:pat_param| $e:expr) => {
        $function(
            #[inline(always)]
            |$x| $e,
        )
    };
    ($function:path, $e:expr) => {
        $function(
            #[inline(always)]
            || $e,
        )
    };
}
pub(crate) use always;

/// Whether this build inlines formulas and kernels.
pub(crate) const INLINING: bool = cfg!(all(helioselene_has = "optimised", not(debug_assertions)));

/// Lanes, with functions that run code with the target features that their instructions need.
#[cfg(any(test, helioselene_has = "lanes"))]
pub(crate) trait TargetFeatures {
    /// Runs a function with the target features, see `FieldVector::enter`.
    fn enter<R>(run: impl FnOnce() -> R) -> R;
    /// Runs a formula with the target features, as a function of its own, see `FieldVector::call`.
    fn call<R>(formula: impl FnOnce() -> R) -> R;
}
