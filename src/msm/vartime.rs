//! Sums of public products. [`sum`] takes any number of terms: by [`straus`] a few, by [`stretched`] dozens, by
//! [`pippenger`] more, as [`cost`] chooses. [`prepared`] has the sums over tables, [`rows`] those with the same scalars
//! for many lists of points.

#[cfg(feature = "rayon")]
pub(crate) mod cells;
pub(crate) mod cost;
pub(crate) mod horner;
pub(crate) mod memory;
pub(crate) mod pippenger;
pub(crate) mod prepared;
pub(crate) mod rows;
pub(crate) mod running;
pub(crate) mod straus;
pub(crate) mod stretched;
pub(crate) mod sum;
pub(crate) mod windows;
