//! `Zeroize` for types that hold secrets.

/// Implements `Zeroize` by wiping the listed fields.
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
