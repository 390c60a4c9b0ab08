//! Sums of public points of Ed25519: the other half of verifying a Monero transaction, whose Bulletproofs+ are checked by
//! one sum of some hundred points.
//!
//! Points are those of the whole curve −x² + y² = 1 + d·x²y², a cyclic group of order 8ℓ, and scalars are integers, not
//! residues modulo ℓ: k·P and (k + ℓ)·P differ if P has torsion. In the subgroup of prime order they are the same.
//!
//! ```
//! use helioselene_simd::ed25519::EdwardsPoint;
//!
//! let g = EdwardsPoint::GENERATOR;
//! let scalar = |k: u8| { let mut bytes = [0; 32]; bytes[0] = k; bytes };
//! let sum = EdwardsPoint::vartime_multiscalar_mul(&[scalar(2), scalar(3)], &[g, g + g]);
//! assert_eq!(sum, EdwardsPoint::vartime_multiscalar_mul(&[scalar(8)], &[g]));
//! ```
//!
//! `notes/ed25519.md` in the package has the formulas.

#[allow(dead_code)] // What only `unstable` has.
pub(crate) mod edwards;
pub(crate) mod encoding;
mod horner;
mod prepared;
mod sum;
mod weierstrass;

use alloc::vec::Vec;
use core::ops::{Add, Neg, Sub};

use ff::Field as _;
use subtle::{Choice, ConstantTimeEq, CtOption};

pub use prepared::VartimeEdwardsPrecomputation;

use crate::Field25519;
use crate::backend::tuning::sums::points_per_thread;
use crate::curve::Algorithm;
use crate::dispatch::{Backend, run_batch};
use crate::scalar_mul::Magnitude;
use crate::threads;
use crate::word::{self, Limbs, from_hex};

/// A point of Ed25519, of any order. Homogeneous coordinates: x = X/Z and y = Y/Z.
///
/// Constant time, except for functions whose names say `vartime`.
#[derive(Clone, Copy, Debug)]
pub struct EdwardsPoint {
    x: Field25519,
    y: Field25519,
    z: Field25519,
}

impl EdwardsPoint {
    /// The identity, (0, 1).
    pub const IDENTITY: Self = Self {
        x: Field25519::from_small(0),
        y: Field25519::from_small(1),
        z: Field25519::from_small(1),
    };
    /// The generator of the subgroup of prime order, y = 4/5.
    pub const GENERATOR: Self = Self {
        x: edwards::constant("216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a"),
        y: edwards::constant("6666666666666666666666666666666666666666666666666666666666666658"),
        z: Field25519::from_small(1),
    };

    /// Returns the point with the homogeneous coordinates (X : Y : Z), or none if they are not on the curve or Z = 0.
    pub fn from_projective([x, y, z]: [Field25519; 3]) -> CtOption<Self> {
        // (Y² − X²)Z² = Z⁴ + dX²Y², the equation times Z⁴.
        let (xx, yy, zz) = (x.square(), y.square(), z.square());
        let right = zz.square() + edwards::D * xx * yy;
        let is_point = ((yy - xx) * zz).ct_eq(&right) & !z.is_zero();
        CtOption::new(Self { x, y, z }, is_point)
    }

    /// Returns X, Y and Z with x = X/Z and y = Y/Z. Their common factor depends on how the point was computed.
    pub fn to_projective(&self) -> [Field25519; 3] {
        [self.x, self.y, self.z]
    }

    /// Decodes points, with `None` for what is no encoding; variable time.
    ///
    /// An encoding is y < p, little-endian, with the parity of x in the top bit, which is 0 for x = 0. These are RFC 8032's
    /// and Monero's rules; curve25519-dalek also accepts y ≥ p, and the top bit for x = 0.
    ///
    /// ```
    /// use helioselene_simd::ed25519::EdwardsPoint;
    ///
    /// let encodings = EdwardsPoint::vartime_batch_to_bytes(&[EdwardsPoint::GENERATOR]);
    /// let points = EdwardsPoint::vartime_batch_from_bytes(&[encodings[0], [0xff; 32]]);
    /// assert_eq!(points, [Some(EdwardsPoint::GENERATOR), None]);
    /// ```
    pub fn vartime_batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<Option<Self>> {
        let mut points = threads::copies(None, encodings.len());
        threads::fill(&mut points, points_per_thread::ROOT, |first, points| {
            let encodings = &encodings[first..][..points.len()];
            run_batch(encoding::Decode { encodings, points });
        });
        points
    }

    /// Returns the encodings of points, by one inversion for all; variable time.
    pub fn vartime_batch_to_bytes(points: &[Self]) -> Vec<[u8; 32]> {
        encoding::encode(points)
    }

    /// Returns whether this is the identity.
    pub fn is_identity(&self) -> bool {
        self.ct_eq(&Self::IDENTITY).into()
    }

    /// Returns whether 8 times this is the identity.
    pub fn is_small_order(&self) -> bool {
        // Points of order 1 and 2 have x = 0, those of order 4 have y = 0, and those of order 8 have x² + y² = 0, so that
        // the double has y = 0. Factors Z of the homogeneous coordinates change nothing.
        let Self { x, y, .. } = self;
        (*x * y * (x.square() + y.square())).is_zero().into()
    }

    /// Returns Σ scalarsᵢ·pointsᵢ, where scalars are little-endian integers; variable time. The sum of no points is the
    /// identity.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    pub fn vartime_multiscalar_mul(scalars: &[[u8; 32]], points: &[Self]) -> Self {
        Self::sum(scalars, points, None)
    }

    /// Returns [`Self::vartime_multiscalar_mul`] by a chosen algorithm, for tests and measurements.
    #[doc(hidden)]
    pub fn vartime_multiscalar_mul_by(
        algorithm: Algorithm,
        scalars: &[[u8; 32]],
        points: &[Self],
    ) -> Self {
        Self::sum(scalars, points, Some(algorithm))
    }

    /// Returns the sum, by the fastest algorithm unless one is chosen.
    fn sum(scalars: &[[u8; 32]], points: &[Self], algorithm: Option<Algorithm>) -> Self {
        assert_eq!(scalars.len(), points.len(), "as many scalars as points");
        run_batch(sum::VartimeSum {
            scalars: scalars.iter().map(magnitude).collect(),
            points,
            algorithm,
        })
    }
}

/// Reduces a little-endian integer modulo 8ℓ, the order of the group, to ±k with k ≤ 4ℓ: that changes no product, even of
/// a point with torsion.
fn magnitude(scalar: &[u8; 32]) -> Magnitude {
    const ORDER: Limbs =
        from_hex("80000000000000000000000000000000a6f7cef517bce6b2c09318d2e7ae9f68");
    let k = word::from_le_bytes(scalar);
    // 8ℓ is above 2^255, so the integer is below twice that, and one subtraction reduces it.
    let (less, borrow) = word::sub(&k, &ORDER);
    Magnitude::modulo(if borrow == 1 { &k } else { &less }, &ORDER)
}

impl ConstantTimeEq for EdwardsPoint {
    fn ct_eq(&self, other: &Self) -> Choice {
        // No point has Z = 0, so these compare x and y.
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

impl PartialEq for EdwardsPoint {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for EdwardsPoint {}

impl Add for EdwardsPoint {
    type Output = Self;
    // A sum of two without doublings, computed on the selected backend.
    fn add(self, other: Self) -> Self {
        Backend::selected().one(horner::Joined {
            sums: &[self, other],
            doublings: 0,
        })
    }
}

impl Neg for EdwardsPoint {
    type Output = Self;
    fn neg(self) -> Self {
        // −(x, y) = (−x, y) on an Edwards curve.
        Self { x: -self.x, ..self }
    }
}

impl Sub for EdwardsPoint {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Add::add(self, -other)
    }
}

#[cfg(test)]
mod tests;
