//! Randomness for the provers and verifiers, and for the choice of tests.

use ciphersuite::group::ff::PrimeField;
use rand_chacha::ChaCha20Rng;
use rand_core::{CryptoRng, Error, RngCore, SeedableRng};

use crate::circuit::Randomness;
use crate::element::Element;

/// A generator that counts what is drawn.
pub struct Counted {
    source: Option<ChaCha20Rng>,
    /// How many bytes were drawn.
    pub drawn: u64,
}

impl Counted {
    /// From the beginning.
    pub fn new(randomness: Randomness) -> Self {
        let source = match randomness {
            Randomness::Seed(seed) => Some(ChaCha20Rng::seed_from_u64(seed)),
            Randomness::Zeros => None,
        };
        Self { source, drawn: 0 }
    }
}

impl RngCore for Counted {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.drawn += bytes.len() as u64;
        match &mut self.source {
            Some(source) => source.fill_bytes(bytes),
            None => bytes.fill(0),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for Counted {}

/// Choices.
pub trait Choose: RngCore {
    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        (self.next_u64() % end as u64) as usize
    }

    /// True with probability `times`/`of`.
    fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of these.
    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

impl<R: RngCore> Choose for R {}

/// The generator that chooses tests: the same for the same seed, curve and number.
pub fn chooser(seed: u64, curve: &str, number: u64) -> ChaCha20Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    bytes[16..16 + curve.len()].copy_from_slice(curve.as_bytes());
    ChaCha20Rng::from_seed(bytes)
}

/// A weight: often one that implementations treat specially.
pub fn weight<F: PrimeField>(rng: &mut ChaCha20Rng) -> Element {
    Element::of_scalar(&match rng.below(14) {
        0 => F::ZERO,
        1 | 2 => F::ONE,
        3 | 4 => -F::ONE,
        5 => F::from(2),
        6 => -F::from(2),
        7 => F::from(rng.next_u64()),
        8 => F::TWO_INV,
        9 => -F::from(1 << 63),
        _ => F::random(rng),
    })
}

/// A value: at times zero or one.
pub fn value<F: PrimeField>(rng: &mut ChaCha20Rng) -> Element {
    Element::of_scalar(&match rng.below(6) {
        0 => F::ZERO,
        1 => F::ONE,
        _ => F::random(rng),
    })
}

/// A mask: seldom zero, because commitments to zeros are then the identity.
pub fn mask<F: PrimeField>(rng: &mut ChaCha20Rng) -> Element {
    if rng.chance(1, 60) {
        Element::default()
    } else {
        Element::of_scalar(&F::random(rng))
    }
}

/// Any 32 bytes.
pub fn element(rng: &mut ChaCha20Rng) -> Element {
    let mut element = Element::default();
    rng.fill_bytes(&mut element.0);
    element
}
