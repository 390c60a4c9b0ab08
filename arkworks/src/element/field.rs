//! The traits of fields.

use core::iter;

use ark_ff::{
    AdditiveGroup, BigInt, FftField, Field, LegendreSymbol, One, PrimeField, SqrtPrecomputation,
    Zero,
};
use ark_serialize::Flags;
use helioselene_simd::group::ff;
use helioselene_simd::{FieldElement, Prime};

use super::{Element, encoding, modulus, reduced};

impl<P: Prime> Zero for Element<P> {
    #[inline]
    fn zero() -> Self {
        Self::ZERO
    }

    #[inline]
    fn is_zero(&self) -> bool {
        ff::Field::is_zero(&self.0).into()
    }
}

impl<P: Prime> One for Element<P> {
    #[inline]
    fn one() -> Self {
        Self::ONE
    }
}

impl<P: Prime> AdditiveGroup for Element<P> {
    type Scalar = Self;

    const ZERO: Self = Self(<FieldElement<P> as ff::Field>::ZERO);
}

impl<P: Prime> Field for Element<P> {
    type BasePrimeField = Self;

    /// The data from which arkworks would compute roots. [`Field::sqrt`] does not use it: it has chains for these
    /// primes.
    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> = Some(if Self::TWO_ADICITY == 1 {
        SqrtPrecomputation::Case3Mod4 {
            modulus_plus_one_div_four: const {
                let mut quarter = modulus::<P>().const_shr().const_shr();
                quarter.0[0] += 1;
                &{ quarter.0 }
            },
        }
    } else {
        SqrtPrecomputation::TonelliShanks {
            two_adicity: Self::TWO_ADICITY,
            quadratic_nonresidue_to_trace: Self::TWO_ADIC_ROOT_OF_UNITY,
            trace_of_modulus_minus_one_div_two: &Self::TRACE_MINUS_ONE_DIV_TWO.0,
        }
    });

    const ONE: Self = Self(<FieldElement<P> as ff::Field>::ONE);

    fn characteristic() -> &'static [u64] {
        const { &modulus::<P>().0 }
    }

    fn extension_degree() -> u64 {
        1
    }

    fn to_base_prime_field_elements(&self) -> impl Iterator<Item = Self> {
        iter::once(*self)
    }

    fn from_base_prime_field_elems(elements: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut elements = elements.into_iter();
        let element = elements.next()?;
        elements.next().is_none().then_some(element)
    }

    fn from_base_prime_field(element: Self) -> Self {
        element
    }

    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        encoding::from_random_bytes(bytes)
    }

    fn legendre(&self) -> LegendreSymbol {
        match (self.is_zero(), self.sqrt()) {
            (true, _) => LegendreSymbol::Zero,
            (_, Some(_)) => LegendreSymbol::QuadraticResidue,
            (_, None) => LegendreSymbol::QuadraticNonResidue,
        }
    }

    /// The root of `ff::Field::sqrt`, by a chain; constant time except for whether there is one.
    fn sqrt(&self) -> Option<Self> {
        Option::from(ff::Field::sqrt(&self.0)).map(Self)
    }

    #[inline]
    fn square(&self) -> Self {
        Self(ff::Field::square(&self.0))
    }

    #[inline]
    fn square_in_place(&mut self) -> &mut Self {
        *self = self.square();
        self
    }

    /// The inverse by safegcd; constant time except for whether there is one.
    fn inverse(&self) -> Option<Self> {
        Option::from(ff::Field::invert(&self.0)).map(Self)
    }

    fn inverse_in_place(&mut self) -> Option<&mut Self> {
        *self = self.inverse()?;
        Some(self)
    }

    fn frobenius_map_in_place(&mut self, _power: usize) {}

    fn mul_by_base_prime_field(&self, element: &Self) -> Self {
        *self * element
    }
}

impl<P: Prime> FftField for Element<P> {
    const GENERATOR: Self = Self(<FieldElement<P> as ff::PrimeField>::MULTIPLICATIVE_GENERATOR);
    const TWO_ADICITY: u32 = <FieldElement<P> as ff::PrimeField>::S;
    const TWO_ADIC_ROOT_OF_UNITY: Self = Self(<FieldElement<P> as ff::PrimeField>::ROOT_OF_UNITY);
}

impl<P: Prime> PrimeField for Element<P> {
    type BigInt = BigInt<4>;

    const MODULUS: BigInt<4> = modulus::<P>();
    const MODULUS_MINUS_ONE_DIV_TWO: BigInt<4> = Self::MODULUS.divide_by_2_round_down();
    const MODULUS_BIT_SIZE: u32 = <FieldElement<P> as ff::PrimeField>::NUM_BITS;
    const TRACE: BigInt<4> = Self::MODULUS.two_adic_coefficient();
    const TRACE_MINUS_ONE_DIV_TWO: BigInt<4> = Self::TRACE.divide_by_2_round_down();

    fn from_bigint(integer: BigInt<4>) -> Option<Self> {
        FieldElement::from_limbs(integer.0).map(Self)
    }

    fn into_bigint(self) -> BigInt<4> {
        let bytes = ff::PrimeField::to_repr(&self.0);
        let mut limbs = [0; 4];
        for (limb, bytes) in limbs.iter_mut().zip(bytes.chunks_exact(8)) {
            *limb = u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
        }
        BigInt(limbs)
    }

    fn from_le_bytes_mod_order(bytes: &[u8]) -> Self {
        Self(reduced(bytes.chunks(32).rev().map(|bytes| {
            let mut piece = [0; 32];
            piece[..bytes.len()].copy_from_slice(bytes);
            piece
        })))
    }
}
