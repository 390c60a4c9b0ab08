//! Transcripts: the bytes of a proof, and a digest of everything written, from which challenges come.
//!
//! In the digest, each element comes after a byte for its kind. Only commitments are counted there; otherwise the
//! context determines what follows.

use alloc::vec::{self, Vec};
use core::iter;
use core::ops::Range;

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{FromUniformBytes, PrimeField};
use ciphersuite::group::{Group, GroupEncoding};
use helioselene_multiexp::slices;
use std_shims::io;

const SCALAR: u8 = 0;
const POINT: u8 = 1;
const CHALLENGE: u8 = 2;

/// Commitments that a transcript has seen. They cannot be made otherwise, so none can be left out of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Commitments<C: Ciphersuite> {
    pub(crate) C: Vec<C::G>,
    pub(crate) V: Vec<C::G>,
}

impl<C: Ciphersuite> Commitments<C> {
    /// The vector commitments.
    pub fn C(&self) -> &[C::G] {
        &self.C
    }

    /// The commitments to one value each.
    pub fn V(&self) -> &[C::G] {
        &self.V
    }
}

fn digest_of(context: [u8; 32]) -> Blake2b512 {
    let mut digest = Blake2b512::new();
    digest.update(context);
    digest
}

fn challenge_bytes(digest: &mut Blake2b512) -> [u8; 64] {
    digest.update([CHALLENGE]);
    let bytes: [u8; 64] = digest.clone().finalize().into();
    #[cfg(test)]
    crate::constant_time::publish(&bytes);
    bytes
}

/// # Panics
///
/// If the challenge is zero, which nobody can bring about.
fn challenge<F: FromUniformBytes<64>>(digest: &mut Blake2b512) -> F {
    let challenge = F::from_uniform_bytes(&challenge_bytes(digest));
    assert!(!bool::from(challenge.is_zero()), "zero challenge");
    challenge
}

/// The transcript of a prover.
pub struct Transcript {
    digest: Blake2b512,
    proof: Vec<u8>,
}

impl Transcript {
    /// Starts a transcript in a context.
    pub fn new(context: [u8; 32]) -> Self {
        Self {
            digest: digest_of(context),
            proof: Vec::with_capacity(1024),
        }
    }

    fn push(&mut self, kind: u8, encoding: &[u8]) {
        self.digest.update([kind]);
        self.digest.update(encoding);
        self.proof.extend_from_slice(encoding);
    }

    /// Writes a scalar.
    pub fn push_scalar(&mut self, scalar: impl PrimeField) {
        self.push(SCALAR, scalar.to_repr().as_ref());
    }

    /// Writes a point.
    pub fn push_point(&mut self, point: &impl GroupEncoding) {
        self.push(POINT, point.to_bytes().as_ref());
    }

    /// Writes points whose coordinates are public, not their encodings alone.
    pub(crate) fn push_points_vartime<G: Group + GroupEncoding>(&mut self, points: &[G]) {
        for encoding in slices::encode_vartime(points) {
            self.push(POINT, encoding.as_ref());
        }
    }

    /// Writes commitments. How many there are goes to the digest only.
    pub fn write_commitments<C: Ciphersuite>(
        &mut self,
        C: Vec<C::G>,
        V: Vec<C::G>,
    ) -> Commitments<C> {
        for points in [&C, &V] {
            let len = u64::try_from(points.len()).expect("no usize has more than 64 bits");
            self.digest.update(len.to_le_bytes());
            for point in points {
                self.push_point(point);
            }
        }
        Commitments { C, V }
    }

    /// A challenge, which depends on everything written so far.
    pub fn challenge<C: Ciphersuite>(&mut self) -> C::F
    where
        C::F: FromUniformBytes<64>,
    {
        challenge(&mut self.digest)
    }

    /// A challenge as bytes.
    pub fn challenge_bytes(&mut self) -> [u8; 64] {
        challenge_bytes(&mut self.digest)
    }

    /// The proof.
    pub fn complete(self) -> Vec<u8> {
        self.proof
    }
}

/// The transcript of a verifier, who reads what a prover wrote.
pub struct VerifierTranscript<'a> {
    digest: Blake2b512,
    rest: &'a [u8],
}

/// Points decoded before they are read. `None` marks an invalid encoding, which becomes an error when it is read.
pub(crate) struct Ahead<C: Ciphersuite>(vec::IntoIter<Option<C::G>>);

/// The length of an encoding.
fn width(empty: impl AsRef<[u8]>) -> usize {
    empty.as_ref().len()
}

impl<'a> VerifierTranscript<'a> {
    /// Starts a transcript in a context, to read a proof.
    pub fn new(context: [u8; 32], proof: &'a [u8]) -> Self {
        Self {
            digest: digest_of(context),
            rest: proof,
        }
    }

    /// Decodes points further on, all together. Places count elements; if scalars and points differ in width, nothing
    /// is decoded.
    pub(crate) fn ahead<C: Ciphersuite>(
        &self,
        places: impl IntoIterator<Item = Range<usize>>,
    ) -> Ahead<C> {
        let width_of_point = width(<C::G as GroupEncoding>::Repr::default());
        let mut encodings = Vec::new();
        if width_of_point == width(<C::F as PrimeField>::Repr::default()) {
            let len = self.rest.len() / width_of_point;
            for places in places {
                let [start, end] = [places.start, places.end].map(|place| place.min(len));
                encodings
                    .extend_from_slice(&self.rest[start * width_of_point..end * width_of_point]);
            }
        }
        Ahead(slices::decode_vartime(&encodings).into_iter())
    }

    /// Feeds the next element's bytes to the digest.
    fn see(&mut self, kind: u8, width: usize, too_short: &'static str) -> io::Result<()> {
        self.digest.update([kind]);
        let encoding = self.rest.get(..width);
        self.digest
            .update(encoding.ok_or_else(|| io::Error::other(too_short))?);
        Ok(())
    }

    /// Reads a scalar.
    pub fn read_scalar<C: Ciphersuite>(&mut self) -> io::Result<C::F> {
        let width = width(<C::F as PrimeField>::Repr::default());
        self.see(SCALAR, width, "not enough bytes to read_scalar")?;
        C::read_F(&mut self.rest)
    }

    /// Reads a point.
    pub fn read_point<C: Ciphersuite>(&mut self) -> io::Result<C::G> {
        self.next_point::<C>(&mut Ahead(Vec::new().into_iter()))
    }

    /// Reads a point, which may already be decoded.
    pub(crate) fn next_point<C: Ciphersuite>(&mut self, ahead: &mut Ahead<C>) -> io::Result<C::G> {
        let width = width(<C::G as GroupEncoding>::Repr::default());
        self.see(POINT, width, "not enough bytes to read_point")?;
        match ahead.0.next().flatten() {
            Some(point) => {
                self.rest = &self.rest[width..];
                Ok(point)
            }
            // Not decoded, or invalid: this gives the error.
            None => C::read_G(&mut self.rest),
        }
    }

    /// Reads `C` vector commitments and `V` commitments.
    pub fn read_commitments<C: Ciphersuite>(
        &mut self,
        C: usize,
        V: usize,
    ) -> io::Result<Commitments<C>> {
        let mut ahead = self.ahead(iter::once(0..C.saturating_add(V)));
        let mut read = |len: usize| {
            let number = u64::try_from(len).map_err(io::Error::other)?;
            self.digest.update(number.to_le_bytes());
            // The proof bounds the capacity, whatever `len` is.
            let mut points = Vec::with_capacity(len.min(self.rest.len()));
            for _ in 0..len {
                points.push(self.next_point::<C>(&mut ahead)?);
            }
            Ok::<_, io::Error>(points)
        };
        Ok(Commitments {
            C: read(C)?,
            V: read(V)?,
        })
    }

    /// A challenge, which depends on everything read so far.
    pub fn challenge<C: Ciphersuite>(&mut self) -> C::F
    where
        C::F: FromUniformBytes<64>,
    {
        challenge(&mut self.digest)
    }

    /// A challenge as bytes.
    pub fn challenge_bytes(&mut self) -> [u8; 64] {
        challenge_bytes(&mut self.digest)
    }

    /// The part of the proof that was not read.
    pub fn complete(self) -> &'a [u8] {
        self.rest
    }
}
