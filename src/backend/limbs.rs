//! Vectors of field elements: each register holds one limb of all of them.

mod constants;
#[cfg(feature = "alloc")]
mod inverses;
mod products;
mod radix;
mod radix51;
mod radix52;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Add, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

use zeroize::Zeroize;

use crate::backend::lanes::{Lanes, WordRow, each, inlined};
use crate::backend::tuning::Costs;
use crate::backend::vector::defaults;
use crate::backend::{FieldVector, HeldConstant, Job, Sum, always, order};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::{Word, from_words, in_radix};
use constants::{Constants as _, LIMB_BITS, LIMBS, multiply_low};
use products::{Columns, Product, Square, Unreduced};
pub(crate) use radix::Radix;
use radix::{limbs, splat_all, splat_three};
#[allow(unused_imports)] // the second without IFMA
pub(crate) use {radix51::Radix51, radix52::Radix52};

/// Elements in limbs, which are below [`Radix::TIGHT`] if `TIGHT`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VectorLimbs<L, P, R, const TIGHT: bool>([L; LIMBS], PhantomData<(P, R)>);

/// Elements that may be operands of the multiplier.
pub(crate) type Tight<L, P, R = Radix51> = VectorLimbs<L, P, R, true>;
/// Elements whose limbs are signed 64-bit numbers: raw products and sums of them.
pub(crate) type Loose<L, P, R = Radix51> = VectorLimbs<L, P, R, false>;

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> VectorLimbs<L, P, R, TIGHT> {
    #[inline(always)]
    fn new(limbs: [L; LIMBS]) -> Self {
        // The only place that promises the bounds of tight limbs. The tests' lanes check the promise, and track an
        // element no further: one tight element stands for all.
        let limbs = if L::REAL || !TIGHT {
            limbs
        } else {
            limbs!(L, i => limbs[i].below(R::TIGHT[i]))
        };
        Self(limbs, PhantomData)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(L) -> L) -> [L; LIMBS] {
        limbs!(L, i => f(self.0[i]))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(L, L) -> L) -> [L; LIMBS] {
        limbs!(L, i => f(self.0[i], other.0[i]))
    }

    /// Joins two vectors to a wide one.
    #[inline(always)]
    fn beside(&self, high: &Self) -> VectorLimbs<L::Whole, P, R, TIGHT> {
        VectorLimbs::new(limbs!(L, i => self.0[i].beside(high.0[i])))
    }

    /// Splits a wide vector into halves.
    #[inline(always)]
    fn split(whole: VectorLimbs<L::Whole, P, R, TIGHT>) -> [Self; 2] {
        each!([0, 1], half => Self::new(limbs!(L, i => L::split(whole.0[i])[half])))
    }

    /// The number of a product modulo the prime, divided by DOMAIN.
    #[inline(always)]
    fn reduced(product: &impl Unreduced<L>) -> Self {
        Self::new(inlined!(L, R::reduced::<L, _, TIGHT>(product, None)))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>, const TIGHT: bool> Zeroize for VectorLimbs<L, P, R, TIGHT> {
    fn zeroize(&mut self) {
        // Limb by limb: `zeroize_flat_type` writes single bytes, and all limbs at once become a `memset` and
        // a `memmove`.
        for limb in &mut self.0 {
            let limb = core::ptr::from_mut(limb).cast::<MaybeUninit<L>>();
            // SAFETY: the reference is valid, and all zeros is a value of a vector of integers.
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
    /// The limbs of the canonical residue.
    #[inline(always)]
    fn freeze(self) -> [L; LIMBS] {
        inlined!(L, R::residue(self.0))
    }

    #[inline(always)]
    fn into_domain(self) -> Self {
        self.times_if_divided(const { &R::HELD_DOMAIN.times_const(&R::HELD_DOMAIN) })
    }

    #[inline(always)]
    fn out_of_domain(self) -> Self {
        self.times_if_divided(&FieldElement::from_small(1))
    }

    /// The product with a held factor, unless DOMAIN, by which products come divided, is 1.
    #[inline(always)]
    fn times_if_divided(self, factor: &FieldElement<P>) -> Self {
        // Otherwise it is a power of two with a lowest limb of 0.
        if const { R::HELD_DOMAIN.as_limbs()[0] == 1 } {
            return self;
        }
        self.mul_carried(&Self::splat_held(factor))
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
    type Lane = WordRow;
    const LANES: usize = L::LANES;
    const DOMAIN: FieldElement<P> = R::HELD_DOMAIN;
    const COSTS: Costs = Costs::LIMBS;

    #[inline(never)]
    fn single<J: Job<P>>(job: J) -> J::Output {
        if const { L::LANES > 4 } {
            <Tight<L::Half, P> as FieldVector>::single(job)
        } else {
            job.run::<Self>()
        }
    }

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
        Self::splat_held(x).into_domain()
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self::load_held(lanes).into_domain()
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        self.out_of_domain().store_held(lanes);
    }

    #[inline(always)]
    fn splat_held(x: &FieldElement<P>) -> Self {
        Self::new(splat_all(in_radix(x.as_limbs(), R::BITS)))
    }

    #[inline(always)]
    fn load_held(lanes: &[FieldElement<P>]) -> Self {
        Self::new(R::from_words(L::load_elements(lanes)))
    }

    #[inline(always)]
    fn store_held(self, lanes: &mut [FieldElement<P>]) {
        L::store_elements(R::into_words(self.freeze()), lanes);
    }

    #[inline(always)]
    fn load_row(elements: &[FieldElement<P>]) -> Self {
        Self::new(R::from_words(L::load_row(elements))).into_domain()
    }

    #[inline(always)]
    fn load_factors(elements: &[FieldElement<P>]) -> Self {
        Self::new(R::factors_from_words(L::load_row(elements))).into_domain()
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Loose<L, P, R> {
        Loose::reduced(&[Product(&self.0, &other.0)])
    }

    #[inline(always)]
    fn mul_by<K: HeldConstant<P>>(&self) -> Loose<L, P, R> {
        let factor = splat_all(const { in_radix(K::HELD.as_limbs(), R::BITS) });
        let quotient = const {
            let [k0, k1, k2, ..] = in_radix(K::HELD.as_limbs(), LIMB_BITS);
            multiply_low(&[k0, k1, k2], &P::INVERSE_51)
        };
        let [a0, a1, a2, ..] = self.0;
        let quotient = Some([[a0, a1, a2], splat_three(quotient)]);
        let t = [Product(&self.0, &factor)];
        Loose::new(inlined!(L, R::reduced::<L, _, false>(&t, quotient)))
    }

    #[inline(always)]
    fn square(&self) -> Loose<L, P, R> {
        Loose::reduced(&Square(&self.0))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Loose<L, P, R> {
        Loose::reduced(&[Product(&a.0, &b.0), Product(&c.0, &d.0)])
    }

    #[inline(always)]
    fn sum_of_many(
        count: usize,
        a: impl Fn(usize) -> Self,
        b: impl Fn(usize) -> Self,
    ) -> Loose<L, P, R> {
        if !R::MERGED {
            return defaults::sum_by_pairs(count, a, b);
        }
        if count == 1 {
            return a(0).mul(&b(0));
        }
        let mut columns = Columns::new(L::splat(0));
        for i in 0..count {
            let (a, b) = (a(i), b(i));
            columns = inlined!(L, [Product(&a.0, &b.0)].columns::<0, 8>(columns));
        }
        Loose::new(inlined!(L, radix52::reduce_many::<L, P>(columns)))
    }

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
        let mask = L::splat(mask.word_64());
        Self::new(self.zip(other, |a, b| a.select(b, mask)))
    }

    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        let zero = any(self.freeze()).is_zero();
        Loose::new(value.zip(replacement, |a, b| a.select(b, zero)))
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a WordRow) -> Self {
        Self::new(R::from_words(L::gather(lane)))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [WordRow]) {
        L::scatter(R::into_words(R::packed(self.0)), lanes);
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self::new(self.zip(other, |a, b| a.select_lanes(b, lanes)))
    }

    #[inline(always)]
    fn with_signs(self, negative: u32) -> Loose<L, P, R> {
        Loose::new(self.map(|x| x.negate_lanes(negative)))
    }

    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        L::equal(values, value)
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        any(self.freeze()).zeros()
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn invert_lanes(self, invert: crate::field::Invert<P>) -> (Self, u32) {
        if L::LANES < 8 {
            return defaults::invert_one_by_one(self, invert);
        }
        always!(L::call, inverses::of_eight(self, invert))
    }

    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        if L::LANES < 8 {
            return defaults::look_up_one_by_one(table, indices);
        }
        let [[a, b], [c, d]] = table.first_chunk().expect("two vectors of eight");
        [
            Self::new(a.zip(*c, |a, c| a.pick(c, indices))),
            Self::new(b.zip(*d, |b, d| b.pick(d, indices))),
        ]
    }

    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        if L::LANES < 8 {
            return defaults::transpose_in_memory(vectors);
        }
        let vectors: &mut [Self; 8] = vectors.try_into().expect("as many vectors as lanes");
        for limb in 0..LIMBS {
            let lanes = L::transpose(each!([0, 1, 2, 3, 4, 5, 6, 7], i => vectors[i].0[limb]));
            for (vector, lanes) in vectors.iter_mut().zip(lanes) {
                vector.0[limb] = lanes;
            }
        }
        for vector in vectors {
            *vector = Self::new(vector.0);
        }
    }

    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self::new(self.map(L::shuffle::<ORDER>))
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::new(self.zip(other, L::blend::<MASK>))
    }

    #[inline(always)]
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Loose<L, P, R>; 2] {
        if L::WIDEST {
            return [a.mul(c), b.mul(d)];
        }
        Loose::split(a.beside(b).mul(&c.beside(d)))
    }

    #[inline(always)]
    fn carry_both([a, b]: [Loose<L, P, R>; 2]) -> [Self; 2] {
        if L::WIDEST {
            return [a.carry(), b.carry()];
        }
        Self::split(a.beside(&b).carry())
    }

    #[inline(always)]
    fn load_four(lanes: [&FieldElement<P>; 4]) -> Self {
        let words = L::from_rows(lanes.map(FieldElement::as_limbs));
        Self::new(R::from_words(words))
    }

    #[inline(always)]
    fn store_point(self) -> [FieldElement<P>; 3] {
        let limbs = self.freeze();
        // Whether Z is zero, in the lane of Y.
        let zero = any(limbs).is_zero();
        let zero = L::splat(0).blend::<0b0010>(zero.shuffle::<{ order([2, 2, 2, 2]) }>());
        let limbs = limbs!(L, i => limbs[i].select(L::splat(u64::from(i == 0)), zero));
        let mut rows = [WordRow::default(); 4];
        L::scatter(R::into_words(limbs), &mut rows);
        let [rows @ .., _] = rows;
        rows.map(|row| FieldElement::from_canonical(from_words(row.0)))
    }
}

/// The bitwise or of the limbs: zero where all are.
#[inline(always)]
fn any<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> L {
    x0.or(x1).or(x2).or(x3).or(x4)
}

impl<L: Lanes, P: Prime, R: Radix<P>> Sum for Loose<L, P, R> {
    type Tight = Tight<L, P, R>;

    #[inline(always)]
    fn carry(self) -> Tight<L, P, R> {
        inlined!(L, {
            let bias = splat_all::<L>(R::BIAS);
            Tight::new(R::carried(each!(i => self.0[i].add(bias[i]))))
        })
    }

    #[inline(always)]
    fn store_row(self, places: &mut [FieldElement<P>]) {
        // The residue of a sum in radix 2^52 needs no carry first.
        let residue = if R::MERGED {
            inlined!(L, R::residue(self.0))
        } else {
            self.carry().out_of_domain().freeze()
        };
        L::store_row(R::into_words(residue), places);
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(self.map(|x| L::splat(0).sub(x)))
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        const { assert!(K.count_ones() <= 2 && K <= 16, "two shifts at most") };
        self.times_each([K as u8; 4])
    }

    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self::new(self.map(L::shuffle::<ORDER>))
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self::new(self.zip(other, L::blend::<MASK>))
    }

    #[inline(always)]
    fn keep<const MASK: i32>(self) -> Self {
        Self::new(self.map(|x| L::splat(0).blend::<MASK>(x)))
    }

    #[inline(always)]
    fn scale<const FACTORS: u32>(self) -> Self {
        self.times_each(FACTORS.to_le_bytes())
    }

    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        let mask = L::splat(0).blend::<MASK>(L::splat(negative.word_64()));
        Self::new(self.zip(self.neg(), |x, negated| x.select(negated, mask)))
    }
}

impl<L: Lanes, P: Prime, R: Radix<P>> Loose<L, P, R> {
    /// Multiplies each lane by its factor: a power of two, the sum of two, or zero.
    #[inline(always)]
    fn times_each(self, factors: [u8; 4]) -> Self {
        let low = factors.map(|k| k & k.wrapping_neg());
        let high: [u8; 4] = core::array::from_fn(|i| factors[i] - low[i]);
        if high == [0; 4] {
            return self.times_powers(low);
        }
        // Hidden, as LLVM would turn two shifts and a sum into a product of 64-bit lanes.
        let low = Self::new(self.times_powers(low).map(L::hidden));
        low + self.times_powers(high)
    }

    /// Multiplies each lane by a power of two or zero.
    #[inline(always)]
    fn times_powers(self, powers: [u8; 4]) -> Self {
        match powers {
            [1, 1, 1, 1] => self,
            [2, 2, 2, 2] => self + self,
            _ => {
                // The factor 0 is a shift by 64.
                let counts = powers.map(|power| u64::from(power.checked_ilog2().unwrap_or(64)));
                Self::new(self.map(|x| x.shl_each(counts)))
            }
        }
    }
}

#[cfg(test)]
mod tests;
