//! P + Q and P − Q at once: both slopes have the denominator x2 − x1, so that the two cost 7M + 2S instead of 10M + 2S.

use alloc::vec::Vec;

use crate::backend::{FieldVector, Sum as _};
use crate::field::{Inverse, Prime as _, Product};

use super::batched::{Addition, Batched};
use super::operands::third_point;

impl<V: FieldVector> Batched<V> {
    /// Puts P + Q where P is and P − Q where Q is, for points P in the places `sum` of the additions and Q in `summand`, none
    /// of which is the identity. Returns those that were exceptional: one of both points is the identity now. Compiled
    /// once.
    #[inline(never)]
    pub(super) fn add_and_subtract(&mut self) -> Vec<Addition> {
        if self.additions.is_empty() {
            return Vec::new();
        }
        let apart = V::enter(
            #[inline(always)]
            || {
                self.make_room_for_additions();
                let mut apart = Vec::new();
                loop {
                    let products = self.multiply_denominators();
                    if self.finish(products) {
                        return apart;
                    }
                    assert!(apart.is_empty(), "no denominator is zero any more");
                    apart = self.set_exceptions_apart();
                }
            },
        );
        if !apart.is_empty() {
            self.add_and_subtract_apart(&apart);
        }
        apart
    }

    /// Takes the lanes in which P is ±Q out of the additions, after [`Self::multiply_denominators`]. Returns those of them.
    #[cold]
    fn set_exceptions_apart(&mut self) -> Vec<Addition> {
        let mut apart = Vec::new();
        V::call(
            #[inline(always)]
            || {
                for (addition, denominator) in self.additions.iter_mut().zip(&self.denominators) {
                    let exceptional = denominator.zero_lanes() & addition.lanes;
                    if exceptional != 0 {
                        addition.lanes &= !exceptional;
                        apart.push(Addition {
                            lanes: exceptional,
                            ..*addition
                        });
                    }
                }
            },
        );
        apart
    }

    /// x2 − x1 of all additions, and their products.
    #[inline(always)]
    fn multiply_denominators(&mut self) -> [Product<V>; 2] {
        let mut products = Product::pair();
        for i in 0..self.additions.len() {
            let Addition { sum, summand, .. } = self.additions[i];
            let denominator = self.x[summand as usize] - self.x[sum as usize];
            self.push_denominator(i, denominator.carry(), &mut products[i % 2]);
        }
        products
    }

    /// Makes the additions, unless one of the products is zero; then it returns false and has changed no point.
    #[inline(always)]
    fn finish(&mut self, products: [Product<V>; 2]) -> bool {
        let (mut inverses, zeros) = Product::invert_both(products, V::Prime::vartime_invert);
        if zeros != 0 {
            return false;
        }
        for i in (0..self.additions.len()).rev() {
            self.finish_one(i, &mut inverses[i % 2]);
        }
        true
    }

    #[inline(always)]
    fn finish_one(&mut self, i: usize, inverses: &mut Inverse<V>) {
        let Addition {
            sum,
            summand,
            lanes,
            ..
        } = self.additions[i];
        let (p, q) = (sum as usize, summand as usize);
        let denominator = self.denominators[i];
        let inverse = inverses.pop(&denominator, &self.numerators[i]);
        let ((x1, y1), (x2, y2)) = ((self.x[p], self.y[p]), (self.x[q], self.y[q]));
        // x2 is x1 + denominator.
        let both = x1 + x1 + denominator.into();
        let slope = inverse.mul_carried_inlined(&(y2 - y1).carry());
        let sum = third_point(x1, y1, both, &slope);
        // −Q is (x2, −y2).
        let slope = inverse.mul_carried_inlined(&(y1 + y2).neg().carry());
        let difference = third_point(x1, y1, both, &slope);
        self.store(p, (x1, y1), sum, lanes);
        self.store(q, (x2, y2), difference, lanes);
    }

    /// [`Self::add_and_subtract`] by additions that may be exceptional: P + Q, and then −Q + P with a copy of P.
    #[cold]
    fn add_and_subtract_apart(&mut self, additions: &[Addition]) {
        let copies = self.x.len();
        V::call(
            #[inline(always)]
            || {
                self.make_room(copies + additions.len());
                for (copy, addition) in (copies..).zip(additions) {
                    let p = addition.sum as usize;
                    (self.x[copy], self.y[copy]) = (self.x[p], self.y[p]);
                }
            },
        );
        self.additions.clear();
        self.additions.extend_from_slice(additions);
        self.add(false);
        V::call(
            #[inline(always)]
            || {
                for addition in additions {
                    let q = addition.summand as usize;
                    let y = self.y[q].carry().negate_lanes(addition.lanes);
                    self.y[q] = y.into();
                }
            },
        );
        for (copy, addition) in (copies..).zip(&mut self.additions) {
            (addition.sum, addition.summand) = (addition.summand, copy as u32);
        }
        self.add(false);
    }
}
