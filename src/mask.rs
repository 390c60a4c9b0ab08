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

    /// Returns the mask of a public boolean. It passes no barrier, because there is nothing to hide.
    #[inline(always)]
    pub(crate) const fn public(yes: bool) -> Self {
        if yes { Self::YES } else { Self::NO }
    }

    /// Returns true if `bit` is 1, false if it is 0. No other value is a mask: `bit` must be one of the two.
    // −1 is a word of all ones. Without the barrier the optimiser would know that only two values are possible.
    #[inline(always)]
    pub(crate) fn of_bit(bit: Word) -> Self {
        Self(barrier(bit.wrapping_neg()))
    }

    /// Returns whether x = 0.
    #[inline(always)]
    pub(crate) fn is_zero(x: Word) -> Self {
        // For x ≠ 0, x or −x has its top bit set, and for 0 neither has: the shift gives 1 or 0.
        Self::of_bit(1 ^ ((x | x.wrapping_neg()) >> (BITS - 1)))
    }

    /// Returns whether a = b.
    #[inline(always)]
    pub(crate) fn equal(a: Word, b: Word) -> Self {
        Self::is_zero(a ^ b)
    }

    /// Returns whether all limbs are zero.
    #[inline(always)]
    pub(crate) fn all_zero(x: &Limbs) -> Self {
        Self::is_zero(x.iter().fold(0, |bits, limb| bits | limb))
    }

    /// Returns the negation.
    #[inline(always)]
    pub(crate) const fn not(self) -> Self {
        Self(!self.0)
    }

    /// Returns whether both are true.
    #[inline(always)]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the exclusive or.
    #[inline(always)]
    pub(crate) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// Returns a word of all ones for true, zero for false.
    #[inline(always)]
    pub(crate) const fn word(self) -> Word {
        self.0
    }

    /// Returns 64 bits, all ones for true, zero for false.
    // Sign-extended: LLVM would see that an extended single bit is 0 or 1, which the barrier had hidden.
    #[inline(always)]
    #[allow(clippy::unnecessary_cast)] // with words of 64 bits
    pub(crate) const fn word_64(self) -> u64 {
        self.0 as SignedWord as i64 as u64
    }

    /// Returns 32 ones for true, zero for false: as the bits of lanes, it selects all lanes or none.
    #[inline(always)]
    #[allow(clippy::unnecessary_cast)] // with words of 32 bits
    pub fn bits(self) -> u32 {
        // All bits of a word are equal, and it has at least 32.
        self.0 as u32
    }

    /// Returns 1 or 0, hidden from the optimiser, which would branch on a value known to be one of the two.
    #[inline(always)]
    pub(crate) fn bit(self) -> u32 {
        barrier(self.0 & 1) as u32
    }
}

/// Returns the places i where `values[i]` equals `value`, as bits. There are at most 32 values.
#[inline(always)]
pub(crate) fn equal_places(values: &[Word], value: Word) -> u32 {
    let mut bits = 0;
    for (i, x) in values.iter().enumerate() {
        bits |= Mask::equal(*x, value).bit() << i;
    }
    bits
}

/// Returns `yes` if `mask`, else `no`.
#[inline(always)]
pub(crate) fn select(no: &Limbs, yes: &Limbs, mask: Mask) -> Limbs {
    // no ^ (no ^ yes) = yes and no ^ 0 = no: both are read, whichever is returned.
    core::array::from_fn(|i| no[i] ^ ((no[i] ^ yes[i]) & mask.word()))
}

/// Returns the pair numbered `index`, or zeros if there are fewer; constant time. It reads every pair, clears all but
/// one by a mask, and combines them by `or`.
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

/// Returns the pair numbered `index`, or zeros if there are fewer; constant time. It reads every pair, clears all but
/// one by a mask, and combines them by `or`.
// By SSE2 intrinsics, because LLVM does not vectorise the loop over words.
#[inline(always)]
#[cfg(all(
    helioselene_has = "barrier",
    target_arch = "x86_64",
    target_feature = "sse2"
))]
pub(crate) fn look_up<'a>(pairs: impl Iterator<Item = [&'a Limbs; 2]>, index: u8) -> [Limbs; 2] {
    use core::arch::x86_64::*;
    // SAFETY: the target has SSE2; the asm executes no instruction; the two loads of 16 bytes are within the 32 bytes of a
    // `Limbs`, and two registers have its size and no invalid values.
    #[allow(unused_unsafe)] // newer compilers know that SSE2 is there
    unsafe {
        let mut found = [[_mm_setzero_si128(); 2]; 2];
        // index − i at pair i, in all four lanes, so zero at the pair that is looked up.
        let mut left = _mm_set1_epi32(index.into());
        for pair in pairs {
            // Hidden from the optimiser, which could conclude that at most one pair is selected, and skip the others.
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
        // `Choice::from` has passed this bit through `subtle`'s own barrier.
        Self(Word::from(choice.unwrap_u8()).wrapping_neg())
    }
}

impl From<Mask> for Choice {
    #[inline(always)]
    fn from(mask: Mask) -> Self {
        Self::from((mask.0 & 1) as u8)
    }
}

/// Returns x, hidden from the optimiser, which otherwise turns arithmetic on a mask into a branch on the secret behind
/// it.
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
    // WebAssembly has no inline assembly. This takes two instructions; `black_box` takes five, as it stores and loads.
    #[cfg(target_arch = "wasm32")]
    {
        static ZERO: Word = 0;
        // SAFETY: a static is valid to read. A volatile read is not evaluated at compile time.
        x ^ unsafe { core::ptr::read_volatile(&ZERO) }
    }
    #[cfg(not(any(helioselene_has = "barrier", target_arch = "wasm32")))]
    core::hint::black_box(x)
}
