//! Vectors of elements of independent points.

use super::Tight;
use crate::backend::BatchVector;
use crate::backend::lanes::{IndependentLanes, Row, each};
use crate::backend::tuning::Family;
use crate::field::Prime;
use crate::word::Word;

impl<L: IndependentLanes, P: Prime> BatchVector for Tight<L, P> {
    type Lane = Row;
    type LaneMask = L::Choice;
    const FAMILY: Family = Family::Ifma;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a Row) -> Self {
        Self::new(L::gather(lane))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [Row]) {
        L::scatter(self.0, lanes);
    }

    #[inline(always)]
    fn mask(bits: u32) -> L::Choice {
        L::choice(bits)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, mask: L::Choice) -> Self {
        Self::new(each!(i => self.0[i].choose(other.0[i], mask)))
    }

    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> L::Choice {
        L::equal(values, value)
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        let [x0, x1, x2, x3, x4] = self.freeze();
        x0.or(x1).or(x2).or(x3).or(x4).zeros()
    }
}
