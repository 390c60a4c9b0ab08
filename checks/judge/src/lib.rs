//! What judges machine code and memory, for the tests of every package.
//!
//! * [`memcheck`]: constant time, judged by Valgrind's;
//! * `machine_code`, with the feature `machine-code`: the same by an interpreter, and counts of instructions;
//! * [`Judge`]: what both judges have in common;
//! * [`heap`]: what an operation leaves on the heap;
//! * [`make`]: makes of processors, for what their execution units allow.

pub mod heap;
mod judge;
#[cfg(all(target_arch = "x86_64", target_os = "linux", feature = "machine-code"))]
pub mod machine_code;
pub mod make;
pub mod memcheck;

pub use judge::Judge;
