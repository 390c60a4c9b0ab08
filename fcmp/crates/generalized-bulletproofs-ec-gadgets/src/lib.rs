//! The API of FCMP++'s `generalized-bulletproofs-ec-gadgets`: constraints on points, additions and discrete logarithms.
//! README.md says what differs inside.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
#![allow(non_snake_case)]

extern crate alloc;

mod challenge;
mod dlog;
mod parameters;
mod points;

pub use challenge::{ChallengedGenerator, DiscreteLogChallenge, GeneratorTable};
pub use dlog::{Divisor, EcDlogGadgets, PointWithDlog};
pub use parameters::{DiscreteLogParameter, DiscreteLogParameters};
pub use points::{EcGadgets, OnCurve};

/// A curve y² = x³ + a·x + b.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurveSpec<F> {
    /// a
    pub a: F,
    /// b
    pub b: F,
}
