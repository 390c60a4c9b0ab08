//! What [`FieldVector`] and [`Sum`] do unless a backend has a faster way, in terms of their required functions.

use zeroize::Zeroize;

use super::{FieldVector, Sum};
use crate::backend::inlining::always;
use crate::backend::lane::MAX_LANES;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::word::Word;

/// k ≥ 1 times a sum.
#[inline(always)]
pub fn multiple<S: Sum>(x: S, k: u32) -> S {
    let mut multiple = x;
    for bit in (0..k.ilog2()).rev() {
        multiple = multiple + multiple;
        if k >> bit & 1 == 1 {
            multiple = multiple + x;
        }
    }
    multiple
}

/// The operands of a sum, carried if they would have more than `most` units together otherwise.
#[inline(always)]
pub fn summable<S: Sum>(x: S, y: S, units: impl Fn(&S) -> u32, most: u32) -> (S, S) {
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

/// The indices of the zero elements, as bits.
#[inline(always)]
pub fn zeros<P: Prime>(elements: &[FieldElement<P>]) -> u32 {
    let mut bits = 0;
    for (i, x) in elements.iter().enumerate() {
        bits |= Mask::all_zero(x.as_limbs()).bit() << i;
    }
    bits
}

/// [`FieldVector::invert_lanes`] by Montgomery's trick, one lane after the other.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn invert_one_by_one<V: FieldVector>(x: V, invert: crate::field::Invert<V::Prime>) -> (V, u32) {
    always!(V::call, {
        let mut lanes = x.store_lanes();
        let mut before = lanes;
        let inverses = &mut lanes[..V::LANES];
        crate::field::invert_all(inverses, &mut before, invert);
        let result = (V::load(inverses), zeros(inverses));
        lanes.zeroize();
        before.zeroize();
        result
    })
}

/// [`FieldVector::sum_of_many`] as sums of two products.
#[inline(always)]
pub fn sum_by_pairs<V: FieldVector>(
    count: usize,
    a: impl Fn(usize) -> V,
    b: impl Fn(usize) -> V,
) -> V::Sum {
    let mut sum: V::Sum = if count % 2 == 0 {
        V::zero().into()
    } else {
        a(0).mul(&b(0))
    };
    for i in (count % 2..count).step_by(2) {
        sum = V::sum_of_products(&a(i), &b(i), &a(i + 1), &b(i + 1)) + sum.carry().into();
    }
    sum
}

/// [`FieldVector::transpose`] through memory.
#[inline(always)]
pub fn transpose_in_memory<V: FieldVector>(vectors: &mut [V]) {
    let mut rows = [[V::Lane::default(); MAX_LANES]; MAX_LANES];
    for (vector, row) in vectors.iter().zip(&mut rows) {
        vector.scatter(&mut row[..V::LANES]);
    }
    for (i, vector) in vectors.iter_mut().enumerate() {
        *vector = always!(V::gather, |j| &rows[j][i]);
    }
    rows.iter_mut().for_each(Zeroize::zeroize);
}

/// [`FieldVector::look_up`] by masks, reading every element.
#[inline(always)]
pub fn look_up_one_by_one<V: FieldVector>(table: &[[V; 2]], indices: u64) -> [V; 2] {
    let mut places = indices.to_le_bytes().map(Word::from);
    let mut found = [V::zero(); 2];
    for (v, vectors) in table.iter().enumerate() {
        for i in 0..V::LANES {
            let lanes = V::lanes_equal(&places, (v * V::LANES + i) as Word);
            for (found, vector) in found.iter_mut().zip(vectors) {
                *found = found.select_lanes(broadcast(vector, i), lanes);
            }
        }
    }
    places.zeroize();
    found
}

/// Lane `i` in all lanes.
#[inline(always)]
fn broadcast<V: FieldVector>(vector: &V, i: usize) -> V {
    if V::LANES == 1 {
        return *vector;
    }
    let mut lanes = [V::Lane::default(); MAX_LANES];
    vector.scatter(&mut lanes[..V::LANES]);
    let all = always!(V::gather, |_| &lanes[i]);
    lanes.zeroize();
    all
}
