//! Vectors of field elements in limbs of 51 or 52 bits; each register holds one limb of all elements.
//!
//! Two types track the bounds. A [`Tight`] vector may be a factor, because its limbs fit the multiplier. A [`Loose`]
//! vector is a linear combination of products and tight vectors, in signed limbs that are not carried;
//! [`Sum::carry`] makes it tight again. So a formula carries before it multiplies, not after it adds (delayed carries),
//! and the compiler rejects a sum as a factor. How large a loose limb may get is not part of its type: the tests evaluate
//! every formula on intervals, and panic if a limb could overflow its lane.

mod batch;
mod constants;
mod point;
mod products;
mod radix;
mod radix51;
mod radix52;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Add, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

use zeroize::Zeroize;

use crate::backend::lanes::{Lanes, each, inlined};
use crate::backend::vector::sum_by_pairs;
use crate::backend::{FieldVector, HeldConstant, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::in_radix;
#[allow(unused_imports)] // without IFMA
pub(crate) use batch::BatchLanes;
use constants::{Constants as _, LIMB_BITS, LIMBS, multiply_low};
#[allow(unused_imports)] // without IFMA
pub(crate) use point::PointLanes;
use products::{Columns, Product, Square, Unreduced};
pub(crate) use radix::Radix;
use radix::{limbs, splat_all, splat_three};
#[allow(unused_imports)] // the second without IFMA
pub(crate) use {radix51::Radix51, radix52::Radix52};

/// A vector of elements in five limbs, which are below [`Radix::TIGHT`] if `TIGHT`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VectorLimbs<L, P, R, const TIGHT: bool>([L; LIMBS], PhantomData<(P, R)>);

/// A vector whose limbs may be operands of the multiplier.
pub(crate) type Tight<L, P, R = Radix51> = VectorLimbs<L, P, R, true>;
/// A vector whose limbs are signed 64-bit numbers: uncarried products and sums of them.
pub(crate) type Loose<L, P, R = Radix51> = VectorLimbs<L, P, R, false>;

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> VectorLimbs<L, P, R, TIGHT> {
    #[inline(always)]
    fn new(limbs: [L; LIMBS]) -> Self {
        // All tight vectors are made here, so the tests' lanes check the bound here. Interval lanes then forget the exact
        // range and keep the bound: so evaluating a formula on one tight vector proves it for all.
        let limbs = if L::REAL || !TIGHT {
            limbs
        } else {
            limbs!(L, i => limbs[i].below(R::TIGHT[i]))
        };
        Self(limbs, PhantomData)
    }

    /// Applies `f` to each limb.
    #[inline(always)]
    fn map(self, f: impl Fn(L) -> L) -> [L; LIMBS] {
        limbs!(L, i => f(self.0[i]))
    }

    /// Applies `f` to each pair of limbs.
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(L, L) -> L) -> [L; LIMBS] {
        limbs!(L, i => f(self.0[i], other.0[i]))
    }

    /// Reduces a product modulo the prime, divided by DOMAIN.
    #[inline(always)]
    fn reduced(product: &impl Unreduced<L>) -> Self {
        Self::new(inlined!(L, R::reduced::<L, _, TIGHT>(product, None)))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> Zeroize for VectorLimbs<L, P, R, TIGHT> {
    fn zeroize(&mut self) {
        // One volatile write per limb: `zeroize_flat_type` writes single bytes, and a single write of all limbs becomes a
        // `memset` and a `memmove`.
        for limb in &mut self.0 {
            let limb = core::ptr::from_mut(limb).cast::<MaybeUninit<L>>();
            // SAFETY: the pointer comes from a unique reference, so it is valid for writes and aligned; all zeros is a
            // valid value of a vector of integers.
            unsafe { core::ptr::write_volatile(limb, MaybeUninit::zeroed()) };
        }
        compiler_fence(Ordering::SeqCst);
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> Add for VectorLimbs<L, P, R, TIGHT> {
    type Output = Loose<L, P, R>;
    #[inline(always)]
    fn add(self, other: Self) -> Loose<L, P, R> {
        Loose::new(self.zip(other, L::add))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> Sub for VectorLimbs<L, P, R, TIGHT> {
    type Output = Loose<L, P, R>;
    #[inline(always)]
    fn sub(self, other: Self) -> Loose<L, P, R> {
        Loose::new(self.zip(other, L::sub))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>> Tight<L, P, R> {
    /// Returns the limbs of the canonical residue.
    ///
    /// Only needed when a value leaves the vectors or is compared with zero: a tight number is below 2^255 + 2^223 (in
    /// radix 2^52 below 2^257·(1 + 2^−21)), so a residue may have several tight representations.
    #[inline(always)]
    fn freeze(self) -> [L; LIMBS] {
        inlined!(L, R::residue(self.0))
    }

    /// Converts an element to Montgomery form.
    ///
    /// Over q in radix 2^51 a product of a and b is a·b/2^153. So an element x is held as x·2^153, and the product of two
    /// held elements is the held product. The product with 2^306 converts x to x·2^153, the product with 1 converts back.
    #[inline(always)]
    fn into_domain(self) -> Self {
        self.times_if_divided(const { &R::HELD_DOMAIN.times_const(&R::HELD_DOMAIN) })
    }

    /// Converts an element from Montgomery form: the inverse of [`Self::into_domain`].
    #[inline(always)]
    fn out_of_domain(self) -> Self {
        self.times_if_divided(&FieldElement::from_small(1))
    }

    /// Multiplies by a held factor, or does nothing if DOMAIN, by which products are divided, is 1.
    #[inline(always)]
    fn times_if_divided(self, factor: &FieldElement<P>) -> Self {
        // Decided at compile time: a DOMAIN other than 1 is a power of two with a lowest limb of 0.
        if const { R::HELD_DOMAIN.as_limbs()[0] == 1 } {
            return self;
        }
        self.mul_carried(&Self::splat_unconverted(factor))
    }

    /// Returns the vector with `x` in every lane, not converted to Montgomery form.
    #[inline(always)]
    pub(crate) fn splat_unconverted(x: &FieldElement<P>) -> Self {
        Self::new(splat_all(in_radix(x.as_limbs(), R::BITS)))
    }

    /// Loads elements without converting them to Montgomery form.
    #[inline(always)]
    fn load_unconverted(lanes: &[FieldElement<P>]) -> Self {
        Self::new(R::from_words(L::load_elements(lanes)))
    }

    /// Multiplies each lane by a constant that is held without conversion.
    #[inline(always)]
    fn times_constant<K: HeldConstant<P>>(&self) -> Loose<L, P, R> {
        let factor = splat_all(const { in_radix(K::HELD.as_limbs(), R::BITS) });
        // K/P mod 2^153 in limbs of 51 bits, at compile time.
        let quotient = const {
            let [k0, k1, k2, ..] = in_radix(K::HELD.as_limbs(), LIMB_BITS);
            multiply_low(&[k0, k1, k2], &P::INVERSE_51)
        };
        // Montgomery's quotient for a product by a constant K is x·(K/P) mod 2^153, with a constant in brackets: it is
        // computed from x, without waiting for the product.
        let [a0, a1, a2, ..] = self.0;
        let quotient = Some([[a0, a1, a2], splat_three(quotient)]);
        let t = [Product(&self.0, &factor)];
        Loose::new(inlined!(L, R::reduced::<L, _, false>(&t, quotient)))
    }

    /// Returns Σ a(i)·b(i) over i < `count`; in radix 2^52 with a single reduction.
    #[inline(always)]
    fn sum_of_products_of(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Loose<L, P, R> {
        if !R::MERGED {
            return sum_by_pairs(count, a, b);
        }
        if count == 1 {
            return a(0).mul(&b(0));
        }
        // Low and high halves are accumulated apart: a product adds at most five of each, below 2^52, to a column, so 64
        // products add less than 320·2^52 < 2^61 to either.
        let mut columns = Columns::new(L::splat(0));
        for i in 0..count {
            let (a, b) = (a(i), b(i));
            columns = inlined!(L, [Product(&a.0, &b.0)].columns::<0, 8>(columns));
        }
        Loose::new(inlined!(L, radix52::reduce_many::<L, P>(columns)))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>> From<Tight<L, P, R>> for Loose<L, P, R> {
    #[inline(always)]
    fn from(x: Tight<L, P, R>) -> Self {
        Self::new(x.0)
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>> FieldVector for Tight<L, P, R> {
    type Prime = P;
    type Sum = Loose<L, P, R>;
    const LANES: usize = L::LANES;

    #[inline(always)]
    fn enter<T>(run: impl FnOnce() -> T) -> T {
        L::enter(run)
    }

    #[inline(always)]
    fn call<T>(formula: impl FnOnce() -> T) -> T {
        L::call(formula)
    }

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        Self::splat_unconverted(x).into_domain()
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self::load_unconverted(lanes).into_domain()
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        L::store_elements(R::into_words(self.out_of_domain().freeze()), lanes);
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Loose<L, P, R> {
        Loose::reduced(&[Product(&self.0, &other.0)])
    }

    #[inline(always)]
    fn square(&self) -> Loose<L, P, R> {
        Loose::reduced(&Square(&self.0))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Loose<L, P, R> {
        Loose::reduced(&[Product(&a.0, &b.0), Product(&c.0, &d.0)])
    }

    // A product that is carried at once starts its columns from the bias (q) or needs none (p, and radix 2^52), which saves
    // the additions of `carry`.
    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        Self::reduced(&[Product(&self.0, &other.0)])
    }

    #[inline(always)]
    fn square_carried(&self) -> Self {
        Self::reduced(&Square(&self.0))
    }

    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::reduced(&[Product(&a.0, &b.0), Product(&c.0, &d.0)])
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        // `word_64` is sign-extended, so a lane is all ones or zero.
        let mask = L::splat(mask.word_64());
        Self::new(self.zip(other, |a, b| a.select(b, mask)))
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self::new(self.zip(other, |a, b| a.select_lanes(b, lanes)))
    }

    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        // A mask per lane: all ones if all limbs of the residue are zero. It selects without a branch.
        let zero = bitwise_or(self.freeze()).is_zero();
        Loose::new(value.zip(replacement, |a, b| a.select(b, zero)))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        bitwise_or(self.freeze()).zeros()
    }
}

/// Returns the bitwise or of the limbs: a lane is zero if all its limbs are.
#[inline(always)]
fn bitwise_or<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> L {
    x0.or(x1).or(x2).or(x3).or(x4)
}

impl<L: Lanes, P: Prime, R: Radix<P>> Sum for Loose<L, P, R> {
    type Tight = Tight<L, P, R>;

    #[inline(always)]
    fn carry(self) -> Tight<L, P, R> {
        inlined!(L, {
            // Add a multiple of the prime whose limbs exceed whatever formulas may subtract. Then no limb is negative, and
            // the carry may shift lanes as unsigned numbers.
            let bias = splat_all::<L>(R::BIAS);
            Tight::new(R::carried(each!(i => self.0[i].add(bias[i]))))
        })
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(self.map(|x| L::splat(0).sub(x)))
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        const { assert!(K.count_ones() <= 2 && K <= 16, "two shifts at most") };
        // The lowest set bit of K, and the other one if there is one.
        let low = K & K.wrapping_neg();
        if low == K {
            return self.times_power(low);
        }
        // Hidden, because LLVM would merge two shifts and an addition into a product of 64-bit lanes (`vpmullq`).
        Self::new(self.times_power(low).map(L::hidden)) + self.times_power(K - low)
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>> Loose<L, P, R> {
    /// Multiplies each lane by a power of two. The interval tests check that loose limbs have room for it.
    #[inline(always)]
    fn times_power(self, power: u32) -> Self {
        match power {
            1 => self,
            2 => self + self,
            _ => Self::new(self.map(|x| x.shl(power.ilog2()))),
        }
    }
}

#[cfg(test)]
mod tests;
