//! Points that their owner declares public, as generators are, and tables of them for sums in constant time.
//!
//! FCMP++'s prover commits to its variables by some thirty sums over the same generators, and hands the points over each time.
//! Their odd multiples would be a quarter of the work. So the points of a sum are compared with the declared ones, in full and in
//! constant time. Its time then tells whether they are these, and nothing else of them.

#[cfg(feature = "std")]
pub(crate) mod lists;

use alloc::sync::Arc;
use core::any::Any;
use core::panic::{RefUnwindSafe, UnwindSafe};

use group::Group;

/// Points that are public as long as this lives, see [`Declared::new`].
pub struct Declared {
    _points: Option<AnyList>,
}

/// A list of some curve's points.
pub(crate) type AnyList = Arc<dyn Any + Send + Sync + UnwindSafe + RefUnwindSafe>;

impl Declared {
    /// Declares points public: the time of [`multiexp`](crate::multiexp) may tell whether its own are the first of `points`, and
    /// `last` after them. Then it uses tables of these, which the first such sum makes: 1 kB a point, 1.3 kB with IFMA.
    ///
    /// Nobody may know a relation of these points, as nobody does of generators: the time of a sum may tell that it met one, see
    /// `helioselene_simd::Precomputation::independent_multiscalar_mul`.
    ///
    /// Of each of Helios and Selene four lists at a time are known, and none of other groups. Without effect after
    /// `keep_tables(false)`, and without the feature `std`.
    pub fn new<G: Group>(points: &[G], last: &G) -> Self {
        #[cfg(feature = "std")]
        let _points = crate::dispatch::declare(points, last);
        #[cfg(not(feature = "std"))]
        let (_points, _) = (None, (points, last));
        Self { _points }
    }
}
