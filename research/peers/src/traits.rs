//! Curves under the traits of `ff` and `group` 0.13.

use halo2curves::{bn256, secp256k1};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Curve as _, Group};
use helioselene_simd::traits::VartimeMultiscalarMul;
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use pasta_curves::pallas;
use rand_chacha::ChaCha8Rng;

use crate::{INPUTS, Peer, Run, TERMS, in_turn, pairs};

/// A library's function for sums, of all terms again and again.
type Sum<G> = fn(Vec<<G as Group>::Scalar>, Vec<G>) -> Run;

/// What the traits have, and a sum.
fn peer<F: PrimeField, G: Group<Scalar: PrimeField>>(
    name: &str,
    rng: &mut ChaCha8Rng,
    sum: Option<Sum<G>>,
) -> Peer {
    let elements: Vec<F> = (0..INPUTS).map(|_| F::random(&mut *rng)).collect();
    let squares: Vec<F> = elements.iter().map(Field::square).collect();
    let scalars: Vec<G::Scalar> = (0..TERMS).map(|_| Field::random(&mut *rng)).collect();
    let points: Vec<G> = (0..TERMS).map(|_| G::random(&mut *rng).double()).collect();
    let some = &points[..INPUTS];
    let products: Vec<_> = some.iter().copied().zip(scalars.iter().copied()).collect();
    Peer {
        name: name.into(),
        bits: G::Scalar::NUM_BITS,
        operations: [
            in_turn(pairs(&elements), |(a, b)| *a * b),
            in_turn(elements.clone(), Field::square),
            in_turn(elements, |a| a.invert().unwrap()),
            in_turn(squares, |a| a.sqrt().unwrap()),
            in_turn(pairs(some), |(p, q)| *p + q),
            in_turn(some.to_vec(), Group::double),
            in_turn(products, |(p, k)| *p * k),
            sum.map(|sum| sum(scalars, points)),
        ],
        backend: None,
    }
}

fn of_curve<C: Curve>(name: &str, backend: Backend, rng: &mut ChaCha8Rng) -> Peer {
    let name = format!("{name}, {backend}");
    let peer = peer::<FieldElement<C::Base>, Point<C>>(
        &name,
        rng,
        Some(|scalars, points| {
            Box::new(move |n| {
                for _ in 0..n {
                    std::hint::black_box(Point::vartime_multiscalar_mul(&scalars, &points));
                }
            })
        }),
    );
    Peer {
        backend: Some(backend),
        ..peer
    }
}

/// Helios and Selene on each backend of this machine.
pub fn ours(rng: &mut ChaCha8Rng) -> Vec<Peer> {
    Backend::available()
        .flat_map(|backend| {
            [
                of_curve::<Helios>("Helios", backend, rng),
                of_curve::<Selene>("Selene", backend, rng),
            ]
        })
        .collect()
}

/// halo2curves' sum, over affine points.
macro_rules! halo2curves_sum {
    ($Group:ty, $Affine:ty) => {
        |scalars: Vec<_>, points: Vec<$Group>| -> Run {
            let points: Vec<$Affine> = points.iter().map(|point| point.to_affine()).collect();
            Box::new(move |n| {
                for _ in 0..n {
                    std::hint::black_box(halo2curves::msm::msm_best(&scalars, &points));
                }
            })
        }
    };
}

/// Curves of prime order; of pairings the group with coordinates in the prime field.
pub fn others(rng: &mut ChaCha8Rng) -> [Peer; 3] {
    [
        peer::<pallas::Base, pallas::Point>("Pallas, pasta_curves 0.5", rng, None),
        peer::<bn256::Fq, bn256::G1>(
            "BN254, halo2curves 0.10",
            rng,
            Some(halo2curves_sum!(bn256::G1, bn256::G1Affine)),
        ),
        peer::<secp256k1::Fp, secp256k1::Secp256k1>(
            "secp256k1, halo2curves 0.10",
            rng,
            Some(halo2curves_sum!(
                secp256k1::Secp256k1,
                secp256k1::Secp256k1Affine
            )),
        ),
    ]
}
