//! Overwrites buffers derived from the scalars of variable-time sums.

use alloc::vec::Vec;

/// Overwrites and empties a vector derived from scalars. The time of a sum reveals something about them, but memory that
/// the thread keeps for later would reveal all.
///
/// This is a `memset` of the elements in use; `zeroize` would write them one by one, and all of the capacity.
pub(crate) fn wipe<T: Copy + Default>(vec: &mut Vec<T>) {
    overwrite(vec);
    vec.clear();
}

/// Overwrites a slice derived from scalars.
pub(crate) fn overwrite<T: Copy + Default>(slice: &mut [T]) {
    slice.fill(T::default());
    // The compiler must assume that the memory is read here, so it cannot leave out the writes.
    core::hint::black_box(slice.as_ptr());
}

#[cfg(test)]
mod tests;
