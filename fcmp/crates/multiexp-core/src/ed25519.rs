//! Sums over Ed25519, as in FCMP++'s spend authorisation, by curve25519-dalek, which has its own vector code.

use alloc::vec::Vec;

use curve25519_dalek::EdwardsPoint as Point;
use curve25519_dalek::traits::VartimeMultiscalarMul as _;
use dalek_ff_group::{EdwardsPoint, Scalar};
use group::Group;
use helioselene_slices::{cast_one, same};

/// The sum, in variable time, if the group is `dalek-ff-group`'s Ed25519.
pub(crate) fn multiexp_vartime<'a, G: Group>(
    terms: impl Iterator<Item = (&'a G::Scalar, &'a G)>,
) -> Option<G> {
    // Checks the type before anything is allocated.
    same::<G, EdwardsPoint>(G::identity())?;
    let (mut scalars, mut points) = (Vec::<Scalar>::new(), Vec::<Point>::new());
    for (scalar, point) in terms {
        scalars.push(*cast_one(scalar)?);
        points.push(cast_one::<G, EdwardsPoint>(point)?.0);
    }
    let sum = Point::vartime_multiscalar_mul(&scalars, &points);
    same(EdwardsPoint(sum))
}
