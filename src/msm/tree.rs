//! Lists of points, one in each lane, summed as trees: pairs, then pairs of their sums, and so on.
//!
//! An affine addition costs 5M + 1S when many share an inversion. The additions of a level share one, so lists of up to
//! n points take ⌈log2 n⌉ of them.
//!
//! Nothing is assumed of the points. A level in which equal or opposite points meet has a zero
//! among its denominators, so the product of all of them is zero, which is noticed when it is
//! inverted. Then the exceptional additions are looked for, and the product is made anew without their zeros.

use alloc::vec::Vec;

use crate::backend::tuning::sums::{ADDITIONS_AHEAD, NEAR_BYTES};
use crate::backend::{FieldVector, Lane, MAX_LANES, Sum as _, prefetch};
use crate::field::{FieldElement, Inverse, Prime as _, Product};

use super::complete::{Exceptions, Points};
use super::operands::{Affine, NEGATIVE, Reference, gather, third_point};

/// Lists on their way to their sums. They stand by decreasing length.
///
/// Column c is for the points 2c and 2c + 1 of each list that reaches it, and then has what they have been added up to.
/// Those lists are the first lanes of its vectors. Columns are added to columns before them until the first has the
/// sums.
///
/// The memory is there to be used again: for each pair of points 5 elements, and for each vector of them 16 bytes.
pub(super) struct Tree<V: FieldVector> {
    columns: Vec<Column>,
    x: Vec<V>,
    y: Vec<V::Sum>,
    /// What is to be added on the present level.
    additions: Vec<Addition>,
    /// x2 − x1 of each of them.
    denominators: Vec<V>,
    /// y2 − y1.
    differences: Vec<V>,
    /// What [`Product::push`] returned of the denominator; then that times y2 − y1, the slope over the product.
    numerators: Vec<V>,
    /// The exceptional ones of them, by increasing number.
    exceptional: Vec<Exceptional<V>>,
}

/// An addition in some lane of which two points are equal or opposite, or one is the identity.
struct Exceptional<V> {
    addition: usize,
    summand: Points<V>,
    exceptions: Exceptions,
}

struct Column {
    /// Its first vector.
    first: usize,
    /// How many lists reach it.
    lists: usize,
    /// How many of them have a point 2c + 1.
    pairs: usize,
}

/// The addition of one vector to another, or of two vectors of leaves.
#[derive(Clone, Copy)]
struct Addition {
    /// Where the sum goes, and after the first level also the first operand is.
    sum: u32,
    /// The second operand; on the first level the number of the vector among those of all lists.
    summand: u32,
    /// On the first level the place of the first operand in its list.
    place: u32,
    /// The lanes that take part, as bits.
    lanes: u32,
}

/// The points of lists.
#[derive(Clone, Copy)]
pub(super) struct Leaves<'a, L: Lane> {
    pub points: &'a [Affine<L>],
    pub references: &'a [Reference],
    /// Where each list starts among the references. As many as fill vectors; those past the last list mean nothing.
    pub starts: &'a [u32],
}

impl<L: Lane> Leaves<'_, L> {
    /// The points in some place of the lists of vector `v`; of lists that end before it, any.
    #[inline(always)]
    fn gather<V: FieldVector<Lane = L>>(&self, v: usize, place: usize) -> (V, V::Sum) {
        let (mut points, mut negative) = ([&self.points[0]; MAX_LANES], 0);
        let starts = &self.starts[v * V::LANES..][..V::LANES];
        for (lane, start) in starts.iter().enumerate() {
            let reference = self.references.get(*start as usize + place);
            let reference = reference.copied().unwrap_or(0);
            points[lane] = &self.points[(reference & !NEGATIVE) as usize];
            negative |= (reference >> 31) << lane;
        }
        let [x, y] = gather::<V>(&points);
        (x, y.with_signs(negative))
    }

    /// Asks for the points in some place of the lists of vector `v` and the next place.
    #[inline(always)]
    fn prefetch<V: FieldVector<Lane = L>>(&self, v: usize, place: usize) {
        for start in &self.starts[v * V::LANES..][..V::LANES] {
            let first = *start as usize + place;
            for reference in self.references.get(first..first + 2).unwrap_or(&[]) {
                prefetch(&self.points[(reference & !NEGATIVE) as usize]);
            }
        }
    }
}

impl<V: FieldVector> Tree<V> {
    pub(super) const fn new() -> Self {
        Self {
            columns: Vec::new(),
            x: Vec::new(),
            y: Vec::new(),
            additions: Vec::new(),
            denominators: Vec::new(),
            differences: Vec::new(),
            numerators: Vec::new(),
            exceptional: Vec::new(),
        }
    }

    /// x and y of the sums, lane by lane; vectors past them mean nothing.
    #[inline(always)]
    pub(super) fn sums(&self) -> (&[V], &[V::Sum]) {
        (&self.x, &self.y)
    }

    /// Sums lists, of which the first `longer[k]` are longer than k. None of the points may be the identity.
    #[inline(always)]
    pub(super) fn sum(&mut self, leaves: &Leaves<'_, V::Lane>, longer: &[usize]) {
        let vectors = self.lay_out(longer);
        let one = V::splat(&FieldElement::from_small(1));
        grow(&mut self.x, vectors, one);
        grow(&mut self.y, vectors, one.into());
        grow(&mut self.denominators, vectors, one);
        grow(&mut self.differences, vectors, one);
        grow(&mut self.numerators, vectors, one);

        let mut identities = self.first_level(leaves);
        let mut distance = 1;
        while distance < self.columns.len() {
            self.additions.clear();
            for columns in self.columns.chunks(2 * distance) {
                let Some(summand) = columns.get(distance) else {
                    continue;
                };
                for v in 0..summand.lists.div_ceil(V::LANES) {
                    self.additions.push(Addition {
                        sum: (columns[0].first + v) as u32,
                        summand: (summand.first + v) as u32,
                        place: 0,
                        lanes: first_lanes::<V>(summand.lists, v),
                    });
                }
            }
            identities = self.level(&Columns, identities);
            distance *= 2;
        }
    }

    /// Makes the columns, and returns how many vectors they have.
    #[inline(always)]
    fn lay_out(&mut self, longer: &[usize]) -> usize {
        self.columns.clear();
        let mut vectors = 0;
        for lists in longer.chunks(2) {
            self.columns.push(Column {
                first: vectors,
                lists: lists[0],
                pairs: lists.get(1).copied().unwrap_or(0),
            });
            vectors += lists[0].div_ceil(V::LANES);
        }
        vectors
    }

    /// Adds up the pairs of leaves. Returns whether a sum may be the identity.
    #[inline(always)]
    fn first_level(&mut self, leaves: &Leaves<'_, V::Lane>) -> bool {
        self.additions.clear();
        for (c, column) in self.columns.iter().enumerate() {
            let pairs = column.pairs.div_ceil(V::LANES);
            for v in 0..pairs {
                self.additions.push(Addition {
                    sum: (column.first + v) as u32,
                    summand: v as u32,
                    place: 2 * c as u32,
                    lanes: first_lanes::<V>(column.pairs, v),
                });
            }
            // Vectors of leaves without a second one.
            for v in pairs..column.lists.div_ceil(V::LANES) {
                let sum = column.first + v;
                (self.x[sum], self.y[sum]) = leaves.gather(v, 2 * c);
            }
        }
        self.level(leaves, false)
    }

    /// Makes the additions of a level; `identities` is whether an operand may be the identity. Returns whether a sum may
    /// be.
    #[inline(always)]
    fn level(&mut self, operands: &impl LevelOperands<V>, identities: bool) -> bool {
        if self.additions.is_empty() {
            return identities;
        }
        let mut additions = Additions {
            additions: &self.additions,
            x: &mut self.x,
            y: &mut self.y,
            denominators: &mut self.denominators,
            differences: &mut self.differences,
            numerators: &mut self.numerators,
            exceptional: &mut self.exceptional,
        };
        additions.exceptional.clear();
        let products = additions.forward(operands);
        if !identities && additions.call_backward(products) {
            return false;
        }
        let (products, cancelled) = V::call(
            #[inline(always)]
            || additions.look_for_exceptions(identities),
        );
        let done = additions.call_backward(products);
        assert!(done, "no denominator is zero any more");
        cancelled || identities
    }
}

/// Makes a vector long enough.
#[inline(always)]
fn grow<T: Clone>(vec: &mut Vec<T>, len: usize, value: T) {
    if vec.len() < len {
        vec.resize(len, value);
    }
}

/// Those of the lanes of vector `v` that are among the first `count` of all lanes, as bits.
#[inline(always)]
fn first_lanes<V: FieldVector>(count: usize, v: usize) -> u32 {
    let rest = count - v * V::LANES;
    if rest < V::LANES { !(!0 << rest) } else { !0 }
}

/// Where a level has its operands.
trait LevelOperands<V: FieldVector> {
    /// Whether the first ones stand elsewhere than their sums will.
    const APART: bool;
    /// (x1, y1) and (x2, y2).
    fn points(&self, addition: Addition, x: &[V], y: &[V::Sum]) -> [(V, V::Sum); 2];
    /// Asks for them, where they are far away.
    fn prefetch(&self, addition: Addition);
}

impl<V: FieldVector> LevelOperands<V> for Leaves<'_, V::Lane> {
    const APART: bool = true;

    #[inline(always)]
    fn points(&self, addition: Addition, _: &[V], _: &[V::Sum]) -> [(V, V::Sum); 2] {
        let (v, place) = (addition.summand as usize, addition.place as usize);
        [self.gather(v, place), self.gather(v, place + 1)]
    }

    #[inline(always)]
    fn prefetch(&self, addition: Addition) {
        if size_of_val(self.points) > NEAR_BYTES {
            Leaves::prefetch::<V>(self, addition.summand as usize, addition.place as usize);
        }
    }
}

/// The sums so far.
struct Columns;

impl<V: FieldVector> LevelOperands<V> for Columns {
    const APART: bool = false;

    #[inline(always)]
    fn points(&self, addition: Addition, x: &[V], y: &[V::Sum]) -> [(V, V::Sum); 2] {
        let (sum, summand) = (addition.sum as usize, addition.summand as usize);
        [(x[sum], y[sum]), (x[summand], y[summand])]
    }

    #[inline(always)]
    fn prefetch(&self, _: Addition) {}
}

/// The additions of a level, and their memory.
struct Additions<'a, V: FieldVector> {
    additions: &'a [Addition],
    x: &'a mut [V],
    y: &'a mut [V::Sum],
    denominators: &'a mut [V],
    differences: &'a mut [V],
    numerators: &'a mut [V],
    exceptional: &'a mut Vec<Exceptional<V>>,
}

impl<V: FieldVector> Additions<'_, V> {
    #[inline(always)]
    fn one() -> V {
        V::splat(&FieldElement::from_small(1))
    }

    /// Puts down what the coordinates of all additions differ by, and multiplies the denominators, every other one to
    /// each product.
    #[inline(always)]
    fn forward(&mut self, operands: &impl LevelOperands<V>) -> [Product<V>; 2] {
        let count = self.additions.len();
        let mut products = [Product(Self::one()); 2];
        for even in (0..count).step_by(2) {
            self.push(even, operands, &mut products[0]);
            if even + 1 < count {
                self.push(even + 1, operands, &mut products[1]);
            }
        }
        products
    }

    /// What the coordinates of addition `i` differ by; a product is multiplied by its denominator.
    #[inline(always)]
    fn push<O: LevelOperands<V>>(&mut self, i: usize, operands: &O, product: &mut Product<V>) {
        if let Some(later) = self.additions.get(i + ADDITIONS_AHEAD) {
            operands.prefetch(*later);
        }
        let addition = self.additions[i];
        let [(x1, y1), (x2, y2)] = operands.points(addition, self.x, self.y);
        if O::APART {
            self.x[addition.sum as usize] = x1;
            self.y[addition.sum as usize] = y1;
        }
        self.differences[i] = (y2 - y1).carry();
        let mut denominator = (x2 - x1).carry();
        if addition.lanes != !0 {
            denominator = Self::one().select_lanes(denominator, addition.lanes);
        }
        self.denominators[i] = denominator;
        self.numerators[i] = product.push(&denominator);
    }

    /// [`Self::backward`] as a function of its own, for levels of either kind.
    #[inline(always)]
    fn call_backward(&mut self, products: [Product<V>; 2]) -> bool {
        V::call(
            #[inline(always)]
            || self.backward(products),
        )
    }

    /// Makes the additions, unless one of the products is zero; then it returns false and has changed
    /// no sum.
    #[inline(always)]
    fn backward(&mut self, products: [Product<V>; 2]) -> bool {
        let count = self.additions.len();
        let (mut inverses, zeros) = Product::invert_both(products, V::Prime::vartime_invert);
        if zeros != 0 {
            return false;
        }
        // Apart from the slopes, as these products wait for nothing.
        for (numerator, difference) in self.numerators[..count].iter_mut().zip(&*self.differences) {
            *numerator = numerator.mul_carried_inlined(difference);
        }
        for even in (0..count).step_by(2).rev() {
            if even + 1 < count {
                self.pop(even + 1, &mut inverses[1]);
            }
            self.pop(even, &mut inverses[0]);
        }
        true
    }

    /// Makes addition `i`; the inverses lose its denominators.
    #[inline(always)]
    fn pop(&mut self, i: usize, inverses: &mut Inverse<V>) {
        let Addition { sum, lanes, .. } = self.additions[i];
        let sum = sum as usize;
        let denominator = self.denominators[i];
        let slope = inverses.pop(&denominator, &self.numerators[i]);
        let exceptional = self.exceptional.last();
        if exceptional.is_some_and(|last| last.addition == i) {
            return self.pop_exceptional(sum, slope);
        }
        let (x1, y1) = (self.x[sum], self.y[sum]);
        // x2 is x1 + denominator.
        let [x3, y3] = third_point(x1, y1, x1 + x1 + denominator.into(), &slope);
        if lanes == !0 {
            (self.x[sum], self.y[sum]) = (x3, y3.into());
        } else {
            self.x[sum] = x1.select_lanes(x3, lanes);
            self.y[sum] = y1.carry().select_lanes(y3, lanes).into();
        }
    }

    /// [`Self::pop`] of the last of those that were looked for.
    #[cold]
    fn pop_exceptional(&mut self, place: usize, slope: V) {
        let exceptional = self.exceptional.pop();
        let Exceptional {
            summand,
            exceptions,
            ..
        } = exceptional.expect("the caller has seen it");
        V::call(
            #[inline(always)]
            || {
                let mut sum = self.sum(place);
                exceptions.add(&mut sum, &summand, &slope);
                (self.x[place], self.y[place]) = (sum.x, sum.y.into());
            },
        );
    }

    /// Finds the exceptional additions, after [`Self::forward`], and multiplies the denominators anew, none of which is
    /// zero. Returns whether a sum will be the identity.
    #[inline(always)]
    fn look_for_exceptions(&mut self, identities: bool) -> ([Product<V>; 2], bool) {
        let (mut products, mut cancelled) = ([Product(Self::one()); 2], false);
        for i in 0..self.additions.len() {
            let Addition { sum, lanes, .. } = self.additions[i];
            let denominator = self.denominators[i];
            let mut suspects = denominator.zero_lanes();
            if identities {
                let x1 = self.x[sum as usize];
                suspects |= x1.zero_lanes() | (x1 + denominator).carry().zero_lanes();
            }
            if suspects & lanes != 0 {
                let [sum, summand] = self.points(i);
                let (slope, exceptions) = Exceptions::slope(&sum, &summand);
                [self.differences[i], self.denominators[i]] = slope;
                cancelled |= exceptions.cancel() != 0;
                self.exceptional.push(Exceptional {
                    addition: i,
                    summand,
                    exceptions,
                });
            }
            self.numerators[i] = products[i % 2].push(&self.denominators[i]);
        }
        (products, cancelled)
    }

    /// The sum so far in a place of the columns.
    #[inline(always)]
    fn sum(&self, place: usize) -> Points<V> {
        let (x, y) = (self.x[place], self.y[place].carry());
        let identity = x.zero_lanes();
        Points { x, y, identity }
    }

    /// The operands of addition `i`, the second one by its differences from the first. In lanes that take no part nothing
    /// is added.
    #[inline(always)]
    fn points(&self, i: usize) -> [Points<V>; 2] {
        let Addition { sum, lanes, .. } = self.additions[i];
        let sum = self.sum(sum as usize);
        let x = (sum.x + self.denominators[i]).carry();
        let y = (sum.y + self.differences[i]).carry();
        let identity = x.zero_lanes() | !lanes;
        [sum, Points { x, y, identity }]
    }
}
