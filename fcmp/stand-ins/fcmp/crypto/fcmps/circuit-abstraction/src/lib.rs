//! A circuit's signatures, and nothing behind them.

use std::marker::PhantomData;

use ciphersuite::Ciphersuite;
pub use generalized_bulletproofs::arithmetic_circuit_proof::{LinComb, Variable};

pub struct Circuit<C>(PhantomData<C>);

impl<C: Ciphersuite> Circuit<C> {
    pub fn constrain_equal_to_zero(&mut self, _: LinComb<C::F>) {}
}
