//! The constants that kernels need for a prime, all computed from the prime.

use crate::backend::lanes::each;
use crate::field::{FieldElement, Prime};
use crate::word::{BITS, LIMBS as WORDS, Limbs as Words, Word, in_radix};

/// Bits of a limb.
pub(super) const LIMB_BITS: u32 = 51;
/// Limbs of an element: 5·51 = 255, so 2^255 ≡ γ falls on a limb's boundary.
pub(super) const LIMBS: usize = 5;

/// Constants of the prime `P` = 2^255 − γ.
pub(super) trait Constants: Prime {
    /// γ in radix 2^51.
    const GAMMA_51: [u64; LIMBS] = in_radix(&Self::GAMMA, 51);
    /// The prime's inverse modulo 2^153 in radix 2^51.
    const INVERSE_51: [u64; 3] = inverse(&in_radix(&Self::MODULUS, 51));
    /// A multiple of the prime, added to a sum before it is carried so that no limb is negative. The interval tests
    /// check the least value of the formulas' sums; with a small γ, raw products have limbs up to 2^59.
    const BIAS: [u64; LIMBS] = if Self::GAMMA_IS_SMALL {
        bias::<LIMB_BITS>(&Self::GAMMA_51, 12 << 8, 12 << 8)
    } else {
        // A limb borrows once for itself, and once more for −scale·γ, which has many limbs.
        bias::<LIMB_BITS>(&Self::GAMMA_51, 1 << 9, 2 << 9)
    };
    /// [`Self::BIAS`] in radix 2^52, where with a small γ the top limb of a raw product is a column like the others.
    const BIAS_52: [u64; LIMBS] = {
        let scale = if Self::GAMMA_IS_SMALL {
            1 << 14
        } else {
            1 << 6
        };
        bias::<52>(&in_radix(&Self::GAMMA, 52), scale, 1 << 9)
    };
    /// The divisor of products in radix 2^51: 2^153, or 1 for small γ.
    const HELD_DOMAIN_51: FieldElement<Self> = {
        let log = if Self::GAMMA_IS_SMALL {
            0
        } else {
            3 * LIMB_BITS
        };
        FieldElement::from_canonical(power_of_two(log as usize))
    };
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
    let mask = (1 << LIMB_BITS) - 1;
    let mut out = [0; 3];
    let (mut carry, mut k) = (0, 0);
    while k < 3 {
        let mut i = 0;
        while i <= k {
            carry += x[i] as u128 * y[k - i] as u128;
            i += 1;
        }
        out[k] = carry as u64 & mask;
        carry >>= LIMB_BITS;
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
        // 2 − xy = not(xy) + 3 in two's complement; `multiply_low` takes a lowest limb of 51 bits and a carry.
        let mask = (1 << LIMB_BITS) - 1;
        y = multiply_low(&y, &[(xy[0] ^ mask) + 3, xy[1] ^ mask, xy[2] ^ mask]);
        i += 1;
    }
    y
}

/// scale·(2^255 − γ), where each limb but the lowest lends `lent` to the one below.
const fn bias<const BITS: u32>(gamma: &[u64; LIMBS], scale: u64, lent: u64) -> [u64; LIMBS] {
    each!(i => {
        let has = if i == LIMBS - 1 {
            scale << (255 - 4 * BITS)
        } else {
            lent << BITS
        };
        let lends = if i == 0 { 0 } else { lent };
        has - lends - scale * gamma[i]
    })
}

/// 2^shift·γ in three limbs of 52 bits.
pub(super) const fn gamma_52(gamma: &Words, shift: u32) -> [u64; 3] {
    let limbs = in_radix(gamma, 52);
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
