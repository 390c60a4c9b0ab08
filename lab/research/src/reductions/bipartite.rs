//! Bipartite (Kaihara and Takagi, 2005): of the product's eight limbs the two highest are folded as by Crandall, the
//! two lowest are reduced as by Montgomery, and neither waits for the other.
//!
//! With T = T_2·2^384 + T_1·2^128 + T_0: 2^384 ≡ 2γ·2^128, and for M = T_0/γ modulo 2^128, computed at once, T_0 + M·q
//! = 2^128·(M·2^127 − ⌊M·γ/2^128⌋). So T/2^128 ≡ T_1 + T_2·2γ + M·2^127 − ⌊M·γ/2^128⌋.

use super::{GAMMA, GAMMA_INVERSE, Limbs, OfProduct, TWO_GAMMA, adc, fold_and_subtract, mac, sbb};

/// 1/γ modulo 2^128, in limbs.
const INVERSE: [u64; 2] = [GAMMA_INVERSE as u64, (GAMMA_INVERSE >> 64) as u64];

/// Both ends at once.
pub struct Bipartite;

impl OfProduct for Bipartite {
    const NAME: &'static str = "bipartite";
    const DOMAIN: u32 = 128;

    #[inline(always)]
    fn reduce(t: &[u64; 8]) -> Limbs {
        // M of two limbs.
        let (m0, high) = mac(0, t[0], INVERSE[0], 0);
        let m1 = high
            .wrapping_add(t[0].wrapping_mul(INVERSE[1]))
            .wrapping_add(t[1].wrapping_mul(INVERSE[0]));
        // ⌊M·γ/2^128⌋, of two limbs.
        let (_, carry) = mac(0, m0, GAMMA[0], 0);
        let (low, n0) = mac(carry, m0, GAMMA[1], 0);
        let (_, carry) = mac(low, m1, GAMMA[0], 0);
        let (n0, n1) = mac(n0, m1, GAMMA[1], carry);

        // T_1 + T_2·2γ < 2^256 + 2^128·2^125.
        let (r0, carry) = mac(t[2], t[6], TWO_GAMMA[0], 0);
        let (r1, carry) = mac(t[3], t[7], TWO_GAMMA[0], carry);
        let (r2, top) = adc(t[4], carry, 0);
        let (r1, carry) = mac(r1, t[6], TWO_GAMMA[1], 0);
        let (r2, carry) = mac(r2, t[7], TWO_GAMMA[1], carry);
        let (r3, top) = adc(t[5], carry, top);

        // M·2^127 − ⌊M·γ/2^128⌋ is not negative, and below 2^255.
        let (s1, carry) = adc(r1, m0 << 63, 0);
        let (s2, carry) = adc(r2, m0 >> 1 | m1 << 63, carry);
        let (s3, carry) = adc(r3, m1 >> 1, carry);
        let top = top + carry;
        let (s0, borrow) = sbb(r0, n0, 0);
        let (s1, borrow) = sbb(s1, n1, borrow);
        let (s2, borrow) = sbb(s2, 0, borrow);
        let (s3, borrow) = sbb(s3, 0, borrow);
        fold_and_subtract(&[s0, s1, s2, s3], top - borrow)
    }
}
