//! Vectors of field elements, one register for a limb of all of them.

#[cfg(feature = "alloc")]
mod batch;

use core::marker::PhantomData;
use core::ops::{Add, Neg, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

use zeroize::Zeroize;

use super::constants::{Constants, LIMBS, RADIX, radix_51, words};
use super::kernel::{Product, Square, TwoProducts, reduce, reduce_biased};
use crate::backend::Mask;
use crate::backend::lanes::Lanes;
#[cfg(test)]
use crate::backend::lanes::interval::{Interval, Range};
use crate::backend::serial::word::{BITS, Limbs as Words, Word};
use crate::backend::vector::{FieldVector, FourLaneSum, FourLanes, Rearrange, Sum};
use crate::field::FieldElement;
use crate::params::Prime;

/// Elements whose limbs are below 2^51 + 2^13, the lowest below 2^51 + 2^16: operands of the
/// multiplier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tight<L, P>([L; LIMBS], PhantomData<P>);

/// Elements whose limbs are signed 64-bit numbers: raw products and sums of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loose<L, P>([L; LIMBS], PhantomData<P>);

/// The limbs that a function gives; unlike `array::map` it is sure to be inlined.
#[inline(always)]
fn five<L>(mut limb: impl FnMut(usize) -> L) -> [L; LIMBS] {
    [limb(0), limb(1), limb(2), limb(3), limb(4)]
}

#[inline(always)]
fn splat_all<L: Lanes>(x: [u64; LIMBS]) -> [L; LIMBS] {
    five(|i| L::splat(x[i]))
}

/// What tight and loose vectors have in common.
macro_rules! limbs {
    ($Limbs:ident) => {
        impl<L: Lanes, P: Prime> $Limbs<L, P> {
            #[inline(always)]
            fn new(limbs: [L; LIMBS]) -> Self {
                Self(limbs, PhantomData)
            }

            #[inline(always)]
            fn zip(self, other: $Limbs<L, P>, f: impl Fn(L, L) -> L) -> [L; LIMBS] {
                five(|i| f(self.0[i], other.0[i]))
            }
        }

        #[cfg(test)]
        impl<P: Prime> $Limbs<Interval, P> {
            /// What either can be.
            pub(crate) fn join(self, other: Self) -> Self {
                Self::new(self.zip(other, Interval::join))
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

        impl<L: Lanes, P: Prime> Neg for $Limbs<L, P> {
            type Output = Loose<L, P>;
            #[inline(always)]
            fn neg(self) -> Loose<L, P> {
                Loose::new(five(|i| L::splat(0).sub(self.0[i])))
            }
        }

        impl<L: Lanes, P: Prime> Rearrange for $Limbs<L, P> {
            #[inline(always)]
            fn shuffle<const ORDER: i32>(self) -> Self {
                Self::new(five(|i| self.0[i].shuffle::<ORDER>()))
            }
            #[inline(always)]
            fn blend<const MASK: i32>(self, other: Self) -> Self {
                Self::new(self.zip(other, L::blend::<MASK>))
            }
        }
    };
}
limbs!(Tight);
limbs!(Loose);

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

    /// The words of canonical limbs.
    #[inline(always)]
    fn into_words(self) -> [L; 4] {
        let [l0, l1, l2, l3, l4] = self.0;
        [
            l0.or(l1.low::<13>().shl::<51>()),
            l1.shr::<13>().or(l2.low::<26>().shl::<38>()),
            l2.shr::<26>().or(l3.low::<39>().shl::<25>()),
            l3.shr::<39>().or(l4.shl::<12>()),
        ]
    }

    /// The canonical residue, in limbs below 2^51.
    #[inline(always)]
    fn freeze(self) -> Self {
        let gamma = splat_all(P::GAMMA_51);
        // x < 2·prime, as tight limbs hold less than 2^255 + 2^218. So the prime is to be subtracted
        // once where x ≥ prime, which is where x + γ reaches 2^255.
        let mut carry = L::splat(0);
        for (limb, gamma) in self.0.into_iter().zip(gamma) {
            carry = limb.add(gamma).add(carry).shr::<RADIX>();
        }
        let reaches = L::splat(0).sub(carry);
        let mut carry = L::splat(0);
        // x + γ − 2^255 = x − prime: the carry that leaves the top is dropped.
        Self::new(five(|i| {
            let sum = L::splat(0)
                .select(gamma[i], reaches)
                .add(self.0[i])
                .add(carry);
            carry = sum.shr::<RADIX>();
            sum.low::<RADIX>()
        }))
    }

    /// From limbs that are not negative. One pass, all limbs at once: what passes 51 bits moves up a
    /// limb, and from the top to the bottom by 2^255 ≡ γ.
    #[inline(always)]
    fn carried([x0, x1, x2, x3, x4]: [L; LIMBS]) -> Self {
        let [g0, _, g2, ..] = splat_all::<L>(P::GAMMA_51);
        let top = x4.shr::<RADIX>();
        if P::SMALL_GAMMA {
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
        if P::SMALL_GAMMA {
            return self;
        }
        self.mul_carried(&Self::splat_held(const { &P::INTO_DOMAIN }))
    }
}

#[inline(always)]
fn element<P: Prime>(words: [u64; 4]) -> FieldElement<P> {
    let limbs: Words = core::array::from_fn(|i| (words[i * BITS / 64] >> (i * BITS % 64)) as Word);
    FieldElement::from_canonical(limbs)
}

impl<L: Lanes, P: Prime> FieldVector for Tight<L, P> {
    type Prime = P;
    type Sum = Loose<L, P>;
    const LANES: usize = L::LANES;
    const DOMAIN: FieldElement<P> = P::HELD_DOMAIN;

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
        let held = if P::SMALL_GAMMA {
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
        for (vector, words) in self.freeze().into_words().into_iter().zip(&mut words) {
            vector.store(&mut words[..L::LANES]);
        }
        for (i, x) in lanes[..L::LANES].iter_mut().enumerate() {
            *x = element(words.map(|word| word[i]));
        }
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Loose<L, P> {
        Loose::new(reduce::<L, P, _>(&Product(&self.0, &other.0)))
    }

    #[inline(always)]
    fn square(&self) -> Loose<L, P> {
        Loose::new(reduce::<L, P, _>(&Square(&self.0)))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Loose<L, P> {
        let products = TwoProducts(Product(&a.0, &b.0), Product(&c.0, &d.0));
        Loose::new(reduce::<L, P, _>(&products))
    }

    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        Self::carried(reduce_biased::<L, P, _>(&Product(&self.0, &other.0)))
    }

    #[inline(always)]
    fn square_carried(&self) -> Self {
        Self::carried(reduce_biased::<L, P, _>(&Square(&self.0)))
    }

    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        let products = TwoProducts(Product(&a.0, &b.0), Product(&c.0, &d.0));
        Self::carried(reduce_biased::<L, P, _>(&products))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        let mask = lanes(mask);
        Self::new(self.zip(other, |a, b| a.select(b, mask)))
    }

    #[inline(always)]
    fn replace_where_zero(self, value: Self::Sum, replacement: Self::Sum) -> Self::Sum {
        let [x0, x1, x2, x3, x4] = self.freeze().0;
        let zero = x0.or(x1).or(x2).or(x3).or(x4).is_zero();
        Loose::new(value.zip(replacement, |a, b| a.select(b, zero)))
    }
}

/// The mask in every lane.
#[inline(always)]
#[allow(clippy::useless_conversion)] // with words of 64 bits
fn lanes<L: Lanes>(mask: Mask) -> L {
    L::splat(u64::from(mask.word() & 1).wrapping_neg())
}

impl<L: Lanes, P: Prime> Sum for Loose<L, P> {
    type Tight = Tight<L, P>;

    /// See [`Tight::carried`].
    #[inline(always)]
    fn carry(self) -> Tight<L, P> {
        let bias = splat_all::<L>(P::BIAS);
        Tight::carried(five(|i| self.0[i].add(bias[i])))
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        let k = K as u8;
        self.times_each([k; 4])
    }
}

impl<L: Lanes, P: Prime> Loose<L, P> {
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
                Self::new(five(|i| self.0[i].shl_each(counts)))
            }
        }
    }
}

impl<L: Lanes, P: Prime> FourLaneSum for Loose<L, P> {
    #[inline(always)]
    fn keep<const MASK: i32>(self) -> Self {
        Self::new(five(|i| L::splat(0).blend::<MASK>(self.0[i])))
    }

    #[inline(always)]
    fn scale<const FACTORS: u32>(self) -> Self {
        self.times_each(FACTORS.to_le_bytes())
    }

    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        let mask = L::splat(0).blend::<MASK>(lanes(negative));
        Self::new(self.zip(-self, |x, negated| x.select(negated, mask)))
    }
}

impl<L: Lanes, P: Prime> FourLanes for Tight<L, P> {}

#[cfg(test)]
impl<P: Prime> Tight<Interval, P> {
    /// Anything that the type may hold.
    pub(super) fn any() -> Self {
        Self::new(five(|i| {
            let slack = if i == 0 { 1 << 16 } else { 1 << 13 };
            let max = (1 << RADIX) + slack - 1;
            Interval([Range { min: 0, max }; 4])
        }))
    }

    /// Whether the limbs are what the type promises.
    pub(super) fn is_tight(self) -> bool {
        self.join(Self::any()) == Self::any()
    }

    /// The greatest value that any lane can have.
    pub(crate) fn max_value(self) -> num_bigint::BigUint {
        (0..4)
            .map(|lane| {
                let limbs = self.0.iter().rev();
                limbs.fold(num_bigint::BigUint::ZERO, |value, limb| {
                    (value << RADIX) + limb.0[lane].max as u128
                })
            })
            .max()
            .expect("four lanes")
    }
}
