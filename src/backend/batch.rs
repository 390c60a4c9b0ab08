//! Elements of independent points in the lanes of a vector.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::FieldVector;
use crate::field::{FieldElement, Prime};

/// Room for the elements of any backend's vector: the widest have eight.
pub(crate) const MAX_LANES: usize = 8;

/// An element as a backend keeps it in memory.
pub trait Lane: Copy + Default + Zeroize + Send + Sync + 'static {
    /// Whether all limbs are zero, as those of the default are.
    fn is_zero(&self) -> bool;
    /// Asks the CPU to have it in the cache soon.
    #[inline(always)]
    fn prefetch(&self) {
        prefetch(self);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(place: &T) {
    // SAFETY: every x86-64 CPU has the instruction, which only moves data between caches.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(
            core::ptr::from_ref(place).cast(),
        );
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch<T>(_: &T) {}

impl<T, const N: usize> Lane for [T; N]
where
    T: Copy + Default + PartialEq + Send + Sync + 'static,
    Self: Default + Zeroize,
{
    #[inline(always)]
    fn is_zero(&self) -> bool {
        // Not by comparison of arrays, for which the compiler calls a function.
        self.iter()
            .fold(true, |zero, limb| zero & (*limb == T::default()))
    }
}

/// See [`FieldVector::invert_lanes`].
#[inline(always)]
pub(super) fn invert_lanes<V: FieldVector>(x: V) -> (V, u32) {
    let mut lanes = x.store_lanes();
    let mut before = lanes;
    let (zero, one) = (FieldElement::from_small(0), FieldElement::from_small(1));
    let (mut product, mut zeros) = (one, 0);
    for (i, (lane, before)) in lanes[..V::LANES].iter().zip(&mut before).enumerate() {
        let is_zero = lane.ct_eq(&zero);
        zeros |= u32::from(is_zero.unwrap_u8()) << i;
        *before = product;
        product *= FieldElement::conditional_select(lane, &one, is_zero);
    }
    let mut inverse = invert(&product);
    for (lane, before) in lanes[..V::LANES].iter_mut().zip(&before).rev() {
        let is_zero = lane.ct_eq(&zero);
        let lane_inverse = inverse * before;
        inverse *= FieldElement::conditional_select(lane, &one, is_zero);
        *lane = FieldElement::conditional_select(&lane_inverse, &zero, is_zero);
    }
    (V::load(&lanes[..V::LANES]), zeros)
}

fn invert<P: Prime>(x: &FieldElement<P>) -> FieldElement<P> {
    ff::Field::invert(x).unwrap_or(FieldElement::from_small(0))
}
