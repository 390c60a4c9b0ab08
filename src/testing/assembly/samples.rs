//! Operands on which the kernels for x86-64 are compared with the portable one.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

use crate::primes::Modulus;
use crate::word::{self, LIMBS, Limbs, Word};

/// Critical operands: carries through all limbs, ends of limbs, and neighbours of the prime and twice the
/// prime.
pub(crate) fn edges<P: Modulus>() -> [Limbs; 18] {
    let prime = P::MODULUS;
    let twice = word::add(&prime, &prime).0;
    let [one, max] = [[1, 0, 0, 0], [Word::MAX; LIMBS]];
    [
        [0; LIMBS],
        one,
        max,
        word::sub(&max, &one).0,
        [0, 0, 0, 1 << 63],
        [Word::MAX, Word::MAX, Word::MAX, Word::MAX >> 1],
        [Word::MAX, 0, 0, 0],
        [Word::MAX, Word::MAX, 0, 0],
        [Word::MAX, Word::MAX, Word::MAX, 0],
        [0, 0, Word::MAX, Word::MAX],
        P::GAMMA,
        word::sub(&prime, &P::GAMMA).0,
        word::sub(&prime, &one).0,
        prime,
        word::add(&prime, &one).0,
        word::sub(&twice, &P::TWO_GAMMA).0,
        word::sub(&twice, &one).0,
        twice,
    ]
}

/// 256-bit integers from a fixed seed; about every eighth limb is 0 or all ones.
pub(crate) fn stream() -> impl Iterator<Item = Limbs> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    core::iter::repeat_with(move || {
        [(); LIMBS].map(|()| match rng.next_u64() >> 60 {
            0 => 0,
            1 => Word::MAX,
            _ => rng.next_u64(),
        })
    })
}
