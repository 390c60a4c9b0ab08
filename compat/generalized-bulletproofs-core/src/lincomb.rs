//! Linear combinations of a circuit's variables.
//!
//! A combination is one list of what was added to it. Most have a few terms. Those of an embedded curve's
//! divisors have hundreds, over variables that follow each other in a commitment and with weights that many
//! combinations share: such a *run* is one entry.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU64;
use core::ops::{Add, Mul, Range, Sub};

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
pub struct Weights<F> {
    all: Arc<Vec<F>>,
    /// Which of them, and how many.
    from: usize,
    len: usize,
}

impl<F> From<Vec<F>> for Weights<F> {
    fn from(weights: Vec<F>) -> Self {
        Self {
            len: weights.len(),
            all: Arc::new(weights),
            from: 0,
        }
    }
}

impl<F> Weights<F> {
    /// The weights.
    pub fn as_slice(&self) -> &[F] {
        &self.all[self.from..self.from + self.len]
    }

    /// Some of the weights, in the same memory.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    pub fn slice(&self, places: Range<usize>) -> Self {
        let len = self.as_slice()[places.clone()].len();
        Self {
            all: self.all.clone(),
            from: self.from + places.start,
            len,
        }
    }
}

/// Weights of values of one commitment that follow each other: Σ weightsᵢ · valueᵢ.
#[derive(Clone)]
pub(crate) struct Run<F> {
    weights: Weights<F>,
    pub(crate) commitment: usize,
    /// The first value.
    start: usize,
}

/// A run of fewer terms is no run.
const SHORTEST_RUN: usize = 8;

impl<F> Run<F> {
    pub(crate) fn weights(&self) -> &[F] {
        self.weights.as_slice()
    }

    pub(crate) fn values(&self) -> Range<usize> {
        self.start..self.start + self.weights.len
    }
}

/// What a combination has a factor of.
pub(crate) enum Entry<'a, F> {
    /// One: only constraints have their constants so.
    Constant,
    Term(Variable),
    Run(&'a Run<F>),
}

/// A variable or a run in a word: what it is in the lowest bits, not zero, then its [`Factor`], then where.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed(NonZeroU64);

/// What does not fit into a word.
#[derive(Clone)]
enum Beside<F> {
    Variable(Variable),
    Run(Run<F>),
}

/// Where a term's factor is: most are 1 or −1, for which constraints keep no number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    Own = 0,
    One = 1,
    MinusOne = 2,
}

impl Packed {
    const KIND: u32 = 3;
    /// Bits before the place.
    const LOW: u32 = Self::KIND + 2;
    /// Bits of an index in a commitment. The others have its number.
    const INDEX: u32 = 32;
    const BESIDE: u64 = 6;
    const CONSTANT: u64 = 7;
    const NOTHING: Self = Self(NonZeroU64::MAX);

    fn word(kind: u64, place: u64) -> Self {
        let word = NonZeroU64::new(place << Self::LOW | kind);
        Self(word.expect("kinds are not zero"))
    }

    fn new(kind: u64, place: usize) -> Option<Self> {
        let place = u64::try_from(place).ok()?;
        (place >> (64 - Self::LOW) == 0).then(|| Self::word(kind, place))
    }

    fn with(self, factor: Factor) -> Self {
        Self(self.0 | (factor as u64) << Self::KIND)
    }

    fn factor(self) -> Factor {
        match self.0.get() >> Self::KIND & 3 {
            1 => Factor::One,
            2 => Factor::MinusOne,
            _ => Factor::Own,
        }
    }

    /// The variable, if it fits.
    fn variable(variable: Variable) -> Option<Self> {
        match variable {
            Variable::aL(i) => Self::new(1, i),
            Variable::aR(i) => Self::new(2, i),
            Variable::aO(i) => Self::new(3, i),
            Variable::V(i) => Self::new(4, i),
            Variable::CG { commitment, index } => {
                let commitment = u32::try_from(commitment).ok();
                let commitment = commitment.filter(|i| i >> (32 - Self::LOW) == 0);
                let both = commitment.zip(u32::try_from(index).ok());
                both.map(|(commitment, index)| {
                    let place = u64::from(commitment) << Self::INDEX | u64::from(index);
                    Self::word(5, place)
                })
            }
        }
    }

    fn beside<F>(entry: Beside<F>, beside: &mut Vec<Beside<F>>) -> Self {
        beside.push(entry);
        Self::word(Self::BESIDE, beside.len() as u64 - 1)
    }

    /// The same, where so many others were put beside before.
    fn after(self, others: usize) -> Self {
        match self.parts() {
            (Self::BESIDE, place) => Self::word(Self::BESIDE, place + others as u64),
            _ => self,
        }
    }

    /// The kind, and the place.
    fn parts(self) -> (u64, u64) {
        let word = self.0.get();
        (word % (1 << Self::KIND), word >> Self::LOW)
    }

    fn entry<F>(self, beside: &[Beside<F>]) -> Entry<'_, F> {
        let (kind, place) = self.parts();
        // It was a usize.
        let i = place as usize;
        Entry::Term(match kind {
            1 => Variable::aL(i),
            2 => Variable::aR(i),
            3 => Variable::aO(i),
            4 => Variable::V(i),
            Self::BESIDE => match &beside[i] {
                Beside::Variable(variable) => *variable,
                Beside::Run(run) => return Entry::Run(run),
            },
            Self::CONSTANT => return Entry::Constant,
            _ => Variable::CG {
                commitment: (place >> Self::INDEX) as usize,
                index: place as u32 as usize,
            },
        })
    }
}

fn wipe<F: Zeroize>(beside: &mut Vec<Beside<F>>) {
    for entry in beside.iter_mut() {
        // The weights too, unless another combination has them.
        let weights = match entry {
            Beside::Run(run) => Arc::get_mut(&mut run.weights.all),
            _ => None,
        };
        if let Some(weights) = weights {
            weights.zeroize();
        }
    }
    beside.clear();
}

/// A factor, and of what.
#[derive(Clone, Copy)]
struct Term<F> {
    of: Packed,
    factor: F,
}

/// Terms, of which a few are in no allocation: combinations of one or two variables are the most frequent.
#[derive(Clone)]
enum Terms<F> {
    /// Those that are no [`Packed::NOTHING`], in front, with nothing beside.
    Few([Term<F>; FEW]),
    Many(Many<F>),
}

#[derive(Clone)]
struct Many<F> {
    terms: Vec<Term<F>>,
    beside: Vec<Beside<F>>,
}

const FEW: usize = 2;
/// The room of a vector to begin with, for two outputs' coordinates.
const MANY: usize = 12;

impl<F: PrimeField> Terms<F> {
    #[inline(always)]
    fn new() -> Self {
        let nothing = Term {
            of: Packed::NOTHING,
            factor: F::ZERO,
        };
        Self::Few([nothing; FEW])
    }

    /// How many they are.
    fn few(terms: &[Term<F>]) -> usize {
        let terms = terms.iter();
        terms.take_while(|term| term.of != Packed::NOTHING).count()
    }

    fn as_slice(&self) -> &[Term<F>] {
        match self {
            Self::Few(terms) => &terms[..Self::few(terms)],
            Self::Many(many) => &many.terms,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [Term<F>] {
        match self {
            Self::Few(terms) => {
                let len = Self::few(terms);
                &mut terms[..len]
            }
            Self::Many(many) => &mut many.terms,
        }
    }

    fn beside(&self) -> &[Beside<F>] {
        match self {
            Self::Few(..) => &[],
            Self::Many(many) => &many.beside,
        }
    }

    /// The same, as many.
    fn many(&mut self) -> &mut Many<F> {
        if let Self::Few(..) = self {
            let mut terms = Vec::with_capacity(MANY);
            terms.extend_from_slice(self.as_slice());
            let beside = Vec::new();
            *self = Self::Many(Many { terms, beside });
        }
        match self {
            Self::Few(..) => unreachable!("they are many now"),
            Self::Many(many) => many,
        }
    }

    fn push(&mut self, term: Term<F>) {
        match self {
            Self::Few(terms) if Self::few(terms) < FEW => terms[Self::few(terms)] = term,
            _ => self.many().terms.push(term),
        }
    }

    fn push_beside(&mut self, entry: Beside<F>, factor: F) {
        let many = self.many();
        let of = Packed::beside(entry, &mut many.beside);
        many.terms.push(Term { of, factor });
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
        let mut variables = variables.into_iter();
        let mut first = variables.next();
        while let Some(variable) = first {
            let mut len = 1;
            let follows = |next: &Variable, len: usize| match (variable, *next) {
                (
                    Variable::CG { commitment, index },
                    Variable::CG {
                        commitment: c,
                        index: i,
                    },
                ) => {
                    // What comes after a neighbour has a number too.
                    c == commitment && i.checked_sub(len) == Some(index) && i < usize::MAX
                }
                _ => false,
            };
            first = variables.find(|next| {
                let follows = follows(next, len);
                len += usize::from(follows);
                !follows
            });
            neighbours.push((variable, len));
        }
        Self(neighbours)
    }
}

impl Variable {
    /// The variable that stands so many places after this one in its commitment.
    fn neighbour(self, places: usize) -> Option<Self> {
        match self {
            _ if places == 0 => Some(self),
            Self::CG { commitment, index } => Some(Self::CG {
                commitment,
                index: index.checked_add(places)?,
            }),
            _ => None,
        }
    }
}

/// A linear combination `WL aL + WR aR + WO aO + WCG C_G + WV V + c`.
// 128 bytes, which instructions move: LLVM calls `memcpy` for more.
#[must_use]
pub struct LinComb<F: PrimeField> {
    terms: Terms<F>,
    c: F,
    /// For those who ask for it.
    by_kind: Once<Box<ByKind<F>>>,
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

    #[inline]
    fn changed(&mut self) {
        if self.by_kind.is_completed() {
            self.by_kind = Once::new();
        }
    }

    fn push(&mut self, variable: Variable, factor: F) {
        match Packed::variable(variable) {
            Some(of) => self.terms.push(Term { of, factor }),
            None => self.terms.push_beside(Beside::Variable(variable), factor),
        }
    }

    // What takes a combination and returns it is inlined, with its work elsewhere, to be moved less.

    /// Adds scalar · variable.
    #[inline(always)]
    pub fn term(mut self, scalar: F, constrainable: Variable) -> Self {
        self.push(constrainable, scalar);
        self.changed();
        self
    }

    /// Adds scalar · Σ weightsᵢ · variablesᵢ, for as many of the variables as there are weights. Not in the original.
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
        let all = weights.len;
        assert!(all <= variables.len(), "as many variables as weights");
        let mut from = 0;
        for (first, len) in &variables.0 {
            let len = (*len).min(all - from);
            match *first {
                Variable::CG { commitment, index } if len >= SHORTEST_RUN => {
                    let run = Beside::Run(Run {
                        weights: weights.slice(from..from + len),
                        commitment,
                        start: index,
                    });
                    self.terms.push_beside(run, scalar);
                }
                first => {
                    for (i, weight) in weights.as_slice()[from..from + len].iter().enumerate() {
                        let variable = first.neighbour(i).expect("as it was found");
                        self.push(variable, scalar * weight);
                    }
                }
            }
            from += len;
        }
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
        self.by_kind.call_once(|| {
            let mut kinds = ByKind {
                WL: Vec::new(),
                WR: Vec::new(),
                WO: Vec::new(),
                WCG: BTreeMap::new(),
                WV: Vec::new(),
            };
            for (entry, factor) in self.entries() {
                match entry {
                    Entry::Constant => unreachable!("a combination has its constant apart"),
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
            Box::new(kinds)
        })
    }

    fn entries(&self) -> impl Iterator<Item = (Entry<'_, F>, F)> {
        let terms = self.terms.as_slice().iter();
        terms.map(|term| (term.of.entry(self.terms.beside()), term.factor))
    }

    /// The value of the combination, in constant time in the values: `value` gives that of a variable, `values` those
    /// of a commitment that follow each other, of which the ones that are missing count as zero. Not in the original.
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

/// The highest index of what depends on the length of vectors, of a vector commitment, and of a commitment.
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

/// The Pedersen commitment that is among entries, if there is one term of any, and its weight is not zero.
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

/// The same terms of each kind in the same order.
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
        for term in self.terms.as_mut_slice() {
            term.factor.zeroize();
        }
        if let Terms::Many(many) = &mut self.terms {
            wipe(&mut many.beside);
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
        self.terms = Terms::new();
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
    /// Adds another combination, whose factors and constant `map` gives.
    fn append(&mut self, other: &Self, map: impl Fn(F) -> F) {
        let before = self.terms.beside().len();
        let beside = other.terms.beside();
        if !beside.is_empty() {
            self.terms.many().beside.extend_from_slice(beside);
        }
        for term in other.terms.as_slice() {
            self.terms.push(Term {
                of: term.of.after(before),
                factor: map(term.factor),
            });
        }
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
            // As of variables by themselves.
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

/// Combinations that are to be zero, one after the other in the same memory. Not in the original.
#[derive(Clone)]
pub struct Constraints<F> {
    /// The terms of all. A constant that is not zero is one.
    of: Vec<Packed>,
    /// The factors that are not 1 or −1.
    factors: Vec<F>,
    beside: Vec<Beside<F>>,
    /// Where the terms of each end.
    ends: Vec<usize>,
}

impl<F> Default for Constraints<F> {
    fn default() -> Self {
        // Room for those of an FCMP of one input over the curve that has more, in a tree of eight layers.
        const TERMS: usize = 1872;
        const FACTORS: usize = 736;
        const RUNS: usize = 128;
        const CONSTRAINTS: usize = 544;
        Self {
            of: Vec::with_capacity(TERMS),
            factors: Vec::with_capacity(FACTORS),
            beside: Vec::with_capacity(RUNS),
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
            .unwrap_or_else(|| Packed::beside(Beside::Variable(variable), &mut self.beside));
        self.of.push(of.with(Factor::MinusOne));
        self.end(combination.c);
    }

    fn end(&mut self, c: F) {
        if !c.is_zero_vartime() {
            self.push(Packed::word(Packed::CONSTANT, 0), c);
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
            Factor::Own
        };
        self.of.push(of.with(kept));
    }

    fn append(&mut self, combination: &LinComb<F>, map: impl Fn(F) -> F) {
        let before = self.beside.len();
        self.beside.extend_from_slice(combination.terms.beside());
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
            let count = terms.iter().filter(|of| of.factor() == Factor::Own);
            let (own, others) = factors.split_at(count.count());
            factors = others;
            let mut own = own.iter();
            terms.iter().map(move |of| {
                let factor = match of.factor() {
                    Factor::Own => *own.next().expect("each has one"),
                    Factor::One => F::ONE,
                    Factor::MinusOne => -F::ONE,
                };
                (of.entry(&self.beside), factor)
            })
        })
    }

    /// The most runs there can be.
    pub(crate) fn beside(&self) -> usize {
        self.beside.len()
    }

    /// The highest indices of each constraint, see [`highest`], and the Pedersen commitment that it has alone.
    pub(crate) fn indices(&self) -> impl Iterator<Item = ([Option<usize>; 3], Option<usize>)> {
        self.each().map(|entries| {
            let [a, c, v] = highest(entries.clone().map(|(entry, _)| entry));
            let alone = v.and_then(|_| only_commitment(entries));
            ([a, c, v], alone)
        })
    }

    /// The value of each, see [`LinComb::evaluate`].
    pub(crate) fn evaluate<'a>(
        &self,
        value: impl Fn(Variable) -> F,
        values: impl Fn(usize, Range<usize>) -> &'a [F],
    ) -> impl Iterator<Item = F> {
        self.each()
            .map(move |entries| evaluate(entries, F::ZERO, &value, &values))
    }

    /// Hands over all entries, each with its factor times what `scale` says of the constraint's number and the commitment, if it
    /// is one of a vector commitment.
    pub(crate) fn scaled<'a>(
        &'a self,
        mut scale: impl FnMut(usize, Option<usize>) -> F,
        mut put: impl FnMut(Entry<'a, F>, F),
    ) {
        // The factors that are not 1 or −1 are multiplied so many at a time.
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
                let entry = of.entry(&self.beside);
                let commitment = match entry {
                    Entry::Term(Variable::CG { commitment, .. }) => Some(commitment),
                    Entry::Run(run) => Some(run.commitment),
                    Entry::Term(_) | Entry::Constant => None,
                };
                let factor = scale(i, commitment);
                match of.factor() {
                    Factor::One => put(entry, factor),
                    Factor::MinusOne => put(entry, -factor),
                    Factor::Own => {
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
                    Entry::Term(variable) => combination.push(variable, factor),
                    Entry::Run(run) => {
                        let run = Beside::Run(run.clone());
                        combination.terms.push_beside(run, factor);
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
        wipe(&mut self.beside);
        self.of.clear();
        self.ends.clear();
    }
}
