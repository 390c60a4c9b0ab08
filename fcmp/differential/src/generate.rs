//! Random and adversarial inputs.

pub mod circuits;
pub mod gadgets;
pub mod generators;
pub mod mutations;
