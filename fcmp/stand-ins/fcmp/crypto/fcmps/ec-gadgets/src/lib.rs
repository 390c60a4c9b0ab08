//! Signatures of one gadget, and nothing behind them.

use ciphersuite::Ciphersuite;
use generalized_bulletproofs_circuit_abstraction::{Circuit, Variable};

pub struct CurveSpec<F> {
    pub a: F,
    pub b: F,
}

pub struct OnCurve {
    pub x: Variable,
    pub y: Variable,
}

pub trait EcGadgets<C: Ciphersuite> {
    fn on_curve(&mut self, curve: &CurveSpec<C::F>, point: (Variable, Variable)) -> OnCurve;
}

impl<C: Ciphersuite> EcGadgets<C> for Circuit<C> {
    fn on_curve(&mut self, _: &CurveSpec<C::F>, (x, y): (Variable, Variable)) -> OnCurve {
        OnCurve { x, y }
    }
}
