//! Inverses, powers and square roots.

use ff::{Field, PrimeField};
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use super::FieldElement;
use crate::backend::serial::kernel::Kernel;
use crate::backend::serial::word::{self, BITS, LIMBS, Limbs, Word};
use crate::backend::serial::{self, Serial, with_kernel};
#[cfg(feature = "alloc")]
use crate::backend::{BatchVector, Sum as _};
use crate::backend::{FieldVector, Mask};
use crate::params::{P25519, Prime};

impl<P: Prime> FieldElement<P> {
    /// self^exponent, constant time in both; the exponent is the residue, an integer.
    pub fn pow(&self, exponent: Self) -> Self {
        P::pow(self, &exponent)
    }
}

/// The inverse, 0 of 0: safegcd.
pub(crate) fn invert<P: Prime>(x: &FieldElement<P>) -> FieldElement<P> {
    FieldElement::from_canonical(serial::invert::invert::<P>(x.as_limbs()))
}

/// base^exponent by fixed windows of four bits: 252 squarings and 78 multiplications.
pub(crate) fn pow<P: Prime>(base: &FieldElement<P>, exponent: &FieldElement<P>) -> FieldElement<P> {
    with_kernel!(K => {
        let x = Serial::<K, P>::splat(base);
        let mut powers = [Serial::splat(&FieldElement::from_small(1)); 16];
        for i in 1..16 {
            powers[i] = powers[i - 1].mul(&x);
        }
        let mut digits = exponent.limbs;
        let mut power = powers[0];
        for _ in 0..64 {
            // The four top bits of the exponent, which then moves up.
            let digit = digits[LIMBS - 1] >> (BITS - 4);
            for i in (1..LIMBS).rev() {
                digits[i] = (digits[i] << 4) | (digits[i - 1] >> (BITS - 4));
            }
            digits[0] <<= 4;
            let mut factor = powers[0];
            for (i, candidate) in (0..).zip(&powers).skip(1) {
                factor = factor.select(*candidate, Mask::equal(digit, i));
            }
            power = power.square_n(4).mul(&factor);
        }
        digits.zeroize();
        stored(power)
    })
}

/// RFC 8032, section 5.1.3: x^((p+3)/8), times √−1 if that is no root; whatever its parity.
pub(crate) fn sqrt_rfc8032(x: &FieldElement<P25519>) -> CtOption<FieldElement<P25519>> {
    let first = x * power_p58(x);
    let second = first * FieldElement::from_canonical(P25519::ROOT_OF_UNITY);
    let root = FieldElement::conditional_select(&second, &first, first.square().ct_eq(x));
    CtOption::new(root, root.square().ct_eq(x))
}

impl FieldElement<P25519> {
    /// The even one of √(u/v) and whether u/v is a square; of √(iu/v) if it is not, with
    /// i = 2^((p−1)/4). Zero for u = 0; zero and false for v = 0 otherwise. RFC 9496, section 4.2.
    pub fn sqrt_ratio_i(u: Self, v: Self) -> (Choice, Self) {
        let i = Self::from_canonical(P25519::ROOT_OF_UNITY);
        let v3 = v.square() * v;
        let v7 = v3.square() * v;
        let mut root = (u * v3) * power_p58(&(u * v7));

        let check = v * root.square();
        let is_root = check.ct_eq(&u);
        let is_root_of_minus = check.ct_eq(&-u);
        let is_root_of_minus_i = check.ct_eq(&(-u * i));
        root.conditional_assign(&(root * i), is_root_of_minus | is_root_of_minus_i);
        root.conditional_negate(root.is_odd());
        (is_root | is_root_of_minus, root)
    }
}

/// x^((p−5)/8)
fn power_p58(x: &FieldElement<P25519>) -> FieldElement<P25519> {
    with_kernel!(K => {
        let x = Serial::<K, P25519>::splat(x);
        stored(chain_p58(x, Serial::mul, Serial::square_n))
    })
}

/// x^((p−5)/8) = x^(2^252 − 3): 251 squarings and 11 multiplications.
#[inline(always)]
fn chain_p58<T: Copy>(x: T, mul: impl Fn(&T, &T) -> T, square_n: impl Fn(&T, u32) -> T) -> T {
    let x2 = square_n(&x, 1);
    let x9 = mul(&square_n(&x2, 2), &x);
    let x11 = mul(&x9, &x2);
    // xN_0 is x^(2^N − 1).
    let x5_0 = mul(&square_n(&x11, 1), &x9);
    let x10_0 = mul(&square_n(&x5_0, 5), &x5_0);
    let x20_0 = mul(&square_n(&x10_0, 10), &x10_0);
    let x40_0 = mul(&square_n(&x20_0, 20), &x20_0);
    let x50_0 = mul(&square_n(&x40_0, 10), &x10_0);
    let x100_0 = mul(&square_n(&x50_0, 50), &x50_0);
    let x200_0 = mul(&square_n(&x100_0, 100), &x100_0);
    let x250_0 = mul(&square_n(&x200_0, 50), &x50_0);
    mul(&square_n(&x250_0, 2), &x)
}

/// The even one of ±x^((q+1)/4), for q ≡ 3 (mod 4).
pub(crate) fn even_sqrt<P: Prime>(x: &FieldElement<P>) -> CtOption<FieldElement<P>> {
    let mut root = power_q14(x);
    root.conditional_negate(root.is_odd());
    CtOption::new(root, root.square().ct_eq(x))
}

/// x^((q+1)/4)
fn power_q14<P: Prime>(x: &FieldElement<P>) -> FieldElement<P> {
    with_kernel!(K => {
        let x = Serial::<K, P>::splat(x);
        stored(chain_q14::<P, _>(x, Serial::mul, Serial::square_n))
    })
}

/// x^((q+1)/4) for q = 2^255 − γ ≡ 3 (mod 4).
///
/// The exponent is 2^253 − (γ−1)/4: a run of ones, then some 125 bits of no structure, which take
/// sliding windows of five bits. About 252 squarings and 47 multiplications.
#[inline(always)]
fn chain_q14<P: Prime, T: Copy>(
    x: T,
    mul: impl Fn(&T, &T) -> T,
    square_n: impl Fn(&T, u32) -> T,
) -> T {
    let chain = const { &RootChain::of(&P::MODULUS) };
    let x2 = square_n(&x, 1);
    // odd[i] is x^(2i+1).
    let mut odd = [x; 16];
    for i in 1..16 {
        odd[i] = mul(&odd[i - 1], &x2);
    }
    // x^(2^n − 1), n growing through the leading bits of chain.ones.
    let (mut power, mut n) = (x, 1);
    for bit in (0..chain.ones.ilog2()).rev() {
        power = mul(&square_n(&power, n), &power);
        n *= 2;
        if (chain.ones >> bit) & 1 == 1 {
            power = mul(&square_n(&power, 1), &x);
            n += 1;
        }
    }
    for window in &chain.windows[..chain.len] {
        power = square_n(&power, window.squarings);
        if let Some(i) = window.odd {
            power = mul(&power, &odd[i]);
        }
    }
    power
}

/// In each lane of N vectors a root of the element, if it has one; in the field of p this times
/// √−1 may be the root instead.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn root_candidates<V: BatchVector, const N: usize>(x: [V; N]) -> [V; N] {
    if V::Prime::S == 1 {
        chain_q14::<V::Prime, _>(x, multiply, square_n)
    } else {
        multiply(&x, &chain_p58(x, multiply, square_n))
    }
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn multiply<V: BatchVector, const N: usize>(a: &[V; N], b: &[V; N]) -> [V; N] {
    let mut product = *a;
    for (a, b) in product.iter_mut().zip(b) {
        *a = a.mul(b).carry();
    }
    product
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn square_n<V: BatchVector, const N: usize>(a: &[V; N], n: u32) -> [V; N] {
    let mut power = *a;
    for _ in 0..n {
        for a in &mut power {
            *a = a.square().carry();
        }
    }
    power
}

/// The canonical element of a serial vector.
#[inline(always)]
fn stored<K: Kernel, P: Prime>(x: Serial<K, P>) -> FieldElement<P> {
    let mut element = [FieldElement::from_small(0)];
    x.store(&mut element);
    element[0]
}

/// How x^((q+1)/4) is reached from x: public, computed at compile time.
struct RootChain {
    /// The length of the run of ones with which the exponent begins.
    ones: u32,
    windows: [Window; 32],
    len: usize,
}

/// Some squarings, then a multiplication by x^(2·odd + 1), if any.
#[derive(Clone, Copy)]
struct Window {
    squarings: u32,
    odd: Option<usize>,
}

impl RootChain {
    const fn of(q: &Limbs) -> Self {
        // (q+1)/4 = (q−3)/4 + 1, and q ≡ 3 (mod 4): shift q right by two and add one.
        let mut exponent = [0; LIMBS];
        let mut i = 0;
        while i < LIMBS {
            let above = if i + 1 < LIMBS {
                q[i + 1] << (BITS - 2)
            } else {
                0
            };
            exponent[i] = (q[i] >> 2) | above;
            i += 1;
        }
        let mut one = [0; LIMBS];
        one[0] = 1;
        exponent = word::add(&exponent, &one).0;

        let mut next = 253; // bits still to do
        while bit(&exponent, next - 1) == 1 {
            next -= 1;
        }
        let ones = 253 - next;

        let (mut windows, mut len) = (
            [Window {
                squarings: 0,
                odd: None,
            }; 32],
            0,
        );
        while next > 0 {
            // Pass over zeros, then take up to five bits that end in a one.
            let mut squarings = 0;
            while next > 0 && bit(&exponent, next - 1) == 0 {
                (squarings, next) = (squarings + 1, next - 1);
            }
            let mut width = if next < 5 { next } else { 5 };
            while width > 0 && bit(&exponent, next - width) == 0 {
                width -= 1;
            }
            let (mut value, mut i) = (0, 0);
            while i < width {
                value = 2 * value + bit(&exponent, next - 1 - i);
                i += 1;
            }
            next -= width;
            let odd = if width > 0 {
                Some((value / 2) as usize)
            } else {
                None
            };
            windows[len] = Window {
                squarings: squarings + width,
                odd,
            };
            len += 1;
        }
        Self { ones, windows, len }
    }
}

const fn bit(x: &Limbs, i: u32) -> Word {
    (x[i as usize / BITS] >> (i as usize % BITS)) & 1
}
