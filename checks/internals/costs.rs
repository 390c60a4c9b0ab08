//! The cost model of sums, for `cargo bench -p helioselene-checks --bench calibrate`.

use std::format;
use std::string::String;

use crate::backend::FieldVector;
use crate::backend::processor::Processor;
use crate::backend::tuning::Work;
use crate::backend::tuning::sums::{Cost, Field, Row};
use crate::curve::{Algorithm, Curve};
use crate::door::{batch::run_batch, family};
use crate::field::Prime;
use crate::msm::{BatchOperation, Singles, cost::count};

/// Measured nanoseconds of public sums over a curve on the selected backend and this processor, as a row
/// of the tuning file.
pub fn cost_row<C: Curve>(costs: [u64; 5]) -> String {
    let kernels = family(Work::ManyPublic.families());
    line(&(
        Processor::detected(),
        kernels,
        Field::of::<C::Base>(),
        costs,
    ))
}

/// A row as it stands in the table.
pub(crate) fn line((processor, family, field, costs): &Row) -> String {
    format!("({processor:?}, {family:?}, {field:?}, {costs:?}),")
}

/// The operations of an algorithm for n points and scalars of `length` bits in the lanes of public sums over a curve.
pub fn cost_of<C: Curve>(algorithm: Algorithm, n: usize, length: u32) -> Cost {
    run_batch::<C::Base, _>(Count {
        algorithm,
        n,
        length,
    })
}

struct Count {
    algorithm: Algorithm,
    n: usize,
    length: u32,
}

impl<P: Prime> BatchOperation<P> for Count {
    type Output = Cost;
    const WORK: Work = Work::ManyPublic;

    fn run<V: FieldVector, S: Singles<P>>(self) -> Cost {
        count(self.algorithm, self.n, self.length, V::LANES)
    }
}
