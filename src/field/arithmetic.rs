//! The operators.
//!
//! Results are canonical, so that equal elements are equal in memory. The formulas for points do not use these
//! operators: inside a backend's vectors a value is reduced no further than its next use needs.

use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::FieldElement;
use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::{sums, with_kernel};
use crate::field::Prime;
use crate::mask::barrier;
use crate::word::LIMBS;

impl<P: Prime> FieldElement<P> {
    /// Copies an operand given by value, limb by limb: the barrier keeps LLVM from using vector moves, after which a
    /// kernel that reads 64-bit limbs waits five cycles more on Zen 5.
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
    pub(crate) fn squared(&self) -> Self {
        with_kernel!(K => Self::from_canonical(K::square_canonical::<P>(&self.limbs)))
    }
}

/// Implements an operator for one pair of types, by an expression of its operands.
macro_rules! binary {
    (
        [$($parameters:tt)*] $Op:ident $op:ident, $Left:ty, $Right:ty => $Output:ty:
        |$a:ident, $b:ident| $result:expr
    ) => {
        impl<$($parameters)*> $Op<$Right> for $Left {
            type Output = $Output;
            #[inline]
            fn $op(self, $b: $Right) -> $Output {
                let $a = self;
                $result
            }
        }
    };
}

/// Implements an operator and its assigning form, for values and references, by a function of two references. Values
/// pass through `$copied`.
macro_rules! operator {
    (
        [$($parameters:tt)*] $Left:ty, $Right:ty, $copied:path:
        $Op:ident $op:ident $OpAssign:ident $op_assign:ident = $function:expr
    ) => {
        binary!([$($parameters)*] $Op $op, $Left, $Right => $Left: |a, b| $function(&$copied(a), &$copied(b)));
        binary!([$($parameters)*] $Op $op, $Left, &$Right => $Left: |a, b| $function(&$copied(a), b));
        binary!([$($parameters)*] $Op $op, &$Left, $Right => $Left: |a, b| $function(a, &b));
        binary!([$($parameters)*] $Op $op, &$Left, &$Right => $Left: |a, b| $function(a, b));
        impl<$($parameters)*> $OpAssign<$Right> for $Left {
            #[inline]
            fn $op_assign(&mut self, other: $Right) {
                *self = $function(self, &other);
            }
        }
        impl<$($parameters)*> $OpAssign<&$Right> for $Left {
            #[inline]
            fn $op_assign(&mut self, other: &$Right) {
                *self = $function(self, other);
            }
        }
    };
}
pub(crate) use {binary, operator};

operator!([P: Prime] FieldElement<P>, FieldElement<P>, FieldElement::copied: Add add AddAssign add_assign = FieldElement::plus);
operator!([P: Prime] FieldElement<P>, FieldElement<P>, FieldElement::copied: Sub sub SubAssign sub_assign = FieldElement::minus);
operator!([P: Prime] FieldElement<P>, FieldElement<P>, FieldElement::copied: Mul mul MulAssign mul_assign = FieldElement::times);

impl<P: Prime> Neg for FieldElement<P> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        // 0 − x borrows, and gets the prime added, only for x ≠ 0: −0 is 0, not the prime.
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

/// Implements `Sum` or `Product` of an iterator's elements, by value and by reference.
macro_rules! folded {
    ([$($parameters:tt)*] $Type:ty: $Fold:ident $fold:ident = $start:expr, $op:path) => {
        impl<$($parameters)*> $Fold for $Type {
            fn $fold<I: Iterator<Item = Self>>(all: I) -> Self {
                all.fold($start, $op)
            }
        }
        impl<'a, $($parameters)*> $Fold<&'a Self> for $Type {
            fn $fold<I: Iterator<Item = &'a Self>>(all: I) -> Self {
                all.fold($start, $op)
            }
        }
    };
}
pub(crate) use folded;

folded!([P: Prime] FieldElement<P>: Sum sum = Self::from_small(0), Add::add);
folded!([P: Prime] FieldElement<P>: Product product = Self::from_small(1), Mul::mul);
