//! The field of 2^255 − 19 by fiat-crypto: five limbs of 51 bits, in code that was derived with a proof.
//!
//! The proof covers each of its functions for operands within bounds, which its types *tight* and *loose* name: a
//! product takes loose operands and is tight, a sum or a difference takes tight ones and is loose. Sums in formulas are
//! longer than one addition, so an element here is tight, and each sum is carried. This file, and the formulas above
//! it, are not proved.

use core::ops::{Add, Sub};

use fiat_crypto::curve25519_64::{
    fiat_25519_add, fiat_25519_carry, fiat_25519_carry_mul, fiat_25519_carry_square,
    fiat_25519_from_bytes, fiat_25519_loose_field_element as Loose, fiat_25519_opp,
    fiat_25519_relax, fiat_25519_selectznz, fiat_25519_sub,
    fiat_25519_tight_field_element as Tight, fiat_25519_to_bytes,
};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::unstable::{BatchVector, FieldVector, Sum};
use helioselene_simd::{Curve, FieldElement, Helios};
use subtle::Choice;
use zeroize::Zeroize;

/// The prime of Helios' coordinates.
pub type Prime = <Helios as Curve>::Base;

/// A field element within fiat-crypto's tight bounds.
#[derive(Clone, Copy)]
pub struct Element(Tight);

/// The result that a function of fiat-crypto writes to its first argument.
fn tight(function: impl FnOnce(&mut Tight)) -> Tight {
    let mut result = Tight([0; 5]);
    function(&mut result);
    result
}

/// A loose result, carried.
fn carried(function: impl FnOnce(&mut Loose)) -> Element {
    let mut loose = Loose([0; 5]);
    function(&mut loose);
    Element(tight(|result| fiat_25519_carry(result, &loose)))
}

impl Element {
    fn relaxed(&self) -> Loose {
        let mut loose = Loose([0; 5]);
        fiat_25519_relax(&mut loose, &self.0);
        loose
    }
}

impl Zeroize for Element {
    fn zeroize(&mut self) {
        self.0.0.zeroize();
    }
}

impl Add for Element {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        carried(|sum| fiat_25519_add(sum, &self.0, &other.0))
    }
}

impl Sub for Element {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        carried(|difference| fiat_25519_sub(difference, &self.0, &other.0))
    }
}

impl FieldVector for Element {
    type Prime = Prime;
    type Sum = Self;
    const LANES: usize = 1;

    #[inline]
    fn load(lanes: &[FieldElement<Prime>]) -> Self {
        let bytes = lanes[0].to_repr();
        Self(tight(|x| fiat_25519_from_bytes(x, &bytes)))
    }
    #[inline]
    fn store(self, lanes: &mut [FieldElement<Prime>]) {
        let mut bytes = [0; 32];
        fiat_25519_to_bytes(&mut bytes, &self.0);
        // The bytes are canonical, so there always is an element, and no test is needed.
        lanes[0] = FieldElement::from_repr(bytes).unwrap_or(FieldElement::ZERO);
    }
    #[inline]
    fn mul(&self, other: &Self) -> Self {
        let (a, b) = (self.relaxed(), other.relaxed());
        Self(tight(|product| fiat_25519_carry_mul(product, &a, &b)))
    }
    #[inline]
    fn square(&self) -> Self {
        let a = self.relaxed();
        Self(tight(|square| fiat_25519_carry_square(square, &a)))
    }
    #[inline]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        // `Choice` has a barrier, which fiat-crypto's selection lacks in Rust.
        let choice = Choice::from(lanes as u8 & 1).unwrap_u8();
        let mut selected = [0; 5];
        fiat_25519_selectznz(&mut selected, choice, &self.0.0, &other.0.0);
        Self(Tight(selected))
    }
}

impl BatchVector for Element {
    type Lane = [u64; 5];

    #[inline]
    fn gather<'a>(lane: impl Fn(usize) -> &'a [u64; 5]) -> Self {
        Self(Tight(*lane(0)))
    }
    #[inline]
    fn scatter(self, lanes: &mut [[u64; 5]]) {
        lanes[0] = self.0.0;
    }
}

impl Sum for Element {
    type Tight = Self;
    #[inline]
    fn carry(self) -> Self {
        self
    }
    #[inline]
    fn neg(self) -> Self {
        carried(|negative| fiat_25519_opp(negative, &self.0))
    }
}
