//! Multi-scalar multiplication: Σ scalars[i]·points[i].
//!
//! Variable time: [`interleaved`] for a few points, [`stretched`] for dozens, [`buckets`] for more,
//! chosen by [`cost`]; the latter two make their additions by [`sum`].

mod affine;
mod buckets;
mod cost;
mod horner;
mod interleaved;
mod lists;
mod magnitude;
mod multiples;
mod stretched;
mod sum;
mod vartime;

pub(crate) use vartime::Vartime;
pub(crate) use cost::Algorithm;
