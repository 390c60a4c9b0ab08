//! Ed25519 as a Weierstrass curve, Wei25519 of draft-ietf-lwig-curve-representations, appendix E.

use dalek_ff_group::{EdwardsPoint, FieldElement};
use ff::{Field, PrimeField};
use group::{Group, GroupEncoding};
use spin::Once;
use subtle::{Choice, ConditionallyNegatable};

use super::super::ROOT_IS_ODD;
use super::{DivisorCurve, Interpolator, Projective};

/// The A of Curve25519, v² = u³ + A·u² + u.
const A: u64 = 486_662;

/// Constants, computed once.
struct Constants {
    a: FieldElement,
    b: FieldElement,
    /// The d of Ed25519, −121665/121666.
    d: FieldElement,
    /// A/3 = x − u.
    third: FieldElement,
    /// √(−A − 2) = v·x_Edwards/u: the even root, as in RFC 7748, or the odd one.
    factor: FieldElement,
    interpolator: Interpolator<FieldElement>,
}

/// The constants, kept from the first call on.
fn constants() -> &'static Constants {
    static CONSTANTS: Once<Constants> = Once::new();
    CONSTANTS.get().unwrap_or_else(|| {
        // Not within the lock, which a child of `fork` would inherit and wait for.
        let new = Constants::new();
        CONSTANTS.call_once(|| new)
    })
}

impl Constants {
    fn new() -> Self {
        let [three, two] = [3u64, 2].map(FieldElement::from);
        let inverse = |x: FieldElement| x.invert().expect("not zero");
        let big_a = FieldElement::from(A);
        let third = big_a * inverse(three);
        // With u = x − A/3: a = 1 − A²/3, b = (2·A³ − 9·A)/27.
        let a = FieldElement::ONE - big_a * third;
        let b = (two * big_a.square() * big_a - FieldElement::from(9u64) * big_a)
            * inverse(FieldElement::from(27u64));
        let mut factor = (-FieldElement::from(A + 2)).sqrt().expect("a square");
        factor.conditional_negate(factor.is_odd() ^ Choice::from(u8::from(ROOT_IS_ODD)));
        Self {
            a,
            b,
            d: -FieldElement::from(121_665u64) * inverse(FieldElement::from(121_666u64)),
            third,
            factor,
            interpolator: Interpolator::new(128),
        }
    }
}

impl DivisorCurve for EdwardsPoint {
    type FieldElement = FieldElement;
    type XyPoint = Projective<Self>;

    fn a() -> FieldElement {
        constants().a
    }

    fn b() -> FieldElement {
        constants().b
    }

    type BorrowedInterpolator = &'static Interpolator<FieldElement>;

    fn interpolator_for_scalar_mul() -> &'static Interpolator<FieldElement> {
        &constants().interpolator
    }

    /// From the encoding, because the type gives no other access to its coordinates: x from the curve's equation, then
    /// u = (1 + y)/(1 − y) and v = √(−A − 2)·u/x.
    fn to_xy(point: Self) -> Option<(FieldElement, FieldElement)> {
        if point.is_identity().into() {
            return None;
        }
        let mut encoding = point.to_bytes();
        let sign = Choice::from(encoding[31] >> 7);
        encoding[31] &= 0x7f;
        let y = FieldElement::from_repr(encoding).expect("a canonical encoding");
        let one = FieldElement::ONE;
        let square = y.square();
        let constants = constants();
        // With x² = u/v, 1/√(uv) gives all that is asked for: x = u/√(uv), 1/x = v/√(uv), and 1/u = v/(uv).
        let (u, v) = (square - one, constants.d * square + one);
        let (is_there, mut root) = FieldElement::sqrt_ratio(&one, &(u * v));
        assert!(
            bool::from(is_there),
            "neither the identity nor of order two"
        );
        root.conditional_negate((u * root).is_odd() ^ sign);
        let plus = one + y;
        // u = −(1 + y)(1 − y)
        let ratio = -plus.square() * v * root.square();
        Some((ratio + constants.third, constants.factor * ratio * v * root))
    }
}
