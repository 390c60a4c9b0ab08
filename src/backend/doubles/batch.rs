//! Many public elements.

use super::Fma;
use crate::backend::BatchVector;
use crate::backend::lanes::doubles::FourDoubles;
use crate::backend::lanes::each;
use crate::backend::tuning::Family;
use crate::field::Prime;

impl<L: FourDoubles, P: Prime> BatchVector for Fma<L, P> {
    type Lane = [f64; 5];
    type LaneMask = L::Choice;
    const FAMILY: Family = Family::Doubles;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a [f64; 5]) -> Self {
        let (a, b, c, d) = (lane(0), lane(1), lane(2), lane(3));
        Self::new(each!(i => L::from_array([a[i], b[i], c[i], d[i]])))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [[f64; 5]]) {
        let limbs = each!(i => self.0[i].to_array());
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = each!(k => limbs[k][i]);
        }
    }

    #[inline(always)]
    fn mask(bits: u32) -> L::Choice {
        L::choice(bits)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, mask: L::Choice) -> Self {
        Self::new(each!(i => L::choose(mask, other.0[i], self.0[i])))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        L::bits(L::all_zero(&self.0))
    }
}
