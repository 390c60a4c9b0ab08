//! Random generators whose bytes a test chooses.

use rand_core::{CryptoRng, Error, RngCore, impls};

/// A generator that fills bytes by this function.
pub struct Source<F>(pub F);

impl<F: FnMut(&mut [u8])> RngCore for Source<F> {
    fn next_u32(&mut self) -> u32 {
        impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0(bytes);
        Ok(())
    }
}

impl<F: FnMut(&mut [u8])> CryptoRng for Source<F> {}

/// A generator that gives the same bytes on every call.
pub fn stuck(given: [u8; 64]) -> Source<impl FnMut(&mut [u8])> {
    Source(move |bytes: &mut [u8]| bytes.copy_from_slice(&given[..bytes.len()]))
}
