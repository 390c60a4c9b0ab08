//! Memory that is empty until it is used.

/// Implements `Default` by these fields' defaults.
macro_rules! empty {
    ($Memory:ident: $($field:ident)*) => {
        impl<V: FieldVector> Default for $Memory<V> {
            fn default() -> Self {
                Self {
                    $($field: Default::default()),*
                }
            }
        }
    };
}
pub(crate) use empty;
