//! Vectors as an outsider would write them, with as many lanes as a test wants: they run the four-lane formulas, and all that
//! rests on the field trait's default functions, on any machine.

use core::ops::{Add, Sub};

use zeroize::Zeroize;

use super::library::FieldElement;
use super::library::group::ff::Field;
use super::library::unstable::{
    BatchVector, FieldVector, HeldConstant, Mask, PRODUCTS, PointJob, PointSum, PointVector, Prime,
    SUBTRAHENDS, Sum, TERMS, sum_by_pairs,
};

/// The functions of `PointVector` for vectors that hold elements as they are.
macro_rules! without_domain {
    ($P:ty) => {
        const DOMAIN: FieldElement<$P> = FieldElement::ONE;

        fn splat_held(x: &FieldElement<$P>) -> Self {
            Self::splat(x)
        }
        fn load_held(lanes: &[FieldElement<$P>; 4]) -> Self {
            Self::load(lanes)
        }
        fn load_four(lanes: [&FieldElement<$P>; 4]) -> Self {
            Self::load(&lanes.map(|x| *x))
        }
        fn store_point(self) -> [FieldElement<$P>; 3] {
            let mut lanes = [FieldElement::ZERO; 4];
            self.store(&mut lanes);
            let [x, y, z, _] = lanes;
            let is_identity = bool::from(z.is_zero());
            [x, if is_identity { FieldElement::ONE } else { y }, z]
        }
        fn mul_by<K: HeldConstant<$P>>(&self) -> Self {
            self.mul(&Self::splat(&K::HELD))
        }
    };
}
// The toy curve takes it too, the package of the suite does not.
#[allow(unused_imports)]
pub(crate) use without_domain;

/// What a vector does wrong.
pub const NOTHING: usize = 0;
pub const AT_ONE_EDGE: usize = 1;
pub const WHERE_ANY_BIT_SELECTS: usize = 2;
pub const WHERE_ANY_BIT_NEGATES: usize = 3;
pub const WHERE_ANY_BIT_SIGNS: usize = 4;

/// A vector whose sums count their terms: tests what [`TERMS`] promises to outside backends. Unless it counts, it has only the
/// required functions, and those that a fault is in.
#[derive(Clone, Copy, Debug)]
pub struct Counted<P: Prime, const N: usize, const FAULT: usize = NOTHING> {
    lanes: [FieldElement<P>; N],
    /// For each lane, how many terms are added and how many subtracted.
    terms: [[u32; 2]; N],
}

impl<P: Prime, const N: usize, const FAULT: usize> Counted<P, N, FAULT> {
    fn tight(lane: impl Fn(usize) -> FieldElement<P>) -> Self {
        Self::new(lane, |_| [1, 0])
    }

    fn new(lane: impl Fn(usize) -> FieldElement<P>, terms: impl Fn(usize) -> [u32; 2]) -> Self {
        let mut vector = Self {
            lanes: [FieldElement::ZERO; N],
            terms: [[0; 2]; N],
        };
        // Not by `from_fn`, which takes many calls an element where nothing is inlined, as in unit tests.
        for i in 0..N {
            let [added, subtracted] = terms(i);
            assert!(added + subtracted <= TERMS, "{added} + {subtracted} terms");
            assert!(subtracted <= SUBTRAHENDS, "{subtracted} terms subtracted");
            vector.lanes[i] = lane(i);
            vector.terms[i] = [added, subtracted];
        }
        vector
    }

    /// The bits that choose lanes, or a mistake that a backend of one lane might make with them.
    fn chosen(fault: usize, lanes: u32) -> u32 {
        if FAULT == fault && lanes != 0 {
            !0
        } else {
            lanes
        }
    }
}

fn plus([added, subtracted]: [u32; 2], [more, less]: [u32; 2]) -> [u32; 2] {
    [added + more, subtracted + less]
}

fn exchanged([added, subtracted]: [u32; 2]) -> [u32; 2] {
    [subtracted, added]
}

impl<P: Prime, const N: usize, const FAULT: usize> Add for Counted<P, N, FAULT> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(
            |i| self.lanes[i] + other.lanes[i],
            |i| plus(self.terms[i], other.terms[i]),
        )
    }
}

impl<P: Prime, const N: usize, const FAULT: usize> Sub for Counted<P, N, FAULT> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(
            |i| self.lanes[i] - other.lanes[i],
            |i| plus(self.terms[i], exchanged(other.terms[i])),
        )
    }
}

impl<P: Prime, const N: usize, const FAULT: usize> Zeroize for Counted<P, N, FAULT> {
    fn zeroize(&mut self) {
        self.lanes.zeroize();
    }
}

impl<P: Prime, const N: usize, const FAULT: usize> FieldVector for Counted<P, N, FAULT> {
    type Prime = P;
    type Sum = Self;
    const LANES: usize = N;

    fn load(lanes: &[FieldElement<P>]) -> Self {
        assert_eq!(lanes.len(), N, "as many elements as lanes");
        Self::tight(|i| lanes[i])
    }
    fn store(self, lanes: &mut [FieldElement<P>]) {
        lanes.copy_from_slice(&self.lanes);
    }
    fn mul(&self, other: &Self) -> Self {
        let terms = [self.terms, other.terms];
        assert_eq!(terms, [[[1, 0]; N]; 2], "tight operands");
        if FAULT == AT_ONE_EDGE && self.lanes == [-FieldElement::from(19u64); N] {
            return *self;
        }
        Self::tight(|i| self.lanes[i] * other.lanes[i])
    }
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        let lanes = Self::chosen(WHERE_ANY_BIT_SELECTS, lanes);
        let from = |i: usize| [self, other][(lanes >> i & 1) as usize];
        Self::new(|i| from(i).lanes[i], |i| from(i).terms[i])
    }
}

/// Batches, with single points as a macro's second argument says.
macro_rules! batches {
    ($($lanes:literal: $run:ident)*) => {$(
        impl<P: Prime, const FAULT: usize> BatchVector for Counted<P, $lanes, FAULT> {
            type Lane = FieldElement<P>;

            fn single<J: PointJob<P>>(job: J) -> J::Output {
                job.$run::<Self>()
            }
            fn gather<'a>(lane: impl Fn(usize) -> &'a FieldElement<P>) -> Self {
                Self::tight(|i| *lane(i))
            }
            fn scatter(self, lanes: &mut [FieldElement<P>]) {
                lanes.copy_from_slice(&self.lanes);
            }
            fn negate_lanes(self, lanes: u32) -> Self {
                let negative = Sum::neg(self).carry();
                self.select_lanes(negative, Self::chosen(WHERE_ANY_BIT_NEGATES, lanes))
            }
            fn with_signs(self, negative: u32) -> Self {
                self.negate_lanes(Self::chosen(WHERE_ANY_BIT_SIGNS, negative))
            }
            /// No more products than the trait promises.
            fn sum_of_many(count: usize, a: impl Fn(usize) -> Self, b: impl Fn(usize) -> Self) -> Self {
                assert!(count <= PRODUCTS, "{count} products");
                sum_by_pairs(count, a, b)
            }
        }
    )*};
}
batches!(1: run 2: run 4: run_in_four_lanes 8: run);

impl<P: Prime, const N: usize, const FAULT: usize> Sum for Counted<P, N, FAULT> {
    type Tight = Self;
    fn carry(self) -> Self {
        Self::tight(|i| self.lanes[i])
    }
    fn neg(self) -> Self {
        Self::new(|i| -self.lanes[i], |i| exchanged(self.terms[i]))
    }
}

/// Unlike in a backend, moves between lanes keep count of terms.
impl<P: Prime, const FAULT: usize> PointSum for Counted<P, 4, FAULT> {
    fn shuffle<const ORDER: i32>(self) -> Self {
        let from = |i: usize| (ORDER >> (2 * i) & 3) as usize;
        Self::new(|i| self.lanes[from(i)], |i| self.terms[from(i)])
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        self.select_lanes(other, MASK as u32)
    }
    fn keep<const MASK: i32>(self) -> Self {
        let zero = Self::new(|_| FieldElement::from(0u64), |_| [0, 0]);
        zero.select_lanes(self, MASK as u32)
    }
    fn scale<const FACTORS: u32>(self) -> Self {
        let factor = |i: usize| FACTORS.to_le_bytes()[i];
        Self::new(
            |i| self.lanes[i] * FieldElement::from(u64::from(factor(i))),
            |i| self.terms[i].map(|terms| terms * u32::from(factor(i))),
        )
    }
    fn negate_if<const MASK: i32>(self, negative: Mask) -> Self {
        self.select_lanes(Sum::neg(self), negative.bits() & MASK as u32)
    }
}

impl<P: Prime, const FAULT: usize> PointVector for Counted<P, 4, FAULT> {
    without_domain!(P);

    fn shuffle<const ORDER: i32>(self) -> Self {
        PointSum::shuffle::<ORDER>(self)
    }
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        PointSum::blend::<MASK>(self, other)
    }
}
