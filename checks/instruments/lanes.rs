//! Lanes on which the text of kernels runs in tests; those of registers are in `backend::{avx2,
//! ifma}`.

pub(crate) mod bounded;
pub(crate) mod emulated;
pub(crate) mod formal;
pub(crate) mod interval;
pub(crate) mod symbolic;
