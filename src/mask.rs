//! Masks: secret booleans for constant-time selection. See `notes/trust.md`.

use subtle::Choice;
use zeroize::DefaultIsZeroes;

use crate::word::{BITS, Limbs, SignedWord, Word};

/// A secret boolean: a word of all ones for true, zero for false.
///
/// It replaces `subtle::Choice`, whose barrier is a function call for each table entry and field
/// operation. The guarantee is the same: a barrier hides from the optimiser how a mask was made.
#[derive(Clone, Copy, Default)]
pub struct Mask(Word);

impl Mask {
    /// Public false.
    pub const NO: Self = Self(0);
    /// Public true.
    pub const YES: Self = Self(Word::MAX);

    /// The mask of a public boolean.
    #[inline(always)]
    pub(crate) const fn public(yes: bool) -> Self {
        if yes { Self::YES } else { Self::NO }
    }

    /// True if `bit` is 1, false if it is 0.
    #[inline(always)]
    pub(crate) fn of_bit(bit: Word) -> Self {
        Self(barrier(bit.wrapping_neg()))
    }

    /// Whether x = 0.
    #[inline(always)]
    pub(crate) fn is_zero(x: Word) -> Self {
        // x or −x has the top bit set, unless x = 0.
        Self::of_bit(1 ^ ((x | x.wrapping_neg()) >> (BITS - 1)))
    }

    /// Whether a = b.
    #[inline(always)]
    pub(crate) fn equal(a: Word, b: Word) -> Self {
        Self::is_zero(a ^ b)
    }

    /// Whether all limbs are zero.
    #[inline(always)]
    pub(crate) fn all_zero(x: &Limbs) -> Self {
        Self::is_zero(x.iter().fold(0, |bits, limb| bits | limb))
    }

    /// The negation.
    #[inline(always)]
    pub(crate) const fn not(self) -> Self {
        Self(!self.0)
    }

    /// Whether both are true.
    #[inline(always)]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The exclusive or.
    #[inline(always)]
    pub(crate) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// All ones for true, zero for false.
    #[inline(always)]
    pub(crate) const fn word(self) -> Word {
        self.0
    }

    /// [`Self::word`] in 64 bits, sign-extended: behind the barrier, a zero-extended bit would be known to be
    /// 0 or 1 again.
    #[inline(always)]
    #[allow(clippy::unnecessary_cast)] // with words of 64 bits
    pub(crate) const fn word_64(self) -> u64 {
        self.0 as SignedWord as i64 as u64
    }

    /// All ones for true, zero for false: selects all lanes or none.
    #[inline(always)]
    #[allow(clippy::unnecessary_cast)] // with words of 32 bits
    pub fn bits(self) -> u32 {
        // A word has 32 bits or more, all of them equal.
        self.0 as u32
    }

    /// 1 for true, 0 for false; the optimiser does not learn that it is one of the two.
    #[inline(always)]
    pub(crate) fn bit(self) -> u32 {
        barrier(self.0 & 1) as u32
    }
}

/// Bit i is set if `values[i]` equals `value`.
#[inline(always)]
pub(crate) fn equal_places(values: &[Word], value: Word) -> u32 {
    let mut bits = 0;
    for (i, x) in values.iter().enumerate() {
        bits |= Mask::equal(*x, value).bit() << i;
    }
    bits
}

/// `yes` if `mask`, `no` if not.
#[inline(always)]
pub(crate) fn select(no: &Limbs, yes: &Limbs, mask: Mask) -> Limbs {
    core::array::from_fn(|i| no[i] ^ ((no[i] ^ yes[i]) & mask.word()))
}

/// The pair of this index; constant time, as all are read.
#[inline(always)]
#[cfg(not(all(
    helioselene_has = "barrier",
    target_arch = "x86_64",
    target_feature = "sse2"
)))]
pub(crate) fn look_up<'a>(pairs: impl Iterator<Item = [&'a Limbs; 2]>, index: u8) -> [Limbs; 2] {
    let mut found = [Limbs::default(); 2];
    for (i, pair) in (0..).zip(pairs) {
        let mask = Mask::equal(index.into(), i).word();
        for (found, limbs) in found.iter_mut().zip(pair) {
            for (found, limb) in found.iter_mut().zip(limbs) {
                *found |= limb & mask;
            }
        }
    }
    found
}

/// The pair of this index; constant time, as all are read. LLVM makes no vectors of a loop over words.
#[inline(always)]
#[cfg(all(
    helioselene_has = "barrier",
    target_arch = "x86_64",
    target_feature = "sse2"
))]
pub(crate) fn look_up<'a>(pairs: impl Iterator<Item = [&'a Limbs; 2]>, index: u8) -> [Limbs; 2] {
    use core::arch::x86_64::*;
    // SAFETY: the target has SSE2; the asm executes no instruction; integers of 32 bytes are read, and two registers are one.
    #[allow(unused_unsafe)] // newer compilers know that SSE2 is there
    unsafe {
        let mut found = [[_mm_setzero_si128(); 2]; 2];
        let mut left = _mm_set1_epi32(index.into());
        for pair in pairs {
            // Hidden from the optimiser, which knows that one pair at most is selected.
            core::arch::asm!("/* {0} */", inlateout(xmm_reg) left, options(pure, nomem, nostack, preserves_flags));
            let mask = _mm_cmpeq_epi32(left, _mm_setzero_si128());
            for (found, limbs) in found.iter_mut().zip(pair) {
                for (i, found) in found.iter_mut().enumerate() {
                    let half = _mm_loadu_si128(limbs.as_ptr().cast::<__m128i>().add(i));
                    *found = _mm_or_si128(*found, _mm_and_si128(half, mask));
                }
            }
            left = _mm_sub_epi32(left, _mm_set1_epi32(1));
        }
        core::mem::transmute::<[[__m128i; 2]; 2], [Limbs; 2]>(found)
    }
}

impl DefaultIsZeroes for Mask {}

impl From<Choice> for Mask {
    #[inline(always)]
    fn from(choice: Choice) -> Self {
        // This bit has passed `subtle`'s own barrier.
        Self(Word::from(choice.unwrap_u8()).wrapping_neg())
    }
}

impl From<Mask> for Choice {
    #[inline(always)]
    fn from(mask: Mask) -> Self {
        Self::from((mask.0 & 1) as u8)
    }
}

/// Hides x from the optimiser, which otherwise turns arithmetic on a mask into a branch on the secret behind it.
#[inline(always)]
#[allow(asm_sub_register)] // a word may be half a register (`helioselene_word`)
pub(crate) fn barrier(x: Word) -> Word {
    #[cfg(helioselene_has = "barrier")]
    {
        let mut x = x;
        // SAFETY: no instruction is executed, and only the register is declared to change.
        unsafe {
            core::arch::asm!("/* {0} */", inlateout(reg) x, options(pure, nomem, nostack, preserves_flags));
        }
        x
    }
    // Two instructions; `black_box` takes five, as it stores and loads.
    #[cfg(target_arch = "wasm32")]
    {
        static ZERO: Word = 0;
        // SAFETY: a static is valid to read. A volatile read is not evaluated at compile time.
        x ^ unsafe { core::ptr::read_volatile(&ZERO) }
    }
    #[cfg(not(any(helioselene_has = "barrier", target_arch = "wasm32")))]
    core::hint::black_box(x)
}
