//! The sum of two unprepared points, for the operator `+`.

use core::marker::PhantomData;

use crate::backend::{HeldConstant, PointSum, PointVector, Sum, factors, order};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;

/// Returns the complete sum (Renes, Costello and Batina, eprint 2015/1060), as (X, Y, Z, –), by three levels of
/// products. The first and the last level fill two vectors of four lanes.
///
/// With m = 3(XX − ZZ), s = 3b·ZZ − 3XZ, t = 3b·XZ − m − 12ZZ, where XZ = X1Z2 + X2Z1 and so on:
/// A = YY − s, B = YY + s, and X3 = XY·A − YZ·t, Y3 = A·B + m·t, Z3 = YZ·B + XY·m.
#[inline(always)]
pub(super) fn sum<C: Curve, V: PointVector<Prime = C::Base>>(a: &Point<C>, b: &Point<C>) -> V::Sum {
    let (a, b) = (load::<C, V>(a), load::<C, V>(b));
    let [a_sums, b_sums] = V::two_carries([sums_of_two(a), sums_of_two(b)]);
    // (XX, YY, ZZ, ZZ) and (XY + XX + YY, YZ + YY + ZZ, XZ + XX + ZZ, –)
    let [squares, sums] = V::two_products([&a, &a_sums], [&b, &b_sums]);
    // (X1 + Y1)(X2 + Y2) − XX − YY = X1Y2 + X2Y1 = XY, and YZ and XZ likewise.
    let cross = sums - squares - squares.shuffle::<{ order([1, 2, 0, 0]) }>();
    // (XY, YZ, XZ, ZZ)
    let operands = cross.blend::<0b1000>(squares).carry();
    // (3b·ZZ, 3b·ZZ, 3b·XZ, –)
    let b_times = operands
        .mul_by::<ThreeB<C, V>>()
        .shuffle::<{ order([3, 3, 2, 2]) }>();

    // (A, B, −t, m) = (YY + 3XZ − 3b·ZZ, YY − 3XZ + 3b·ZZ, 3XX + 9ZZ − 3b·XZ, 3XX − 3ZZ)
    let yy_xx = squares
        .shuffle::<{ order([1, 1, 0, 0]) }>()
        .scale::<{ factors([1, 1, 3, 3]) }>();
    let xz_zz = cross
        .blend::<0b1000>(squares)
        .shuffle::<{ order([2, 2, 3, 3]) }>()
        .scale::<{ factors([3, 3, 9, 3]) }>();
    let without_b = (yy_xx + xz_zz).blend::<0b1010>(yy_xx - xz_zz);
    let u = (without_b - b_times)
        .blend::<0b0010>(without_b + b_times)
        .blend::<0b1000>(without_b)
        .carry();

    // (XY, A, YZ, –)·(A, B, B, –) and (YZ, m, XY, –)·(−t, −t, m, –). Their sum is (X3, –, Z3, –); for Y3 = A·B − m·(−t)
    // the second is subtracted.
    let [first, second] = V::two_products(
        [
            &operands
                .shuffle::<{ order([0, 0, 1, 1]) }>()
                .blend::<0b0010>(u.shuffle::<{ order([0, 0, 0, 0]) }>()),
            &operands
                .shuffle::<{ order([1, 1, 0, 0]) }>()
                .blend::<0b0010>(u.shuffle::<{ order([3, 3, 3, 3]) }>()),
        ],
        [
            &u.shuffle::<{ order([0, 1, 1, 1]) }>(),
            &u.shuffle::<{ order([2, 2, 3, 3]) }>(),
        ],
    );
    (first + second).blend::<0b0010>(first - second)
}

/// Loads a point as (X, Y, Z, Z).
#[inline(always)]
fn load<C: Curve, V: PointVector<Prime = C::Base>>(point: &Point<C>) -> V {
    let [x, y, z] = point.coordinates();
    V::load_four([x, y, z, z])
}

/// Returns (X + Y, Y + Z, Z + X, –).
#[inline(always)]
fn sums_of_two<V: PointVector>(point: V) -> V::Sum {
    point + point.shuffle::<{ order([1, 2, 0, 0]) }>()
}

/// 3b, held so that products by it keep the other operand's factor.
struct ThreeB<C, V>(PhantomData<(C, V)>);

impl<C: Curve, V: PointVector<Prime = C::Base>> HeldConstant<C::Base> for ThreeB<C, V> {
    const HELD: FieldElement<C::Base> = C::THREE_B.times_const(&V::DOMAIN);
}
