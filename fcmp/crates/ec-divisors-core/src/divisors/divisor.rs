//! Functions with given zeros.

use alloc::vec::Vec;

use zeroize::{Zeroize, Zeroizing};

use super::function::{Functions, curve_values, values_for};
use super::line::{Affine, affine, lines};
use super::wiped::with_capacity;
use super::{DivisorCurve, Interpolator, Poly, XyPoint};

/// The function A(x) + y·B(x) whose zeros are these points, with multiplicity, and whose leading coefficient is 1.
///
/// `None` if there are fewer than two points, one is the identity, their sum is not, or the interpolator's degree is
/// less than half the number of points. Also if an intermediate sum (which includes the last of an odd number of
/// points) has an x at which values are computed: 2^96 and the few that follow.
///
/// Constant time, except for the number of points and whether there is a result.
pub fn new_divisor<C: DivisorCurve>(
    points: &[C::XyPoint],
    interpolator: &Interpolator<C::FieldElement>,
) -> Option<Poly<C::FieldElement>> {
    let count = points.len();
    if count < 2 || values_for(count) > interpolator.degree() + 1 {
        return None;
    }
    // Points are added in pairs, and the sums in pairs again. Each sum has a function whose zeros are the points below
    // it and the negative of the sum: a line above two points; above two sums, `Functions::merged` makes it of theirs.
    let (sums, levels) = tree(points);
    let mut fails = !sums[sums.len() - 1].is_identity();
    for point in points {
        fails |= point.is_identity();
    }
    let affine = affine::<C>(&sums);
    let levels = &levels[..levels.len() - 1];

    let mut pairs = with_capacity(count);
    for level in levels {
        for pair in affine[level.clone()].chunks(2) {
            match *pair {
                [p, q] => pairs.push([p, q]),
                // A leftover point gets its vertical. A leftover sum waits for the next level.
                [p] if level.start == 0 => pairs.push([p, Affine::identity()]),
                _ => {}
            }
        }
    }
    let lines = lines::<C>(&pairs);
    let mut lines = lines.iter();

    let leaves = points.chunks(2).map(<[_]>::len).zip(&mut lines);
    let mut functions = Functions::of_lines(leaves);
    let curve = curve_values(C::a(), C::b(), values_for(count));
    for level in &levels[1..] {
        let sums = &affine[level.clone()];
        let (merged, fails_here) = functions.merged(sums, &mut lines, &curve);
        functions = merged;
        fails |= fails_here;
    }
    if fails.into() {
        return None;
    }

    let [a, b] = [&functions.a, &functions.b].map(|values| interpolator.coefficients(values));
    Some(Poly {
        zero_coefficient: a[0],
        x_coefficients: a[1..=count / 2].to_vec(),
        y_coefficients: b[..1].to_vec(),
        yx_coefficients: alloc::vec![b[1..1 + count.div_ceil(2).saturating_sub(2)].to_vec()],
    })
}

/// The points, their sums in pairs, the sums of these and so on, with each level's range. The last of an odd number
/// moves up unchanged.
fn tree<P: Copy + Zeroize + core::ops::Add<Output = P>>(
    points: &[P],
) -> (Zeroizing<Vec<P>>, Vec<core::ops::Range<usize>>) {
    let depth = points.len().next_power_of_two().ilog2() as usize;
    let mut sums = with_capacity(2 * points.len() + depth);
    sums.extend_from_slice(points);
    let mut levels = alloc::vec![0..points.len()];
    for level in 0..depth {
        let below = levels[level].clone();
        for i in below.clone().step_by(2) {
            let sum = if i + 1 < below.end {
                sums[i] + sums[i + 1]
            } else {
                sums[i]
            };
            sums.push(sum);
        }
        levels.push(below.end..sums.len());
    }
    (sums, levels)
}
