//! Operations on slices of elements, as values that dispatch passes on.

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

/// An operation of [`Prime::on_slices`](super::Prime::on_slices). The caller has checked lengths.
pub enum OnSlices<'a, F> {
    /// Writes the products of the first two slices, or of the second and third, to the third.
    Multiply(Option<&'a [F]>, &'a [F], &'a mut [F]),
    /// Writes the first slice, or the last, times a factor to the last.
    Scale(Option<&'a [F]>, &'a F, &'a mut [F]),
    /// Adds scaled rows to the sums.
    AddScaledRows(&'a [Row<'a, F>], &'a mut [F]),
    /// The inner product of two slices.
    InnerProduct([&'a [F]; 2], &'a mut F),
    /// The first element times the powers of the second.
    Powers([&'a F; 2], &'a mut [F]),
    /// Inverts in place with the given inversion; zero stays zero.
    #[cfg(feature = "alloc")]
    Invert(&'a mut [F], fn(&F) -> F),
}
