//! Verifies many proofs in one call, for example a block's, on rayon's pool (without the feature `rayon`, on one
//! thread).
//!
//! Each proof is added to its own verifier, and a few neighbours are merged, on whichever threads are free. One sum
//! then decides for up to 128 proofs. If it fails, sums over halves find the wrong ones, which are named.
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

/// The most proofs that share one sum. More would gain 1 %, and this bounds the memory.
const TOGETHER: usize = 128;
/// If there are this many proofs for each thread, each computes sums of its own, so that none waits for another.
const SHARE: usize = 32;
/// The most proofs that are merged. If one of them is wrong, each is verified by itself.
const BUNCHED: usize = 8;
/// Merging leaves at least this many verifiers, if there are as many proofs.
const BUNCHES: usize = 16;

/// What proofs are verified against: [`Generators`], [`Statements`], a reference to one, or a pair if a proof has
/// something for both. For three, make the second a pair.
pub trait Sums: Sync {
    /// Sums of products, each of which is the identity if all added proofs are right.
    type Verifier: Send + Sync;

    /// An empty verifier.
    fn verifier(&self) -> Self::Verifier;

    /// Adds everything in another verifier. Equations without a random weight must get one here.
    fn merge(&self, rng: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier);

    /// Whether all proofs in these verifiers are right, in variable time. With several verifiers, equations without a
    /// random weight must get one here too.
    fn hold(&self, rng: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool;
}

impl<C: Ciphersuite, R: Revision> Sums for Generators<C, R> {
    type Verifier = BatchVerifier<C>;

    fn verifier(&self) -> Self::Verifier {
        Self::batch_verifier()
    }

    /// All equations of a proof already have random weights.
    fn merge(&self, _: &mut ProofRng, verifier: &mut Self::Verifier, other: Self::Verifier) {
        verifier.append(other);
    }

    fn hold(&self, _: &mut ProofRng, verifiers: &[&Self::Verifier]) -> bool {
        self.hold_together(verifiers)
    }
}

/// The statements of `multiexp`'s `BatchVerifier` in a group `G`, such as an FCMP++ proof's over Ed25519.
#[derive(Clone, Copy, Debug)]
pub struct Statements<G>(PhantomData<fn() -> G>);

impl<G> Statements<G> {
    /// A marker for the group: such statements have no other parameters.
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

/// Why a proof is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused<E> {
    /// Adding it to the sums gave this error.
    Error(E),
    /// It was added, and is wrong.
    Wrong,
}

/// A proof's random numbers: BLAKE2b of a seed, the proof's number and a counter.
///
/// The number keeps proofs' randomness distinct even if the seeds repeat.
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

/// Verifies proofs, in variable time: `add` adds each to sums, which are computed for many proofs at once.
///
/// `add` gets a proof, random numbers and an empty verifier, on several threads at once. It must depend on nothing
/// else, since it runs again for a wrong proof and for some others. While it waits for the pool, its thread may begin
/// another proof. So it must hold no lock then, and a `LazyLock` whose value is computed on the pool must be forced
/// beforehand. Each proof takes 32 bytes of `rng`, in order. No prover may be able to predict them, or wrong proofs
/// could be made to cancel.
///
/// # Errors
///
/// The numbers of all refused proofs, ascending: exactly those refused when verified one by one.
///
/// # Panics
///
/// If `add` panics. Nothing is known about any proof then.
pub fn vartime_batch_verify<S: Sums, T: Sync, E: Send>(
    rng: &mut (impl RngCore + CryptoRng),
    sums: &S,
    proofs: &[T],
    add: impl Fn(&T, &mut ProofRng, &mut S::Verifier) -> Result<(), E> + Send + Sync,
) -> Result<(), Vec<(usize, Refused<E>)>> {
    // Nothing to verify must not start the pool.
    if proofs.is_empty() {
        return Ok(());
    }
    let numbered = proofs.iter().enumerate();
    let proofs: Vec<_> = numbered
        .map(|(i, proof)| (i, ProofRng::new(rng, i), proof))
        .collect();
    let groups = groups(proofs.len(), threads());
    let start = |group: usize| group * proofs.len() / groups;
    let of_group = |group: usize| refused_of(sums, &proofs[start(group)..start(group + 1)], &add);
    let mut refused = map_reduce(0..groups, of_group, append).unwrap_or_default();
    if refused.is_empty() {
        return Ok(());
    }
    refused.sort_unstable_by_key(|(i, _)| *i);
    Err(refused)
}

/// The number of groups, each with one sum, into which proofs are divided: a multiple of the threads if there are
/// enough proofs.
fn groups(proofs: usize, threads: usize) -> usize {
    let enough = proofs >= SHARE * threads;
    let unit = if enough { threads } else { 1 };
    proofs.div_ceil(TOGETHER).next_multiple_of(unit)
}

/// Verifies proofs that share one sum, given their numbers and randomness; returns the refused ones.
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

/// Neighbouring proofs, and one verifier for all of them.
struct Bunch<V> {
    /// Their places among the proofs that share one sum.
    proofs: Vec<usize>,
    /// The first proof's unused random numbers.
    rng: ProofRng,
    verifier: V,
}

/// Appends `others` to `bunches`. Neighbours are merged if they have at most `most` proofs together.
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

/// The search for wrong verifiers, by sums over halves.
struct Halves<'a, S> {
    sums: &'a S,
    /// How many sums it may still take: with many wrong verifiers, halving does not pay.
    left: u32,
}

impl<'a, S: Sums> Halves<'a, S> {
    fn new(sums: &'a S, bunches: usize) -> Self {
        // One wrong verifier takes two sums per level.
        let left = 2 * usize::BITS.saturating_sub(bunches.leading_zeros()) + 1;
        Self { sums, left }
    }

    /// The proofs that may be wrong: all that are, those bunched with them, and more once `left` is used up. With
    /// `is_wrong`, at least one is known to be wrong.
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

/// The threads of the pool.
fn threads() -> usize {
    #[cfg(feature = "rayon")]
    if !helioselene_multiexp::pool_is_lost() {
        return rayon::current_num_threads();
    }
    1
}

/// Maps all items and merges the results of neighbours; `None` for no items.
fn map_reduce<R: Send>(
    items: Range<usize>,
    map: impl Fn(usize) -> R + Send + Sync,
    merge: impl Fn(R, R) -> R + Send + Sync,
) -> Option<R> {
    #[cfg(feature = "rayon")]
    if !helioselene_multiexp::pool_is_lost() {
        use rayon::prelude::*;
        // An idle thread takes the next item.
        let items = items.into_par_iter().with_max_len(1);
        return items.map(map).reduce_with(merge);
    }
    items.map(map).reduce(merge)
}
