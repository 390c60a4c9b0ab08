//! Scalar multiplication: each algorithm once, over the points of any backend.

mod double_base;
mod fixed_base;
mod recoding;
mod single;
mod tables;
mod variable_base;

pub(crate) use double_base::DoubleBase;
pub(crate) use fixed_base::FixedBase;
pub(crate) use recoding::ODD_MULTIPLES;
#[cfg(any(feature = "alloc", test))]
pub(crate) use recoding::OddDigits;
#[cfg(feature = "alloc")]
pub(crate) use recoding::WINDOW;
pub(crate) use single::{Addition, Doubling};
pub(crate) use variable_base::VariableBase;
