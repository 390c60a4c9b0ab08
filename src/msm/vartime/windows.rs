//! Signed digits of scalars in windows, for Pippenger's algorithm. Each can be read by itself; variable time.

use crate::scalar_mul::Magnitude;

/// A recoding into signed digits in [−2^(c−1), 2^(c−1)] of windows of c bits.
///
/// Each digit can be read by itself: after adding H = Σ 2^(c−1)·2^(ci), over all digits but the topmost,
/// to the magnitude, digit i is window i less 2^(c−1), and the topmost digit is its window.
///
/// For c = 4 and k = 0x29f, for example, H = 0x088 and k + H = 0x327: the digits are 7 − 8 = −1, 2 − 8 = −6 and 3, and
/// 3·256 − 6·16 − 1 = 671 = 0x29f. Without H each digit would have to wait for the carry of the one below.
#[derive(Clone, Copy)]
pub(crate) struct SignedWindows {
    /// c.
    pub bits: u32,
    /// The number of digits.
    pub count: u32,
    /// H.
    offset: [u64; 4],
}

impl SignedWindows {
    /// Recodes magnitudes below 2^`length`, `length` ≤ 255, into digits of `bits` bits.
    pub(crate) fn new(bits: u32, length: u32) -> Self {
        // As count·bits > length, the topmost window of a magnitude is below 2^(bits−1), and H adds at most a carry: the
        // topmost digit is at most 2^(bits−1), and has a bucket.
        let count = (length + 1).div_ceil(bits);
        let mut offset = [0; 4];
        for i in 0..count - 1 {
            // Below bits·(count − 1) ≤ length ≤ 255, so it is in one of the four words.
            let bit = i * bits + bits - 1;
            offset[bit as usize / 64] |= 1 << (bit % 64);
        }
        Self {
            bits,
            count,
            offset,
        }
    }

    /// Adds H to a scalar's magnitude, so that its digits can be read.
    pub(crate) fn prepare(&self, k: &Magnitude) -> Prepared {
        let (mut bytes, mut carry) = ([0; 40], false);
        for (i, (a, b)) in k.limbs.iter().zip(&self.offset).enumerate() {
            let (s, c1) = a.overflowing_add(*b);
            let (s, c2) = s.overflowing_add(u64::from(carry));
            bytes[8 * i..][..8].copy_from_slice(&s.to_le_bytes());
            carry = c1 | c2;
        }
        // The magnitude and H are below 2^255, so there is no carry out.
        let sign = u32::from(k.negative) << 31;
        bytes[32..36].copy_from_slice(&sign.to_le_bytes());
        Prepared(bytes)
    }

    /// Returns where digit i is in a prepared scalar.
    #[inline(always)]
    pub(crate) fn window(&self, i: u32) -> DigitPlace {
        let start = i * self.bits;
        let topmost = i + 1 == self.count;
        DigitPlace {
            byte: start as usize / 8,
            shift: start % 8,
            // The topmost window may extend past the last bit, but not to the sign, 31 bits above.
            mask: (1 << self.bits) - 1,
            half: if topmost { 0 } else { 1 << (self.bits - 1) },
        }
    }
}

/// A scalar whose digits can be read: 32 bytes with the magnitude plus H, then 32 bits with the sign on top, and zeros.
/// So eight bytes can be read from any of the first 32.
#[derive(Clone, Copy)]
pub(crate) struct Prepared([u8; 40]);

impl Default for Prepared {
    fn default() -> Self {
        Self([0; 40])
    }
}

/// Where a digit is in a [`Prepared`] scalar.
#[derive(Clone, Copy)]
pub(crate) struct DigitPlace {
    byte: usize,
    shift: u32,
    mask: u32,
    /// What is subtracted from the window: 2^(c−1), or 0 for the topmost digit.
    half: u32,
}

impl DigitPlace {
    /// Returns the digit's magnitude, and its sign in the top bit of a word, where a reference has it.
    #[inline(always)]
    pub(crate) fn digit(&self, Prepared(bytes): &Prepared) -> (u32, u32) {
        // A shift of at most 7 leaves 57 bits, more than any window has.
        let window = u64::from_le_bytes(bytes[self.byte..][..8].try_into().expect("8 bytes"));
        let window = (window >> self.shift) as u32 & self.mask;
        let digit = window.wrapping_sub(self.half) as i32;
        // The digit is negative if the scalar is or the digit of the magnitude is, but not both.
        let sign = u32::from_le_bytes(bytes[32..36].try_into().expect("4 bytes"));
        let sign = (sign ^ digit as u32) & 1 << 31;
        (digit.unsigned_abs(), sign)
    }
}
