//! Traits that programs expect of keys and numbers: hashing, serde, names, sharing.

use std::collections::HashSet;
use std::panic::catch_unwind;

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::traits::VartimePrecomputedMultiscalarMul;
use helioselene_simd::{
    Backend, Field25519, HeliosPoint, HelioseleneField, Precomputation, SelenePoint,
    VartimePrecomputation,
};

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

/// Equal points have equal hashes, whatever their coordinates are.
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

#[cfg(feature = "serde")]
#[test]
fn serde_of_numbers_and_points() {
    fn there_and_back<T>(x: T, hexadecimal: &str)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let json = serde_json::to_string(&x).unwrap();
        assert_eq!(json, format!("\"{hexadecimal}\""));
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), x);
        let binary = postcard::to_allocvec(&x).unwrap();
        // The length, then the bytes.
        assert_eq!((binary.len(), binary[0]), (33, 32));
        assert_eq!(postcard::from_bytes::<T>(&binary).unwrap(), x);
        for refused in [
            "",
            "00",
            &"ff".repeat(32),
            &"00".repeat(31),
            &"00".repeat(33),
            &"0g".repeat(32),
        ] {
            assert!(
                serde_json::from_str::<T>(&format!("\"{refused}\"")).is_err(),
                "{refused}"
            );
        }
        let large = [&[32][..], &[0xff; 32]].concat();
        for refused in [&large, &binary[..32], &[0; 33], &[31; 32]] {
            assert!(postcard::from_bytes::<T>(refused).is_err(), "{refused:?}");
        }
    }
    let hexadecimal = |bytes: [u8; 32]| bytes.map(|byte| format!("{byte:02x}")).concat();
    use helioselene_simd::group::GroupEncoding;
    for x in [Field25519::ZERO, -Field25519::ONE, Field25519::from(258u64)] {
        there_and_back(x, &hexadecimal(x.to_repr()));
    }
    let x = -HelioseleneField::from(5u64);
    there_and_back(x, &hexadecimal(x.to_repr()));
    for point in [SelenePoint::GENERATOR, SelenePoint::GENERATOR.double()] {
        there_and_back(point, &hexadecimal(point.to_bytes()));
    }
    there_and_back(
        HeliosPoint::GENERATOR,
        &hexadecimal(HeliosPoint::GENERATOR.to_bytes()),
    );
}

#[test]
fn names_of_backends() {
    for backend in Backend::available() {
        assert_eq!(backend.name().parse(), Ok(backend));
    }
    for name in ["", "Serial", "sse2", "ifma "] {
        let unknown = name.parse::<Backend>().unwrap_err();
        assert_eq!(unknown.to_string(), "must be serial, avx2 or ifma");
    }
    for backend in [Backend::Avx2, Backend::Ifma] {
        if Backend::available().all(|available| available != backend) {
            let unavailable = backend.select().unwrap_err();
            assert_eq!(unavailable.backend(), backend);
            assert!(unavailable.to_string().ends_with(unavailable.missing()));
        }
    }
}

/// Tables are cloned, shared between threads, and used across a caught panic.
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
}
