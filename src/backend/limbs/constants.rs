//! The constants of a prime that kernels need, all computed from the prime at compile time.

use crypto_bigint::U256;

use crate::backend::lanes::each;
use crate::field::Prime;
use crate::word::{Limbs as Words, add, from_u256, in_radix, to_le_bytes};

/// Number of bits in a limb of radix 2^51.
pub(super) const LIMB_BITS: u32 = 51;
/// Number of limbs of an element. 5·51 = 255, so in radix 2^51 the fold 2^255 ≡ γ falls on a limb's boundary.
pub(super) const LIMBS: usize = 5;

/// Constants of the prime `P` = 2^255 − γ.
pub(super) trait Constants: Prime {
    /// γ in radix 2^51.
    const GAMMA_51: [u64; LIMBS] = in_radix(&Self::GAMMA, 51);
    /// The prime's inverse modulo 2^153 in radix 2^51, for Montgomery's quotient M = T/P mod 2^153.
    const INVERSE_51: [u64; 3] = {
        let prime = U256::from_le_slice(&to_le_bytes(&Self::MODULUS));
        let [low, middle, high, ..] = in_radix(&from_u256(&prime.inv_mod2k(153)), LIMB_BITS);
        [low, middle, high]
    };
}

impl<P: Prime> Constants for P {}

/// Returns x·y modulo 2^153.
pub(super) const fn multiply_low(x: &[u64; 3], y: &[u64; 3]) -> [u64; 3] {
    // Product scanning over the three lowest columns. At most three products below 2^104 and a carry fit 128 bits, also for
    // factors in limbs of 52 bits.
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

/// Returns scale·(2^255 − γ) in a redundant form whose limbs are all large.
///
/// scale·2^255 alone occupies only the top limb. Each limb but the lowest then lends `loan` to the one below: limb i + 1
/// loses `loan` and limb i gains loan·2^BITS, which leaves the number as it was. Then scale·γ is subtracted limb by limb.
/// So limbs are near loan·2^BITS − scale·γ_i, the top one near scale·2^(255 − 4·BITS).
pub(super) const fn bias<const BITS: u32>(
    gamma: &[u64; LIMBS],
    scale: u64,
    loan: u64,
) -> [u64; LIMBS] {
    each!(i => {
        let limb = if i == LIMBS - 1 {
            scale << (255 - 4 * BITS)
        } else {
            loan << BITS
        };
        let debt = if i == 0 { 0 } else { loan };
        limb - debt - scale * gamma[i]
    })
}

/// Returns 2^shift·γ in three limbs of 52 bits.
pub(super) const fn gamma_52(gamma: &Words, shift: u32) -> [u64; 3] {
    let (mut shifted, mut i) = (*gamma, 0);
    while i < shift {
        shifted = add(&shifted, &shifted).0;
        i += 1;
    }
    // γ has at most 127 bits and `shift` is at most 5, so the number has at most 132 bits, and three limbs have 156.
    let [low, middle, high, 0, 0] = in_radix(&shifted, 52) else {
        panic!("more than three limbs")
    };
    [low, middle, high]
}

#[cfg(test)]
mod tests;
