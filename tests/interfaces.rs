//! Traits that programs expect of keys and numbers: hashing, serde, names, sharing.

#[cfg(feature = "serde")]
#[path = "interfaces/formats.rs"]
mod formats;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use helioselene_simd::group::ff::Field;
use helioselene_simd::group::prime::PrimeCurveAffine;
use helioselene_simd::group::{self, Curve as _, Group, GroupEncoding, Wnaf, WnafGroup};
use helioselene_simd::{
    AffinePoint, Backend, Curve, Field25519, FieldElement, Helios, HeliosPoint, HelioseleneField,
    Point, Precomputation, Selene, SelenePoint, VartimePrecomputation,
};
use subtle::{Choice, ConditionallySelectable, CtOption};

#[test]
#[allow(clippy::op_ref)] // the references are what is tested
fn scalars_stand_on_either_side() {
    let (k, g) = (Field25519::from(7u64), SelenePoint::GENERATOR);
    assert_eq!(g, SelenePoint::generator());
    for product in [k * g, k * &g, &k * g, &k * &g] {
        assert_eq!(product, g * k);
    }
    let k = HelioseleneField::from(7u64);
    assert_eq!(k * HeliosPoint::GENERATOR, HeliosPoint::mul_base(&k));
}

/// Equal points have equal hashes, whatever their coordinates.
#[test]
fn hashes() {
    let g = SelenePoint::GENERATOR;
    let points = [
        g + g,
        g.double(),
        g * Field25519::from(2u64),
        g,
        SelenePoint::IDENTITY,
        g - g,
    ];
    assert_eq!(HashSet::from(points).len(), 3);
    let numbers = [1u64, 2, 2].map(Field25519::from);
    assert_eq!(HashSet::from(numbers).len(), 2);
}

#[test]
fn names_of_backends() {
    for backend in Backend::available() {
        assert_eq!(backend.name().parse(), Ok(backend));
        assert_eq!(backend.name().to_uppercase().parse(), Ok(backend));
    }
    for name in ["", "sse2", "ifma "] {
        let unknown = name.parse::<Backend>().unwrap_err().to_string();
        assert_eq!(unknown, "must be serial, avx2 or ifma");
        assert!(Backend::available().all(|backend| unknown.contains(backend.name())));
    }
}

/// Tables may be sent to other threads and read there.
const _: () = {
    const fn may_be_shared<T: Send + Sync>() {}
    may_be_shared::<VartimePrecomputation<Selene>>();
    may_be_shared::<Precomputation<Selene>>();
};

/// Tables can be cloned, shared between threads, and used across a caught panic.
#[test]
fn tables_are_shared() {
    let points = [SelenePoint::GENERATOR, SelenePoint::GENERATOR.double()];
    let scalars = [3u64, 4].map(Field25519::from);
    let expected = SelenePoint::GENERATOR * Field25519::from(11u64);
    let (vartime, constant_time) = (
        VartimePrecomputation::new(points),
        Precomputation::new(points),
    );
    let clones = (vartime.clone(), constant_time.clone());
    drop((vartime, constant_time));
    let (vartime, constant_time) = &clones;
    let sums = std::thread::scope(|scope| {
        let thread = scope.spawn(|| vartime.vartime_multiscalar_mul(scalars));
        [
            thread.join().unwrap(),
            constant_time.multiscalar_mul(&scalars),
        ]
    });
    assert_eq!(sums, [expected; 2]);
    assert!(catch_unwind(|| vartime.vartime_multiscalar_mul([Field25519::ONE; 3])).is_err());
    assert_eq!(vartime.vartime_multiscalar_mul(scalars), expected);

    let tables = VartimePrecomputation::<Selene>::new(points);
    assert_eq!((tables.len(), tables.is_empty()), (2, false));
}

/// Affine points behave like the projective ones, and convert in every way.
#[test]
fn affine_points() {
    fn on<C: Curve>() {
        let k = FieldElement::<C::Scalar>::from(5u64);
        let five = Point::<C>::GENERATOR * k;
        let identity = Point::<C>::IDENTITY;
        for point in [Point::GENERATOR, five, five.double(), -five, identity] {
            let affine = AffinePoint::from(point);
            assert_eq!(point.to_affine(), affine);
            assert_eq!(Point::from(affine), point);
            assert_eq!(affine.to_curve(), point);
            assert_eq!(
                affine.is_identity().unwrap_u8(),
                u8::from(point == identity)
            );
            assert_eq!(affine.to_bytes(), point.to_bytes());
            assert_eq!(AffinePoint::from_bytes(&point.to_bytes()).unwrap(), affine);
            assert_eq!(AffinePoint::from(-point), -affine);
            assert_eq!(affine == -affine, bool::from(point.is_identity()));
            assert_eq!(affine * k, point * k);
            assert_eq!((five + affine, five - affine), (five + point, five - point));
            let mut sum = five;
            sum += &affine;
            sum -= affine;
            assert_eq!(sum, five);
            let xy: Option<[_; 2]> = affine.to_xy().into();
            assert_eq!(xy.is_none(), point == identity);
            assert_eq!(Option::from(point.to_xy()), xy);
            let [x, y] = xy.unwrap_or_default();
            let checked = AffinePoint::<C>::from_xy(x, y);
            assert_eq!(bool::from(checked.is_some()), point != identity);
            // Only y and −y belong to this x, and no y here is −1/2.
            let other = AffinePoint::<C>::from_xy(x, y + FieldElement::ONE);
            assert!(bool::from(other.is_none()));
        }
        let points = [five, identity, five.double()];
        let mut affine = [AffinePoint::GENERATOR; 3];
        // The trait's: no function of the type hides it.
        Point::batch_normalize(&points, &mut affine);
        assert_eq!(affine, points.map(AffinePoint::from));
        assert_eq!(Point::batch_to_affine(&points), affine);
        let xy = Point::batch_to_xy(&points).into_iter();
        let xy: Vec<Option<_>> = xy.map(CtOption::into_option).collect();
        assert_eq!(xy, affine.map(|affine| affine.to_xy().into_option()));
        assert_eq!(xy[1], None);
        assert_eq!(Point::batch_to_x(&points)[1], FieldElement::ZERO);
        assert_eq!(HashSet::from(affine).len(), 3);
        assert_eq!(AffinePoint::<C>::default(), AffinePoint::IDENTITY);
        let (zero, one) = (Choice::from(0), Choice::from(1));
        assert_eq!(
            AffinePoint::conditional_select(&affine[0], &affine[2], zero),
            affine[0]
        );
        assert_eq!(
            AffinePoint::conditional_select(&affine[0], &affine[2], one),
            affine[2]
        );
        let too_few = || group::Curve::batch_normalize(&points, &mut [AffinePoint::GENERATOR; 2]);
        assert!(catch_unwind(AssertUnwindSafe(too_few)).is_err());
    }
    on::<Helios>();
    on::<Selene>();
}

/// `group::Wnaf` with each window that may be recommended.
#[test]
fn wnaf() {
    let g = SelenePoint::GENERATOR;
    let scalar = -Field25519::from(1u64 << 40);
    let mut last = 0;
    for scalars in [0, 1, 10, 1000, 100_000, usize::MAX] {
        let window = SelenePoint::recommended_wnaf_for_num_scalars(scalars);
        assert!((2..=22).contains(&window) && window >= last);
        last = window;
        if scalars <= 1000 {
            assert_eq!(Wnaf::new().base(g, scalars).scalar(&scalar), g * scalar);
        }
    }
    // 16 + ⌊256/6⌋ additions are fewer than 8 + ⌊256/5⌋ and 32 + ⌊256/7⌋; of ten scalars 64 + 10·⌊256/8⌋ are the fewest.
    let windows = [1, 10].map(SelenePoint::recommended_wnaf_for_num_scalars);
    assert_eq!(windows, [5, 7]);
}

#[cfg(feature = "arbitrary")]
#[test]
fn arbitrary_elements_and_points() {
    use arbitrary::{Arbitrary, Unstructured};
    // p + 2 is congruent to 2.
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[31]) = (0xef, 0x7f);
    let two = Field25519::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
    assert_eq!(two, Field25519::from(2u64));
    let double = SelenePoint::GENERATOR.double();
    let point = SelenePoint::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
    assert_eq!(point, double);
    let point = AffinePoint::<Selene>::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
    assert_eq!(Point::from(point), double);
    // All of these read 32 bytes.
    let hints = [
        Field25519::size_hint(0),
        SelenePoint::size_hint(0),
        AffinePoint::<Selene>::size_hint(0),
    ];
    assert_eq!(hints, [(32, Some(32)); 3]);
}

#[cfg(feature = "ciphersuite")]
#[test]
fn ciphersuites() {
    use blake2::{Blake2b512, Digest};
    use ciphersuite::Ciphersuite;

    fn check<C>(id: &[u8])
    where
        C: Curve + Ciphersuite<F = FieldElement<<C as Curve>::Scalar>, G = Point<C>>,
    {
        assert_eq!(C::ID, id);
        let generator = <C as Ciphersuite>::generator();
        assert_eq!(generator, Point::<C>::generator());
        let digest: [u8; 64] = Blake2b512::digest(b"tagmessage").into();
        assert_eq!(
            C::hash_to_F(b"tag", b"message"),
            FieldElement::wide_reduce(digest)
        );
        for point in [generator, generator.double(), Point::identity()] {
            let bytes = point.to_bytes();
            assert_eq!(C::read_G(&mut &bytes[..]).unwrap(), point);
            assert!(C::read_G(&mut &bytes[..31]).is_err(), "too short");
        }
        assert!(C::read_G(&mut &[0xff; 32][..]).is_err(), "no point");
    }
    check::<Helios>(b"Helios");
    check::<Selene>(b"Selene");
}
