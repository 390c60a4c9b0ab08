//! Claims of discrete logarithms.

use alloc::vec::Vec;
use core::iter;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use generalized_bulletproofs_circuit_abstraction::{
    Circuit, LinComb, Neighbours, Transcript, Variable,
};
use generic_array::GenericArray;

use crate::challenge::{self, ChallengePoint};
use crate::{
    ChallengedGenerator, CurveSpec, DiscreteLogChallenge, DiscreteLogParameters, EcGadgets,
    GeneratorTable, OnCurve,
};

/// The coefficients of a function on the curve, of which that of x is 1: so the function is not zero.
#[derive(Clone)]
pub struct Divisor<Parameters: DiscreteLogParameters> {
    /// That of y.
    pub y: Variable,
    /// Those of y·x, y·x² and so on.
    pub yx: GenericArray<Variable, Parameters::YxCoefficients>,
    /// Those of x², x³ and so on.
    pub x_from_power_of_2: GenericArray<Variable, Parameters::XCoefficientsMinusOne>,
    /// The constant.
    pub zero: Variable,
}

/// The claim that a point is a generator times a scalar.
#[derive(Clone)]
pub struct PointWithDlog<Parameters: DiscreteLogParameters> {
    /// The coordinates of the point.
    pub point: (Variable, Variable),
    /// The digits of the scalar, from the lowest: it is Σ digitᵢ·2ⁱ.
    pub dlog: GenericArray<Variable, Parameters::ScalarBits>,
    /// The function whose zeros are the generator's doublings, as often as the digits say, and the negative of the
    /// point.
    pub divisor: Divisor<Parameters>,
}

/// Claims of discrete logarithms on a curve over the scalars of the proof's curve.
pub trait EcDlogGadgets<C: Ciphersuite> {
    /// Samples what claims over these generators are checked at.
    ///
    /// The commitments to the claims must have been written to the transcript before, and generators that are not
    /// fixed too. Variable time.
    ///
    /// # Panics
    ///
    /// If a sampled line meets the curve, or a generator's doubling, where it must not: which cannot be brought about.
    #[allow(clippy::type_complexity)]
    fn discrete_log_challenge<T: Transcript, Parameters: DiscreteLogParameters>(
        &self,
        transcript: &mut T,
        curve: &CurveSpec<C::F>,
        generators: &[&GeneratorTable<C::F, Parameters>],
    ) -> (
        DiscreteLogChallenge<C::F, Parameters>,
        Vec<ChallengedGenerator<C::F, Parameters>>,
    );

    /// Constrains a claim to be true, and its point to be on the curve. Returns the point.
    ///
    /// Digits are not constrained to be bits: they are those of a logarithm, which need not be its only ones. Where the
    /// same variables are used again, they are the same logarithm.
    ///
    /// All variables must be those of commitments.
    ///
    /// # Panics
    ///
    /// If the prover's values are not those of a true claim; where debug assertions are on, if a variable is not one of a
    /// commitment.
    fn discrete_log<Parameters: DiscreteLogParameters>(
        &mut self,
        curve: &CurveSpec<C::F>,
        point: PointWithDlog<Parameters>,
        challenge: &DiscreteLogChallenge<C::F, Parameters>,
        challenged_generator: &ChallengedGenerator<C::F, Parameters>,
    ) -> OnCurve;
}

/// The coefficients of a divisor.
struct Coefficients {
    /// Those of y and all y·xⁱ.
    of_yx: Neighbours,
    /// Those of xⁱ from i = 2 on.
    of_x: Neighbours,
    zero: Variable,
}

/// The logarithmic derivative of a divisor at a challenge point, as a variable: numerator over denominator.
fn derivative<C: Ciphersuite>(
    circuit: &mut Circuit<C>,
    Coefficients { of_yx, of_x, zero }: &Coefficients,
    at: &ChallengePoint<C::F>,
) -> Variable {
    let [factor, denominator_factor] = at.factors;
    let (yx_len, x_len) = (of_yx.len(), of_x.len());
    let (powers, derivatives) = (&at.powers, &at.derivatives);
    // d(y·xⁱ)/dx has two terms.
    let numerator = LinComb::empty()
        .constant(factor)
        .terms(factor * at.derivative_of_y, &powers.slice(0..yx_len), of_yx)
        .terms(factor * at.y, &derivatives.slice(0..yx_len), of_yx)
        .terms(factor, &derivatives.slice(2..2 + x_len), of_x);
    let factor = denominator_factor;
    let denominator = LinComb::empty()
        .constant(factor * at.x)
        .terms(factor * at.y, &powers.slice(0..yx_len), of_yx)
        .terms(factor, &powers.slice(2..2 + x_len), of_x)
        .term(factor, *zero);
    let values = circuit.eval(&numerator).zip(circuit.eval(&denominator));
    let values = values.map(|(numerator, denominator)| {
        let inverse = denominator.invert().expect("a divisor without a zero here");
        (denominator, numerator * inverse)
    });
    let (_, quotient, product) = circuit.mul(Some(denominator), None, values);
    circuit.equality(numerator, &product.into());
    quotient
}

impl<C: Ciphersuite<F: FromUniformBytes<64>>> EcDlogGadgets<C> for Circuit<C> {
    fn discrete_log_challenge<T: Transcript, Parameters: DiscreteLogParameters>(
        &self,
        transcript: &mut T,
        curve: &CurveSpec<C::F>,
        generators: &[&GeneratorTable<C::F, Parameters>],
    ) -> (
        DiscreteLogChallenge<C::F, Parameters>,
        Vec<ChallengedGenerator<C::F, Parameters>>,
    ) {
        challenge::challenge::<T, C, Parameters>(transcript, curve, generators)
    }

    fn discrete_log<Parameters: DiscreteLogParameters>(
        &mut self,
        curve: &CurveSpec<C::F>,
        point: PointWithDlog<Parameters>,
        challenge: &DiscreteLogChallenge<C::F, Parameters>,
        challenged_generator: &ChallengedGenerator<C::F, Parameters>,
    ) -> OnCurve {
        let PointWithDlog {
            divisor,
            dlog,
            point: (x, y),
        } = &point;
        let of_yx = || iter::once(&divisor.y).chain(&divisor.yx);
        let coefficients = of_yx().chain(&divisor.x_from_power_of_2);
        let is_committed =
            |variable: &Variable| matches!(variable, Variable::CG { .. } | Variable::V(_));
        debug_assert!(
            [x, y, &divisor.zero]
                .into_iter()
                .chain(coefficients)
                .chain(dlog)
                .all(is_committed),
            "variables of a claim are those of commitments",
        );

        let point = self.on_curve(curve, (*x, *y));
        let coefficients = Coefficients {
            of_yx: of_yx().copied().collect(),
            of_x: divisor.x_from_power_of_2.iter().copied().collect(),
            zero: divisor.zero,
        };
        let mut left = LinComb::empty();
        for at in &challenge.points {
            left = left.term(C::F::ONE, derivative(self, &coefficients, at));
        }
        // The third point on the line through the result and its neighbour is the negative: y, not −y.
        let above = LinComb::empty()
            .constant(challenge.intercept)
            .term(C::F::ONE, point.y)
            .term(challenge.slope, point.x);
        let value = self.eval(&above);
        let (_, inverse) = self.inverse(Some(above), value);
        let digits = dlog.iter().copied().collect();
        let right = LinComb::empty()
            .terms(C::F::ONE, &challenged_generator.weights, &digits)
            .term(C::F::ONE, inverse);
        self.equality(left, &right);
        point
    }
}
