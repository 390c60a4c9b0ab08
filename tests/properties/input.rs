//! Turns bytes into operands: every string of bytes is legal, and most give unusual operands.

use num_bigint::BigUint;

/// The bytes that a fuzzer varies, read from the front. After their end come zeros.
#[derive(Clone)]
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        [(); N].map(|()| self.byte())
    }

    /// A number below `n`, which is at most 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// An integer below 2^256, for a field with modulus `m`: random, small, at a border, with few or with equal limbs,
    /// or related to an earlier one.
    pub fn integer(&mut self, m: &BigUint, earlier: &[BigUint]) -> BigUint {
        let power = |k: usize| BigUint::from(1u8) << k;
        let near = |border: BigUint, distance: u8| match i16::from(distance as i8) {
            below if below < 0 => border + m - below.unsigned_abs(),
            above => border + above.unsigned_abs(),
        };
        let integer = match self.below(8) {
            0 => BigUint::from_bytes_le(&self.bytes::<32>()),
            1 => self.byte().into(),
            2 => {
                let border = match self.below(8) {
                    0 => BigUint::ZERO,
                    1 => m.clone(),
                    2 => m / 2u8,
                    3 => power(255) - m,
                    4 => 2u8 * m,
                    5 => power(255),
                    _ => power(self.byte().into()),
                };
                near(border, self.byte())
            }
            // A short integer, or its negative.
            3 => {
                let short = u128::from_le_bytes(self.bytes()) >> (8 * self.below(16));
                match self.below(2) {
                    0 => short.into(),
                    _ => m - short,
                }
            }
            // Limbs of zeros and ones, in a backend's radix.
            4 => {
                let bits = [64, 52, 51, 32, 26, 17][self.below(6)];
                let pattern = u16::from_le_bytes(self.bytes());
                let mut x = BigUint::ZERO;
                for i in (0..256).filter(|i| pattern >> (i / bits) & 1 == 1) {
                    x.set_bit(i as u64, true);
                }
                near(x, self.byte() % 4)
            }
            // odd·2^k, for which inversions have failed.
            5 => {
                let odd = u64::from_le_bytes(self.bytes()) | 1;
                BigUint::from(odd) << self.below(192)
            }
            relative => {
                let n = earlier.len();
                let Some(x) = n.checked_sub(1).map(|last| &earlier[last - self.below(n)]) else {
                    return BigUint::ZERO;
                };
                if relative == 6 {
                    near(x.clone(), self.byte())
                } else {
                    m - x % m
                }
            }
        };
        integer % power(256)
    }

    /// Like `integer`, modulo `m`.
    pub fn residue(&mut self, m: &BigUint, earlier: &[BigUint]) -> BigUint {
        self.integer(m, earlier) % m
    }
}
