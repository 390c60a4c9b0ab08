#![no_std]
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub use helioselene_simd::group;
pub use helioselene_simd::{
    Field25519, Helios, HeliosPoint, HelioseleneField, Selene, SelenePoint,
};
