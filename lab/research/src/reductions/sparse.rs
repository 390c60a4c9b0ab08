//! CIOS for this q: m·q = m·2^255 − m·γ, so a round multiplies m by the two limbs of γ instead of the four of q.
//!
//! With m = t_0/γ modulo 2^64 the difference t − m·γ has a lowest limb of zero, and t + m·q = t − m·γ + m·2^255.

use super::{GAMMA, GAMMA_INVERSE, Limbs, Reduction, adc, mac, sbb, subtract_once};

/// CIOS with γ instead of q.
pub struct Sparse;

impl Reduction for Sparse {
    const NAME: &'static str = "Montgomery, CIOS by γ";
    const DOMAIN: u32 = 256;

    #[inline(always)]
    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        let mut t = [0; 4];
        for b in b {
            let mut carry = 0;
            for j in 0..4 {
                (t[j], carry) = mac(t[j], a[j], *b, carry);
            }
            let t4 = carry;
            let m = t[0].wrapping_mul(GAMMA_INVERSE as u64);
            // m·γ, whose lowest limb is t_0.
            let (_, carry) = mac(0, m, GAMMA[0], 0);
            let (m1, m2) = mac(0, m, GAMMA[1], carry);
            // As in `no_carry`, the new t is between 0 and 2q: (t + m·q)/2^64 in four limbs. The last steps may wrap,
            // but not the sum.
            let (r0, borrow) = sbb(t[1], m1, 0);
            let (r1, borrow) = sbb(t[2], m2, borrow);
            let (r2, borrow) = sbb(t[3], 0, borrow);
            // m·2^255/2^64 = m·2^191: its lowest bit is bit 63 of the third limb.
            let (r2, carry) = adc(r2, m << 63, 0);
            let r3 = t4
                .wrapping_add(m >> 1)
                .wrapping_add(carry)
                .wrapping_sub(borrow);
            t = [r0, r1, r2, r3];
        }
        subtract_once(&t)
    }
}
