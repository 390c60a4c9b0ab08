//! The public types of the crates in `fcmp/crates/` that are the originals' too, over both curves.
//!
//! This file is compiled once for each side: here for `fcmp/crates/`, in `fcmp/differential` for FCMP++'s crates as well. That
//! it compiles is the test.

use std::panic::{RefUnwindSafe, UnwindSafe};

use generic_array::typenum::U255;

use super::{abstraction, curves, divisors, gadgets, proofs};
use curves::group::Group;
use divisors::{DivisorCurve, XyPoint};
use proofs::{arithmetic_circuit_proof, transcript};

struct Digits;

impl gadgets::DiscreteLogParameter for Digits {
    type ScalarBits = U255;
}

/// That a type has all auto traits. Rust derives them from private fields, so a lock or a pointer inside can lose one.
pub fn auto_traits<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

macro_rules! types {
    ($($type:ty),* $(,)?) => {
        $(auto_traits::<$type>();)*
    };
}

macro_rules! curve {
    ($Curve:ty, $Point:ty) => {
        type F = <$Point as Group>::Scalar;
        type Base = <$Point as DivisorCurve>::FieldElement;
        types!(
            $Curve,
            $Point,
            F,
            divisors::Interpolator<Base>,
            divisors::Poly<Base>,
            divisors::Projective<$Point>,
            divisors::ScalarDecomposition<F>,
            proofs::BatchVerifier<$Curve>,
            proofs::Generators<$Curve>,
            proofs::PedersenCommitment<$Curve>,
            proofs::PedersenVectorCommitment<$Curve>,
            proofs::ProofGenerators<'static, $Curve>,
            arithmetic_circuit_proof::ArithmeticCircuitStatement<'static, $Curve>,
            arithmetic_circuit_proof::ArithmeticCircuitWitness<$Curve>,
            arithmetic_circuit_proof::LinComb<F>,
            transcript::Commitments<$Curve>,
            abstraction::Circuit<$Curve>,
            gadgets::ChallengedGenerator<F, Digits>,
            gadgets::CurveSpec<F>,
            gadgets::DiscreteLogChallenge<F, Digits>,
            gadgets::GeneratorTable<F, Digits>,
        );
    };
}

fn xy<C: DivisorCurve>(point: C) -> C::XyPoint {
    point.into()
}

/// The list. A public type with a name that the original has belongs here.
pub fn list() {
    // Unit structs: values and patterns as well as types.
    let curves::Helios: curves::Helios = curves::Helios;
    let curves::Selene: curves::Selene = curves::Selene;
    // Functions that two traits have; the first type has one of these traits, the second the other.
    let _ = |helios: curves::HeliosPoint, selene: curves::SelenePoint| {
        (helios.is_identity(), xy(selene).is_identity())
    };
    {
        curve!(curves::Helios, curves::HeliosPoint);
    }
    {
        curve!(curves::Selene, curves::SelenePoint);
    }
    types!(
        curves::Field25519,
        curves::HelioseleneField,
        proofs::GeneratorsError,
        arithmetic_circuit_proof::AcProveError,
        arithmetic_circuit_proof::AcStatementError,
        arithmetic_circuit_proof::AcVerifyError,
        arithmetic_circuit_proof::Variable,
        transcript::Transcript,
        transcript::VerifierTranscript<'static>,
        gadgets::Divisor<Digits>,
        gadgets::OnCurve,
        gadgets::PointWithDlog<Digits>,
    );
}
