//! A backend that uses only `helioselene-simd`'s public interface: [`fiat`], the verified arithmetic of fiat-crypto.

pub mod fiat;
