//! What claims of discrete logarithms are checked at: three points on a random line.
//!
//! A function on the embedded curve that has its zeros at the doublings of a generator, as often as the digits of the
//! logarithm say, and at the negative of the result, satisfies an identity of logarithmic derivatives at the points of
//! every line (Eagen, <https://eprint.iacr.org/2022/596>). Its left side is linear in the coefficients of the function,
//! with weights that depend on the challenge point alone, and its right side in the digits, with weights
//! that depend on the line and the generator. So they are computed once, for all claims.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField};
use generalized_bulletproofs_circuit_abstraction::{Transcript, Weights};
use generic_array::typenum::Unsigned;
use helioselene_multiexp::slices;

use crate::{CurveSpec, DiscreteLogParameters};

/// The doublings of a generator.
pub struct GeneratorTable<F: PrimeField, Parameters: DiscreteLogParameters> {
    x: Vec<F>,
    y: Vec<F>,
    _parameters: PhantomData<fn() -> Parameters>,
}

impl<F: PrimeField, Parameters: DiscreteLogParameters> Clone for GeneratorTable<F, Parameters> {
    fn clone(&self) -> Self {
        Self {
            x: self.x.clone(),
            y: self.y.clone(),
            _parameters: PhantomData,
        }
    }
}

impl<F: PrimeField, Parameters: DiscreteLogParameters> fmt::Debug
    for GeneratorTable<F, Parameters>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GeneratorTable")
            .field("x", &self.x[0])
            .field("y", &self.y[0])
            .finish_non_exhaustive()
    }
}

impl<F: PrimeField, Parameters: DiscreteLogParameters> GeneratorTable<F, Parameters> {
    /// The doublings of the generator with these coordinates.
    ///
    /// # Panics
    ///
    /// If one of them is the identity.
    pub fn new(curve: &CurveSpec<F>, generator_x: F, generator_y: F) -> Self {
        // In Jacobian coordinates, so that one inversion serves all: x = X/Z², y = Y/Z³.
        let (mut X, mut Y, mut Z) = (generator_x, generator_y, F::ONE);
        let len = Parameters::ScalarBits::USIZE;
        let (mut x, mut y, mut z_inv) = (vec![X], vec![Y], vec![Z]);
        while x.len() < len {
            let (XX, YY, ZZ) = (X.square(), Y.square(), Z.square());
            let S = (X * YY).double().double();
            let M = XX.double() + XX + curve.a * ZZ.square();
            Z *= Y.double();
            X = M.square() - S.double();
            Y = M * (S - X) - YY.square().double().double().double();
            x.push(X);
            y.push(Y);
            z_inv.push(Z);
        }
        x.truncate(len);
        y.truncate(len);
        z_inv.truncate(len);
        slices::invert(&mut z_inv);
        for ((x, y), z_inv) in x.iter_mut().zip(&mut y).zip(z_inv) {
            let square = z_inv.square();
            *x *= square;
            *y *= square * z_inv;
        }
        Self {
            x,
            y,
            _parameters: PhantomData,
        }
    }
}

/// What the coefficients of a divisor are multiplied by at a challenge point.
pub(crate) struct ChallengePoint<F> {
    /// Of the numerator: those of y, of all y·xⁱ and of all xⁱ from i = 2 on.
    pub(crate) numerator: Weights<F>,
    /// Of the denominator: the same, and that of the constant.
    pub(crate) denominator: Weights<F>,
    /// What is added to the denominator by the coefficient of x, which is 1; to the numerator 1 is.
    pub(crate) x: F,
    pub(crate) numerator_factor: F,
    pub(crate) denominator_factor: F,
}

impl<F: PrimeField> ChallengePoint<F> {
    /// Of the point (x, y) on a line with this slope; `counts` are 0, 1, 2 and so on.
    fn new<Parameters: DiscreteLogParameters>(
        curve: &CurveSpec<F>,
        slope: F,
        (x, y): (F, F),
        inverse_of_2y: F,
        counts: &[F],
    ) -> Self {
        let (x_len, yx_len) = (
            Parameters::XCoefficients::USIZE,
            Parameters::YxCoefficients::USIZE,
        );
        let powers = slices::powers(&F::ONE, &x, counts.len());
        // i·xⁱ⁻¹
        let mut derivatives = counts.to_vec();
        slices::mul_assign(&mut derivatives[1..], &powers[..powers.len() - 1]);

        // The curve's own dy/dx is (3x² + a)/2y.
        let square = x.square();
        let rise = square.double() + square + curve.a;
        let derivative_of_y = rise * inverse_of_2y;

        // d(y·xⁱ)/dx
        let mut numerator = vec![F::ZERO; yx_len + 1];
        slices::axpy(&mut numerator, &derivative_of_y, &powers[..=yx_len]);
        slices::axpy(&mut numerator, &y, &derivatives[..=yx_len]);
        numerator.extend_from_slice(&derivatives[2..=x_len]);
        let mut denominator = powers[..=yx_len].to_vec();
        slices::scale_assign(&mut denominator, &y);
        denominator.extend_from_slice(&powers[2..=x_len]);
        denominator.push(F::ONE);

        let double_y = y.double();
        Self {
            numerator: numerator.into(),
            denominator: denominator.into(),
            x,
            numerator_factor: double_y,
            denominator_factor: rise - slope * double_y,
        }
    }
}

/// A random line, and its points with the curve.
///
/// For claims whose commitments were written to the transcript before; for as many as there are.
pub struct DiscreteLogChallenge<F: PrimeField, Parameters: DiscreteLogParameters> {
    pub(crate) points: [ChallengePoint<F>; 3],
    pub(crate) slope: F,
    pub(crate) intercept: F,
    _parameters: PhantomData<fn() -> Parameters>,
}

/// A generator at a challenge: the weights of the digits.
pub struct ChallengedGenerator<F: PrimeField, Parameters: DiscreteLogParameters> {
    pub(crate) weights: Weights<F>,
    _parameters: PhantomData<fn() -> Parameters>,
}

/// A point of the curve whose x is a challenge: the first one that is an x.
fn sample<T: Transcript, C: Ciphersuite<F: FromUniformBytes<64>>>(
    transcript: &mut T,
    curve: &CurveSpec<C::F>,
    y_is_odd: bool,
) -> (C::F, C::F) {
    loop {
        let x = transcript.challenge::<C>();
        let square_of_y = (x.square() + curve.a) * x + curve.b;
        if let Some(y) = square_of_y.sqrt().into_option() {
            let negate = bool::from(y.is_odd()) != y_is_odd;
            return (x, if negate { -y } else { y });
        }
    }
}

/// See [`EcDlogGadgets::discrete_log_challenge`](crate::EcDlogGadgets::discrete_log_challenge).
#[allow(clippy::type_complexity)]
pub(crate) fn challenge<
    T: Transcript,
    C: Ciphersuite<F: FromUniformBytes<64>>,
    Parameters: DiscreteLogParameters,
>(
    transcript: &mut T,
    curve: &CurveSpec<C::F>,
    generators: &[&GeneratorTable<C::F, Parameters>],
) -> (
    DiscreteLogChallenge<C::F, Parameters>,
    Vec<ChallengedGenerator<C::F, Parameters>>,
) {
    let signs = transcript.challenge_bytes()[0];
    let (x0, y0) = sample::<T, C>(transcript, curve, signs & 1 == 1);
    let (x1, y1) = sample::<T, C>(transcript, curve, signs >> 1 & 1 == 1);
    let inverse = (x1 - x0).invert().into_option();
    let slope = (y1 - y0) * inverse.expect("randomly selected points shared an x coordinate");
    let intercept = y0 - slope * x0;
    // The third point of the line.
    let x2 = slope.square() - x0 - x1;
    let y2 = slope * x2 + intercept;
    let points = [(x0, y0), (x1, y1), (x2, y2)];

    // All that is inverted: 2·y of the points, and for each doubling how far it is above the line, negative.
    let bits = Parameters::ScalarBits::USIZE;
    let mut inverses = vec![intercept; 3 + generators.len() * bits];
    for (inverse, (_, y)) in inverses.iter_mut().zip(&points) {
        *inverse = y.double();
    }
    for (inverses, generator) in inverses[3..].chunks_exact_mut(bits).zip(generators) {
        slices::axpy(inverses, &slope, &generator.x);
        for (inverse, y) in inverses.iter_mut().zip(&generator.y) {
            *inverse -= y;
        }
    }
    let any_zero = inverses.iter().any(Field::is_zero_vartime);
    assert!(!any_zero, "trying to invert 0");
    slices::invert(&mut inverses);

    let highest = (Parameters::XCoefficients::USIZE).max(Parameters::YxCoefficients::USIZE);
    let counts = slices::counts(highest + 1);
    let point =
        |i: usize| ChallengePoint::new::<Parameters>(curve, slope, points[i], inverses[i], &counts);
    let challenge = DiscreteLogChallenge {
        points: [point(0), point(1), point(2)],
        slope,
        intercept,
        _parameters: PhantomData,
    };
    let weights = inverses[3..].chunks_exact(bits);
    let generators = weights.map(|weights| ChallengedGenerator {
        weights: weights.to_vec().into(),
        _parameters: PhantomData,
    });
    (challenge, generators.collect())
}
