//! Helios and Selene, the curve cycle under Monero's full-chain membership proofs (FCMP++), fast: serial code for
//! any CPU, and vector backends for x86-64 that are picked at run time.
//!
//! ```
//! use helioselene_simd::group::{Group, GroupEncoding, ff::Field};
//! use helioselene_simd::{Backend, SelenePoint, SeleneScalar};
//!
//! let secret = SeleneScalar::random(&mut rand_core::OsRng);
//! let public = SelenePoint::mul_base(&secret); // = SelenePoint::generator() * secret, from tables
//! assert_eq!(public, SelenePoint::generator() * secret);
//! assert_eq!(SelenePoint::from_bytes(&public.to_bytes()).unwrap(), public);
//! println!("computed on {}", Backend::selected());
//! ```
//!
//! | of the points | the coordinates are | the scalars are |
//! |---|---|---|
//! | [`HeliosPoint`] | [`Field25519`], the field of p elements | [`HeliosScalar`], the field of q elements |
//! | [`SelenePoint`] | [`HelioseleneField`], the field of q elements | [`SeleneScalar`], the field of p elements |
//!
//! All are [`FieldElement`]s and [`Point`]s, with operators and the traits of [`group`](https://docs.rs/group/0.13) 0.13 and its `ff`.
//!
//! | to compute | call |
//! |---|---|
//! | k·P; k·G of the generator | `P * k`; [`Point::mul_base`] |
//! | a·A + b·G, public | [`Point::vartime_double_scalar_mul_basepoint`] |
//! | products, sums, powers of many field elements | module [`slices`] |
//! | x and y of a point, and back | [`Point::to_xy`], [`Point::from_xy`] |
#![cfg_attr(
    feature = "alloc",
    doc = "| k₁·P₁, k₂·P₂, … | [`Point::batch_mul`] |
| Σ kᵢ·Pᵢ of secrets; of public numbers | [`Point::multiscalar_mul`]; [`Point::vartime_multiscalar_mul`] |
| the same over points that come again | [`Precomputation`]; [`VartimePrecomputation`] |
| many such sums at once, public | [`VartimePrecomputation::vartime_batch_multiscalar_mul`] |
| many nodes of a tree from their children | [`VartimePrecomputation::vartime_batch_hash_nodes`] |
| many encodings to points; public ones | [`Point::batch_from_bytes`]; [`Point::vartime_batch_from_bytes`] |
| many points to encodings | [`Point::batch_to_bytes`] |
| many points to coordinates | [`Point::batch_to_affine`], [`Point::batch_to_xy`] |
| many points to the other curve's scalars | [`Point::batch_to_x`] |
| Monero outputs to leaves | the crate `helioselene-leaves` |
| many inverses | [`FieldElement::batch_invert`], of public elements [`FieldElement::vartime_batch_invert`] |"
)]
//!
//! Batch functions have `_into` variants that write to your slices; decoding also fills a validity mask. Every function
//! is constant time unless its name says `vartime`, or, of two names that are curve25519-dalek's, `optional`. The
//! identity has [one convention](Point#the-identity) in all that gives coordinates.
//!
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `std` (default) | the environment variable below; implies `alloc` |
//! | `alloc` | batches, and sums of many products |
//! | `rayon` | batches and large sums on the threads of rayon's pool |
//! | `avxifma` | the backend [`Backend::AvxIfma`], which is not chosen by itself |
//! | `cycle2025` | the cycle of July 2025 too, in a module of that name |
//! | `ciphersuite` | `ciphersuite::Ciphersuite` (0.4.2) for both curves |
//! | `serde` | `serde::{Serialize, Deserialize}` for field elements and points, by their encodings |
//! | `group-0-14` | the traits of `ff` and `group` 0.14 too, with `rand_core` 0.10 |
//! | `hash2curve` | `Point::{hash_to_curve, encode_to_curve, map_to_curve}`, RFC 9380 |
//! | `arbitrary` | `arbitrary::Arbitrary` for field elements and points |
//! | `unstable` | the field trait, for backends of your own: a module which any version may change |
//!
//! # Backends
//!
//! The fastest backend that the CPU can run is picked when the library is first used. All give the same field
//! elements, encodings and comparisons, bit for bit; only the projective X, Y, Z that stand for a point may differ.
//! [`Backend::select`] overrides the choice, and so do, with `std`, the environment variable `HELIOSELENE_BACKEND`
//! (`serial`, `avx2`, `avxifma` or `ifma`), and the build flag `--cfg helioselene_backend="serial"`, which compiles nothing else.
//!
//! # Trust
//!
//! No one has audited this library yet. What machines prove, what tests compare, and by which command a stranger can
//! check it, is in
//! the notes, as are the formulas: the folder `notes` of the source.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Batches alone use some of what stands beside single points; WebAssembly has other kernels than machine words.
#![cfg_attr(
    any(not(feature = "alloc"), helioselene_has = "radix29"),
    allow(dead_code, unused_imports, unused_macros)
)]

#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
extern crate alloc;

pub use group;

// The floors, from the ground up: each imports from those before it only, see `notes/architecture.md`.
// (Apart from each other, or rustfmt would sort them.)
mod word;

mod wiped;

mod mask;

#[cfg(feature = "alloc")]
mod threads;

mod primes;

mod arithmetic;

mod field;

mod curve;

mod backend;

mod point_ops;

mod scalar_mul;

#[cfg(feature = "alloc")]
mod msm;

pub mod slices;

mod dispatch;

mod fields;

mod curves;

#[cfg(feature = "arbitrary")]
mod arbitrary;

#[cfg(feature = "ciphersuite")]
mod ciphersuite;

#[cfg(feature = "group-0-14")]
mod newer_traits;

#[cfg(feature = "hash2curve")]
mod hash_to_curve;

#[cfg(feature = "serde")]
mod serde;

#[cfg(feature = "unstable")]
pub mod unstable;

/// The README's example is compiled with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// Of the package in `checks/`, whose library this file is as well.
#[cfg(feature = "checks")]
#[path = "../checks/checks.rs"]
pub mod checks;

/// The name by which the crate in `leaves/`, of which these tests have the source, knows the library.
#[cfg(all(test, feature = "checks"))]
extern crate self as helioselene_simd;

pub use curve::{AffinePoint, Curve, Point};
pub use curves::{Helios, Selene};
pub use dispatch::{Backend, Unavailable, UnknownBackend};
/// What messages are expanded by, for `Point::hash_to_curve`.
#[cfg(feature = "hash2curve")]
pub use elliptic_curve::hash2curve;
pub use field::{FieldElement, Prime};
/// `group` 0.14, whose traits the same types have, beside those of `group` 0.13.
#[cfg(feature = "group-0-14")]
pub use group_0_14;
pub use primes::{P25519, Q};
#[cfg(feature = "rayon")]
#[doc(hidden)]
pub use threads::pool_is_lost;
#[cfg(feature = "alloc")]
pub use {
    curve::{Algorithm, MultiscalarWorkspace},
    msm::{NodeUpdate, Precomputation, VartimePrecomputation},
};

/// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
pub type HelioseleneField = FieldElement<primes::Q>;
/// The field of p = 2^255 − 19 elements: Helios' coordinates, Selene's scalars, Ed25519's field.
pub type Field25519 = FieldElement<primes::P25519>;
/// A point of Helios.
pub type HeliosPoint = Point<Helios>;
/// A point of Selene.
pub type SelenePoint = Point<Selene>;
/// A scalar of Helios, the same type as a coordinate of Selene.
pub type HeliosScalar = HelioseleneField;
/// A scalar of Selene, the same type as a coordinate of Helios.
pub type SeleneScalar = Field25519;

/// The cycle of July 2025, that of the optimisation contest and of older code and test vectors.
///
/// The same implementation as the current cycle at the crate's root, with other constants.
#[cfg(feature = "cycle2025")]
pub mod cycle2025 {
    pub use crate::curves::cycle2025::{Helios, Selene};
    pub use crate::primes::Q2025 as Q;
    pub use crate::{Field25519, P25519};

    /// The field of q elements, q = 2^255 − γ: Selene's coordinates and Helios' scalars.
    pub type HelioseleneField = crate::FieldElement<crate::primes::Q2025>;
    /// A point of Helios.
    pub type HeliosPoint = crate::Point<Helios>;
    /// A point of Selene.
    pub type SelenePoint = crate::Point<Selene>;
    /// A scalar of Helios, the same type as a coordinate of Selene.
    pub type HeliosScalar = HelioseleneField;
    /// A scalar of Selene, the same type as a coordinate of Helios.
    pub type SeleneScalar = Field25519;
    pub use group;
}
