//! The library's modules for tests and benches only, see `notes/architecture.md`.

/// The suite knows the library by this name.
#[cfg(test)]
use crate as library;

#[cfg(test)]
pub(crate) mod instruments;
pub mod internals;
#[cfg(test)]
mod leaves;
#[cfg(test)]
#[path = "../tests/suite/src/check.rs"]
pub(crate) mod suite;
#[cfg(test)]
mod toy;
