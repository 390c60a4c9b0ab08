//! The way to `helioselene-simd`: generic functions learn from the type whether the group is one
//! of its curves. `TypeId`s are constants, so that nothing of this is left in the compiled code.

use core::any::TypeId;
use core::borrow::Borrow;
use core::slice;

use group::Group;
use helioselene_simd::traits::{MultiscalarMul, VartimeMultiscalarMul};
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};

#[cfg(feature = "std")]
use crate::recurring::HasRecurring as MayRecur;
/// Without `std` nothing can be kept from call to call.
#[cfg(not(feature = "std"))]
use helioselene_simd::Curve as MayRecur;

/// The sum, in constant time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    fn sum<C: Curve, P: PointOf<C>>(pairs: &[(FieldElement<C::Scalar>, P)]) -> P {
        let (scalars, points) = (pairs.iter().map(|pair| &pair.0), pairs.iter().map(point));
        Point::multiscalar_mul(scalars, points).into()
    }
    of_type(pairs, sum::<Helios, helioselene::HeliosPoint>)
        .or_else(|| of_type(pairs, sum::<Selene, helioselene::SelenePoint>))
        .or_else(|| of_type(pairs, sum::<Helios, helioselene_simd::HeliosPoint>))
        .or_else(|| of_type(pairs, sum::<Selene, helioselene_simd::SelenePoint>))
}

/// The sum, in variable time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp_vartime<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    fn sum<C: MayRecur, P: PointOf<C>>(pairs: &[(FieldElement<C::Scalar>, P)]) -> P {
        let (scalars, points) = (pairs.iter().map(|pair| &pair.0), pairs.iter().map(point));
        #[cfg(feature = "std")]
        if let Some(sum) = C::recurring().sum(points.clone(), scalars.clone()) {
            return sum.into();
        }
        Point::vartime_multiscalar_mul(scalars, points).into()
    }
    of_type(pairs, sum::<Helios, helioselene::HeliosPoint>)
        .or_else(|| of_type(pairs, sum::<Selene, helioselene::SelenePoint>))
        .or_else(|| of_type(pairs, sum::<Helios, helioselene_simd::HeliosPoint>))
        .or_else(|| of_type(pairs, sum::<Selene, helioselene_simd::SelenePoint>))
}

/// The type of the points of `C`, of which there are two: helioselene-simd's, and helioselene's
/// around it.
trait PointOf<C: Curve>:
    Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + From<Point<C>>
{
}

impl<C: Curve, P> PointOf<C> for P where
    P: Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + From<Point<C>>
{
}

fn point<C: Curve, P: PointOf<C>>(pair: &(FieldElement<C::Scalar>, P)) -> &Point<C> {
    pair.1.borrow()
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

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Whether both sums come here; a sum of products one by one would be the same, but slow.
    fn come_here<G: Group>() -> [bool; 2] {
        let pairs = vec![(G::Scalar::from(3), G::generator()); 3];
        let nine = G::generator() * G::Scalar::from(9);
        let come = [multiexp(&pairs), multiexp_vartime(&pairs)];
        come.map(|sum| sum.inspect(|sum| assert_eq!(*sum, nine)).is_some())
    }

    #[test]
    fn sums_in_helios_and_selene_come_here() {
        assert_eq!(come_here::<helioselene::HeliosPoint>(), [true; 2]);
        assert_eq!(come_here::<helioselene::SelenePoint>(), [true; 2]);
        assert_eq!(come_here::<helioselene_simd::HeliosPoint>(), [true; 2]);
        assert_eq!(come_here::<helioselene_simd::SelenePoint>(), [true; 2]);
        assert_eq!(come_here::<curve25519_dalek::RistrettoPoint>(), [false; 2]);
    }
}
