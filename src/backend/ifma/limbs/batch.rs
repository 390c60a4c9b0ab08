//! Vectors of elements of independent points.

use super::{Tight, five};
use crate::backend::BatchVector;
use crate::backend::lanes::{IndependentLanes, Row};
use crate::backend::serial::word::Word;
use crate::msm::Cost;
use crate::params::Prime;

impl<L: IndependentLanes, P: Prime> BatchVector for Tight<L, P> {
    type Lane = Row;
    type LaneMask = L::Choice;
    // Zen 5, 4.4 GHz; see `notes/msm.md`.
    const COST: Cost = if P::S == 1 {
        Cost {
            affine_additions: 25.0,
            passes: 3086.0,
            doublings: 51.0,
            additions: 51.0,
            digits: 22.0,
        }
    } else {
        Cost {
            affine_additions: 21.0,
            passes: 2537.0,
            doublings: 41.0,
            additions: 43.0,
            digits: 5.0,
        }
    };

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
        Self::new(five(|i| self.0[i].choose(other.0[i], mask)))
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
