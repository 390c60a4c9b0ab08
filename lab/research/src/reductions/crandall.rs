//! Crandall: 2^256 ≡ 2γ, so the upper half of a product is multiplied by 2γ and added to the lower one; twice, because
//! 2γ has two limbs.

use super::{Limbs, OfProduct, TWO_GAMMA, adc, fold_and_subtract, mac};

/// Two folds of 2^256, and one of 2^255.
pub struct Crandall;

impl OfProduct for Crandall {
    const NAME: &'static str = "Crandall, two folds";
    const DOMAIN: u32 = 0;

    #[inline(always)]
    fn reduce(t: &[u64; 8]) -> Limbs {
        // First fold: below 2^256 + 2^256·2^125, of six limbs.
        let mut u = [t[0], t[1], t[2], t[3], 0, 0];
        let mut carry = 0;
        for j in 0..4 {
            (u[j], carry) = mac(u[j], t[4 + j], TWO_GAMMA[0], carry);
        }
        u[4] = carry;
        carry = 0;
        for j in 0..4 {
            (u[1 + j], carry) = mac(u[1 + j], t[4 + j], TWO_GAMMA[1], carry);
        }
        u[5] = carry;
        // Second fold: the upper half is at most 2γ < 2^125, and times 2γ below 2^250.
        let (r0, carry) = mac(u[0], u[4], TWO_GAMMA[0], 0);
        let (r1, above) = mac(u[1], u[5], TWO_GAMMA[0], carry);
        let (r1, carry) = mac(r1, u[4], TWO_GAMMA[1], 0);
        let (r2, carry) = mac(u[2], u[5], TWO_GAMMA[1], carry);
        let (r2, above) = adc(r2, above, 0);
        let (r3, top) = adc(u[3], carry, above);
        fold_and_subtract(&[r0, r1, r2, r3], top)
    }
}
