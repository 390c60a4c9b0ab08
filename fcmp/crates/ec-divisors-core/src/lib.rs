//! What the packages named `ec-divisors`, for two revisions of FCMP++, have in common.
//!
//! The revisions take different roots of −(A + 2) for the short Weierstrass coordinates of Ed25519's points, so the y
//! of each point differs in sign. Divisors of points of one sign prove nothing about leaves of the other, and a verifier
//! with one sign refuses the proofs of the other. A type can implement a trait only once, so each root has its own trait,
//! and all code generic over it: the same files, compiled as two modules. So one program can contain both packages.
#![no_std]
#![deny(missing_docs)]

extern crate alloc;

pub mod even_root;
pub mod odd_root;
