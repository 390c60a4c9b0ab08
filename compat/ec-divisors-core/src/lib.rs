//! What the packages named `ec-divisors`, of two revisions of FCMP++, have in common.
//!
//! The revisions take other roots of −(A + 2) for the short Weierstrass coordinates of Ed25519's points, so that the y of each
//! point differs in sign. Divisors of points of one sign prove nothing about leaves of the other. A trait can be implemented once
//! for a type, so each root has a trait of its own, and all that is generic over it: the same files, compiled as two modules. A
//! program whose graph has both packages has each as it is.
#![no_std]
#![deny(missing_docs)]

extern crate alloc;

pub mod even_root;
pub mod odd_root;
