//! Why a point has no coordinates, and an output no leaf.

use core::fmt;

/// Why a point has no Weierstrass coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The 32 bytes encode no point: y is not below p, or has no x, or the parity bit is set although x = 0.
    NoPoint,
    /// The point is the identity or (0, −1), which have none; where torsion is cleared, any point of small order.
    NoCoordinates,
}

/// A point of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputPoint {
    /// O, the one-time key.
    Key,
    /// I, the generator of the key image.
    KeyImageGenerator,
    /// C, the commitment.
    Commitment,
}

/// Why an output has no leaf: the first of O, I and C that is refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Which point is refused. Those after it may be wrong as well.
    pub point: OutputPoint,
    /// Why.
    pub reason: Refusal,
}

impl Refused {
    /// That this point is refused, for a reason to be given.
    pub(super) fn of(point: OutputPoint) -> impl Fn(Refusal) -> Self {
        move |reason| Self { point, reason }
    }
}

impl Refusal {
    fn text(self) -> &'static str {
        match self {
            Self::NoPoint => "is no encoding of a point",
            Self::NoCoordinates => "has no Weierstrass coordinates",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the point {}", self.text())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = match self.point {
            OutputPoint::Key => "the key",
            OutputPoint::KeyImageGenerator => "the key image generator",
            OutputPoint::Commitment => "the commitment",
        };
        write!(f, "{point} {}", self.reason.text())
    }
}

impl core::error::Error for Refusal {}
impl core::error::Error for Refused {}
