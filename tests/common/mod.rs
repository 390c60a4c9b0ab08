//! Shared by the integration tests: the fields and curves under test, and every backend in turn.

#![allow(dead_code, unused_imports)] // each test file uses a part

mod backends;
#[cfg(target_arch = "x86_64")]
pub mod environment;
pub mod field;
pub mod known;
pub mod oracle;
pub mod source;

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use backends::{alone, each_backend, on_every_backend};
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Backend, Curve, FieldElement, Point, Prime};
use num_bigint::BigUint;
use rand_core::{RngCore, SeedableRng};

/// A reproducible source of test values.
pub fn rng(seed: u64) -> impl RngCore {
    rand_chacha::ChaCha8Rng::seed_from_u64(seed)
}

pub fn hex_bytes(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len()).step_by(2).map(|i| &hex[i..i + 2]);
    let bytes = digits.map(|digits| u8::from_str_radix(digits, 16).expect("hexadecimal"));
    bytes.collect()
}

pub fn from_hex<const N: usize>(hex: &str) -> [u8; N] {
    hex_bytes(hex).try_into().expect("N bytes")
}

/// The element of a canonical encoding.
pub fn element<P: Prime>(bytes: [u8; 32]) -> FieldElement<P> {
    Option::from(FieldElement::from_repr(bytes)).expect("a canonical residue")
}

/// The element of a residue.
pub fn from_int<P: Prime>(x: &BigUint) -> FieldElement<P> {
    element(oracle::le_bytes(x))
}

pub fn to_int<P: Prime>(x: &FieldElement<P>) -> BigUint {
    BigUint::from_bytes_le(&x.to_repr())
}

/// X, Y and Z of a point: the memory layout is part of the library's contract.
pub fn coordinates<C: Curve>(point: &Point<C>) -> [FieldElement<C::Base>; 3] {
    const { assert!(size_of::<Point<C>>() == size_of::<[FieldElement<C::Base>; 3]>()) };
    // SAFETY: `Point` is `repr(C)` and has three elements.
    unsafe { std::mem::transmute_copy(point) }
}

/// The point (X : Y : Z).
pub fn point_of_coordinates<C: Curve>(coordinates: [FieldElement<C::Base>; 3]) -> Point<C> {
    const { assert!(size_of::<Point<C>>() == size_of::<[FieldElement<C::Base>; 3]>()) };
    // SAFETY: `Point` is `repr(C)` and has three elements; any residues are valid in memory.
    unsafe { std::mem::transmute_copy(&coordinates) }
}

/// The point (λx : λy : λ) of an affine point; the identity is (0 : 1 : 0) for every λ.
pub fn point_with_z<C: Curve>(point: &oracle::Affine, lambda: &BigUint) -> Point<C> {
    let field = oracle::Integers::of::<C::Base>();
    let coordinates = match point {
        Some((x, y)) => [&field.mul(x, lambda), &field.mul(y, lambda), lambda].map(from_int),
        None => [0u8, 1, 0].map(FieldElement::from),
    };
    point_of_coordinates(coordinates)
}

/// Checks that a point equals the oracle's, by its canonical projective coordinates and its
/// encoding; the identity must be (0 : 1 : 0).
#[track_caller]
pub fn check_point<C: Curve>(
    curve: &oracle::Weierstrass,
    actual: &Point<C>,
    expected: &oracle::Affine,
    operands: impl Debug,
) {
    let [x, y, z] = coordinates(actual).map(|coordinate| to_int(&coordinate));
    assert!(
        [&x, &y, &z].iter().all(|c| **c < curve.field.modulus),
        "{operands:x?}"
    );
    match expected {
        None => assert_eq!([x, y, z], [0u8, 1, 0].map(BigUint::from), "{operands:x?}"),
        Some((affine_x, affine_y)) => {
            assert_ne!(z, BigUint::ZERO, "{operands:x?}");
            assert_eq!(x, curve.field.mul(affine_x, &z), "{operands:x?}");
            assert_eq!(y, curve.field.mul(affine_y, &z), "{operands:x?}");
        }
    }
    assert_eq!(
        bool::from(actual.is_identity()),
        expected.is_none(),
        "{operands:x?}"
    );
    assert_eq!(actual.to_bytes(), curve.encode(expected), "{operands:x?}");
}

/// The result, or the message with which the function panicked.
pub fn panic_message<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let result = catch_unwind(AssertUnwindSafe(run));
    result.map_err(|panic| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().expect("a message").to_string(),
    })
}

/// Scales down the number of cases in builds without optimisation, where bignums are slow.
pub fn scaled(cases: usize) -> usize {
    if cfg!(debug_assertions) {
        cases.div_ceil(16)
    } else {
        cases
    }
}

/// Makes a `#[test]` on every backend for each of some functions that are generic over the prime of
/// a field, or over a curve. Another runner than `on_every_backend` may come first.
#[allow(unused_macros)] // see above
macro_rules! generic_tests {
    (fields: $($test:ident)*) => {
        $crate::common::generic_tests! {
            field25519: <helioselene_simd::Helios as helioselene_simd::Curve>::Base => $($test)*
        }
        $crate::common::generic_tests! {
            helioselene_field: <helioselene_simd::Selene as helioselene_simd::Curve>::Base => $($test)*
        }
        #[cfg(feature = "cycle2025")]
        $crate::common::generic_tests! {
            helioselene_field_2025:
                <helioselene_simd::cycle2025::Selene as helioselene_simd::Curve>::Base => $($test)*
        }
    };
    (curves: $($test:ident)*) => {
        $crate::common::generic_tests! { $crate::common::on_every_backend, curves: $($test)* }
    };
    ($run:path, curves: $($test:ident)*) => {
        $crate::common::generic_tests! { $run, helios: helioselene_simd::Helios => $($test)* }
        $crate::common::generic_tests! { $run, selene: helioselene_simd::Selene => $($test)* }
        #[cfg(feature = "cycle2025")]
        $crate::common::generic_tests! {
            $run, helios_2025: helioselene_simd::cycle2025::Helios => $($test)*
        }
        #[cfg(feature = "cycle2025")]
        $crate::common::generic_tests! {
            $run, selene_2025: helioselene_simd::cycle2025::Selene => $($test)*
        }
    };
    ($module:ident: $tested:ty => $($test:ident)*) => {
        $crate::common::generic_tests! {
            $crate::common::on_every_backend, $module: $tested => $($test)*
        }
    };
    ($run:path, $module:ident: $tested:ty => $($test:ident)*) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    $run(
                        concat!(module_path!(), "::", stringify!($test)),
                        super::$test::<$tested>,
                    );
                }
            )*
        }
    };
}
#[allow(unused_imports)] // see above
pub(crate) use generic_tests;
