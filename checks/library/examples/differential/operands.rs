//! Operands: random ones, and special ones that stress carries, borrows and reductions.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::oracle::{Field, Words, words};

/// A source of residues.
pub struct Source {
    pub rng: ChaCha8Rng,
    field: Field,
    special: Vec<Words>,
}

impl Source {
    /// A source over a field.
    pub fn new(field: Field) -> Self {
        let special = special(&field);
        Self {
            rng: ChaCha8Rng::seed_from_u64(0),
            field,
            special,
        }
    }

    /// Goes to the start of a batch: what follows depends only on the seed and the batch's number.
    pub fn go_to(&mut self, seed: u64, batch: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
        self.rng.set_stream(batch);
    }

    /// A residue: in three of eight cases a special one or one near it, otherwise random.
    pub fn residue(&mut self) -> Words {
        let choice = self.rng.next_u64();
        let special = self.special[(choice >> 8) as usize % self.special.len()];
        match choice % 8 {
            0 | 1 => special,
            2 => {
                let distance = self.field.reduce([choice >> 40, 0, 0, 0]);
                self.field.add(&special, &distance)
            }
            _ => self.random(),
        }
    }

    /// A residue without structure.
    pub fn random(&mut self) -> Words {
        let integer = [(); 4].map(|()| self.rng.next_u64());
        self.field.reduce(integer)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.rng.next_u64() % n as u64) as usize
    }
}

/// Residues at borders, and with limbs of all zeros and all ones in the backends' radices.
fn special(field: &Field) -> Vec<Words> {
    let one = BigUint::from(1u8);
    let m = crate::oracle::big(&field.modulus);
    let gamma: BigUint = (&one << 255) - &m;
    let mut borders = vec![BigUint::ZERO, &m / 2u8, gamma.clone(), 2u8 * &gamma];
    borders.extend([64, 128, 192, 254].map(|k| &one << k));
    let mut integers = Vec::new();
    for border in borders {
        integers.extend([0u8, 1, 2, 3, 19, 38].map(|distance| &border + distance));
        integers.extend([1u8, 2, 3, 19, 38].map(|distance| &border + &m - distance));
    }
    for bits in [64usize, 52, 51, 32, 26] {
        let limbs = 256usize.div_ceil(bits);
        let patterns = if limbs <= 6 { 1usize << limbs } else { 64 };
        for pattern in 0..patterns {
            // If there are many limbs only six vary, at the bottom or top; the others equal their neighbour.
            let is_one = |limb: usize| pattern >> limb.min(5) & 1 == 1;
            for reversed in [false, true] {
                let mut x = BigUint::ZERO;
                for i in 0..256 {
                    let limb = i / bits;
                    let limb = if reversed { limbs - 1 - limb } else { limb };
                    x.set_bit(i as u64, is_one(limb));
                }
                integers.push(x);
            }
        }
    }
    let mut residues: Vec<Words> = integers.iter().map(|x| words(&(x % &m))).collect();
    residues.sort_unstable();
    residues.dedup();
    residues
}
