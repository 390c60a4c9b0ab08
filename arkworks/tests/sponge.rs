//! Other people's code for arkworks, `ark-crypto-primitives`: sponges absorb the same as with arkworks' arithmetic; Schnorr
//! signatures and Pedersen commitments work.

use ark_crypto_primitives::commitment::{CommitmentScheme, pedersen};
use ark_crypto_primitives::signature::SignatureScheme;
use ark_crypto_primitives::signature::schnorr::Schnorr;
use ark_crypto_primitives::sponge::poseidon::{
    PoseidonConfig, PoseidonSponge, find_poseidon_ark_and_mds,
};
use ark_crypto_primitives::sponge::{Absorb, CryptographicSponge};
use ark_ec::short_weierstrass::Projective as Sw;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInt, PrimeField, UniformRand, Zero};
use ark_std::test_rng;
use helioselene_arkworks::{helios, selene};
use helioselene_bench_support::arkworks as peer;
use sha2::Sha256;

/// Challenges from points and scalars of `G`, by Poseidon over the field of the coordinates; and the absorbed bytes.
fn transcript<G>() -> (Vec<BigInt<4>>, Vec<u8>)
where
    G: CurveGroup<
            BaseField: PrimeField<BigInt = BigInt<4>> + Absorb,
            ScalarField: Absorb,
            Affine: Absorb,
        >,
{
    let (full, partial, rate) = (8, 31, 2);
    let (ark, mds) = find_poseidon_ark_and_mds::<G::BaseField>(255, rate, full, partial, 0);
    let config = PoseidonConfig::new(full as usize, partial as usize, 5, mds, ark, rate, 1);
    let mut sponge = PoseidonSponge::new(&config);
    let scalar = -G::ScalarField::from(7u64);
    let points = [G::generator() * scalar, G::zero()].map(CurveGroup::into_affine);
    let coordinates = [3u64, 5].map(G::BaseField::from);
    sponge.absorb(&points[0]);
    sponge.absorb(&points[1]);
    sponge.absorb(&coordinates[0]);
    sponge.absorb(&&coordinates[..]);
    let challenges = sponge.squeeze_field_elements::<G::BaseField>(3);

    let mut bytes = points[0].to_sponge_bytes_as_vec();
    points[1].to_sponge_bytes(&mut bytes);
    scalar.to_sponge_bytes(&mut bytes);
    (
        challenges
            .into_iter()
            .map(PrimeField::into_bigint)
            .collect(),
        bytes,
    )
}

#[test]
fn transcripts_are_those_of_arkworks_arithmetic() {
    let expected = transcript::<Sw<peer::Helios>>();
    assert_eq!(transcript::<helios::Projective>(), expected);
    assert_eq!(transcript::<Sw<helios::Config>>(), expected);
    let expected = transcript::<Sw<peer::Selene>>();
    assert_eq!(transcript::<selene::Projective>(), expected);
    assert_eq!(transcript::<Sw<selene::Config>>(), expected);

    let point = -selene::Affine::generator();
    assert_eq!(
        point.into_group().to_sponge_bytes_as_vec(),
        point.to_sponge_bytes_as_vec()
    );
    let elements = point
        .into_group()
        .to_sponge_field_elements_as_vec::<selene::Fq>();
    assert_eq!(elements, point.to_sponge_field_elements_as_vec());
    let (x, y) = point.xy().unwrap();
    assert_eq!(elements, [x, y, selene::Fq::zero()]);
    // An element of another field cannot be absorbed by a sponge over this one.
    assert!(
        std::panic::catch_unwind(|| x.to_sponge_field_elements_as_vec::<selene::Fr>()).is_err()
    );
}

#[derive(Clone)]
struct Window;

impl pedersen::Window for Window {
    const WINDOW_SIZE: usize = 4;
    const NUM_WINDOWS: usize = 16;
}

fn signs_and_commits<G: CurveGroup>() {
    let rng = &mut test_rng();
    type Signature<G> = Schnorr<G, Sha256>;
    let parameters = Signature::<G>::setup(rng).unwrap();
    let (public, secret) = Signature::<G>::keygen(&parameters, rng).unwrap();
    let signature = Signature::<G>::sign(&parameters, &secret, b"message", rng).unwrap();
    let verify =
        |message: &[u8]| Signature::<G>::verify(&parameters, &public, message, &signature).unwrap();
    assert!(verify(b"message") && !verify(b"massage"));

    type Commitment<G> = pedersen::Commitment<G, Window>;
    let parameters = Commitment::<G>::setup(rng).unwrap();
    let blinding = pedersen::Randomness::<G>::rand(rng);
    let commit = |message: &[u8]| Commitment::<G>::commit(&parameters, message, &blinding).unwrap();
    // Bits are weights of generators; 3 and 5 share one with 1.
    assert_eq!(commit(&[3]) + commit(&[4]), commit(&[5]) + commit(&[2]));
    assert_ne!(commit(&[3]), commit(&[5]));
}

#[test]
fn signatures_and_commitments_run() {
    signs_and_commits::<helios::Projective>();
    signs_and_commits::<selene::Projective>();
}
