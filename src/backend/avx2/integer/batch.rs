//! Many elements that may be secret.

use super::super::lanes::{FourWords, each};
use super::Integer;
use crate::backend::BatchVector;
use crate::backend::serial::Serial;
use crate::backend::serial::portable::Portable;
use crate::msm::Cost;
use crate::params::Prime;

impl<L: FourWords, P: Prime> BatchVector for Integer<L, P> {
    type Lane = [u32; 10];
    type LaneMask = L::Choice;
    // Never asked for: variable-time sums are not computed in these vectors.
    const COST: Cost = Serial::<Portable, P>::COST;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a [u32; 10]) -> Self {
        let lanes = [lane(0), lane(1), lane(2), lane(3)];
        Self::new(each!(10, i => L::from_array(lanes.map(
            #[inline(always)]
            |lane| lane[i].into(),
        ))))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [[u32; 10]]) {
        let limbs = each!(10, i => self.0[i].to_array());
        for (i, lane) in lanes.iter_mut().enumerate() {
            // A tight limb has 27 bits.
            *lane = each!(10, k => limbs[k][i] as u32);
        }
    }

    #[inline(always)]
    fn mask(bits: u32) -> L::Choice {
        L::choice(bits)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, mask: L::Choice) -> Self {
        Self::new(each!(10, i => L::choose(mask, other.0[i], self.0[i])))
    }
}
