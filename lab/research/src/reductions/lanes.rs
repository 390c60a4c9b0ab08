//! Ways to multiply modulo q in the lanes of vectors: one element to a lane, one limb of all elements to a vector.
//!
//! | module | limbs | instructions | products of limbs | folded by |
//! |---|---|---|---|---|
//! | [`words`] | 10 of 26 bits | AVX2 | 100 + 50 | 2^260 ≡ 32γ |
//! | [`words`] | 10 of 26 and 25 bits in turn | AVX2 | 100 + 50 | 2^255 ≡ γ |
//! | [`radix52`] | 5 of 52 bits | AVX-512 IFMA | 25 + 15, in halves | γ, 2γ or 4γ, at 2^255 and next to it |
//! | [`radix43`] | 6 of 43 bits | AVX-512 IFMA | 36 + 18 in halves, and 3 | 2^258 ≡ 8γ |
//!
//! A result is an operand, not a canonical residue: its limbs are at most [`InLanes::TIGHT`]. One text runs on
//! registers, on [`numbers::Emulated`] lanes, and on [`numbers::Maximum`] lanes, which prove for all operands that no
//! lane overflows, that no factor is longer than the multiplier, and that results are tight.

pub mod numbers;
pub mod radix43;
pub mod radix52;
#[cfg(target_arch = "x86_64")]
pub mod registers;
pub mod words;

use core::marker::PhantomData;

use super::{GAMMA, Limbs, Reduction, fold_and_subtract};

/// A vector of 64-bit lanes, which must never overflow or be negative.
pub trait Lanes: Copy + 'static {
    /// The name of this kind of lanes.
    const NAME: &'static str;
    /// The number of lanes.
    const LANES: usize;

    /// Runs code on lanes under the instructions that they need: `#[inline(always)]` functions.
    fn enter<T>(run: impl FnOnce() -> T) -> T;
    /// The addresses of the machine code of a product and of a square.
    fn code<R: InLanes<Self, N>, const N: usize>() -> [*const u8; 2];

    /// `x` in every lane.
    fn splat(x: u64) -> Self;
    /// From memory.
    fn load(lanes: &[u64]) -> Self;
    /// To memory.
    fn store(self, lanes: &mut [u64]);
    /// self + other
    fn add(self, other: Self) -> Self;
    /// self·2^bits
    fn shl(self, bits: u32) -> Self;
    /// ⌊self/2^bits⌋
    fn shr(self, bits: u32) -> Self;
    /// self mod 2^bits
    fn low(self, bits: u32) -> Self;
}

/// Lanes that AVX2 has: it multiplies 32 × 32 bits.
pub trait Avx2: Lanes {
    /// self·other, both below 2^32.
    fn mul_32(self, other: Self) -> Self;
}

/// Lanes that AVX-512 IFMA has: it multiplies 52 × 52 bits, and adds one half of the product.
pub trait Ifma: Lanes {
    /// self mod 2^52, only as a factor: the multiplier reads no more.
    fn factor(self) -> Self;
    /// self + (a·b mod 2^52), for factors below 2^52.
    fn madd_lo(self, a: Self, b: Self) -> Self;
    /// self + ⌊a·b/2^52⌋, for factors below 2^52.
    fn madd_hi(self, a: Self, b: Self) -> Self;
    /// self + a·b, for a product below 2^52.
    fn madd_short(self, a: Self, b: Self) -> Self {
        self.madd_lo(a, b)
    }
}

/// A way to multiply modulo q in lanes, with `N` limbs to an element.
pub trait InLanes<L, const N: usize>: 'static {
    /// Its name in the table.
    const NAME: &'static str;
    /// Bits of each limb.
    const WIDTHS: [u32; N];
    /// The greatest limbs of operands and results.
    const TIGHT: [u64; N];

    /// A number congruent to a·b.
    fn mul(a: &[L; N], b: &[L; N]) -> [L; N];
    /// A number congruent to a².
    fn square(a: &[L; N]) -> [L; N];
    /// A result as numbers: without bits that the multiplier does not read.
    #[inline(always)]
    fn settle(x: &[L; N]) -> [L; N]
    where
        L: Copy,
    {
        *x
    }
}

/// Gets every way to multiply in lanes in turn.
pub trait Visitor {
    /// Does something with it.
    fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self);
}

/// Calls `visit` with the ways that AVX2 can run.
pub fn visit_avx2<L: Avx2>(visitor: &mut impl Visitor) {
    visitor.visit::<L, words::Radix26, { words::LIMBS }>();
    visitor.visit::<L, words::Radix25_5, { words::LIMBS }>();
}

/// Calls `visit` with the ways that AVX-512 IFMA can run.
pub fn visit_ifma<L: Ifma>(visitor: &mut impl Visitor) {
    visitor.visit::<L, radix52::Radix52, { radix52::LIMBS }>();
    visitor.visit::<L, radix43::Radix43, { radix43::LIMBS }>();
}

/// Calls `visit` with all ways, on lanes that have both kinds of instructions.
pub fn visit_both<L: Avx2 + Ifma>(visitor: &mut impl Visitor) {
    visit_avx2::<L>(visitor);
    visit_ifma::<L>(visitor);
}

/// The power of two by which limb `i` counts, as an exponent.
pub fn position(widths: &[u32], i: usize) -> usize {
    widths[..i].iter().map(|width| *width as usize).sum()
}

/// The vector of these residues, as many as there are lanes.
pub fn pack<L: Lanes, R: InLanes<L, N>, const N: usize>(lanes: &[Limbs]) -> [L; N] {
    assert_eq!(lanes.len(), L::LANES, "as many residues as lanes");
    core::array::from_fn(|i| {
        let (bit, mask) = (position(&R::WIDTHS, i), (1u64 << R::WIDTHS[i]) - 1);
        let limb = |x: &Limbs| {
            let above = x.get(bit / 64 + 1).copied().unwrap_or(0);
            let pair = u128::from(x[bit / 64]) | u128::from(above) << 64;
            (pair >> (bit % 64)) as u64 & mask
        };
        L::load(&lanes.iter().map(limb).collect::<Vec<_>>())
    })
}

/// The canonical residues of tight numbers.
pub fn unpack<L: Lanes, R: InLanes<L, N>, const N: usize>(x: &[L; N]) -> Vec<Limbs> {
    let mut stored = vec![vec![0; L::LANES]; N];
    L::enter(
        #[inline(always)]
        || {
            for (limb, lanes) in R::settle(x).iter().zip(&mut stored) {
                limb.store(lanes);
            }
        },
    );
    let lane = |lane: usize| {
        let mut words = [0u64; 5];
        for (i, limb) in stored.iter().enumerate() {
            let bit = position(&R::WIDTHS, i);
            let shifted = u128::from(limb[lane]) << (bit % 64);
            let mut sum = shifted;
            for word in &mut words[bit / 64..] {
                sum += u128::from(*word);
                *word = sum as u64;
                sum >>= 64;
            }
        }
        // Tight numbers are below 2^261: the tests check the bounds.
        let [low @ .., top] = words;
        fold_and_subtract(&low, top)
    };
    (0..L::LANES).map(lane).collect()
}

/// A way to multiply in lanes, as one for single residues: all lanes have the same operands, and the last one's result
/// counts.
pub struct InLane<L, R, const N: usize>(PhantomData<(L, R)>);

impl<L: Lanes, R: InLanes<L, N>, const N: usize> InLane<L, R, N> {
    fn fill(x: &Limbs) -> [L; N] {
        // `vec!` would ask whether the secret is zero.
        pack::<L, R, N>(&[*x; 8][..L::LANES])
    }
    fn last(x: &[L; N]) -> Limbs {
        unpack::<L, R, N>(x)[L::LANES - 1]
    }
}

impl<L: Lanes, R: InLanes<L, N>, const N: usize> Reduction for InLane<L, R, N> {
    const NAME: &'static str = R::NAME;
    const DOMAIN: u32 = 0;
    const SQUARES: bool = true;

    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        let (a, b) = (Self::fill(a), Self::fill(b));
        Self::last(&L::enter(
            #[inline(always)]
            || R::mul(&a, &b),
        ))
    }
    fn square(a: &Limbs) -> Limbs {
        let a = Self::fill(a);
        Self::last(&L::enter(
            #[inline(always)]
            || R::square(&a),
        ))
    }
}

/// The limb of γ·2^`shift` that has `width` bits from `position`.
const fn gamma_limb(shift: u32, position: u32, width: u32) -> u64 {
    let gamma = GAMMA[0] as u128 | (GAMMA[1] as u128) << 64;
    let bits = if position >= shift {
        gamma >> (position - shift)
    } else {
        gamma << (shift - position)
    };
    bits as u64 & ((1 << width) - 1)
}

/// Repeats the statements for each of these constant indices. A loop is not always unrolled, and then its limbs are in
/// memory.
macro_rules! unrolled {
    ($I:ident in [$($i:literal)*] $body:block) => {$({
        const $I: usize = $i;
        $body
    })*};
}
use unrolled;
