//! The operators.

use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::FieldElement;
use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::{sums, with_kernel};
use crate::field::Prime;
use crate::mask::barrier;
use crate::word::LIMBS;

impl<P: Prime> FieldElement<P> {
    /// A copy made limb by limb: a kernel that reads 64-bit limbs of a copy made with vector moves,
    /// as LLVM prefers, waits five cycles more on Zen 5.
    #[inline(always)]
    fn copied(self) -> Self {
        if cfg!(target_arch = "wasm32") {
            return self;
        }
        Self::from_canonical(self.limbs.map(barrier))
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self::from_canonical(sums::add_canonical::<P>(&self.limbs, &other.limbs))
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self::from_canonical(sums::sub_canonical::<P>(&self.limbs, &other.limbs))
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        with_kernel!(K => Self::from_canonical(K::mul_canonical::<P>(&self.limbs, &other.limbs)))
    }

    #[inline(always)]
    pub(super) fn squared(&self) -> Self {
        with_kernel!(K => Self::from_canonical(K::square_canonical::<P>(&self.limbs)))
    }
}

macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident = $method:ident) => {
        impl<P: Prime> $Op for FieldElement<P> {
            type Output = Self;
            #[inline]
            fn $op(self, other: Self) -> Self {
                self.copied().$method(&other.copied())
            }
        }
        impl<P: Prime> $Op<&Self> for FieldElement<P> {
            type Output = Self;
            #[inline]
            fn $op(self, other: &Self) -> Self {
                self.copied().$method(other)
            }
        }
        impl<P: Prime> $Op<FieldElement<P>> for &FieldElement<P> {
            type Output = FieldElement<P>;
            #[inline]
            fn $op(self, other: FieldElement<P>) -> FieldElement<P> {
                self.$method(&other)
            }
        }
        impl<P: Prime> $Op for &FieldElement<P> {
            type Output = FieldElement<P>;
            #[inline]
            fn $op(self, other: Self) -> FieldElement<P> {
                self.$method(other)
            }
        }
        impl<P: Prime> $OpAssign for FieldElement<P> {
            #[inline]
            fn $op_assign(&mut self, other: Self) {
                *self = self.$method(&other);
            }
        }
        impl<P: Prime> $OpAssign<&Self> for FieldElement<P> {
            #[inline]
            fn $op_assign(&mut self, other: &Self) {
                *self = self.$method(other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign = plus);
operator!(Sub sub SubAssign sub_assign = minus);
operator!(Mul mul MulAssign mul_assign = times);

impl<P: Prime> Neg for FieldElement<P> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::from_canonical(sums::sub_canonical::<P>(&[0; LIMBS], &self.limbs))
    }
}

impl<P: Prime> Neg for &FieldElement<P> {
    type Output = FieldElement<P>;
    #[inline]
    fn neg(self) -> FieldElement<P> {
        -*self
    }
}

impl<P: Prime> Sum for FieldElement<P> {
    fn sum<I: Iterator<Item = Self>>(elements: I) -> Self {
        elements.fold(Self::from_small(0), |sum, x| sum + x)
    }
}

impl<'a, P: Prime> Sum<&'a Self> for FieldElement<P> {
    fn sum<I: Iterator<Item = &'a Self>>(elements: I) -> Self {
        elements.copied().sum()
    }
}

impl<P: Prime> Product for FieldElement<P> {
    fn product<I: Iterator<Item = Self>>(elements: I) -> Self {
        elements.fold(Self::from_small(1), |product, x| product * x)
    }
}

impl<'a, P: Prime> Product<&'a Self> for FieldElement<P> {
    fn product<I: Iterator<Item = &'a Self>>(elements: I) -> Self {
        elements.copied().product()
    }
}
