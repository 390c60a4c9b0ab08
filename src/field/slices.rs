//! Rows of elements.

/// A row of elements with its factor, see [`slices::add_scaled_rows`](crate::slices::add_scaled_rows).
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, F> {
    /// The factor of each element.
    pub factor: F,
    /// The index of the sum to which the first product is added; the next product is added to the next sum.
    pub start: usize,
    /// The elements.
    pub elements: &'a [F],
}
