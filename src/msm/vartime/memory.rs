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
    /// The memory for vectors of this type; empty unless it is one of the last two types used.
    pub(crate) fn memory<V: BatchVector>(&mut self) -> &mut Memory<V> {
        let slots = &mut self.0;
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

/// Whether memory is for vectors of this type.
fn holds<V: BatchVector>(slot: &Option<Box<dyn Any + Send + Sync>>) -> bool {
    slot.as_ref().is_some_and(|memory| memory.is::<Memory<V>>())
}

/// Calls a function with a workspace for `n` points. With the feature `std` it is the thread's, kept for
/// the next call unless it would be large.
///
/// A fresh workspace costs page faults: a tenth and more of the time of small sums. It is taken out of the thread's
/// variable while in use, so that a sum within a sum, as on rayon's threads, finds an empty one and does no harm.
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
            // In another thread-local variable's destructor it may be gone.
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

pub(crate) struct Memory<V: BatchVector> {
    pub scalars: Vec<Magnitude>,
    /// The scalars for Pippenger's algorithm.
    pub prepared: Vec<Prepared>,
    pub multiples: Multiples<V>,
    pub table: Vec<Affine<V::Lane>>,
    pub scratch: Scratch<V>,
    /// The points and scalars of a sum on several threads, both as long as for the longest sum.
    #[allow(dead_code)] // without rayon
    pub converted: (Vec<Affine<V::Lane>>, Vec<Prepared>),
}

/// The memory of a sum apart from scalars and tables.
pub(crate) struct Scratch<V: BatchVector> {
    pub buffers: Buffers<V>,
    pub lists: Lists,
    /// References with their places or buckets, before sorting.
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
