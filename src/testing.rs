//! Instruments of the unit tests: vectors and lanes other than registers, polynomials, an interpreter of assembly, a curve of
//! 619 points. `notes/trust.md` says what rests on them.

#[cfg(helioselene_has = "assembly")]
pub(crate) mod assembly;
pub(crate) mod counted;
pub(crate) mod lanes;
pub(crate) mod poly;
pub(crate) mod suite;
mod toy;

/// The library as `counted` and `suite` know it, which the package of the suite compiles too.
mod library {
    pub(crate) use crate::field::FieldElement;
    pub(crate) mod group {
        pub(crate) use ::group::ff;
    }

    pub(crate) mod unstable {
        pub(crate) use crate::backend::vector::{SUBTRAHENDS, TERMS, sum_by_pairs};
        pub(crate) use crate::backend::{
            BatchVector, FieldVector, HeldConstant, Lane, MAX_LANES, PRODUCTS, PointJob, PointSum,
            PointVector, Sum, factors, order,
        };
        pub(crate) use crate::field::Prime;
        pub(crate) use crate::mask::Mask;
        pub(crate) use crate::word::Word;
    }
}

use num_bigint::BigUint;

use crate::word::{self, Limbs};

pub(crate) fn integer(limbs: &Limbs) -> BigUint {
    BigUint::from_bytes_le(&word::to_le_bytes(limbs))
}

pub(crate) fn limbs(integer: &BigUint) -> Limbs {
    let mut bytes = [0; 32];
    let digits = integer.to_bytes_le();
    bytes[..digits.len()].copy_from_slice(&digits);
    word::from_le_bytes(&bytes)
}

/// How many cases a test takes: `few`, as unit tests are not optimised, or `all` with the environment variable
/// `HELIOSELENE_EXHAUSTIVE`.
pub(crate) fn extent<T>(few: T, all: T) -> T {
    match std::env::var_os("HELIOSELENE_EXHAUSTIVE") {
        Some(_) => all,
        None => few,
    }
}

/// The number, and those before and after it.
pub(crate) fn neighbours(limbs: &Limbs) -> [Limbs; 3] {
    let one = word::from_words([1, 0, 0, 0]);
    [word::sub(limbs, &one).0, *limbs, word::add(limbs, &one).0]
}

/// Tests of generic functions, modulo each prime.
macro_rules! modulo_each_prime {
    ($($check:ident),*) => {
        #[test]
        fn modulo_p() {
            $($check::<crate::primes::P25519>();)*
        }

        #[test]
        fn modulo_q() {
            $($check::<crate::primes::Q>();)*
        }

        #[test]
        fn modulo_q_of_2025() {
            $($check::<crate::primes::Q2025>();)*
        }
    };
}
pub(crate) use modulo_each_prime;
