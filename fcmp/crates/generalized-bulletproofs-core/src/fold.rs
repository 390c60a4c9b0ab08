//! Folds all constraints of a circuit into one: their sum with the powers of a challenge.

use alloc::vec;
use alloc::vec::Vec;

use ciphersuite::group::ff::{Field, PrimeField};
use helioselene_multiexp::slices;

use crate::lincomb::{Constraints, Entry, Variable};

/// Where the weights of vector commitments go.
#[derive(Clone, Copy)]
pub(crate) enum CommitmentWeights<'a, F> {
    /// Each of this many commitments has its own vector.
    Apart(usize),
    /// All share one vector. Each commitment is added with its factor.
    Together(&'a [F]),
}

/// The folded weights of all constraints.
pub(crate) struct Folded<F> {
    pub(crate) l: Vec<F>,
    pub(crate) r: Vec<F>,
    pub(crate) o: Vec<F>,
    /// The weights of vector commitments, see [`CommitmentWeights`].
    pub(crate) cg: Vec<Vec<F>>,
    pub(crate) v: Vec<F>,
    pub(crate) c: F,
}

/// A run, with the sum of its factors over all constraints that have it.
struct Row<'a, F> {
    /// Vector, start and end of the run, and the address of its weights. Rows with equal keys become one; sorting makes
    /// rows for the same place adjacent.
    key: [usize; 4],
    weights: &'a [F],
    factor: F,
}

/// The weight at a place. Vectors grow only as far as needed.
fn at<F: Field>(weights: &mut Vec<F>, place: usize) -> &mut F {
    if weights.len() <= place {
        weights.resize(place + 1, F::ZERO);
    }
    &mut weights[place]
}

/// Σ zᵏ·constraintₖ over k from 1. A vector ends with its last weight, except `v`, and `cg` for
/// [`CommitmentWeights::Together`], which has length `n`.
///
/// Every index must be in range. Variable time in the constraints, which are public.
pub(crate) fn fold<F: PrimeField>(
    constraints: Constraints<F>,
    z: &F,
    n: usize,
    v: usize,
    commitments: CommitmentWeights<'_, F>,
) -> Folded<F> {
    let mut folded = Folded {
        l: Vec::new(),
        r: Vec::new(),
        o: Vec::new(),
        // Most of hundreds of commitments have only a few weights.
        cg: match commitments {
            CommitmentWeights::Apart(len) => vec![Vec::new(); len],
            CommitmentWeights::Together(_) => vec![vec![F::ZERO; n]],
        },
        v: vec![F::ZERO; v],
        c: F::ZERO,
    };
    let powers = slices::powers(z, z, constraints.len());
    // The last product, with its constraint and commitment.
    let mut last = None;
    let scale = |k: usize, commitment| match (commitments, commitment) {
        (CommitmentWeights::Together(factors), Some(commitment)) => match last {
            Some((of, factor)) if of == (k, commitment) => factor,
            _ => {
                let factor = powers[k] * factors[commitment];
                last = Some(((k, commitment), factor));
                factor
            }
        },
        _ => powers[k],
    };
    let vector = |commitment: usize| match commitments {
        CommitmentWeights::Apart(_) => commitment,
        CommitmentWeights::Together(_) => 0,
    };
    let mut rows: Vec<Row<F>> = Vec::with_capacity(constraints.max_runs());
    constraints.scaled(scale, |entry, factor| match entry {
        Entry::Constant => folded.c += factor,
        Entry::Term(Variable::aL(i)) => *at(&mut folded.l, i) += factor,
        Entry::Term(Variable::aR(i)) => *at(&mut folded.r, i) += factor,
        Entry::Term(Variable::aO(i)) => *at(&mut folded.o, i) += factor,
        Entry::Term(Variable::CG { commitment, index }) => {
            *at(&mut folded.cg[vector(commitment)], index) += factor;
        }
        Entry::Term(Variable::V(i)) => folded.v[i] += factor,
        Entry::Run(run) => {
            let (weights, values) = (run.weights(), run.values());
            let address = weights.as_ptr().addr();
            let key = [vector(run.commitment), values.start, values.end, address];
            rows.push(Row {
                key,
                weights,
                factor,
            });
        }
    });

    add_rows(&mut folded.cg, rows);
    folded
}

/// Adds rows to their vectors, after those of one run are made one.
fn add_rows<F: PrimeField>(vectors: &mut [Vec<F>], mut rows: Vec<Row<'_, F>>) {
    rows.sort_unstable_by_key(|row| row.key);
    rows.dedup_by(|next, row| {
        let same = next.key == row.key;
        if same {
            row.factor += next.factor;
        }
        same
    });
    for rows in rows.chunk_by(|a, b| a.key[0] == b.key[0]) {
        let [vector, ..] = rows[0].key;
        let scaled = rows.iter().map(|row| slices::Row {
            factor: row.factor,
            start: row.key[1],
            elements: row.weights,
        });
        let sums = &mut vectors[vector];
        let last = rows.iter().map(|row| row.key[2]).max();
        at(sums, last.expect("a chunk has a row") - 1);
        slices::add_scaled_rows(sums, &scaled.collect::<Vec<_>>());
    }
}
