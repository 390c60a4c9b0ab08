//! The root that decides the sign of y.

/// Which root of −486664 is c in a point's short Weierstrass coordinate y, and so decides its sign.
///
/// A tree and the proofs over it use one of the two throughout: choose by the revision of FCMP++ or Monero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// The even root: FCMP++ 0e438ae, and Monero before its commit 1e9c45543 of 2026-07-23.
    Even,
    /// The odd root: FCMP++ at 76399e58 (2026-07-09) and since 31c26d9 (2026-08-18), and Monero since its commit 1e9c45543.
    Odd,
}

impl Root {
    /// The root of FCMP++ 0e438ae.
    pub const OF_0E438AE: Self = Self::Even;
    /// The root of FCMP++ since 31c26d9, 77788c36 included, and of 76399e58.
    pub const SINCE_31C26D9: Self = Self::Odd;
}
