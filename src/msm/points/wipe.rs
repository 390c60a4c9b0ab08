//! Overwrites buffers derived from scalars.

use alloc::vec::Vec;

/// Overwrites and empties a vector derived from scalars. The time of a sum reveals something about them;
/// memory that the thread keeps would reveal all.
///
/// A `memset` of the elements; `zeroize` would write them one by one, and all of the capacity.
pub(crate) fn wipe<T: Copy + Default>(vec: &mut Vec<T>) {
    overwrite(vec);
    vec.clear();
}

/// Overwrites a slice derived from scalars.
pub(crate) fn overwrite<T: Copy + Default>(slice: &mut [T]) {
    slice.fill(T::default());
    // Keeps the writes from being optimised away.
    core::hint::black_box(slice.as_ptr());
}

#[cfg(test)]
mod tests;
