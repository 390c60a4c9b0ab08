//! Barrett (Handbook of Applied Cryptography, algorithm 14.42): the quotient by q is estimated by a product with μ =
//! ⌊2^512/q⌋. It works for any modulus, and costs accordingly.

use super::{Limbs, OfProduct, Q, fold_and_subtract, mac, sbb};

/// ⌊2^512/q⌋, of 258 bits.
const MU: [u64; 5] = [0x19eb_d25c_83b8_82b4, 0x232a_df8b_9a58_33a0, 0, 0, 2];

/// The estimated quotient.
pub struct Barrett;

impl OfProduct for Barrett {
    const NAME: &'static str = "Barrett";
    const DOMAIN: u32 = 0;

    #[inline(always)]
    fn reduce(t: &[u64; 8]) -> Limbs {
        // ⌊t/2^192⌋·μ, without the products below limb 3, which change the limbs from 5 on by at most one.
        let mut estimate = [0; 10];
        for i in 0..5 {
            let mut carry = 0;
            for j in 3usize.saturating_sub(i)..5 {
                (estimate[i + j], carry) = mac(estimate[i + j], t[3 + i], MU[j], carry);
            }
            estimate[i + 5] = carry;
        }
        let [.., e0, e1, e2, e3, _] = estimate;
        // The estimate is at most three below the quotient, so the remainder is below 4q < 2^257, five limbs.
        let mut multiple = [0; 5];
        for (i, e) in [e0, e1, e2, e3].into_iter().enumerate() {
            let mut carry = 0;
            for j in 0..4 {
                (multiple[i + j], carry) = mac(multiple[i + j], e, Q[j], carry);
                if i + j == 4 {
                    break;
                }
            }
            if i == 0 {
                multiple[4] = carry;
            }
        }
        let (mut r, mut borrow) = ([0; 5], 0);
        for i in 0..5 {
            (r[i], borrow) = sbb(t[i], multiple[i], borrow);
        }
        fold_and_subtract(&[r[0], r[1], r[2], r[3]], r[4])
    }
}
