//! Helpers for tests.

use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use rand_core::RngCore;

use crate::revision::Revision;
use crate::{Generators, GeneratorsError};

/// `n` random generators of each bold kind, for tests only: the seed may reveal relations between them.
pub fn insecure_test_generators<C: Ciphersuite, R: Revision>(
    rng: &mut impl RngCore,
    n: usize,
) -> Result<Generators<C, R>, GeneratorsError> {
    let mut points =
        |len: usize| -> Vec<C::G> { (0..len).map(|_| C::G::random(&mut *rng)).collect() };
    let pair = points(2);
    let (g_bold, h_bold) = (points(n), points(n));
    Generators::new(pair[0], pair[1], g_bold, h_bold)
}
