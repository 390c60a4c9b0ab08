//! Montgomery's multiplication by words (CIOS, coarsely integrated operand scanning; Koç, Acar and Kaliski,
//! 1996): after the row of each limb one limb is reduced away. For any odd modulus of four limbs.

use super::{Limbs, MINUS_Q_INVERSE, Q, Reduction, adc, mac, subtract_once};

/// Product and reduction in turns, with six limbs in between.
pub struct Cios;

impl Reduction for Cios {
    const NAME: &'static str = "Montgomery, CIOS";
    const DOMAIN: u32 = 256;

    #[inline(always)]
    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        let mut t = [0; 6];
        for b in b {
            let mut carry = 0;
            for j in 0..4 {
                (t[j], carry) = mac(t[j], a[j], *b, carry);
            }
            (t[4], t[5]) = adc(t[4], carry, 0);

            let m = t[0].wrapping_mul(MINUS_Q_INVERSE);
            let (_, mut carry) = mac(t[0], m, Q[0], 0);
            for j in 1..4 {
                (t[j - 1], carry) = mac(t[j], m, Q[j], carry);
            }
            (t[3], carry) = adc(t[4], carry, 0);
            // A modulus of 256 bits needs this limb; here it stays zero.
            t[4] = t[5] + carry;
        }
        let [r0, r1, r2, r3, ..] = t;
        subtract_once(&[r0, r1, r2, r3])
    }
}
