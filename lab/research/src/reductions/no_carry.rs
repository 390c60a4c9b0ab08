//! CIOS without its fifth and sixth limb, for a modulus with a spare bit (Botrel and El Housni, eprint
//! 2022/1400).
//!
//! A round makes t of t + a·b_i + m·q, divided by 2^64. With a < q and t < 2q the new t is below (2q + (2^64
//! − 1)·2q)/2^64 = 2q, and 2q < 2^256: the carries of the two rows together are the highest of four limbs,
//! and no carry leaves their sum.
//!
//! The paper asks for a highest limb of the modulus of at most (2^64 − 1)/2 − 1, which q's, 2^63 − 1, misses
//! by a half. The argument above needs 2q < 2^256 alone.

use super::{Limbs, MINUS_Q_INVERSE, Q, Reduction, mac, subtract_once};

const _: () = assert!(Q[3] < 1 << 63, "2q < 2^256");

/// CIOS in four limbs, both rows in one loop. Squares are products, as in evmone.
pub struct NoCarry;

impl Reduction for NoCarry {
    const NAME: &'static str = "Montgomery, CIOS without carry";
    const DOMAIN: u32 = 256;

    #[inline(always)]
    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        let mut t = [0; 4];
        for b in b {
            let (low, mut carry_of_a) = mac(t[0], a[0], *b, 0);
            let m = low.wrapping_mul(MINUS_Q_INVERSE);
            let (_, mut carry_of_q) = mac(low, m, Q[0], 0);
            for j in 1..4 {
                let sum;
                (sum, carry_of_a) = mac(t[j], a[j], *b, carry_of_a);
                (t[j - 1], carry_of_q) = mac(sum, m, Q[j], carry_of_q);
            }
            t[3] = carry_of_a + carry_of_q;
        }
        subtract_once(&t)
    }
}
