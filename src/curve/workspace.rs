//! Memory and tables for operations on many points, as `Any`: their types are those of the algorithms, and depend on the
//! backend.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;

/// Multiples of points, in the limbs of the backend that was selected when they were computed.
pub type Tables = Arc<dyn Any + Send + Sync>;

/// A way to compute a multi-scalar multiplication in variable time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Straus: width-w NAF digits, one accumulator.
    Straus,
    /// Lists of odd multiples for each place of width-`width` NAF digits.
    Stretched {
        /// 2 to 8.
        width: u32,
    },
    /// Pippenger: buckets of digits of `bits` bits.
    Pippenger {
        /// 1 to 20.
        bits: u32,
    },
}

/// Memory that variable-time multi-scalar multiplications reuse.
///
/// Calls with one workspace allocate little once it has grown to the size of the largest: for each of two curves about
/// 160 bytes a point, and at most 4 MB more. It pays where a call takes less than a millisecond. Scalars and lists of
/// their digits are wiped when a call ends; points and sums of points stay, and reveal most digits to who knows the
/// points.
#[derive(Default)]
pub struct MultiscalarWorkspace(
    /// The memory of the last two curves: a tree's layers alternate, and memory that was given back to
    /// the system costs a page fault for every 4 kB when it is needed again.
    pub(crate) [Option<Box<dyn Any + Send + Sync>>; 2],
);

impl MultiscalarWorkspace {
    /// An empty workspace.
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
