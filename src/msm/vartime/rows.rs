//! Linear combinations of rows of points: many sums with the same scalars, each over a column of points in a lane of its
//! own. Variable time.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::{BatchVector, Job, MAX_LANES, Sum as _, always};
use crate::curve::{Curve, Point};
use crate::field::{FieldElement, Prime as _};
use crate::msm::points::affine::normalize;
use crate::msm::points::multiples::{Multiples, replace_identity};
use crate::msm::points::operands::minus_three;
use crate::msm::points::projective::store;
use crate::msm::points::wipe::wipe;
use crate::msm::vartime::straus::{Straus, width};
use crate::point_ops::{Jacobian, OnePoint};
use crate::scalar_mul::{Magnitude, Wnaf};

/// How many vectors of points share inversions for their multiples: they fit the second-level cache.
const VECTORS_AT_ONCE: usize = 128;

/// The job that writes linear combinations of rows, sums[i] = Σ scalars[r]·points[r·row + first + i]; variable time.
pub(crate) struct VartimeRows<'a, C: Curve> {
    pub scalars: &'a [FieldElement<C::Scalar>],
    pub points: &'a [Point<C>],
    /// The length of a row.
    pub row: usize,
    /// The column of the first sum: threads take ranges of columns.
    pub first: usize,
    pub sums: &'a mut [Point<C>],
}

impl<C: Curve> Job<C::Base> for VartimeRows<'_, C> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        // All columns have the same scalars, hence the same digits: all lanes add the multiple with the same index, and the
        // accumulators of a vector are doubled and added to together, without masks.
        let mut scalars: Vec<_> = self.scalars.iter().map(Magnitude::new).collect();
        let width = width(scalars.iter().map(Magnitude::bits).max().unwrap_or(0));
        let mut digits: Vec<_> = scalars.iter().map(|k| Wnaf::new(k, width)).collect();
        let mut multiples = Multiples::default();
        // A block of columns has `VECTORS_AT_ONCE` vectors over all rows, or a vector of each row if that is more.
        let columns = (VECTORS_AT_ONCE / self.scalars.len()).max(1) * V::LANES;
        for (block, sums) in self.sums.chunks_mut(columns).enumerate() {
            let mut points = Vec::new();
            for row in self.points.chunks_exact(self.row) {
                let row: Vec<_> = row[self.first + block * columns..][..sums.len()]
                    .iter()
                    .collect();
                points.extend(normalize::<C, V>(&row, true));
            }
            // `points` has the block's rows one after the other, each as this many vectors.
            let vectors = sums.len().div_ceil(V::LANES);
            let mut identities = Vec::with_capacity(points.len());
            always!(V::enter, {
                for [x, _] in &points {
                    identities.push(x.zero_lanes());
                }
            });
            // The identity has no odd multiples: another point takes its place, and the vectors that contain one are
            // summed again below.
            replace_identity::<C, V>(&mut points);
            let table = multiples.rows(
                &points,
                1 << (width - 2),
                &minus_three(),
                C::Base::vartime_invert,
            );
            for (v, sums) in sums.chunks_mut(V::LANES).enumerate() {
                let any_identity = identities
                    .iter()
                    .skip(v)
                    .step_by(vectors)
                    .any(|lanes| *lanes != 0);
                // (2i + 1) times the points of a row in vector v: the table has all rows, then 3 times all rows, …
                let multiple =
                    |row: usize, i: usize| &table[(i * digits.len() + row) * vectors + v];
                let lanes = always!(V::enter, combination::<C, V>(&digits, multiple));
                match lanes.filter(|_| !any_identity) {
                    Some(lanes) => sums.copy_from_slice(&lanes[..sums.len()]),
                    // An addition may have been exceptional in some lane: all columns of the vector are summed again by
                    // Straus' method, whose additions are complete.
                    None => {
                        let first = self.first + block * columns + v * V::LANES;
                        for (sum, column) in sums.iter_mut().zip(first..) {
                            let points = self.points.iter().skip(column).step_by(self.row);
                            let points: Vec<_> = points.collect();
                            *sum = V::single(OnePoint(Straus {
                                scalars: &scalars,
                                points: &points,
                            }));
                        }
                    }
                }
            }
        }
        wipe(&mut scalars);
        digits.zeroize();
    }
}

/// Returns Σ scalar·point in each lane, given the scalars' NAFs and each row's odd multiples; `None` if an addition was
/// exceptional or a sum is the identity.
#[inline(always)]
fn combination<'a, C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[Wnaf],
    multiple: impl Fn(usize, usize) -> &'a [V; 2],
) -> Option<[Point<C>; MAX_LANES]> {
    let (mut sum, mut is_started) = (Jacobian::<V>::identity(), false);
    let places = digits.iter().map(Wnaf::len).max().unwrap_or(0);
    for place in (0..places).rev() {
        // Before the first nonzero digit the sum is the identity, which `add_affine` could not add to.
        if is_started {
            always!(V::call, sum = sum.doubled());
        }
        for (row, digits) in digits.iter().enumerate() {
            let digit = digits.digit(place);
            if digit == 0 {
                continue;
            }
            let [x, mut y] = *multiple(row, usize::from(digit.unsigned_abs()) / 2);
            if digit < 0 {
                y = y.neg().carry();
            }
            if is_started {
                sum.add_affine([&x, &y]);
            } else {
                (sum, is_started) = (Jacobian::affine([x, y]), true);
            }
        }
    }
    // Z = 0 stays 0 in later steps, so this test at the end detects an exceptional addition anywhere.
    (sum.identities() == 0).then(|| store(&sum.to_projective()))
}
