//! The library against num-bigint, on every backend: edge values and random ones.

#[path = "bignum/field.rs"]
mod field;
#[path = "bignum/points.rs"]
mod points;

mod common;
