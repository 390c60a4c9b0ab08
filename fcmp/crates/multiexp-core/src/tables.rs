//! Tables of points, so that sums over the same points do not compute their multiples anew.
//!
//! All are made when that pays, that is when sums over the points have cost about as much as the tables will, or surely will:
//!
//! | | whose points | sums | made | memory |
//! |---|---|---|---|---|
//! | [`Recurring`](recurring::Recurring) | nobody's: the same came again and again | variable time | with the 16th sum | 4 · 0.5 MB a curve |
//! | [`Fixed`](crate::Fixed) | their owner keeps the tables | variable time | with the 32nd sum | the owner's |
//! | [`Declared`](crate::Declared) | their owner declared them public | constant time | with the first sum | 1 to 1.3 kB a point |
//!
//! [`keep_tables`] turns all of them off. Looking for a table tries a read lock, which costs nothing beside a sum of
//! 8 points or more.

mod independent;
#[cfg(feature = "std")]
mod kept;
#[cfg(feature = "std")]
mod lists;
#[cfg(feature = "std")]
mod locks;
#[cfg(feature = "std")]
mod recurring;
#[cfg(feature = "std")]
mod remembered;

use core::panic::{RefUnwindSafe, UnwindSafe};

use group::Group;

pub(crate) use independent::sum_over_independent;
#[cfg(all(test, feature = "std"))]
pub(crate) use kept::alone;
#[cfg(feature = "std")]
pub(crate) use kept::are_kept;
#[cfg(feature = "std")]
pub(crate) use lists::AnyList;
#[cfg(feature = "std")]
pub(crate) use remembered::Remembered;
#[cfg(feature = "std")]
pub use remembered::keep_tables;

/// Sums over the points of tables, in variable time.
pub trait Tables<G: Group>: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// The sum of products of scalars and the first of the points, and of others.
    ///
    /// # Panics
    ///
    /// If there are more scalars than points.
    fn sum(&self, scalars: &[G::Scalar], others: &[(&G::Scalar, &G)]) -> G;
}
