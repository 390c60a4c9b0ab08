//! What every function of the interface does: check pointers and lengths, and stop panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function returns: 0, or why it did nothing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All results have been written.
    Ok = 0,
    /// An address is NULL and the number of items there is not 0, or a handle is NULL.
    NullPointer = -1,
    /// An address is not aligned as its type must be.
    Misaligned = -2,
    /// The items would not fit into any memory.
    TooLong = -3,
    /// A point is not on the curve: this library did not write it, or wrote it for the other curve.
    InvalidPoint = -4,
    /// A scalar is not below the order of the curve.
    InvalidScalar = -5,
    /// A flag is neither 0 nor 1.
    InvalidFlag = -6,
    /// The identity has no x coordinate.
    Identity = -7,
    /// A node has more children, from its offset on, than there are generators.
    TooManyChildren = -8,
    /// A panic was caught: a bug in this library, or HELIOSELENE_BACKEND in the environment names no backend that this CPU
    /// can run. Rust's panic hook has printed which.
    Panic = -9,
    /// The root belongs to no revision of FCMP++.
    InvalidRoot = -10,
    /// The 64 random bytes are plainly not random: unfilled memory, a short number, a repetition, zero, or a number of small
    /// order. Other bytes that are not random are not recognised.
    WeakRandomness = -11,
    /// The source of a key image generator is none of HELIOSELENE_GENERATOR_...
    InvalidGenerator = -12,
}

impl Status {
    /// The text for the number of a status, which a C program may have kept.
    pub(crate) fn message(status: i32) -> &'static core::ffi::CStr {
        match status {
            0 => c"ok",
            -1 => c"an address is NULL",
            -2 => c"an address is not aligned",
            -3 => c"too many items",
            -4 => c"not a point of the curve",
            -5 => c"a scalar is not below the order of the curve",
            -6 => c"a flag is neither 0 nor 1",
            -7 => c"the identity has no x coordinate",
            -8 => c"more children than generators",
            -9 => c"a panic was caught",
            -10 => c"not a root of a revision",
            -11 => c"the random bytes are not random",
            -12 => c"not a source of key image generators",
            _ => c"not a status of this library",
        }
    }
}

/// Runs the body of an interface function and catches panics.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Status>) -> Status {
    caught(body)
        .unwrap_or(Err(Status::Panic))
        .err()
        .unwrap_or(Status::Ok)
}

/// The function's result, or `None` if it panics.
pub(crate) fn caught<R>(body: impl FnOnce() -> R) -> Option<R> {
    // All that bodies share with others are tables of generators, which are never written once built.
    let result = catch_unwind(AssertUnwindSafe(body));
    result.map_err(forget).ok()
}

/// Leaks the panic's payload, whose destructor could panic too.
fn forget(payload: Box<dyn Any + Send>) {
    core::mem::forget(payload);
}

/// Whether `count` items can be at an address.
fn check<T>(items: *const T, count: usize) -> Result<(), Status> {
    let bytes = count.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Status::TooLong);
    }
    if count == 0 {
        return Ok(());
    }
    if items.is_null() {
        return Err(Status::NullPointer);
    }
    if !items.is_aligned() {
        return Err(Status::Misaligned);
    }
    Ok(())
}

/// The items at an address; if there are none, any address will do.
///
/// # Safety
///
/// An address that passes [`check`] points to `count` initialised items, which nobody writes while the slice is in use.
pub(crate) unsafe fn items<'a, T>(items: *const T, count: usize) -> Result<&'a [T], Status> {
    check(items, count)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null, aligned and of at most isize::MAX bytes; the rest is the caller's contract.
    Ok(unsafe { core::slice::from_raw_parts(items, count) })
}

/// The item at an address.
///
/// # Safety
///
/// As [`items`].
pub(crate) unsafe fn item<'a, T>(item: *const T) -> Result<&'a T, Status> {
    // SAFETY: the caller's contract.
    let items = unsafe { items(item, 1) }?;
    Ok(&items[0])
}

/// Room for results, possibly over the caller's inputs: written only once all inputs have been read.
pub(crate) struct Places<T> {
    first: *mut T,
    count: usize,
}

impl<T> Places<T> {
    pub(crate) fn new(first: *mut T, count: usize) -> Result<Self, Status> {
        check(first, count)?;
        Ok(Self { first, count })
    }

    /// Writes the results.
    ///
    /// # Safety
    ///
    /// The address has room for `count` items, and no slice of what is there is used afterwards.
    pub(crate) unsafe fn fill(self, results: impl ExactSizeIterator<Item = T>) {
        assert_eq!(results.len(), self.count, "a result for each place");
        for (i, result) in results.enumerate() {
            // SAFETY: i < count; not null and aligned; the rest is the caller's contract.
            unsafe { self.first.add(i).write(result) };
        }
    }
}
