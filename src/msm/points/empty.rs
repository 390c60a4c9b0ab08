//! Memory that starts empty.

/// Implements `Default` with the default of each field.
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
