//! What work on many points asks of a backend beyond the field trait.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::FieldVector;
use super::tuning::Family;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::Word;

/// Room for the elements of any backend's vector: the widest have eight.
pub(crate) const MAX_LANES: usize = 8;

/// One element as a backend keeps it in memory.
pub(crate) trait Lane: Copy + Default + Zeroize + Send + Sync + 'static {
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

/// A vector whose lanes hold elements of independent points, each going its own way.
///
/// Constant time, except where a function says otherwise; which lanes exist is public.
pub(crate) trait BatchVector: FieldVector + Send + Sync + 'static {
    /// One element in memory as the backend computes with it: no conversion in or out.
    type Lane: Lane;
    /// A choice for each lane.
    type LaneMask: Copy;
    /// The family of kernels, by which sums are tuned.
    const FAMILY: Family;

    /// Calls a function, compiled under the backend's target features.
    ///
    /// The function and what it calls must be inlined: `#[inline(always)]` functions.
    fn enter<R>(run: impl FnOnce() -> R) -> R;

    /// The vector whose lane i is `lane(i)`.
    fn gather<'a>(lane: impl Fn(usize) -> &'a Self::Lane) -> Self;
    /// Puts each lane into its place.
    fn scatter(self, lanes: &mut [Self::Lane]);

    /// Chooses the lanes i for which bit i is set; bits past the last lane mean nothing.
    fn mask(bits: u32) -> Self::LaneMask;
    /// In each lane that is chosen `other`, else `self`.
    fn select_lanes(self, other: Self, mask: Self::LaneMask) -> Self;

    /// Chooses the lanes i for which `values[i]` is `value`.
    #[inline(always)]
    fn lanes_equal(values: &[Word], value: Word) -> Self::LaneMask {
        let mut bits = 0;
        for (i, x) in values[..Self::LANES].iter().enumerate() {
            bits |= Mask::equal(*x, value).bit() << i;
        }
        Self::mask(bits)
    }

    /// The lanes that are 0 modulo the prime, as bits.
    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        self.store(&mut lanes[..Self::LANES]);
        let mut bits = 0;
        for (i, x) in lanes[..Self::LANES].iter().enumerate() {
            bits |= Mask::all_zero(x.as_limbs()).bit() << i;
        }
        bits
    }

    /// The vector of the elements that `element` names.
    #[inline(always)]
    fn load_lanes<'a>(element: impl Fn(usize) -> &'a FieldElement<Self::Prime>) -> Self {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        for (i, lane) in lanes[..Self::LANES].iter_mut().enumerate() {
            *lane = *element(i);
        }
        Self::load(&lanes[..Self::LANES])
    }

    /// The canonical elements of the lanes, the first `LANES` of the result.
    #[inline(always)]
    fn store_lanes(self) -> [FieldElement<Self::Prime>; MAX_LANES] {
        let mut lanes = [FieldElement::from_small(0); MAX_LANES];
        self.store(&mut lanes[..Self::LANES]);
        lanes
    }

    /// The inverse of each lane and the lanes that are 0, as bits; they have the inverse 0.
    ///
    /// One inversion, shared by the lanes.
    #[inline(always)]
    fn invert_lanes(self) -> (Self, u32) {
        Self::call(
            #[inline(always)]
            || invert_lanes(self),
        )
    }
}

/// See [`BatchVector::invert_lanes`].
#[inline(always)]
fn invert_lanes<V: BatchVector>(x: V) -> (V, u32) {
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

/// Lane by lane, for tests with several lanes on any machine.
#[cfg(test)]
impl<V> BatchVector for super::quad::Quad<V>
where
    V: BatchVector<Sum = V> + super::Sum<Tight = V>,
{
    type Lane = V::Lane;
    type LaneMask = u32;
    const FAMILY: Family = V::FAMILY;

    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }

    fn gather<'a>(lane: impl Fn(usize) -> &'a V::Lane) -> Self {
        Self(core::array::from_fn(|i| V::gather(|_| lane(i))))
    }

    fn scatter(self, lanes: &mut [V::Lane]) {
        for (v, lane) in self.0.into_iter().zip(lanes.chunks_exact_mut(1)) {
            v.scatter(lane);
        }
    }

    fn mask(bits: u32) -> u32 {
        bits
    }

    fn select_lanes(self, other: Self, mask: u32) -> Self {
        Self(core::array::from_fn(|i| {
            self.0[i].select_lanes(other.0[i], V::mask(mask >> i))
        }))
    }

    fn invert_lanes(self) -> (Self, u32) {
        let mut zeros = 0;
        let inverses = core::array::from_fn(|i| {
            let (inverse, zero) = self.0[i].invert_lanes();
            zeros |= zero << i;
            inverse
        });
        (Self(inverses), zeros)
    }
}
