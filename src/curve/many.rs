//! What is kept for operations on many points. As `Any`: what it is made of is known to the algorithms
//! alone, and depends on the backend.

mod batch;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;

/// Multiples of points, in the limbs of the backend that was selected when they were made.
pub type Tables = Arc<dyn Any + Send + Sync>;

/// A way to compute a multi-scalar multiplication in variable time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// One accumulator.
    Interleaved,
    /// Lists of odd multiples for each place of width-`width` NAF digits.
    Stretched {
        /// 2 to 8.
        width: u32,
    },
    /// Buckets of digits of `bits` bits.
    Buckets {
        /// 1 to 20.
        bits: u32,
    },
}

/// Memory that variable-time multi-scalar multiplications leave behind for the next one.
///
/// One call after another with the same workspace allocates little once it has grown to what the
/// largest needs: for each of two curves about 160 bytes for each point, and at most 4 MB beside
/// that. It is worth having where a call takes less than a millisecond. Scalars and lists of their digits are wiped when
/// a call ends; points and sums of them stay, from which who knows the points can tell most digits.
#[derive(Default)]
pub struct MultiscalarWorkspace(
    /// Of the curve of the last call, and of the one before: a tree's layers alternate, and memory
    /// that goes back to the system costs a page fault for every 4 kB when it is wanted again.
    pub(crate) [Option<Box<dyn Any + Send + Sync>>; 2],
);

impl MultiscalarWorkspace {
    /// A workspace that has not grown yet.
    pub const fn new() -> Self {
        Self([None, None])
    }
}

impl fmt::Debug for MultiscalarWorkspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MultiscalarWorkspace")
            .finish_non_exhaustive()
    }
}
