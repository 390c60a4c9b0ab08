//! Rows of elements.

/// A row of elements with its factor, see [`slices::add_scaled_rows`](crate::slices::add_scaled_rows).
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, F> {
    /// The factor of each element.
    pub factor: F,
    /// The index of the sum that gets the first product.
    pub start: usize,
    /// The elements.
    pub elements: &'a [F],
}
