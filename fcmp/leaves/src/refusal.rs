//! Why a point has no coordinates.

use core::fmt;

/// Why a point has no Weierstrass coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The 32 bytes encode no point: y ≥ p, y has no x, or the parity bit is set although x = 0.
    NoPoint,
    /// The point is the identity or (0, −1); where torsion is cleared, any point of small order.
    NoCoordinates,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPoint => "not the encoding of a point",
            Self::NoCoordinates => "a point without Weierstrass coordinates",
        })
    }
}

impl core::error::Error for Refusal {}
