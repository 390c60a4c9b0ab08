//! Judges of constant time and of memory, for the tests of every package.
//!
//! * [`memcheck`]: constant time, by Valgrind's memcheck;
//! * [`Judge`]: what this has in common with the interpreter of machine code in `lab/machine`;
//! * [`heap`]: what an operation leaves on the heap;
//! * [`make`]: makes of processors, and what their execution units can do.

pub mod heap;
mod judge;
pub mod make;
pub mod memcheck;

pub use judge::Judge;
