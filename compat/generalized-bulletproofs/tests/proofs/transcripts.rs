//! Transcripts of any length: what of them goes to the digest, and what is read.

#![allow(non_snake_case)]

use blake2::{Blake2b512, Digest};
use ciphersuite::Ciphersuite;
use ciphersuite::group::{Group, GroupEncoding};
use generalized_bulletproofs::transcript::{Transcript, VerifierTranscript};
use helioselene::{Helios, Selene};

use crate::support::CONTEXT;

/// So many distinct points.
fn points<C: Ciphersuite>(count: usize) -> Vec<C::G> {
    let mut next = C::G::identity();
    let points = (0..count).map(|_| {
        next += C::G::generator();
        next
    });
    points.collect()
}

/// The digest before a challenge: the context, and of either kind of commitments their number and the encodings, each after
/// a byte.
fn digest<G: GroupEncoding>(kinds: [&[G]; 2]) -> Blake2b512 {
    let mut digest = Blake2b512::new().chain_update(CONTEXT);
    for points in kinds {
        digest.update((points.len() as u64).to_le_bytes());
        for point in points {
            digest.update([1]);
            digest.update(point.to_bytes());
        }
    }
    digest
}

/// The challenge that follows a digest.
fn challenge(digest: Blake2b512) -> [u8; 64] {
    digest.chain_update([2]).finalize().into()
}

fn any_number_of_commitments<C: Ciphersuite>() {
    let all = points::<C>(300);
    for len in [0, 1, 19, 20, 21, 63, 64, 65, 128, 129, 255, 256, 257, 300] {
        for (c, v) in [
            (len, 0),
            (0, len),
            (len, 300 - len),
            (len / 2, len - len / 2),
        ] {
            let (C, V) = (&all[..c], &all[300 - v..]);
            let expected = challenge(digest([C, V]));
            let mut transcript = Transcript::new(CONTEXT);
            let commitments = transcript.write_commitments::<C>(C.to_vec(), V.to_vec());
            assert_eq!((commitments.C(), commitments.V()), (C, V));
            assert_eq!(transcript.challenge_bytes(), expected, "{c} and {v}");

            let proof = transcript.complete();
            let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
            let commitments = transcript.read_commitments::<C>(c, v).unwrap();
            assert_eq!((commitments.C(), commitments.V()), (C, V));
            assert_eq!(transcript.challenge_bytes(), expected, "{c} and {v}");
            assert!(transcript.complete().is_empty());
        }
    }
}

#[test]
fn commitments_may_be_of_any_number() {
    any_number_of_commitments::<Helios>();
    any_number_of_commitments::<Selene>();
}

/// What is no point is an error at its turn, whatever comes before and after it.
fn invalid_points<C: Ciphersuite>() {
    let all = points::<C>(400);
    let mut transcript = Transcript::new(CONTEXT);
    let _ = transcript.write_commitments::<C>(all.clone(), vec![]);
    let proof = transcript.complete();
    // An x of no point, one that is not below the prime, and the identity with the other sign.
    let x = (1..=255).map(|x| {
        let mut encoding = [0; 32];
        encoding[0] = x;
        encoding
    });
    let mut no_points = x.filter(|encoding| C::read_G(&mut &encoding[..]).is_err());
    let (no_point, too_large) = (no_points.next().expect("about half"), [0xff; 32]);
    let mut sign = [0; 32];
    sign[31] = 0x80;
    for place in [0, 1, 20, 63, 64, 65, 128, 200, 270, 271, 272, 273, 398, 399] {
        for invalid in [no_point, too_large, sign] {
            let mut proof = proof.clone();
            proof[32 * place..][..32].copy_from_slice(&invalid);
            for c in [400, place, place + 1] {
                let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
                let error = transcript.read_commitments::<C>(c, 400 - c);
                let error = error.expect_err("no point").to_string();
                assert_eq!(error, "invalid point", "{place}");
            }
            // The digest has it, and the number of commitments, of which it is one.
            let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
            assert!(transcript.read_commitments::<C>(400, 0).is_err());
            let mut seen = Blake2b512::new().chain_update(CONTEXT);
            seen.update(400u64.to_le_bytes());
            for encoding in proof[..32 * (place + 1)].chunks_exact(32) {
                seen.update([1]);
                seen.update(encoding);
            }
            assert_eq!(transcript.challenge_bytes(), challenge(seen));

            let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
            for point in &all[..place] {
                assert_eq!(transcript.read_point::<C>().unwrap(), *point);
            }
            let error = transcript.read_point::<C>().expect_err("no point");
            assert_eq!(error.to_string(), "invalid point");
        }
    }
}

#[test]
fn invalid_points_are_errors_wherever_they_stand() {
    invalid_points::<Helios>();
    invalid_points::<Selene>();
}
