//! The algorithm for dozens to hundreds of points: width-w NAFs as in [`crate::msm::vartime::straus`], but the additions
//! at each place form a list, and all lists are summed, by batched affine additions, before Horner's rule doubles.

use crate::backend::BatchVector;
use crate::field::FieldElement;

use crate::msm::lists::references::{Lists, Unsorted};
use crate::msm::points::operands::{Affine, NEGATIVE, Reference, assert_countable, places};
use crate::msm::vartime::memory::Scratch;
use crate::scalar_mul::{Magnitude, NafDigits};

/// Writes to `scratch.digits`, for each place i of the NAFs, the point D_i of Σ 2^i·D_i = Σ scalars[j]·points[j]: the sum
/// of the multiples that the digits at place i select.
///
/// `table` holds the odd multiples below 2^(width−1): first all points, then 3 times them, … The curve is y² = x³ +
/// ax + b.
pub(crate) fn sum_places<V: BatchVector>(
    scalars: &[Magnitude],
    table: &[Affine<V::Lane>],
    a: &FieldElement<V::Prime>,
    width: u32,
    scratch: &mut Scratch<V>,
) {
    let lists = &mut scratch.lists;
    collect(scalars, table.len(), width, lists, &mut scratch.unsorted);
    let digits = places(&mut scratch.digits, lists.ends.len());
    scratch.buffers.sum_lists(table, lists, a, digits);
    // The lists are the digits of all scalars.
    lists.wipe();
}

/// Collects the digits of scalars in lists, one for each place. Not generic, so that it is compiled once.
fn collect(
    scalars: &[Magnitude],
    entries: usize,
    width: u32,
    lists: &mut Lists,
    unsorted: &mut Unsorted,
) {
    // A digit ±(2i + 1) at a place refers to entry i·n + j of the table: (2i + 1) times point j.
    let n = scalars.len();
    // A carry may add a place to the bits of the longest scalar.
    let length = scalars.iter().map(Magnitude::bits).max().unwrap_or(0) as usize + 1;
    // A scalar has at most one nonzero digit in `width` neighbouring places.
    let most_digits = n * length.div_ceil(width as usize);
    assert_countable(entries, most_digits);
    lists.collect(
        unsorted,
        length,
        most_digits,
        #[inline(always)]
        |writer| {
            let mut put = |i: usize, (place, digit): (u32, i32)| {
                let point = digit.unsigned_abs() as usize / 2 * n + i;
                let sign = if digit < 0 { NEGATIVE } else { 0 };
                writer.push(place, point as Reference | sign);
            };
            for (pair, scalars) in scalars.chunks(2).enumerate() {
                // Two scalars in turns, because each digit of one waits for the digit below. A single last scalar is
                // paired with zero, which has no digits.
                let zero = Magnitude::default();
                let mut a = NafDigits::new(&scalars[0], width);
                let mut b = NafDigits::new(scalars.get(1).unwrap_or(&zero), width);
                for digit in a.by_ref() {
                    put(2 * pair, digit);
                    match b.next() {
                        Some(digit) => put(2 * pair + 1, digit),
                        None => break,
                    }
                }
                // The rest of whichever has more digits.
                a.for_each(|digit| put(2 * pair, digit));
                b.for_each(|digit| put(2 * pair + 1, digit));
            }
        },
    );
}
