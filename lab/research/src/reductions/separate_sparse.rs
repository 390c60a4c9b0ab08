//! Montgomery's reduction of a whole by γ: what [`separate`](super::separate) is to
//! [`cios`](super::cios), this is to [`sparse`](super::sparse).

use super::{GAMMA, GAMMA_INVERSE, Limbs, OfProduct, adc, mac, sbb, subtract_once};

/// The product first, then the reduction with γ instead of q.
pub struct SeparateSparse;

impl OfProduct for SeparateSparse {
    const NAME: &'static str = "Montgomery, separate by γ";
    const DOMAIN: u32 = 256;

    #[inline(always)]
    fn reduce(t: &[u64; 8]) -> Limbs {
        let (mut t, mut above) = (*t, 0);
        for i in 0..4 {
            // t − m·γ, whose lowest limb is zero, and + m·2^255.
            let m = t[i].wrapping_mul(GAMMA_INVERSE as u64);
            let (_, carry) = mac(0, m, GAMMA[0], 0);
            let (m1, m2) = mac(0, m, GAMMA[1], carry);
            let (r1, borrow) = sbb(t[i + 1], m1, 0);
            let (r2, borrow) = sbb(t[i + 2], m2, borrow);
            let (r3, borrow) = sbb(t[i + 3], 0, borrow);
            let (r3, carry) = adc(r3, m << 63, 0);
            // Not negative: without m there is no borrow, an odd m carries where it borrows, and an even m is 2
            // or more.
            let high = (m >> 1) + carry - borrow;
            (t[i + 1], t[i + 2], t[i + 3]) = (r1, r2, r3);
            (t[i + 4], above) = adc(t[i + 4], high, above);
        }
        // As in `separate`, the result is below 2q: no higher limb.
        let [.., r0, r1, r2, r3] = t;
        subtract_once(&[r0, r1, r2, r3])
    }
}
