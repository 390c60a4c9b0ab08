//! Judges of machine code and memory, for the tests of every package.
//!
//! * [`memcheck`]: constant time, by Valgrind's memcheck;
//! * `machine_code`, with the feature `machine-code`: constant time by an interpreter, and counts of instructions;
//! * [`Judge`]: what both have in common;
//! * [`heap`]: what an operation leaves on the heap;
//! * [`make`]: makes of processors, and what their execution units can do.

pub mod heap;
mod judge;
#[cfg(all(target_arch = "x86_64", target_os = "linux", feature = "machine-code"))]
pub mod machine_code;
pub mod make;
pub mod memcheck;

pub use judge::Judge;
