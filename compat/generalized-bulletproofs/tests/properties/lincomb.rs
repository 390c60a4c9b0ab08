//! Linear combinations against the plain list of their terms.

#![allow(non_snake_case)]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::Field;
use generalized_bulletproofs::arithmetic_circuit_proof::{LinComb, Variable, Weights};
use helioselene::Helios;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

pub type F = <Helios as Ciphersuite>::F;
/// The index of a variable, if it is of a kind.
type Index = fn(Variable) -> Option<usize>;

/// A combination, and the same as a list.
#[derive(Clone)]
struct Pair {
    combination: LinComb<F>,
    terms: Vec<(Variable, F)>,
    c: F,
}

fn variable(rng: &mut impl RngCore) -> Variable {
    let index = rng.next_u32() as usize % 5;
    match rng.next_u32() % 5 {
        0 => Variable::aL(index),
        1 => Variable::aR(index),
        2 => Variable::aO(index),
        3 => Variable::V(index),
        _ => Variable::CG {
            commitment: index,
            index: 7 - index,
        },
    }
}

impl Pair {
    fn random(rng: &mut impl RngCore, shared: &[Weights<F>], depth: u32) -> Self {
        let mut pair = Self {
            combination: LinComb::empty(),
            terms: Vec::new(),
            c: F::ZERO,
        };
        for _ in 0..rng.next_u32() % 5 {
            // Factors that entries need no product for, and any.
            let scalar = match rng.next_u32() % 6 {
                0 => F::ONE,
                1 => -F::ONE,
                2 => F::ZERO,
                _ => F::random(&mut *rng),
            };
            let combination = pair.combination.clone();
            if rng.next_u32() % 4 == 0 {
                // Asking for weights must not change what they are afterwards.
                assert_eq!(combination.WL(), combination.clone().WL());
            }
            pair.combination = match rng.next_u32() % 6 {
                0 => {
                    let variable = variable(rng);
                    pair.terms.push((variable, scalar));
                    combination.term(scalar, variable)
                }
                1 => {
                    pair.c += scalar;
                    combination.constant(scalar)
                }
                2 => {
                    for (_, weight) in &mut pair.terms {
                        *weight *= scalar;
                    }
                    pair.c *= scalar;
                    combination * scalar
                }
                3 => {
                    let weights = &shared[rng.next_u32() as usize % shared.len()];
                    // Variables that are too many are not added.
                    let more = rng.next_u32() as usize % 3;
                    let variables = variables(rng, weights.as_slice().len() + more);
                    let weighted = weights.as_slice().iter().copied();
                    let weighted = weighted.map(|weight| scalar * weight);
                    pair.terms.extend(variables.iter().copied().zip(weighted));
                    combination.terms(scalar, weights, &variables.into_iter().collect())
                }
                by if depth > 0 => {
                    let other = Self::random(rng, shared, depth - 1);
                    let signed = |weight: F| if by == 4 { weight } else { -weight };
                    let terms = other.terms.iter().copied();
                    pair.terms
                        .extend(terms.map(|(variable, weight)| (variable, signed(weight))));
                    pair.c += signed(other.c);
                    match by {
                        4 => combination + &other.combination,
                        _ => combination - &other.combination,
                    }
                }
                _ => combination,
            };
        }
        pair
    }

    fn of_kind(&self, index: Index) -> Vec<(usize, F)> {
        let terms = self.terms.iter();
        terms
            .filter_map(|(variable, weight)| Some((index(*variable)?, *weight)))
            .collect()
    }

    fn plain(&self) -> LinComb<F> {
        let terms = self.terms.iter();
        terms.fold(
            LinComb::empty().constant(self.c),
            |sum, (variable, weight)| sum.term(*weight, *variable),
        )
    }
}

/// Neighbours in a commitment, with gaps, ends and other variables among them.
fn variables(rng: &mut impl RngCore, len: usize) -> Vec<Variable> {
    let mut index = rng.next_u32() as usize % 9;
    let mut commitment = 1;
    (0..len)
        .map(|_| {
            match rng.next_u32() % 24 {
                0 => index += 3,
                1 => (commitment, index) = (commitment + 1, 0),
                2 => return variable(rng),
                _ => index += 1,
            }
            Variable::CG { commitment, index }
        })
        .collect()
}

pub fn value(variable: Variable) -> F {
    let (kind, index) = match variable {
        Variable::aL(i) => (1, i),
        Variable::aR(i) => (2, i),
        Variable::aO(i) => (3, i),
        Variable::V(i) => (4, i),
        Variable::CG { commitment, index } => (5 + commitment, index),
    };
    F::from(1000 * kind as u64 + index as u64).square()
}

/// Weights that combinations share, and the values of commitments' variables.
struct Given {
    shared: Vec<Weights<F>>,
    values: Vec<Vec<F>>,
}

static GIVEN: LazyLock<Given> = LazyLock::new(|| {
    let rng = &mut ChaCha20Rng::seed_from_u64(0);
    let mut weights = |len| -> Vec<F> { (0..len).map(|_| F::random(&mut *rng)).collect() };
    let shared = [0, 1, 7, 8, 9, 40].map(|len| Weights::from(weights(len)));
    let values = |commitment| {
        let values = (0..200).map(|index| value(Variable::CG { commitment, index }));
        values.collect()
    };
    Given {
        shared: shared.into(),
        values: (0..60).map(values).collect(),
    }
});

/// A combination, made and added up in a random way, is the list of its terms.
pub fn combination(rng: &mut impl RngCore) {
    let Given { shared, values } = &*GIVEN;
    let pair = Pair::random(rng, shared, 3);
    let combination = &pair.combination;
    assert_eq!(combination.c(), pair.c);
    let kinds: [(&[_], Index); 4] = [
        (combination.WL(), |variable| match variable {
            Variable::aL(i) => Some(i),
            _ => None,
        }),
        (combination.WR(), |variable| match variable {
            Variable::aR(i) => Some(i),
            _ => None,
        }),
        (combination.WO(), |variable| match variable {
            Variable::aO(i) => Some(i),
            _ => None,
        }),
        (combination.WV(), |variable| match variable {
            Variable::V(i) => Some(i),
            _ => None,
        }),
    ];
    for (weights, index) in kinds {
        assert_eq!(weights, pair.of_kind(index));
    }
    let mut commitments = BTreeMap::<usize, Vec<(usize, F)>>::new();
    for (variable, weight) in &pair.terms {
        if let Variable::CG { commitment, index } = variable {
            commitments
                .entry(*commitment)
                .or_default()
                .push((*index, *weight));
        }
    }
    assert_eq!(*combination.WCG(), commitments);

    assert_eq!(*combination, pair.plain());
    assert_ne!(*combination, pair.plain().constant(F::ONE));
    assert_ne!(*combination, pair.plain().term(F::ZERO, Variable::aL(0)));
    assert_eq!(format!("{combination:?}"), format!("{:?}", pair.plain()));

    let expected = pair.terms.iter();
    let expected = expected.fold(pair.c, |sum, (v, weight)| sum + value(*v) * weight);
    let sum = combination.evaluate(value, |commitment, places| &values[commitment][places]);
    assert_eq!(sum, expected);
}
