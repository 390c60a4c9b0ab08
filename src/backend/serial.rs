//! The serial backend: one element to a vector, and the reference that every other backend must match.
//!
//! A field element is one 256-bit integer in saturated limbs, below twice the prime, or nine limbs that are carried
//! only when needed (WebAssembly); `store` makes it canonical. See `notes/serial.md`.

mod element;
#[cfg(any(all(test, feature = "checks"), helioselene_has = "radix29"))]
pub(crate) mod lazy;

pub(crate) use element::Serial;

use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::portable::Portable;
use crate::backend::FieldVector;
use crate::field::Prime;

/// The vector of one lane that goes with a kernel.
pub(crate) trait OneLane<P: Prime>: Kernel {
    /// The vector.
    type Vector: FieldVector<Prime = P>;
}

impl<P: Prime> OneLane<P> for Portable {
    type Vector = Serial<Self, P>;
}

#[cfg(helioselene_has = "assembly")]
impl<P: Prime> OneLane<P> for crate::arithmetic::adx::Adx {
    type Vector = Serial<Self, P>;
}
