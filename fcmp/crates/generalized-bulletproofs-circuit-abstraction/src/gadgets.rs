//! Gadgets made of products and constraints.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::Field;

use crate::{Circuit, LinComb, Variable};

impl<C: Ciphersuite> Circuit<C> {
    /// Constrains two combinations to be equal.
    pub fn equality(&mut self, a: LinComb<C::F>, b: &LinComb<C::F>) {
        self.constraints.equal(&a, b);
    }

    /// Adds a value, constrained to equal the combination if one is given, and its inverse. Returns both variables.
    ///
    /// # Panics
    ///
    /// If the prover's value is zero, and where [`Circuit::mul`] panics.
    pub fn inverse(
        &mut self,
        lincomb: Option<LinComb<C::F>>,
        witness: Option<C::F>,
    ) -> (Variable, Variable) {
        let witness =
            witness.map(|value| (value, value.invert().expect("a value with an inverse")));
        let (value, inverse, one) = self.mul(lincomb, None, witness);
        self.constrain_equal_to_zero(LinComb::from(one).constant(-C::F::ONE));
        (value, inverse)
    }

    /// Constrains two combinations to differ: their difference has an inverse.
    ///
    /// # Panics
    ///
    /// If the prover's values are equal, and where [`Circuit::mul`] panics.
    pub fn inequality(
        &mut self,
        a: LinComb<C::F>,
        b: &LinComb<C::F>,
        witness: Option<(C::F, C::F)>,
    ) {
        self.inverse(Some(a - b), witness.map(|(a, b)| a - b));
    }
}
