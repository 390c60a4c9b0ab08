//! Vectors of field elements, one register for a limb of all of them.

mod constants;
mod kernel;
use core::marker::PhantomData;
use core::ops::{Add, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

use zeroize::Zeroize;

use crate::backend::lanes::{Lanes, Row, each, inlined};
use crate::backend::tuning::Family;
use crate::backend::{FieldVector, HeldConstant, Sum, order};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::{BITS, Limbs as Words, Word, radix_51, words};
use constants::{Constants, LIMBS, RADIX, multiply_low};
use kernel::{ConstantProduct, Product, Square, TwoProducts, reduce, reduce_biased};

/// What the limbs of a [`Tight`] are below: 2^51, and what a carry brings on top of that.
const TIGHT: u64 = (1 << RADIX) + (1 << 18);

/// Elements whose limbs are below [`TIGHT`]: operands of the multiplier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tight<L, P>([L; LIMBS], PhantomData<P>);

/// Elements whose limbs are signed 64-bit numbers: raw products and sums of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loose<L, P>([L; LIMBS], PhantomData<P>);

/// `[e(0), … e(4)]`, a few instructions: always inlined on registers, and a function of its own on lanes
/// that are none, where operations are calls.
macro_rules! limbs {
    ($L:ident, $i:ident => $e:expr) => {
        if $L::REAL {
            each!($i => $e)
        } else {
            $L::call(
                #[inline(always)]
                || each!($i => $e),
            )
        }
    };
}

#[inline(always)]
fn splat_all<L: Lanes>(x: [u64; LIMBS]) -> [L; LIMBS] {
    limbs!(L, i => L::splat(x[i]))
}

/// The same number in limbs of 51 bits, and the carry out of them.
#[inline(always)]
fn normal<L: Lanes>([x0, x1, x2, x3, x4]: [L; LIMBS]) -> ([L; LIMBS], L) {
    let x1 = x1.add(x0.shr::<RADIX>());
    let x2 = x2.add(x1.shr::<RADIX>());
    let x3 = x3.add(x2.shr::<RADIX>());
    let x4 = x4.add(x3.shr::<RADIX>());
    let limbs = [x0, x1, x2, x3, x4];
    (each!(i => limbs[i].low::<RADIX>()), x4.shr::<RADIX>())
}

/// What tight and loose vectors have in common.
macro_rules! vectors {
    ($Limbs:ident) => {
        impl<L: Lanes, P: Prime> $Limbs<L, P> {
            #[inline(always)]
            fn map(self, f: impl Fn(L) -> L) -> [L; LIMBS] {
                limbs!(L, i => f(self.0[i]))
            }

            #[inline(always)]
            fn zip(self, other: $Limbs<L, P>, f: impl Fn(L, L) -> L) -> [L; LIMBS] {
                limbs!(L, i => f(self.0[i], other.0[i]))
            }
        }

        impl<L: Lanes, P: Prime> Zeroize for $Limbs<L, P> {
            fn zeroize(&mut self) {
                // Whole vectors at a time, where `zeroize_flat_type` writes single bytes.
                // SAFETY: limbs are plain vectors of integers, for which all zeros is a value.
                unsafe { core::ptr::write_volatile(self, core::mem::zeroed()) };
                compiler_fence(Ordering::SeqCst);
            }
        }

        impl<L: Lanes, P: Prime> Add for $Limbs<L, P> {
            type Output = Loose<L, P>;
            #[inline(always)]
            fn add(self, other: Self) -> Loose<L, P> {
                Loose::new(self.zip(other, L::add))
            }
        }

        impl<L: Lanes, P: Prime> Sub for $Limbs<L, P> {
            type Output = Loose<L, P>;
            #[inline(always)]
            fn sub(self, other: Self) -> Loose<L, P> {
                Loose::new(self.zip(other, L::sub))
            }
        }
    };
}
vectors!(Tight);
vectors!(Loose);

impl<L: Lanes, P: Prime> Tight<L, P> {
    #[inline(always)]
    fn new(limbs: [L; LIMBS]) -> Self {
        // Each limb is promised here and nowhere else, so that the tests, whose lanes check the
        // promise, need not follow an element any further: every tight one is all tight ones.
        Self(
            if L::REAL {
                limbs
            } else {
                limbs!(L, i => limbs[i].below(TIGHT))
            },
            PhantomData,
        )
    }
}

impl<L: Lanes, P: Prime> Loose<L, P> {
    #[inline(always)]
    fn new(limbs: [L; LIMBS]) -> Self {
        Self(limbs, PhantomData)
    }
}

impl<L: Lanes, P: Prime> From<Tight<L, P>> for Loose<L, P> {
    #[inline(always)]
    fn from(x: Tight<L, P>) -> Self {
        Self::new(x.0)
    }
}

impl<L: Lanes, P: Prime> Tight<L, P> {
    /// Limbs of lanes of 256-bit integers below 2^255, from their 64-bit words.
    #[inline(always)]
    fn from_words([w0, w1, w2, w3]: [L; 4]) -> Self {
        Self::new([
            w0.low::<RADIX>(),
            w0.shr::<51>().or(w1.low::<38>().shl::<13>()),
            w1.shr::<38>().or(w2.low::<25>().shl::<26>()),
            w2.shr::<25>().or(w3.low::<12>().shl::<39>()),
            w3.shr::<12>(),
        ])
    }

    /// The limbs of the canonical residue, below 2^51.
    #[inline(always)]
    fn freeze(self) -> [L; LIMBS] {
        inlined!(L, self.subtract_prime_once())
    }

    #[inline(always)]
    fn subtract_prime_once(self) -> [L; LIMBS] {
        // x < 2·prime, as tight limbs hold less than 2^255 + 2^223. So the prime is to be subtracted
        // once where x ≥ prime, which is where x + γ reaches 2^255; and then what is left of x + γ
        // below 2^255 is x − prime.
        let (x, _) = normal(self.0);
        let gamma = splat_all(P::GAMMA_51);
        let (x_plus_gamma, carry) = normal(each!(i => self.0[i].add(gamma[i])));
        let reaches = L::splat(0).sub(carry);
        each!(i => x[i].select(x_plus_gamma[i], reaches))
    }

    /// From limbs that are not negative. One pass, all limbs at once: what passes 51 bits moves up a
    /// limb, and from the top to the bottom by 2^255 ≡ γ.
    #[inline(always)]
    fn carried([x0, x1, x2, x3, x4]: [L; LIMBS]) -> Self {
        let [g0, _, g2, ..] = splat_all::<L>(P::GAMMA_51);
        let top = x4.shr::<RADIX>();
        if P::GAMMA_IS_SMALL {
            return Self::new([
                x0.low::<RADIX>().madd_lo(top, g0),
                x1.low::<RADIX>().add(x0.shr::<RADIX>()),
                x2.low::<RADIX>().add(x1.shr::<RADIX>()),
                x3.low::<RADIX>().add(x2.shr::<RADIX>()),
                x4.low::<RADIX>().add(x3.shr::<RADIX>()),
            ]);
        }
        // top·γ comes first, for it fills limbs. top has 13 bits, so that its products fit in 64.
        let x0 = x0.add(top.times(P::GAMMA_51[0]));
        let x1 = x1.add(top.times(P::GAMMA_51[1]));
        let x2 = x2.madd_lo(top, g2);
        Self::new([
            x0.low::<RADIX>(),
            x1.low::<RADIX>().add(x0.shr::<RADIX>()),
            x2.low::<RADIX>().add(x1.shr::<RADIX>()),
            x3.low::<RADIX>().add(x2.shr::<RADIX>()),
            x4.low::<RADIX>().add(x3.shr::<RADIX>()),
        ])
    }

    #[inline(always)]
    fn times_into_domain(self) -> Self {
        if P::GAMMA_IS_SMALL {
            return self;
        }
        self.mul_carried(&Self::splat_held(const { &P::INTO_DOMAIN }))
    }
}

/// The words of canonical limbs.
#[inline(always)]
fn into_words<L: Lanes>([l0, l1, l2, l3, l4]: [L; LIMBS]) -> [L; 4] {
    [
        l0.or(l1.low::<13>().shl::<51>()),
        l1.shr::<13>().or(l2.low::<26>().shl::<38>()),
        l2.shr::<26>().or(l3.low::<39>().shl::<25>()),
        l3.shr::<39>().or(l4.shl::<12>()),
    ]
}

#[inline(always)]
fn element<P: Prime>(words: [u64; 4]) -> FieldElement<P> {
    let limbs: Words = core::array::from_fn(|i| (words[i * BITS / 64] >> (i * BITS % 64)) as Word);
    FieldElement::from_canonical(limbs)
}

impl<L: Lanes, P: Prime> FieldVector for Tight<L, P> {
    type Prime = P;
    type Sum = Loose<L, P>;
    type Lane = Row;
    const LANES: usize = L::LANES;
    const DOMAIN: FieldElement<P> = P::HELD_DOMAIN;
    const FAMILY: Family = Family::Ifma;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        L::call(formula)
    }

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        Self::splat_held(x).times_into_domain()
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self::load_held(lanes).times_into_domain()
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        let held = if P::GAMMA_IS_SMALL {
            self
        } else {
            // A product is over DOMAIN.
            self.mul_carried(&Self::splat_held(&FieldElement::from_small(1)))
        };
        held.store_held(lanes);
    }

    #[inline(always)]
    fn splat_held(x: &FieldElement<P>) -> Self {
        Self::new(splat_all(radix_51(x.as_limbs())))
    }

    #[inline(always)]
    fn load_held(lanes: &[FieldElement<P>]) -> Self {
        let lanes = &lanes[..L::LANES];
        let word = |i: usize| {
            let mut word = [0; 8];
            for (word, x) in word.iter_mut().zip(lanes) {
                *word = words(x.as_limbs())[i];
            }
            L::load(&word[..L::LANES])
        };
        Self::from_words([word(0), word(1), word(2), word(3)])
    }

    #[inline(always)]
    fn store_held(self, lanes: &mut [FieldElement<P>]) {
        let mut words = [[0; 8]; 4];
        for (vector, words) in into_words(self.freeze()).into_iter().zip(&mut words) {
            vector.store(&mut words[..L::LANES]);
        }
        for (i, x) in lanes[..L::LANES].iter_mut().enumerate() {
            *x = element(words.map(|word| word[i]));
        }
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Loose<L, P> {
        Loose::new(inlined!(L, reduce::<L, P, _>(&Product(&self.0, &other.0))))
    }

    #[inline(always)]
    fn mul_by<K: HeldConstant<P>>(&self) -> Loose<L, P> {
        let factor = const { radix_51(K::HELD.as_limbs()) };
        let quotient = const {
            let [k0, k1, k2, ..] = radix_51(K::HELD.as_limbs());
            multiply_low(&[k0, k1, k2], &P::INVERSE_51)
        };
        let factor = splat_all(factor);
        let quotient = quotient.map(L::splat);
        let product = ConstantProduct(Product(&self.0, &factor), quotient);
        Loose::new(inlined!(L, reduce::<L, P, _>(&product)))
    }

    #[inline(always)]
    fn square(&self) -> Loose<L, P> {
        Loose::new(inlined!(L, reduce::<L, P, _>(&Square(&self.0))))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Loose<L, P> {
        let products = TwoProducts(Product(&a.0, &b.0), Product(&c.0, &d.0));
        Loose::new(inlined!(L, reduce::<L, P, _>(&products)))
    }

    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        Self::carried(inlined!(
            L,
            reduce_biased::<L, P, _>(&Product(&self.0, &other.0))
        ))
    }

    #[inline(always)]
    fn square_carried(&self) -> Self {
        Self::carried(inlined!(L, reduce_biased::<L, P, _>(&Square(&self.0))))
    }

    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        let products = TwoProducts(Product(&a.0, &b.0), Product(&c.0, &d.0));
        Self::carried(inlined!(L, reduce_biased::<L, P, _>(&products)))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        let mask = lanes(mask);
        Self::new(self.zip(other, |a, b| a.select(b, mask)))
    }

    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        let [x0, x1, x2, x3, x4] = self.freeze();
        let zero = x0.or(x1).or(x2).or(x3).or(x4).is_zero();
        Loose::new(value.zip(replacement, |a, b| a.select(b, zero)))
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a Row) -> Self {
        Self::new(L::gather(lane))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [Row]) {
        L::scatter(self.0, lanes);
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self::new(self.zip(other, |a, b| a.select_lanes(b, lanes)))
    }

    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> u32 {
        L::equal(values, value)
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        let [x0, x1, x2, x3, x4] = self.freeze();
        x0.or(x1).or(x2).or(x3).or(x4).zeros()
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
    fn two_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> [Loose<L, P>; 2] {
        if L::LANES > 4 {
            return [a.mul(c), b.mul(d)];
        }
        Loose::split(a.beside(b).mul(&c.beside(d)))
    }

    #[inline(always)]
    fn carry_both([a, b]: [Loose<L, P>; 2]) -> [Self; 2] {
        if L::LANES > 4 {
            return [a.carry(), b.carry()];
        }
        Self::split(a.beside(&b).carry())
    }

    #[inline(always)]
    fn load_four(lanes: [&FieldElement<P>; 4]) -> Self {
        Self::from_words(L::from_rows(lanes.map(FieldElement::as_limbs)))
    }

    #[inline(always)]
    fn store_point(self) -> [FieldElement<P>; 3] {
        let [x0, x1, x2, x3, x4] = self.freeze();
        // Whether Z is zero, in the lane of Y.
        let zero = x0.or(x1).or(x2).or(x3).or(x4).is_zero();
        let zero = L::splat(0).blend::<0b0010>(zero.shuffle::<{ order([2, 2, 2, 2]) }>());
        let limbs = [
            x0.select(L::splat(1), zero),
            x1.select(L::splat(0), zero),
            x2.select(L::splat(0), zero),
            x3.select(L::splat(0), zero),
            x4.select(L::splat(0), zero),
        ];
        let [x, y, z] = L::into_rows(into_words(limbs));
        [element(x), element(y), element(z)]
    }
}

/// The mask in every lane.
#[inline(always)]
fn lanes<L: Lanes>(mask: Mask) -> L {
    L::splat(mask.word_64())
}

impl<L: Lanes, P: Prime> Sum for Loose<L, P> {
    type Tight = Tight<L, P>;

    #[inline(always)]
    fn carry(self) -> Tight<L, P> {
        inlined!(L, self.pass())
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
        const {
            let [a, b, c, d] = FACTORS.to_le_bytes();
            let two_shifts_at_most = a.count_ones() <= 2
                && b.count_ones() <= 2
                && c.count_ones() <= 2
                && d.count_ones() <= 2;
            assert!(two_shifts_at_most);
        }
        self.times_each(FACTORS.to_le_bytes())
    }

    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        let mask = L::splat(0).blend::<MASK>(lanes(negative));
        Self::new(self.zip(self.neg(), |x, negated| x.select(negated, mask)))
    }
}

impl<L: Lanes, P: Prime> Loose<L, P> {
    /// See [`Tight::carried`].
    #[inline(always)]
    fn pass(self) -> Tight<L, P> {
        let bias = splat_all::<L>(P::BIAS);
        Tight::carried(each!(i => self.0[i].add(bias[i])))
    }

    /// Each lane times its factor: a power of two, the sum of two, or zero.
    #[inline(always)]
    fn times_each(self, factors: [u8; 4]) -> Self {
        let low = factors.map(|k| k & k.wrapping_neg());
        let high: [u8; 4] = core::array::from_fn(|i| factors[i] - low[i]);
        if high == [0; 4] {
            return self.times_powers(low);
        }
        self.times_powers(low) + self.times_powers(high)
    }

    /// Each lane times a power of two or zero.
    #[inline(always)]
    fn times_powers(self, powers: [u8; 4]) -> Self {
        match powers {
            [1, 1, 1, 1] => self,
            [2, 2, 2, 2] => self + self,
            _ => {
                // Zero's shift is 64, which leaves zero.
                let count = |i: usize| u64::from(powers[i].checked_ilog2().unwrap_or(64));
                let counts = [count(0), count(1), count(2), count(3)];
                Self::new(self.map(|x| x.shl_each(counts)))
            }
        }
    }
}

/// Two vectors as the halves of a wide one, and back.
macro_rules! halves {
    ($Limbs:ident) => {
        impl<L: Lanes, P: Prime> $Limbs<L, P> {
            #[inline(always)]
            fn beside(&self, high: &Self) -> $Limbs<L::Whole, P> {
                $Limbs::new(limbs!(L, i => self.0[i].beside(high.0[i])))
            }

            #[inline(always)]
            fn split(whole: $Limbs<L::Whole, P>) -> [Self; 2] {
                [
                    Self::new(limbs!(L, i => L::split(whole.0[i])[0])),
                    Self::new(limbs!(L, i => L::split(whole.0[i])[1])),
                ]
            }
        }
    };
}
halves!(Tight);
halves!(Loose);

#[cfg(test)]
mod tests;
