//! Points that their owner declares public, such as generators, and tables of them for sums in constant time.
//!
//! FCMP++'s prover commits to its variables by some thirty sums over the same generators, and passes the points each
//! time. Computing their odd multiples would be a quarter of the work. So a sum's points are compared with the declared
//! ones, in full and in constant time. The sum's time then tells whether its points are these, and nothing else about
//! them. Of its scalars it tells which words are short: half of FCMP++'s are a logarithm's coefficients, below 2^8, and
//! take a tenth of the time.

use group::Group;

#[cfg(feature = "std")]
use crate::tables::AnyList;

/// Declares points public for as long as this lives, see [`Declared::new`].
pub struct Declared {
    #[cfg(feature = "std")]
    _points: Option<AnyList>,
}

impl Declared {
    /// Declares points public: the time of [`multiexp`](crate::multiexp) may tell whether its points are the first of
    /// `points`, followed by `last`. Such a sum uses tables of them, made by the first one: 1 kB a point, 1.3 kB with
    /// IFMA.
    ///
    /// The time also tells, for each complete word of 128 of `points`, whether the scalars of its first 124 are all below 256
    /// but not all zero. For FCMP++ that is the same for all secrets. A program for which it is not can call
    /// `keep_tables(false)`.
    ///
    /// As with generators, nobody may know a relation between these points: the time of a sum may tell that it met one,
    /// see `helioselene_simd::Precomputation::independent_multiscalar_mul`.
    ///
    /// At most four lists each of Helios and Selene are known at a time, and none of other groups. Has no effect after
    /// `keep_tables(false)`, or without the feature `std`.
    pub fn new<G: Group>(points: &[G], last: &G) -> Self {
        #[cfg(not(feature = "std"))]
        let _ = (points, last);
        Self {
            #[cfg(feature = "std")]
            _points: crate::dispatch::declare(points, last),
        }
    }
}
