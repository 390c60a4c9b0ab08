//! Six limbs of 43 bits: nine bits of the multiplier are left, so that sums of up to [`SUMMANDS`] numbers are factors
//! without a carry.
//!
//! The multiplier splits products at 2^52, nine bits above the radix: column k is lo_k + 2^9·hi_(k−1), with low and
//! high halves in sums of their own. 2^258 ≡ 8γ. Columns 9, 10 and 11 are folded first, which reaches column 8, then 6,
//! 7 and 8, which reaches column 5, and last what column 5 has above its bits. Every carry is one step for all limbs at
//! once: limbs may be a little longer than the radix.

use super::{Ifma, InLanes, Lanes, gamma_limb, unrolled};

/// Limbs of an element.
pub const LIMBS: usize = 6;
/// Bits of a limb.
const LIMB_BITS: u32 = 43;
/// What the multiplier reads besides.
const SPARE: u32 = 52 - LIMB_BITS;
/// How many tight numbers may be added to make a factor; the other may be such a sum as well.
pub const SUMMANDS: u64 = 16;

/// 2^43, six limbs.
pub struct Radix43;

/// Columns in halves.
struct Columns<L> {
    low: [L; 2 * LIMBS - 1],
    high: [L; 2 * LIMBS - 1],
}

impl<L: Ifma> Columns<L> {
    #[inline(always)]
    fn new() -> Self {
        let zero = [L::splat(0); 2 * LIMBS - 1];
        Self {
            low: zero,
            high: zero,
        }
    }

    #[inline(always)]
    fn add_product(&mut self, k: usize, x: L, y: L) {
        self.low[k] = self.low[k].madd_lo(x, y);
        self.high[k] = self.high[k].madd_hi(x, y);
    }

    /// What the high halves add to column `k`. They are taken: what they get later is added by another call.
    #[inline(always)]
    fn take_high(&mut self, k: usize) -> L {
        core::mem::replace(&mut self.high[k - 1], L::splat(0)).shl(SPARE)
    }

    #[inline(always)]
    fn take(&mut self, k: usize) -> L {
        let high = self.take_high(k);
        self.low[k].add(high)
    }

    /// Adds x·8γ from column `k` upwards.
    #[inline(always)]
    fn fold(&mut self, k: usize, x: L) {
        unrolled!(J in [0 1 2] {
            self.add_product(k + J, x, Self::fold_limb(J));
        });
    }

    /// Limb `j` of 8γ.
    #[inline(always)]
    fn fold_limb(j: usize) -> L {
        L::splat(gamma_limb(258 - 255, j as u32 * LIMB_BITS, LIMB_BITS))
    }

    #[inline(always)]
    fn reduce(mut self) -> [L; LIMBS] {
        let upper = [
            self.take(8),
            self.take(9),
            self.take(10),
            self.take_high(11),
        ];
        let [t8, t9, t10, t11] = carry(upper);
        self.fold(5, t11);
        self.fold(4, t10);
        self.fold(3, t9);
        let t8 = t8.add(self.take_high(8));
        let [t5, t6, t7, t8] = carry([self.take(5), self.take(6), self.take(7), t8]);
        self.fold(2, t8);
        self.fold(1, t7);
        self.fold(0, t6);
        let t5 = t5.add(self.take_high(5));
        // What is above 2^258 is short, and so are its multiples.
        let top = t5.shr(LIMB_BITS);
        let t5 = t5.low(LIMB_BITS);
        unrolled!(J in [0 1 2] {
            self.low[J] = self.low[J].madd_short(top, Self::fold_limb(J));
        });
        let lower = [self.take(1), self.take(2), self.take(3), self.take(4)];
        let [t1, t2, t3, t4] = lower;
        carry([self.low[0], t1, t2, t3, t4, t5])
    }
}

/// What limbs have above the radix to the next, at once; all of the last stays.
#[inline(always)]
fn carry<L: Lanes, const N: usize>(t: [L; N]) -> [L; N] {
    let mut carried = t;
    for i in 0..N - 1 {
        carried[i] = t[i].low(LIMB_BITS);
    }
    for i in 0..N - 1 {
        carried[i + 1] = carried[i + 1].add(t[i].shr(LIMB_BITS));
    }
    carried
}

impl<L: Ifma> InLanes<L, LIMBS> for Radix43 {
    const NAME: &'static str = "radix 2^43";
    const WIDTHS: [u32; LIMBS] = [LIMB_BITS; LIMBS];
    const TIGHT: [u64; LIMBS] = [(1 << LIMB_BITS) + (1 << 14); LIMBS];

    #[inline(always)]
    fn mul(a: &[L; LIMBS], b: &[L; LIMBS]) -> [L; LIMBS] {
        let mut columns = Columns::new();
        unrolled!(I in [0 1 2 3 4 5] {
            unrolled!(J in [0 1 2 3 4 5] { columns.add_product(I + J, a[I], b[J]); });
        });
        columns.reduce()
    }
    #[inline(always)]
    fn square(a: &[L; LIMBS]) -> [L; LIMBS] {
        let mut columns = Columns::new();
        // The products of different limbs occur twice.
        unrolled!(I in [0 1 2 3 4 5] {
            let twice = a[I].add(a[I]);
            columns.add_product(2 * I, a[I], a[I]);
            unrolled!(J in [1 2 3 4 5] {
                if I < J {
                    columns.add_product(I + J, twice, a[J]);
                }
            });
        });
        columns.reduce()
    }
}
