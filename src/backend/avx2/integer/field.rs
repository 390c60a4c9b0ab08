//! The vectors.

use core::marker::PhantomData;
use core::ops::{Add, Neg, Sub};

use zeroize::Zeroize;

use super::super::from_words;
use super::super::lanes::{FourWords, Words, each};
use super::multiply::{Multiply, Square, SumOfProducts};
use super::{Radix, carry, normalize, split};
use crate::backend::Mask;
use crate::backend::serial::sums;
use crate::backend::serial::word::Limbs;
use crate::backend::vector::{FieldVector, FourLaneSum, FourLanes, Rearrange, Sum};
use crate::field::FieldElement;
use crate::params::Prime;

/// Four elements of the field of `P`, each limb at most [`super::TIGHT`] in size.
#[derive(Clone, Copy)]
pub(crate) struct Integer<L, P>(pub(super) [L; 10], PhantomData<P>);

/// Four elements whose limbs are `units` times as large at most.
///
/// `units` is a constant wherever sums are inlined, as all are: what depends on it is decided at
/// compile time.
#[derive(Clone, Copy)]
pub(crate) struct IntegerSum<L, P> {
    limbs: [L; 10],
    units: u32,
    prime: PhantomData<P>,
}

/// The carries of a sum are below 2·MAX_UNITS and 38·MAX_UNITS returns at the bottom: well within
/// what a tight limb has room for.
pub(super) const MAX_UNITS: u32 = 1024;
/// Limbs that are a word of 32 bits, which can be multiplied by a small number.
const MAX_FACTOR: u32 = 32;
/// Units of the multiple of the prime that is added for each unit that is subtracted.
const BIAS_UNITS: u32 = 4;

impl<L: Words, P: Prime> Integer<L, P> {
    #[inline(always)]
    pub(super) fn new(limbs: [L; 10]) -> Self {
        Self(limbs, PhantomData)
    }

    /// The ten limbs of an element.
    #[inline(always)]
    const fn limbs_of(x: &FieldElement<P>) -> [u64; 10] {
        split(x.as_limbs(), &const { Radix::of::<P>() }.offsets)
    }

    /// The canonical residue of a lane of normal limbs.
    #[inline(always)]
    fn residue_of(limbs: &[[u64; 4]; 10], lane: usize) -> Limbs {
        let offsets = const { &Radix::of::<P>().offsets };
        let mut words = [0u64; 5];
        for (limb, offset) in limbs.iter().zip(offsets) {
            let (word, shift) = (offset / 64, offset % 64);
            // Limbs overlap in nothing, the last one excepted, and it ends below 2^256.
            let limb = u128::from(limb[lane]) << shift;
            words[word] |= limb as u64;
            words[word + 1] |= (limb >> 64) as u64;
        }
        let [words @ .., _] = words;
        // Below 2^255 + 2^235, so below twice the prime.
        sums::freeze_once::<P>(&from_words(words))
    }
}

impl<L: Words, P: Prime> IntegerSum<L, P> {
    #[inline(always)]
    fn new(limbs: [L; 10], units: u32) -> Self {
        Self {
            limbs,
            units,
            prime: PhantomData,
        }
    }

    /// The same with less than that many units, carried if it has more.
    #[inline(always)]
    fn at_most(self, units: u32) -> Self {
        if self.units <= units {
            self
        } else {
            self.carry().into()
        }
    }
}

impl<L: Words, P: Prime> From<Integer<L, P>> for IntegerSum<L, P> {
    #[inline(always)]
    fn from(x: Integer<L, P>) -> Self {
        Self::new(x.0, 1)
    }
}

impl<L: Words, P: Prime> Sum for IntegerSum<L, P> {
    type Tight = Integer<L, P>;

    #[inline(always)]
    fn carry(self) -> Integer<L, P> {
        if self.units <= 1 {
            Integer::new(self.limbs)
        } else {
            Integer::new(carry(&self.limbs, const { &Radix::of::<P>() }))
        }
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        let x = self.at_most(MAX_FACTOR);
        let factor = L::splat(K.into());
        Self::new(each!(10, i => x.limbs[i].mul(factor)), x.units * K)
    }
}

impl<L: Words, P: Prime> Add for IntegerSum<L, P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (x, y) = (self.at_most(MAX_UNITS / 2), other.at_most(MAX_UNITS / 2));
        Self::new(
            each!(10, i => x.limbs[i].add(y.limbs[i])),
            x.units + y.units,
        )
    }
}

impl<L: Words, P: Prime> Sub for IntegerSum<L, P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let (x, y) = (
            self.at_most(MAX_UNITS / 2),
            other.at_most(MAX_UNITS / 2 / BIAS_UNITS),
        );
        let bias = const { &Radix::of::<P>().bias };
        let limbs = each!(10, i => {
            let bias = L::splat(bias[i] * u64::from(y.units));
            x.limbs[i].add(bias).sub(y.limbs[i])
        });
        Self::new(limbs, x.units + BIAS_UNITS * y.units)
    }
}

impl<L: Words, P: Prime> Neg for IntegerSum<L, P> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new([L::splat(0); 10], 0) - self
    }
}

macro_rules! tight {
    ($Op:ident $op:ident) => {
        impl<L: Words, P: Prime> $Op for Integer<L, P> {
            type Output = IntegerSum<L, P>;
            #[inline(always)]
            fn $op(self, other: Self) -> IntegerSum<L, P> {
                IntegerSum::from(self).$op(IntegerSum::from(other))
            }
        }
    };
}
tight!(Add add);
tight!(Sub sub);

impl<L: Words, P: Prime> Neg for Integer<L, P> {
    type Output = IntegerSum<L, P>;
    #[inline(always)]
    fn neg(self) -> IntegerSum<L, P> {
        -IntegerSum::from(self)
    }
}

impl<L: Zeroize, P> Zeroize for Integer<L, P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<L: Zeroize, P> Zeroize for IntegerSum<L, P> {
    fn zeroize(&mut self) {
        self.limbs.zeroize();
    }
}

impl<L: FourWords, P: Prime> FieldVector for Integer<L, P> {
    type Prime = P;
    type Sum = IntegerSum<L, P>;
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        let limbs = Self::limbs_of(x);
        Self::new(each!(10, i => L::splat(limbs[i])))
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        let [a, b, c, d] = lanes else {
            unreachable!("four lanes")
        };
        let (a, b) = (Self::limbs_of(a), Self::limbs_of(b));
        let (c, d) = (Self::limbs_of(c), Self::limbs_of(d));
        Self::new(each!(10, i => L::from_array([a[i], b[i], c[i], d[i]])))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        let normal = normalize(&self.0, const { &Radix::of::<P>() });
        let limbs = each!(10, i => normal[i].to_array());
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = FieldElement::from_canonical(Self::residue_of(&limbs, i));
        }
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> IntegerSum<L, P> {
        let (a, b) = (&self.0, &other.0);
        IntegerSum::new(L::out_of_line::<Multiply<P>, _>(a, b, a, b), 1)
    }

    #[inline(always)]
    fn square(&self) -> IntegerSum<L, P> {
        let a = &self.0;
        IntegerSum::new(L::out_of_line::<Square<P>, _>(a, a, a, a), 1)
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> IntegerSum<L, P> {
        let limbs = L::out_of_line::<SumOfProducts<P>, _>(&a.0, &b.0, &c.0, &d.0);
        IntegerSum::new(limbs, 1)
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        let choice = L::all(mask);
        Self::new(each!(10, i => L::choose(choice, other.0[i], self.0[i])))
    }

    #[inline(always)]
    fn replace_where_zero(
        self,
        value: IntegerSum<L, P>,
        replacement: IntegerSum<L, P>,
    ) -> IntegerSum<L, P> {
        let mut lanes = [FieldElement::from_small(0); 4];
        self.store(&mut lanes);
        let mut bits = 0;
        for (i, lane) in lanes.iter().enumerate() {
            bits |= (Mask::all_zero(lane.as_limbs()).word() as u32 & 1) << i;
        }
        let is_zero = L::choice(bits);
        IntegerSum::new(
            each!(10, i => L::choose(is_zero, replacement.limbs[i], value.limbs[i])),
            value.units.max(replacement.units),
        )
    }
}

impl<L: Rearrange, P: Prime> Rearrange for Integer<L, P> {
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self(each!(10, i => self.0[i].shuffle::<ORDER>()), PhantomData)
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        let limbs = each!(10, i => self.0[i].blend::<MASK>(other.0[i]));
        Self(limbs, PhantomData)
    }
}

impl<L: Rearrange, P: Prime> Rearrange for IntegerSum<L, P> {
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self) -> Self {
        Self {
            limbs: each!(10, i => self.limbs[i].shuffle::<ORDER>()),
            ..self
        }
    }

    #[inline(always)]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        Self {
            limbs: each!(10, i => self.limbs[i].blend::<MASK>(other.limbs[i])),
            units: self.units.max(other.units),
            prime: PhantomData,
        }
    }
}

impl<L: FourWords, P: Prime> FourLaneSum for IntegerSum<L, P> {
    #[inline(always)]
    fn keep<const MASK: i32>(self) -> Self {
        let zero = L::splat(0);
        Self::new(
            each!(10, i => zero.blend::<MASK>(self.limbs[i])),
            self.units,
        )
    }

    #[inline(always)]
    fn scale<const FACTORS: u32>(self) -> Self {
        let [a, b, c, d] = FACTORS.to_le_bytes();
        let greatest: u32 = a.max(b).max(c).max(d).into();
        let x = self.at_most(MAX_FACTOR);
        let factors = L::from_array([a.into(), b.into(), c.into(), d.into()]);
        Self::new(each!(10, i => x.limbs[i].mul(factors)), x.units * greatest)
    }

    #[inline(always)]
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        let choice = L::choice(negative.word() as u32 & MASK as u32);
        let negated = -self;
        Self::new(
            each!(10, i => L::choose(choice, negated.limbs[i], self.limbs[i])),
            negated.units,
        )
    }
}

impl<L: FourWords, P: Prime> FourLanes for Integer<L, P> {}
