//! Lengths, as types.

use core::ops::{Add, Div, Sub};

use generic_array::ArrayLength;
use generic_array::typenum::{Diff, Quot, Sum, U1, U2};

/// The length of a discrete logarithm.
pub trait DiscreteLogParameter {
    /// The number of bits of a scalar.
    type ScalarBits: ArrayLength;
}

/// The numbers of a divisor's coefficients, which follow from that length: a divisor has one zero for each bit, and one
/// more.
///
/// Implemented for every [`DiscreteLogParameter`], and for nothing else.
pub trait DiscreteLogParameters: DiscreteLogParameter {
    /// The number of coefficients of x, x², …: half the number of zeros.
    type XCoefficients: ArrayLength;

    /// One less, since the coefficient of x is 1.
    type XCoefficientsMinusOne: ArrayLength;

    /// The number of coefficients of y·x, y·x², …: half the number of zeros, rounded up, minus two.
    type YxCoefficients: ArrayLength;
}

type Zeros<Bits> = Sum<Bits, U1>;
type Halved<Bits> = Quot<Zeros<Bits>, U2>;
type HalvedUp<Bits> = Quot<Sum<Zeros<Bits>, U1>, U2>;

impl<P: DiscreteLogParameter> DiscreteLogParameters for P
where
    P::ScalarBits: Add<U1>,
    Zeros<P::ScalarBits>: Add<U1> + Div<U2>,
    Halved<P::ScalarBits>: ArrayLength + Sub<U1>,
    Diff<Halved<P::ScalarBits>, U1>: ArrayLength,
    Sum<Zeros<P::ScalarBits>, U1>: Div<U2>,
    HalvedUp<P::ScalarBits>: Sub<U2>,
    Diff<HalvedUp<P::ScalarBits>, U2>: ArrayLength,
{
    type XCoefficients = Halved<P::ScalarBits>;
    type XCoefficientsMinusOne = Diff<Halved<P::ScalarBits>, U1>;
    type YxCoefficients = Diff<HalvedUp<P::ScalarBits>, U2>;
}
