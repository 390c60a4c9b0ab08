//! The kernels' constants of a prime, computed from the prime alone.

use crate::field::{FieldElement, Prime};
use crate::word::{BITS, LIMBS as WORDS, Limbs as Words, Word, radix_51, radix_52};

/// Bits of a limb.
pub(super) const RADIX: u32 = 51;
/// Limbs of an element: 5·51 = 255, so that 2^255 ≡ γ is a whole number of limbs away.
pub(super) const LIMBS: usize = 5;

/// Constants of the prime `P` = 2^255 − γ.
pub(super) trait Constants: Prime {
    /// γ in radix 2^51.
    const GAMMA_51: [u64; LIMBS] = radix_51(&Self::GAMMA);
    /// The prime's inverse modulo 2^153 in radix 2^51.
    const INVERSE_51: [u64; 3] = inverse(&radix_51(&Self::MODULUS));
    /// The multiple of the prime that is added to a sum before it is carried, so that no limb is negative.
    const BIAS: [u64; LIMBS] = bias(&Self::GAMMA_51, Self::GAMMA_IS_SMALL);
    /// The same in radix 2^52.
    const BIAS_52: [u64; LIMBS] = bias_52(&radix_52(&Self::GAMMA), Self::GAMMA_IS_SMALL);
    /// The divisor of products in radix 2^51: 2^153, for small γ 1.
    const HELD_DOMAIN_51: FieldElement<Self> =
        FieldElement::from_canonical(if Self::GAMMA_IS_SMALL {
            power_of_two(0)
        } else {
            power_of_two(3 * RADIX as usize)
        });
}

impl<P: Prime> Constants for P {}

/// 2^n, for n < 255.
const fn power_of_two(n: usize) -> Words {
    let mut x = [0; WORDS];
    x[n / BITS] = (1 as Word) << (n % BITS);
    x
}

/// x·y modulo 2^153.
pub(super) const fn multiply_low(x: &[u64; 3], y: &[u64; 3]) -> [u64; 3] {
    let mask = (1 << RADIX) - 1;
    let mut out = [0; 3];
    let (mut carry, mut k) = (0, 0);
    while k < 3 {
        let mut i = 0;
        while i <= k {
            carry += x[i] as u128 * y[k - i] as u128;
            i += 1;
        }
        out[k] = carry as u64 & mask;
        carry >>= RADIX;
        k += 1;
    }
    out
}

/// 1/x modulo 2^153, for odd x.
const fn inverse(x: &[u64; LIMBS]) -> [u64; 3] {
    let x = [x[0], x[1], x[2]];
    // x·x ≡ 1 (mod 8), and y(2 − xy) has twice as many correct bits as y: 3·2^6 > 153.
    let (mut y, mut i) = (x, 0);
    while i < 6 {
        let xy = multiply_low(&x, &y);
        // 2 − xy = not(xy) + 3 in two's complement; y·not(xy) + 3y below.
        let mask = (1 << RADIX) - 1;
        let not = multiply_low(&y, &[xy[0] ^ mask, xy[1] ^ mask, xy[2] ^ mask]);
        let three = multiply_low(&y, &[3, 0, 0]);
        let mut carry = 0;
        let mut k = 0;
        while k < 3 {
            carry += not[k] + three[k];
            y[k] = carry & mask;
            carry >>= RADIX;
            k += 1;
        }
        i += 1;
    }
    y
}

/// scale·(2^255 − γ) in limbs of about scale·2^51 or more, by borrowing from the limb above.
const fn bias(gamma: &[u64; LIMBS], small_gamma: bool) -> [u64; LIMBS] {
    // The least value of the formulas' sums, in units of 2^51 for each limb, is checked by the interval
    // tests; a small γ leaves raw products with limbs up to 2^59.
    let scale: u64 = if small_gamma { 12 << 8 } else { 1 << 9 };
    // A limb borrows once for itself and, where γ has many limbs, once more for −scale·γ.
    let lent = if small_gamma { scale } else { 2 * scale };
    let mut bias = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let lent_here = if i == LIMBS - 1 { scale } else { lent };
        let borrowed = if i == 0 { 0 } else { lent };
        bias[i] = (lent_here << RADIX) - borrowed - scale * gamma[i];
        i += 1;
    }
    bias
}

/// scale·(2^255 − γ), all limbs but the top one about 2^61, by borrowing from the limb above.
const fn bias_52(gamma: &[u64; LIMBS], small_gamma: bool) -> [u64; LIMBS] {
    // The least value of the formulas' sums is checked by the interval tests. With a small γ the top limb of a
    // raw product is a column like the others.
    let scale: u64 = if small_gamma { 1 << 14 } else { 1 << 6 };
    const LENT: u64 = 1 << 9;
    let mut bias = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let has = if i == LIMBS - 1 {
            scale << 47
        } else {
            LENT << 52
        };
        let borrowed = if i == 0 { 0 } else { LENT };
        bias[i] = has - borrowed - scale * gamma[i];
        i += 1;
    }
    bias
}

/// 2^shift·γ in three limbs of 52 bits.
pub(super) const fn gamma_52(gamma: &Words, shift: u32) -> [u64; 3] {
    let limbs = radix_52(gamma);
    let mask = (1 << 52) - 1;
    let mut shifted = [0; 3];
    let (mut carry, mut i) = (0, 0);
    while i < 3 {
        let limb = (limbs[i] << shift) + carry;
        shifted[i] = limb & mask;
        carry = limb >> 52;
        i += 1;
    }
    assert!(carry == 0 && limbs[3] == 0 && limbs[4] == 0);
    shifted
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../../checks/backend/limbs/constants/tests.rs"]
mod tests;
