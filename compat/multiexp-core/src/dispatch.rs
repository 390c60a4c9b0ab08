//! The way to `helioselene-simd`: generic functions learn from the type whether the group is one
//! of its curves. `TypeId`s are constants, so that nothing of this is left in the compiled code.

use core::any::TypeId;
use core::slice;

use group::Group;
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};

use crate::{straus, vartime};

/// The sum, in constant time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    fn of<C: Curve>(pairs: &[Pair<C>]) -> Point<C> {
        straus::multiexp(pairs)
    }
    on_curve(pairs, of::<Helios>).or_else(|| on_curve(pairs, of::<Selene>))
}

/// The sum, in variable time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp_vartime<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    fn of<C: Curve>(pairs: &[Pair<C>]) -> Point<C> {
        vartime::multiexp(pairs)
    }
    on_curve(pairs, of::<Helios>).or_else(|| on_curve(pairs, of::<Selene>))
}

type Pair<C> = (FieldElement<<C as Curve>::Scalar>, Point<C>);

/// The result of `sum` if `G` is the type of the points of `C`.
#[inline]
fn on_curve<G: Group, C: Curve>(
    pairs: &[(G::Scalar, G)],
    sum: fn(&[Pair<C>]) -> Point<C>,
) -> Option<G> {
    let sum = sum(cast(pairs)?);
    Some(cast(slice::from_ref(&sum))?[0])
}

/// The same slice, if `T` and `U` are the same type.
#[inline]
fn cast<T: 'static, U: 'static>(slice: &[T]) -> Option<&[U]> {
    // SAFETY: two types without lifetimes and with equal ids are one type.
    (TypeId::of::<T>() == TypeId::of::<U>())
        .then(|| unsafe { slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) })
}
