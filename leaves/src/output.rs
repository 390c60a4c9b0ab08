//! Outputs, and why one has no leaf.

use core::fmt;

use super::{HashToPoint, Refusal};

/// The points of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// O, the one-time key, as in the transaction.
    pub key: [u8; 32],
    /// I, the generator of the key image.
    pub key_image_generator: KeyImageGenerator,
    /// C, the commitment to the amount.
    pub commitment: [u8; 32],
    /// Whether consensus checked that O and C have no torsion, as for Carrot outputs. Then they are
    /// converted unchanged, in a third of the time.
    pub checked_for_torsion: bool,
}

/// Where the generator of an output's key image comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyImageGenerator {
    /// The encoding of the point, hashed by the caller from the key as in the transaction, with its torsion.
    Given([u8; 32]),
    /// It is this hash of the key.
    Hashed(HashToPoint),
}

impl Output {
    /// An output before Carrot, Monero's `LegacyOutputPair`: torsion is cleared, and I is the biased hash of the key.
    pub const fn legacy(key: [u8; 32], commitment: [u8; 32]) -> Self {
        Self {
            key,
            key_image_generator: KeyImageGenerator::Hashed(HashToPoint::Biased),
            commitment,
            checked_for_torsion: false,
        }
    }

    /// An output of Carrot, Monero's `CarrotOutputPairV1`: consensus checked it for torsion, and I is the unbiased hash
    /// of the key.
    pub const fn carrot(key: [u8; 32], commitment: [u8; 32]) -> Self {
        Self {
            key,
            key_image_generator: KeyImageGenerator::Hashed(HashToPoint::Unbiased),
            commitment,
            checked_for_torsion: true,
        }
    }
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

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = match self.point {
            OutputPoint::Key => "the key",
            OutputPoint::KeyImageGenerator => "the key image generator",
            OutputPoint::Commitment => "the commitment",
        };
        write!(f, "{point} is {}", self.reason)
    }
}

impl core::error::Error for Refused {}
