//! The list of a combination's terms.

use alloc::vec::Vec;

use ciphersuite::group::ff::PrimeField;
use zeroize::Zeroize;

use super::packed::{Aside, Packed, SideTable};
use super::variables::Variable;

/// A factor, and what it multiplies.
#[derive(Clone, Copy)]
pub(super) struct Term<F> {
    pub(super) of: Packed,
    pub(super) factor: F,
}

/// The terms of a combination. One or two, the most frequent numbers, need no allocation.
#[derive(Clone)]
pub(super) enum Terms<F> {
    /// Terms up to the first [`Packed::NOTHING`]. None of them is in a side table.
    Few([Term<F>; FEW]),
    Many(Many<F>),
}

#[derive(Clone)]
pub(super) struct Many<F> {
    terms: Vec<Term<F>>,
    aside: SideTable<F>,
}

const FEW: usize = 2;
/// The capacity that a vector starts with: enough for two outputs' coordinates.
const MANY: usize = 12;

impl<F: PrimeField> Terms<F> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let nothing = Term {
            of: Packed::NOTHING,
            factor: F::ZERO,
        };
        Self::Few([nothing; FEW])
    }

    /// The number of terms in `Few`.
    fn few(terms: &[Term<F>]) -> usize {
        let terms = terms.iter();
        terms.take_while(|term| term.of != Packed::NOTHING).count()
    }

    pub(super) fn as_slice(&self) -> &[Term<F>] {
        match self {
            Self::Few(terms) => &terms[..Self::few(terms)],
            Self::Many(many) => &many.terms,
        }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Term<F>] {
        match self {
            Self::Few(terms) => {
                let len = Self::few(terms);
                &mut terms[..len]
            }
            Self::Many(many) => &mut many.terms,
        }
    }

    pub(super) fn aside(&self) -> &SideTable<F> {
        match self {
            Self::Few(..) => SideTable::EMPTY,
            Self::Many(many) => &many.aside,
        }
    }

    /// Moves a few terms into a vector.
    fn many(&mut self) -> &mut Many<F> {
        if let Self::Few(..) = self {
            let mut terms = Vec::with_capacity(MANY);
            terms.extend_from_slice(self.as_slice());
            let aside = SideTable::with_capacity(0);
            *self = Self::Many(Many { terms, aside });
        }
        match self {
            Self::Few(..) => unreachable!("they were moved"),
            Self::Many(many) => many,
        }
    }

    pub(super) fn push(&mut self, term: Term<F>) {
        match self {
            Self::Few(terms) if Self::few(terms) < FEW => terms[Self::few(terms)] = term,
            _ => self.many().terms.push(term),
        }
    }

    pub(super) fn push_variable(&mut self, variable: Variable, factor: F) {
        match Packed::variable(variable) {
            Some(of) => self.push(Term { of, factor }),
            None => self.push_aside(Aside::Variable(variable), factor),
        }
    }

    pub(super) fn push_aside(&mut self, entry: Aside<F>, factor: F) {
        let many = self.many();
        let of = many.aside.push(entry);
        many.terms.push(Term { of, factor });
    }

    /// Adds the terms of another combination, with the factors that `map` gives.
    pub(super) fn append(&mut self, other: &Self, map: impl Fn(F) -> F) {
        let (before, aside) = (self.aside().len(), other.aside());
        if aside.len() != 0 {
            self.many().aside.extend(aside);
        }
        for term in other.as_slice() {
            self.push(Term {
                of: term.of.after(before),
                factor: map(term.factor),
            });
        }
    }
}

impl<F: PrimeField + Zeroize> Zeroize for Terms<F> {
    fn zeroize(&mut self) {
        for term in self.as_mut_slice() {
            term.factor.zeroize();
        }
        if let Self::Many(many) = self {
            many.aside.wipe();
        }
        *self = Self::new();
    }
}
