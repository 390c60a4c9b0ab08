//! The cost model of sums, for `cargo bench -p helioselene-checks --bench calibrate`.

use std::format;
use std::string::String;

use crate::backend::processor::Processor;
use crate::backend::tuning::Work;
use crate::backend::tuning::sums::{Field, Row};
use crate::curve::Curve;
use crate::door::family;

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
