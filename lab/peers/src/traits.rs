//! Curves under the traits of `ff` and `group` 0.13.

use std::iter;

use halo2curves::{bn256, secp256k1};
use helioselene_bench_support::measure::Timed;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Curve as _, Group};
use helioselene_simd::{Backend, Curve, FieldElement, Helios, Point, Selene};
use pasta_curves::pallas;

use crate::{Draw, INPUTS, Peer, in_turn, pairs, secret_sum, sum};

/// A library's sums of these scalars and points: in variable time, and in constant time.
type Sums<G> = fn(Vec<Scalar<G>>, Vec<G>) -> [Option<Timed<'static>>; 2];
/// a·P + b·G of P, (a, b).
type DoubleBase<G> = fn(&(G, (Scalar<G>, Scalar<G>))) -> G;
type Scalar<G> = <G as Group>::Scalar;

/// A curve by the traits, and its library's further functions.
fn peer<F: PrimeField, G: Group<Scalar: PrimeField>>(
    name: &str,
    draw: &mut Draw,
    double_base: Option<DoubleBase<G>>,
    sums: Sums<G>,
) -> Peer {
    let elements: Vec<F> = (0..INPUTS).map(|_| F::random(&mut draw.rng)).collect();
    let squares: Vec<F> = elements.iter().map(Field::square).collect();
    let scalars = draw.scalars(|draw| G::Scalar::random(&mut draw.rng));
    let points = draw.points(|draw| G::random(&mut draw.rng).double(), |p, q| *p + q);
    let some = &points[..INPUTS];
    let products: Vec<_> = iter::zip(some.to_vec(), pairs(&scalars[..INPUTS])).collect();
    let [sum, secret_sum] = sums(scalars, points.clone());
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
            in_turn(products.clone(), |(p, (k, _))| *p * k),
            double_base.and_then(|double_base| in_turn(products, double_base)),
            sum,
            secret_sum,
        ],
    }
}

fn of_curve<C: Curve>(name: &str, backend: Backend, draw: &mut Draw) -> Peer {
    let name = format!("{name}, {backend}");
    let peer = peer::<FieldElement<C::Base>, Point<C>>(
        &name,
        draw,
        Some(|(p, (a, b))| Point::vartime_double_scalar_mul_basepoint(a, p, b)),
        |scalars, points| {
            let sum = sum(scalars.clone(), points.clone(), |scalars, points| {
                Point::vartime_multiscalar_mul(scalars, points)
            });
            let secret_sum = secret_sum(scalars, points, |scalars, points| {
                Point::multiscalar_mul(scalars, points)
            });
            [sum, secret_sum]
        },
    );
    let prepared =
        |run: Timed<'static>| run.prepared_by(move || backend.select().expect("it is available"));
    Peer {
        operations: peer.operations.map(|run| run.map(prepared)),
        ..peer
    }
}

/// Helios and Selene on each backend of this machine.
pub fn ours(draw: &mut Draw) -> Vec<Peer> {
    Backend::available()
        .flat_map(|backend| {
            [
                of_curve::<Helios>("Helios", backend, draw),
                of_curve::<Selene>("Selene", backend, draw),
            ]
        })
        .collect()
}

/// halo2curves' sum, over affine points.
macro_rules! halo2curves_sum {
    ($Group:ty, $Affine:ty) => {
        |scalars, points| {
            let points = points.iter().map(<$Group>::to_affine);
            let points: Vec<$Affine> = points.collect();
            [sum(scalars, points, halo2curves::msm::msm_best), None]
        }
    };
}

/// Curves of prime order; for pairings the group with coordinates in the prime field.
pub fn others(draw: &mut Draw) -> [Peer; 3] {
    [
        peer::<pallas::Base, pallas::Point>("Pallas, pasta_curves 0.5", draw, None, |_, _| {
            [None, None]
        }),
        peer::<bn256::Fq, bn256::G1>(
            "BN254, halo2curves 0.10",
            draw,
            None,
            halo2curves_sum!(bn256::G1, bn256::G1Affine),
        ),
        peer::<secp256k1::Fp, secp256k1::Secp256k1>(
            "secp256k1, halo2curves 0.10",
            draw,
            None,
            halo2curves_sum!(secp256k1::Secp256k1, secp256k1::Secp256k1Affine),
        ),
    ]
}
