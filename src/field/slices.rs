//! Operations on slices of elements, as values for dispatch.

/// A row of elements and its factor, see [`slices::add_scaled_rows`](crate::slices::add_scaled_rows).
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, F> {
    /// The factor of each element.
    pub factor: F,
    /// The index of the sum to which the first product is added.
    pub start: usize,
    /// The elements.
    pub elements: &'a [F],
}

/// An operation of [`Prime::on_slices`](super::Prime::on_slices). The caller has checked lengths.
pub enum OnSlices<'a, F> {
    /// Products of the first two slices, or of the second and third, to the third.
    Multiply(Option<&'a [F]>, &'a [F], &'a mut [F]),
    /// Products by a factor of the first slice, or of the last, to the last.
    Scale(Option<&'a [F]>, &'a F, &'a mut [F]),
    /// Adds scaled rows to the sums.
    AddScaledRows(&'a [Row<'a, F>], &'a mut [F]),
    /// The inner product of two slices.
    InnerProduct([&'a [F]; 2], &'a mut F),
    /// The products of the first element and the powers of the second, the base.
    Powers([&'a F; 2], &'a mut [F]),
    /// Inverses in place, zero for zero, by this inversion.
    #[cfg(feature = "alloc")]
    Invert(&'a mut [F], fn(&F) -> F),
}
