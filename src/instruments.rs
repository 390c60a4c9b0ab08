//! What proofs and tests measure with, and nothing that ships: lanes that are no registers, polynomials, an
//! interpreter of assembly. `notes/assurance.md` says what rests on them.

#[cfg(helioselene_has = "assembly")]
pub(crate) mod assembly;
pub(crate) mod lanes;
pub(crate) mod poly;
pub(crate) mod quad;
