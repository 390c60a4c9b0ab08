//! Constant-time products of many points.
//!
//! Each lane has a point of its own, from whose odd multiples masks select, and a Jacobian accumulator. Only the last
//! addition can be of equal or opposite points, and it is complete.
//!
//! A window takes five doublings, 19M + 22S, and an incomplete addition, 8M + 3S, where a complete one would take
//! some 14M.

use alloc::vec::Vec;

use zeroize::Zeroize;

use crate::backend::{BatchVector, Job, MAX_LANES, always};
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::msm::points::projective::store;
use crate::msm::secret::tables::{points_at_once, recode, tables};
use crate::point_ops::Jacobian;
use crate::scalar_mul::{ODD_MULTIPLES, OddDigits, WINDOW};
use crate::word::Word;

/// The job that writes scalars[i]·points[i] for each i; constant time.
pub(crate) struct Products<'a, C: Curve> {
    pub scalars: &'a [FieldElement<C::Scalar>],
    pub points: &'a [Point<C>],
    pub products: &'a mut [Point<C>],
}

impl<C: Curve> Job<C::Base> for Products<'_, C> {
    type Output = ();

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        // As many points at a time as have tables that fit a cache.
        let at_once = points_at_once::<V>();
        for ((scalars, points), products) in self
            .scalars
            .chunks(at_once)
            .zip(self.points.chunks(at_once))
            .zip(self.products.chunks_mut(at_once))
        {
            let mut tables = tables::<C, V>(&points.iter().collect::<Vec<_>>());
            let vectors = tables.len() / ODD_MULTIPLES;
            let terms = scalars.iter().zip(points);
            let digits = recode::<C>(terms, vectors * V::LANES, OddDigits::new);
            let vectors = digits.chunks_exact(V::LANES);
            for (v, (digits, products)) in vectors.zip(products.chunks_mut(V::LANES)).enumerate() {
                let mut lanes = always!(V::enter, product_lanes::<C, V>(digits, &tables, v));
                products.copy_from_slice(&lanes[..products.len()]);
                lanes.zeroize();
            }
            // The points may be secret. `digits` wipe themselves.
            tables.iter_mut().zeroize();
        }
    }
}

/// Returns the products of vector `v` of points, from the tables of all vectors and the digits of these lanes.
#[inline(always)]
fn product_lanes<C: Curve, V: BatchVector<Prime = C::Base>>(
    digits: &[OddDigits],
    tables: &[[V; 2]],
    v: usize,
) -> [Point<C>; MAX_LANES] {
    let vectors = tables.len() / ODD_MULTIPLES;
    let top = OddDigits::count::<C::Scalar>() - 1;
    let first = lookup(tables, vectors, v, digits, top);
    // All digits are odd, and the topmost is positive. So the accumulator is m times the point for an odd m > 0, and
    // before place 0 m is below order/32 + 1: then 32m ± d is neither 0 nor the order, and no addition is
    // exceptional. The last one may be, for the scalars 0 and ±2 to ±62. See `notes/formulas.md`, Products of many
    // points. (For even scalars these are the digits of −k, and `lookup` changes all signs, which changes nothing here.)
    let mut product = Jacobian::affine(first);
    for i in (1..top).rev() {
        product.double_n(WINDOW);
        let [x, y] = lookup(tables, vectors, v, digits, i);
        product.add_affine([&x, &y]);
    }
    product.double_n(WINDOW);
    let mut last = product.to_projective();
    let [x, y] = lookup(tables, vectors, v, digits, 0);
    last.add_affine(&x, &y, &V::splat(&C::THREE_B));
    let lanes = store(&last);
    product.zeroize();
    last.zeroize();
    lanes
}

/// Returns the multiples that the lanes' digits at place `i` select for vector `v`; reads all sixteen.
#[inline(always)]
fn lookup<V: BatchVector>(
    tables: &[[V; 2]],
    vectors: usize,
    v: usize,
    digits: &[OddDigits],
    i: usize,
) -> [V; 2] {
    let (mut indices, mut negative) = ([0; MAX_LANES], 0);
    for (lane, digits) in digits.iter().enumerate() {
        let digit = digits.digit(i);
        indices[lane] = digit.index;
        // The digits of an even scalar k are those of −k.
        negative |= digit.negative.xor(*digits.was_even).bit() << lane;
    }
    // Row `index` of the table has the multiples by 2·index + 1 of all vectors.
    let [mut x, mut y] = tables[v];
    for (index, row) in (0 as Word..).zip(tables.chunks_exact(vectors)).skip(1) {
        let mask = V::lanes_equal(&indices, index);
        x = x.select_lanes(row[v][0], mask);
        y = y.select_lanes(row[v][1], mask);
    }
    let y = y.negate_lanes(negative);
    indices.zeroize();
    [x, y]
}
