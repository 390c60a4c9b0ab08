//! Many proofs, such as those of a block, verified by one call, on the threads of rayon's pool (feature `rayon`; without it
//! on one).
//!
//! Each proof is added to sums of its own, and these to each other, so that there is one sum for many proofs. If that is
//! not right, each proof is verified by itself, and those that are wrong are named.
//!
//! ```
//! # use ciphersuite::group::ff::Field;
//! # use generalized_bulletproofs::arithmetic_circuit_proof::{AcVerifyError, ArithmeticCircuitStatement};
//! # use generalized_bulletproofs::transcript::{Transcript, VerifierTranscript};
//! # use generalized_bulletproofs::Generators;
//! use generalized_bulletproofs::batch::{Refused, vartime_batch_verify};
//! # use helioselene::Selene;
//!
//! # let rng = &mut <rand_chacha::ChaCha20Rng as rand_core::SeedableRng>::seed_from_u64(1);
//! # let generators: Generators<Selene> =
//! #     generalized_bulletproofs::tests::insecure_test_generators(&mut *rng, 2).unwrap();
//! # let statement = |commitments| {
//! #     ArithmeticCircuitStatement::new(generators.reduce(2).unwrap(), vec![], commitments).unwrap()
//! # };
//! # let mut transcript = Transcript::new([0; 32]);
//! # let commitments = transcript.write_commitments(vec![], vec![]);
//! # let witness = generalized_bulletproofs::arithmetic_circuit_proof::ArithmeticCircuitWitness::new(
//! #     vec![Field::ONE; 2], vec![Field::ONE; 2], vec![], vec![]).unwrap();
//! # statement(commitments).prove(&mut *rng, &mut transcript, witness).unwrap();
//! # let proof = transcript.complete();
//! # let mut wrong = proof.clone();
//! # wrong[330] ^= 1;
//! let proofs = [proof.clone(), wrong, proof];
//! let verdict = vartime_batch_verify(rng, &generators, &proofs, |proof, rng, verifier| {
//!     let mut transcript = VerifierTranscript::new([0; 32], proof);
//!     let commitments = transcript.read_commitments(0, 0).expect("nothing to be read");
//!     statement(commitments).verify(rng, verifier, &mut transcript)
//! });
//! assert_eq!(verdict, Err(vec![(1, Refused::Wrong)]));
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::{Field, PrimeFieldBits};
use rand_core::block::{BlockRng, BlockRngCore};
use rand_core::{CryptoRng, Error, RngCore};
use zeroize::Zeroize;

use crate::revision::Revision;
use crate::{BatchVerifier, Generators};

/// How many proofs have one sum: what is gained by more is little, and memory does not grow any further.
const TOGETHER: usize = 256;

/// What proofs are verified against: [`Generators`], [`Statements`], a reference to such, or a pair if a proof has something
/// for both; of three the second can be a pair.
pub trait Sums: Sync {
    /// Sums of products, each of which is the identity if all proofs that were added are right.
    type Verifier: Send;

    /// A verifier without proofs.
    fn verifier(&self) -> Self::Verifier;

    /// Adds all of another verifier. Where an equation of it has no random weight, it needs one here.
    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier);

    /// Whether all proofs of a verifier are right, in variable time.
    fn hold(&self, verifier: Self::Verifier) -> bool;
}

impl<C: Ciphersuite, R: Revision> Sums for Generators<C, R> {
    type Verifier = BatchVerifier<C>;

    fn verifier(&self) -> Self::Verifier {
        Self::batch_verifier()
    }

    /// All equations of a proof have random weights already.
    fn merge(&self, _: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        verifier.g += other.g;
        verifier.h += other.h;
        for (sums, scalars) in [
            (&mut verifier.g_bold, other.g_bold),
            (&mut verifier.h_bold, other.h_bold),
            (&mut verifier.h_sum, other.h_sum),
        ] {
            if sums.len() < scalars.len() {
                sums.resize(scalars.len(), C::F::ZERO);
            }
            for (sum, scalar) in sums.iter_mut().zip(scalars) {
                *sum += scalar;
            }
        }
        verifier.make_room(other.additional.len());
        verifier.additional.extend(other.additional);
    }

    fn hold(&self, verifier: Self::Verifier) -> bool {
        self.verify(verifier)
    }
}

/// The statements of `multiexp`'s `BatchVerifier`, such as those over Ed25519 in a proof of FCMP++, in a group `G`.
#[derive(Clone, Copy, Debug)]
pub struct Statements<G>(PhantomData<fn() -> G>);

impl<G> Statements<G> {
    /// No statements yet: there is nothing to know about them but the group.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Send + Zeroize + Group<Scalar: Send + Zeroize + PrimeFieldBits>> Sums for Statements<G> {
    type Verifier = helioselene_multiexp::BatchVerifier<(), G>;

    fn verifier(&self) -> Self::Verifier {
        helioselene_multiexp::BatchVerifier::new(4)
    }

    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        verifier.append(rng, other);
    }

    fn hold(&self, verifier: Self::Verifier) -> bool {
        verifier.verify_vartime()
    }
}

impl<S: Sums> Sums for &S {
    type Verifier = S::Verifier;

    fn verifier(&self) -> Self::Verifier {
        (*self).verifier()
    }

    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        (*self).merge(rng, verifier, other);
    }

    fn hold(&self, verifier: Self::Verifier) -> bool {
        (*self).hold(verifier)
    }
}

impl<A: Sums, B: Sums> Sums for (A, B) {
    type Verifier = (A::Verifier, B::Verifier);

    fn verifier(&self) -> Self::Verifier {
        (self.0.verifier(), self.1.verifier())
    }

    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        self.0.merge(rng, &mut verifier.0, other.0);
        self.1.merge(rng, &mut verifier.1, other.1);
    }

    fn hold(&self, verifier: Self::Verifier) -> bool {
        let (a, b) = (|| self.0.hold(verifier.0), || self.1.hold(verifier.1));
        #[cfg(feature = "rayon")]
        if !helioselene_multiexp::pool_is_lost() {
            let (a, b) = rayon::join(a, b);
            return a && b;
        }
        a() && b()
    }
}

/// Why a proof is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused<E> {
    /// It could not be added to the sums, with this error.
    Error(E),
    /// It was added, and is wrong.
    Wrong,
}

/// A proof's random numbers: BLAKE2b of a seed, the proof's number and a counter.
///
/// So proofs have different ones even if the generator of their seeds repeats itself.
#[derive(Clone)]
pub struct ProofRng(BlockRng<Blocks>);

#[derive(Clone)]
struct Blocks {
    seed: [u8; 32],
    number: u64,
    counter: u64,
}

impl BlockRngCore for Blocks {
    type Item = u32;
    type Results = [u32; 16];

    fn generate(&mut self, results: &mut Self::Results) {
        let digest = Blake2b512::new()
            .chain_update(self.seed)
            .chain_update(self.number.to_le_bytes())
            .chain_update(self.counter.to_le_bytes())
            .finalize();
        self.counter += 1;
        for (result, bytes) in results.iter_mut().zip(digest.chunks_exact(4)) {
            *result = u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        }
    }
}

impl ProofRng {
    fn new(rng: &mut (impl RngCore + CryptoRng), number: usize) -> Self {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let number = u64::try_from(number).expect("no usize has more than 64 bits");
        Self(BlockRng::new(Blocks {
            seed,
            number,
            counter: 0,
        }))
    }
}

impl RngCore for ProofRng {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.try_fill_bytes(bytes)
    }
}

impl CryptoRng for ProofRng {}

/// Verifies proofs, in variable time: each is added by `add` to sums, and those of many proofs are computed as one.
///
/// `add` gets a proof, random numbers and an empty verifier, on several threads at once. What it does must depend on nothing
/// else: where proofs are wrong, it is called again. While it waits for the pool, its thread may begin another proof; so it
/// holds no lock meanwhile, and a `LazyLock` whose value is computed on the pool has it before. Each proof takes 32 bytes of
/// `rng`, in their order. No prover may foresee those: who does makes wrong proofs that cancel each other.
///
/// # Errors
///
/// All proofs that are refused, by their numbers in ascending order: those that would be if each were verified by itself.
///
/// # Panics
///
/// If `add` panics; nothing is known of any proof then.
pub fn vartime_batch_verify<S: Sums, T: Sync, E: Send>(
    rng: &mut (impl RngCore + CryptoRng),
    sums: &S,
    proofs: &[T],
    add: impl Fn(&T, &mut ProofRng, &mut S::Verifier) -> Result<(), E> + Send + Sync,
) -> Result<(), Vec<(usize, Refused<E>)>> {
    let added = |(i, seeded, proof): &(usize, ProofRng, &T)| {
        let (mut rng, mut verifier) = (seeded.clone(), sums.verifier());
        match add(proof, &mut rng, &mut verifier) {
            Ok(()) => (Some((rng, verifier)), Vec::new()),
            Err(error) => (None, vec![(*i, Refused::Error(error))]),
        }
    };
    let merge = |(all, refused), (others, more)| {
        let all = match (all, others) {
            (Some((mut rng, mut all)), Some((_, others))) => {
                sums.merge(&mut rng, &mut all, others);
                Some((rng, all))
            }
            (all, others) => all.or(others),
        };
        (all, append(refused, more))
    };
    let by_itself = |proof: &(usize, ProofRng, &T)| {
        let (one, mut refused) = added(proof);
        if one.is_some_and(|(_, one)| !sums.hold(one)) {
            refused.push((proof.0, Refused::Wrong));
        }
        refused
    };

    let mut refused = Vec::new();
    let mut proofs = proofs.iter().enumerate();
    while proofs.len() > 0 {
        let together = proofs.by_ref().take(TOGETHER);
        let together: Vec<_> = together
            .map(|(i, proof)| (i, ProofRng::new(rng, i), proof))
            .collect();
        let (all, errors) = map_reduce(&together, added, merge).expect("a proof");
        refused.extend(if all.is_none_or(|(_, all)| sums.hold(all)) {
            errors
        } else {
            map_reduce(&together, by_itself, append).expect("a proof")
        });
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(refused)
    }
}

fn append<T>(mut items: Vec<T>, mut more: Vec<T>) -> Vec<T> {
    items.append(&mut more);
    items
}

/// What all results come to, which are merged with their neighbours; none for no items.
fn map_reduce<T: Sync, R: Send>(
    items: &[T],
    map: impl Fn(&T) -> R + Send + Sync,
    merge: impl Fn(R, R) -> R + Send + Sync,
) -> Option<R> {
    #[cfg(feature = "rayon")]
    if !helioselene_multiexp::pool_is_lost() {
        use rayon::prelude::*;
        // Whichever thread has nothing to do takes the next item.
        let items = items.par_iter().with_max_len(1);
        return items.map(map).reduce_with(merge);
    }
    items.iter().map(map).reduce(merge)
}
