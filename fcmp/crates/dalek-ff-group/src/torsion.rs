//! Tests whether a point of Ed25519 is in the subgroup of prime order, by five square roots instead of a multiplication
//! by that order.
//!
//! The group is cyclic of order 8ℓ, so the subgroup consists of the points that can be halved three times.
//! `fcmp/leaves/src/torsion.rs` has the proof and the names; two things differ. There is no x, which dalek does not
//! expose: with q = √(y² − 1), xr up to sign, i·x·r·h is i·q·h up to the sign of h. And `sqrt_ratio` takes the place
//! of powers: if g is no square, it gives s with s² = ig, and h = m²κ/s with κ² = i(A² − 4), as the product of both g
//! is m⁴(A² − 4). So h = H/D, D = 1 or s, and
//!
//! ```text
//! D⁴ · a·m²·(h − tm)² = D·[(1 + y ± tr)·mD + iqH]·(H − tmD)²
//! ```
//!
//! needs no division. It is a fourth power if and only if its square root is a square; either root will do, as −1 is
//! a square. y = 1 is tested separately. This takes half of the time of dalek's multiplication, 29 µs instead of some
//! 59 (Zen 3).

use crypto_bigint::U256;
use group::ff::{Field, FromUniformBytes, PrimeField};
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};

use crate::FieldElement;

const fn constant(digits: &str) -> FieldElement {
    FieldElement::from_u256(&U256::from_be_hex(digits))
}

/// A of Curve25519, v² = u³ + A·u² + u.
const A: FieldElement =
    constant("0000000000000000000000000000000000000000000000000000000000076d06");
/// d of Ed25519, −121665/121666.
const D: FieldElement =
    constant("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// t = √(A + 2)
const T: FieldElement =
    constant("6be4f497f9a9c2afc21fa77ad7f4a6ef635a11c7284a9363e9a248ef9c884415");
/// √(i·(A² − 4)). Neither factor is a square, so their product is one.
const KAPPA: FieldElement =
    constant("797f018b3b0eebf0e7cc1e9ccf03a64867c6a19ec5a686cc00bc8befa14b6386");

/// Whether the points with this encoding's y are in the subgroup of prime order; any answer if there are none. Constant
/// time.
pub(crate) fn is_torsion_free(encoding: &[u8; 32]) -> Choice {
    // Reduced, as dalek does.
    let mut wide = [0; 64];
    wide[..32].copy_from_slice(encoding);
    wide[31] &= 0x7f;
    let y = FieldElement::from_uniform_bytes(&wide);

    let one = FieldElement::ONE;
    let root = |square: FieldElement| FieldElement::sqrt_ratio(&square, &one);
    let (yy, n, m) = (y.square(), one + y, one - y);
    // u = n/m is a square if 1 + dy² is. Then q = x·r, up to its sign, which does not matter.
    let (has_half, mut r) = root(D * yy + one);
    let (_, q) = root(yy - one);
    // A half (a, b) has h = m·b/a, a root of g if that is a square. If not, the half with −r has h = m²·κ over a root
    // of i·g.
    let (is_square, of_g) = root(m * (n.double() + A * m + (T * r).double()));
    r.conditional_negate(!is_square);
    let h = FieldElement::conditional_select(&(KAPPA * m.square()), &of_g, is_square);
    let divisor = FieldElement::conditional_select(&of_g, &one, is_square);
    // a·(b/a − t)², times fourth powers, is a fourth power if and only if the half can be halved twice.
    let a = (n + T * r) * m * divisor + FieldElement::ROOT_OF_UNITY * q * h;
    let fourth = divisor * a * (h - T * m * divisor).square();
    let (is_fourth, square) = root(fourth);
    let is_fourth = is_fourth & root(square).0 & !fourth.is_zero();
    (has_half & is_fourth) | y.ct_eq(&one)
}
