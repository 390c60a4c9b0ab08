//! Which statements and generators are refused: what the original said, of 0e438ae and since 31c26d9. Compiled for this
//! package and for `generalized-bulletproofs-31c26d9`; with the original crates as well, which wrote what is recorded.

#![allow(non_snake_case)]

use ciphersuite::Ciphersuite;
use ciphersuite::group::Group;
use ciphersuite::group::ff::Field;
use generalized_bulletproofs::Generators;
use generalized_bulletproofs::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, LinComb, Variable,
};
use generalized_bulletproofs::transcript::Transcript;
use helioselene::Selene;

type F = <Selene as Ciphersuite>::F;
type G = <Selene as Ciphersuite>::G;

/// Numbers that are not random and look so.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851f42d4c957f2d).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    /// An index below this, and rarely the first that is not.
    fn index(&mut self, len: usize) -> usize {
        let beyond = usize::from(self.below(20) == 0);
        self.below(len + beyond)
    }
}

/// The first letter of what an error is called, without what they all are; `-` for none.
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
fn statements() -> String {
    let point = Selene::generator();
    let bold = |from: u64| (from..from + 4).map(|i| point * F::from(i)).collect();
    let generators = Generators::<Selene>::new(
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
        letter(ArithmeticCircuitStatement::<Selene>::new(
            reduced,
            constraints,
            commitments,
        ))
    };
    (0..600).map(|_| statement()).collect()
}

/// Generators of which some are the identity, and some come twice.
fn sets_of_generators() -> String {
    let numbers = &mut Numbers(2);
    let mut set = || {
        let count = numbers.below(40) + 12;
        let mut point = || match numbers.below(count) {
            0 => G::identity(),
            i => Selene::generator() * F::from(i as u64),
        };
        let (g, h) = (point(), point());
        let [g_bold, h_bold] = [(); 2].map(|()| vec![point(), point()]);
        letter(Generators::<Selene>::new(g, h, g_bold, h_bold))
    };
    (0..400).map(|_| set()).collect()
}

#[test]
fn what_is_refused_is_what_the_original_refuses() {
    let revision = match env!("CARGO_PKG_VERSION") {
        "0.1.0" => "0e438ae",
        _ => "31c26d9",
    };
    let debug = match (revision, cfg!(debug_assertions)) {
        ("0e438ae", true) => " with debug assertions",
        _ => "",
    };
    let recorded = format!(
        "{revision} statements {}\n{revision}{debug} generators {}\n",
        statements(),
        sets_of_generators()
    );
    // What other tests compare with.
    println!("{recorded}");
    let all = include_str!("vectors/revision.txt");
    for line in recorded.lines() {
        assert!(all.lines().any(|one| one == line), "{line}");
    }
    assert_eq!(all.lines().count(), 5);
}
