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

/// The coefficients of a function on the curve. The coefficient of x is 1, so the function is not zero.
#[derive(Clone)]
pub struct Divisor<Parameters: DiscreteLogParameters> {
    /// The coefficient of y.
    pub y: Variable,
    /// The coefficients of y·x, y·x², …
    pub yx: GenericArray<Variable, Parameters::YxCoefficients>,
    /// The coefficients of x², x³, …
    pub x_from_power_of_2: GenericArray<Variable, Parameters::XCoefficientsMinusOne>,
    /// The constant.
    pub zero: Variable,
}

/// The claim that a point is a generator times a scalar.
#[derive(Clone)]
pub struct PointWithDlog<Parameters: DiscreteLogParameters> {
    /// The coordinates of the point.
    pub point: (Variable, Variable),
    /// The digits of the scalar Σ digitᵢ·2ⁱ, lowest first.
    pub dlog: GenericArray<Variable, Parameters::ScalarBits>,
    /// The function whose zeros are the generator's doublings, with the digits as multiplicities, and the negative of
    /// the point.
    pub divisor: Divisor<Parameters>,
}

/// Claims of discrete logarithms on a curve over the scalars of the proof's curve.
pub trait EcDlogGadgets<C: Ciphersuite> {
    /// Samples the challenge at which claims over these generators are checked.
    ///
    /// The commitments to the claims, and generators that are not fixed, must already be in the transcript. Variable
    /// time.
    ///
    /// # Panics
    ///
    /// If the sampled points share an x, a point of the line has y = 0, or the line meets a generator's doubling.
    /// Nobody can bring that about.
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
    /// Digits are not constrained to be bits, so a logarithm can have several sets of digits. Claims with the same
    /// digit variables have the same logarithm.
    ///
    /// All variables must belong to commitments.
    ///
    /// # Panics
    ///
    /// If the prover's divisor is zero at a challenge point or the line meets the negative of the point. For a true
    /// claim the probability is negligible. With debug assertions on, also if a variable does not belong to one.
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
    /// Those of y and every y·xⁱ.
    of_yx: Neighbours,
    /// Those of xⁱ, from i = 2.
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
        // The function's last zero is the negative of the point: slope·x + intercept − (−y).
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
