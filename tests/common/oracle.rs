//! The tests' oracle: integers modulo a prime and affine points, by num-bigint and textbook formulas. It shares only
//! the names of types with the library.

use std::any::TypeId;
use std::collections::BTreeSet;

#[cfg(feature = "cycle2025")]
use helioselene_simd::cycle2025;
use helioselene_simd::{Curve, Field25519, FieldElement, Helios, HelioseleneField, Prime, Selene};
use num_bigint::BigUint;
use rand_core::RngCore;

/// 2^k
pub fn power_of_two(k: usize) -> BigUint {
    BigUint::from(1u8) << k
}

pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal")
}

/// `N` little-endian bytes of an integer that fits.
pub fn le_bytes<const N: usize>(x: &BigUint) -> [u8; N] {
    let mut bytes = x.to_bytes_le();
    assert!(bytes.len() <= N, "{x:#x}");
    bytes.resize(N, 0);
    bytes.try_into().expect("N bytes")
}

/// A random integer of up to `bits` bits.
pub fn random_bits(rng: &mut impl RngCore, bits: usize) -> BigUint {
    let mut bytes = vec![0; bits.div_ceil(8)];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % power_of_two(bits)
}

/// The integers modulo an odd prime. Arguments may be unreduced; results are reduced.
#[derive(Clone, PartialEq, Debug)]
pub struct Integers {
    pub modulus: BigUint,
}

// The parameters below are those of the `helioselene` crate, version 0.1.0, which FCMP++ uses, and for the 2025 cycle
// those of the optimisation contest of July 2025.

impl Integers {
    /// The field of the library whose elements are `FieldElement<P>`.
    pub fn of<P: Prime>() -> Self {
        let is = |field| TypeId::of::<FieldElement<P>>() == field;
        if is(TypeId::of::<Field25519>()) {
            let modulus = power_of_two(255) - 19u8;
            return Self { modulus };
        }
        if is(TypeId::of::<HelioseleneField>()) {
            let modulus = hex("7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53");
            return Self { modulus };
        }
        #[cfg(feature = "cycle2025")]
        if is(TypeId::of::<cycle2025::HelioseleneField>()) {
            let modulus = hex("7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f");
            return Self { modulus };
        }
        unreachable!("a prime unknown to the oracle")
    }

    pub fn reduce(&self, x: &BigUint) -> BigUint {
        x % &self.modulus
    }

    pub fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + b) % &self.modulus
    }

    pub fn neg(&self, a: &BigUint) -> BigUint {
        (&self.modulus - self.reduce(a)) % &self.modulus
    }

    pub fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        self.add(a, &self.neg(b))
    }

    pub fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.modulus
    }

    pub fn square(&self, a: &BigUint) -> BigUint {
        self.mul(a, a)
    }

    pub fn pow(&self, a: &BigUint, exponent: &BigUint) -> BigUint {
        a.modpow(exponent, &self.modulus)
    }

    /// The inverses of nonzero residues, by one inversion.
    pub fn inverses(&self, residues: &[BigUint]) -> Vec<BigUint> {
        let mut product = BigUint::from(1u8);
        let mut before = Vec::with_capacity(residues.len());
        for x in residues {
            before.push(product.clone());
            product = self.mul(&product, x);
        }
        let mut inverse = self.inverse(&product);
        for (x, before) in residues.iter().zip(&mut before).rev() {
            *before = self.mul(&inverse, before);
            inverse = self.mul(&inverse, x);
        }
        before
    }

    /// 1/a, for a not divisible by the prime.
    pub fn inverse(&self, a: &BigUint) -> BigUint {
        let inverse = a.modinv(&self.modulus).expect("an invertible number");
        assert_eq!(self.mul(a, &inverse), BigUint::from(1u8));
        inverse
    }

    /// Euler's criterion; zero counts as a square.
    pub fn is_square(&self, a: &BigUint) -> bool {
        let exponent = &self.modulus / 2u8;
        self.pow(a, &exponent) <= BigUint::from(1u8)
    }

    /// A square root: for a prime ≡ 3 (mod 4) the even one; for 2^255 − 19 ≡ 5 (mod 8) the candidate of RFC 8032,
    /// section 5.1.3, of either parity.
    pub fn sqrt(&self, a: &BigUint) -> Option<BigUint> {
        let (a, m) = (&self.reduce(a), &self.modulus);
        let mut root;
        if m % 4u8 == BigUint::from(3u8) {
            root = self.pow(a, &((m + 1u8) / 4u8));
            if root.bit(0) {
                root = m - root;
            }
        } else {
            assert_eq!(m % 8u8, BigUint::from(5u8));
            root = self.pow(a, &((m + 3u8) / 8u8));
            if self.square(&root) != *a {
                root = self.mul(&root, &self.pow(&BigUint::from(2u8), &(m / 4u8)));
            }
        }
        (self.square(&root) == *a).then_some(root)
    }

    pub fn random(&self, rng: &mut impl RngCore) -> BigUint {
        // 128 bits more than the modulus: the bias is negligible.
        self.reduce(&random_bits(rng, 384))
    }

    /// 256-bit integers that stress carries, borrows and reductions; some exceed the modulus.
    pub fn edges(&self) -> BTreeSet<BigUint> {
        let m = &self.modulus;
        let gamma = power_of_two(255) - m;
        let mut borders = vec![BigUint::ZERO, m / 2u8, m.clone(), 2u8 * m];
        borders.extend([&gamma, &(2u8 * &gamma), &(m - &gamma), &(m + &gamma)].map(Clone::clone));
        borders.extend([64, 128, 192, 254, 255, 256].map(power_of_two));
        let mut edges = BTreeSet::new();
        for border in borders {
            for distance in [0u8, 1, 2, 3, 4, 19, 38] {
                edges.insert(&border + distance);
                if border >= BigUint::from(distance) {
                    edges.insert(&border - distance);
                }
            }
        }
        // Limbs of all zeros and all ones, in the backends' radices. What exceeds 256 bits is cut off.
        for bits in [64, 52, 51, 32, 26] {
            let limbs = 256usize.div_ceil(bits);
            let ones = 1usize << limbs;
            let patterns: Vec<usize> = if limbs <= 6 {
                (0..ones).collect()
            } else {
                // One limb, all but one, the lowest few, the highest few, every other one.
                (0..limbs)
                    .flat_map(|i| [1 << i, ones - 1 - (1 << i), (1 << i) - 1, ones - (1 << i)])
                    .chain([0x5555 % ones, 0xaaaa % ones])
                    .collect()
            };
            for pattern in patterns {
                let mut x = BigUint::ZERO;
                for i in (0..256).filter(|i| pattern >> (i / bits) & 1 == 1) {
                    x.set_bit(i as u64, true);
                }
                edges.insert(x);
            }
        }
        edges.split_off(&power_of_two(256));
        edges
    }

    /// The residues of the edges.
    pub fn residues(&self) -> BTreeSet<BigUint> {
        self.edges().iter().map(|x| self.reduce(x)).collect()
    }
}

/// An affine point, or the identity.
pub type Affine = Option<(BigUint, BigUint)>;

/// y² = x³ − 3x + b
pub struct Weierstrass {
    pub field: Integers,
    pub order: Integers,
    pub b: BigUint,
    pub generator: Affine,
}

impl Weierstrass {
    /// A curve of the library.
    pub fn of<C: Curve>() -> Self {
        // b and the generator's coordinates.
        let curves = [
            (
                TypeId::of::<Helios>(),
                [
                    "26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60",
                    "1",
                    "611dffc62fe02c759e5ac10f40e009b8e3b147387068aaf810dbdf2d817c67ba",
                ],
            ),
            (
                TypeId::of::<Selene>(),
                [
                    "38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4",
                    "1",
                    "39098c0a54bd9d2781c7d734720d5ca639ee79deeefcd74517fced93ad6635c0",
                ],
            ),
            #[cfg(feature = "cycle2025")]
            (
                TypeId::of::<cycle2025::Helios>(),
                [
                    "22e8c739b0ea70b8be94a76b3ebb7b3b043f6f384113bf3522b49ee1edd73ad4",
                    "3",
                    "537b74d97ac0721cbd92668350205f0759003bddc586a5dcd243e639e3183ef4",
                ],
            ),
            #[cfg(feature = "cycle2025")]
            (
                TypeId::of::<cycle2025::Selene>(),
                [
                    "70127713695876c17f51bba595ffe279f3944bdf06ae900e68de0983cb5a4558",
                    "1",
                    "7a19d927b85cca9257c93177455c825f938bb198c8f09b37741e0aa6a1d3fdd2",
                ],
            ),
        ];
        let mut curves = curves.into_iter();
        let found = curves.find(|(curve, _)| *curve == TypeId::of::<C>());
        let [b, x, y] = found.expect("a curve that the oracle knows").1.map(hex);
        let curve = Self {
            field: Integers::of::<C::Base>(),
            order: Integers::of::<C::Scalar>(),
            b,
            generator: Some((x, y)),
        };
        assert!(curve.contains(&curve.generator));
        curve
    }

    /// x³ − 3x + b
    pub fn right_side(&self, x: &BigUint) -> BigUint {
        let f = &self.field;
        let x3_minus_3x = f.mul(x, &f.sub(&f.square(x), &BigUint::from(3u8)));
        f.add(&x3_minus_3x, &self.b)
    }

    pub fn contains(&self, point: &Affine) -> bool {
        point
            .as_ref()
            .is_none_or(|(x, y)| self.field.square(y) == self.right_side(x))
    }

    /// A point with this x, if there is one.
    pub fn lift_x(&self, x: &BigUint) -> Option<Affine> {
        let y = self.field.sqrt(&self.right_side(x))?;
        Some(Some((self.field.reduce(x), y)))
    }

    pub fn random_point(&self, rng: &mut impl RngCore) -> Affine {
        loop {
            if let Some(point) = self.lift_x(&self.field.random(rng)) {
                return point;
            }
        }
    }

    /// Two points with one y: for a root r of the cubic, x² + r·x + r² − 3 = 0 has the other two.
    pub fn same_y(&self, rng: &mut impl RngCore) -> [Affine; 2] {
        let field = &self.field;
        loop {
            let first = self.random_point(rng);
            let Some((r, y)) = &first else { continue };
            let discriminant = field.sub(&BigUint::from(12u8), &(3u8 * field.square(r)));
            if let Some(root) = field.sqrt(&discriminant) {
                let half = field.inverse(&BigUint::from(2u8));
                let x = field.mul(&half, &field.sub(&root, r));
                let second = Some((x, y.clone()));
                assert!(self.contains(&second) && second != first);
                return [first, second];
            }
        }
    }

    pub fn neg(&self, a: &Affine) -> Affine {
        a.as_ref().map(|(x, y)| (x.clone(), self.field.neg(y)))
    }

    pub fn add(&self, a: &Affine, b: &Affine) -> Affine {
        self.add_pairs(&[[a, b]]).pop().expect("one sum")
    }

    /// The sums of pairs, by one inversion.
    pub fn add_pairs(&self, pairs: &[[&Affine; 2]]) -> Vec<Affine> {
        let f = &self.field;
        // The slope's numerator and denominator; 0/1 where there is no slope.
        let slopes = pairs.iter().map(|pair| match pair {
            [Some((x1, y1)), Some((x2, y2))] if x1 != x2 => (f.sub(y2, y1), f.sub(x2, x1)),
            [Some((x1, y1)), Some((_, y2))] if y1 == y2 && *y1 != BigUint::ZERO => (
                3u8 * (f.square(x1) + &f.modulus - 1u8),
                f.reduce(&(2u8 * y1)),
            ),
            _ => (BigUint::ZERO, BigUint::from(1u8)),
        });
        let (numerators, denominators): (Vec<_>, Vec<_>) = slopes.unzip();
        let slopes = f.inverses(&denominators).into_iter().zip(&numerators);
        let slopes = slopes.map(|(inverse, numerator)| f.mul(numerator, &inverse));
        let sums = pairs.iter().zip(slopes);
        sums.map(|(pair, slope)| {
            let [Some((x1, y1)), Some((x2, y2))] = pair else {
                return pair.iter().copied().flatten().next().cloned();
            };
            if x1 == x2 && (y1 != y2 || *y1 == BigUint::ZERO) {
                return None;
            }
            let x = f.sub(&f.square(&slope), &(x1 + x2));
            let y = f.sub(&f.mul(&slope, &f.sub(x1, &x)), y1);
            Some((x, y))
        })
        .collect()
    }

    /// The sum of points, added in pairs.
    pub fn sum(&self, mut points: Vec<Affine>) -> Affine {
        while points.len() > 1 {
            if points.len() % 2 == 1 {
                points.push(None);
            }
            let pairs = points.chunks_exact(2).map(|pair| [&pair[0], &pair[1]]);
            let pairs: Vec<_> = pairs.collect();
            points = self.add_pairs(&pairs);
        }
        points.pop().flatten()
    }

    /// k·P as a sum of doublings. For many multiples of one point use [`Doublings`].
    pub fn mul(&self, k: &BigUint, point: &Affine) -> Affine {
        Doublings::new(self, point).mul(k)
    }

    /// Little-endian x with the parity of y in bit 255; 32 zero bytes for the identity.
    pub fn encode(&self, point: &Affine) -> [u8; 32] {
        point.as_ref().map_or([0; 32], |(x, y)| {
            let mut bytes: [u8; 32] = le_bytes(x);
            bytes[31] |= u8::from(y.bit(0)) << 7;
            bytes
        })
    }
}

/// The points 2^i·P, whose sums are multiples of P.
pub struct Doublings<'a> {
    pub curve: &'a Weierstrass,
    doublings: Vec<Affine>,
}

impl<'a> Doublings<'a> {
    pub fn new(curve: &'a Weierstrass, point: &Affine) -> Self {
        let double = |point: &Affine| Some(curve.add(point, point));
        let doublings = std::iter::successors(Some(point.clone()), double);
        Self {
            curve,
            doublings: doublings.take(256).collect(),
        }
    }

    /// k·P for k < 2^256.
    pub fn mul(&self, k: &BigUint) -> Affine {
        assert!(k.bits() <= 256);
        let bits = (0..k.bits()).filter(|i| k.bit(*i));
        let terms = bits.map(|i| self.doublings[i as usize].clone());
        self.curve.sum(terms.collect())
    }
}
