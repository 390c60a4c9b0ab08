//! Recodings of scalars into signed digits: regular ones for secret scalars, NAFs for public ones.

use zeroize::Zeroizing;

use super::magnitude::{Magnitude, NafDigits};
use crate::field::{FieldElement, Prime};
use crate::mask::{self, Mask};
use crate::wiped::wiped;
use crate::word::{self, BITS, LIMBS, Limbs, Word};

/// The bits of a window of [`OddDigits`].
pub(crate) const WINDOW: u32 = 5;
/// The number of digits of a short scalar.
pub(crate) const SHORT_DIGITS: usize = 2;
/// The most bits of a short scalar k: 9, as 2k + 1 has one more and fills two windows.
const SHORT_BITS: u32 = SHORT_DIGITS as u32 * WINDOW - 1;
/// The number of odd multiples 1, 3, … 31 among which a digit selects: 16, as the sign is applied afterwards.
pub(crate) const ODD_MULTIPLES: usize = 1 << (WINDOW - 1);

/// The signed odd digits ±{1, 3, … 31}, radix 32, of k or −k, whichever is odd as a residue; constant time.
///
/// For odd k < 2^N, K = (k − 1)/2 + 2^(N−1) has N bits K_i with k = Σ (2K_i − 1)·2^i: each bit is a
/// sign. Five neighbouring ones make a digit 2w − 31, where w is the window's value in K. No carry
/// runs through the digits, and the top one is positive, as the top bit of K is set
/// (Joye and Tunstall, AFRICACRYPT 2009).
///
/// With windows of two bits and N = 4, for example, k = 5 has K = 2 + 8 = 0b1010, the windows 2 and 2, and the digits
/// 2·2 − 3 = 1 and 1: 1·4 + 1 = 5. No digit is ever 0, so that every window takes an addition.
pub(crate) struct OddDigits {
    /// K, whose windows of five bits are the digits.
    k: Zeroizing<Limbs>,
    /// Whether the digits are those of −k.
    pub was_even: Zeroizing<Mask>,
}

/// One digit: ±(2·index + 1).
pub(crate) struct Digit {
    /// The index of the odd multiple.
    pub index: Word,
    /// Whether the digit is negative.
    pub negative: Mask,
}

impl OddDigits {
    /// Recodes a scalar k; if k is even, its negative, order − k, which is odd. For 0 that is the order itself.
    pub(crate) fn new<P: Prime>(scalar: &FieldElement<P>) -> Self {
        let k = scalar.as_limbs();
        // Both are computed, and a mask selects: the parity is secret.
        let (negated, _) = word::sub(&P::MODULUS, k);
        let was_even = Zeroizing::new(Mask::of_bit(1 ^ (k[0] & 1)));
        // K: (k − 1)/2 is a shift, as k is odd, and 2^(N−1) sets the top bit of the top window. N is five times the
        // number of digits, 255. The shift leaves bit N − 1 clear, because k ≤ order < 2^N.
        let mut k = Zeroizing::new(word::half(&mask::select(k, &negated, *was_even)));
        let top = (WINDOW as usize) * Self::count::<P>() - 1;
        k[top / BITS] |= 1 << (top % BITS);
        Self { k, was_even }
    }

    /// Recodes 2k + 1, which is odd for any k, of a short scalar k: two digits. Here K = k + 2^9. If k is not short, which
    /// [`Self::excess`] detects, the digits are meaningless.
    pub(crate) fn short<P: Prime>(scalar: &FieldElement<P>) -> Self {
        let mut k = Zeroizing::new(*scalar.as_limbs());
        k[0] |= 1 << SHORT_BITS;
        Self {
            k,
            was_even: Zeroizing::new(Mask::NO),
        }
    }

    /// Returns the bits of the scalar beyond a short one's, combined by `or`: zero exactly if the scalar is short.
    pub(crate) fn excess<P: Prime>(scalar: &FieldElement<P>) -> Word {
        let [low, rest @ ..] = scalar.as_limbs();
        rest.iter().fold(low >> SHORT_BITS, |all, limb| all | limb)
    }

    /// Returns the number of digits of a scalar modulo `P`, as many as the prime's bits need: 51 for 255 bits.
    pub(crate) const fn count<P: Prime>() -> usize {
        let mut bits = 256;
        while (P::MODULUS[(bits - 1) / BITS] >> ((bits - 1) % BITS)) & 1 == 0 {
            bits -= 1;
        }
        bits.div_ceil(WINDOW as usize)
    }

    /// Returns the digit of weight 32^i; `i` is public and below the number of digits.
    #[inline(always)]
    pub(crate) fn digit(&self, i: usize) -> Digit {
        let (limb, shift) = (i * WINDOW as usize / BITS, i * WINDOW as usize % BITS);
        let mut window = self.k[limb] >> shift;
        // A window may lie in two limbs. Whether it does depends on i only.
        if shift > BITS - WINDOW as usize && limb + 1 < LIMBS {
            window |= self.k[limb + 1] << (BITS - shift);
        }
        window &= (1 << WINDOW) - 1;
        // 2w − 31 ≥ 0 exactly if w ≥ 16, and then (2w − 31 − 1)/2 = w − 16; otherwise
        // (31 − 2w − 1)/2 = 15 − w, which is the low four bits inverted.
        let negative = Mask::of_bit(1 ^ (window >> (WINDOW - 1)));
        let index = (window ^ negative.word()) & (ODD_MULTIPLES as Word - 1);
        Digit { index, negative }
    }

    /// Returns the indices of the digits of weight 32^i to 32^(i + 7), a byte each, and as bits which of them are
    /// negative; arbitrary past the last digit. `i` is public.
    #[inline(always)]
    pub(crate) fn eight(&self, i: usize) -> (u64, u32) {
        // All eight at once in one word, because the vector look-up takes eight indices.
        let words = word::words(&self.k);
        let (word, shift) = (i * WINDOW as usize / 64, i * WINDOW as usize % 64);
        let mut bits = words[word] >> shift;
        if shift > 0 && word + 1 < words.len() {
            bits |= words[word + 1] << (64 - shift);
        }
        // Spreads 40 bits: 20 in each 32, then 10 in each 16, then windows of 5 in each 8.
        let bits = (bits & 0xf_ffff) | (bits & 0xff_fff0_0000) << 12;
        let bits = (bits & 0x3ff_0000_03ff) | (bits & 0xf_fc00_000f_fc00) << 6;
        let windows = (bits & 0x1f_001f_001f_001f) | (bits & 0x3e0_03e0_03e0_03e0) << 3;
        // As in `digit`, byte by byte: 1 where the digit is negative, and 16 − 1 there to invert its four low bits. A
        // byte's borrow cannot leave it, since 16·negative ≥ negative.
        let negative = !windows >> (WINDOW - 1) & 0x0101_0101_0101_0101;
        let all_ones = (negative << 4).wrapping_sub(negative);
        let indices = (windows ^ all_ones) & 0x0f0f_0f0f_0f0f_0f0f;
        // Packs the lowest bits of the bytes: of 2 bytes in 2 bits, then of 4 in 4, then all in 8.
        let pairs = negative | negative >> 7;
        let fours = pairs | pairs >> 14;
        let eight = (fours | fours >> 28) & 0xff;
        (indices, eight as u32)
    }
}

/// The width-w non-adjacent form (NAF) of a public scalar: variable time.
#[derive(Clone, Copy)]
pub(crate) struct Wnaf([i8; PLACES]);

/// The number of places of a [`Magnitude`]'s NAF: half an order has 254 bits, and a carry may add a place.
const PLACES: usize = 255;

impl Wnaf {
    /// Recodes a scalar below 2^254 in magnitude, 2 ≤ width ≤ 8.
    pub(crate) fn new(scalar: &Magnitude, width: u32) -> Self {
        // Digits are below 2^(width−1) ≤ 128 in magnitude, so they fit an i8.
        let mut digits = [0; PLACES];
        for (place, digit) in NafDigits::new(scalar, width) {
            digits[place as usize] = digit as i8;
        }
        Self(digits)
    }

    /// Returns the digit of weight 2^i.
    #[inline(always)]
    pub(crate) fn digit(&self, i: usize) -> i8 {
        self.0[i]
    }

    /// Returns the number of places up to the topmost nonzero digit, 0 for the scalar 0.
    pub(crate) fn len(&self) -> usize {
        self.0
            .iter()
            .rposition(|digit| *digit != 0)
            .map_or(0, |i| i + 1)
    }
}

wiped!([] Wnaf: 0);

#[cfg(test)]
mod tests;
