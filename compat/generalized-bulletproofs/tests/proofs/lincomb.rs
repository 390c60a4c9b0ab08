//! Linear combinations: what the property leaves out.

use crate::properties::lincomb::{F, combination, value};
use ciphersuite::group::ff::Field;
use generalized_bulletproofs::arithmetic_circuit_proof::{
    Constraints, LinComb, Neighbours, Variable, Weights,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroize;

/// The first ten values of a commitment.
fn neighbours() -> Neighbours {
    let values = (0..10).map(|index| Variable::CG {
        commitment: 0,
        index,
    });
    values.collect()
}

#[test]
fn combinations_are_the_lists_of_their_terms() {
    let rng = &mut ChaCha20Rng::seed_from_u64(0);
    (0..500).for_each(|_| combination(rng));
}

/// Multiples of a combination have the multiples of its factors, those of 1, −1 and 0 too.
#[test]
fn multiples_keep_signs() {
    let numbers = [F::ONE, -F::ONE, F::ONE.double(), -F::ONE.double(), F::ZERO];
    for factor in numbers {
        for scalar in numbers {
            let multiple = LinComb::empty()
                .term(factor, Variable::aL(0))
                .constant(factor)
                * scalar;
            assert_eq!(multiple.WL(), [(0, factor * scalar)]);
            assert_eq!(multiple.c(), factor * scalar);
            let weights = Weights::from(vec![factor; 10]);
            let multiple = LinComb::empty().terms(factor, &weights, &neighbours()) * scalar;
            assert_eq!(multiple.WCG()[&0][9], (9, factor * factor * scalar));
        }
    }
}

/// The same factors of other variables are another combination.
#[test]
fn combinations_of_other_variables_are_others() {
    let cg = |commitment, index| Variable::CG { commitment, index };
    let indexed = [Variable::aL, Variable::aR, Variable::aO, Variable::V];
    let variables = indexed.iter().flat_map(|kind| [kind(0), kind(1)]);
    let variables = variables.chain([cg(0, 0), cg(0, 1), cg(1, 0), cg(1, 1)]);
    let variables: Vec<Variable> = variables.collect();
    for (i, one) in variables.iter().enumerate() {
        for (j, other) in variables.iter().enumerate() {
            let [one, other] = [*one, *other].map(LinComb::<F>::from);
            assert_eq!(one == other, i == j, "{one:?} {other:?}");
            // Beside others as well, which make them many.
            let [one, other] = [one, other].map(|of| {
                let kinds = indexed.iter().map(|kind| kind(2));
                kinds.fold(of, |sum, variable| sum.term(F::ONE, variable))
            });
            assert_eq!(one == other, i == j, "{one:?} {other:?}");
        }
    }
    assert_ne!(LinComb::<F>::from(variables[0]), LinComb::empty());
    let constant = |c: F| LinComb::from(variables[0]).constant(c);
    assert_ne!(constant(F::ONE), constant(F::ZERO));
}

#[test]
fn values_that_are_missing_are_zero() {
    let weights = Weights::from(vec![F::ONE; 10]);
    let run = LinComb::empty().terms(F::ONE, &weights, &neighbours());
    let values = [F::ONE; 20];
    assert_eq!(run.evaluate(value, |_, _| &values[..3]), F::from(3u64));
    assert_eq!(run.evaluate(value, |_, _| &[]), F::ZERO);
}

#[test]
#[should_panic(expected = "as many variables as weights")]
fn weights_have_variables() {
    let one = [Variable::aL(0)].into_iter().collect();
    let _ = LinComb::empty().terms(F::ONE, &Weights::from(vec![F::ONE; 2]), &one);
}

#[test]
fn combinations_are_wiped() {
    let weights = Weights::from(vec![F::ONE; 10]);
    let mut combination = LinComb::from(Variable::aL(3))
        .terms(F::ONE, &weights, &neighbours())
        .constant(F::ONE);
    assert_eq!(combination.WCG()[&0].len(), 10);
    combination.zeroize();
    assert_eq!(combination, LinComb::empty());
    // Others have these weights.
    assert_eq!(weights.as_slice(), [F::ONE; 10]);
}

/// Factors and constants that constraints keep in a word, and those that they do not.
#[test]
fn constraints_are_their_combinations() {
    let rng = &mut ChaCha20Rng::seed_from_u64(1);
    let two = F::ONE.double();
    let numbers = [F::ONE, -F::ONE, two, -two, F::random(&mut *rng), F::ZERO];
    let weights = Weights::from(vec![F::random(rng); 10]);
    let pairs = numbers
        .iter()
        .flat_map(|factor| numbers.map(|c| (*factor, c)));
    let combinations: Vec<_> = pairs
        .map(|(factor, c)| {
            LinComb::from(Variable::aL(3))
                .term(factor, Variable::V(usize::MAX))
                .terms(factor, &weights, &neighbours())
                .term(factor, Variable::aO(0))
                .constant(c)
        })
        .collect();
    let mut constraints = Constraints::default();
    combinations.iter().for_each(|one| constraints.zero(one));
    assert_eq!(format!("{constraints:?}"), format!("{combinations:?}"));
}

/// No index is so large that it is taken for another.
#[test]
fn indices_may_have_all_bits() {
    let indices = (0..usize::BITS).flat_map(|i| [(1usize << i) - 1, 1 << i, usize::MAX << i]);
    for i in indices {
        let one = [(i, F::ONE)];
        assert_eq!(LinComb::from(Variable::aL(i)).WL(), one);
        assert_eq!(LinComb::from(Variable::aR(i)).WR(), one);
        assert_eq!(LinComb::from(Variable::aO(i)).WO(), one);
        assert_eq!(LinComb::from(Variable::V(i)).WV(), one);
        for (commitment, index) in [(i, 0), (0, i), (i, i)] {
            let values = LinComb::from(Variable::CG { commitment, index });
            let values: Vec<_> = values.WCG().iter().collect();
            assert_eq!(values, [(&commitment, &vec![(index, F::ONE)])]);
        }
    }
}

/// Neighbours end before there is no number for the place after them.
#[test]
fn neighbours_may_be_the_last() {
    let indices = usize::MAX - 39..=usize::MAX;
    let values = |index| Variable::CG {
        commitment: 0,
        index,
    };
    let variables = indices.clone().map(values).collect();
    let weights = Weights::from(vec![F::ONE; 40]);
    let combination = LinComb::empty().terms(F::ONE, &weights, &variables);
    let terms: Vec<_> = indices.map(|index| (index, F::ONE)).collect();
    assert_eq!(combination.WCG()[&0], terms);
}

/// As the original's, they go from thread to thread.
#[test]
fn combinations_are_shared_between_threads() {
    fn shared<T: Send + Sync + Unpin>() {}
    shared::<LinComb<F>>();
}

/// A move of more would be a call of `memcpy`; FCMP++ moves thousands.
#[test]
fn combinations_are_moved_by_instructions() {
    assert!(size_of::<LinComb<F>>() <= 128);
}
