//! What types with secrets implement, field by field.

/// Implements `Zeroize` by these fields.
macro_rules! wiped {
    ([$($generics:tt)*] $Type:ty: $($field:tt)*) => {
        impl<$($generics)*> zeroize::Zeroize for $Type {
            fn zeroize(&mut self) {
                $(zeroize::Zeroize::zeroize(&mut self.$field);)*
            }
        }
    };
}
pub(crate) use wiped;
