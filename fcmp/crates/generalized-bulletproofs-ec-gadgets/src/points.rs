//! Points of a curve over the scalars of the proof's curve.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::Field;
use generalized_bulletproofs_circuit_abstraction::{Circuit, LinComb, Variable};

use crate::CurveSpec;

/// A point that has been constrained to be on its curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnCurve {
    pub(crate) x: Variable,
    pub(crate) y: Variable,
}

impl OnCurve {
    /// The variable of x.
    pub fn x(&self) -> Variable {
        self.x
    }

    /// The variable of y.
    pub fn y(&self) -> Variable {
        self.y
    }
}

/// Constraints on points.
pub trait EcGadgets<C: Ciphersuite> {
    /// Constrains coordinates to be those of a point on the curve.
    fn on_curve(&mut self, curve: &CurveSpec<C::F>, point: (Variable, Variable)) -> OnCurve;

    /// Constrains c to be a + b, for a known point a, and a and b to differ in x. Returns c.
    ///
    /// The addition is incomplete: b must be neither a nor −a.
    ///
    /// # Panics
    ///
    /// If the prover's b has the same x as a.
    fn incomplete_add_fixed(&mut self, a: (C::F, C::F), b: OnCurve, c: OnCurve) -> OnCurve;
}

/// Adds the product of two variables, given their values if known. Returns the product's variable.
fn product<C: Ciphersuite>(
    circuit: &mut Circuit<C>,
    [a, b]: [Variable; 2],
    values: Option<(C::F, C::F)>,
) -> Variable {
    let (_, _, product) = circuit.mul(Some(a.into()), Some(b.into()), values);
    product
}

impl<C: Ciphersuite> EcGadgets<C> for Circuit<C> {
    fn on_curve(&mut self, curve: &CurveSpec<C::F>, (x, y): (Variable, Variable)) -> OnCurve {
        let x_value = self.eval(&x.into());
        let x2 = product(self, [x, x], x_value.map(|x| (x, x)));
        let x3 = product(self, [x2, x], x_value.map(|x| (x.square(), x)));
        let y_value = self.eval(&y.into());
        let y2 = product(self, [y, y], y_value.map(|y| (y, y)));
        let right = LinComb::from(x3).term(curve.a, x).constant(curve.b);
        self.equality(y2.into(), &right);
        OnCurve { x, y }
    }

    fn incomplete_add_fixed(
        &mut self,
        (a_x, a_y): (C::F, C::F),
        b: OnCurve,
        c: OnCurve,
    ) -> OnCurve {
        // The values of b and c, if this is a prover's circuit.
        let b_x = self.eval(&b.x.into());
        let b_y = self.eval(&b.y.into());
        let c_x = self.eval(&c.x.into());

        let fixed_x = LinComb::empty().constant(a_x);
        self.inequality(b.x.into(), &fixed_x, b_x.map(|x| (x, a_x)));

        // The line through a and b has the slope (b_y − a_y)/(b_x − a_x), and the third point on it is −c.
        let slope_value = b_x.zip(b_y).map(|(x, y)| {
            let inverse = (x - a_x).invert().expect("points that differ in x");
            (y - a_y) * inverse
        });

        let run = LinComb::from(b.x).constant(-a_x);
        let values = slope_value.zip(b_x).map(|(slope, x)| (slope, x - a_x));
        let (slope, _, rise) = self.mul(None, Some(run), values);
        self.equality(rise.into(), &LinComb::from(b.y).constant(-a_y));

        let run = LinComb::from(c.x).constant(-a_x);
        let values = slope_value.zip(c_x).map(|(slope, x)| (slope, x - a_x));
        let (.., rise) = self.mul(Some(slope.into()), Some(run), values);
        let to_negative = LinComb::empty().term(-C::F::ONE, c.y).constant(-a_y);
        self.equality(rise.into(), &to_negative);

        let values = slope_value.map(|slope| (slope, slope));
        let square = product(self, [slope; 2], values);
        let sum_of_x = LinComb::from(b.x).term(C::F::ONE, c.x).constant(a_x);
        self.equality(square.into(), &sum_of_x);
        c
    }
}
