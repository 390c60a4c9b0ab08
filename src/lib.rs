//! Helios and Selene, the curve cycle behind Monero's full-chain membership proofs
//! ([FCMP++](https://github.com/monero-oxide/monero-oxide)): field and point arithmetic, scalar multiplication, and sums of
//! many products. It runs on any CPU, with or without `std`; on x86-64 it picks AVX2 or AVX-512 IFMA code at run time. k·P
//! takes 16 to 20 µs with IFMA and 38 to 48 µs without on one Zen 4 core, a third to an eighth of the reference design's time.
//!
//! It compiles with Rust 1.85 or newer; before 1.89, which has the AVX-512 intrinsics, without the IFMA backend.
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
//! The types have the names, encodings and memory layout of the
//! [`helioselene` crate](https://github.com/monero-oxide/monero-oxide/tree/fcmp++/crypto/helioselene). If you build on
//! FCMP++, a few lines of `Cargo.toml` put this crate in its place: see `fcmp/notes/drop-in.md` in the repository. More
//! programs are in `examples`.
//!
//! | points | coordinates | scalars |
//! |---|---|---|
//! | [`HeliosPoint`] | [`Field25519`], of order p = 2^255 − 19 | [`HeliosScalar`], of order q |
//! | [`SelenePoint`] | [`HelioseleneField`], of order q | [`SeleneScalar`], of order p |
//!
//! These are [`Point`]s and [`FieldElement`]s, with operators and the traits of
//! [`group`](https://docs.rs/group/0.13) 0.13 and its `ff`.
//!
//! | to compute | call |
//! |---|---|
//! | k·P; k·G with the generator G | `P * k`; [`Point::mul_base`] |
//! | a·A + b·G, public | [`Point::vartime_double_scalar_mul_basepoint`] |
//! | products, sums, powers of many field elements | module [`slices`] |
//! | x and y of a point, and back | [`Point::to_xy`], [`Point::from_xy`] |
#![cfg_attr(
    feature = "alloc",
    doc = "| k₁·P₁, k₂·P₂, … | [`Point::batch_mul`] |
| Σ kᵢ·Pᵢ, secret; public | [`Point::multiscalar_mul`]; [`Point::vartime_multiscalar_mul`] |
| k₁·P + l₁·Q, k₂·P + l₂·Q, … | [`Point::pair_sums`] |
| such sums over the same points again and again | [`Precomputation`]; [`VartimePrecomputation`] |
| many such sums at once, public | [`VartimePrecomputation::vartime_batch_multiscalar_mul`] |
| many tree nodes from their children | [`VartimePrecomputation::vartime_batch_hash_nodes`] |
| many points from encodings, secret; public | [`Point::batch_from_bytes`]; [`Point::vartime_batch_from_bytes`] |
| encodings of many points | [`Point::batch_to_bytes`] |
| coordinates of many points | [`Point::batch_to_affine`], [`Point::batch_to_xy`] |
| many points as scalars of the other curve | [`Point::batch_to_x`] |
| leaves from Monero outputs | the crate `helioselene-leaves` |
| many inverses, secret; public | [`FieldElement::batch_invert`]; [`FieldElement::vartime_batch_invert`] |"
)]
//!
//! Batch functions have `_into` variants that write to your slices; decoding also fills a validity mask. The identity
//! has no affine coordinates, and [one convention](Point#the-identity) in all functions that return them.
//!
//! # Constant time
//!
//! Every function takes constant time, one that depends on the lengths of inputs only, unless its name says `vartime`, or
//! `optional` in two names that are curve25519-dalek's. See `notes/trust.md`.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std` (default) | the environment variable below; implies `alloc` |
//! | `alloc` | batches, and sums of many products |
//! | `rayon` | batches and large sums on the threads of rayon's pool |
//! | `cycle2025` | the curves of July 2025, in a module of that name |
//! | `ed25519` | sums of public points of Ed25519, in a module of that name; implies `alloc` |
//! | `ciphersuite` | `ciphersuite::Ciphersuite` (0.4.2) for both curves |
//! | `serde` | `serde::{Serialize, Deserialize}` for field elements and points, by their encodings |
//! | `group-0-14` | the traits of `ff` and `group` 0.14, with `rand_core` 0.10 |
//! | `hash2curve` | `Point::{hash_to_curve, encode_to_curve, map_to_curve}`, RFC 9380 |
//! | `arbitrary` | `arbitrary::Arbitrary` for field elements and points; variable time |
//! | `unstable` | the field trait, for your own backends, in a module that any version may change |
//!
//! # Backends
//!
//! The fastest backend that the CPU can run is picked when the library is first used. All give the same field
//! elements, encodings and comparisons, bit for bit; only the projective X, Y, Z that stand for a point may differ.
//! To override the choice, call [`Backend::select`] or, with `std`, set the environment variable `HELIOSELENE_BACKEND`
//! to `serial`, `avx2` or `ifma`. The build flag `--cfg helioselene_backend="serial"` compiles no other backend.
//!
//! # Trust
//!
//! Nobody has audited this library yet. `notes/trust.md` says what machines prove and what tests compare, with the
//! commands to check it yourself, and where auditors start; `notes/formulas.md` derives the formulas.
// Unit tests are compiled with debug assertions only, by `cargo test --lib`: optimised, their compilation takes seven times
// as long. The published package has none, see `build.rs`. Without them `cargo test` finds an empty crate in the library's
// place.
#![cfg(any(not(test), all(helioselene_unit_tests, debug_assertions)))]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without batches or vectors some items beside the single-point code are unused, eight lanes before Rust 1.89; WebAssembly
// replaces the word kernels.
#![cfg_attr(
    any(
        not(feature = "alloc"),
        not(helioselene_has = "ifma"),
        helioselene_has = "radix29"
    ),
    allow(dead_code, unused_imports, unused_macros)
)]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(feature = "alloc")]
extern crate alloc;

pub use group;

// The modules from the lowest floor up: each imports only from those above it in this list, see `notes/architecture.md`.
// (The blank lines keep rustfmt from sorting them.)
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

#[cfg(feature = "ed25519")]
pub mod ed25519;

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

/// Tests the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod testing;

// The package `lab/inside` compiles this file once more, for checks and measurements that need private items.
#[cfg(helioselene_inside)]
pub mod inside;

/// The integer that `FieldElement::from_u256` takes, of `crypto-bigint` 0.5.
pub use crypto_bigint::U256;
pub use curve::{AffinePoint, Curve, Point};
pub use curves::{Helios, Selene};
pub use dispatch::{Backend, BackendUnavailable, UnknownBackend};
/// The message expanders for `Point::hash_to_curve`.
#[cfg(feature = "hash2curve")]
pub use elliptic_curve::hash2curve;
pub use field::{FieldElement, Prime};
/// `group` 0.14: the same types implement its traits beside those of `group` 0.13.
#[cfg(feature = "group-0-14")]
pub use group_0_14;
pub use primes::{P25519, Q};
#[cfg(feature = "rayon")]
#[doc(hidden)]
pub use threads::pool::pool_is_lost;
#[cfg(feature = "alloc")]
pub use {
    curve::{Algorithm, MultiscalarWorkspace},
    msm::{NodeUpdate, Precomputation, VartimePrecomputation},
};

/// The field of order q = 2^255 − γ: Selene's coordinates and Helios' scalars.
pub type HelioseleneField = FieldElement<primes::Q>;
/// The field of order p = 2^255 − 19, as in Ed25519: Helios' coordinates and Selene's scalars.
pub type Field25519 = FieldElement<primes::P25519>;
/// A point of Helios.
pub type HeliosPoint = Point<Helios>;
/// A point of Selene.
pub type SelenePoint = Point<Selene>;
/// A scalar of Helios, the same type as a coordinate of Selene.
pub type HeliosScalar = HelioseleneField;
/// A scalar of Selene, the same type as a coordinate of Helios.
pub type SeleneScalar = Field25519;

/// The curves of July 2025, from the optimisation contest; older code and test vectors use them.
///
/// The implementation is that of the current curves, with other constants.
#[cfg(feature = "cycle2025")]
pub mod cycle2025 {
    pub use crate::curves::cycle2025::{Helios, Selene};
    pub use crate::primes::Q2025 as Q;
    pub use crate::{Field25519, P25519};

    /// The field of order q = 2^255 − γ: Selene's coordinates and Helios' scalars.
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
