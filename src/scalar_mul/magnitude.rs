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
    pub(crate) fn new<P: Prime>(scalar: &FieldElement<P>) -> Self {
        Self::modulo(scalar.as_limbs(), &P::MODULUS)
    }

    /// The same of k below any order.
    #[inline(always)]
    pub(crate) fn modulo(k: &Limbs, order: &Limbs) -> Self {
        // In variable time: whoever watches learns whether k is above half the order.
        let (negated, _) = word::sub(order, k);
        // k ≤ order − k, decided by the sign of the difference.
        let negative = word::sub(&negated, k).1 == 1;
        Self {
            limbs: word::words(if negative { &negated } else { k }),
            negative,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.limbs == [0; 4]
    }

    /// The number of significant bits; at most 254, or 255 of an integer modulo the order of Ed25519's group.
    pub(crate) fn bits(&self) -> u32 {
        (0..4)
            .rev()
            .find(|&i| self.limbs[i] != 0)
            .map_or(0, |i| 64 * i as u32 + self.limbs[i].ilog2() + 1)
    }
}

/// The digits of a width-w NAF with their indices, in ascending order. Digits are odd and below 2^(w−1) in magnitude,
/// and at most one of w neighbours is not zero.
///
/// A window whose top bit is set carries 1 into the bits above, and bits equal to the carry are skipped. So the carry
/// always equals the bit below the next index, and a digit begins where a bit differs from the one below it.
pub(crate) struct NafDigits {
    /// 2·k, and the bits of k that differ from the bit below them.
    doubled: [u8; 40],
    changes: [u8; 40],
    negative: bool,
    width: u32,
    place: u32,
}

impl NafDigits {
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
        // 57 bits from bit i on, in one load, because the next digit waits for it.
        let bits = |bytes: &[u8; 40], i: u32| {
            let bytes = bytes[i as usize / 8..][..8].try_into();
            u64::from_le_bytes(bytes.expect("8 bytes")) >> (i % 8)
        };
        loop {
            if self.place >= 256 {
                return None;
            }
            let ahead = bits(&self.changes, self.place);
            if ahead != 0 {
                self.place += ahead.trailing_zeros();
                break;
            }
            self.place += 57;
        }
        let place = self.place;
        self.place += self.width;
        // The window and the bit below it, as a signed number 2·window + bit.
        let shift = 31 - self.width;
        let window = ((bits(&self.doubled, place) as u32) << shift) as i32 >> shift;
        let digit = (window + 1) >> 1;
        Some((place, if self.negative { -digit } else { digit }))
    }
}

#[cfg(test)]
mod tests;
