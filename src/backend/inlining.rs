//! How vector code is inlined for certain.

/// A `gather_pairs` by two `gather`s.
macro_rules! gather_each {
    ($pair:ident) => {
        [
            Self::gather(
                #[inline(always)]
                |i| &$pair(i)[0],
            ),
            Self::gather(
                #[inline(always)]
                |i| &$pair(i)[1],
            ),
        ]
    };
}
pub(crate) use gather_each;

/// Whether this build inlines formulas and kernels.
#[allow(dead_code)] // without vectors
pub(crate) const INLINING: bool = cfg!(all(helioselene_has = "optimised", not(debug_assertions)));
