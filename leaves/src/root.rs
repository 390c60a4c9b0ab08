//! Which root the sign of y is by.

/// The root of −486664 that is c in the short Weierstrass coordinate y of a point, whose sign depends on it.
///
/// A tree, and the proofs over it, have one of the two throughout: take it by the revision of FCMP++ or of Monero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// The even root: FCMP++ 0e438ae, and Monero before its commit 1e9c45543 of 2026-07-23.
    Even,
    /// The odd root: FCMP++ since 31c26d9 (2026-08-18), and Monero since its commit 1e9c45543.
    Odd,
}

impl Root {
    /// The root of FCMP++ 0e438ae.
    pub const OF_0E438AE: Self = Self::Even;
    /// The root of FCMP++ since 31c26d9, and of 77788c36.
    pub const SINCE_31C26D9: Self = Self::Odd;
}
