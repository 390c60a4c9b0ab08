//! The optimisation contest of July 2025: its ten operations and more, its weights and inputs, for any implementation.

mod implementation;
mod inputs;
mod operations;

use std::marker::PhantomData;

pub use self::implementation::{CurvePoint, FieldElement, Implementation, Reference, ScalarMul};
pub use self::inputs::{AllInputs, Bytes, CurveInputs, Inputs};
use self::inputs::{TIMED, TIMED_VARIABLE};
pub use self::operations::operations;
use crate::bench::{About, Bench};
use crate::contender::{Contender, Operation, measure};
use crate::measure::Effort;
pub use crate::weights::WEIGHTS;

/// The contest as a benchmark.
pub const ABOUT: About = About {
    program: "contest",
    title: "The optimisation contest of July 2025",
    effort: Effort::of(201, 200),
};

/// An implementation that has all operations.
pub struct Whole<'a, I> {
    name: String,
    prepare: Box<dyn Fn() + 'a>,
    types: PhantomData<I>,
}

impl<'a, I: Implementation> Whole<'a, I> {
    /// From its name, and an action before each run.
    pub fn new(name: &str, prepare: impl Fn() + 'a) -> Box<Self> {
        Box::new(Self {
            name: name.into(),
            prepare: Box::new(prepare),
            types: PhantomData,
        })
    }
}

impl<I: Implementation> Contender<AllInputs> for Whole<'_, I> {
    fn name(&self) -> &str {
        &self.name
    }

    fn operations(&self, inputs: &AllInputs) -> Vec<Operation> {
        operations::<I>(inputs)
    }

    fn prepare(&self) {
        (self.prepare)();
    }
}

/// Compares contenders with the first, the reference.
///
/// # Errors
///
/// If a result differs from the reference's.
pub fn run(
    bench: &mut Bench<'_>,
    inputs: &AllInputs,
    contenders: &[Box<dyn Contender<AllInputs> + '_>],
) -> Result<(), String> {
    for note in [
        "p = 2²⁵⁵ − 19; q = 2²⁵⁵ − γ is the other prime of the cycle. Helios is over p, Selene over q.".into(),
        format!(
            "Timed operands are random, from a seeded generator, and asserted to be no edge case: {TIMED} in turn, \
             {TIMED_VARIABLE} where the time depends on them (double base), each sample going on where the one before \
             it stopped. Edge cases are checked, not timed."
        ),
        "Rows named latency time a chain in which each result is the next input; all others time independent \
         operations, one after another, as the contest did."
            .into(),
        "mul_base is compared with the reference's only scalar multiplication, and the vartime double base \
         a·A + b·G with two of those and an addition."
            .into(),
    ] {
        bench.note(note);
    }
    measure(bench, inputs, contenders, |operation| {
        if WEIGHTS.iter().any(|(name, _)| *name == operation.name) {
            "Its ten operations"
        } else {
            "More operations"
        }
    })
}
