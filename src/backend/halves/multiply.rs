//! Kernels for products, carries and residues. The tests prove each bound that is written here, for all inputs.
//!
//! A product takes 81 multiplications of limbs (a square 45) and the fold 17 for p and 50 for q: 98 and 131.

use super::{BITS, COUNT, FOLD, HalfLimbs, Halves, TOP, Whole, gamma};
use crate::backend::lanes::each;
use crate::primes::Modulus;

/// Number of columns of a product.
const COLUMNS: usize = 2 * COUNT - 1;

/// Repeats a statement for each of these numbers. Unlike a loop it is certainly unrolled, so that indices are constants and
/// limbs stay in registers.
macro_rules! repeat {
    ([$($n:literal),*], $i:ident => $e:expr) => {
        $({
            let $i: usize = $n;
            $e;
        })*
    };
}

/// Unpacks limbs for use as factors: lower ones as they are, as `vpmuludq` ignores bits from 32 on, upper ones shifted.
#[inline(always)]
fn factors<H: Halves>(x: &HalfLimbs<H>) -> [H::Whole; COUNT] {
    each!([0, 1, 2, 3, 4, 5, 6, 7, 8], i => if i < 5 { x[i].lower() } else { x[i - 5].upper() })
}

/// Packs limbs below 2^32, two to a lane.
#[inline(always)]
fn packed<H: Halves>(x: [H::Whole; COUNT]) -> HalfLimbs<H> {
    each!(i => H::join(x[i], if i + 5 < COUNT { x[i + 5] } else { H::Whole::splat(0) }))
}

/// Returns column k of a·b: at most nine products of limbs, of which two have a top limb: below 9.5·2^58·(1 + 2^−20).
///
/// A product of two limbs is below 2^58, with one top limb below 1.25·2^58, with two below 1.57·2^58. So in units
/// of 2^58 columns 0 to 7 are below 1, 2, … 8, columns 8 to 15 below 9.5, 8.5, … 2.5, and column 16 below 1.6.
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

/// Returns column k of a², with each product of different limbs computed once, with one limb doubled. A doubled top limb is
/// below 1.25·2^30, within the multiplier's 32 bits.
#[inline(always)]
fn square_column<W: Whole>(a: &[W; COUNT], twice: &[W; COUNT], k: usize) -> W {
    // The middle product is a square in even columns; in odd columns it is the innermost pair i < k − i.
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

/// Expands to all columns, computed from the highest down to 9, with which the reduction begins, and then the others. No
/// column waits for another.
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

/// Carries column i: its bits from 29 on move to the next column.
#[inline(always)]
pub(super) fn carry_column<W: Whole>(c: &mut [W], i: usize) {
    c[i + 1] = c[i + 1].add(c[i].shr(BITS));
    c[i] = c[i].low(BITS);
}

/// Adds high·g from limb `at` on, which folds 2^261·high ≡ 2^6·γ·high if `g` is 2^6·γ.
///
/// Factors are below 2^32, the multiplier's width: the limbs of `high` are below 2^29, the last one below 2^30, and those of
/// g below 2^29, so a product is below 2^59. Zero limbs of g are left out, at compile time.
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

/// Reduces the columns of a product of tight numbers to tight limbs: folds them to nine columns, then ripples carries through
/// these, which leaves the top limb with its excess.
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

/// Folds columns 9 to 16 into columns 0 to 8 for small γ; column 8 ends short.
#[inline(always)]
fn fold_small<W: Whole, P: Modulus>(mut c: [W; COLUMNS]) -> [W; COLUMNS] {
    // 2^261 ≡ 2^6·γ = 1216 < 2^11.
    let [g, ..] = const { gamma::<P>(BITS - TOP) };
    // Carry columns 7 and 8 first, so that the last carries are short.
    carry_column(&mut c, 7);
    carry_column(&mut c, 8);
    // A column has up to 62 bits, more than a factor. So its lower 32 bits and the bits above are multiplied apart; the
    // latter weigh 2^32 = 8·2^29 and go to the next column. No column waits for another. The products are below 2^43 and,
    // as the upper bits are below 2^30 and 8g below 2^14, below 2^44.
    let (lower, upper) = (W::splat(g), W::splat(8 * g));
    repeat!([0, 1, 2, 3, 4, 5, 6, 7], k => {
        c[k] = c[k].add(c[k + 9].factor().times(lower));
        c[k + 1] = c[k + 1].add(c[k + 9].shr(32).times(upper));
    });
    // Column 8 has 2^29 and the upper bits of column 16, which is below 1.25²·2^58, times 8g: below 2^41, so its carry is
    // below 2^12, and weighs 2^261.
    let top = c[8].shr(BITS);
    c[8] = c[8].low(BITS);
    c[0] = c[0].add(top.times(lower));
    // Column 7 is below 2^47, so its carry is below 2^18, and limb 8 ends below 2^29 + 2^18: tight.
    c
}

/// Folds columns 9 to 16 into columns 0 to 8 for γ of up to 127 bits; column 8 ends short.
///
/// It folds from the top in two steps of 25 products. 2^6·γ has five limbs, so folding all eight columns at once would take
/// 45 products, leave columns above 8, and need a second fold as well.
#[inline(always)]
fn fold_large<W: Whole, P: Modulus>(mut c: [W; COLUMNS]) -> [W; COLUMNS] {
    let g = const { &gamma::<P>(BITS - TOP) };
    // Fold columns 13 and up: 2^(13·29) = 2^377 ≡ 2^116·2^6·γ, from column 4 on. Column 12 is carried first, so that the
    // last limb of the next fold is short.
    repeat!([12, 13, 14, 15], i => carry_column(&mut c, i));
    let high = [c[13], c[14], c[15], c[16].low(BITS), c[16].shr(BITS)];
    // A column gets at most five products: four below 2^58, and one by the last limb, which is below 2^30. So all columns
    // stay below 15·2^58.
    fold(&mut c, 4, &high, g);
    // Now columns 4 to 11 are below 13·2^58, and column 12 has 29 bits and a product of the last limb by g_4: below 2^46.
    // Fold columns 9 to 12: 2^261 ≡ 2^6·γ, from column 0 on. Columns 7 and 8 are carried first, to keep the last carries
    // short.
    repeat!([7, 8, 9, 10, 11], i => carry_column(&mut c, i));
    // The last limb is below 2^17, as column 12 is below 2^46 after its carry.
    let high = [c[9], c[10], c[11], c[12].low(BITS), c[12].shr(BITS)];
    // Four products below 2^58 for a column, on top of at most 13·2^58; those of the last limb are below 2^46. All columns
    // stay below 20·2^58 < 2^63.
    fold(&mut c, 0, &high, g);
    // Column 8 has 29 bits and a product of the last limb by g_4, which is below 0.25·2^29 if g_4 has 14 bits, as for q: then
    // limb 8 is tight as it is. Otherwise (for the 2025 cycle's q g_4 has 17 bits) its carry is folded once more.
    if g[FOLD - 1] >> 14 > 0 {
        let top = [c[8].shr(BITS)];
        c[8] = c[8].low(BITS);
        fold(&mut c, 0, &top, g);
    }
    c
}

/// Returns a·b, tight, for tight factors.
#[inline(always)]
pub(super) fn multiply<H: Halves, P: Modulus>(a: &HalfLimbs<H>, b: &HalfLimbs<H>) -> HalfLimbs<H> {
    reduce::<H, P>(columns!(column, &factors(a), &factors(b)))
}

/// Returns a², tight, for a tight factor.
#[inline(always)]
pub(super) fn square<H: Halves, P: Modulus>(a: &HalfLimbs<H>) -> HalfLimbs<H> {
    let twice = each!(i => a[i].add(a[i]));
    reduce::<H, P>(columns!(square_column, &factors(a), &factors(&twice)))
}

/// Carries all limbs in one parallel pass: each hands its bits from 29 on to the next, and the top limb keeps `top` bits.
#[inline(always)]
fn pass<H: Halves>([x0, x1, x2, x3, x4]: HalfLimbs<H>, top: u32) -> HalfLimbs<H> {
    // The carry of limb 4, in the lower half of vector 4, goes to limb 5, in the upper half of vector 0. All other carries
    // stay in their half. Limb 8 is in the upper half of vector 3; its carry would go to limb 9, which does not exist, so
    // the shifted vector 3 is masked.
    let to_5 = H::join(H::Whole::splat(0), x4.shr(BITS).lower());
    [
        x0.low(BITS, BITS).add(to_5),
        x1.low(BITS, BITS).add(x0.shr(BITS)),
        x2.low(BITS, BITS).add(x1.shr(BITS)),
        x3.low(BITS, top).add(x2.shr(BITS)),
        x4.low(BITS, 0).add(x3.shr(BITS).low(32, 0)),
    ]
}

/// Makes limbs of at most six units tight.
///
/// First the bits from 2^261 on are folded, times 2^6·γ; then each limb hands its bits from 29 on to the next, in one
/// parallel pass. A limb with its part of the fold is below 2^32, so a carry is below 8, the slack of a tight limb.
#[inline(always)]
pub(super) fn carry<H: Halves, P: Modulus>(mut x: HalfLimbs<H>, units: u32) -> HalfLimbs<H> {
    let g = const { &gamma::<P>(BITS - TOP) };
    // With up to three units the top limb is below 3.75·2^29, so its part from 2^261 on is at most 3, and a limb of three
    // units plus 3·g_j is below 6·2^29 < 2^32. Above three units the fold could overflow, so a pass comes first.
    if !P::GAMMA_IS_SMALL && units > 3 {
        // It keeps all bits of the top limb, which is below 7.5·2^29 + 8, and leaves the others below 2^29 + 8. Together with
        // 7·g_j, for the γ in use, they fit 32 bits, as the tests check.
        x = pass(x, 32);
    }
    // Limb 8 is in the upper half of vector 3. g's five limbs are added to limbs 0 to 4, the lower halves.
    let top = x[3].upper().shr(BITS);
    repeat!([0, 1, 2, 3, 4], j => {
        if g[j] > 0 {
            let product = top.times(H::Whole::splat(g[j]));
            x[j] = x[j].add(H::join(product, H::Whole::splat(0)));
        }
    });
    pass(x, BITS)
}

/// Returns the limbs of the canonical residue of a tight number: 29 bits each, and 23 for the top one.
#[inline(always)]
pub(in crate::backend) fn residue<H: Halves, P: Modulus>(x: &HalfLimbs<H>) -> [H::Whole; COUNT] {
    let gamma = const { &gamma::<P>(0) };
    let mut x = each!([0, 1, 2, 3, 4, 5, 6, 7, 8], i => {
        // Unlike factors these need the upper halves cleared, as they are added and shifted.
        if i < 5 { x[i].low(32, 0).lower() } else { x[i - 5].upper() }
    });
    let top = [x[8].shr(TOP)];
    x[8] = x[8].low(TOP);
    // Fold the bits from 2^255 on, which are below 2^7. The number is then below 2^255·(1 + 2^−20), less than twice the prime.
    fold(&mut x, 0, &top, gamma);
    // It is at least the prime exactly if it is at least 2^255 after γ is added. Then γ is added and 2^255 subtracted.
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

/// Joins the limbs of a residue to 64-bit words.
#[inline(always)]
pub(in crate::backend) fn into_words<W: Whole>(
    [x0, x1, x2, x3, x4, x5, x6, x7, x8]: [W; COUNT],
) -> [W; 4] {
    // Limbs 2, 4 and 6 begin at bits 58, 64 + 52 and 128 + 46: words 0 to 2 take 6, 12 and 18 bits of them.
    [
        x0.or(x1.shl(29)).or(x2.low(6).shl(58)),
        x2.shr(6).or(x3.shl(23)).or(x4.low(12).shl(52)),
        x4.shr(12).or(x5.shl(17)).or(x6.low(18).shl(46)),
        x6.shr(18).or(x7.shl(11)).or(x8.shl(40)),
    ]
}

/// Cuts 256-bit integers, given as 64-bit words, into tight limbs. Limb i begins at bit 29·i; limbs 2, 4 and 6 straddle two
/// words.
#[inline(always)]
pub(in crate::backend) fn from_words<H: Halves>([w0, w1, w2, w3]: [H::Whole; 4]) -> HalfLimbs<H> {
    // v_j is word j from the beginning of limb 1, 3, 5 or 7 on; above that limb's 29 bits it has the low bits of the next.
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
