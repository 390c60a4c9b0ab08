//! The suite of every backend on emulated and real lanes, and the ranges of products for all inputs.

use super::proofs::canonical;
use crate::backend::lanes::Lanes as _;
use crate::backend::limbs::{
    BatchLanes, LIMBS, Loose, PointLanes, Radix, Radix51, Radix52, Tight, splat_all,
};
use crate::backend::{FieldVector, PRODUCTS, Sum};
use crate::field::Prime;
use crate::primes::{P25519, Q, Q2025};
use crate::testing::lanes::bounded::Bounded;
use crate::testing::lanes::emulated::Emulated;
use crate::testing::lanes::interval::Interval;
use crate::testing::suite::{check, check_point};

impl<P: Prime, R: Radix<P>> Tight<Interval, P, R> {
    /// Any value that the type may hold: on these lanes one stands for all.
    fn any() -> Self {
        Self::new(splat_all([0; LIMBS]))
    }
}

impl<P: Prime, R: Radix<P>> Loose<Interval, P, R> {
    /// The range that contains both.
    pub(crate) fn join(self, other: Self) -> Self {
        Self::new(self.zip(other, Interval::join))
    }
}

/// The operations that a single point uses.
fn four<L: PointLanes>() {
    check_point::<Tight<L, P25519>>();
    check_point::<Tight<L, P25519, Radix51<false>>>();
    check_point::<Tight<L, Q>>();
    check_point::<Tight<L, Q, Radix51<false>>>();
}

/// The operations on many points.
fn eight<L: BatchLanes>() {
    check::<Tight<L, P25519>>();
    check::<Tight<L, P25519, Radix52>>();
    check::<Tight<L, Q, Radix52>>();
}

#[test]
fn emulated() {
    four::<Emulated<4>>();
    check::<Tight<Emulated<8>, P25519>>();
    check::<Tight<Emulated<8>, Q>>();
    eight::<Bounded<8>>();
    // Only the prime differs, which matters only to lanes that prove bounds.
    check::<Tight<Bounded<8>, Q2025>>();
    check::<Tight<Bounded<8>, Q2025, Radix52>>();
}

/// The suite on the machine's own vectors.
#[cfg(helioselene_has = "ifma")]
#[test]
fn real() {
    use crate::backend::InstructionSet;
    use crate::backend::ifma::vectors::{Ymm, Zmm};

    match crate::backend::ifma::Ifma::missing() {
        None => {
            four::<Ymm>();
            eight::<Zmm>();
            check::<Tight<Zmm, Q2025, Radix52>>();
        }
        Some(missing) => std::println!("real IFMA lanes not run: {missing}"),
    }
}

/// For all tight operands no lane is misread, and carried results are tight again.
fn bounds<P: Prime, R: Radix<P>>() {
    let a = Tight::<Interval, P, R>::any();
    // Values that are not tight are refused by `Tight`.
    let _ = a.mul(&a).carry();
    let _ = a.square().carry();
    let _ = Tight::sum_of_products(&a, &a, &a, &a).carry();
    let _ = a.mul_carried(&a);
    let _ = a.square_carried();
    let _ = Tight::sum_of_products_carried(&a, &a, &a, &a);
    for count in [0, 1, 2, PRODUCTS] {
        let sum = Tight::sum_of_products_of(count, |_| a, |_| a) + a.into();
        let _ = sum.carry();
        if R::MERGED {
            residue(sum);
        }
    }
    residue(Loose::from(a));
}

/// The residue's limbs have 255 bits in all.
fn residue<P: Prime, R: Radix<P>>(x: Loose<Interval, P, R>) {
    for (limb, bound) in R::residue(x.0).iter().zip(canonical(R::BITS)) {
        let _ = limb.below(bound);
    }
}

#[test]
fn bounds_of_products() {
    bounds::<P25519, Radix51>();
    bounds::<P25519, Radix51<false>>();
    bounds::<P25519, Radix52>();
    bounds::<Q, Radix51>();
    bounds::<Q, Radix51<false>>();
    bounds::<Q2025, Radix51>();
    bounds::<Q2025, Radix51<false>>();
    bounds::<Q, Radix52>();
    bounds::<Q2025, Radix52>();
}
