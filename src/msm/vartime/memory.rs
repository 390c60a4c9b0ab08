//! The reusable memory of variable-time multi-scalar multiplications.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use crate::backend::BatchVector;
use crate::curve::MultiscalarWorkspace;

use crate::msm::lists::references::{Lists, Unsorted};
use crate::msm::lists::sum::Buffers;
use crate::msm::points::empty::empty;
use crate::msm::points::multiples::Multiples;
use crate::msm::points::operands::Affine;
use crate::msm::vartime::windows::Prepared;
use crate::scalar_mul::Magnitude;

impl MultiscalarWorkspace {
    /// Returns the memory for vectors of this type, and makes it the more recent of two. It is empty unless this type is
    /// one of the last two used.
    pub(crate) fn memory<V: BatchVector>(&mut self) -> &mut Memory<V> {
        let slots = &mut self.0;
        // The first slot is the last type's. If the second is not ours either, the older one of both is replaced.
        if !holds::<V>(&slots[0]) {
            slots.swap(0, 1);
            if !holds::<V>(&slots[0]) {
                slots[0] = Some(Box::new(Memory::<V>::default()));
            }
        }
        let memory = slots[0].as_mut().expect("it was filled if it was empty");
        memory.downcast_mut().expect("its type was compared")
    }
}

/// Returns whether a slot has memory for vectors of this type.
fn holds<V: BatchVector>(slot: &Option<Box<dyn Any + Send + Sync>>) -> bool {
    slot.as_ref().is_some_and(|memory| memory.is::<Memory<V>>())
}

/// Calls a function with a workspace for `n` points. With the feature `std` it is the thread's, kept for
/// the next call unless it would be large.
///
/// A fresh workspace costs page faults: a tenth and more of the time of small sums. While in use it is taken out of the
/// thread's variable. So a sum within a sum, which rayon may start on a thread that waits, gets an empty workspace
/// instead of the one in use.
pub(crate) fn with_workspace<R>(n: usize, run: impl FnOnce(&mut MultiscalarWorkspace) -> R) -> R {
    #[cfg(feature = "std")]
    {
        std::thread_local! {
            static WORKSPACE: core::cell::RefCell<MultiscalarWorkspace> =
                const { core::cell::RefCell::new(MultiscalarWorkspace::new()) };
        }
        /// The points of the largest sum whose memory a thread keeps: about 3 MB for each curve.
        const KEPT: usize = 4096;
        if n <= KEPT {
            // If a sum runs in the destructor of another thread-local variable, this one may be gone already.
            let workspace = WORKSPACE.try_with(core::cell::RefCell::take);
            let mut workspace = workspace.unwrap_or_default();
            let result = run(&mut workspace);
            let _ = WORKSPACE.try_with(|slot| slot.replace(workspace));
            return result;
        }
    }
    let _ = n;
    run(&mut MultiscalarWorkspace::new())
}

/// The memory of variable-time sums over vectors of one type. Sums wipe scalars and lists of digits when they end.
pub(crate) struct Memory<V: BatchVector> {
    pub scalars: Vec<Magnitude>,
    /// The scalars as Pippenger's algorithm reads them.
    pub prepared: Vec<Prepared>,
    pub multiples: Multiples<V>,
    /// The affine points or their odd multiples, to which lists refer.
    pub table: Vec<Affine<V::Lane>>,
    pub scratch: Scratch<V>,
    /// The points and scalars of a sum on several threads. Both stay as long as the longest sum needed them.
    #[allow(dead_code)] // without rayon
    pub converted: (Vec<Affine<V::Lane>>, Vec<Prepared>),
}

/// The memory of a sum apart from scalars and tables: lists, and what they are summed to.
pub(crate) struct Scratch<V: BatchVector> {
    pub buffers: Buffers<V>,
    pub lists: Lists,
    /// References with the numbers of their places or buckets, before sorting.
    pub unsorted: Unsorted,
    /// The sums of buckets.
    pub buckets: Vec<Affine<V::Lane>>,
    /// The sums of the buckets' rows and columns.
    pub lines: Vec<Affine<V::Lane>>,
    /// The points D_i of Σ 2^i·D_i.
    pub digits: Vec<Affine<V::Lane>>,
}

empty!(Memory: scalars prepared multiples table scratch converted);
empty!(Scratch: buffers lists unsorted buckets lines digits);

#[cfg(test)]
mod tests;
