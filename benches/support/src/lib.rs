//! What the benchmarks of `helioselene-simd` share.
//!
//! * [`mod@reference`]: the baseline of the 2025 optimisation contest, rewritten from public crates for both
//!   cycles;
//! * [`arkworks`]: the same curves in arkworks 0.5;
//! * [`judge`]: constant time, judged by [`memcheck`] (Valgrind) or, with the feature `machine-code`, by the interpreter
//!   `machine_code`;
//! * `harness`, with the feature `criterion`: what criterion benches share;
//! * [`measure`]: times contenders in turns in one process, in nanoseconds and core cycles;
//! * [`mod@bench`]: such a program, from its command line to its results;
//! * [`contender`]: implementations, checked against each other and measured side by side;
//! * [`contest`]: the contest's operations, for any contender;
//! * [`report`]: criterion's estimates, read, and tables of figures;
//! * [`command_line`]: options, help and errors of a program;
//! * [`vectors`]: the committed test vectors, used as inputs.

#[cfg(feature = "peers")]
pub mod arkworks;
pub mod bench;
pub mod command_line;
pub mod contender;
pub mod contest;
#[cfg(feature = "criterion")]
pub mod harness;
pub mod heap;
pub mod judge;
#[cfg(all(target_arch = "x86_64", target_os = "linux", feature = "machine-code"))]
pub mod machine_code;
pub mod measure;
#[path = "../../../tests/common/memcheck.rs"]
pub mod memcheck;
pub mod reference;
pub mod report;
pub mod vectors;

#[cfg(feature = "peers")]
pub use multiexp;
