//! Instruments of proofs and tests: lanes other than registers, polynomials, an interpreter of assembly.
//! `notes/assurance.md` says what rests on them.

#[cfg(helioselene_has = "assembly")]
pub(crate) mod assembly;
pub(crate) mod lanes;
// Other crates' tests use some of these.
#[allow(dead_code)]
#[path = "judge/src/memcheck.rs"]
pub(crate) mod memcheck;
pub(crate) mod poly;
pub(crate) mod quad;
