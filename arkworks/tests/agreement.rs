//! The arkworks adapter's results against `helioselene-simd`, and against the same fields and curves in arkworks' arithmetic.

use std::panic::AssertUnwindSafe;

use ark_ec::scalar_mul::variable_base::ChunkedPippenger;
use ark_ec::short_weierstrass::{self, SWCurveConfig, SWFlags};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{BigInt, BigInteger, FftField, Field, LegendreSymbol, PrimeField, UniformRand, Zero};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, SerializationError, Validate,
};
use ark_std::rand::{Rng, RngCore};
use ark_std::test_rng;
use helioselene_arkworks::{
    Affine, Config, Element, NotOnTheCurve, Projective, ScalarField, helios, selene,
};
use helioselene_bench_support::arkworks as peer;
use helioselene_simd::group::ff::PrimeField as _;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, Helios, P25519, Point, Prime, Q, Selene};
use num_bigint::BigUint;

/// One flag, which fits the spare bit.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct OneFlag(bool);

impl Flags for OneFlag {
    const BIT_SIZE: usize = 1;
    fn u8_bitmask(&self) -> u8 {
        u8::from(self.0) << 7
    }
    fn from_u8(value: u8) -> Option<Self> {
        Some(Self(value >> 7 == 1))
    }
}

fn compressed(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_compressed(&mut bytes).unwrap();
    bytes
}

fn uncompressed(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_uncompressed(&mut bytes).unwrap();
    bytes
}

fn with_flags(value: &impl CanonicalSerializeWithFlags, flags: impl Flags) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_with_flags(&mut bytes, flags).unwrap();
    bytes
}

/// The same element in arkworks' arithmetic.
fn theirs<P: Prime, F: PrimeField<BigInt = BigInt<4>>>(x: Element<P>) -> F {
    F::from_bigint(x.into_bigint()).unwrap()
}

fn same_field<P: Prime, F: PrimeField<BigInt = BigInt<4>>>() {
    assert_eq!(Element::<P>::MODULUS, F::MODULUS);
    assert_eq!(Element::<P>::characteristic(), F::characteristic());
    // Domains of FFTs are the same, and as small.
    assert_eq!(Element::<P>::TWO_ADICITY, F::TWO_ADICITY);
    let root = Element::<P>::TWO_ADIC_ROOT_OF_UNITY;
    assert_eq!(theirs::<P, F>(root), F::TWO_ADIC_ROOT_OF_UNITY);
    let rng = &mut test_rng();
    for _ in 0..50 {
        let (x, y) = (Element::<P>::rand(rng), Element::<P>::rand(rng));
        let (a, b) = (theirs::<P, F>(x), theirs::<P, F>(y));
        assert_eq!(theirs::<P, F>(x * y - x / y), a * b - a / b);
        assert_eq!(x.cmp(&y), a.cmp(&b));
        assert_eq!(x.to_string(), a.to_string());
        assert_eq!(a.to_string().parse(), Ok(x));
        assert_eq!(format!("-{a}").parse(), Ok(-x));
        assert_eq!(x.pow([5]), x.square().square() * x);
        assert_eq!(BigUint::from(x), a.into_bigint().into());

        let signed = rng.next_u64() as i64;
        assert_eq!(theirs::<P, F>(Element::from(signed)), F::from(signed));
        let wide = i128::from(signed) << 60;
        assert_eq!(theirs::<P, F>(Element::from(wide)), F::from(wide));

        // A root of either sign, and the Legendre symbol.
        for x in [x, x.square(), Element::zero()] {
            let root = x.sqrt();
            assert_eq!(root.is_some(), theirs::<P, F>(x).sqrt().is_some());
            assert_eq!(x.legendre(), theirs::<P, F>(x).legendre());
            assert_eq!(
                root.is_none(),
                x.legendre() == LegendreSymbol::QuadraticNonResidue
            );
            assert!(root.is_none_or(|root| root.square() == x));
            // Constants from which generic code computes.
            let precomputed = Element::SQRT_PRECOMP.unwrap().sqrt(&x);
            assert_eq!(
                precomputed.map(|root| root.square()),
                root.map(|root| root.square())
            );
        }

        assert_eq!(compressed(&x), x.0.to_repr());
        assert_eq!(compressed(&x), compressed(&a));
        for flag in [OneFlag(false), OneFlag(true)] {
            let bytes = with_flags(&x, flag);
            assert_eq!(bytes, with_flags(&a, flag));
            assert_eq!(Element::deserialize_with_flags(&*bytes).unwrap(), (x, flag));
        }
        for flag in [
            SWFlags::YIsPositive,
            SWFlags::YIsNegative,
            SWFlags::PointAtInfinity,
        ] {
            let bytes = with_flags(&x, flag);
            assert_eq!(bytes, with_flags(&a, flag));
            assert_eq!(Element::deserialize_with_flags(&*bytes).unwrap(), (x, flag));
        }

        // Integers of every length up to three pieces, and one as long as a hash.
        let mut bytes = [0; 97];
        rng.fill_bytes(&mut bytes);
        for len in (0..=97).step_by(5).chain([31, 32, 33, 64, 97]) {
            let bytes = &bytes[..len];
            let (le, be) = (
                Element::<P>::from_le_bytes_mod_order(bytes),
                F::from_be_bytes_mod_order(bytes),
            );
            assert_eq!(theirs::<P, F>(le), F::from_le_bytes_mod_order(bytes));
            assert_eq!(
                theirs::<P, F>(Element::<P>::from_be_bytes_mod_order(bytes)),
                be
            );
            assert_eq!(le, BigUint::from_bytes_le(bytes).into());
            if len <= 33 {
                let ours = Element::<P>::from_random_bytes_with_flags::<SWFlags>(bytes);
                let ours = ours.map(|(x, flags)| (theirs::<P, F>(x), flags));
                assert_eq!(ours, F::from_random_bytes_with_flags::<SWFlags>(bytes));
                let ours = Element::<P>::from_random_bytes(bytes).map(theirs::<P, F>);
                assert_eq!(ours, F::from_random_bytes(bytes));
            }
        }
    }
}

#[test]
fn elements_are_those_of_arkworks_arithmetic() {
    same_field::<P25519, peer::P>();
    same_field::<Q, peer::Q>();
}

fn refused_elements<P: Prime>() {
    let modulus = Element::<P>::MODULUS;
    assert_eq!(Element::<P>::from_bigint(modulus), None);
    let mut below = modulus;
    below.sub_with_borrow(&BigInt::from(1u64));
    assert_eq!(Element::<P>::from_bigint(below), Some(-Element::from(1)));

    let refused = |bytes: &[u8]| {
        let error = Element::<P>::deserialize_compressed(bytes).unwrap_err();
        assert!(matches!(error, SerializationError::InvalidData));
    };
    refused(&modulus.to_bytes_le());
    // The spare bit, if no flag uses it.
    let mut spare = [0; 32];
    spare[31] = 0x80;
    refused(&spare);
    // Bits between the residue and the flags.
    let mut stray = with_flags(&Element::<P>::from(7), SWFlags::YIsNegative);
    assert_eq!(stray.len(), 33);
    stray[32] |= 1;
    let error = Element::<P>::deserialize_with_flags::<_, SWFlags>(&*stray).unwrap_err();
    assert!(matches!(error, SerializationError::InvalidData));
    // Both of two exclusive flags.
    stray[32] = 0xc0;
    let error = Element::<P>::deserialize_with_flags::<_, SWFlags>(&*stray).unwrap_err();
    assert!(matches!(error, SerializationError::UnexpectedFlags));
    assert!("".parse::<Element<P>>().is_err() && "0x1".parse::<Element<P>>().is_err());
    assert_eq!(
        Element::<P>::zero().serialized_size_with_flags::<EmptyFlags>(),
        32
    );
}

#[test]
fn what_is_no_element_is_refused() {
    refused_elements::<P25519>();
    refused_elements::<Q>();
}

fn same_points<C: Curve>() {
    type Sw<C> = short_weierstrass::Projective<Config<C>>;
    let rng = &mut test_rng();
    let (b, [x, y]) = (
        <Config<C> as SWCurveConfig>::COEFF_B,
        <[_; 2]>::from(Affine::<C>::generator().xy().unwrap()),
    );
    assert_eq!(y.square(), x.square() * x - x * Element::from(3) + b);
    assert_eq!(
        Affine::try_from(<Config<C> as SWCurveConfig>::GENERATOR),
        Ok(Affine::generator())
    );
    assert_eq!(<Config<C> as SWCurveConfig>::COEFF_A, -Element::from(3));

    let zero = Projective::<C>::zero();
    for point in [zero, Projective::generator(), Projective::rand(rng)] {
        // Encodings equal helioselene-simd's, for each of the four types.
        let affine = point.into_affine();
        let in_their_types = Sw::<C>::from(point);
        assert_eq!(compressed(&point), point.0.to_bytes());
        for bytes in [
            compressed(&affine),
            compressed(&in_their_types),
            compressed(&in_their_types.into_affine()),
        ] {
            assert_eq!(bytes, compressed(&point));
        }
        let (x, y) = affine.xy().unwrap_or_default();
        let xy = [x, y].map(|coordinate| coordinate.0.to_repr());
        assert_eq!(uncompressed(&point), xy.concat());
        for bytes in [uncompressed(&affine), uncompressed(&in_their_types)] {
            assert_eq!(bytes, uncompressed(&point));
        }
        assert_eq!(Affine::from_random_bytes(&compressed(&point)), Some(affine));

        // Conversions between types, both ways.
        assert_eq!(in_their_types, Sw::<C>::from(affine.into_group()));
        let affine_in_their_types: short_weierstrass::Affine<_> = affine.into();
        assert_eq!(in_their_types.into_affine(), affine_in_their_types);
        assert_eq!(
            (point, affine),
            (Projective::from(affine), Affine::from(point))
        );
        assert_eq!(point, affine);
        assert_eq!(affine, point);
        assert_eq!(Projective::try_from(in_their_types), Ok(point));
        assert_eq!(Affine::try_from(in_their_types.into_affine()), Ok(affine));
        let doubled = in_their_types + in_their_types;
        assert_eq!(Projective::try_from(doubled), Ok(point + point));
        assert!(affine.is_on_curve());

        // Products, also by integers longer than the order.
        let k = ScalarField::<C>::rand(rng);
        assert_eq!((point * k).0, point.0 * k.0);
        assert_eq!((affine * k).0, point.0 * k.0);
        let multiples = point.batch_mul(&[k, Element::zero(), -k]);
        assert_eq!(multiples, [point * k, zero, -point * k]);
        let limbs: [u64; 9] = core::array::from_fn(|_| rng.r#gen());
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let product = point * ScalarField::<C>::from_le_bytes_mod_order(&bytes);
        assert_eq!(point.mul_bigint(limbs), product);
        assert_eq!(affine.mul_bigint(limbs), product);
        assert_eq!(
            Projective::try_from(in_their_types.mul_bigint(limbs)),
            Ok(product)
        );
        let bits = limbs
            .iter()
            .rev()
            .flat_map(|limb| (0..64).rev().map(move |i| limb >> i & 1 == 1));
        assert_eq!(point.mul_bits_be(bits), product);
    }
    assert_eq!(
        format!("{zero} {:}", zero.into_affine()),
        "infinity infinity"
    );
}

#[test]
fn points_are_those_of_helioselene_simd() {
    same_points::<Helios>();
    same_points::<Selene>();
}

fn refused_points<C: Curve>() {
    let refused = |bytes: &[u8], compress| {
        for validate in [Validate::Yes, Validate::No] {
            let errors = [
                Affine::<C>::deserialize_with_mode(bytes, compress, validate).err(),
                Projective::<C>::deserialize_with_mode(bytes, compress, validate).err(),
                short_weierstrass::Affine::<Config<C>>::deserialize_with_mode(
                    bytes, compress, validate,
                )
                .err(),
            ];
            assert!(
                errors
                    .iter()
                    .all(|error| matches!(error, Some(SerializationError::InvalidData)))
            );
        }
    };
    let not_below = |bytes: &mut [u8]| {
        bytes.copy_from_slice(&helioselene_arkworks::BaseField::<C>::MODULUS.to_bytes_le())
    };
    let generator = Affine::<C>::generator();

    // x not below the prime; x not on the curve; the identity with a parity.
    let mut bytes = [0; 32];
    not_below(&mut bytes);
    refused(&bytes, Compress::Yes);
    assert_eq!(Affine::<C>::from_random_bytes(&bytes), None);
    let off = (2u8..)
        .map(|x| compressed(&Element::<C::Base>::from(x)))
        .find(|x| {
            let x: [u8; 32] = x[..].try_into().unwrap();
            Point::<C>::from_bytes(&x).is_none().into()
        });
    refused(&off.unwrap(), Compress::Yes);
    bytes = [0; 32];
    bytes[31] = 0x80;
    refused(&bytes, Compress::Yes);

    // A coordinate not below the prime; a wrong y; only x zero, which is neither a point nor the identity.
    let valid = uncompressed(&generator);
    let mut bytes = valid.clone();
    not_below(&mut bytes[32..]);
    refused(&bytes, Compress::No);
    bytes.clone_from(&valid);
    bytes[32] ^= 1;
    refused(&bytes, Compress::No);
    bytes.clone_from(&valid);
    bytes[..32].fill(0);
    refused(&bytes, Compress::No);

    let (x, y) = generator.xy().unwrap();
    assert_eq!(Affine::<C>::from_xy(x, y), Some(generator));
    assert_eq!(Affine::<C>::from_xy(x, y + x), None);
    assert_eq!(Affine::<C>::from_xy(Element::zero(), Element::zero()), None);
    let off = short_weierstrass::Affine::<Config<C>>::new_unchecked(x, y + x);
    assert_eq!(Affine::try_from(off), Err(NotOnTheCurve));
    assert_eq!(Projective::try_from(off.into_group()), Err(NotOnTheCurve));
    assert!(off.serialize_compressed(&mut Vec::new()).is_err());
    assert!(std::panic::catch_unwind(AssertUnwindSafe(|| off.mul_bigint([2]))).is_err());
}

#[test]
fn what_is_no_point_is_refused() {
    refused_points::<Helios>();
    refused_points::<Selene>();
}

fn same_sums<C: Curve>() {
    let rng = &mut test_rng();
    // Straus, lists, buckets; the last size with special points and scalars.
    for terms in [0, 1, 5, 40, 300] {
        let mut points: Vec<_> = (0..terms).map(|_| Projective::<C>::rand(rng)).collect();
        let mut scalars: Vec<_> = (0..terms).map(|_| ScalarField::<C>::rand(rng)).collect();
        if terms > 10 {
            (points[1], points[2], points[3]) = (Projective::zero(), points[0], -points[0]);
            (scalars[4], scalars[5], scalars[6]) =
                (Element::zero(), Element::from(1), -Element::from(1));
        }
        let bases = Projective::batch_convert_to_mul_base(&points);
        let sum = points
            .iter()
            .zip(&scalars)
            .map(|(point, k)| *point * k)
            .sum::<Projective<C>>();
        let ours = Point::<C>::vartime_multiscalar_mul(
            scalars.iter().map(|k| k.0),
            points.iter().map(|point| point.0),
        );
        assert_eq!(sum.0, ours);
        assert_eq!(Projective::msm(&bases, &scalars), Ok(sum));

        // Integers that are not below the order.
        let mut integers: Vec<_> = scalars.iter().map(|k| k.into_bigint()).collect();
        for integer in integers.iter_mut().step_by(3) {
            assert!(!integer.add_with_carry(&ScalarField::<C>::MODULUS));
        }
        assert_eq!(Projective::msm_bigint(&bases, &integers), sum);
        assert_eq!(Projective::msm_chunks(&&bases[..], &&scalars[..]), sum);

        let in_their_types: Vec<_> = bases.iter().map(|&base| base.into()).collect();
        let in_their_types =
            short_weierstrass::Projective::<Config<C>>::msm(&in_their_types, &scalars);
        assert_eq!(in_their_types.map(Projective::try_from), Ok(Ok(sum)));

        // Lists of different lengths give an error with the shorter length, or use the terms that both have.
        if terms > 0 {
            let fewer = &scalars[..terms - 1];
            assert_eq!(Projective::msm(&bases, fewer), Err(terms - 1));
            assert_eq!(
                Projective::msm_unchecked(&bases, fewer),
                sum - points[terms - 1] * scalars[terms - 1]
            );
            assert_eq!(
                Projective::msm_unchecked(&bases[..terms - 1], &scalars),
                Projective::msm_unchecked(&bases, fewer)
            );
        }
        let sum: Projective<C> = points.iter().sum();
        assert_eq!(bases.iter().sum::<Projective<C>>(), sum);
    }
}

#[test]
fn sums_are_those_of_helioselene_simd() {
    same_sums::<Helios>();
    same_sums::<Selene>();
}

/// Products and sums by integers around the order, and by integers with bit 255.
fn large_integers<C: Curve, Peer>()
where
    Peer: SWCurveConfig<
            BaseField: PrimeField<BigInt = BigInt<4>>,
            ScalarField: PrimeField<BigInt = BigInt<4>>,
        >,
{
    type Sw<P> = short_weierstrass::Projective<P>;
    let order = ScalarField::<C>::MODULUS;
    let near = |integer: BigInt<4>, add: bool| {
        let mut near = integer;
        let one = BigInt::from(1u64);
        let carry = if add {
            near.add_with_carry(&one)
        } else {
            near.sub_with_borrow(&one)
        };
        assert!(!carry);
        near
    };
    let two_255 = BigInt([0, 0, 0, 1 << 63]);
    let mut sums_of_arkworks = Vec::new();
    for integer in [
        near(order, false),
        order,
        near(order, true),
        near(two_255, false),
        two_255,
        BigInt([
            0x025607A7919D793F,
            0xBDF7228F3A3DBD99,
            0x68D0564B14693662,
            0xAF6DD88BB87CB4AC,
        ]),
        BigInt([u64::MAX; 4]),
    ] {
        let scalar = ScalarField::<C>::from_le_bytes_mod_order(&integer.to_bytes_le());
        let base = Affine::<C>::generator() * ScalarField::<C>::from(7);
        let product = base * scalar;
        let affine = base.into_affine();
        let in_their_types = Sw::<Config<C>>::from(base);
        let bits = || integer.to_bits_be().into_iter();

        assert_eq!(base.mul_bigint(integer), product);
        assert_eq!(base.mul_bits_be(bits()), product);
        assert_eq!(affine.mul_bigint(integer), product);
        let is_product = |point: Sw<Config<C>>| Projective::try_from(point) == Ok(product);
        assert!(is_product(in_their_types.mul_bigint(integer)));
        assert!(is_product(in_their_types.mul_bits_be(bits())));
        assert!(is_product(in_their_types.into_affine().mul_bigint(integer)));

        // In sums: alone, and beside terms whose scalar is the order, in windows of 3, 5 and 6 bits.
        for terms in [1, 2, 40, 200] {
            let mut integers = vec![order; terms];
            integers[terms / 2] = integer;
            assert_eq!(
                Projective::msm_bigint(&vec![affine; terms], &integers),
                product
            );
            let mut chunked = ChunkedPippenger::<Projective<C>>::new(7);
            for integer in &integers {
                chunked.add(affine, integer);
            }
            assert_eq!(chunked.finalize(), product);

            // Arkworks' own points behave as over its own arithmetic, which accepts integers of 255 bits.
            let base = in_their_types.into_affine();
            let sum = Sw::<Config<C>>::msm_bigint(&vec![base; terms], &integers);
            let base = (Sw::<Peer>::generator() * Peer::ScalarField::from(7)).into_affine();
            let peer = Sw::<Peer>::msm_bigint(&vec![base; terms], &integers).into_affine();
            assert_eq!(
                sum.into_affine().x().map(|x| x.into_bigint()),
                peer.x().map(|x| x.into_bigint())
            );
            if integer < two_255 {
                assert!(is_product(sum), "{integer}, {terms}");
            }
            sums_of_arkworks.push(is_product(sum));
        }
    }
    // Checks what README.md says about it.
    assert!(sums_of_arkworks.contains(&false));
}

#[test]
fn integers_need_not_be_below_the_order() {
    large_integers::<Helios, peer::Helios>();
    large_integers::<Selene, peer::Selene>();
}

/// Selene's coordinates are Helios' scalars, and Helios' coordinates are Selene's.
#[test]
fn the_curves_are_a_cycle() {
    fn is_a_cycle<T: ark_ec::CurveCycle>(_: T) {}
    is_a_cycle(helioselene_arkworks::Cycle);

    let leaf = selene::Affine::generator() * selene::Fr::from(2);
    let branch = helios::Projective::generator() * leaf.into_affine().x().unwrap();
    let root = selene::Projective::generator() * branch.into_affine().x().unwrap();

    let leaf = Point::<Selene>::generator().double();
    let branch = Point::<Helios>::mul_base(&Point::batch_to_x(&[leaf])[0]);
    assert_eq!(root.0, Point::mul_base(&Point::batch_to_x(&[branch])[0]));
}
