//! The oracle: integers modulo a prime in plain words, and affine points by textbook formulas.
//!
//! It shares nothing with the library or with the tests' oracle, num-bigint, which would take twenty times as long.
//! [`Field::check`] compares the two.

use num_bigint::BigUint;

/// A residue, least significant word first.
pub type Words = [u64; 4];

pub const ZERO: Words = [0; 4];
pub const ONE: Words = [1, 0, 0, 0];

/// The integers modulo a prime between 2^254 and 2^255.
#[derive(Clone, Copy)]
pub struct Field {
    pub modulus: Words,
    /// 2^256 − 2·modulus, to which 2^256 is congruent; below 2^130.
    fold: [u64; 3],
}

impl Field {
    /// The field whose modulus has these hexadecimal digits.
    pub fn new(modulus: &str) -> Self {
        let modulus = BigUint::parse_bytes(modulus.as_bytes(), 16).expect("hexadecimal");
        let fold: BigUint = (BigUint::from(1u8) << 256) - 2u8 * &modulus;
        assert!(modulus.bits() == 255 && fold.bits() <= 130);
        Self {
            modulus: words(&modulus),
            fold: words(&fold)[..3].try_into().expect("three words"),
        }
    }

    pub fn reduce(&self, x: Words) -> Words {
        let [a, b, c, d] = x;
        self.reduce_wide([a, b, c, d, 0, 0, 0, 0])
    }

    pub fn add(&self, a: &Words, b: &Words) -> Words {
        // Both are below 2^255.
        self.reduce(add(a, b))
    }

    pub fn neg(&self, a: &Words) -> Words {
        if *a == ZERO {
            ZERO
        } else {
            subtract(&self.modulus, a)
        }
    }

    pub fn sub(&self, a: &Words, b: &Words) -> Words {
        self.add(a, &self.neg(b))
    }

    pub fn mul(&self, a: &Words, b: &Words) -> Words {
        let mut product = [0; 8];
        for i in 0..4 {
            multiply_add(&mut product[i..], a[i], b);
        }
        self.reduce_wide(product)
    }

    pub fn square(&self, a: &Words) -> Words {
        self.mul(a, a)
    }

    fn reduce_wide(&self, mut x: [u64; 8]) -> Words {
        while x[4..] != [0; 4] {
            let [_, _, _, _, high @ ..] = x;
            x[4..].fill(0);
            for (i, word) in high.into_iter().enumerate().filter(|(_, word)| *word != 0) {
                multiply_add(&mut x[i..], word, &self.fold);
            }
        }
        let mut x: Words = x[..4].try_into().expect("four words");
        while !is_below(&x, &self.modulus) {
            x = subtract(&x, &self.modulus);
        }
        x
    }

    fn pow(&self, a: &Words, exponent: &Words) -> Words {
        (0..256).rev().fold(ONE, |power, i| {
            let square = self.square(&power);
            if exponent[i / 64] >> (i % 64) & 1 == 1 {
                self.mul(&square, a)
            } else {
                square
            }
        })
    }

    /// 1/a by Fermat's theorem, 0 of 0.
    pub fn inverse(&self, a: &Words) -> Words {
        self.pow(a, &subtract(&self.modulus, &[2, 0, 0, 0]))
    }

    /// Replaces each residue by its inverse; none may be zero.
    pub fn invert(&self, residues: &mut [Words]) {
        let mut product = ONE;
        let mut before = Vec::with_capacity(residues.len());
        for x in residues.iter() {
            before.push(product);
            product = self.mul(&product, x);
        }
        let mut inverse = self.inverse(&product);
        for (x, before) in residues.iter_mut().zip(before).rev() {
            let next = self.mul(&inverse, x);
            *x = self.mul(&inverse, &before);
            inverse = next;
        }
    }

    /// Euler's criterion; zero is a square.
    pub fn is_square(&self, a: &Words) -> bool {
        let half = words(&(big(&self.modulus) / 2u8));
        *a == ZERO || self.pow(a, &half) == ONE
    }

    /// Compares a product and a sum with num-bigint's.
    pub fn check(&self, a: &Words, b: &Words) {
        let (x, y, m) = (big(a), big(b), big(&self.modulus));
        assert_eq!(big(&self.mul(a, b)), &x * &y % &m, "the oracle's product");
        assert_eq!(big(&self.add(a, b)), (&x + &y) % &m, "the oracle's sum");
        let difference = (&x + &m - &y) % &m;
        assert_eq!(big(&self.sub(a, b)), difference, "the oracle's difference");
    }
}

/// An affine point, or the identity.
pub type Affine = Option<[Words; 2]>;

/// y² = x³ − 3x + b
#[derive(Clone, Copy)]
pub struct Weierstrass {
    pub field: Field,
    pub b: Words,
}

impl Weierstrass {
    /// x³ − 3x + b
    pub fn right_side(&self, x: &Words) -> Words {
        let f = &self.field;
        let factor = f.sub(&f.square(x), &[3, 0, 0, 0]);
        f.add(&f.mul(x, &factor), &self.b)
    }

    pub fn neg(&self, point: &Affine) -> Affine {
        point.map(|[x, y]| [x, self.field.neg(&y)])
    }

    /// The sums of pairs, which share an inversion.
    pub fn add(&self, pairs: &[(Affine, Affine)]) -> Vec<Affine> {
        let f = &self.field;
        // The slope's numerator and denominator; `None` if there is no slope.
        let slope = |a: &[Words; 2], b: &[Words; 2]| {
            if a[0] != b[0] {
                Some((f.sub(&b[1], &a[1]), f.sub(&b[0], &a[0])))
            } else if a[1] == b[1] && a[1] != ZERO {
                let x2 = f.sub(&f.square(&a[0]), &ONE);
                Some((f.mul(&x2, &[3, 0, 0, 0]), f.add(&a[1], &a[1])))
            } else {
                None
            }
        };
        let slopes: Vec<_> = pairs
            .iter()
            .map(|pair| match pair {
                (Some(a), Some(b)) => slope(a, b),
                _ => None,
            })
            .collect();
        let mut inverses: Vec<_> = slopes.iter().map(|s| s.map_or(ONE, |s| s.1)).collect();
        f.invert(&mut inverses);
        let sum = |((pair, slope), inverse): ((&(Affine, Affine), &Option<_>), &Words)| match pair {
            (None, point) | (point, None) => *point,
            (Some(a), Some(b)) => slope.map(|(numerator, _)| {
                let slope = f.mul(&numerator, inverse);
                let x = f.sub(&f.square(&slope), &f.add(&a[0], &b[0]));
                let y = f.sub(&f.mul(&slope, &f.sub(&a[0], &x)), &a[1]);
                [x, y]
            }),
        };
        pairs.iter().zip(&slopes).zip(&inverses).map(sum).collect()
    }

    /// k·P
    pub fn mul(&self, k: &Words, point: &Affine) -> Affine {
        let add = |a, b| self.add(&[(a, b)])[0];
        (0..256).rev().fold(None, |sum, i| {
            let double = add(sum, sum);
            if k[i / 64] >> (i % 64) & 1 == 1 {
                add(double, *point)
            } else {
                double
            }
        })
    }
}

/// x += a·b, which must fit x.
fn multiply_add(x: &mut [u64], a: u64, b: &[u64]) {
    let mut carry = 0;
    for (i, x) in x.iter_mut().enumerate() {
        let product = b.get(i).map_or(0, |b| u128::from(a) * u128::from(*b));
        // At most (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
        let sum = product + u128::from(*x) + u128::from(carry);
        (*x, carry) = (sum as u64, (sum >> 64) as u64);
        if carry == 0 && i >= b.len() {
            break;
        }
    }
    assert_eq!(carry, 0);
}

/// The sum of integers below 2^255.
fn add(a: &Words, b: &Words) -> Words {
    let mut sum = *a;
    multiply_add(&mut sum, 1, b);
    sum
}

/// The difference of integers a ≥ b.
fn subtract(a: &Words, b: &Words) -> Words {
    let (mut difference, mut borrow) = (ZERO, false);
    for i in 0..4 {
        let (d, below) = a[i].overflowing_sub(b[i]);
        let (d, also_below) = d.overflowing_sub(u64::from(borrow));
        (difference[i], borrow) = (d, below | also_below);
    }
    assert!(!borrow);
    difference
}

pub fn is_below(a: &Words, b: &Words) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

pub fn to_bytes(x: &Words) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(x) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

pub fn from_bytes(bytes: &[u8; 32]) -> Words {
    [0, 8, 16, 24].map(|i| u64::from_le_bytes(bytes[i..][..8].try_into().expect("eight bytes")))
}

/// An integer below 2^256.
pub fn words(x: &BigUint) -> Words {
    let mut words = x.to_u64_digits();
    words.resize(4, 0);
    words.try_into().expect("four words")
}

pub fn big(x: &Words) -> BigUint {
    BigUint::from_bytes_le(&to_bytes(x))
}
