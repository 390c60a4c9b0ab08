//! Claims of discrete logarithms by what the original crates made of them: the same proofs for the same randomness, and
//! the same sums of verifiers.

mod support;

use helioselene::{Helios, HeliosPoint, Selene, SelenePoint};

#[test]
fn proofs_are_those_of_the_original() {
    let selene = support::records::<Selene, HeliosPoint>("selene");
    let helios = support::records::<Helios, SelenePoint>("helios");
    assert_eq!(include_str!("vectors/claims.txt"), selene + &helios);
}
