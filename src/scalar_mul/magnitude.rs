//! Scalars as a sign and a magnitude, and their digits; variable time.

use crate::field::{FieldElement, Prime};
use crate::word::{self, Limbs};

/// ±k with k below half the order: small negative scalars are as short as small positive ones.
#[derive(Clone, Copy, Default)]
pub(crate) struct Magnitude {
    pub limbs: [u64; 4],
    pub negative: bool,
}

impl Magnitude {
    /// Writes a scalar as ±k with k below half the order.
    pub(crate) fn new<P: Prime>(scalar: &FieldElement<P>) -> Self {
        Self::modulo(scalar.as_limbs(), &P::MODULUS)
    }

    /// Writes an integer k below the given order as itself or as −(order − k), whichever has the smaller magnitude.
    #[inline(always)]
    pub(crate) fn modulo(k: &Limbs, order: &Limbs) -> Self {
        // The branch below is variable time: it reveals whether k is above half the order.
        let (negated, _) = word::sub(order, k);
        // order − k − k borrows exactly if k is above half the order. At half of an even order k stays positive.
        let negative = word::sub(&negated, k).1 == 1;
        Self {
            limbs: word::words(if negative { &negated } else { k }),
            negative,
        }
    }

    /// Returns whether this is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.limbs == [0; 4]
    }

    /// Returns the number of significant bits: at most 254, or 255 of an integer modulo 8ℓ, the order of Ed25519's group.
    pub(crate) fn bits(&self) -> u32 {
        (0..4)
            .rev()
            .find(|&i| self.limbs[i] != 0)
            .map_or(0, |i| 64 * i as u32 + self.limbs[i].ilog2() + 1)
    }
}

/// An iterator over the nonzero digits of a width-w NAF, each with its place, in ascending order. Digits are odd and
/// below 2^(w−1) in magnitude, and at most one of w neighbouring places is not zero.
///
/// A window whose top bit is set carries 1 into the bits above, and bits equal to the carry are skipped. So the carry
/// always equals the bit below the next place, and a digit begins where a bit differs from the one below it.
pub(crate) struct NafDigits {
    /// 2·k, little-endian: bit i is the bit of k below bit i.
    doubled: [u8; 40],
    /// k ^ 2·k: bit i is set if bit i of k differs from the bit below it.
    changes: [u8; 40],
    negative: bool,
    width: u32,
    place: u32,
}

impl NafDigits {
    /// Begins with the lowest place; 2 ≤ width.
    // 40 bytes, the last eight of them zeros, so that eight bytes can be read from any of the first 32.
    #[inline(always)]
    pub(crate) fn new(k: &Magnitude, width: u32) -> Self {
        let (mut doubled, mut changes) = ([0; 40], [0; 40]);
        let mut below = 0;
        for (i, limb) in k.limbs.iter().enumerate() {
            let double = limb << 1 | below >> 63;
            doubled[8 * i..][..8].copy_from_slice(&double.to_le_bytes());
            changes[8 * i..][..8].copy_from_slice(&(limb ^ double).to_le_bytes());
            below = *limb;
        }
        Self {
            doubled,
            changes,
            negative: k.negative,
            width,
            place: 0,
        }
    }
}

impl Iterator for NafDigits {
    type Item = (u32, i32);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, i32)> {
        // 57 bits or more from bit i on, in one load, because the next digit waits for it.
        let bits = |bytes: &[u8; 40], i: u32| {
            let bytes = bytes[i as usize / 8..][..8].try_into();
            u64::from_le_bytes(bytes.expect("8 bytes")) >> (i % 8)
        };
        loop {
            // The magnitude is below 2^255, so its top change is at bit 255 at most.
            if self.place >= 256 {
                return None;
            }
            let ahead = bits(&self.changes, self.place);
            if ahead != 0 {
                self.place += ahead.trailing_zeros();
                break;
            }
            // Eight bytes less at most seven bits are without a change.
            self.place += 57;
        }
        let place = self.place;
        self.place += self.width;
        // W is the window of w bits as a signed number, b the bit below it, which is the carry: the digit is W + b. The
        // shifts sign-extend the w + 1 bits 2W + b, and (2W + b + 1) >> 1 = W + b, as b is 0 or 1.
        let shift = 31 - self.width;
        let window = ((bits(&self.doubled, place) as u32) << shift) as i32 >> shift;
        let digit = (window + 1) >> 1;
        Some((place, if self.negative { -digit } else { digit }))
    }
}

#[cfg(test)]
mod tests;
