//! The challenge at which claims of discrete logarithms are checked: three points on a random line.
//!
//! Take a function on the embedded curve whose zeros are the doublings of a generator, with the logarithm's digits as
//! multiplicities, and the negative of the result. It satisfies an identity of logarithmic derivatives at the points of
//! every line (Eagen, <https://eprint.iacr.org/2022/596>). Its left side sums quotients of linear forms in the
//! function's coefficients, with weights that depend only on the challenge point. Its right side is linear in the
//! digits, with weights that depend on the line and the generator. So all claims share the weights.

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

/// A generator and its doublings.
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
    /// The table of the generator with these coordinates.
    ///
    /// # Panics
    ///
    /// If one of the doublings is the identity.
    pub fn new(curve: &CurveSpec<F>, generator_x: F, generator_y: F) -> Self {
        // In Jacobian coordinates, x = X/Z² and y = Y/Z³, one inversion serves all.
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
        slices::vartime_invert(&mut z_inv);
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

/// A challenge point, with the weights of a divisor's coefficients there.
pub(crate) struct ChallengePoint<F> {
    pub(crate) x: F,
    pub(crate) y: F,
    /// xⁱ
    pub(crate) powers: Weights<F>,
    /// d(xⁱ)/dx = i·xⁱ⁻¹
    pub(crate) derivatives: Weights<F>,
    /// dy/dx on the curve.
    pub(crate) derivative_of_y: F,
    /// The factors of the numerator and of the denominator.
    pub(crate) factors: [F; 2],
}

/// A random line and its intersections with the curve, for any number of claims.
///
/// Commitments to these claims must already be in the transcript.
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

/// A point of the curve whose x is a challenge: draws until one is the x of a point.
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

/// 1/(2·y) of each point, then 1/(slope·x + intercept − y) of each generator's doublings.
fn inverses<F: PrimeField, Parameters: DiscreteLogParameters>(
    slope: F,
    intercept: F,
    points: &[(F, F); 3],
    generators: &[&GeneratorTable<F, Parameters>],
) -> Vec<F> {
    let bits = Parameters::ScalarBits::USIZE;
    let mut inverses = vec![intercept; 3 + generators.len() * bits];
    for (inverse, (_, y)) in inverses.iter_mut().zip(points) {
        *inverse = y.double();
    }
    for (inverses, generator) in inverses[3..].chunks_exact_mut(bits).zip(generators) {
        let rows = [(slope, &generator.x), (-F::ONE, &generator.y)];
        slices::add_scaled_rows(
            inverses,
            &rows.map(|(factor, elements)| slices::Row {
                factor,
                start: 0,
                elements,
            }),
        );
    }
    slices::vartime_invert(&mut inverses);
    inverses
}

/// For each point `len` powers of x, from x⁰ on, and then their derivatives.
fn powers_and_derivatives<F: PrimeField>(points: &[(F, F); 3], len: usize) -> Vec<F> {
    let counts = slices::counts(len);
    let mut weights = vec![F::ZERO; 6 * len];
    for (weights, (x, _)) in weights.chunks_exact_mut(2 * len).zip(points) {
        let (powers, derivatives) = weights.split_at_mut(len);
        slices::powers_into(&F::ONE, x, powers);
        derivatives.copy_from_slice(&counts);
        slices::mul_assign(&mut derivatives[1..], &powers[..len - 1]);
    }
    weights
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
    assert!(x0 != x1, "randomly selected points shared an x coordinate");
    let slope = (y1 - y0) * slices::vartime_inverse(&(x1 - x0));
    let intercept = y0 - slope * x0;
    // The third point of the line.
    let x2 = slope.square() - x0 - x1;
    let y2 = slope * x2 + intercept;
    let points = [(x0, y0), (x1, y1), (x2, y2)];
    let inverses = inverses(slope, intercept, &points, generators);

    let len = 1 + (Parameters::XCoefficients::USIZE).max(Parameters::YxCoefficients::USIZE);
    let weights = Weights::from(powers_and_derivatives(&points, len));
    let point = |i: usize| {
        let (x, y) = points[i];
        let (square, double_y) = (x.square(), y.double());
        // The curve's own dy/dx is (3x² + a)/2y.
        let rise = square.double() + square + curve.a;
        let start = 2 * i * len;
        ChallengePoint {
            x,
            y,
            powers: weights.slice(start..start + len),
            derivatives: weights.slice(start + len..start + 2 * len),
            derivative_of_y: rise * inverses[i],
            factors: [double_y, rise - slope * double_y],
        }
    };
    let challenge = DiscreteLogChallenge {
        points: [point(0), point(1), point(2)],
        slope,
        intercept,
        _parameters: PhantomData,
    };
    let inverses = Weights::from(inverses);
    let bits = Parameters::ScalarBits::USIZE;
    let starts = (3..).step_by(bits).take(generators.len());
    let generators = starts.map(|start| ChallengedGenerator {
        weights: inverses.slice(start..start + bits),
        _parameters: PhantomData,
    });
    (challenge, generators.collect())
}
