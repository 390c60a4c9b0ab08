//! Constant time: [`sum`] for sums, [`pairs`] for those over two points, [`products`] for products.

pub(crate) mod complete;
pub(crate) mod pairs;
pub(crate) mod places;
pub(crate) mod products;
pub(crate) mod sum;
pub(crate) mod tables;
