//! Libraries with interfaces of their own.

use std::iter;

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AdditiveGroup, CurveGroup};
use ark_ff::{Field as _, PrimeField as _};
use crrl::{ed25519, field::GF25519, p256};
use helioselene_bench_support::arkworks;

use crate::{Draw, INPUTS, Peer, in_turn, pairs, secret_sum, sum};

/// A version of curve25519-dalek, without operations of the field, which is not public.
macro_rules! dalek {
    ($function:ident, $dalek:ident, $name:expr) => {
        pub fn $function(draw: &mut Draw) -> Peer {
            use $dalek::traits::{MultiscalarMul as _, VartimeMultiscalarMul as _};
            use $dalek::{EdwardsPoint, Scalar};

            let scalar = |draw: &mut Draw| Scalar::from_bytes_mod_order_wide(&draw.bytes());
            let scalars = draw.scalars(scalar);
            let points = draw.points(|draw| EdwardsPoint::mul_base(&scalar(draw)), |p, q| p + q);
            let some = &points[..INPUTS];
            let products: Vec<_> = iter::zip(some.to_vec(), pairs(&scalars[..INPUTS])).collect();
            Peer {
                name: $name.into(),
                bits: 253,
                operations: [
                    None,
                    None,
                    None,
                    None,
                    in_turn(pairs(some), |(p, q)| p + q),
                    in_turn(some.to_vec(), |p| p + p),
                    in_turn(products.clone(), |(p, (k, _))| p * k),
                    in_turn(products, |(p, (a, b))| {
                        EdwardsPoint::vartime_double_scalar_mul_basepoint(a, p, b)
                    }),
                    sum(scalars.clone(), points.clone(), |scalars, points| {
                        EdwardsPoint::vartime_multiscalar_mul(scalars, points)
                    }),
                    secret_sum(scalars, points, |scalars, points| {
                        EdwardsPoint::multiscalar_mul(scalars, points)
                    }),
                ],
            }
        }
    };
}
dalek!(dalek, curve25519_dalek, "Ed25519, curve25519-dalek 5");
dalek!(dalek_4, curve25519_dalek_4, "Ed25519, curve25519-dalek 4");

/// The operations on points, P + Q, 2P, k·P and a·P + b·G, of crrl's curves: they have the same names, but no trait.
macro_rules! crrl_points {
    ($curve:ident, $draw:expr) => {{
        let mut scalar = || $curve::Scalar::decode_reduce(&$draw.bytes::<64>());
        let terms: Vec<_> = (0..INPUTS)
            .map(|_| ($curve::Point::mulgen(&scalar()), (scalar(), scalar())))
            .collect();
        let points: Vec<_> = terms.iter().map(|(p, _)| *p).collect();
        [
            in_turn(pairs(&points), |(p, q)| *p + *q),
            in_turn(points, |p| p.double()),
            in_turn(terms.clone(), |(p, (k, _))| *p * *k),
            in_turn(terms, |(p, (a, b))| p.mul_add_mulgen_vartime(a, b)),
        ]
    }};
}

pub fn crrl_ed25519(draw: &mut Draw) -> Peer {
    let elements: Vec<_> = (0..INPUTS)
        .map(|_| GF25519::decode_reduce(&draw.bytes::<32>()))
        .collect();
    let squares: Vec<_> = elements.iter().map(|a| a.square()).collect();
    let [add, double, product, double_base] = crrl_points!(ed25519, draw);
    Peer {
        name: "Ed25519, crrl 0.9".into(),
        bits: 253,
        operations: [
            in_turn(pairs(&elements), |(a, b)| *a * *b),
            in_turn(elements.clone(), |a| a.square()),
            in_turn(elements, |a| GF25519::ONE / *a),
            in_turn(squares, |a| a.sqrt()),
            add,
            double,
            product,
            double_base,
            None,
            None,
        ],
    }
}

/// Weierstrass, prime order, complete formulas, like ours, but over another kind of prime.
pub fn crrl_p256(draw: &mut Draw) -> Peer {
    let [add, double, product, double_base] = crrl_points!(p256, draw);
    Peer {
        name: "P-256, crrl 0.9".into(),
        bits: 256,
        operations: [
            None,
            None,
            None,
            None,
            add,
            double,
            product,
            double_base,
            None,
            None,
        ],
    }
}

/// Helios and Selene once more, and BN254.
pub fn arkworks(draw: &mut Draw) -> [Peer; 3] {
    [
        of_arkworks::<arkworks::Helios>("Helios, arkworks 0.5", draw),
        of_arkworks::<arkworks::Selene>("Selene, arkworks 0.5", draw),
        of_arkworks::<ark_bn254::g1::Config>("BN254, arkworks 0.5", draw),
    ]
}

fn of_arkworks<C>(name: &str, draw: &mut Draw) -> Peer
where
    C: SWCurveConfig<BaseField: ark_ff::PrimeField>,
{
    let elements: Vec<_> = (0..INPUTS)
        .map(|_| C::BaseField::from_le_bytes_mod_order(&draw.bytes::<64>()))
        .collect();
    let squares: Vec<_> = elements.iter().map(|a| a.square()).collect();
    let scalar = |draw: &mut Draw| C::ScalarField::from_le_bytes_mod_order(&draw.bytes::<64>());
    let scalars = draw.scalars(scalar);
    let random = |draw: &mut Draw| Projective::<C>::from(C::GENERATOR) * scalar(draw);
    let points = draw.points(random, |p, q| *p + q);
    let some = &points[..INPUTS];
    let products: Vec<_> = iter::zip(some.to_vec(), scalars.clone()).collect();
    let affine: Vec<Affine<C>> = Projective::normalize_batch(&points);
    Peer {
        name: if cfg!(feature = "asm") {
            format!("{name}, asm")
        } else {
            name.into()
        },
        bits: C::ScalarField::MODULUS_BIT_SIZE,
        operations: [
            in_turn(pairs(&elements), |(a, b)| *a * b),
            in_turn(elements.clone(), |a| a.square()),
            in_turn(elements, |a| a.inverse()),
            in_turn(squares, |a| a.sqrt()),
            in_turn(pairs(some), |(p, q)| *p + q),
            in_turn(some.to_vec(), AdditiveGroup::double),
            in_turn(products, |(p, k)| *p * k),
            None,
            sum(scalars, affine, |scalars, points| {
                arkworks::msm(points, scalars)
            }),
            None,
        ],
    }
}
