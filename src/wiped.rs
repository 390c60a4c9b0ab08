//! Implements `Zeroize` for types that hold secrets. They are wiped by explicit calls or in a `Zeroizing`, not when
//! dropped: a type with a destructor could not be `Copy`.

/// Implements `Zeroize` for a type by wiping the listed fields; `[…]` holds the impl's generic parameters.
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
