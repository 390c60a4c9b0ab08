//! The end of what tells scalars.

use alloc::vec::Vec;

/// Empties a vector whose elements tell scalars, after overwriting them: a sum in variable time tells
/// something of its scalars, memory that lives as long as its thread would tell all.
///
/// A `memset` of the elements, where `zeroize` writes them one by one and the room after them as well,
/// which may have grown for a larger sum.
pub(crate) fn wipe<T: Copy + Default>(vec: &mut Vec<T>) {
    overwrite(vec);
    vec.clear();
}

/// Overwrites what tells scalars.
pub(crate) fn overwrite<T: Copy + Default>(slice: &mut [T]) {
    slice.fill(T::default());
    // The writes count as read.
    core::hint::black_box(slice.as_ptr());
}

#[test]
fn what_tells_scalars_is_overwritten() {
    let mut digits = [1, 2, 3];
    overwrite(&mut digits[..2]);
    assert_eq!(digits, [0, 0, 3]);
    let mut digits = Vec::from(digits);
    wipe(&mut digits);
    assert!(digits.is_empty());
}
