//! What holds for any bytes: a proof is accepted if it is the one that was made, whatever is made of it.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::FromUniformBytes;
use helioselene::{Helios, Selene};
use subtle::ConditionallySelectable;

use crate::runs::in_runs;
use crate::support::{CONTEXT, Circuit, generators, rng};

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
