//! Scalar multiplication: each algorithm once, over the points of any backend. See `notes/formulas.md`.

mod double_base;
mod fixed_base;
mod magnitude;
mod recoding;
mod tables;
mod variable_base;

pub(crate) use double_base::{DoubleBase, interleaved};
pub(crate) use fixed_base::FixedBase;
pub(crate) use magnitude::{Magnitude, NafDigits};
pub(crate) use recoding::{ODD_MULTIPLES, OddDigits, SHORT_DIGITS, WINDOW, Wnaf};
pub(crate) use variable_base::VariableBase;

use zeroize::Zeroize;

use crate::curve::{Curve, Point};
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps};

/// Fills a table with the odd multiples P, 3P, 5P, … of a point: a doubling, and an addition for each entry but the
/// first. Constant time.
#[inline(always)]
pub(crate) fn odd_multiples<C: Curve, O: PointOps<C>>(point: O::Point, table: &mut [O::Cached]) {
    // 2P once, then an addition of 2P for each further entry.
    let mut multiple = point;
    O::double_n(&mut multiple, 1);
    let mut twice = O::cache(multiple);
    multiple = point;
    table[0] = O::cache(point);
    for entry in &mut table[1..] {
        O::add(&mut multiple, &twice, Mask::NO);
        *entry = O::cache(multiple);
    }
    // Either would reveal the point, like the table, which the caller wipes if the point is secret.
    twice.zeroize();
    multiple.zeroize();
}

/// The operation a + b.
pub(crate) struct Addition<'a, C: Curve> {
    pub a: &'a Point<C>,
    pub b: &'a Point<C>,
}

impl<C: Curve> Operation for Addition<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::sum(self.a, self.b)
    }
}

/// The operation 2a.
pub(crate) struct Doubling<'a, C: Curve> {
    pub a: &'a Point<C>,
}

impl<C: Curve> Operation for Doubling<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        O::double(self.a)
    }
}
