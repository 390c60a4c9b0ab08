//! Linear combinations of a circuit's variables.
//!
//! A combination is a list of its terms, in the order in which they were added. Most have a few. Those of an embedded curve's
//! divisors have hundreds, over consecutive values of a vector commitment, with weights that many combinations
//! share: such a [*run*](variables::Run) is one entry.

mod constraints;
mod packed;
mod terms;
mod variables;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Add, Mul, Range, Sub};
use core::panic::RefUnwindSafe;

use ciphersuite::group::ff::PrimeField;
use helioselene_multiexp::slices;
use spin::Once;
use zeroize::Zeroize;

pub use constraints::Constraints;
use packed::Aside;
pub(crate) use packed::Entry;
use terms::Terms;
use variables::Stretch;
pub use variables::{Neighbours, Variable, Weights};

/// A linear combination `WL aL + WR aR + WO aO + WCG C_G + WV V + c`.
// 128 bytes: LLVM moves a larger struct by calling `memcpy`.
#[must_use]
pub struct LinComb<F: PrimeField> {
    terms: Terms<F>,
    c: F,
    /// Computed when it is first asked for.
    by_kind: Once<Box<ByKind<F>>>,
}

/// `Once` does not say so, but after a panic nobody sees a value of it that is half made.
impl<F: PrimeField + RefUnwindSafe> RefUnwindSafe for LinComb<F> {}

/// The weights by kind of variable, in the order in which they were added.
#[derive(PartialEq, Eq)]
struct ByKind<F> {
    WL: Vec<(usize, F)>,
    WR: Vec<(usize, F)>,
    WO: Vec<(usize, F)>,
    WCG: BTreeMap<usize, Vec<(usize, F)>>,
    WV: Vec<(usize, F)>,
}

impl<F: PrimeField> LinComb<F> {
    /// The empty combination.
    #[inline(always)]
    pub fn empty() -> Self {
        Self {
            terms: Terms::new(),
            c: F::ZERO,
            by_kind: Once::new(),
        }
    }

    /// Forgets what was computed of the terms.
    #[inline]
    fn changed(&mut self) {
        if self.by_kind.is_completed() {
            self.by_kind = Once::new();
        }
    }

    // Functions that take and return a combination are inlined, with their work in another, so that it is moved less often.

    /// Adds scalar · variable.
    #[inline(always)]
    pub fn term(mut self, scalar: F, constrainable: Variable) -> Self {
        self.terms.push_variable(constrainable, scalar);
        self.changed();
        self
    }

    /// Adds scalar · Σ weightsᵢ · variablesᵢ over the first variables, one for each weight. Not in the original.
    ///
    /// # Panics
    ///
    /// If there are more weights than variables.
    #[inline(always)]
    pub fn terms(mut self, scalar: F, weights: &Weights<F>, variables: &Neighbours) -> Self {
        self.add_terms(scalar, weights, variables);
        self
    }

    fn add_terms(&mut self, scalar: F, weights: &Weights<F>, variables: &Neighbours) {
        let terms = &mut self.terms;
        weights.stretches(variables, |entry| match entry {
            Stretch::Run(run) => terms.push_aside(Aside::Run(run), scalar),
            Stretch::Single(variable, weight) => terms.push_variable(variable, scalar * weight),
        });
        self.changed();
    }

    /// Adds to the constant.
    #[inline(always)]
    pub fn constant(mut self, scalar: F) -> Self {
        self.c += scalar;
        self
    }

    /// The weights of the left factors.
    pub fn WL(&self) -> &[(usize, F)] {
        &self.by_kind().WL
    }

    /// The weights of the right factors.
    pub fn WR(&self) -> &[(usize, F)] {
        &self.by_kind().WR
    }

    /// The weights of the products.
    pub fn WO(&self) -> &[(usize, F)] {
        &self.by_kind().WO
    }

    /// The weights of the values of vector commitments, by commitment.
    pub fn WCG(&self) -> &BTreeMap<usize, Vec<(usize, F)>> {
        &self.by_kind().WCG
    }

    /// The weights of the values of commitments.
    pub fn WV(&self) -> &[(usize, F)] {
        &self.by_kind().WV
    }

    /// The constant.
    pub fn c(&self) -> F {
        self.c
    }

    fn by_kind(&self) -> &ByKind<F> {
        self.by_kind.get().unwrap_or_else(|| {
            // Not within the lock, which a child of `fork` would inherit and wait for.
            let mut kinds = ByKind {
                WL: Vec::new(),
                WR: Vec::new(),
                WO: Vec::new(),
                WCG: BTreeMap::new(),
                WV: Vec::new(),
            };
            for (entry, factor) in self.entries() {
                match entry {
                    Entry::Constant => unreachable!("combinations keep their constant apart"),
                    Entry::Term(Variable::aL(i)) => kinds.WL.push((i, factor)),
                    Entry::Term(Variable::aR(i)) => kinds.WR.push((i, factor)),
                    Entry::Term(Variable::aO(i)) => kinds.WO.push((i, factor)),
                    Entry::Term(Variable::CG { commitment, index }) => {
                        let weights = kinds.WCG.entry(commitment).or_default();
                        weights.push((index, factor));
                    }
                    Entry::Term(Variable::V(i)) => kinds.WV.push((i, factor)),
                    Entry::Run(run) => {
                        let weights = run.weights().iter().map(|weight| factor * weight);
                        let all = kinds.WCG.entry(run.commitment).or_default();
                        all.extend(run.values().zip(weights));
                    }
                }
            }
            let kinds = Box::new(kinds);
            self.by_kind.call_once(|| kinds)
        })
    }

    fn entries(&self) -> impl Iterator<Item = (Entry<'_, F>, F)> {
        let terms = self.terms.as_slice().iter();
        terms.map(|term| (term.of.entry(self.terms.aside()), term.factor))
    }

    /// The value of the combination, in constant time in the values. `value` gives the value of a variable, `values` a range
    /// of values of a vector commitment. If that slice is shorter, the values it lacks are zero. Not in the original.
    pub fn evaluate<'a>(
        &self,
        value: impl Fn(Variable) -> F,
        values: impl Fn(usize, Range<usize>) -> &'a [F],
    ) -> F {
        evaluate(self.entries(), self.c, value, values)
    }
}

fn evaluate<'a, 'b, F: PrimeField>(
    entries: impl Iterator<Item = (Entry<'a, F>, F)>,
    c: F,
    value: impl Fn(Variable) -> F,
    values: impl Fn(usize, Range<usize>) -> &'b [F],
) -> F {
    entries.fold(c, |sum, (entry, factor)| match entry {
        Entry::Constant => sum + factor,
        Entry::Term(variable) => sum + value(variable) * factor,
        Entry::Run(run) => {
            let values = values(run.commitment, run.values());
            let weights = &run.weights()[..values.len()];
            sum + slices::inner_product(weights, values) * factor
        }
    })
}

/// The highest index into vectors (of products and of committed values), of a vector commitment, and of a Pedersen commitment.
fn highest<'a, F: 'a>(entries: impl Iterator<Item = Entry<'a, F>>) -> [Option<usize>; 3] {
    let [mut a, mut c, mut v] = [None; 3];
    for entry in entries {
        match entry {
            Entry::Constant => (),
            Entry::Term(Variable::aL(i) | Variable::aR(i) | Variable::aO(i)) => {
                a = a.max(Some(i));
            }
            Entry::Term(Variable::CG { commitment, index }) => {
                (a, c) = (a.max(Some(index)), c.max(Some(commitment)));
            }
            Entry::Term(Variable::V(i)) => v = v.max(Some(i)),
            Entry::Run(run) => {
                let last = run.values().end - 1;
                (a, c) = (a.max(Some(last)), c.max(Some(run.commitment)));
            }
        }
    }
    [a, c, v]
}

/// The Pedersen commitment among the entries, if there is exactly one term of any and its weight is not zero.
fn only_commitment<'a, F: PrimeField>(
    entries: impl Iterator<Item = (Entry<'a, F>, F)>,
) -> Option<usize> {
    let mut terms = entries.filter_map(|(entry, weight)| match entry {
        Entry::Term(Variable::V(i)) => Some((i, weight)),
        _ => None,
    });
    let (i, weight) = terms.next()?;
    (terms.next().is_none() && !bool::from(weight.is_zero())).then_some(i)
}

impl<F: PrimeField> Clone for LinComb<F> {
    fn clone(&self) -> Self {
        Self {
            terms: self.terms.clone(),
            c: self.c,
            by_kind: Once::new(),
        }
    }
}

/// Combinations are equal if they have the same terms of each kind in the same order.
impl<F: PrimeField> PartialEq for LinComb<F> {
    fn eq(&self, other: &Self) -> bool {
        self.c == other.c && self.by_kind() == other.by_kind()
    }
}

impl<F: PrimeField> Eq for LinComb<F> {}

impl<F: PrimeField> fmt::Debug for LinComb<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, c, v] = highest(self.entries().map(|(entry, _)| entry));
        f.debug_struct("LinComb")
            .field("highest_a_index", &a)
            .field("highest_c_index", &c)
            .field("highest_v_index", &v)
            .field("WL", &self.WL())
            .field("WR", &self.WR())
            .field("WO", &self.WO())
            .field("WCG", self.WCG())
            .field("WV", &self.WV())
            .field("c", &self.c)
            .finish()
    }
}

impl<F: Zeroize + PrimeField> Zeroize for LinComb<F> {
    fn zeroize(&mut self) {
        self.terms.zeroize();
        if let Some(kinds) = self.by_kind.get_mut() {
            let ByKind {
                WL,
                WR,
                WO,
                WCG,
                WV,
            } = &mut **kinds;
            let kinds = [WL, WR, WO, WV];
            kinds
                .into_iter()
                .chain(WCG.values_mut())
                .for_each(Zeroize::zeroize);
        }
        self.changed();
        self.c.zeroize();
    }
}

impl<F: PrimeField> From<Variable> for LinComb<F> {
    #[inline(always)]
    fn from(constrainable: Variable) -> Self {
        Self::empty().term(F::ONE, constrainable)
    }
}

impl<F: PrimeField> LinComb<F> {
    /// Adds another combination, with its factors and constant mapped by `map`.
    fn append(&mut self, other: &Self, map: impl Fn(F) -> F) {
        self.terms.append(&other.terms, &map);
        self.c += map(other.c);
        self.changed();
    }
}

impl<F: PrimeField> Add<&LinComb<F>> for LinComb<F> {
    type Output = Self;

    #[inline(always)]
    fn add(mut self, other: &Self) -> Self {
        self.append(other, |factor| factor);
        self
    }
}

impl<F: PrimeField> Sub<&LinComb<F>> for LinComb<F> {
    type Output = Self;

    #[inline(always)]
    fn sub(mut self, other: &Self) -> Self {
        self.append(other, |factor| -factor);
        self
    }
}

impl<F: PrimeField> Mul<F> for LinComb<F> {
    type Output = Self;

    #[inline(always)]
    fn mul(mut self, scalar: F) -> Self {
        self.scale(scalar);
        self
    }
}

impl<F: PrimeField> LinComb<F> {
    fn scale(&mut self, scalar: F) {
        for term in self.terms.as_mut_slice() {
            // Most factors are 1, those of variables that were converted.
            if (term.factor - F::ONE).is_zero_vartime() {
                term.factor = scalar;
            } else {
                term.factor *= scalar;
            }
        }
        if !self.c.is_zero_vartime() {
            self.c *= scalar;
        }
        self.changed();
    }
}
