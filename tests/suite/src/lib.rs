//! What a backend from outside must pass: [`check`] compares each function of
//! `helioselene_simd::unstable::FieldVector` with field elements. `notes/vectors.md` walks through writing one.
//!
//! ```
//! # // Any vectors do.
//! use helioselene_simd::unstable::{FieldVector, Visitor, visit};
//!
//! struct Check;
//! impl<P: helioselene_simd::Prime> Visitor<P> for Check {
//!     fn visit<V: FieldVector<Prime = P>>(&mut self, _: &'static str) {
//!         helioselene_suite::check::<V>();
//!     }
//! }
//! visit::<helioselene_simd::P25519>(&mut Check);
//! ```

mod check;

use helioselene_simd as library;

pub use check::check;
