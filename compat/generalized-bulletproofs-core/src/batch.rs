//! Many proofs, such as those of a block, verified by one call, on the threads of rayon's pool (feature `rayon`; without it
//! on one).
//!
//! Each proof is added to a verifier of its own, and a few neighbours are merged, on whichever threads have time. One sum over
//! all points ends the call. If it is not right, sums over halves find out where the wrong proofs are, which are named.
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
use core::ops::Range;

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::PrimeFieldBits;
use rand_core::block::{BlockRng, BlockRngCore};
use rand_core::{CryptoRng, Error, RngCore};
use zeroize::Zeroize;

use crate::revision::Revision;
use crate::{BatchVerifier, Generators};

/// How many proofs have one sum: what is gained by more is little, and memory does not grow any further.
const TOGETHER: usize = 256;
/// The most proofs that are merged, all of which are verified by themselves if one is wrong.
const BUNCHED: usize = 8;
/// How many merged verifiers there are at least, if there are as many proofs.
const BUNCHES: usize = 16;

/// What proofs are verified against: [`Generators`], [`Statements`], a reference to such, or a pair if a proof has something
/// for both; of three the second can be a pair.
pub trait Sums: Sync {
    /// Sums of products, each of which is the identity if all proofs that were added are right.
    type Verifier: Send + Sync;

    /// A verifier without proofs.
    fn verifier(&self) -> Self::Verifier;

    /// Adds all of another verifier. Where an equation of it has no random weight, it needs one here.
    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier);

    /// Whether all proofs of some verifiers are right, in variable time. Equations without a random weight need one here as
    /// well, if there are several verifiers.
    fn hold(&self, rng: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool;
}

impl<C: Ciphersuite, R: Revision> Sums for Generators<C, R> {
    type Verifier = BatchVerifier<C>;

    fn verifier(&self) -> Self::Verifier {
        Self::batch_verifier()
    }

    /// All equations of a proof have random weights already.
    fn merge(&self, _: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        verifier.append(other);
    }

    fn hold(&self, _: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool {
        self.hold_together(verifiers)
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

impl<G: Send + Sync + Zeroize + Group<Scalar: Send + Sync + Zeroize + PrimeFieldBits>> Sums
    for Statements<G>
{
    type Verifier = helioselene_multiexp::BatchVerifier<(), G>;

    fn verifier(&self) -> Self::Verifier {
        helioselene_multiexp::BatchVerifier::new(4)
    }

    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        verifier.append(rng, other);
    }

    fn hold(&self, rng: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool {
        if let [verifier] = verifiers {
            return verifier.verify_vartime();
        }
        let mut all = self.verifier();
        for verifier in verifiers {
            all.append(rng, (*verifier).clone());
        }
        all.verify_vartime()
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

    fn hold(&self, rng: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool {
        (*self).hold(rng, verifiers)
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

    fn hold(&self, rng: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool {
        let (a, b): (Vec<_>, Vec<_>) = verifiers.iter().map(|(a, b)| (a, b)).unzip();
        let other = &mut ProofRng::new(rng, 0);
        #[cfg(feature = "rayon")]
        if !helioselene_multiexp::pool_is_lost() {
            let both = rayon::join(|| self.0.hold(rng, &a), || self.1.hold(other, &b));
            return both == (true, true);
        }
        self.0.hold(rng, &a) && self.1.hold(other, &b)
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
/// else: it is called again for a wrong proof and for some others. While it waits for the pool, its thread may begin another
/// proof; so it holds no lock meanwhile, and a `LazyLock` whose value is computed on the pool has it before. Each proof takes
/// 32 bytes of `rng`, in their order. No prover may foresee those: who does makes wrong proofs that cancel each other.
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
    let mut refused = Vec::new();
    let mut proofs = proofs.iter().enumerate();
    while proofs.len() > 0 {
        let together = proofs.by_ref().take(TOGETHER);
        let together: Vec<_> = together
            .map(|(i, proof)| (i, ProofRng::new(rng, i), proof))
            .collect();
        refused.extend(refused_of(sums, &together, &add));
    }
    if refused.is_empty() {
        return Ok(());
    }
    refused.sort_unstable_by_key(|(i, _)| *i);
    Err(refused)
}

/// The proofs that are refused, of those that have one sum, given their numbers and random numbers.
fn refused_of<S: Sums, T: Sync, E: Send>(
    sums: &S,
    together: &[(usize, ProofRng, &T)],
    add: &(impl Fn(&T, &mut ProofRng, &mut S::Verifier) -> Result<(), E> + Send + Sync),
) -> Vec<(usize, Refused<E>)> {
    let bunch = |place: usize| {
        let (i, rng, proof) = &together[place];
        let (mut rng, mut verifier) = (rng.clone(), sums.verifier());
        let added = add(proof, &mut rng, &mut verifier);
        let proofs = vec![place];
        added
            .map_err(|error| (*i, Refused::Error(error)))
            .map(|()| Bunch {
                proofs,
                rng,
                verifier,
            })
    };
    let most = (together.len() / BUNCHES).clamp(1, BUNCHED);
    let all = map_reduce(
        0..together.len(),
        |place| match bunch(place) {
            Ok(bunch) => (vec![bunch], Vec::new()),
            Err(refused) => (Vec::new(), vec![refused]),
        },
        |(bunches, refused), (others, more)| {
            (join(sums, most, bunches, others), append(refused, more))
        },
    );
    let (bunches, mut refused) = all.unwrap_or_default();
    let suspects = Halves::new(sums, bunches.len()).suspects(&bunches, false);
    let suspects: Vec<usize> = suspects.concat();
    let by_itself = |place: usize| match bunch(suspects[place]) {
        Ok(one) if sums.hold(&mut one.rng.clone(), &[&one.verifier]) => Vec::new(),
        Ok(_) => vec![(together[suspects[place]].0, Refused::Wrong)],
        Err(refused) => vec![refused],
    };
    let wrong = map_reduce(0..suspects.len(), by_itself, append);
    refused.extend(wrong.unwrap_or_default());
    refused
}

/// Neighbouring proofs, and a verifier that has them all.
struct Bunch<V> {
    /// Their places among those that have one sum.
    proofs: Vec<usize>,
    /// The first proof's random numbers, as far as they are not used.
    rng: ProofRng,
    verifier: V,
}

/// Bunches and those that follow them, merged with each other where they meet, unless they have more than `most` proofs.
fn join<S: Sums>(
    sums: &S,
    most: usize,
    mut bunches: Vec<Bunch<S::Verifier>>,
    others: Vec<Bunch<S::Verifier>>,
) -> Vec<Bunch<S::Verifier>> {
    for other in others {
        match bunches.last_mut() {
            Some(last) if last.proofs.len() + other.proofs.len() <= most => {
                sums.merge(&mut last.rng, &mut last.verifier, other.verifier);
                last.proofs.extend(other.proofs);
            }
            _ => bunches.push(other),
        }
    }
    bunches
}

/// The search for verifiers that are not right, by sums over halves.
struct Halves<'a, S> {
    sums: &'a S,
    /// How many sums it may still take: where many verifiers are wrong, halves are of no use.
    left: u32,
}

impl<'a, S: Sums> Halves<'a, S> {
    fn new(sums: &'a S, bunches: usize) -> Self {
        // For one that is wrong, two a level.
        let left = 2 * usize::BITS.saturating_sub(bunches.leading_zeros()) + 1;
        Self { sums, left }
    }

    /// The proofs of those that may be wrong: all that are, and where there are many more. It may be known that one is.
    fn suspects<'b>(
        &mut self,
        bunches: &'b [Bunch<S::Verifier>],
        is_wrong: bool,
    ) -> Vec<&'b [usize]> {
        let Some(first) = bunches.first() else {
            return Vec::new();
        };
        if !is_wrong && self.left > 0 {
            self.left -= 1;
            let verifiers: Vec<_> = bunches.iter().map(|bunch| &bunch.verifier).collect();
            if self.sums.hold(&mut first.rng.clone(), &verifiers) {
                return Vec::new();
            }
        }
        if bunches.len() == 1 || self.left == 0 {
            return bunches.iter().map(|bunch| &*bunch.proofs).collect();
        }
        let (first, second) = bunches.split_at(bunches.len() / 2);
        let mut suspects = self.suspects(first, false);
        suspects.extend(self.suspects(second, suspects.is_empty()));
        suspects
    }
}

fn append<T>(mut items: Vec<T>, mut more: Vec<T>) -> Vec<T> {
    items.append(&mut more);
    items
}

/// What all results come to, which are merged with their neighbours; none for no items.
fn map_reduce<R: Send>(
    items: Range<usize>,
    map: impl Fn(usize) -> R + Send + Sync,
    merge: impl Fn(R, R) -> R + Send + Sync,
) -> Option<R> {
    #[cfg(feature = "rayon")]
    if !helioselene_multiexp::pool_is_lost() {
        use rayon::prelude::*;
        // Whichever thread has nothing to do takes the next item.
        let items = items.into_par_iter().with_max_len(1);
        return items.map(map).reduce_with(merge);
    }
    items.map(map).reduce(merge)
}
