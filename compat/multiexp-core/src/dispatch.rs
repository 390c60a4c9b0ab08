//! The way to `helioselene-simd`: generic functions learn from the type whether the group is one
//! of its curves. `TypeId`s are constants, so that nothing of this is left in the compiled code.

use core::any::TypeId;
use core::slice;

use group::Group;

use crate::{straus, vartime};

/// The sum, in constant time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    of_type(pairs, straus::multiexp::<helioselene::HeliosPoint>)
        .or_else(|| of_type(pairs, straus::multiexp::<helioselene::SelenePoint>))
        .or_else(|| of_type(pairs, straus::multiexp::<helioselene_simd::HeliosPoint>))
        .or_else(|| of_type(pairs, straus::multiexp::<helioselene_simd::SelenePoint>))
}

/// The sum, in variable time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp_vartime<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    of_type(pairs, vartime::multiexp::<helioselene::HeliosPoint>)
        .or_else(|| of_type(pairs, vartime::multiexp::<helioselene::SelenePoint>))
        .or_else(|| of_type(pairs, vartime::multiexp::<helioselene_simd::HeliosPoint>))
        .or_else(|| of_type(pairs, vartime::multiexp::<helioselene_simd::SelenePoint>))
}

/// The sum that `sum` computes, if `G` is the group that it computes in.
#[inline]
fn of_type<G: Group, H: Group>(
    pairs: &[(G::Scalar, G)],
    sum: impl FnOnce(&[(H::Scalar, H)]) -> H,
) -> Option<G> {
    let sum = sum(cast(pairs)?);
    Some(cast(slice::from_ref(&sum))?[0])
}

/// The same slice, if `T` and `U` are the same type.
#[inline]
fn cast<T: 'static, U: 'static>(slice: &[T]) -> Option<&[U]> {
    // SAFETY: types without lifetimes whose ids are equal are one type.
    (TypeId::of::<T>() == TypeId::of::<U>())
        .then(|| unsafe { slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) })
}
