//! Default implementations for [`FieldVector`](super::FieldVector) and [`Sum`], for backends without a faster way.

use super::Sum;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;

/// Multiplies a sum by k ≥ 1, by doubling and adding from k's top bit down.
#[inline(always)]
pub(super) fn multiple<S: Sum>(x: S, k: u32) -> S {
    let mut multiple = x;
    for bit in (0..k.ilog2()).rev() {
        multiple = multiple + multiple;
        if k >> bit & 1 == 1 {
            multiple = multiple + x;
        }
    }
    multiple
}

/// Returns the operands of a sum, after carrying one or both of them if they would have more than `most` units together.
///
/// A carry reduces an operand to one unit. The operand with more units is carried first, and both if that is not enough.
#[allow(dead_code)] // without vectors
#[inline(always)]
pub(crate) fn summable<S: Sum>(x: S, y: S, units: impl Fn(&S) -> u32, most: u32) -> (S, S) {
    let (mut x, mut y) = (x, y);
    if units(&x) + units(&y) > most {
        if units(&x) >= units(&y) {
            x = x.carry().into();
        } else {
            y = y.carry().into();
        }
    }
    if units(&x) + units(&y) > most {
        (x, y) = (x.carry().into(), y.carry().into());
    }
    debug_assert!(units(&x) + units(&y) <= most, "too many units");
    (x, y)
}

/// Returns the indices of elements that are zero, as bits.
#[inline(always)]
pub(super) fn zeros<P: Prime>(elements: &[FieldElement<P>]) -> u32 {
    let mut bits = 0;
    for (i, x) in elements.iter().enumerate() {
        bits |= Mask::all_zero(x.as_limbs()).bit() << i;
    }
    bits
}
