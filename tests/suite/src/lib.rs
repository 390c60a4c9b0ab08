//! What a backend from outside must pass: [`check`] compares each function of
//! `helioselene_simd::unstable::BatchVector` with field elements. `notes/vectors.md` walks through writing one.
//!
//! ```
//! # // Any vectors do.
//! use helioselene_simd::unstable::{BatchVector, FieldVector, PointVector, Visitor, visit};
//!
//! struct Check;
//! impl<P: helioselene_simd::Prime> Visitor<P> for Check {
//!     fn visit<V: FieldVector<Prime = P>>(&mut self, _: &'static str) {
//!         helioselene_suite::check_arithmetic::<V>();
//!     }
//!     fn visit_batch<V: BatchVector<Prime = P>>(&mut self, _: &'static str) {
//!         helioselene_suite::check::<V>();
//!     }
//!     fn visit_point<V: PointVector<Prime = P>>(&mut self, _: &'static str) {
//!         helioselene_suite::check_point::<V>();
//!     }
//! }
//! visit::<helioselene_simd::P25519>(&mut Check);
//! ```

// The unit tests of the library compile these too.
#[path = "../../../src/testing/suite.rs"]
mod check;
#[path = "../../../src/testing/counted.rs"]
mod counted;

use helioselene_simd as library;

pub use check::{check, check_arithmetic, check_point};
#[doc(hidden)] // for the unit tests of fcmp/leaves
pub use counted::Counted;
