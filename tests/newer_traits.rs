//! The traits of `ff` and `group` 0.14 against those of 0.13.

mod common;

use core::fmt::Error as Exhausted;

use common::rng;
use group_0_14::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use group_0_14::prime::PrimeCurve;
use group_0_14::{Curve as _, CurveAffine, Group, GroupEncoding};
use helioselene_simd::{
    AffinePoint, Curve, FieldElement, Helios, P25519, Point, Prime, Q, Selene, group,
};
use rand_core::RngCore;
use rand_core_0_10::{TryRng, UnwrapErr};

/// A generator for the newer version, which fails after a given number of draws.
struct Newer<R> {
    source: R,
    draws: usize,
}

impl<R: RngCore> Newer<R> {
    fn draw<T>(&mut self, draw: impl FnOnce(&mut R) -> T) -> Result<T, Exhausted> {
        self.draws = self.draws.checked_sub(1).ok_or(Exhausted)?;
        Ok(draw(&mut self.source))
    }
}

impl<R: RngCore> TryRng for Newer<R> {
    type Error = Exhausted;

    fn try_next_u32(&mut self) -> Result<u32, Exhausted> {
        self.draw(R::next_u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Exhausted> {
        self.draw(R::next_u64)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Exhausted> {
        self.draw(|source| source.fill_bytes(bytes))
    }
}

/// The generator that `rng` is for the older version.
fn newer(seed: u64, draws: usize) -> Newer<impl RngCore> {
    let source = rng(seed);
    Newer { source, draws }
}

fn field<P: Prime>() {
    use group::ff;
    type F<P> = FieldElement<P>;

    for seed in 0..20 {
        let expected = <F<P> as ff::Field>::random(rng(seed));
        let source = &mut newer(seed, usize::MAX);
        let x = F::<P>::random(&mut UnwrapErr(source));
        assert_eq!(x, expected);
        let source = &mut newer(seed, usize::MAX);
        assert_eq!(F::<P>::try_random(source), Ok(expected));
        assert_eq!(Field::square(&x), x * x);
        assert_eq!(Field::double(&x), x + x);
        assert_eq!(Field::invert(&x).unwrap() * x, F::<P>::ONE);
        assert_eq!(Field::sqrt(&(x * x)).unwrap().square(), x * x);
        let (is_square, root) = F::<P>::sqrt_ratio(&(x * x), &F::<P>::ONE);
        assert!(bool::from(is_square) && root.square() == x * x);
        let bytes = PrimeField::to_repr(&x);
        assert_eq!(bytes, ff::PrimeField::to_repr(&x));
        assert_eq!(<F<P> as PrimeField>::from_repr(bytes).unwrap(), x);
        assert_eq!(bool::from(PrimeField::is_odd(&x)), bytes[0] & 1 == 1);
        assert_eq!(PrimeFieldBits::to_le_bits(&x).data, bytes);
        let wide = [7; 64].map(|byte: u8| byte ^ seed as u8);
        assert_eq!(
            <F<P> as FromUniformBytes<64>>::from_uniform_bytes(&wide),
            <F<P> as ff::FromUniformBytes<64>>::from_uniform_bytes(&wide)
        );
    }
    assert!(bool::from(
        <F<P> as PrimeField>::from_repr([0xff; 32]).is_none()
    ));
    assert_eq!(F::<P>::TWO_INV.double(), F::<P>::ONE);
    assert_eq!(
        F::<P>::ROOT_OF_UNITY * F::<P>::ROOT_OF_UNITY_INV,
        F::<P>::ONE
    );
    let minus_one = PrimeFieldBits::to_le_bits(&-F::<P>::ONE).data;
    let modulus = <F<P> as PrimeFieldBits>::char_le_bits().data;
    assert_eq!(
        (modulus[0] - 1, &modulus[1..]),
        (minus_one[0], &minus_one[1..])
    );
    assert_eq!(F::<P>::from_u128(9), F::<P>::from(9u64));
}

#[test]
fn fields() {
    field::<P25519>();
    field::<Q>();
}

fn points<C: Curve>() {
    for seed in 0..20 {
        let expected = <Point<C> as group::Group>::random(rng(seed));
        let source = &mut newer(seed, usize::MAX);
        assert_eq!(Point::<C>::random(&mut UnwrapErr(source)), expected);
        let source = &mut newer(seed, usize::MAX);
        assert_eq!(Point::<C>::try_random(source), Ok(expected));
    }
    // A failure after any number of draws ends the function.
    for draws in [0, 1] {
        let short = Point::<C>::try_random(&mut newer(1, draws));
        assert_eq!(short, Err(Exhausted));
    }
    let short = FieldElement::<C::Scalar>::try_random(&mut newer(1, 0));
    assert_eq!(short, Err(Exhausted));

    let g = Point::<C>::GENERATOR;
    let k = FieldElement::<C::Scalar>::from(77u64);
    assert_eq!(<Point<C> as Group>::mul_by_generator(&k), g * k);
    assert_eq!(<Point<C> as Group>::generator(), g);
    assert_eq!(Group::double(&g), g + g);
    assert!(bool::from(Group::is_identity(&Point::<C>::IDENTITY)));
    let points = [g, Point::IDENTITY, g * k];
    let mut affine = [AffinePoint::<C>::GENERATOR; 3];
    <Point<C> as group_0_14::Curve>::batch_normalize(&points, &mut affine);
    for (point, affine) in points.iter().zip(&affine) {
        assert_eq!(affine.to_curve(), *point);
        assert_eq!(point.to_affine(), *affine);
        assert_eq!(
            CurveAffine::is_identity(affine).unwrap_u8(),
            Group::is_identity(point).unwrap_u8()
        );
        let bytes = GroupEncoding::to_bytes(point);
        assert_eq!(bytes, GroupEncoding::to_bytes(affine));
        assert_eq!(
            <Point<C> as GroupEncoding>::from_bytes(&bytes).unwrap(),
            *point
        );
    }
    assert!(bool::from(
        <Point<C> as GroupEncoding>::from_bytes(&[0xff; 32]).is_none()
    ));
    // group's own tests.
    group_0_14::tests::curve_tests::<Point<C>>();
    group_0_14::tests::random_wnaf_tests::<Point<C>>();
}

#[test]
fn curves() {
    points::<Helios>();
    points::<Selene>();
    fn is_prime_curve<G: PrimeCurve<Affine: CurveAffine>>() {}
    is_prime_curve::<Point<Helios>>();
}
