//! The machine word and 256-bit integers made of it. A word has 64 bits where a 64×64→128 product is one
//! constant-time instruction, 32 bits elsewhere.
//!
//! Limbs are saturated (they use all bits of a word), so every addition needs its carry. Functions are `const` where
//! constants are computed with them, which is why they loop with `while`.
//!
//! `--cfg helioselene_word="32"` forces 32-bit words on a 64-bit machine, to test the code of 32-bit
//! targets there; `"64"` forces plain Rust on 64-bit words in place of assembly, to test the code of
//! other 64-bit targets and of x86-64 without ADX. On WebAssembly, `"64"` is for engines with wide
//! arithmetic, which provides that product.

use crypto_bigint::U256;

#[cfg(helioselene_has = "words_64")]
mod width {
    /// One limb of a field element.
    pub type Word = u64;
    /// A signed word.
    pub type SignedWord = i64;
    /// Two words, which hold any product of two limbs plus two more limbs.
    pub type Wide = u128;
    /// A signed double word.
    pub type SignedWide = i128;
}

#[cfg(not(helioselene_has = "words_64"))]
mod width {
    /// One limb of a field element.
    pub type Word = u32;
    /// A signed word.
    pub type SignedWord = i32;
    /// Two words, which hold any product of two limbs plus two more limbs.
    pub type Wide = u64;
    /// A signed double word.
    pub type SignedWide = i64;
}

pub use width::Word;
pub(crate) use width::{SignedWide, SignedWord, Wide};

// A word has the width of a pointer unless a cfg says otherwise. Field elements are arrays of words, and the crate
// that this one replaces aligns them as `usize`.
const _: () = assert!(
    cfg!(any(helioselene_word = "32", helioselene_word = "64"))
        || align_of::<Word>() == align_of::<usize>()
);

/// Number of bits in a limb.
pub(crate) const BITS: usize = Word::BITS as usize;
/// Number of limbs in a 256-bit integer.
pub(crate) const LIMBS: usize = 256 / BITS;
/// A 256-bit integer, least significant limb first.
pub(crate) type Limbs = [Word; LIMBS];

/// Adds with carry: returns the low word of `a + b + carry` and the carry out. Both carries are 0 or 1.
#[inline(always)]
pub(crate) const fn adc(a: Word, b: Word, carry: Word) -> (Word, Word) {
    let (sum, carry_b) = a.overflowing_add(b);
    let (sum, carry_c) = sum.overflowing_add(carry);
    // At most one of the two additions carries: a + b + 1 < 2·2^BITS.
    (sum, (carry_b | carry_c) as Word)
}

/// Subtracts with borrow: returns `a − b − borrow` modulo 2^BITS and the borrow out. Both borrows are 0 or 1.
#[inline(always)]
pub(crate) const fn sbb(a: Word, b: Word, borrow: Word) -> (Word, Word) {
    let (difference, borrow_b) = a.overflowing_sub(b);
    let (difference, borrow_c) = difference.overflowing_sub(borrow);
    // At most one of the two subtractions borrows: a − b − 1 ≥ −2^BITS.
    (difference, (borrow_b | borrow_c) as Word)
}

/// Multiplies and accumulates: returns the low and the high limb of `acc + a·b + carry`.
#[inline(always)]
pub(crate) const fn mac(acc: Word, a: Word, b: Word, carry: Word) -> (Word, Word) {
    // (2^BITS − 1)² + 2·(2^BITS − 1) = 2^(2·BITS) − 1: no overflow.
    let product = acc as Wide + (a as Wide) * (b as Wide) + carry as Wide;
    (product as Word, (product >> BITS) as Word)
}

/// Returns ⌊x/2⌋.
pub(crate) const fn half(x: &Limbs) -> Limbs {
    let mut half = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        half[i] = x[i] >> 1;
        if i + 1 < LIMBS {
            half[i] |= x[i + 1] << (BITS - 1);
        }
        i += 1;
    }
    half
}

/// Number of limbs in a 64-bit word: 1 or 2.
const PER_WORD: usize = 64 / BITS;

/// Returns the 64-bit words of a 256-bit integer, least significant first, whatever the width of its limbs.
#[inline(always)]
#[allow(clippy::unnecessary_cast, clippy::modulo_one)] // with limbs of 64 bits
pub(crate) const fn words(x: &Limbs) -> [u64; 4] {
    let mut words = [0; 4];
    let mut i = 0;
    while i < LIMBS {
        words[i / PER_WORD] |= (x[i] as u64) << (i % PER_WORD * BITS);
        i += 1;
    }
    words
}

/// Returns the 256-bit integer whose 64-bit words are `words`, least significant first.
#[inline(always)]
#[allow(clippy::unnecessary_cast, clippy::modulo_one)] // with limbs of 64 bits
pub(crate) const fn from_words(words: [u64; 4]) -> Limbs {
    let mut x = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        x[i] = (words[i / PER_WORD] >> (i % PER_WORD * BITS)) as Word;
        i += 1;
    }
    x
}

/// Splits a 256-bit integer into five limbs of `bits` = 51 or 52 bits; the top limb holds the remaining 52 or 48.
///
/// Limb i starts at bit `bits`·i. For either width limbs 1, 2 and 3 straddle two words, so each joins the end of one
/// word to the beginning of the next, and the mask removes what belongs to the limb above.
#[cfg(any(test, helioselene_has = "lanes"))]
#[inline(always)]
pub(crate) const fn in_radix(x: &Limbs, bits: u32) -> [u64; 5] {
    let [w0, w1, w2, w3] = words(x);
    let mask = (1 << bits) - 1;
    // Limb i ≥ 1 begins at bit i·bits, which for both widths is in word i − 1; limbs 1 to 3 end in word i.
    [
        w0 & mask,
        (w0 >> bits | w1 << (64 - bits)) & mask,
        (w1 >> (2 * bits - 64) | w2 << (128 - 2 * bits)) & mask,
        (w2 >> (3 * bits - 128) | w3 << (192 - 3 * bits)) & mask,
        w3 >> (4 * bits - 192),
    ]
}

/// Returns `x + y` modulo 2^256 and the carry out.
#[inline(always)]
pub(crate) const fn add(x: &Limbs, y: &Limbs) -> (Limbs, Word) {
    let mut sum = [0; LIMBS];
    let (mut carry, mut i) = (0, 0);
    while i < LIMBS {
        (sum[i], carry) = adc(x[i], y[i], carry);
        i += 1;
    }
    (sum, carry)
}

/// Returns `x − y` modulo 2^256 and the borrow out.
#[inline(always)]
pub(crate) const fn sub(x: &Limbs, y: &Limbs) -> (Limbs, Word) {
    let mut difference = [0; LIMBS];
    let (mut borrow, mut i) = (0, 0);
    while i < LIMBS {
        (difference[i], borrow) = sbb(x[i], y[i], borrow);
        i += 1;
    }
    (difference, borrow)
}

/// Reads a 256-bit integer from little-endian bytes.
#[inline(always)]
pub(crate) const fn from_le_bytes(bytes: &[u8; 32]) -> Limbs {
    let (mut out, mut rest) = ([0; LIMBS], bytes.as_slice());
    let mut i = 0;
    while let Some((bytes, after)) = rest.split_first_chunk() {
        out[i] = Word::from_le_bytes(*bytes);
        rest = after;
        i += 1;
    }
    out
}

/// Returns the little-endian bytes of a 256-bit integer.
#[inline(always)]
pub(crate) const fn to_le_bytes(limbs: &Limbs) -> [u8; 32] {
    let mut out = [0; 32];
    let mut rest: &mut [u8] = &mut out;
    let mut i = 0;
    while let Some((bytes, after)) = rest.split_first_chunk_mut() {
        *bytes = limbs[i].to_le_bytes();
        rest = after;
        i += 1;
    }
    out
}

/// Converts a `crypto-bigint` integer.
pub(crate) const fn from_u256(x: &U256) -> Limbs {
    // crypto-bigint's limbs may be wider or narrower than ours (`helioselene_word`), so the conversion goes by bytes.
    let words = x.as_words();
    let per_word = crypto_bigint::Word::BITS as usize / 8;
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = (words[i / per_word] >> (8 * (i % per_word))) as u8;
        i += 1;
    }
    from_le_bytes(&bytes)
}

/// Parses 64 big-endian hexadecimal digits. For constants: other input panics, which fails the build.
pub(crate) const fn from_hex(digits: &str) -> Limbs {
    from_u256(&U256::from_be_hex(digits))
}
