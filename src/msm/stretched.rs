//! Dozens to hundreds of points: width-w NAF digits as in [`super::interleaved`], but the additions
//! for each place of the digits are a list, summed apart from the doublings.

use crate::backend::FieldVector;

use super::memory::{Scratch, places};
use super::operands::{Affine, NEGATIVE, Reference, assert_countable};
use super::wipe::wipe;
use crate::scalar_mul::{Magnitude, for_each_naf_digit};

/// Puts into `scratch.digits`, for each place i of the digits, the point D_i of
/// Σ 2^i·D_i = Σ scalars[i]·points[i].
///
/// `table` has the odd multiples below 2^(width−1): first all points, then 3 times them, …
pub(crate) fn sum_places<V: FieldVector>(
    scalars: &[Magnitude],
    table: &[Affine<V::Lane>],
    width: u32,
    scratch: &mut Scratch<V>,
) {
    let Scratch {
        buffers,
        lists,
        digits,
        places_of_digits,
        ..
    } = scratch;
    let n = scalars.len();
    let length = scalars.iter().map(Magnitude::bits).max().unwrap_or(0) as usize + 1;
    // Of `width` places one has a digit.
    let most_digits = n * length.div_ceil(width as usize);
    assert_countable(table.len(), most_digits);
    places_of_digits.clear();
    places_of_digits.reserve(most_digits);
    for (i, scalar) in scalars.iter().enumerate() {
        for_each_naf_digit(scalar, width, |place, digit| {
            let point = digit.unsigned_abs() as usize / 2 * n + i;
            let sign = if digit < 0 { NEGATIVE } else { 0 };
            places_of_digits.push((place, point as Reference | sign));
        });
    }
    lists.sort(length, places_of_digits);
    let digits = places(digits, length);
    buffers.sum_lists(table, &lists.references, &lists.ends, digits);
    lists.wipe();
    wipe(places_of_digits);
}
