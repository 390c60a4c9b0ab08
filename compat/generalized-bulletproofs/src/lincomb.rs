//! Linear combinations of a circuit's variables.
//!
//! A combination is one list of what was added to it. Most have a few terms. Those of an embedded curve's
//! divisors have hundreds, over variables that follow each other in a commitment and with weights that many
//! combinations share: such a *run* is one entry.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{Add, Mul, Range, Sub};
use core::{fmt, mem};

use ciphersuite::group::ff::PrimeField;
use helioselene_multiexp::slices;
use spin::Once;
use zeroize::Zeroize;

/// A variable of a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(non_camel_case_types)]
pub enum Variable {
    /// The left factor of a product.
    aL(usize),
    /// The right factor of a product.
    aR(usize),
    /// A product.
    aO(usize),
    /// A value of a Pedersen vector commitment.
    CG {
        /// Which commitment.
        commitment: usize,
        /// Which of its values.
        index: usize,
    },
    /// The value of a Pedersen commitment.
    V(usize),
}

/// Weights that linear combinations share. Not in the original.
#[derive(Clone, Debug)]
pub struct Weights<F>(Arc<[F]>);

impl<F> From<Vec<F>> for Weights<F> {
    fn from(weights: Vec<F>) -> Self {
        Self(weights.into())
    }
}

impl<F> Weights<F> {
    /// The weights.
    pub fn as_slice(&self) -> &[F] {
        &self.0
    }
}

/// scale · Σ weightsᵢ · valueᵢ, over values of one commitment that follow each other.
#[derive(Clone)]
pub(crate) struct Run<F> {
    weights: Weights<F>,
    /// Which of the weights.
    from: usize,
    /// The number of weights and values.
    len: usize,
    pub(crate) commitment: usize,
    /// The first value.
    start: usize,
    pub(crate) scale: F,
}

/// A run of fewer terms is no run.
const SHORTEST_RUN: usize = 8;

impl<F> Run<F> {
    pub(crate) fn weights(&self) -> &[F] {
        &self.weights.0[self.from..self.from + self.len]
    }

    pub(crate) fn values(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

#[derive(Clone)]
pub(crate) enum Entry<F> {
    Term(Variable, F),
    Run(Box<Run<F>>),
}

impl<F: PrimeField> Entry<F> {
    fn factor(&mut self) -> &mut F {
        match self {
            Self::Term(_, weight) => weight,
            Self::Run(run) => &mut run.scale,
        }
    }
}

/// Entries, of which a few are in no allocation: combinations of two or three variables are the most frequent.
#[derive(Clone)]
enum Entries<F> {
    /// So many of them.
    Few(usize, [Entry<F>; FEW]),
    Many(Vec<Entry<F>>),
}

const FEW: usize = 3;

impl<F: PrimeField> Entries<F> {
    fn new() -> Self {
        Self::Few(0, [(); FEW].map(|()| Self::nothing()))
    }

    /// What stands where there is no entry.
    fn nothing() -> Entry<F> {
        Entry::Term(Variable::V(0), F::ZERO)
    }

    fn as_slice(&self) -> &[Entry<F>] {
        match self {
            Self::Few(len, entries) => &entries[..*len],
            Self::Many(entries) => entries,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [Entry<F>] {
        match self {
            Self::Few(len, entries) => &mut entries[..*len],
            Self::Many(entries) => entries,
        }
    }

    /// Makes room for so many more entries.
    fn reserve(&mut self, more: usize) {
        match self {
            Self::Many(entries) => entries.reserve(more),
            Self::Few(len, _) if *len + more <= FEW => (),
            Self::Few(len, few) => {
                let mut entries = Vec::with_capacity((*len + more).max(2 * FEW));
                let taken = few[..*len].iter_mut();
                entries.extend(taken.map(|entry| mem::replace(entry, Self::nothing())));
                *self = Self::Many(entries);
            }
        }
    }

    fn push(&mut self, entry: Entry<F>) {
        self.reserve(1);
        match self {
            Self::Few(len, entries) => {
                entries[*len] = entry;
                *len += 1;
            }
            Self::Many(entries) => entries.push(entry),
        }
    }
}

/// The weights by the kind of the variables, in the order in which they were added.
#[derive(PartialEq, Eq)]
struct ByKind<F> {
    WL: Vec<(usize, F)>,
    WR: Vec<(usize, F)>,
    WO: Vec<(usize, F)>,
    WCG: BTreeMap<usize, Vec<(usize, F)>>,
    WV: Vec<(usize, F)>,
}

/// Variables in their order, and which of them stand next to each other. Not in the original.
#[derive(Clone, Debug)]
pub struct Neighbours(
    /// The first variable, and the number of it and of those that follow it in its commitment.
    Vec<(Variable, usize)>,
);

impl Neighbours {
    /// The number of variables.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|(_, len)| len).sum()
    }
}

impl FromIterator<Variable> for Neighbours {
    fn from_iter<I: IntoIterator<Item = Variable>>(variables: I) -> Self {
        let mut neighbours: Vec<(Variable, usize)> = Vec::new();
        for variable in variables {
            match neighbours.last_mut() {
                Some((first, len)) if first.neighbour(*len) == Some(variable) => *len += 1,
                _ => neighbours.push((variable, 1)),
            }
        }
        Self(neighbours)
    }
}

impl Variable {
    /// The variable that stands so many places after this one in its commitment.
    fn neighbour(self, places: usize) -> Option<Self> {
        match self {
            _ if places == 0 => Some(self),
            Self::CG { commitment, index } => {
                let index = index.checked_add(places)?;
                // What comes after it has a number too.
                (index < usize::MAX).then_some(Self::CG { commitment, index })
            }
            _ => None,
        }
    }
}

/// A linear combination `WL aL + WR aR + WO aO + WCG C_G + WV V + c`.
#[must_use]
pub struct LinComb<F: PrimeField> {
    entries: Entries<F>,
    c: F,
    /// For those who ask for it.
    by_kind: Once<Box<ByKind<F>>>,
}

impl<F: PrimeField> LinComb<F> {
    /// The empty combination.
    pub fn empty() -> Self {
        Self {
            entries: Entries::new(),
            c: F::ZERO,
            by_kind: Once::new(),
        }
    }

    fn push(&mut self, entry: Entry<F>) {
        self.entries.push(entry);
        self.changed();
    }

    fn changed(&mut self) {
        if self.by_kind.is_completed() {
            self.by_kind = Once::new();
        }
    }

    /// Adds scalar · variable.
    pub fn term(mut self, scalar: F, constrainable: Variable) -> Self {
        self.push(Entry::Term(constrainable, scalar));
        self
    }

    /// Adds Σ weightsᵢ · variablesᵢ, for as many of the variables as there are weights. Not in the original.
    ///
    /// # Panics
    ///
    /// If there are more weights than variables.
    pub fn terms(mut self, weights: &Weights<F>, variables: &Neighbours) -> Self {
        let all = weights.0.len();
        assert!(all <= variables.len(), "as many variables as weights");
        let mut from = 0;
        for (first, len) in &variables.0 {
            let len = (*len).min(all - from);
            match *first {
                Variable::CG { commitment, index } if len >= SHORTEST_RUN => {
                    self.push(Entry::Run(Box::new(Run {
                        weights: weights.clone(),
                        from,
                        len,
                        commitment,
                        start: index,
                        scale: F::ONE,
                    })));
                }
                first => {
                    for i in 0..len {
                        let variable = first.neighbour(i).expect("as it was found");
                        self.push(Entry::Term(variable, weights.0[from + i]));
                    }
                }
            }
            from += len;
        }
        self
    }

    /// Adds to the constant.
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
        self.by_kind.call_once(|| {
            let mut kinds = ByKind {
                WL: Vec::new(),
                WR: Vec::new(),
                WO: Vec::new(),
                WCG: BTreeMap::new(),
                WV: Vec::new(),
            };
            for entry in self.entries() {
                match entry {
                    Entry::Term(Variable::aL(i), weight) => kinds.WL.push((*i, *weight)),
                    Entry::Term(Variable::aR(i), weight) => kinds.WR.push((*i, *weight)),
                    Entry::Term(Variable::aO(i), weight) => kinds.WO.push((*i, *weight)),
                    Entry::Term(Variable::CG { commitment, index }, weight) => {
                        let weights = kinds.WCG.entry(*commitment).or_default();
                        weights.push((*index, *weight));
                    }
                    Entry::Term(Variable::V(i), weight) => kinds.WV.push((*i, *weight)),
                    Entry::Run(run) => {
                        let weights = run.weights().iter().map(|weight| run.scale * weight);
                        let all = kinds.WCG.entry(run.commitment).or_default();
                        all.extend(run.values().zip(weights));
                    }
                }
            }
            Box::new(kinds)
        })
    }

    pub(crate) fn entries(&self) -> &[Entry<F>] {
        self.entries.as_slice()
    }

    /// The highest index of what depends on the length of vectors, of a vector commitment, and of a commitment.
    pub(crate) fn highest(&self) -> [Option<usize>; 3] {
        let [mut a, mut c, mut v] = [None; 3];
        for entry in self.entries() {
            match entry {
                Entry::Term(Variable::aL(i) | Variable::aR(i) | Variable::aO(i), _) => {
                    a = a.max(Some(*i));
                }
                Entry::Term(Variable::CG { commitment, index }, _) => {
                    (a, c) = (a.max(Some(*index)), c.max(Some(*commitment)));
                }
                Entry::Term(Variable::V(i), _) => v = v.max(Some(*i)),
                Entry::Run(run) => {
                    let last = run.values().end - 1;
                    (a, c) = (a.max(Some(last)), c.max(Some(run.commitment)));
                }
            }
        }
        [a, c, v]
    }

    /// The Pedersen commitment that is in it, if there is one term of any, and its weight is not zero.
    pub(crate) fn only_commitment(&self) -> Option<usize> {
        let mut terms = self.entries().iter().filter_map(|entry| match entry {
            Entry::Term(Variable::V(i), weight) => Some((*i, weight)),
            _ => None,
        });
        let (i, weight) = terms.next()?;
        (terms.next().is_none() && !bool::from(weight.is_zero())).then_some(i)
    }

    /// The value of the combination, in constant time in the values: `value` gives that of a variable, `values` those
    /// of a commitment that follow each other, of which the ones that are missing count as zero. Not in the original.
    pub fn evaluate<'a>(
        &self,
        value: impl Fn(Variable) -> F,
        values: impl Fn(usize, Range<usize>) -> &'a [F],
    ) -> F {
        self.entries()
            .iter()
            .fold(self.c, |sum, entry| match entry {
                Entry::Term(variable, weight) => sum + value(*variable) * weight,
                Entry::Run(run) => {
                    let values = values(run.commitment, run.values());
                    let weights = &run.weights()[..values.len()];
                    sum + slices::inner_product(weights, values) * run.scale
                }
            })
    }
}

impl<F: PrimeField> Clone for LinComb<F> {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            c: self.c,
            by_kind: Once::new(),
        }
    }
}

/// The same terms of each kind in the same order.
impl<F: PrimeField> PartialEq for LinComb<F> {
    fn eq(&self, other: &Self) -> bool {
        self.c == other.c && self.by_kind() == other.by_kind()
    }
}

impl<F: PrimeField> Eq for LinComb<F> {}

impl<F: PrimeField> fmt::Debug for LinComb<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, c, v] = self.highest();
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
        for entry in self.entries.as_mut_slice() {
            entry.factor().zeroize();
            // The weights too, unless another combination has them.
            if let Entry::Run(run) = entry
                && let Some(weights) = Arc::get_mut(&mut run.weights.0)
            {
                weights.iter_mut().zeroize();
            }
        }
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
        self.entries = Entries::new();
        self.c.zeroize();
    }
}

impl<F: PrimeField> From<Variable> for LinComb<F> {
    fn from(constrainable: Variable) -> Self {
        Self::empty().term(F::ONE, constrainable)
    }
}

impl<F: PrimeField> LinComb<F> {
    /// Adds the entries of another combination as `map` gives them.
    fn append(&mut self, other: &Self, map: impl Fn(&mut F)) {
        self.entries.reserve(other.entries().len());
        for entry in other.entries() {
            let mut entry = entry.clone();
            map(entry.factor());
            self.entries.push(entry);
        }
        self.changed();
    }
}

impl<F: PrimeField> Add<&LinComb<F>> for LinComb<F> {
    type Output = Self;

    fn add(mut self, other: &Self) -> Self {
        self.append(other, |_| ());
        self.c += other.c;
        self
    }
}

impl<F: PrimeField> Sub<&LinComb<F>> for LinComb<F> {
    type Output = Self;

    fn sub(mut self, other: &Self) -> Self {
        self.append(other, |weight| *weight = -*weight);
        self.c -= other.c;
        self
    }
}

impl<F: PrimeField> Mul<F> for LinComb<F> {
    type Output = Self;

    fn mul(mut self, scalar: F) -> Self {
        for entry in self.entries.as_mut_slice() {
            *entry.factor() *= scalar;
        }
        self.c *= scalar;
        self.changed();
        self
    }
}
