//! Which statements and generators each revision refuses: those that its original refuses, whatever else is in the graph.
//!
//! With `generalized_bulletproofs` in place of `helioselene_proofs`, and no `R`, it compiled with the original crates, which
//! wrote the records.

#![allow(non_snake_case)]

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::Field;
use helioselene::Selene;
use helioselene_proofs::Generators;
use helioselene_proofs::arithmetic_circuit_proof::{ArithmeticCircuitStatement, LinComb, Variable};
use helioselene_proofs::revision::{Of0e438ae, Revision, Since31c26d9};
use helioselene_proofs::transcript::Transcript;

type F = <Selene as Ciphersuite>::F;
type G = <Selene as Ciphersuite>::G;

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851f42d4c957f2d).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    /// An index below `len`, or rarely `len` itself.
    fn index(&mut self, len: usize) -> usize {
        let beyond = usize::from(self.below(20) == 0);
        self.below(len + beyond)
    }
}

/// The first letter of an error's name after the common prefix; `-` if there is no error.
fn letter<T, E: core::fmt::Debug>(result: Result<T, E>) -> char {
    let Err(error) = result else { return '-' };
    let name = format!("{error:?}");
    let name = name.strip_prefix("ConstrainedNonExistent");
    name.map_or_else(|| format!("{error:?}"), str::to_lowercase)
        .chars()
        .next()
        .expect("a name")
}

/// Statements over four rows, up to two vector commitments and up to three commitments.
fn statements<R: Revision>() -> String {
    let point = Selene::generator();
    let bold = |from: u64| (from..from + 4).map(|i| point * F::from(i)).collect();
    let generators = Generators::<Selene, R>::new(
        point * F::from(2u64),
        point * F::from(3u64),
        bold(4),
        bold(8),
    );
    let generators = generators.expect("they are distinct");
    let numbers = &mut Numbers(1);
    let mut statement = || {
        let (c, v) = (numbers.below(3), numbers.below(4));
        let combinations = 3 + c + v;
        let mut combination = |_| {
            let mut sum = LinComb::empty();
            for _ in 0..numbers.below(4) {
                let weight = [F::ZERO, F::ONE, -F::ONE, F::from(5u64)][numbers.below(4)];
                let variable = match numbers.below(7) {
                    0 => Variable::aL(numbers.index(4)),
                    1 => Variable::aR(numbers.index(4)),
                    2 => Variable::aO(numbers.index(4)),
                    3 if c > 0 => Variable::CG {
                        commitment: numbers.index(c),
                        index: numbers.index(4),
                    },
                    _ if v > 0 => Variable::V(numbers.index(v)),
                    _ => continue,
                };
                sum = sum.term(weight, variable);
            }
            sum
        };
        let constraints = (0..combinations).map(&mut combination).collect();
        let commitments =
            Transcript::new([0; 32]).write_commitments(vec![point; c], vec![point; v]);
        let reduced = generators.reduce(4).expect("there are four");
        letter(ArithmeticCircuitStatement::<Selene, R>::new(
            reduced,
            constraints,
            commitments,
        ))
    };
    (0..600).map(|_| statement()).collect()
}

/// Sets of generators, in which some are the identity and some come twice.
fn sets_of_generators<R: Revision>() -> String {
    let numbers = &mut Numbers(2);
    let mut set = || {
        let count = numbers.below(40) + 12;
        let mut point = || match numbers.below(count) {
            0 => G::identity(),
            i => Selene::generator() * F::from(i as u64),
        };
        let (g, h) = (point(), point());
        let [g_bold, h_bold] = [(); 2].map(|()| vec![point(), point()]);
        letter(Generators::<Selene, R>::new(g, h, g_bold, h_bold))
    };
    (0..400).map(|_| set()).collect()
}

fn refuses_what_the_original_refuses<R: Revision>(revision: &str, debug: &str) {
    let recorded =
        include_str!("../../generalized-bulletproofs-0e438ae/tests/vectors/revision.txt");
    for (what, verdicts) in [
        (format!("{revision} statements"), statements::<R>()),
        (
            format!("{revision}{debug} generators"),
            sets_of_generators::<R>(),
        ),
    ] {
        let line = format!("{what} {verdicts}");
        assert!(recorded.lines().any(|one| one == line), "{line}");
    }
}

#[test]
fn what_is_refused_is_what_the_original_refuses() {
    let debug = if cfg!(debug_assertions) {
        " with debug assertions"
    } else {
        ""
    };
    refuses_what_the_original_refuses::<Of0e438ae>("0e438ae", debug);
    refuses_what_the_original_refuses::<Since31c26d9>("31c26d9", "");
}
