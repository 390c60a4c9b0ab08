//! Instruments of proofs and tests: vectors and lanes other than registers, polynomials, an interpreter of assembly.
//! `notes/trust.md` says what rests on them.

#[cfg(helioselene_has = "assembly")]
pub(crate) mod assembly;
pub(crate) mod counted;
pub(crate) mod lanes;
pub(crate) mod poly;

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

/// The number, and those before and after it.
pub(crate) fn neighbours(limbs: &Limbs) -> [Limbs; 3] {
    let one = word::from_words([1, 0, 0, 0]);
    [word::sub(limbs, &one).0, *limbs, word::add(limbs, &one).0]
}

/// The functions of `PointVector` for vectors that hold elements as they are.
macro_rules! without_domain {
    ($P:ty) => {
        const DOMAIN: FieldElement<$P> = FieldElement::from_small(1);

        fn splat_held(x: &FieldElement<$P>) -> Self {
            Self::splat(x)
        }
        fn load_held(lanes: &[FieldElement<$P>; 4]) -> Self {
            Self::load(lanes)
        }
        fn load_four(lanes: [&FieldElement<$P>; 4]) -> Self {
            Self::load(&lanes.map(|x| *x))
        }
        fn store_point(self) -> [FieldElement<$P>; 3] {
            let mut lanes = [FieldElement::from_small(0); 4];
            self.store(&mut lanes);
            let [x, y, z, _] = lanes;
            let is_identity = z.as_limbs().iter().all(|limb| *limb == 0);
            [
                x,
                if is_identity {
                    FieldElement::from_small(1)
                } else {
                    y
                },
                z,
            ]
        }
        fn mul_by<K: $crate::backend::HeldConstant<$P>>(&self) -> Self {
            self.mul(&Self::splat(&K::HELD))
        }
    };
}
pub(crate) use without_domain;

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
