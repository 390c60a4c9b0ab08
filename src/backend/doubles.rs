//! Field elements in double precision, for variable-time work on public data.
//!
//! Five balanced limbs of 51 bits, each an integer in a double: 5·51 = 255, so a carry out of the top limb returns to
//! the lowest times γ. All results are exact, as the tests prove (`lanes::formal`), if rounding is to nearest, which the
//! backend checks at its entry. No vendor promises that the time of floating point is independent of operands, so no
//! secret comes here. See `notes/avx2.md`.

mod field;
mod multiply;
#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/doubles/tests.rs"]
mod tests;

pub(crate) use field::Fma;

use super::lanes::doubles::Doubles;
use crate::field::Prime;
use crate::word::{Limbs, in_radix};

/// 2^n
const fn exp2(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// The radix.
const RADIX: f64 = exp2(51);
const INVERSE_RADIX: f64 = exp2(-51);
/// The summand that rounds a small double to an integer: between 2^52 and 2^53 doubles are the integers.
const TO_INTEGER: f64 = 1.5 * exp2(52);

/// The bound of a tight limb, for every operand of a multiplication: half the radix, which a carry leaves,
/// plus what a carry adds.
pub(crate) const TIGHT: f64 = exp2(50) + exp2(28);

/// Constants of the prime `P` = 2^255 − γ.
trait Constants: Prime {
    /// γ in balanced limbs.
    const GAMMA_DOUBLES: [f64; 3] = {
        let [low, middle, high, 0, 0] = balanced(&radix51(&Self::GAMMA)) else {
            panic!("γ has more than three limbs")
        };
        [low as f64, middle as f64, high as f64]
    };
}

impl<P: Prime> Constants for P {}

/// The limbs of radix 2^51, signed.
#[inline(always)]
const fn radix51(x: &Limbs) -> [i64; 5] {
    let [a, b, c, d, e] = in_radix::<51>(x);
    [a as i64, b as i64, c as i64, d as i64, e as i64]
}

/// The same number with all limbs but the last from −2^50 to 2^50 − 1.
#[inline(always)]
const fn balanced(x: &[i64; 5]) -> [i64; 5] {
    let mut limbs = *x;
    let mut i = 0;
    while i < 4 {
        let carry = (limbs[i] + (1 << 50)) >> 51;
        limbs[i] -= carry << 51;
        limbs[i + 1] += carry;
        i += 1;
    }
    limbs
}

/// The integer nearest to t/2^51.
#[inline(always)]
fn carry_of<L: Doubles>(t: L) -> L {
    t.mul_add(L::splat(INVERSE_RADIX), L::splat(TO_INTEGER))
        .sub(L::splat(TO_INTEGER))
}

/// t − carry·2^51
#[inline(always)]
fn without<L: Doubles>(t: L, carry: L) -> L {
    carry.neg_mul_add(L::splat(RADIX), t)
}
