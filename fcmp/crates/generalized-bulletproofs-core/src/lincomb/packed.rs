//! One word for a variable or a run: circuits have thousands of terms, and an enum of them is three words.

use alloc::vec::Vec;
use core::num::NonZeroU64;

use zeroize::Zeroize;

use super::variables::{Run, Variable};

/// What a factor of a combination multiplies.
pub(crate) enum Entry<'a, F> {
    /// One. Constraints store their constants so; combinations keep theirs apart.
    Constant,
    Term(Variable),
    Run(&'a Run<F>),
}

/// An [`Entry`] in a word: three bits of [`Kind`], two of [`Factor`], and the place in the rest. A variable that
/// needs more is stored whole in a [`SideTable`], where the place points. No vector in memory has 2^59 entries, so
/// this adds no limit, error or panic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(NonZeroU64);

/// The lowest bits of a word. None is zero, so that an `Option` of a word is a word.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
enum Kind {
    Left = 1,
    Right = 2,
    Product = 3,
    Commitment = 4,
    VectorCommitment = 5,
    /// The place is an index into a [`SideTable`].
    Aside = 6,
    Constant = 7,
}

/// A term's factor: most are 1 or −1, for which constraints store no field element.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Factor {
    Stored = 0,
    One = 1,
    MinusOne = 2,
}

impl Packed {
    const KIND_BITS: u32 = 3;
    const PLACE_SHIFT: u32 = Self::KIND_BITS + 2;
    /// A value of a vector commitment has its index in the lowest bits of the place, and the commitment above.
    const INDEX_BITS: u32 = 32;
    /// Marks the unused room of a short list.
    pub(super) const NOTHING: Self = Self(NonZeroU64::MAX);
    pub(super) const CONSTANT: Self = Self::word(Kind::Constant, 0);

    const fn word(kind: Kind, place: u64) -> Self {
        match NonZeroU64::new(place << Self::PLACE_SHIFT | kind as u64) {
            Some(word) => Self(word),
            None => panic!("kinds are not zero"),
        }
    }

    fn new(kind: Kind, place: usize) -> Option<Self> {
        let place = u64::try_from(place).ok()?;
        (place >> (64 - Self::PLACE_SHIFT) == 0).then(|| Self::word(kind, place))
    }

    /// The variable, if its place fits.
    pub(super) fn variable(variable: Variable) -> Option<Self> {
        match variable {
            Variable::aL(i) => Self::new(Kind::Left, i),
            Variable::aR(i) => Self::new(Kind::Right, i),
            Variable::aO(i) => Self::new(Kind::Product, i),
            Variable::V(i) => Self::new(Kind::Commitment, i),
            Variable::CG { commitment, index } => {
                let commitment = u32::try_from(commitment).ok();
                let commitment = commitment.filter(|i| i >> (32 - Self::PLACE_SHIFT) == 0);
                let both = commitment.zip(u32::try_from(index).ok());
                both.map(|(commitment, index)| {
                    let place = u64::from(commitment) << Self::INDEX_BITS | u64::from(index);
                    Self::word(Kind::VectorCommitment, place)
                })
            }
        }
    }

    pub(super) fn with(self, factor: Factor) -> Self {
        Self(self.0 | (factor as u64) << Self::KIND_BITS)
    }

    pub(super) fn factor(self) -> Factor {
        match self.0.get() >> Self::KIND_BITS & 3 {
            1 => Factor::One,
            2 => Factor::MinusOne,
            _ => Factor::Stored,
        }
    }

    /// Shifts an index into a side table by `others`, for appending one side table to another.
    pub(super) fn after(self, others: usize) -> Self {
        match self.kind() {
            Kind::Aside => Self::word(Kind::Aside, self.place() + others as u64),
            _ => self,
        }
    }

    fn kind(self) -> Kind {
        match self.0.get() % (1 << Self::KIND_BITS) {
            1 => Kind::Left,
            2 => Kind::Right,
            3 => Kind::Product,
            4 => Kind::Commitment,
            5 => Kind::VectorCommitment,
            6 => Kind::Aside,
            _ => Kind::Constant,
        }
    }

    fn place(self) -> u64 {
        self.0.get() >> Self::PLACE_SHIFT
    }

    pub(super) fn entry<F>(self, aside: &SideTable<F>) -> Entry<'_, F> {
        // Places were made from a `usize`.
        let i = self.place() as usize;
        Entry::Term(match self.kind() {
            Kind::Left => Variable::aL(i),
            Kind::Right => Variable::aR(i),
            Kind::Product => Variable::aO(i),
            Kind::Commitment => Variable::V(i),
            Kind::VectorCommitment => Variable::CG {
                commitment: (self.place() >> Self::INDEX_BITS) as usize,
                index: self.place() as u32 as usize,
            },
            Kind::Aside => match &aside.0[i] {
                Aside::Variable(variable) => *variable,
                Aside::Run(run) => return Entry::Run(run),
            },
            Kind::Constant => return Entry::Constant,
        })
    }
}

/// What does not fit into a word.
#[derive(Clone)]
pub(super) enum Aside<F> {
    Variable(Variable),
    Run(Run<F>),
}

/// The entries that do not fit into a word, in the order in which they were added.
#[derive(Clone)]
pub(super) struct SideTable<F>(Vec<Aside<F>>);

impl<F: 'static> SideTable<F> {
    pub(super) const EMPTY: &Self = &Self(Vec::new());
}

impl<F> SideTable<F> {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an entry, and gives the word that stands for it.
    pub(super) fn push(&mut self, entry: Aside<F>) -> Packed {
        self.0.push(entry);
        Packed::word(Kind::Aside, self.0.len() as u64 - 1)
    }

    /// Appends a side table, whose words are shifted by [`Packed::after`].
    pub(super) fn extend(&mut self, other: &Self)
    where
        F: Clone,
    {
        self.0.extend_from_slice(&other.0);
    }

    /// Empties the table, and wipes the weights that nobody else shares.
    pub(super) fn wipe(&mut self)
    where
        F: Zeroize,
    {
        for entry in &mut self.0 {
            if let Aside::Run(run) = entry {
                run.wipe();
            }
        }
        self.0.clear();
    }
}
