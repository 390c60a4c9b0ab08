//! Scalars as digits.

use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;

use bitvec::field::BitField;
use ff::{PrimeField, PrimeFieldBits};
use zeroize::Zeroizing;

/// The little-endian bits of a scalar, in words, with at least one zero bit above them.
pub(crate) struct Bits {
    words: Zeroizing<Vec<u64>>,
}

impl Bits {
    /// Bits are read a word at a time: the compiler could turn a `bool` into a branch.
    pub(crate) fn of<F: PrimeFieldBits>(scalar: &F) -> Self {
        let mut words = Zeroizing::new(vec![0; F::NUM_BITS as usize / 64 + 1]);
        let mut bits = scalar.to_le_bits();
        for (word, chunk) in words.iter_mut().zip(bits.chunks(64)) {
            *word = chunk.load_le();
        }
        bits.fill(false);
        // As far as the compiler knows, this may read the zeros, so it must write them.
        black_box(&mut bits);
        Self { words }
    }

    /// `width` < 64 bits from `start`. Bits above the number are zero.
    #[inline]
    pub(crate) fn window(&self, start: usize, width: usize) -> u64 {
        let word = |i| self.words.get(i).copied().unwrap_or(0);
        let (i, shift) = (start / 64, start % 64);
        // Shifting by 1 and then by 63 − shift clears the upper word for shift = 0.
        let bits = (word(i) >> shift) | ((word(i + 1) << 1) << (63 - shift));
        bits & ((1 << width) - 1)
    }

    /// Digits dᵢ in −2^(width−1) ..= 2^(width−1), least significant first, such that Σ dᵢ·2^(width·i) is the number.
    /// Constant time.
    pub(crate) fn signed(&self, width: usize, digits: &mut [i16]) {
        let mut carry = 0;
        for (i, digit) in digits.iter_mut().enumerate() {
            let value = self.window(width * i, width) + carry;
            // The carry is 1 for values above 2^(width−1), which then become negative.
            carry = (value + (1 << (width - 1)) - 1) >> width;
            *digit = (value as i64 - ((carry as i64) << width)) as i16;
        }
        debug_assert_eq!(carry, 0);
    }

    /// Digits dᵢ such that Σ dᵢ·2^i is the number. Each is zero, or odd with |dᵢ| < 2^(width−1), and at most one of any
    /// `width` in a row is not zero.
    pub(crate) fn non_adjacent(&self, width: usize, digits: &mut [i16]) {
        let (mut i, mut carry) = (0, 0);
        digits.fill(0);
        while i < digits.len() {
            let value = self.window(i, width) + carry;
            if value % 2 == 0 {
                // A carry stays: it still has to be added, one bit higher if it met a one.
                i += 1;
                continue;
            }
            carry = value >> (width - 1);
            digits[i] = (value as i64 - ((carry as i64) << width)) as i16;
            i += width;
        }
    }
}

/// How many digits `signed` needs for a scalar, with room for the carry above its bits.
pub(crate) fn signed_len<F: PrimeField>(width: usize) -> usize {
    F::NUM_BITS as usize / width + 1
}

/// How many digits `non_adjacent` needs for a scalar.
pub(crate) fn non_adjacent_len<F: PrimeField>() -> usize {
    F::NUM_BITS as usize + 1
}
