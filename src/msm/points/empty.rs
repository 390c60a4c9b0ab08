//! `Default` implementations without the bound `V: Default`, which a derive would add and vectors need not satisfy.

/// Implements `Default` for reusable memory over vectors, by the default of each field: empty vectors.
macro_rules! empty {
    ($Memory:ident: $($field:ident)*) => {
        impl<V: BatchVector> Default for $Memory<V> {
            fn default() -> Self {
                Self {
                    $($field: Default::default()),*
                }
            }
        }
    };
}
pub(crate) use empty;
