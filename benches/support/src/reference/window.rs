//! Constant-time fixed windows of four bits, for powers and for scalar multiplications.

use subtle::{ConditionallySelectable, ConstantTimeEq};

/// The windows of a little-endian integer, the most significant first.
pub(super) fn windows(bytes: &[u8; 32]) -> impl Iterator<Item = u8> {
    bytes.iter().rev().flat_map(|byte| [byte >> 4, byte & 15])
}

/// The table entry for a window, found by reading all entries.
#[inline(always)]
pub(super) fn select<T: ConditionallySelectable>(table: &[T; 16], window: u8) -> T {
    let mut selected = table[0];
    for (i, entry) in (1u8..).zip(&table[1..]) {
        selected.conditional_assign(entry, window.ct_eq(&i));
    }
    selected
}
