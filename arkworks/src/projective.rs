//! Points in projective coordinates, and sums of many.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use ark_ec::scalar_mul::BatchMulPreprocessing;
use ark_ec::{CurveGroup, PrimeGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, Zero};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use helioselene_simd::group::Group;
use helioselene_simd::{Curve, FieldElement, Point};
use zeroize::{Zeroize, Zeroizing};

use crate::points::{Affine, Config, Projective};
use crate::{BaseField, ScalarField};

/// Hashes the 32 bytes of its encoding.
impl<C: Curve> Hash for Projective<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The identity.
impl<C: Curve> Default for Projective<C> {
    fn default() -> Self {
        Self::ZERO
    }
}

/// The projective coordinates. Prints secrets like any other value.
impl<C: Curve> fmt::Debug for Projective<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The affine coordinates in decimal, or `infinity`.
impl<C: Curve> fmt::Display for Projective<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.into_affine(), f)
    }
}

impl<C: Curve> Zeroize for Projective<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Like `group::Group::random`: nobody knows its logarithm.
impl<C: Curve> Distribution<Projective<C>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Projective<C> {
        Projective(Point::random(rng))
    }
}

impl<C: Curve> From<Affine<C>> for Projective<C> {
    fn from(point: Affine<C>) -> Self {
        Self(point.0.into())
    }
}

impl<C: Curve> Zero for Projective<C> {
    fn zero() -> Self {
        Self::ZERO
    }

    fn is_zero(&self) -> bool {
        self.0.is_identity().into()
    }
}

impl<C: Curve> AdditiveGroup for Projective<C> {
    type Scalar = ScalarField<C>;

    const ZERO: Self = Self(Point::IDENTITY);

    fn double_in_place(&mut self) -> &mut Self {
        self.0 = self.0.double();
        self
    }
}

impl<C: Curve> PrimeGroup for Projective<C> {
    type ScalarField = ScalarField<C>;

    fn generator() -> Self {
        Self(Point::GENERATOR)
    }

    /// Constant time except for the number of limbs.
    fn mul_bigint(&self, limbs: impl AsRef<[u64]>) -> Self {
        *self * ScalarField::<C>::from_limbs_mod_order(limbs.as_ref())
    }

    /// Constant time except for the number of bits.
    fn mul_bits_be(&self, bits: impl Iterator<Item = bool>) -> Self {
        *self
            * bits.fold(ScalarField::<C>::ZERO, |k, bit| {
                k.double() + ScalarField::<C>::from(bit)
            })
    }
}

impl<C: Curve> ScalarMul for Projective<C> {
    type MulBase = Affine<C>;

    const NEGATION_IS_CHEAP: bool = true;

    fn batch_convert_to_mul_base(points: &[Self]) -> Vec<Affine<C>> {
        Self::normalize_batch(points)
    }

    /// Multiples of the generator use its tables, in constant time; those of another point use arkworks' windows.
    fn batch_mul(self, scalars: &[ScalarField<C>]) -> Vec<Affine<C>> {
        if self.0 != Point::GENERATOR {
            return BatchMulPreprocessing::new(self, scalars.len()).batch_mul(scalars);
        }
        let multiples = scalars
            .iter()
            .map(|scalar| Self(Point::mul_base(&scalar.0)));
        Self::normalize_batch(&wiped(multiples))
    }
}

impl<C: Curve> CurveGroup for Projective<C> {
    type Config = Config<C>;
    type BaseField = BaseField<C>;
    type Affine = Affine<C>;
    type FullGroup = Affine<C>;

    /// One inversion for all points; constant time.
    fn normalize_batch(points: &[Self]) -> Vec<Affine<C>> {
        let points = wiped(points.iter().map(|point| point.0));
        let affine = Zeroizing::new(Point::batch_to_affine(&points));
        affine.iter().copied().map(Affine).collect()
    }
}

/// Items that are wiped when dropped, in a vector that never grows: growing would leave its old contents on the heap.
fn wiped<T: Zeroize>(items: impl ExactSizeIterator<Item = T>) -> Zeroizing<Vec<T>> {
    let mut vector = Zeroizing::new(Vec::with_capacity(items.len()));
    vector.extend(items);
    vector
}

/// Sums in variable time, by [`Point::vartime_multiscalar_mul`].
impl<C: Curve> VariableBaseMSM for Projective<C> {
    fn msm_unchecked(bases: &[Affine<C>], scalars: &[ScalarField<C>]) -> Self {
        sum(bases, scalars.iter().map(|scalar| scalar.0))
    }

    fn msm_bigint(bases: &[Affine<C>], scalars: &[BigInt<4>]) -> Self {
        let scalars = scalars
            .iter()
            .map(|limbs| ScalarField::<C>::from_limbs_mod_order(&limbs.0).0);
        sum(bases, scalars)
    }
}

/// Σ scalarsᵢ·basesᵢ, up to the shorter list's length.
fn sum<C: Curve>(
    bases: &[Affine<C>],
    scalars: impl ExactSizeIterator<Item = FieldElement<C::Scalar>>,
) -> Projective<C> {
    let terms = bases.len().min(scalars.len());
    let points = bases[..terms].iter().map(|base| Point::from(base.0));
    Projective(Point::vartime_multiscalar_mul(scalars.take(terms), points))
}
