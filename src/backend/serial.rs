//! The serial backend: one element to a vector, and the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime; only `store`
//! makes it canonical. See `notes/serial.md`.

mod element;

pub(crate) use element::Serial;
