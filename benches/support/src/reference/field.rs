//! The field with q elements on crypto-bigint's residues.

use core::{
    iter::{Product, Sum},
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

use crypto_bigint::{
    Encoding, U256,
    modular::constant_mod::{Residue, ResidueParams},
};
use ff::{Field, FieldBits, PrimeField, PrimeFieldBits};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeLess, CtOption};
use zeroize::DefaultIsZeroes;

use super::{Cycle, Integer, window};

/// An element of the field with q elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fq<C: Cycle>(Integer<C>);

impl<C: Cycle> Fq<C> {
    pub(super) const MODULUS_INTEGER: U256 = <C::Q as ResidueParams<{ U256::LIMBS }>>::MODULUS;

    /// An integer modulo q.
    pub const fn from_u256(integer: &U256) -> Self {
        Self(Residue::new(integer))
    }

    /// Raises to a power by constant-time windows.
    pub fn pow(&self, exponent: &[u8; 32]) -> Self {
        let mut table = [Self::ONE; 16];
        for i in 1..16 {
            table[i] = table[i - 1] * self;
        }
        let mut windows = window::windows(exponent);
        let mut power = window::select(&table, windows.next().unwrap_or(0));
        for window in windows {
            for _ in 0..4 {
                power = power.square();
            }
            power *= window::select(&table, window);
        }
        power
    }
}

impl<C: Cycle> DefaultIsZeroes for Fq<C> {}

impl<C: Cycle> ConstantTimeEq for Fq<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Cycle> ConditionallySelectable for Fq<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Residue::conditional_select(&a.0, &b.0, choice))
    }
}

macro_rules! operator {
    ($arithmetic:ident, $Operator:ident, $operator:ident, $Assign:ident, $assign:ident) => {
        impl<C: Cycle> $Operator for Fq<C> {
            type Output = Self;
            fn $operator(self, other: Self) -> Self {
                Self(C::$arithmetic(&self.0, &other.0))
            }
        }
        by_reference!([C: Cycle] Fq<C>: $Operator, $operator, $Assign, $assign, Self);
    };
}

operator!(add, Add, add, AddAssign, add_assign);
operator!(subtract, Sub, sub, SubAssign, sub_assign);
operator!(multiply, Mul, mul, MulAssign, mul_assign);

impl<C: Cycle> Neg for Fq<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(C::negate(&self.0))
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl<C: Cycle> From<$integer> for Fq<C> {
            fn from(integer: $integer) -> Self {
                Self::from_u256(&U256::from(integer))
            }
        }
    )*};
}

from_integer!(u8, u16, u32, u64, u128);

impl<C: Cycle> Sum for Fq<C> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<'a, C: Cycle> Sum<&'a Self> for Fq<C> {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

impl<C: Cycle> Product for Fq<C> {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Self::ONE, Mul::mul)
    }
}

impl<'a, C: Cycle> Product<&'a Self> for Fq<C> {
    fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
        factors.copied().product()
    }
}

impl<C: Cycle> Field for Fq<C> {
    const ZERO: Self = Self(Residue::ZERO);
    const ONE: Self = Self(Residue::ONE);

    fn random(mut rng: impl RngCore) -> Self {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        let (low, high) = bytes.split_at(32);
        // R of the Montgomery form is 2^256 modulo q.
        let shift = Self::from_u256(&<C::Q as ResidueParams<{ U256::LIMBS }>>::R);
        Self::from_u256(&U256::from_le_slice(low))
            + Self::from_u256(&U256::from_le_slice(high)) * shift
    }

    fn square(&self) -> Self {
        Self(C::square(&self.0))
    }

    fn double(&self) -> Self {
        *self + self
    }

    fn invert(&self) -> CtOption<Self> {
        let (inverse, exists) = C::invert(&self.0);
        CtOption::new(Self(inverse), exists.into())
    }

    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        ff::helpers::sqrt_ratio_generic(num, div)
    }

    /// The even square root.
    fn sqrt(&self) -> CtOption<Self> {
        // q is 3 modulo 4, so (q + 1)/4 is an integer, and 1 + ⌊q/4⌋ is that integer.
        let exponent = Self::MODULUS_INTEGER
            .shr_vartime(2)
            .wrapping_add(&U256::ONE);
        let mut root = self.pow(&exponent.to_le_bytes());
        root.conditional_assign(&-root, root.is_odd());
        CtOption::new(root, root.square().ct_eq(self))
    }
}

impl<C: Cycle> PrimeField for Fq<C> {
    type Repr = [u8; 32];

    const MODULUS: &'static str = C::MODULUS;
    const NUM_BITS: u32 = 255;
    const CAPACITY: u32 = 254;
    const TWO_INV: Self = Self(Residue::new(&U256::from_u8(2)).invert().0);
    const MULTIPLICATIVE_GENERATOR: Self =
        Self::from_u256(&U256::from_u8(C::MULTIPLICATIVE_GENERATOR));
    // q − 1 is twice an odd number, so the root of unity is −1 and δ the generator's square.
    const S: u32 = 1;
    const ROOT_OF_UNITY: Self = Self(Integer::<C>::sub(&Residue::ZERO, &Residue::ONE));
    const ROOT_OF_UNITY_INV: Self = Self::ROOT_OF_UNITY;
    const DELTA: Self = Self(Self::MULTIPLICATIVE_GENERATOR.0.square());

    fn from_repr(bytes: [u8; 32]) -> CtOption<Self> {
        let integer = U256::from_le_bytes(bytes);
        CtOption::new(
            Self::from_u256(&integer),
            integer.ct_lt(&Self::MODULUS_INTEGER),
        )
    }

    fn to_repr(&self) -> [u8; 32] {
        self.0.retrieve().to_le_bytes()
    }

    fn is_odd(&self) -> Choice {
        Choice::from(self.to_repr()[0] & 1)
    }
}

impl<C: Cycle> PrimeFieldBits for Fq<C> {
    type ReprBits = [u8; 32];

    fn to_le_bits(&self) -> FieldBits<[u8; 32]> {
        self.to_repr().into()
    }

    fn char_le_bits() -> FieldBits<[u8; 32]> {
        Self::MODULUS_INTEGER.to_le_bytes().into()
    }
}
