//! Dispatch to `helioselene-simd`: generic functions find out from the type whether the group is one of its curves.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::borrow::Borrow;
#[cfg(feature = "std")]
use core::marker::PhantomData;
use core::slice;

use ff::{Field, PrimeField};
use group::{Group, GroupEncoding};
use helioselene_points::{HeliosPoint, SelenePoint};
#[cfg(feature = "std")]
use helioselene_simd::VartimePrecomputation;
use helioselene_simd::{Curve, FieldElement, Helios, Point, Precomputation, Selene};
use helioselene_slices::{cast, cast_one, same};
use zeroize::Zeroizing;

use crate::tables::sum_over_independent;
#[cfg(feature = "std")]
use crate::tables::{AnyList, Remembered, Tables};
/// Without `std`, nothing is kept between calls.
#[cfg(not(feature = "std"))]
use helioselene_simd::Curve as Remembered;

/// Calls a function for whichever of our six types of points `G` is; `None` for other groups.
macro_rules! of_each {
    ($of:ident::<$G:ty>($($argument:expr),*)) => {
        $of::<Helios, HeliosPoint<true>, $G>($($argument),*)
            .or_else(|| $of::<Selene, SelenePoint<true>, $G>($($argument),*))
            .or_else(|| $of::<Helios, HeliosPoint<false>, $G>($($argument),*))
            .or_else(|| $of::<Selene, SelenePoint<false>, $G>($($argument),*))
            .or_else(|| $of::<Helios, helioselene_simd::HeliosPoint, $G>($($argument),*))
            .or_else(|| $of::<Selene, helioselene_simd::SelenePoint, $G>($($argument),*))
    };
}

/// The sum, in constant time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp<G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
    fn sum<C: Remembered, P: PointOf<C>>(pairs: &[(FieldElement<C::Scalar>, P)]) -> P {
        #[cfg(feature = "std")]
        if let Some(sum) = C::declared().sum(pairs.iter().map(|pair| (&pair.0, point(pair)))) {
            return sum.into();
        }
        let (scalars, points) = (pairs.iter().map(|pair| &pair.0), pairs.iter().map(point));
        Point::multiscalar_mul(scalars, points).into()
    }
    fn of<C: Remembered, P: PointOf<C>, G: Group>(pairs: &[(G::Scalar, G)]) -> Option<G> {
        of_type(pairs, sum::<C, P>)
    }
    of_each!(of::<G>(pairs))
}

/// The sum, in variable time, if the group is Helios or Selene.
#[inline]
pub(crate) fn multiexp_vartime<'a, G: Group>(
    terms: impl Iterator<Item = (&'a G::Scalar, &'a G)> + Clone,
) -> Option<G> {
    fn sum<'a, C: Remembered, P: PointOf<C>, G: Group>(
        mut terms: impl Iterator<Item = (&'a G::Scalar, &'a G)>,
    ) -> Option<G> {
        let none: [P; 0] = [];
        cast::<P, G>(&none)?;
        let (len, _) = terms.size_hint();
        let mut all = Vec::with_capacity(len);
        terms.try_for_each(|(scalar, point)| {
            all.push((cast_one(scalar)?, cast_one::<G, P>(point)?.borrow()));
            Some(())
        })?;
        #[cfg(feature = "std")]
        if let Some(sum) = C::recurring().sum(&all) {
            return same::<P, G>(sum.into());
        }
        same::<P, G>(Point::vartime_sum_of_products(&all).into())
    }
    of_each!(sum::<G>(terms.clone()))
}

/// The linear combination of rows, in variable time, if the group is Helios or Selene.
pub(crate) fn combine_rows_vartime<G: Group>(
    scalars: &[G::Scalar],
    points: &[G],
) -> Option<Vec<G>> {
    fn combine<C: Curve, P: PointOf<C>, G: Group>(
        scalars: &[G::Scalar],
        points: &[G],
    ) -> Option<Vec<G>> {
        let points: Vec<Point<C>> = cast::<G, P>(points)?
            .iter()
            .map(|point| *point.borrow())
            .collect();
        let combined = Point::vartime_combine_rows(cast(scalars)?, &points);
        let combined: Vec<P> = combined.into_iter().map(P::from).collect();
        cast(&combined).map(<[_]>::to_vec)
    }
    of_each!(combine::<G>(scalars, points))
}

/// The list of declared points, if the group is Helios or Selene.
#[cfg(feature = "std")]
pub(crate) fn declare<G: Group>(points: &[G], last: &G) -> Option<AnyList> {
    fn of<C: Remembered, P: PointOf<C>, G: Group>(points: &[G], last: &G) -> Option<AnyList> {
        let points = cast::<G, P>(points)?.iter().map(|point| *point.borrow());
        Some(C::declared().add(cast_one::<G, P>(last)?.borrow(), points))
    }
    of_each!(of::<G>(points, last))
}

/// Tables of the points, if the group is Helios or Selene.
#[cfg(feature = "std")]
pub(crate) fn tables<G: Group>(points: &[G]) -> Option<Box<dyn Tables<G>>> {
    fn of<C: Curve, P: PointOf<C>, G: Group>(points: &[G]) -> Option<Box<dyn Tables<G>>> {
        let points = cast::<G, P>(points)?.iter().map(P::borrow);
        let tables = VartimePrecomputation::new(points);
        Some(Box::new(TablesOf::<C, P>(tables, PhantomData)))
    }
    of_each!(of::<G>(points))
}

#[cfg(feature = "std")]
struct TablesOf<C: Curve, P>(VartimePrecomputation<C>, PhantomData<fn() -> P>);

#[cfg(feature = "std")]
impl<C: Curve, P: PointOf<C>, G: Group> Tables<G> for TablesOf<C, P> {
    fn sum(&self, scalars: &[G::Scalar], others: &[(&G::Scalar, &G)]) -> G {
        let sum = || {
            let points = others.iter().map(|(_, point)| cast_one::<G, P>(point));
            let points = points.collect::<Option<Vec<_>>>()?;
            let dynamic = others.iter().map(|(scalar, _)| cast_one(*scalar));
            let dynamic: Vec<&FieldElement<C::Scalar>> = dynamic.collect::<Option<_>>()?;
            let (tables, points) = (&self.0, points.into_iter().map(P::borrow));
            let sum = tables.vartime_mixed_multiscalar_mul(cast(scalars)?, dynamic, points);
            same::<P, G>(sum.into())
        };
        sum().expect("tables of points of this type")
    }
}

/// How many points get tables at a time: 1.3 MB.
const PREPARED: usize = 1024;

/// For each list of scalars, the sum of products with the first of the points, in constant time, if the group is Helios
/// or Selene.
pub(crate) fn multiexps<G: Group>(scalars: &[&[G::Scalar]], points: &[G]) -> Option<Vec<G>> {
    fn sums<C: Curve, P: PointOf<C>, G: Group>(
        scalars: &[&[G::Scalar]],
        points: &[G],
    ) -> Option<Vec<G>> {
        let mut sums = vec![P::identity(); scalars.len()];
        for (i, points) in cast::<G, P>(points)?.chunks(PREPARED).enumerate() {
            let tables = Precomputation::new(points.iter().map(P::borrow));
            for (sum, scalars) in sums.iter_mut().zip(scalars) {
                if let Some(scalars) = scalars.chunks(PREPARED).nth(i) {
                    *sum += P::from(sum_over_independent(&tables, cast(scalars)?, &[]));
                }
            }
        }
        cast(&sums).map(<[_]>::to_vec)
    }
    of_each!(sums::<G>(scalars, points))
}

/// For each pair of scalars, the sum of products with the same two points, in constant time, if the group is Helios or
/// Selene.
pub(crate) fn pair_sums<G: Group>(scalars: &[[G::Scalar; 2]], points: &[G; 2]) -> Option<Vec<G>> {
    fn sums<C: Curve, P: PointOf<C>, G: Group>(
        scalars: &[[G::Scalar; 2]],
        points: &[G; 2],
    ) -> Option<Vec<G>> {
        let [a, b] = cast_one::<[G; 2], [P; 2]>(points)?
            .each_ref()
            .map(|point| *point.borrow());
        let points = Zeroizing::new(Point::pair_sums(cast(scalars)?, &[a, b]));
        let mut sums = Vec::with_capacity(points.len());
        for point in points.iter() {
            sums.push(same::<P, G>((*point).into())?);
        }
        Some(sums)
    }
    of_each!(sums::<G>(scalars, points))
}

/// The points with these encodings, `None` for an invalid one, if the group is Helios or Selene.
pub(crate) fn decode_vartime<G: Group>(bytes: &[u8]) -> Option<Vec<Option<G>>> {
    fn decode<C: Curve, P: PointOf<C>, G: Group>(bytes: &[u8]) -> Option<Vec<Option<G>>> {
        if TypeId::of::<P>() != TypeId::of::<G>() {
            return None;
        }
        let encodings = bytes.chunks_exact(32);
        let encodings: Vec<[u8; 32]> = encodings
            .map(|encoding| P::decoded_as(encoding.try_into().expect("32 bytes")))
            .collect();
        let points = Point::<C>::vartime_batch_from_bytes(&encodings);
        let points: Vec<Option<P>> = points
            .into_iter()
            .map(|point| Some(point?.into()))
            .collect();
        cast(&points).map(<[_]>::to_vec)
    }
    of_each!(decode::<G>(bytes))
}

/// How many points are encoded at a time, with one inversion, so that they stay in the cache.
const ENCODED: usize = 1024;

/// The encodings of public points, if the group is Helios or Selene.
pub(crate) fn encode_vartime<G: Group + GroupEncoding>(points: &[G]) -> Option<Vec<G::Repr>> {
    fn encode<C: Curve, P: PointOf<C>, G: Group + GroupEncoding>(
        points: &[G],
    ) -> Option<Vec<G::Repr>> {
        let mut encodings = Vec::with_capacity(points.len());
        for points in cast::<G, P>(points)?.chunks(ENCODED) {
            let coordinates = points.iter().map(|point| point.borrow().to_projective());
            if coordinates.clone().all(|[.., z]| z == FieldElement::ONE) {
                // Decoded points are like this: there is nothing to divide.
                let affine = coordinates.map(|[x, y, _]| encode_affine([x, y]));
                encodings.extend_from_slice(cast(&affine.collect::<Vec<_>>())?);
                continue;
            }
            let points: Vec<Point<C>> = points.iter().map(|point| *point.borrow()).collect();
            encodings.extend_from_slice(cast(&Point::batch_to_bytes(&points))?);
        }
        Some(encodings)
    }
    of_each!(encode::<G>(points))
}

/// x, with the parity of y in the top bit.
fn encode_affine<F: PrimeField<Repr = [u8; 32]>>([x, y]: [F; 2]) -> [u8; 32] {
    let mut bytes = x.to_repr();
    bytes[31] |= y.is_odd().unwrap_u8() << 7;
    bytes
}

/// One of the three types of points of `C`: helioselene-simd's, and helioselene's two around it, one for each way to
/// decode an encoded identity.
trait PointOf<C: Curve>:
    Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + From<Point<C>>
{
    /// The encoding that helioselene-simd must decode instead of this one.
    fn decoded_as(bytes: &[u8; 32]) -> [u8; 32];
}

impl<C: Curve> PointOf<C> for Point<C> {
    fn decoded_as(bytes: &[u8; 32]) -> [u8; 32] {
        *bytes
    }
}

impl<C: Curve, const IDENTITY: bool> PointOf<C> for helioselene_points::Point<C, IDENTITY> {
    fn decoded_as(bytes: &[u8; 32]) -> [u8; 32] {
        Self::decoded_as(bytes)
    }
}

fn point<C: Curve, P: PointOf<C>>(pair: &(FieldElement<C::Scalar>, P)) -> &Point<C> {
    pair.1.borrow()
}

/// The sum that `sum` computes, if `G` is the group it computes in.
#[inline]
fn of_type<G: Group, H: Group>(
    pairs: &[(G::Scalar, G)],
    sum: impl FnOnce(&[(H::Scalar, H)]) -> H,
) -> Option<G> {
    let sum = sum(cast(pairs)?);
    Some(cast(slice::from_ref(&sum))?[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether both sums are computed here. A sum of products one by one would give the same, slowly.
    fn come_here<G: Group>() -> [bool; 2] {
        let pairs = vec![(G::Scalar::from(3), G::generator()); 3];
        let nine = G::generator() * G::Scalar::from(9);
        let terms = pairs.iter().map(|(scalar, point)| (scalar, point));
        let come = [multiexp(&pairs), multiexp_vartime(terms)];
        come.map(|sum| sum.inspect(|sum| assert_eq!(*sum, nine)).is_some())
    }

    #[test]
    fn sums_in_helios_and_selene_come_here() {
        assert_eq!(come_here::<HeliosPoint<true>>(), [true; 2]);
        assert_eq!(come_here::<HeliosPoint<false>>(), [true; 2]);
        assert_eq!(come_here::<SelenePoint<true>>(), [true; 2]);
        assert_eq!(come_here::<SelenePoint<false>>(), [true; 2]);
        assert_eq!(come_here::<helioselene_simd::HeliosPoint>(), [true; 2]);
        assert_eq!(come_here::<helioselene_simd::SelenePoint>(), [true; 2]);
        assert_eq!(come_here::<curve25519_dalek::RistrettoPoint>(), [false; 2]);
    }

    /// Whether sums over the same points are computed here, and rightly, with fewer and with more points than get
    /// tables at a time.
    fn sums_come_here<G: Group>() -> bool {
        let points = vec![G::generator(); PREPARED + 10];
        let scalars: Vec<_> = (0..points.len())
            .map(|i| G::Scalar::from(i as u64))
            .collect();
        let lens = [0, 1, 7, PREPARED, PREPARED + 1, PREPARED + 10];
        let sums = multiexps(&lens.map(|len| &scalars[..len]), &points);
        let sum =
            |len: usize| G::generator() * G::Scalar::from((len * len.saturating_sub(1) / 2) as u64);
        sums.inspect(|sums| assert_eq!(**sums, lens.map(sum)))
            .is_some()
    }

    #[test]
    fn sums_over_the_same_points_come_here() {
        assert!(sums_come_here::<HeliosPoint<true>>());
        assert!(sums_come_here::<HeliosPoint<false>>());
        assert!(sums_come_here::<SelenePoint<true>>());
        assert!(sums_come_here::<SelenePoint<false>>());
        assert!(sums_come_here::<helioselene_simd::HeliosPoint>());
        assert!(sums_come_here::<helioselene_simd::SelenePoint>());
        assert!(!sums_come_here::<curve25519_dalek::RistrettoPoint>());
    }

    /// Whether decoding, sums of pairs, and encoding happen here, and rightly.
    fn proofs_come_here<G: Group + GroupEncoding<Repr: PartialEq + core::fmt::Debug>>() -> [bool; 3]
    {
        let points = [G::generator(), G::generator().double()];
        let bytes = points.map(|point| point.to_bytes());
        let mut bytes = [bytes[0].as_ref(), bytes[1].as_ref(), &[0xff; 32]].concat();
        // Less than an encoding.
        bytes.push(0);
        let decoded = decode_vartime::<G>(&bytes);
        let expected = [Some(points[0]), Some(points[1]), None];
        let scalars: Vec<_> = (1..4)
            .map(|i| [G::Scalar::from(i), G::Scalar::from(7)])
            .collect();
        let sums = pair_sums(&scalars, &points);
        let sum = |i: u64| G::generator() * G::Scalar::from(i + 14);
        let mut several = vec![sum(0), G::identity(), sum(1), sum(0)];
        // More than are encoded at a time.
        several.resize(ENCODED + 3, sum(2));
        several.push(sum(1));
        [
            decoded
                .inspect(|decoded| assert_eq!(**decoded, expected))
                .is_some(),
            sums.inspect(|sums| assert_eq!(**sums, [sum(1), sum(2), sum(3)]))
                .is_some(),
            encode_vartime(&several)
                .inspect(|encodings| {
                    let one_by_one = several.iter().map(G::to_bytes);
                    assert!(one_by_one.eq(encodings.iter().copied()));
                })
                .is_some(),
        ]
    }

    /// What an encoded identity decodes to, alone and among others.
    fn decoded_identity<G: Group + GroupEncoding<Repr = [u8; 32]>>() -> G {
        let alone = G::from_bytes(&[0; 32]).expect("it is decoded");
        let bytes = [&[0; 32][..], &G::generator().to_bytes(), &[0; 32]].concat();
        let together = [Some(alone), Some(G::generator()), Some(alone)];
        assert_eq!(decode_vartime::<G>(&bytes).expect("one of ours"), together);
        alone
    }

    #[test]
    fn an_encoded_identity_is_decoded_as_the_revision_does() {
        use helioselene_points::STAND_IN;
        assert!(bool::from(
            decoded_identity::<HeliosPoint<true>>().is_identity()
        ));
        assert!(bool::from(
            decoded_identity::<SelenePoint<true>>().is_identity()
        ));
        assert!(bool::from(
            decoded_identity::<helioselene_simd::HeliosPoint>().is_identity()
        ));
        assert_eq!(
            decoded_identity::<HeliosPoint<false>>().to_bytes(),
            STAND_IN
        );
        assert_eq!(
            decoded_identity::<SelenePoint<false>>().to_bytes(),
            STAND_IN
        );
    }

    /// As many encodings as proofs have, and at each place of them each kind: a point's, the identity's, and what is none.
    fn decoded_one_by_one<G: Group + GroupEncoding<Repr = [u8; 32]>>() {
        let mut sign = [0; 32];
        sign[31] = 0x80;
        let points: Vec<_> = (1..=300)
            .map(|i| (G::generator() * G::Scalar::from(i)).to_bytes())
            .collect();
        for len in [1, 7, 8, 9, 17, 64, 65, 129, 257, 300] {
            for first in 0..4 {
                let encoding = |i: usize| match (first + i) % 4 {
                    0 => [0; 32],
                    1 => sign,
                    2 => [0xff; 32],
                    _ => points[i],
                };
                let encodings: Vec<_> = (0..len).map(encoding).collect();
                let decoded = decode_vartime::<G>(encodings.as_flattened()).expect("one of ours");
                let one_by_one = encodings.iter().map(|bytes| G::from_bytes(bytes).into());
                assert!(decoded.into_iter().eq(one_by_one), "{len} from {first}");
            }
        }
    }

    #[test]
    fn many_encodings_are_decoded_as_one() {
        decoded_one_by_one::<HeliosPoint<true>>();
        decoded_one_by_one::<HeliosPoint<false>>();
        decoded_one_by_one::<SelenePoint<true>>();
        decoded_one_by_one::<SelenePoint<false>>();
        decoded_one_by_one::<helioselene_simd::HeliosPoint>();
        decoded_one_by_one::<helioselene_simd::SelenePoint>();
    }

    #[test]
    fn what_proofs_need_comes_here() {
        assert_eq!(proofs_come_here::<HeliosPoint<true>>(), [true; 3]);
        assert_eq!(proofs_come_here::<HeliosPoint<false>>(), [true; 3]);
        assert_eq!(proofs_come_here::<SelenePoint<true>>(), [true; 3]);
        assert_eq!(proofs_come_here::<SelenePoint<false>>(), [true; 3]);
        assert_eq!(
            proofs_come_here::<helioselene_simd::HeliosPoint>(),
            [true; 3]
        );
        assert_eq!(
            proofs_come_here::<helioselene_simd::SelenePoint>(),
            [true; 3]
        );
        assert_eq!(
            proofs_come_here::<curve25519_dalek::RistrettoPoint>(),
            [false; 3]
        );
        assert!(
            pair_sums::<HeliosPoint<true>>(&[], &[HeliosPoint::generator(); 2])
                .unwrap()
                .is_empty()
        );
    }
}
