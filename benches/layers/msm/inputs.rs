//! The same points and scalars for every contender.

use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use helioselene_bench_support::arkworks;
use helioselene_bench_support::reference::{self, PointField};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point};
use rand_core::SeedableRng;

/// A point of the reference.
pub trait Reference:
    GroupEncoding<Repr = [u8; 32]> + Group<Scalar: PointField> + zeroize::Zeroize
{
}

impl<C: reference::Curve, S: PointField> Reference for reference::Point<C, S> {}

/// A curve of arkworks.
pub trait Arkworks: SWCurveConfig<BaseField: ark_ff::PrimeField> {}

impl<A: SWCurveConfig<BaseField: ark_ff::PrimeField>> Arkworks for A {}

/// The longest sum of ours.
pub const LONGEST: usize = 1 << 16;
/// The longest of peers.
pub const OF_PEERS: usize = 1 << 12;

pub struct Inputs<C: Curve, R: Reference, A: Arkworks> {
    pub scalars: Vec<FieldElement<C::Scalar>>,
    pub points: Vec<Point<C>>,
    pub pairs: Vec<(R::Scalar, R)>,
    pub ark_scalars: Vec<A::ScalarField>,
    pub ark_points: Vec<Affine<A>>,
}

impl<C: Curve, R: Reference, A: Arkworks> Inputs<C, R, A> {
    pub fn new() -> Self {
        let n = LONGEST;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(6);
        // Each random: in an arithmetic progression different sums are sometimes equal.
        let points: Vec<_> = (0..n).map(|_| Point::<C>::random(&mut rng)).collect();
        let mut normal = points.clone();
        Point::batch_normalize_into(&points, &mut normal);
        let encodings = Point::batch_to_bytes(&points[..OF_PEERS]);
        let scalars: Vec<_> = (0..n)
            .map(|_| FieldElement::<C::Scalar>::random(&mut rng))
            .collect();
        Self {
            pairs: scalars
                .iter()
                .zip(&encodings)
                .map(|(k, point)| (Self::reference_scalar(k), R::from_bytes(point).unwrap()))
                .collect(),
            ark_scalars: scalars
                .iter()
                .take(OF_PEERS)
                .map(|k| arkworks::scalar::<A>(&k.to_repr()))
                .collect(),
            ark_points: encodings.iter().map(arkworks::point::<A>).collect(),
            scalars,
            points: normal,
        }
    }

    pub fn reference_scalar(scalar: &FieldElement<C::Scalar>) -> R::Scalar {
        R::Scalar::from_repr(scalar.to_repr()).unwrap()
    }
}
