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
    /// products\[i\] = a\[i\]·b\[i\], for no a products\[i\]·b\[i\].
    Multiply {
        a: Option<&'a [F]>,
        b: &'a [F],
        products: &'a mut [F],
    },
    /// products\[i\] = a\[i\]·factor, for no a products\[i\]·factor.
    Scale {
        a: Option<&'a [F]>,
        factor: &'a F,
        products: &'a mut [F],
    },
    /// sums\[start + i\] += factor·elements\[i\] for each row.
    AddScaledRows {
        rows: &'a [Row<'a, F>],
        sums: &'a mut [F],
    },
    /// Σ a\[i\]·b\[i\].
    InnerProduct {
        a: &'a [F],
        b: &'a [F],
        sum: &'a mut F,
    },
    /// Each element's inverse in its place, zero for zero.
    #[cfg(feature = "alloc")]
    Invert(&'a mut [F]),
    /// powers\[i\] = first·base^i.
    Powers {
        first: &'a F,
        base: &'a F,
        powers: &'a mut [F],
    },
}
