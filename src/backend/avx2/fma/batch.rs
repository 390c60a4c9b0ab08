//! Many public elements.

use super::super::lanes::{FourDoubles, each};
use super::Fma;
use crate::backend::BatchVector;
use crate::msm::Cost;
use crate::params::Prime;

impl<L: FourDoubles, P: Prime> BatchVector for Fma<L, P> {
    type Lane = [f64; 5];
    type LaneMask = L::Choice;
    // Fitted on Zen 5, 4.5 GHz, see `notes/avx2.md`.
    const COST: Cost = if P::S == 1 {
        Cost {
            affine_additions: 54.0,
            passes: 2000.0,
            doublings: 84.0,
            additions: 140.0,
            digits: 92.0,
        }
    } else {
        Cost {
            affine_additions: 41.0,
            passes: 2000.0,
            doublings: 71.0,
            additions: 117.0,
            digits: 57.0,
        }
    };

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a [f64; 5]) -> Self {
        let (a, b, c, d) = (lane(0), lane(1), lane(2), lane(3));
        Self::new(each!(5, i => L::from_array([a[i], b[i], c[i], d[i]])))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [[f64; 5]]) {
        let limbs = each!(5, i => self.0[i].to_array());
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = each!(5, k => limbs[k][i]);
        }
    }

    #[inline(always)]
    fn mask(bits: u32) -> L::Choice {
        L::choice(bits)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, mask: L::Choice) -> Self {
        Self::new(each!(5, i => L::choose(mask, other.0[i], self.0[i])))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        L::bits(L::all_zero(&self.0))
    }
}
