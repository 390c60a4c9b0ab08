//! Converts values of a type parameter to the type that it is. `TypeId`s are constants, so nothing of this remains in
//! the compiled code.

use core::any::TypeId;
use core::slice;

/// The same value, if `T` and `U` are the same type.
pub fn cast_one<T: 'static, U: 'static>(value: &T) -> Option<&U> {
    cast(slice::from_ref(value)).map(|values| &values[0])
}

/// The same value, if `T` and `U` are the same type.
pub fn same<T: 'static, U: 'static + Copy>(value: T) -> Option<U> {
    cast_one(&value).copied()
}

/// The same slice, if `T` and `U` are the same type.
#[inline]
pub fn cast<T: 'static, U: 'static>(slice: &[T]) -> Option<&[U]> {
    // SAFETY: types without lifetimes whose ids are equal are one type.
    (TypeId::of::<T>() == TypeId::of::<U>())
        .then(|| unsafe { slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) })
}

/// The same slice, if `T` and `U` are the same type.
#[inline]
pub fn cast_mut<T: 'static, U: 'static>(slice: &mut [T]) -> Option<&mut [U]> {
    // SAFETY: types without lifetimes whose ids are equal are one type.
    (TypeId::of::<T>() == TypeId::of::<U>())
        .then(|| unsafe { slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), slice.len()) })
}
