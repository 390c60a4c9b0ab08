//! Random circuits.

use ciphersuite::group::ff::PrimeField;
use rand_chacha::ChaCha20Rng;

use crate::circuit::{Circuit, Operation, Variable};
use crate::element::Element;
use crate::randomness::{Choose, mask, value, weight};

/// The size of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The name under which it is counted.
    pub name: &'static str,
    /// The possible numbers of rows.
    rows: &'static [usize],
    /// Numbers of vector commitments.
    vectors: &'static [usize],
    /// Numbers of commitments.
    values: &'static [usize],
    /// The possible numbers of linear combinations, most of which become constraints.
    combinations: &'static [usize],
    /// The number of mutations is divided by this.
    pub share: u64,
}

const SMALL: Size = Size {
    name: "up to 17 rows",
    rows: &[1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17],
    vectors: &[0, 0, 1, 1, 2, 3, 4, 6],
    values: &[0, 0, 1, 2, 3, 5],
    combinations: &[0, 1, 2, 5, 8, 11, 11, 30, 60],
    share: 1,
};

const MEDIUM: Size = Size {
    name: "24 to 64 rows",
    rows: &[24, 31, 32, 33, 64],
    share: 2,
    ..SMALL
};

const LONG: Size = Size {
    name: "100 to 512 rows",
    rows: &[100, 200, 256, 300, 512],
    share: 6,
    ..SMALL
};

const WIDE: Size = Size {
    name: "up to 140 commitments, 600 constraints",
    rows: &[1, 4, 8, 16, 33],
    vectors: &[0, 9, 17, 20, 33, 65, 70],
    values: &[0, 3, 10, 20, 40, 70],
    combinations: &[10, 100, 300, 600],
    share: 4,
};

/// The size of a membership proof, and more.
const WHOLE: Size = Size {
    name: "256 rows, over 70 commitments, 700 constraints",
    rows: &[256],
    vectors: &[71, 80],
    values: &[0, 1, 5],
    combinations: &[700],
    share: 8,
};

/// The rows of 32 inputs, where provers fold generators.
const FOLDED: Size = Size {
    name: "8192 rows",
    rows: &[8192],
    vectors: &[0, 2],
    values: &[0, 1],
    combinations: &[11],
    share: 20,
};

/// The largest number of rows, rounded up to a power of two.
pub const MOST_ROWS: usize = 8192;

impl Size {
    /// Mostly small.
    pub fn any(rng: &mut ChaCha20Rng) -> Self {
        match rng.below(200) {
            0 => WHOLE,
            1..=3 => LONG,
            199 => FOLDED,
            4..=13 => WIDE,
            14..=43 => MEDIUM,
            _ => SMALL,
        }
    }

    /// The smallest.
    pub const fn small() -> Self {
        SMALL
    }
}

/// The kind of circuit to make.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// How large.
    pub size: Size,
    /// Whether all constraints hold.
    pub honest: bool,
    /// Whether there may be variables that do not exist, also with large numbers, and witnesses of wrong lengths.
    pub weird: bool,
}

/// Numbers of variables around the limits of packed words.
const HUGE: [usize; 12] = [
    1 << 26,
    (1 << 27) - 1,
    1 << 27,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    (1 << 58) + 7,
    (1 << 59) - 1,
    1 << 59,
    1 << 62,
    usize::MAX - 1,
    usize::MAX,
];

/// With more terms in a combination the original takes too long.
const MOST_TERMS: usize = 3000;

/// A random circuit of this kind.
pub fn circuit<F: PrimeField>(rng: &mut ChaCha20Rng, kind: Kind) -> Circuit {
    loop {
        let mut draft = Draft::new::<F>(rng, kind);
        for _ in 0..rng.one_of(kind.size.combinations) {
            let combination = draft.combination::<F>(rng);
            draft.circuit.combinations.push(combination);
        }
        let terms = draft.circuit.terms::<F>();
        if terms.iter().any(|(terms, _)| terms.len() > MOST_TERMS) {
            continue;
        }
        draft.constrain(rng, &terms);
        if !kind.honest {
            draft.spoil::<F>(rng);
        }
        if kind.weird && rng.chance(1, 8) {
            draft.spoil_the_witness::<F>(rng);
        }
        return draft.circuit;
    }
}

struct Draft {
    circuit: Circuit,
    /// The number of rows, rounded up to a power of two.
    len: usize,
    weird: bool,
    /// Whether combinations use only the first two rows.
    few: bool,
}

impl Draft {
    /// A circuit without combinations.
    fn new<F: PrimeField>(rng: &mut ChaCha20Rng, kind: Kind) -> Self {
        let rows = rng.one_of(kind.size.rows);
        let len = rows.next_power_of_two();
        let up_to_len = |rng: &mut ChaCha20Rng| match rng.below(4) {
            0 => 0,
            1 => len,
            _ => rng.below(len + 1),
        };
        let values = |rng: &mut ChaCha20Rng, n: usize| -> Vec<Element> {
            (0..n).map(|_| value::<F>(rng)).collect()
        };
        let products = up_to_len(rng);
        let (al, ar) = (values(rng, products), values(rng, products));
        let vectors = (0..rng.one_of(kind.size.vectors)).map(|_| {
            let n = up_to_len(rng);
            (values(rng, n), mask::<F>(rng))
        });
        let vectors = vectors.collect();
        let commitments = 0..rng.one_of(kind.size.values);
        let commitments = commitments.map(|_| (value::<F>(rng), mask::<F>(rng)));
        let commitments = commitments.collect();
        let weights = (0..rng.below(4)).map(|_| {
            let n = len + rng.below(20);
            (0..n).map(|_| weight::<F>(rng)).collect()
        });
        Self {
            circuit: Circuit {
                rows,
                al,
                ar,
                vectors,
                values: commitments,
                weights: weights.collect(),
                ..Circuit::default()
            },
            len,
            weird: kind.weird,
            few: rng.chance(1, 3),
        }
    }

    fn variable(&self, rng: &mut ChaCha20Rng) -> Variable {
        let (vectors, values) = (self.circuit.vectors.len(), self.circuit.values.len());
        if self.weird && rng.chance(1, 30) {
            let huge = rng.one_of(&HUGE);
            return match rng.below(6) {
                0 => Variable::Al(huge),
                1 => Variable::Ar(huge),
                2 => Variable::Ao(huge),
                3 => Variable::Cg(huge, rng.below(self.len)),
                4 => Variable::Cg(rng.below(vectors + 1), huge),
                _ => Variable::V(huge),
            };
        }
        if self.weird && rng.chance(1, 60) {
            return rng.one_of(&[
                Variable::Al(self.len),
                Variable::Cg(vectors, 0),
                Variable::V(values),
            ]);
        }
        let row = rng.below(if self.few { self.len.min(2) } else { self.len });
        match rng.below(6) {
            0 => Variable::Al(row),
            1 => Variable::Ar(row),
            2 => Variable::Ao(row),
            3 if values > 0 => Variable::V(rng.below(values)),
            _ if vectors > 0 => Variable::Cg(rng.below(vectors), row),
            _ => Variable::Ao(row),
        }
    }

    fn run<F: PrimeField>(&self, rng: &mut ChaCha20Rng) -> Operation {
        let weights = rng.below(self.circuit.weights.len());
        let all = self.circuit.weights[weights].len();
        let n = rng.below(all.min(self.len) + 1);
        let from = rng.below(all - n + 1);
        let vectors = self.circuit.vectors.len();
        let variables = if vectors > 0 && rng.chance(4, 5) {
            // Neighbours, sometimes with others in between.
            let vector = rng.below(vectors);
            let start = if self.weird && rng.chance(1, 20) {
                rng.one_of(&HUGE)
            } else {
                rng.below(self.len - n + 1)
            };
            let neighbours = (0..n).map(|i| Variable::Cg(vector, start.saturating_add(i)));
            let mut variables: Vec<_> = neighbours.collect();
            if n > 0 {
                for _ in 0..rng.below(3) {
                    let other = self.variable(rng);
                    variables[rng.below(n)] = other;
                }
            }
            variables
        } else {
            (0..n).map(|_| self.variable(rng)).collect()
        };
        Operation::Run {
            factor: weight::<F>(rng),
            weights,
            from,
            variables,
        }
    }

    fn combination<F: PrimeField>(&self, rng: &mut ChaCha20Rng) -> Vec<Operation> {
        let mut operations = vec![];
        // Adding large combinations to each other grows quickly, so only the first few may be added.
        let earlier = match self.circuit.combinations.len() {
            many @ 60.. => many.min(12),
            few => few,
        };
        let most = if rng.chance(1, 10) { 60 } else { 7 };
        for _ in 0..=rng.below(most) {
            operations.push(match rng.below(12) {
                0 => Operation::Constant(weight::<F>(rng)),
                1 if earlier > 0 => Operation::Add(rng.below(earlier)),
                2 if earlier > 0 => Operation::Subtract(rng.below(earlier)),
                3 => Operation::Multiply(weight::<F>(rng)),
                4 if operations.is_empty() => Operation::From(self.variable(rng)),
                5 if rng.chance(1, 3) => Operation::Look,
                6..=8 if !self.circuit.weights.is_empty() => self.run::<F>(rng),
                _ => Operation::Term(weight::<F>(rng), self.variable(rng)),
            });
        }
        operations
    }

    /// Turns most combinations into constraints, with constants that make them hold.
    fn constrain<F: PrimeField>(
        &mut self,
        rng: &mut ChaCha20Rng,
        terms: &[crate::circuit::Terms<F>],
    ) {
        for (i, terms) in terms.iter().enumerate() {
            if rng.chance(1, 8) {
                continue;
            }
            let constant = -self.circuit.evaluate(terms);
            let new = self.circuit.combinations.len();
            self.circuit.combinations.push(vec![
                Operation::Add(i),
                Operation::Constant(Element::of_scalar(&constant)),
            ]);
            self.circuit.constraints.push(new);
            if rng.chance(1, 10) {
                self.circuit.constraints.push(new);
            }
        }
    }

    /// Adds something to a constraint, so that it very likely fails.
    fn spoil<F: PrimeField>(&mut self, rng: &mut ChaCha20Rng) {
        if self.circuit.constraints.is_empty() {
            return;
        }
        let i = rng.one_of(&self.circuit.constraints);
        let more = match rng.below(3) {
            0 => Operation::Constant(Element::of_scalar(&F::ONE)),
            1 => Operation::Constant(weight::<F>(rng)),
            _ => Operation::Term(weight::<F>(rng), self.variable(rng)),
        };
        self.circuit.combinations[i].push(more);
    }

    /// Makes a witness that does not fit the statement.
    fn spoil_the_witness<F: PrimeField>(&mut self, rng: &mut ChaCha20Rng) {
        let one = Element::of_scalar(&F::ONE);
        let circuit = &mut self.circuit;
        match rng.below(4) {
            0 => circuit.al.push(one),
            1 => {
                circuit.al.extend(vec![one; self.len]);
                circuit.ar.extend(vec![one; self.len]);
            }
            2 => circuit.forgets_a_vector = true,
            _ => {
                if let Some((values, _)) = circuit.vectors.first_mut() {
                    values.extend(vec![one; self.len + 1]);
                }
            }
        }
    }
}
