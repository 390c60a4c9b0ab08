//! The curves of the current cycle in arkworks 0.5, as a peer in multi-scalar multiplication.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveConfig, VariableBaseMSM};
use ark_ff::{BigInteger, Fp256, MontBackend, MontConfig, MontFp, PrimeField};

/// q.
#[derive(MontConfig)]
#[modulus = "57896044618658097711785492504343953926623305935230693509004809574567321395027"]
#[generator = "2"]
pub struct QConfig;
/// The field of q elements.
pub type Q = Fp256<MontBackend<QConfig, 4>>;

/// p = 2^255 − 19.
#[derive(MontConfig)]
#[modulus = "57896044618658097711785492504343953926634992332820282019728792003956564819949"]
#[generator = "2"]
pub struct PConfig;
/// The field of p elements.
pub type P = Fp256<MontBackend<PConfig, 4>>;

macro_rules! curve {
    ($Curve:ident over $Base:ident with $Scalar:ident, b: $b:literal, y: $y:literal) => {
        /// The curve, its generator with x = 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Curve;

        impl CurveConfig for $Curve {
            type BaseField = $Base;
            type ScalarField = $Scalar;
            const COFACTOR: &'static [u64] = &[1];
            const COFACTOR_INV: $Scalar = MontFp!("1");
        }

        impl SWCurveConfig for $Curve {
            const COEFF_A: $Base = MontFp!("-3");
            const COEFF_B: $Base = MontFp!($b);
            const GENERATOR: Affine<Self> = Affine::new_unchecked(MontFp!("1"), MontFp!($y));
        }
    };
}
curve!(
    Helios over P with Q,
    b: "17523451383230374900436292617863907649717438939964238673872692863501483215968",
    y: "43927350165885181914572701368652294970994947138804342515295004363921039321018"
);
curve!(
    Selene over Q with P,
    b: "25675911719867737339625140396204798989996478324626569376465022644547366285284",
    y: "25798700515841442074436724357845010259191889815205036617843407906692357567936"
);

/// A scalar from its 32 little-endian bytes.
pub fn scalar<C: SWCurveConfig>(bytes: &[u8; 32]) -> C::ScalarField {
    C::ScalarField::from_le_bytes_mod_order(bytes)
}

/// A point from its encoding, which must not be the identity's.
pub fn point<C: SWCurveConfig<BaseField: PrimeField>>(encoding: &[u8; 32]) -> Affine<C> {
    let mut bytes = *encoding;
    bytes[31] &= 0x7f;
    let x = C::BaseField::from_le_bytes_mod_order(&bytes);
    let (y, other) = Affine::<C>::get_ys_from_x_unchecked(x).expect("x is on the curve");
    let right = y.into_bigint().is_odd() == (encoding[31] >> 7 == 1);
    Affine::new_unchecked(x, if right { y } else { other })
}

/// Σ scalarᵢ·pointᵢ.
pub fn msm<C: SWCurveConfig>(points: &[Affine<C>], scalars: &[C::ScalarField]) -> Projective<C> {
    Projective::msm(points, scalars).expect("as many scalars as points")
}

/// A point's encoding, in the form of the library under test.
pub fn encoding<C: SWCurveConfig<BaseField: PrimeField>>(point: Projective<C>) -> [u8; 32] {
    let Some((x, y)) = Affine::from(point).xy() else {
        return [0; 32];
    };
    let mut bytes = x.into_bigint().to_bytes_le();
    bytes[31] |= u8::from(y.into_bigint().is_odd()) << 7;
    bytes.try_into().expect("256 bits")
}
