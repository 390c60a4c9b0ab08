//! Work on slices of elements, as it comes to the lanes.

/// A row of elements and its factor, see [`slices::add_scaled_rows`](crate::slices::add_scaled_rows).
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, F> {
    /// What each element is multiplied by.
    pub factor: F,
    /// The place to which the first product is added.
    pub start: usize,
    /// The elements.
    pub elements: &'a [F],
}

/// What [`Prime::on_slices`](super::Prime::on_slices) computes. Lengths are asserted before.
pub enum OnSlices<'a, F> {
    /// Products of the first two, or of the second and what is in their places.
    Multiply(Option<&'a [F]>, &'a [F], &'a mut [F]),
    /// Products of elements, or of what is in their places, and one factor.
    Scale(Option<&'a [F]>, &'a F, &'a mut [F]),
    /// Rows, and what they are added to.
    AddScaledRows(&'a [Row<'a, F>], &'a mut [F]),
    /// The inner product of two, in the place of one.
    InnerProduct([&'a [F]; 2], &'a mut F),
    /// The products of an element and the powers of a base.
    Powers([&'a F; 2], &'a mut [F]),
    /// Each element's inverse in its place, zero for zero.
    #[cfg(feature = "alloc")]
    Invert(&'a mut [F]),
}
