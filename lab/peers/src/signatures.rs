//! Ed25519 signatures verified in batches, by libraries of which some have vector code but offer nothing below that; beside the
//! same work on Helios: for each signature two points decoded, and the sum of two products, one of them by 128 bits.

use commonware_cryptography::{BatchEntry, BatchVerifier};
use commonware_cryptography_curve25519::signing::{SigningKey, VerifyingKey};
use commonware_math::algebra::Random;
use commonware_parallel::Sequential;
use ed25519_dalek::Signer;
use helioselene_bench_support::measure::Timed;
use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Backend, HeliosPoint, HelioseleneField};
use rand_chacha_0_10::{ChaCha8Rng, rand_core::SeedableRng};

use crate::Draw;

type Contender = (String, Timed<'static>);

/// The time per signature when n valid ones are verified.
fn verifies(
    name: impl Into<String>,
    n: usize,
    mut verify: impl FnMut() -> bool + 'static,
) -> Contender {
    assert!(verify());
    let run = move |times| (0..times).for_each(|_| assert!(verify()));
    (name.into(), Timed::new(run).each(n))
}

/// All libraries, n signatures at once.
pub fn contenders(n: usize, draw: &mut Draw) -> Vec<Contender> {
    let mut all: Vec<Contender> = Backend::available()
        .map(|backend| ours(n, backend, draw))
        .collect();
    let messages: Vec<[u8; 32]> = (0..n).map(|_| draw.bytes()).collect();

    let keys: Vec<_> = (0..n)
        .map(|_| ed25519_dalek::SigningKey::from_bytes(&draw.bytes()))
        .collect();
    let signatures: Vec<_> = keys
        .iter()
        .zip(&messages)
        .map(|(key, message)| key.sign(message))
        .collect();
    let public: Vec<_> = keys
        .iter()
        .map(ed25519_dalek::SigningKey::verifying_key)
        .collect();
    #[cfg(feature = "ed25519-simd")]
    {
        let inputs = public.iter().zip(&signatures).zip(&messages);
        let inputs: Vec<_> = inputs
            .map(|((key, signature), message)| ed25519_simd::VerifyInput {
                public_key: key.to_bytes(),
                signature: signature.to_bytes(),
                message: &Box::leak(Box::new(*message))[..],
            })
            .collect();
        let mut verifier = ed25519_simd::Zip215Verifier::new();
        all.push(verifies("ed25519-simd 0.1", n, move || {
            let mut valid = vec![false; n];
            verifier.verify_batch(&inputs, &mut valid);
            valid.iter().all(|valid| *valid)
        }));
    }
    let dalek = {
        let messages = messages.clone();
        move || {
            let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
            ed25519_dalek::verify_batch(&messages, &signatures, &public).is_ok()
        }
    };
    all.push(verifies("ed25519-dalek 3", n, dalek));

    let mut rng = ChaCha8Rng::from_seed(draw.bytes());
    let signed: Vec<_> = messages
        .into_iter()
        .map(|message| {
            let key = SigningKey::random(&mut rng);
            (key.verifying_key(), key.sign(b"peers", &message), message)
        })
        .collect();
    all.push(verifies(
        "commonware-cryptography-curve25519 2026.10",
        n,
        move || {
            let entry = |i: usize, _: &_| {
                let (public_key, signature, message) = &signed[i];
                BatchEntry {
                    namespace: b"peers",
                    message,
                    public_key,
                    signature,
                }
            };
            VerifyingKey::verify_batch(&mut rng, &signed, entry, &Sequential)
        },
    ));
    all
}

fn ours(n: usize, backend: Backend, draw: &mut Draw) -> Contender {
    backend.select().expect("it is available");
    let points: Vec<_> = (0..2 * n)
        .map(|_| HeliosPoint::random(&mut draw.rng))
        .collect();
    let encodings = HeliosPoint::batch_to_bytes(&points);
    let short = (0..n).map(|_| HelioseleneField::from(u128::from_le_bytes(draw.bytes())));
    let mut scalars: Vec<_> = short.collect();
    scalars.extend((0..n).map(|_| HelioseleneField::random(&mut draw.rng)));
    let sum = HeliosPoint::vartime_multiscalar_mul(&scalars, &points).to_bytes();
    let (name, run) = verifies(format!("as much on Helios, {backend}"), n, move || {
        let points = HeliosPoint::vartime_batch_from_bytes(&encodings);
        let points: Vec<_> = points.into_iter().flatten().collect();
        HeliosPoint::vartime_multiscalar_mul(&scalars, &points).to_bytes() == sum
    });
    (
        name,
        run.prepared_by(move || backend.select().expect("it is available")),
    )
}
