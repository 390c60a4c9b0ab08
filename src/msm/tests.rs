//! Every algorithm with every parameter, in one lane and in four, against naive sums.

use std::vec::Vec;

use ff::Field;
use group::Group;
use rand_core::{RngCore, SeedableRng};

use super::*;
use crate::backend::quad::Quad;
use crate::backend::serial::Serial;
use crate::backend::serial::portable::Portable;
use crate::backend::{BatchOperation, BatchVector};
use crate::{Helios, Selene};

/// Every way to compute a sum.
pub(crate) fn algorithms() -> impl Iterator<Item = Option<Algorithm>> {
    let stretched = (2..=7).map(|width| Algorithm::Stretched { width });
    let buckets = (2..=11).map(|bits| Algorithm::Buckets { bits });
    let chosen = core::iter::once(None);
    chosen.chain(
        core::iter::once(Algorithm::Interleaved)
            .chain(stretched)
            .chain(buckets)
            .map(Some),
    )
}

fn sum_of<C: Curve>(scalars: &[FieldElement<C::Scalar>], points: &[Point<C>]) -> Point<C> {
    scalars.iter().zip(points).map(|(k, p)| *p * k).sum()
}

fn every_way<C: Curve, V: BatchVector<Prime = C::Base>>(
    scalars: &[FieldElement<C::Scalar>],
    points: &[Point<C>],
    workspace: &mut MultiscalarWorkspace,
    what: &str,
) {
    let expected = sum_of(scalars, points);
    for algorithm in algorithms() {
        let sum = Vartime {
            scalars,
            points,
            algorithm,
            workspace,
        }
        .run::<V>();
        assert_eq!(sum, expected, "{what}: {algorithm:?}, n = {}", points.len());
    }
    let sum = ConstantTime { scalars, points }.run::<V>();
    assert_eq!(sum, expected, "{what}: constant time, n = {}", points.len());
    let mut products = std::vec![Point::identity(); points.len()];
    Products {
        scalars,
        points,
        products: &mut products,
    }
    .run::<V>();
    for ((k, p), product) in scalars.iter().zip(points).zip(&products) {
        assert_eq!(*product, *p * k, "{what}");
    }
}

fn sums<C: Curve, V: BatchVector<Prime = C::Base>>() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(4);
    let workspace = &mut MultiscalarWorkspace::new();
    let (zero, one) = (FieldElement::<C::Scalar>::ZERO, FieldElement::ONE);
    for n in [0, 1, 2, 3, 4, 5, 8, 9, 19, 39, 70] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        let mut random = || -> Vec<_> { (0..n).map(|_| FieldElement::random(&mut rng)).collect() };
        let (scalars, others) = (random(), random());
        every_way::<C, V>(&scalars, &points, workspace, "random");

        let projective: Vec<_> = points.iter().map(|p| *p + points[0]).collect();
        every_way::<C, V>(&scalars, &projective, workspace, "P + P0");
        let small: Vec<_> = (0..n as u64).map(FieldElement::from).collect();
        every_way::<C, V>(&small, &points, workspace, "small scalars");
        let small: Vec<_> = small.iter().map(|k| -*k).collect();
        every_way::<C, V>(&small, &points, workspace, "small negative scalars");
        let short: Vec<_> = (0..n).map(|_| FieldElement::from(rng.next_u64())).collect();
        every_way::<C, V>(&short, &points, workspace, "short scalars");

        let edge = |i: usize| [one, zero, -one, one + one, scalars[0], -scalars[0]][i % 6];
        let edges: Vec<_> = (0..n).map(edge).collect();
        every_way::<C, V>(&edges, &points, workspace, "edge scalars");

        let all_equal = std::vec![points.first().copied().unwrap_or_default(); n];
        every_way::<C, V>(&scalars, &all_equal, workspace, "equal points");
        let equal_scalars = std::vec![scalars.first().copied().unwrap_or_default(); n];
        every_way::<C, V>(&equal_scalars, &all_equal, workspace, "all equal");
        every_way::<C, V>(&edges, &all_equal, workspace, "equal points, edge scalars");
        let opposite: Vec<_> = (0..n)
            .map(|i| {
                if i % 2 == 1 {
                    -all_equal[i]
                } else {
                    all_equal[i]
                }
            })
            .collect();
        every_way::<C, V>(&equal_scalars, &opposite, workspace, "P and -P");
        every_way::<C, V>(&scalars, &opposite, workspace, "P and -P, random");
        let relatives: Vec<_> = (0..n)
            .map(|i| match i % 5 {
                0 => Point::identity(),
                1 => points[0],
                2 => -points[0],
                3 => points[0].double(),
                _ => points[i],
            })
            .collect();
        every_way::<C, V>(&others, &relatives, workspace, "relatives");
        every_way::<C, V>(&equal_scalars, &relatives, workspace, "relatives, equal");
        let identities = std::vec![Point::identity(); n];
        every_way::<C, V>(&scalars, &identities, workspace, "identities");
        every_way::<C, V>(&std::vec![zero; n], &points, workspace, "zeros");
    }
}

#[test]
fn helios_in_one_lane() {
    sums::<Helios, Serial<Portable, crate::params::P25519>>();
}

#[test]
fn selene_in_one_lane() {
    sums::<Selene, Serial<Portable, crate::params::Q>>();
}

#[test]
fn helios_in_four_lanes() {
    sums::<Helios, Quad<Serial<Portable, crate::params::P25519>>>();
}

#[test]
fn selene_in_four_lanes() {
    sums::<Selene, Quad<Serial<Portable, crate::params::Q>>>();
}

/// On this machine's lanes only: emulated, each fused multiply-add is a function call.
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
#[test]
fn in_doubles() {
    use crate::Backend;
    use crate::backend::avx2::{F64x4, Fma};
    if Backend::available().any(|backend| backend == Backend::Avx2) {
        sums::<Helios, Fma<F64x4, crate::params::P25519>>();
        sums::<Selene, Fma<F64x4, crate::params::Q>>();
    }
}
