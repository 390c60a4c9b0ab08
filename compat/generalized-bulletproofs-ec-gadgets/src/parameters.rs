//! Lengths, as types.

use core::ops::{Add, Div, Sub};

use generic_array::ArrayLength;
use generic_array::typenum::{Diff, Quot, Sum, U1, U2};

/// The length of a discrete logarithm.
pub trait DiscreteLogParameter {
    /// The number of bits of a scalar.
    type ScalarBits: ArrayLength;
}

/// What follows from it: the numbers of a divisor's coefficients. A divisor has one zero for each bit, and one more.
///
/// For every [`DiscreteLogParameter`]; nothing else is to implement it.
pub trait DiscreteLogParameters: DiscreteLogParameter {
    /// The number of coefficients of x, x² and so on: half of the zeros.
    type XCoefficients: ArrayLength;

    /// One less, as the coefficient of x is 1.
    type XCoefficientsMinusOne: ArrayLength;

    /// The number of coefficients of y·x, y·x² and so on: half of the zeros, rounded up, less two.
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
