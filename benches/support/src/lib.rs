//! What the benchmarks of `helioselene-simd` share.
//!
//! * [`mod@reference`]: the baseline of the 2025 optimisation contest, rewritten from public crates for both
//!   cycles;
//! * [`arkworks`]: the same curves in arkworks 0.5;
//! * `harness`, with the feature `criterion`: what criterion benches share;
//! * [`measure`]: times contenders in turns in one process, in nanoseconds and core cycles;
//! * [`mod@bench`]: such a program, from its command line to its results;
//! * [`contender`]: implementations, checked against each other and measured side by side;
//! * [`contest`]: the contest's operations, for any contender;
//! * [`report`]: criterion's estimates, read, and tables of figures;
//! * [`command_line`]: options, help and errors of a program.

#[cfg(feature = "peers")]
pub mod arkworks;
pub mod bench;
pub mod command_line;
pub mod contender;
pub mod contest;
#[cfg(feature = "criterion")]
pub mod harness;
pub mod measure;
pub mod reference;
pub mod report;
mod vectors;
mod weights;

#[cfg(feature = "peers")]
pub use multiexp;
