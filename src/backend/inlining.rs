//! How vector code is inlined for certain.

/// `[e(0), … e(4)]` for five limbs, or for the listed ones. Unlike a closure, it is certainly inlined; code
/// not inlined into the backend's entry has no vector instructions.
macro_rules! each {
    ($i:ident => $e:expr) => {
        each!([0, 1, 2, 3, 4], $i => $e)
    };
    ([$($n:literal),*], $i:ident => $e:expr) => {
        [$({
            let $i: usize = $n;
            $e
        }),*]
    };
}
pub(crate) use each;

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
pub(crate) const INLINING: bool = cfg!(all(helioselene_has = "optimised", not(debug_assertions)));
