//! Libraries with interfaces of their own.

use std::hint::black_box;

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AdditiveGroup, CurveGroup};
use ark_ff::{Field as _, PrimeField as _};
use crrl::{ed25519, field::GF25519, p256};
use curve25519_dalek::traits::VartimeMultiscalarMul;
use curve25519_dalek::{EdwardsPoint, Scalar};
use helioselene_bench_support::arkworks;
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

use crate::{INPUTS, Peer, Run, TERMS, in_turn, pairs};

fn bytes<const N: usize>(rng: &mut ChaCha8Rng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// A sum of all terms again and again.
fn sum<R>(sum: impl Fn() -> R + 'static) -> Option<Run> {
    Some(Box::new(move |n| {
        for _ in 0..n {
            black_box(sum());
        }
    }))
}

/// Its field is not public.
pub fn dalek(rng: &mut ChaCha8Rng) -> Peer {
    let mut scalar = || Scalar::from_bytes_mod_order_wide(&bytes(rng));
    let terms: Vec<_> = (0..TERMS)
        .map(|_| (EdwardsPoint::mul_base(&scalar()), scalar()))
        .collect();
    let (points, scalars): (Vec<_>, Vec<_>) = terms.iter().copied().unzip();
    let some = &points[..INPUTS];
    Peer {
        name: "Ed25519, curve25519-dalek 5".into(),
        bits: 253,
        operations: [
            None,
            None,
            None,
            None,
            in_turn(pairs(some), |(p, q)| p + q),
            in_turn(some.to_vec(), |p| p + p),
            in_turn(terms[..INPUTS].to_vec(), |(p, k)| p * k),
            sum(move || EdwardsPoint::vartime_multiscalar_mul(&scalars, &points)),
        ],
        backend: None,
    }
}

pub fn crrl_ed25519(rng: &mut ChaCha8Rng) -> Peer {
    let elements: Vec<_> = (0..INPUTS)
        .map(|_| GF25519::decode_reduce(&bytes::<32>(rng)))
        .collect();
    let squares: Vec<_> = elements.iter().map(|a| a.square()).collect();
    let mut scalar = || ed25519::Scalar::decode_reduce(&bytes::<64>(rng));
    let terms: Vec<_> = (0..INPUTS)
        .map(|_| (ed25519::Point::mulgen(&scalar()), scalar()))
        .collect();
    let points: Vec<_> = terms.iter().map(|(p, _)| *p).collect();
    Peer {
        name: "Ed25519, crrl 0.9".into(),
        bits: 253,
        operations: [
            in_turn(pairs(&elements), |(a, b)| *a * *b),
            in_turn(elements.clone(), |a| a.square()),
            in_turn(elements, |a| GF25519::ONE / *a),
            in_turn(squares, |a| a.sqrt()),
            in_turn(pairs(&points), |(p, q)| *p + *q),
            in_turn(points, |p| p.double()),
            in_turn(terms, |(p, k)| *p * *k),
            None,
        ],
        backend: None,
    }
}

/// Weierstrass, prime order, complete formulas: as ours, over another kind of prime.
pub fn crrl_p256(rng: &mut ChaCha8Rng) -> Peer {
    let mut scalar = || p256::Scalar::decode_reduce(&bytes::<64>(rng));
    let terms: Vec<_> = (0..INPUTS)
        .map(|_| (p256::Point::mulgen(&scalar()), scalar()))
        .collect();
    let points: Vec<_> = terms.iter().map(|(p, _)| *p).collect();
    Peer {
        name: "P-256, crrl 0.9".into(),
        bits: 256,
        operations: [
            None,
            None,
            None,
            None,
            in_turn(pairs(&points), |(p, q)| *p + *q),
            in_turn(points, |p| p.double()),
            in_turn(terms, |(p, k)| *p * *k),
            None,
        ],
        backend: None,
    }
}

/// Helios and Selene once more.
pub fn arkworks(rng: &mut ChaCha8Rng) -> [Peer; 2] {
    [
        of_arkworks::<arkworks::Helios>("Helios, arkworks 0.5", rng),
        of_arkworks::<arkworks::Selene>("Selene, arkworks 0.5", rng),
    ]
}

fn of_arkworks<C>(name: &str, rng: &mut ChaCha8Rng) -> Peer
where
    C: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    let elements: Vec<_> = (0..INPUTS)
        .map(|_| C::BaseField::from_le_bytes_mod_order(&bytes::<64>(rng)))
        .collect();
    let squares: Vec<_> = elements.iter().map(|a| a.square()).collect();
    let mut scalar = || C::ScalarField::from_le_bytes_mod_order(&bytes::<64>(rng));
    let terms: Vec<_> = (0..TERMS)
        .map(|_| (Projective::<C>::from(C::GENERATOR) * scalar(), scalar()))
        .collect();
    let (points, scalars): (Vec<Projective<C>>, Vec<_>) = terms.iter().copied().unzip();
    let some = &points[..INPUTS];
    let affine: Vec<Affine<C>> = Projective::normalize_batch(&points);
    Peer {
        name: if cfg!(feature = "asm") {
            format!("{name}, asm")
        } else {
            name.into()
        },
        bits: 255,
        operations: [
            in_turn(pairs(&elements), |(a, b)| *a * b),
            in_turn(elements.clone(), |a| a.square()),
            in_turn(elements, |a| a.inverse()),
            in_turn(squares, |a| a.sqrt()),
            in_turn(pairs(some), |(p, q)| *p + q),
            in_turn(some.to_vec(), AdditiveGroup::double),
            in_turn(terms[..INPUTS].to_vec(), |(p, k)| *p * k),
            sum(move || arkworks::msm(&affine, &scalars)),
        ],
        backend: None,
    }
}
