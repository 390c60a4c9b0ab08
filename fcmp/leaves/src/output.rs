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
    /// Whether consensus checked that O and C have no torsion, as for Carrot outputs. Then they are converted
    /// unchanged, in a third of the time.
    pub checked_for_torsion: bool,
}

/// Where the generator of an output's key image comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyImageGenerator {
    /// The encoded point, which the caller hashed from the transaction's key, torsion included.
    Given([u8; 32]),
    /// It is this hash of the key.
    Hashed(HashToPoint),
}

impl Output {
    /// An output before Carrot, Monero's `LegacyOutputPair`: torsion is cleared; I is the key's biased hash.
    pub const fn legacy(key: [u8; 32], commitment: [u8; 32]) -> Self {
        Self {
            key,
            key_image_generator: KeyImageGenerator::Hashed(HashToPoint::Biased),
            commitment,
            checked_for_torsion: false,
        }
    }

    /// A Carrot output, Monero's `CarrotOutputPairV1`: consensus checked it for torsion; I is the key's unbiased hash.
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

/// Why an output has no leaf: the first refused point of O, I and C, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The refused point. Later ones may be wrong too.
    pub point: OutputPoint,
    /// The reason.
    pub reason: Refusal,
}

impl Refused {
    /// Makes a refusal of this point from its reason.
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
