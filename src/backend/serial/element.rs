//! The serial backend's vector: one element, weakly reduced.
//!
//! *Weakly reduced* means below twice the prime, which is below 2^256. Sums, differences and products of such numbers
//! are weakly reduced again, so a sum may be a factor: `Sum` and `Tight` are the same type, and a carry does
//! nothing. `store` subtracts the prime if the number is not below it.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::sums;
use crate::backend::{BatchVector, FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::{Mask, barrier, look_up, select};
use crate::wiped::wiped;
use crate::word::{LIMBS, Limbs, Word};

/// A residue modulo `P` as an integer below 2·P, with products by the kernel `K`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Serial<K, P>(pub(crate) Limbs, PhantomData<(K, P)>);

impl<K: Kernel, P: Prime> Serial<K, P> {
    #[inline(always)]
    pub(crate) const fn new(limbs: Limbs) -> Self {
        Self(limbs, PhantomData)
    }
}

wiped!([K, P] Serial<K, P>: 0);

impl<K: Kernel, P: Prime> Add for Serial<K, P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(sums::add::<P>(&self.0, &other.0))
    }
}

impl<K: Kernel, P: Prime> Sub for Serial<K, P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(sums::sub::<P>(&self.0, &other.0))
    }
}

impl<K: Kernel, P: Prime> FieldVector for Serial<K, P> {
    type Prime = P;
    type Sum = Self;
    const LANES: usize = 1;

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        // Limb by limb, as LLVM would copy with 16-byte loads, which wait for preceding 8-byte stores: see
        // `FieldElement::copied`.
        Self::new(x.as_limbs().map(barrier))
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self::splat(&lanes[0])
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        lanes[0] = FieldElement::from_canonical(sums::freeze_once::<P>(&self.0));
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        Self::new(K::mul::<P>(&self.0, &other.0))
    }

    #[inline(always)]
    fn square(&self) -> Self {
        Self::new(K::square::<P>(&self.0))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::new(K::sum_of_products::<P>(&a.0, &b.0, &c.0, &d.0))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        Self::new(select(&self.0, &other.0, mask))
    }

    #[inline(always)]
    fn replace_where_zero(self, value: Self, replacement: Self) -> Self {
        // A weakly reduced zero is 0 or the prime.
        let zero = Mask::all_zero(&sums::freeze_once::<P>(&self.0));
        value.select(replacement, zero)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        // Only bit 0 counts, as there is one lane. `u16` converts to words of 32 and 64 bits.
        self.select(other, Mask::of_bit(Word::from(lanes as u16 & 1)))
    }
}

impl<K: Kernel, P: Prime> BatchVector for Serial<K, P> {
    // Weakly reduced, not canonical: batches move numbers between memory and vectors as they are.
    type Lane = Limbs;

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a Limbs) -> Self {
        Self::new(*lane(0))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [Limbs]) {
        lanes[0] = self.0;
    }

    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        // A vector is one pair, so the table has sixteen, and only the first index is used. All pairs are read.
        let pairs = table.iter().map(|pair| pair.each_ref().map(|x| &x.0));
        look_up(pairs, indices as u8).map(Self::new)
    }
}

impl<K: Kernel, P: Prime> Sum for Serial<K, P> {
    type Tight = Self;

    #[inline(always)]
    fn carry(self) -> Self {
        self
    }

    #[inline(always)]
    fn neg(self) -> Self {
        // 0 − x modulo 2·prime; 0 stays 0.
        Self::new([0; LIMBS]) - self
    }

    #[inline(always)]
    fn times<const N: u32>(self) -> Self {
        Self::new(K::times::<P>(&self.0, N as Word))
    }
}
