//! All constraints of a circuit as one: their sum with the powers of a challenge.

use alloc::vec;
use alloc::vec::Vec;

use ciphersuite::group::ff::PrimeField;
use helioselene_multiexp::slices;

use crate::lincomb::{Entry, LinComb, Run, Variable};

/// Where the weights of vector commitments go.
#[derive(Clone, Copy)]
pub(crate) enum Commitments<'a, F> {
    /// Each commitment has a vector of its own, so many in all.
    Apart(usize),
    /// All have one, to which each goes with a factor.
    Together(&'a [F]),
}

/// The weights of all constraints.
pub(crate) struct Folded<F> {
    pub(crate) l: Vec<F>,
    pub(crate) r: Vec<F>,
    pub(crate) o: Vec<F>,
    /// Those of vector commitments, see [`Commitments`].
    pub(crate) cg: Vec<Vec<F>>,
    pub(crate) v: Vec<F>,
    pub(crate) c: F,
}

/// A run with the factors of all constraints that have it.
struct Row<'a, F> {
    vector: usize,
    run: &'a Run<F>,
    factor: F,
}

impl<F: PrimeField> Row<'_, F> {
    /// What rows must have in common to be added to one vector at one place, and what to be one row.
    fn keys(&self) -> ((usize, usize, usize), *const [F]) {
        let values = self.run.values();
        ((self.vector, values.start, values.end), self.run.weights())
    }
}

/// Σ zᵏ·constraintₖ over k from 1, as long vectors: n weights of each kind, and those of v commitments.
///
/// Every index must be in range. Variable time in the constraints, which are public.
pub(crate) fn fold<F: PrimeField>(
    constraints: &[LinComb<F>],
    z: &F,
    n: usize,
    v: usize,
    commitments: Commitments<'_, F>,
) -> Folded<F> {
    let vectors = match commitments {
        Commitments::Apart(len) => len,
        Commitments::Together(_) => 1,
    };
    let zeros = || vec![F::ZERO; n];
    let mut folded = Folded {
        l: zeros(),
        r: zeros(),
        o: zeros(),
        cg: vec![zeros(); vectors],
        v: vec![F::ZERO; v],
        c: F::ZERO,
    };
    let mut rows: Vec<Row<F>> = Vec::new();

    let powers = slices::powers(z, z, constraints.len());
    for (constraint, z) in constraints.iter().zip(&powers) {
        folded.c += times(z, &constraint.c());
        // The factor of the commitment that the last term was of.
        let mut last = None;
        let mut of_commitment = |commitment: usize| match commitments {
            Commitments::Apart(_) => (commitment, *z),
            Commitments::Together(factors) => match last {
                Some((last, factor)) if last == commitment => (0, factor),
                _ => {
                    let factor = *z * factors[commitment];
                    last = Some((commitment, factor));
                    (0, factor)
                }
            },
        };
        for entry in constraint.entries() {
            match entry {
                Entry::Term(Variable::aL(i), weight) => folded.l[*i] += times(z, weight),
                Entry::Term(Variable::aR(i), weight) => folded.r[*i] += times(z, weight),
                Entry::Term(Variable::aO(i), weight) => folded.o[*i] += times(z, weight),
                Entry::Term(Variable::CG { commitment, index }, weight) => {
                    let (vector, factor) = of_commitment(*commitment);
                    folded.cg[vector][*index] += times(&factor, weight);
                }
                Entry::Term(Variable::V(i), weight) => folded.v[*i] += times(z, weight),
                Entry::Run(run) => {
                    let (vector, factor) = of_commitment(run.commitment);
                    rows.push(Row {
                        vector,
                        run,
                        factor: factor * run.scale,
                    });
                }
            }
        }
    }

    rows.sort_by(|a, b| {
        let ((place_a, weights_a), (place_b, weights_b)) = (a.keys(), b.keys());
        let address = |weights: *const [F]| weights.cast::<F>();
        place_a
            .cmp(&place_b)
            .then(address(weights_a).cmp(&address(weights_b)))
    });
    rows.dedup_by(|next, row| {
        let same = next.keys() == row.keys();
        if same {
            row.factor += next.factor;
        }
        same
    });
    for rows in rows.chunk_by(|a, b| a.vector == b.vector) {
        let vector = &mut folded.cg[rows[0].vector];
        let scaled = rows.iter().map(|row| slices::Row {
            factor: row.factor,
            start: row.run.values().start,
            elements: row.run.weights(),
        });
        slices::add_scaled_rows(vector, &scaled.collect::<Vec<_>>());
    }
    folded
}

/// factor·weight, of which one in two is 1 or −1.
fn times<F: PrimeField>(factor: &F, weight: &F) -> F {
    if *weight == F::ONE {
        *factor
    } else if *weight == -F::ONE {
        -*factor
    } else if weight.is_zero_vartime() {
        F::ZERO
    } else {
        *factor * weight
    }
}
