//! Guaranteed inlining of vector code.

/// `function(|| e)` or `function(|x| e)` with a closure that is certainly inlined. Code that is not inlined into a
/// backend's entry has no vector instructions.
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
