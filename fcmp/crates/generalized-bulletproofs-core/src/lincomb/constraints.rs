//! All constraints of a circuit, in a few allocations.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use ciphersuite::group::ff::PrimeField;
use helioselene_multiexp::slices;
use zeroize::Zeroize;

use super::packed::{Aside, Entry, Factor, Packed, SideTable};
use super::variables::Variable;
use super::{LinComb, evaluate, highest, only_commitment};

/// Linear combinations that must be zero, stored one after the other. Not in the original.
#[derive(Clone)]
pub struct Constraints<F> {
    /// The terms of all constraints, and their constants that are not zero.
    of: Vec<Packed>,
    /// The factors that are not 1 or −1.
    factors: Vec<F>,
    aside: SideTable<F>,
    /// Where the terms of each end.
    ends: Vec<usize>,
}

impl<F> Default for Constraints<F> {
    fn default() -> Self {
        // Enough for an FCMP of one input in a tree of eight layers, on the curve with more constraints.
        const TERMS: usize = 1872;
        const FACTORS: usize = 736;
        const RUNS: usize = 128;
        const CONSTRAINTS: usize = 544;
        Self {
            of: Vec::with_capacity(TERMS),
            factors: Vec::with_capacity(FACTORS),
            aside: SideTable::with_capacity(RUNS),
            ends: Vec::with_capacity(CONSTRAINTS),
        }
    }
}

impl<F: PrimeField> Constraints<F> {
    /// Constrains a combination to be zero.
    pub fn zero(&mut self, combination: &LinComb<F>) {
        self.append(combination, |factor| factor);
        self.end(combination.c);
    }

    /// Constrains two combinations to be equal: `a - b` to be zero.
    pub fn equal(&mut self, a: &LinComb<F>, b: &LinComb<F>) {
        self.append(a, |factor| factor);
        self.append(b, |factor| -factor);
        self.end(a.c - b.c);
    }

    /// Constrains a combination to be a variable.
    pub fn variable(&mut self, combination: &LinComb<F>, variable: Variable) {
        self.append(combination, |factor| factor);
        let of = Packed::variable(variable)
            .unwrap_or_else(|| self.aside.push(Aside::Variable(variable)));
        self.of.push(of.with(Factor::MinusOne));
        self.end(combination.c);
    }

    fn end(&mut self, c: F) {
        if !c.is_zero_vartime() {
            self.push(Packed::CONSTANT, c);
        }
        self.ends.push(self.of.len());
    }

    fn push(&mut self, of: Packed, factor: F) {
        // Not `==`, which takes constant time: factors are public.
        let kept = if (factor - F::ONE).is_zero_vartime() {
            Factor::One
        } else if (factor + F::ONE).is_zero_vartime() {
            Factor::MinusOne
        } else {
            self.factors.push(factor);
            Factor::Stored
        };
        self.of.push(of.with(kept));
    }

    fn append(&mut self, combination: &LinComb<F>, map: impl Fn(F) -> F) {
        let before = self.aside.len();
        self.aside.extend(combination.terms.aside());
        for term in combination.terms.as_slice() {
            self.push(term.of.after(before), map(term.factor));
        }
    }

    /// The number of constraints.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The entries of each constraint.
    fn each(&self) -> impl Iterator<Item = impl Iterator<Item = (Entry<'_, F>, F)> + Clone> {
        let (mut start, mut factors) = (0, self.factors.as_slice());
        self.ends.iter().map(move |end| {
            let terms = &self.of[start..*end];
            start = *end;
            let count = terms.iter().filter(|of| of.factor() == Factor::Stored);
            let (own, others) = factors.split_at(count.count());
            factors = others;
            let mut own = own.iter();
            terms.iter().map(move |of| {
                let factor = match of.factor() {
                    Factor::Stored => *own.next().expect("each has one"),
                    Factor::One => F::ONE,
                    Factor::MinusOne => -F::ONE,
                };
                (of.entry(&self.aside), factor)
            })
        })
    }

    /// An upper bound on the number of runs.
    pub(crate) fn max_runs(&self) -> usize {
        self.aside.len()
    }

    /// For each constraint, its [`highest`] indices and its [`only_commitment`].
    pub(crate) fn indices(&self) -> impl Iterator<Item = ([Option<usize>; 3], Option<usize>)> {
        self.each().map(|entries| {
            let [a, c, v] = highest(entries.clone().map(|(entry, _)| entry));
            let alone = v.and_then(|_| only_commitment(entries));
            ([a, c, v], alone)
        })
    }

    /// The value of each constraint, see [`LinComb::evaluate`].
    pub(crate) fn evaluate<'a>(
        &self,
        value: impl Fn(Variable) -> F,
        values: impl Fn(usize, Range<usize>) -> &'a [F],
    ) -> impl Iterator<Item = F> {
        self.each()
            .map(move |entries| evaluate(entries, F::ZERO, &value, &values))
    }

    /// Calls `put` with each entry and its factor times `scale(i, commitment)`, where `i` is the constraint's number and
    /// `commitment` the vector commitment that the entry is of, if it is of any.
    pub(crate) fn scaled<'a>(
        &'a self,
        mut scale: impl FnMut(usize, Option<usize>) -> F,
        mut put: impl FnMut(Entry<'a, F>, F),
    ) {
        // Stored factors are multiplied this many at a time.
        const TOGETHER: usize = 128;
        let mut factors = self.factors.chunks(TOGETHER);
        let mut entries = Vec::with_capacity(TOGETHER);
        let mut scales = Vec::with_capacity(TOGETHER);
        let mut multiply =
            |entries: &mut Vec<Entry<'a, F>>, scales: &mut Vec<F>, put: &mut dyn FnMut(_, _)| {
                slices::mul_assign(scales, factors.next().unwrap_or(&[]));
                for (entry, product) in entries.drain(..).zip(scales.drain(..)) {
                    put(entry, product);
                }
            };
        let mut start = 0;
        for (i, end) in self.ends.iter().enumerate() {
            for of in &self.of[start..*end] {
                let entry = of.entry(&self.aside);
                let commitment = match entry {
                    Entry::Term(Variable::CG { commitment, .. }) => Some(commitment),
                    Entry::Run(run) => Some(run.commitment),
                    Entry::Term(_) | Entry::Constant => None,
                };
                let factor = scale(i, commitment);
                match of.factor() {
                    Factor::One => put(entry, factor),
                    Factor::MinusOne => put(entry, -factor),
                    Factor::Stored => {
                        entries.push(entry);
                        scales.push(factor);
                        if scales.len() == TOGETHER {
                            multiply(&mut entries, &mut scales, &mut put);
                        }
                    }
                }
            }
            start = *end;
        }
        multiply(&mut entries, &mut scales, &mut put);
    }

    fn combinations(&self) -> impl Iterator<Item = LinComb<F>> {
        self.each().map(|entries| {
            let mut combination = LinComb::empty();
            for (entry, factor) in entries {
                match entry {
                    Entry::Constant => combination.c = factor,
                    Entry::Term(variable) => combination.terms.push_variable(variable, factor),
                    Entry::Run(run) => {
                        combination
                            .terms
                            .push_aside(Aside::Run(run.clone()), factor);
                    }
                }
            }
            combination
        })
    }
}

impl<F: PrimeField> PartialEq for Constraints<F> {
    fn eq(&self, other: &Self) -> bool {
        self.combinations().eq(other.combinations())
    }
}

impl<F: PrimeField> Eq for Constraints<F> {}

impl<F: PrimeField> fmt::Debug for Constraints<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.combinations()).finish()
    }
}

impl<F: Zeroize> Zeroize for Constraints<F> {
    fn zeroize(&mut self) {
        self.factors.zeroize();
        self.aside.wipe();
        self.of.clear();
        self.ends.clear();
    }
}
