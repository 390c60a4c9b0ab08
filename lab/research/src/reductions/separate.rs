//! Montgomery's reduction of a whole product (SOS, separated operand scanning): a multiple of q makes the
//! lowest limb zero, four times.

use super::{Limbs, MINUS_Q_INVERSE, OfProduct, Q, adc, mac, subtract_once};

/// Product first, then reduction. Only this form can have squares of its own.
pub struct Separate;

impl OfProduct for Separate {
    const NAME: &'static str = "Montgomery, separate (SOS)";
    const DOMAIN: u32 = 256;

    #[inline(always)]
    fn reduce(t: &[u64; 8]) -> Limbs {
        let (mut t, mut above) = (*t, 0);
        for i in 0..4 {
            let m = t[i].wrapping_mul(MINUS_Q_INVERSE);
            let mut carry = 0;
            for j in 0..4 {
                (t[i + j], carry) = mac(t[i + j], m, Q[j], carry);
            }
            (t[i + 4], above) = adc(t[i + 4], carry, above);
        }
        // (t + q·(2^256 − 1))/2^256 < 2q < 2^256: no higher limb.
        let [.., r0, r1, r2, r3] = t;
        subtract_once(&[r0, r1, r2, r3])
    }
}
