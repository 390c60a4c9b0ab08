//! Multiples of the generators for fixed-base multiplication.
//!
//! A table has 51 rows of 16 affine points. Row i holds the odd multiples 1, 3, … 31 of 32^i·G, each as
//! x and y, canonical residues of 32 little-endian bytes. `tests/vectors/generate.py` writes the files
//! from the curve's parameters; a test recomputes every entry with this library.

use crate::curve::Curve;
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::scalar_mul::ODD_MULTIPLES;
use crate::word::{self, LIMBS, Word};

// x, then y, of the multiples by 1, 3, … 31, row after row.
const COORDINATE_BYTES: usize = 32;
const ENTRY_BYTES: usize = 2 * COORDINATE_BYTES;
const ROW_BYTES: usize = ODD_MULTIPLES * ENTRY_BYTES;

/// Returns entry `j` of row `i`, (2j + 1)·32^i·G, as x and y. Both indices are public.
#[inline(always)]
pub(crate) fn entry<C: Curve>(i: usize, j: usize) -> [FieldElement<C::Base>; 2] {
    coordinates::<C>(&row::<C>(i)[j * ENTRY_BYTES..][..ENTRY_BYTES])
}

/// Returns entry `index` of row `i`, as x and y; constant time in `index`, because it reads all entries of the row.
///
/// Not inlined: compiled for AVX-512, it takes ten times as long.
#[inline(never)]
pub(crate) fn lookup<C: Curve>(i: usize, index: Word) -> [FieldElement<C::Base>; 2] {
    // The masks of all entries but one are zero, so `or` combines zeros with that one.
    let (mut x, mut y) = ([0; LIMBS], [0; LIMBS]);
    for (j, entry) in (0..).zip(row::<C>(i).chunks_exact(ENTRY_BYTES)) {
        let mask = Mask::equal(index, j).word();
        let [candidate_x, candidate_y] = coordinates::<C>(entry);
        for limb in 0..LIMBS {
            x[limb] |= candidate_x.as_limbs()[limb] & mask;
            y[limb] |= candidate_y.as_limbs()[limb] & mask;
        }
    }
    [x, y].map(FieldElement::from_canonical)
}

/// Returns the bytes of row `i`.
#[inline(always)]
fn row<C: Curve>(i: usize) -> &'static [u8] {
    &C::GENERATOR_TABLE[i * ROW_BYTES..][..ROW_BYTES]
}

/// Reads x and y of an entry, unchecked: the files hold canonical residues of points.
#[inline(always)]
fn coordinates<C: Curve>(entry: &[u8]) -> [FieldElement<C::Base>; 2] {
    let (x, y) = entry.split_at(COORDINATE_BYTES);
    let element = |bytes: &[u8]| {
        FieldElement::from_canonical(word::from_le_bytes(bytes.try_into().expect("32 bytes")))
    };
    [element(x), element(y)]
}

#[cfg(test)]
mod tests;
