use ff::Field;

use super::*;
use crate::ed25519::edwards::A;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let [two, three, nine] = [2u64, 3, 9].map(Field25519::from);
    assert_eq!(A_THIRD * three, A);
    assert_eq!(COEFFICIENT * three, three - A.square());
    assert_eq!(C.square(), -(A + two));
    // 27b = 2A³ − 9A
    let b = (two * A.square() * A - nine * A) * (nine * three).invert().unwrap();
    let [x, y] = GENERATOR;
    assert_eq!(y.square(), x.square() * x + COEFFICIENT * x + b);
    let EdwardsPoint { x, y, .. } = EdwardsPoint::GENERATOR;
    let u = (Field25519::ONE + y) * (Field25519::ONE - y).invert().unwrap();
    assert_eq!(GENERATOR, [u + A_THIRD, C * u * x.invert().unwrap()]);
}

/// What the conversions rely on: no point has u = −1, and only that of order 2 has v = 0.
#[test]
fn no_point_is_without_coordinates() {
    let [two, four] = [2u64, 4].map(Field25519::from);
    assert!(bool::from((A - two).sqrt().is_none()));
    assert!(bool::from((A.square() - four).sqrt().is_none()));
}
