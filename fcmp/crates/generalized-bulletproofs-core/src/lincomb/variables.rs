//! A circuit's variables, and runs of them that share weights.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

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
        /// The commitment's number.
        commitment: usize,
        /// The value's index in the commitment.
        index: usize,
    },
    /// The value of a Pedersen commitment.
    V(usize),
}

impl Variable {
    /// The variable that is `places` after this one in its vector commitment.
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

/// A list of variables, stored as stretches of consecutive values of one commitment. Not in the original.
#[derive(Clone, Debug)]
pub struct Neighbours(
    /// The first variable of each stretch, and the number of its variables.
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
                    // The index after a stretch's last must not overflow: it is the end of a range.
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

/// Weights that several linear combinations share. Not in the original.
#[derive(Clone, Debug)]
pub struct Weights<F> {
    all: Arc<Vec<F>>,
    /// These weights are `all[from..from + len]`.
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

    /// A part of the weights, which shares their memory.
    ///
    /// # Panics
    ///
    /// If `places` exceeds the number of weights.
    pub fn slice(&self, places: Range<usize>) -> Self {
        let len = self.as_slice()[places.clone()].len();
        Self {
            all: self.all.clone(),
            from: self.from + places.start,
            len,
        }
    }

    /// Splits Σ weightsᵢ · variablesᵢ, over as many variables as there are weights, into runs and single variables.
    ///
    /// # Panics
    ///
    /// If there are more weights than variables.
    pub(super) fn stretches(&self, variables: &Neighbours, mut put: impl FnMut(Stretch<'_, F>)) {
        assert!(self.len <= variables.len(), "as many variables as weights");
        let mut from = 0;
        for (first, len) in &variables.0 {
            let len = (*len).min(self.len - from);
            match *first {
                Variable::CG { commitment, index } if len >= SHORTEST_RUN => {
                    put(Stretch::Run(Run {
                        weights: self.slice(from..from + len),
                        commitment,
                        start: index,
                    }))
                }
                first => {
                    for (i, weight) in self.as_slice()[from..from + len].iter().enumerate() {
                        let variable = first.neighbour(i).expect("a stretch holds its variables");
                        put(Stretch::Single(variable, weight));
                    }
                }
            }
            from += len;
        }
    }
}

/// A part of a sum of weighted variables.
pub(super) enum Stretch<'a, F> {
    Run(Run<F>),
    Single(Variable, &'a F),
}

/// Σ weightsᵢ · valueᵢ over consecutive values of one vector commitment.
#[derive(Clone)]
pub(crate) struct Run<F> {
    weights: Weights<F>,
    pub(crate) commitment: usize,
    /// The index of the first value.
    start: usize,
}

/// Shorter stretches are stored as single terms.
const SHORTEST_RUN: usize = 8;

impl<F> Run<F> {
    pub(crate) fn weights(&self) -> &[F] {
        self.weights.as_slice()
    }

    /// The indices of the values in the commitment.
    pub(crate) fn values(&self) -> Range<usize> {
        self.start..self.start + self.weights.len
    }

    /// Wipes the weights, unless another combination shares them.
    pub(super) fn wipe(&mut self)
    where
        F: Zeroize,
    {
        if let Some(weights) = Arc::get_mut(&mut self.weights.all) {
            weights.zeroize();
        }
    }
}
