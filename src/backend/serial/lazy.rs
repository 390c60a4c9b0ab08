//! The vector of the serial backend on WebAssembly: one element in the limbs of [`radix29`], carried only when needed.
//!
//! Limbs are signed 29-bit numbers in 64-bit words, so sums and differences are nine additions without carries. A factor
//! must be tight: a column of a product sums nine products of limbs, or eighteen for a·b + c·d, and these fit 63 bits
//! only if limbs are below 2^29 + 2^12.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crate::arithmetic::radix29::{self, COUNT, Number};
use crate::backend::{BatchVector, FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::wiped::wiped;
use crate::word::Word;

/// A tight number modulo `P`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy<P>(Number, PhantomData<P>);

/// A sum of at most 16 products and tight numbers: limbs are at most 16·(2^29 + 2^11) in magnitude, and limb 8 at most
/// 16·2^25. `carry` accepts limbs below 2^38, which no formula approaches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LazySum<P> {
    number: Number,
    /// Whether the number is tight; a constant after inlining.
    tight: bool,
    prime: PhantomData<P>,
}

impl<P> Lazy<P> {
    #[inline(always)]
    fn new(number: Number) -> Self {
        Self(number, PhantomData)
    }
}

impl<P> LazySum<P> {
    /// Returns the sum whose limb i is `limb(i)`.
    #[inline(always)]
    fn loose(limb: impl Fn(usize) -> i64) -> Self {
        Self {
            number: Number(core::array::from_fn(limb)),
            tight: false,
            prime: PhantomData,
        }
    }
}

impl<P> From<Lazy<P>> for LazySum<P> {
    #[inline(always)]
    fn from(x: Lazy<P>) -> Self {
        Self {
            number: x.0,
            tight: true,
            prime: PhantomData,
        }
    }
}

wiped!([P] Lazy<P>: 0);

wiped!([P] LazySum<P>: number);

/// Implements an addition or a subtraction limb by limb, of sums and of tight numbers.
macro_rules! linear {
    ($Op:ident $op:ident) => {
        impl<P> $Op for LazySum<P> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                Self::loose(|i| self.number.0[i].$op(other.number.0[i]))
            }
        }

        impl<P> $Op for Lazy<P> {
            type Output = LazySum<P>;
            #[inline(always)]
            fn $op(self, other: Self) -> LazySum<P> {
                LazySum::from(self).$op(LazySum::from(other))
            }
        }
    };
}
linear!(Add add);
linear!(Sub sub);

impl<P: Prime> FieldVector for Lazy<P> {
    type Prime = P;
    type Sum = LazySum<P>;
    const LANES: usize = 1;

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        Self::new(radix29::unpack(x.as_limbs()))
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        Self::splat(&lanes[0])
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        // `canonical` accepts limbs of up to 2^40, so a tight number needs nothing before it.
        lanes[0] = FieldElement::from_canonical(radix29::canonical::<P>(&self.0));
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> LazySum<P> {
        self.mul_carried(other).into()
    }

    #[inline(always)]
    fn square(&self) -> LazySum<P> {
        self.square_carried().into()
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> LazySum<P> {
        Self::sum_of_products_carried(a, b, c, d).into()
    }

    #[inline(always)]
    fn mul_carried(&self, other: &Self) -> Self {
        Self::new(radix29::mul::<P>(&self.0, &other.0))
    }

    #[inline(always)]
    fn square_carried(&self) -> Self {
        Self::new(radix29::square::<P>(&self.0))
    }

    #[inline(always)]
    fn sum_of_products_carried(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::new(radix29::sum_of_products::<P>(&a.0, &b.0, &c.0, &d.0))
    }

    #[inline(always)]
    fn cross(
        [x, y]: [&Self; 2],
        [other_x, other_y]: [&Self; 2],
        xx: LazySum<P>,
        yy: LazySum<P>,
    ) -> LazySum<P> {
        // Karatsuba's identity xY + yX = (x − y)·(Y − X) + xX + yY. Limbs of differences of tight numbers are at most 2^29 +
        // 2^12 in magnitude (limb 8: below 2^26), which a column of a single product has room for.
        let (a, b) = (*x - *y, *other_y - *other_x);
        LazySum::from(Self::new(radix29::mul::<P>(&a.number, &b.number))) + xx + yy
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Mask) -> Self {
        Self::new(radix29::select(&self.0, &other.0, mask))
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        self.select(other, Mask::of_bit(Word::from(lanes as u16 & 1)))
    }
}

impl<P: Prime> BatchVector for Lazy<P> {
    // Half the size of limbs in 64-bit words.
    type Lane = [i32; COUNT];

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a [i32; COUNT]) -> Self {
        Self::new(Number(lane(0).map(i64::from)))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [[i32; COUNT]]) {
        // Tight limbs are below 2^30 in magnitude, so they fit `i32`.
        lanes[0] = self.0.0.map(|limb| limb as i32);
    }

    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        let mut found = table[0];
        for (i, pair) in (0..).zip(table).skip(1) {
            // Every entry is read, whatever the secret index.
            let mask = Mask::equal(Word::from(indices as u8), i);
            for (found, x) in found.iter_mut().zip(pair) {
                *found = found.select(*x, mask);
            }
        }
        found
    }
}

impl<P: Prime> Sum for LazySum<P> {
    type Tight = Lazy<P>;

    #[inline(always)]
    fn carry(self) -> Lazy<P> {
        if self.tight {
            return Lazy::new(self.number);
        }
        Lazy::new(radix29::carry::<P>(&self.number))
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self::loose(|i| -self.number.0[i])
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        Self::loose(|i| self.number.0[i] * i64::from(K))
    }
}
