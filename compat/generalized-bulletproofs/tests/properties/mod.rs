//! What holds for any bytes: for tests, cargo-fuzz, and long runs.

#![allow(dead_code)]

pub mod lincomb;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use generalized_bulletproofs::Generators;
use helioselene::{Helios, Selene};
use rand_chacha::ChaCha20Rng;
use rand_core::{Error, RngCore};
use subtle::ConditionallySelectable;

use crate::runs::in_runs;
use crate::support::{CONTEXT, Circuit, generators, rng};

/// Random numbers by bytes: each makes one small choice. Once there are no more, and for large numbers, they are drawn.
pub struct Choices<'a> {
    bytes: &'a [u8],
    drawn: ChaCha20Rng,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let drawn = rng(bytes.len() as u64);
        Self { bytes, drawn }
    }
}

impl RngCore for Choices<'_> {
    fn next_u32(&mut self) -> u32 {
        let Some((byte, bytes)) = self.bytes.split_first() else {
            return self.drawn.next_u32();
        };
        self.bytes = bytes;
        (*byte).into()
    }

    fn next_u64(&mut self) -> u64 {
        self.drawn.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.drawn.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.drawn.try_fill_bytes(bytes)
    }
}

/// A proof is accepted if it is the one that was made, whatever is made of it.
///
/// The first bytes choose a circuit. The others are taken for a proof, or for changes of the circuit's.
pub fn changed(bytes: &[u8]) {
    let [curve, seed, how, rest @ ..] = bytes else {
        return;
    };
    match curve % 2 {
        0 => check::<Helios>(*seed, *how, rest),
        _ => check::<Selene>(*seed, *how, rest),
    }
}

fn check<C>(seed: u8, how: u8, rest: &[u8])
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let n = 1 << (seed % 4);
    let generators = generators::<C>(n);
    let circuit = Circuit::<C>::random(&mut rng(seed.into()), n, 3, 4);
    let proof = circuit.prove(in_runs, &generators, 0).expect("a proof");
    let mut changed = proof.clone();
    match how % 4 {
        0 => changed = rest.to_vec(),
        1 => changed.truncate(rest.first().map_or(0, |len| usize::from(*len) * 8)),
        2 => changed.extend_from_slice(rest),
        _ => {
            for change in rest.chunks_exact(3) {
                let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
                changed[place % proof.len()] ^= change[2];
            }
        }
    }
    let (verdict, seen) = circuit.verdict(in_runs, &generators, CONTEXT, &changed);
    let by_terms = circuit.verdict(Circuit::by_terms, &generators, CONTEXT, &changed);
    assert_eq!(verdict, by_terms.0);
    use blake2::Digest;
    assert_eq!(seen.finalize(), by_terms.1.finalize());
    // What follows a proof is not the proof's.
    assert_eq!(verdict == 'a', changed.starts_with(&proof));
}

/// The circuit of any bytes, see [`circuit`].
pub fn circuit_of_bytes(bytes: &[u8]) {
    let rng = &mut Choices::new(bytes);
    let (curve, n) = (rng.next_u32(), 1 << (rng.next_u32() % 6));
    match curve % 2 {
        0 => circuit(&generators::<Helios>(n), n, rng),
        _ => circuit(&generators::<Selene>(n), n, rng),
    };
}

/// Whether a circuit's values are accepted: proven by one way to make its combinations, verified by another.
fn accepts<C>(circuit: &Circuit<C>, generators: &Generators<C>, seed: u64) -> bool
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let Some(proof) = circuit.prove(in_runs, generators, seed) else {
        return false;
    };
    let by_terms = circuit.verdict(Circuit::by_terms, generators, CONTEXT, &proof);
    let by_runs = circuit.verdict(in_runs, generators, CONTEXT, &proof);
    assert_eq!(by_terms.0, by_runs.0);
    by_runs.0 == 'a'
}

/// A proof is accepted if and only if the values satisfy the constraints, which are evaluated one product after the
/// other. Whether it was refused.
///
/// The values of a random circuit do. One of them, or one constant, becomes another: that changes something, or nothing.
pub fn circuit<C>(generators: &Generators<C>, n: usize, rng: &mut impl RngCore) -> bool
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let mut circuit = Circuit::<C>::random(rng, n, 4, 6);
    let seed = rng.next_u64();
    assert!(accepts(&circuit, generators, seed));

    let values = circuit.aL.iter_mut().chain(&mut circuit.aR);
    let values = values.chain(circuit.C.iter_mut().flat_map(|c| &mut c.g_values));
    let values = values.chain(circuit.V.iter_mut().map(|v| &mut v.value));
    let values = values.chain(circuit.constraints.iter_mut().map(|sum| &mut sum.c));
    let mut values: Vec<&mut C::F> = values.collect();
    if values.is_empty() {
        return false;
    }
    let which = rng.next_u32() as usize % values.len();
    *values[which] += C::F::ONE;
    let mut sums = circuit.constraints.iter().map(|sum| circuit.evaluate(sum));
    let satisfied = sums.all(|sum| sum == C::F::ZERO);
    assert_eq!(accepts(&circuit, generators, seed), satisfied);
    !satisfied
}
