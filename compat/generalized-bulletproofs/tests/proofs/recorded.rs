//! What the original said: the same proofs for the same randomness, the same verdicts on changed ones.

use crate::runs::in_runs;
use crate::support::{self, Circuit};
use helioselene::{Helios, Selene};

#[test]
fn verdicts_are_those_of_the_original() {
    let records = support::records::<Helios, Selene>(in_runs, Circuit::by_terms);
    assert_eq!(include_str!("../vectors/circuits.txt"), records.concat());
}

/// Circuits of FCMP++'s size: 256 and 512 rows, 96 commitments, 640 and 700 constraints, proofs of 11 and 6 kB.
#[test]
fn verdicts_on_large_circuits_are_those_of_the_original() {
    let records = support::large_records::<Helios, Selene>(in_runs, Circuit::by_terms);
    assert_eq!(include_str!("../vectors/large.txt"), records);
}

#[test]
fn proofs_are_those_of_the_original() {
    let recorded = include_str!("../vectors/digests.txt");
    let helios = support::digests::<Helios>("helios", in_runs);
    let selene = support::digests::<Selene>("selene", in_runs);
    assert_eq!(recorded, helios + &selene);
    assert!(recorded.starts_with(&support::digests::<Helios>("helios", Circuit::by_terms)));
}
