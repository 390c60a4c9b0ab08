//! Products, carries and residues. The tests prove each bound that is written here, for all inputs.

use super::{BITS, COUNT, FOLD, HalfLimbs, Halves, TOP, Whole, gamma};
use crate::backend::lanes::each;
use crate::primes::Modulus;

/// Columns of a product.
const COLUMNS: usize = 2 * COUNT - 1;

/// Evaluates a statement for each of these numbers. Unlike a loop it is certainly unrolled.
macro_rules! repeat {
    ([$($n:literal),*], $i:ident => $e:expr) => {
        $({
            let $i: usize = $n;
            $e;
        })*
    };
}

/// The limbs as factors.
#[inline(always)]
fn factors<H: Halves>(x: &HalfLimbs<H>) -> [H::Whole; COUNT] {
    each!([0, 1, 2, 3, 4, 5, 6, 7, 8], i => if i < 5 { x[i].lower() } else { x[i - 5].upper() })
}

/// The vectors of limbs below 2^32.
#[inline(always)]
fn packed<H: Halves>(x: [H::Whole; COUNT]) -> HalfLimbs<H> {
    each!(i => H::join(x[i], if i + 5 < COUNT { x[i + 5] } else { H::Whole::splat(0) }))
}

/// Column k of a·b: at most nine products of limbs, of which two have a top limb: below 9.5·2^58·(1 + 2^−20).
///
/// In units of 2^58 columns 0 to 7 are below 1, 2, … 8, columns 8 to 15 below 9.5, 8.5, … 2.5, and column 16 below 1.6.
#[inline(always)]
fn column<W: Whole>(a: &[W; COUNT], b: &[W; COUNT], k: usize) -> W {
    let first = k.saturating_sub(COUNT - 1);
    let mut sum = a[first].times(b[k - first]);
    repeat!([1, 2, 3, 4, 5, 6, 7, 8], i => {
        if first < i && i <= k {
            sum = sum.add(a[i].times(b[k - i]));
        }
    });
    sum
}

/// Column k of a²: each product of different limbs once, with one limb doubled.
#[inline(always)]
fn square_column<W: Whole>(a: &[W; COUNT], twice: &[W; COUNT], k: usize) -> W {
    let first = k.saturating_sub(COUNT - 1);
    let other = if k % 2 == 0 { a } else { twice };
    let mut sum = a[k / 2].times(other[k.div_ceil(2)]);
    repeat!([0, 1, 2, 3, 4, 5, 6], i => {
        if first <= i && i < k / 2 {
            sum = sum.add(a[i].times(twice[k - i]));
        }
    });
    sum
}

/// All columns, the highest first, because the reduction begins with them. No column waits for another.
macro_rules! columns {
    ($column:ident, $a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        let mut columns = [H::Whole::splat(0); COLUMNS];
        repeat!([16, 15, 14, 13, 12, 11, 10, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8], k => {
            columns[k] = $column(a, b, k);
        });
        columns
    }};
}

/// Carries what column i has from bit 29 on.
#[inline(always)]
pub(super) fn carry_column<W: Whole>(c: &mut [W], i: usize) {
    c[i + 1] = c[i + 1].add(c[i].shr(BITS));
    c[i] = c[i].low(BITS);
}

/// Adds 2^261·high ≡ 2^6·γ·high to the limbs from `at` on, as `g` is 2^6·γ.
///
/// Factors are below 2^32, the multiplier's width: limbs below 2^29, or a last one below 2^30. The limbs of 2^6·γ are
/// below 2^29, so a product is below 2^59.
#[inline(always)]
pub(super) fn fold<W: Whole>(c: &mut [W], at: usize, high: &[W], g: &[u64; FOLD]) {
    repeat!([4, 3, 2, 1, 0], i => {
        if i < high.len() {
            repeat!([0, 1, 2, 3, 4], j => {
                if g[j] > 0 {
                    c[at + i + j] = c[at + i + j].add(high[i].times(W::splat(g[j])));
                }
            });
        }
    });
}

/// Reduces the columns of a product of tight limbs to tight ones.
#[inline(always)]
fn reduce<H: Halves, P: Modulus>(c: [H::Whole; COLUMNS]) -> HalfLimbs<H> {
    let mut c = if P::GAMMA_IS_SMALL {
        fold_small::<_, P>(c)
    } else {
        fold_large::<_, P>(c)
    };
    repeat!([0, 1, 2, 3, 4, 5, 6, 7], i => carry_column(&mut c, i));
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8, ..] = c;
    packed([x0, x1, x2, x3, x4, x5, x6, x7, x8])
}

/// For small γ: columns 0 to 8, of which the last is short.
#[inline(always)]
fn fold_small<W: Whole, P: Modulus>(mut c: [W; COLUMNS]) -> [W; COLUMNS] {
    // Below 2^11.
    let [g, ..] = const { gamma::<P>(BITS - TOP) };
    // So that the last carries are short.
    carry_column(&mut c, 7);
    carry_column(&mut c, 8);
    // The lower 32 bits of a column, and those above, of weight 2^32 = 8·2^29, so that no column waits for another:
    // below 2^43 and 2^46.
    let (lower, upper) = (W::splat(g), W::splat(8 * g));
    repeat!([0, 1, 2, 3, 4, 5, 6, 7], k => {
        c[k] = c[k].add(c[k + 9].factor().times(lower));
        c[k + 1] = c[k + 1].add(c[k + 9].shr(32).times(upper));
    });
    // Column 16 is below 1.25²·2^58, so column 8 below 2^41, and its carry below 2^12.
    let top = c[8].shr(BITS);
    c[8] = c[8].low(BITS);
    c[0] = c[0].add(top.times(lower));
    // Column 7 is below 2^47, and limb 8 will be below 2^29 + 2^18.
    c
}

/// For γ of up to 127 bits: columns 0 to 8, of which the last is short.
#[inline(always)]
fn fold_large<W: Whole, P: Modulus>(mut c: [W; COLUMNS]) -> [W; COLUMNS] {
    let g = const { &gamma::<P>(BITS - TOP) };
    // Fold 2^377. Column 12 is carried before, so that the next fold's last limb is short.
    repeat!([12, 13, 14, 15], i => carry_column(&mut c, i));
    let high = [c[13], c[14], c[15], c[16].low(BITS), c[16].shr(BITS)];
    // At most five products below 2^58 for a column, one by the last limb, which is below 2^30: 15·2^58 in all.
    fold(&mut c, 4, &high, g);
    // Now columns 4 to 11 are below 13·2^58, and column 12, of weight 2^348, has a product of the last limb by g_4:
    // below 2^46. Fold 2^261. Columns 7 and 8 are carried before, to keep the last carries short.
    repeat!([7, 8, 9, 10, 11], i => carry_column(&mut c, i));
    // The last limb: column 12 has a product of the last limb above by g_4.
    let high = [c[9], c[10], c[11], c[12].low(BITS), c[12].shr(BITS)];
    // Below 20·2^58 in all; of the last limb, below 2^17, hardly anything.
    fold(&mut c, 0, &high, g);
    // Column 8 has 2^29 and a product of the last limb by g_4, which is below 0.25·2^29 if g_4 has 14 bits.
    if g[FOLD - 1] >> 14 > 0 {
        let top = [c[8].shr(BITS)];
        c[8] = c[8].low(BITS);
        fold(&mut c, 0, &top, g);
    }
    c
}

/// a·b, tight.
#[inline(always)]
pub(super) fn multiply<H: Halves, P: Modulus>(a: &HalfLimbs<H>, b: &HalfLimbs<H>) -> HalfLimbs<H> {
    reduce::<H, P>(columns!(column, &factors(a), &factors(b)))
}

/// a², tight.
#[inline(always)]
pub(super) fn square<H: Halves, P: Modulus>(a: &HalfLimbs<H>) -> HalfLimbs<H> {
    let twice = each!(i => a[i].add(a[i]));
    reduce::<H, P>(columns!(square_column, &factors(a), &factors(&twice)))
}

/// Adds to each limb what the one below has from bit 29 on, except for the top limb's.
#[inline(always)]
fn pass<H: Halves>([x0, x1, x2, x3, x4]: HalfLimbs<H>, top: u32) -> HalfLimbs<H> {
    // The carry of limb 4 belongs to limb 5, which is in the upper half of vector 0.
    let to_5 = H::join(H::Whole::splat(0), x4.shr(BITS).lower());
    [
        x0.low(BITS, BITS).add(to_5),
        x1.low(BITS, BITS).add(x0.shr(BITS)),
        x2.low(BITS, BITS).add(x1.shr(BITS)),
        x3.low(BITS, top).add(x2.shr(BITS)),
        x4.low(BITS, 0).add(x3.shr(BITS).low(32, 0)),
    ]
}

/// Tight limbs, from limbs of at most six units.
///
/// All limbs at once: what is above 2^261 returns first, times 2^6·γ, then each limb hands its bits from 29 on to the
/// next. A limb and its part of the fold are below 2^32, so what moves up is below 8, the slack of a tight limb.
#[inline(always)]
pub(super) fn carry<H: Halves, P: Modulus>(mut x: HalfLimbs<H>, units: u32) -> HalfLimbs<H> {
    let g = const { &gamma::<P>(BITS - TOP) };
    // Of three units the top limb is below 3.75·2^29, and 3 + 3 units fit 32 bits.
    if !P::GAMMA_IS_SMALL && units > 3 {
        // The top limb is below 7.5·2^29, and 1 + 7·g_j fits.
        x = pass(x, 32);
    }
    let top = x[3].upper().shr(BITS);
    repeat!([0, 1, 2, 3, 4], j => {
        if g[j] > 0 {
            let product = top.times(H::Whole::splat(g[j]));
            x[j] = x[j].add(H::join(product, H::Whole::splat(0)));
        }
    });
    pass(x, BITS)
}

/// The limbs of the canonical residue of a tight number: 29 bits each, 23 the top one.
#[inline(always)]
pub(in crate::backend) fn residue<H: Halves, P: Modulus>(x: &HalfLimbs<H>) -> [H::Whole; COUNT] {
    let gamma = const { &gamma::<P>(0) };
    let mut x = each!([0, 1, 2, 3, 4, 5, 6, 7, 8], i => {
        if i < 5 { x[i].low(32, 0).lower() } else { x[i - 5].upper() }
    });
    let top = [x[8].shr(TOP)];
    x[8] = x[8].low(TOP);
    // Below 2^255·(1 + 2^−20): less than twice the prime.
    fold(&mut x, 0, &top, gamma);
    // The number reaches the prime exactly if the number plus γ reaches 2^255. Then γ is added and 2^255 subtracted.
    let mut with_gamma = x;
    fold(&mut with_gamma, 0, &[H::Whole::splat(1)], gamma);
    repeat!([0, 1, 2, 3, 4, 5, 6, 7], i => {
        with_gamma[i + 1] = with_gamma[i + 1].add(with_gamma[i].shr(BITS));
    });
    fold(&mut x, 0, &[with_gamma[8].shr(TOP)], gamma);
    repeat!([0, 1, 2, 3, 4, 5, 6, 7], i => carry_column(&mut x, i));
    x[8] = x[8].low(TOP);
    x
}

/// The 64-bit words of a residue.
#[inline(always)]
pub(in crate::backend) fn into_words<W: Whole>(
    [x0, x1, x2, x3, x4, x5, x6, x7, x8]: [W; COUNT],
) -> [W; 4] {
    [
        x0.or(x1.shl(29)).or(x2.low(6).shl(58)),
        x2.shr(6).or(x3.shl(23)).or(x4.low(12).shl(52)),
        x4.shr(12).or(x5.shl(17)).or(x6.low(18).shl(46)),
        x6.shr(18).or(x7.shl(11)).or(x8.shl(40)),
    ]
}

/// The limbs of 256-bit integers from their 64-bit words; tight.
#[inline(always)]
pub(in crate::backend) fn from_words<H: Halves>([w0, w1, w2, w3]: [H::Whole; 4]) -> HalfLimbs<H> {
    let [v0, v1, v2, v3] = [w0.shr(29), w1.shr(23), w2.shr(17), w3.shr(11)];
    packed([
        w0.low(29),
        v0.low(29),
        v0.shr(29).or(w1.low(23).shl(6)),
        v1.low(29),
        v1.shr(29).or(w2.low(17).shl(12)),
        v2.low(29),
        v2.shr(29).or(w3.low(11).shl(18)),
        v3.low(29),
        v3.shr(29),
    ])
}
