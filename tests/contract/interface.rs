//! Names, traits and signatures: code that compiles against the other implementations compiles
//! here.

use std::fmt::Debug;
use std::ops::Neg;

use helioselene_simd::{
    Curve, Field25519, FieldElement, HeliosPoint, HelioseleneField, Point, SelenePoint, U256,
};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::{DefaultIsZeroes, Zeroize};

// The traits by the crates' own paths: the re-exports must be the same versions.
use ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use group::prime::PrimeGroup;
use group::{Group, GroupEncoding, GroupOps, GroupOpsOwned, ScalarMul, ScalarMulOwned};

const fn field<F>()
where
    F: Clone + Copy + PartialEq + Eq + Default + Debug + Send + Sync + Unpin + 'static,
    F: From<u8> + From<u16> + From<u32> + From<u64>,
    F: DefaultIsZeroes + Zeroize + ConstantTimeEq + ConditionallySelectable,
    for<'a> &'a F: Neg<Output = F>,
    // Its supertraits are the operators, by value and by reference, with their assignments.
    F: Field + PrimeField<Repr = [u8; 32]> + PrimeFieldBits<ReprBits = [u8; 32]>,
    F: FromUniformBytes<64>,
    F: helioselene_simd::group::ff::Field,
{
}

const fn point<P, S>()
where
    P: Clone + Copy + PartialEq + Eq + Debug + Send + Sync + Unpin + 'static,
    P: Zeroize + ConstantTimeEq + ConditionallySelectable,
    P: Group<Scalar = S> + GroupEncoding<Repr = [u8; 32]> + PrimeGroup,
    P: GroupOps + GroupOpsOwned + ScalarMul<S> + ScalarMulOwned<S>,
    P: helioselene_simd::group::Group,
{
}

/// The signatures of the inherent methods that both fields have.
macro_rules! inherent {
    ($Field:ty) => {
        const _: () = field::<$Field>();
        const _: fn(&$Field, $Field) -> $Field = <$Field>::pow;
        const _: fn([u8; 64]) -> $Field = <$Field>::wide_reduce;
        const _: $Field = <$Field>::from_u256(&U256::MAX);
    };
}
inherent!(Field25519);
inherent!(HelioseleneField);

const _: fn(u128) -> Field25519 = From::from;
const _: fn(Field25519, Field25519) -> (Choice, Field25519) = Field25519::sqrt_ratio_i;

const _: () = point::<HeliosPoint, HelioseleneField>();
const _: () = point::<SelenePoint, Field25519>();
const _: fn(Field25519, Field25519) -> CtOption<HeliosPoint> = HeliosPoint::from_xy;
const _: fn(HelioseleneField, HelioseleneField) -> CtOption<SelenePoint> = SelenePoint::from_xy;

// The curves themselves have public names.
const _: fn(helioselene_simd::Helios, helioselene_simd::Selene) = |_, _| ();

#[cfg(feature = "cycle2025")]
mod cycle2025 {
    use super::{CtOption, U256, field, point};
    use helioselene_simd::cycle2025::{
        Field25519, Helios, HeliosPoint, HelioseleneField, Selene, SelenePoint,
    };

    inherent!(HelioseleneField);
    const _: fn(helioselene_simd::Field25519) -> Field25519 = |x| x;
    const _: () = point::<HeliosPoint, HelioseleneField>();
    const _: () = point::<SelenePoint, Field25519>();
    const _: fn(Field25519, Field25519) -> CtOption<HeliosPoint> = HeliosPoint::from_xy;
    const _: fn(HelioseleneField, HelioseleneField) -> CtOption<SelenePoint> = SelenePoint::from_xy;
    const _: fn(Helios, Selene) = |_, _| ();
}

/// All forms of an operator give the same result.
macro_rules! assert_forms_agree {
    ($a:expr, $op:tt, $op_assign:tt, $b:expr, $expected:expr) => {{
        let (a, b, expected) = ($a, $b, $expected);
        assert_eq!(a $op b, expected);
        assert_eq!(a $op &b, expected);
        assert_eq!(&a $op b, expected);
        assert_eq!(&a $op &b, expected);
        let mut c = a;
        c $op_assign b;
        assert_eq!(c, expected);
        let mut c = a;
        c $op_assign &b;
        assert_eq!(c, expected);
    }};
}

fn field_operators<P: helioselene_simd::Prime>() {
    let small = |x: u8| FieldElement::<P>::from(x);
    assert_forms_agree!(small(7), +, +=, small(5), small(12));
    assert_forms_agree!(small(7), -, -=, small(5), small(2));
    assert_forms_agree!(small(7), *, *=, small(5), small(35));
    assert_eq!(-small(7) + small(8), small(1));
    assert_eq!(-&small(7) + small(8), small(1));
}

fn point_operators<C: Curve>() {
    let small = |x: u8| FieldElement::<C::Scalar>::from(x);
    let g = Point::<C>::generator();
    let multiples: Vec<_> = std::iter::successors(Some(g), |p| Some(p + g))
        .take(12)
        .collect();
    let multiple = |i: usize| multiples[i - 1];
    assert_forms_agree!(multiple(7), +, +=, multiple(5), multiple(12));
    assert_forms_agree!(multiple(7), -, -=, multiple(5), multiple(2));
    assert_forms_agree!(multiple(3), *, *=, small(4), multiple(12));
    assert_eq!(-multiple(7) + multiple(8), g);
    assert_eq!(-&multiple(7) + multiple(8), g);
    assert_eq!(multiple(3).double(), multiple(6));
}

crate::common::generic_tests! { fields: field_operators }
crate::common::generic_tests! { curves: point_operators }
