//! What the transcripts of both sides have in common.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::FromUniformBytes;
use helioselene_proofs::transcript as proofs;

/// A source of challenges: a prover's or a verifier's transcript.
///
/// A challenge depends on what the transcript has seen so far. Everything it should depend on must come before it.
pub trait Transcript {
    /// A challenge.
    fn challenge<C: Ciphersuite>(&mut self) -> C::F
    where
        C::F: FromUniformBytes<64>;

    /// A challenge as bytes.
    fn challenge_bytes(&mut self) -> [u8; 64];
}

macro_rules! transcript {
    ($($of:ty)*) => {$(
        impl Transcript for $of {
            fn challenge<C: Ciphersuite>(&mut self) -> C::F
            where
                C::F: FromUniformBytes<64>,
            {
                <$of>::challenge::<C>(self)
            }

            fn challenge_bytes(&mut self) -> [u8; 64] {
                <$of>::challenge_bytes(self)
            }
        }
    )*};
}
transcript!(proofs::Transcript proofs::VerifierTranscript<'_>);
