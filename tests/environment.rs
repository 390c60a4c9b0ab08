//! Threads in which rounding traps, or that round differently: on every backend, each operation gives the same result
//! there as elsewhere.
#![cfg(all(feature = "std", target_arch = "x86_64"))]

mod common;

use common::{environment, rng, scaled};
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use helioselene_simd::group::{Curve as _, Group, GroupEncoding};
use helioselene_simd::{
    AffinePoint, Curve, FieldElement, Helios, MultiscalarWorkspace, NodeUpdate, Point,
    Precomputation, Prime, Selene, VartimePrecomputation,
};
use rand_core::RngCore;
use subtle::Choice;

/// Results of the operations on elements.
fn on_elements<P: Prime>() -> Vec<[u8; 32]> {
    let mut rng = rng(70);
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    let (x, y) = (
        FieldElement::<P>::random(&mut rng),
        FieldElement::from(77u64),
    );
    let (is_square, root) = FieldElement::sqrt_ratio(&x, &y);
    let mut inverses = [x, y, x + y];
    FieldElement::batch_invert(&mut inverses);
    let mut all = vec![
        x + y,
        x - y,
        -x,
        x * y,
        x.square(),
        x.double(),
        x.invert().unwrap(),
        x.square().sqrt().unwrap(),
        root,
        FieldElement::from(u64::from(is_square.unwrap_u8())),
        x.pow_vartime([3, 5, 7, 9]),
        FieldElement::wide_reduce(bytes),
        FieldElement::from_uniform_bytes(&bytes),
        FieldElement::from_repr(x.to_repr()).unwrap(),
        [x, y].iter().sum(),
        [x, y].iter().product(),
    ];
    all.extend(inverses);
    all.iter().map(PrimeField::to_repr).collect()
}

/// Results of the operations on points.
fn on_points<C: Curve>() -> Vec<[u8; 32]> {
    let mut rng = rng(71);
    let k = FieldElement::<C::Scalar>::random(&mut rng);
    let p = Point::<C>::random(&mut rng);
    let affine = AffinePoint::from(p);
    let double_base = Point::vartime_double_scalar_mul_basepoint(&k, &p, &k);
    let mut all = vec![
        p + Point::GENERATOR,
        p - Point::GENERATOR,
        p.double(),
        -p,
        p * k,
        Point::mul_base(&k),
        double_base,
        Point::from_bytes(&p.to_bytes()).unwrap(),
        Point::from(affine) + affine,
        p.to_affine().into(),
    ];
    // Sums by each algorithm, long enough for more than one vector.
    for n in [0, 1, 2, 9, 40, scaled(150), scaled(700)] {
        let points: Vec<_> = (0..n).map(|_| Point::<C>::random(&mut rng)).collect();
        let scalars: Vec<_> = points.iter().map(|_| Field::random(&mut rng)).collect();
        all.push(Point::vartime_multiscalar_mul(&scalars, &points));
        let some = points.iter().copied().map(Some);
        all.extend(Point::optional_multiscalar_mul(&scalars, some.clone()));
        let workspace = &mut MultiscalarWorkspace::new();
        all.push(Point::vartime_multiscalar_mul_in(
            workspace, &scalars, &points,
        ));
        for bytes in [0, usize::MAX] {
            let tables = VartimePrecomputation::with_memory(&points, bytes);
            all.push(tables.vartime_multiscalar_mul(&scalars));
            all.extend(tables.vartime_batch_multiscalar_mul(&[&scalars, &scalars[n / 2..]]));
            all.push(tables.vartime_mixed_multiscalar_mul(&scalars, &scalars, &points));
            all.extend(tables.optional_mixed_multiscalar_mul(&scalars, &scalars, some.clone()));
            all.extend(tables.vartime_batch_hash_nodes(&[NodeUpdate {
                hash: p,
                offset: n / 2,
                old: &scalars[..n / 4],
                new: &scalars[n / 2..],
            }]));
        }
        let encodings = Point::batch_to_bytes(&points);
        all.extend(
            Point::<C>::vartime_batch_from_bytes(&encodings)
                .into_iter()
                .flatten(),
        );
        let (mut places, mut valid) = (points.clone(), vec![false; n]);
        Point::vartime_batch_from_bytes_into(&encodings, &mut places, &mut valid);
        all.extend(&places);
        if n > 150 {
            continue;
        }
        all.push(Point::multiscalar_mul(&scalars, &points));
        all.push(Precomputation::new(&points).multiscalar_mul(&scalars));
        all.extend(Point::batch_mul(&scalars, &points));
        Point::batch_mul_into(&scalars, &points, &mut places);
        all.extend(&places);
        let decoded = Point::<C>::batch_from_bytes(&encodings);
        all.extend(decoded.into_iter().map(|point| point.unwrap()));
        let mut valid = vec![Choice::from(0); n];
        Point::batch_from_bytes_into(&encodings, &mut places, &mut valid);
        Point::batch_normalize(&points, &mut places);
        all.extend(&places);
        all.extend(Point::batch_to_affine(&points).into_iter().map(Point::from));
    }
    all.iter().map(GroupEncoding::to_bytes).collect()
}

#[cfg(feature = "hash2curve")]
fn on_messages<C: Curve>() -> Vec<[u8; 32]> {
    use helioselene_simd::hash2curve::ExpandMsgXmd;
    type Expand = ExpandMsgXmd<sha2::Sha512>;
    let hash = Point::<C>::hash_to_curve::<Expand>(&[b"a message"], &[b"a tag"]);
    let point = Point::<C>::encode_to_curve::<Expand>(&[b"a message"], &[b"a tag"]);
    [hash, point].map(|point| point.unwrap().to_bytes()).into()
}

fn everything() -> Vec<[u8; 32]> {
    let mut all = on_elements::<<Helios as Curve>::Base>();
    all.extend(on_elements::<<Selene as Curve>::Base>());
    all.extend(on_points::<Helios>());
    all.extend(on_points::<Selene>());
    #[cfg(feature = "hash2curve")]
    all.extend([on_messages::<Helios>(), on_messages::<Selene>()].concat());
    all
}

#[test]
fn results_do_not_depend_on_the_thread() {
    environment::changes_no_result(everything);
}
