//! What proofs and tests measure with, and nothing that ships: lanes that are no registers, polynomials, an
//! interpreter of assembly. `notes/assurance.md` says what rests on them.

#[cfg(helioselene_has = "assembly")]
pub(crate) mod assembly;
pub(crate) mod lanes;
// Some of it is for other crates' tests.
#[allow(dead_code)]
#[path = "../tests/common/memcheck.rs"]
pub(crate) mod memcheck;
pub(crate) mod poly;
pub(crate) mod quad;
