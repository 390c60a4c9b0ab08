use std::vec::Vec;

use ff::Field;
use group::Group;
use rand_core::SeedableRng;

use super::*;
use crate::Selene;
use crate::backend::FieldVector as _;
use crate::curve::AffinePoint;
use crate::field::FieldElement;
use crate::primes::Q;
use crate::testing::counted::Counted;

type V = Counted<Q, 4>;
type Digit = Affine<<V as BatchVector>::Lane>;

/// The affine point in a backend's limbs, or (0, 0).
fn digit(point: Point<Selene>) -> Digit {
    let [x, y] = if bool::from(point.is_identity()) {
        [FieldElement::ZERO; 2]
    } else {
        AffinePoint::from(&point).coordinates()
    };
    let [x, y] = [x, y].map(|coordinate| {
        let mut lanes = [Default::default(); V::LANES];
        V::splat(&coordinate).scatter(&mut lanes);
        lanes[0]
    });
    Affine::new([x, y])
}

fn sums(points: &[Point<Selene>], len: usize) -> Option<[Point<Selene>; MAX_LANES]> {
    let digits: Vec<_> = points.iter().copied().map(digit).collect();
    let got = horner_incomplete::<Selene, V>(&digits, len);
    let complete = horner_vector::<Selene, V>(&digits, len);
    for (lane, stretch) in points.chunks(len).enumerate() {
        let sum = |sum: Point<Selene>, digit: &Point<Selene>| sum.double() + digit;
        let expected = stretch.iter().rev().fold(Point::IDENTITY, sum);
        assert_eq!(complete[lane], expected);
        if let Some(got) = got {
            assert_eq!(got[lane], expected);
        }
    }
    got
}

#[test]
fn additions_without_exceptions_are_not_made_twice() {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(17);
    let mut points: Vec<_> = (0..37).map(|_| Point::random(&mut rng)).collect();
    assert!(sums(&points, 10).is_some());
    // No points at the start, in the middle, or in all of a stretch.
    for none in [8, 9, 14, 20] {
        points[none] = Point::IDENTITY;
    }
    points[30..].fill(Point::IDENTITY);
    assert!(sums(&points, 10).is_some());
}

#[test]
fn exceptions_are_noticed() {
    let p = Point::GENERATOR;
    let zero = Point::IDENTITY;
    assert!(sums(&[p.double(), p, zero, p], 4).is_some());
    // 2P + 2P, and 2P − 2P, with more points afterwards or none.
    assert!(sums(&[p.double(), p], 2).is_none());
    assert!(sums(&[-p.double(), p], 2).is_none());
    assert!(sums(&[p, -p.double(), p], 3).is_none());
}
