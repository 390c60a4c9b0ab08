//! The parts of prime order of points, in the lanes of vectors.

use helioselene_simd::P25519;
use helioselene_simd::unstable::BatchVector;
use helioselene_simd::unstable::ed25519::{Addend, Homogeneous};

/// The addition chain of 3ℓ + 1 = 8·(8⁻¹ mod ℓ), ℓ the order of the prime-order subgroup: starting from 3P, pairs of a
/// number of doublings and the odd multiple added after them. Three doublings follow.
///
/// This is the non-adjacent form of width 4; other widths take more additions, including the table's.
#[rustfmt::skip]
const CHAIN: [(u32, i8); 25] = [
    (126, 1), (5, -1), (4, 5), (5, -3), (4, -1), (5, -5), (5, 7), (7, -3), (6, 7), (5, 7), (5, -5), (4, -3), (7, 3),
    (5, 1), (7, 3), (4, 7), (4, 3), (4, -7), (4, 5), (7, -7), (4, -5), (4, 7), (6, 3), (5, -1), (7, -7),
];
/// The odd multiples up to the largest, 7.
const ODD_MULTIPLES: usize = 4;

/// The parts of prime order of affine points.
#[inline(always)]
pub(super) fn without_torsion<V: BatchVector<Prime = P25519>>(
    point: Homogeneous<V>,
) -> Homogeneous<V> {
    let table = V::call(
        #[inline(always)]
        || odd_multiples(point),
    );
    let mut product = table[1].projective();
    for &(doublings, digit) in &CHAIN {
        let entry = &table[usize::from(digit.unsigned_abs() / 2)];
        // In place, like the curves' formulas.
        V::call(
            #[inline(always)]
            || {
                let sum = product
                    .double_n(doublings)
                    .extended()
                    .plus(entry, digit < 0);
                product = sum.projective();
            },
        );
    }
    V::call(
        #[inline(always)]
        || product = product.times_eight(),
    );
    product
}

/// P, 3P, 5P, 7P of affine points P.
#[inline(always)]
fn odd_multiples<V: BatchVector<Prime = P25519>>(
    point: Homogeneous<V>,
) -> [Addend<V>; ODD_MULTIPLES] {
    let mut multiple = point.with_t(&point.x.mul_carried(&point.y));
    let twice = point.double_n(1).extended().cached();
    let mut table = [multiple.cached(); ODD_MULTIPLES];
    for entry in &mut table[1..] {
        V::call(
            #[inline(always)]
            || multiple = multiple.plus(&twice, false).extended(),
        );
        *entry = multiple.cached();
    }
    table
}

#[cfg(test)]
mod tests;
