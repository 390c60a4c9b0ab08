use super::*;
use crate::primes::{P25519, Q};

/// Digits of eight scalars at once equal those of each, and add up to the scalar.
fn eight<P: Prime>() {
    let mut scalar = FieldElement::<P>::from_small(0);
    for step in 0..200 {
        let digits = OddDigits::new(&scalar);
        let count = OddDigits::count::<P>();
        let mut sum = FieldElement::<P>::from_small(0);
        for i in (0..count).rev() {
            let (indices, negative) = digits.eight(i);
            for (j, index) in indices.to_le_bytes().into_iter().enumerate() {
                if i + j < count {
                    let digit = digits.digit(i + j);
                    assert_eq!(Word::from(index), digit.index, "place {i} + {j}");
                    assert_eq!(negative >> j & 1, digit.negative.bit(), "place {i} + {j}");
                }
            }
            assert!(negative < 256);
            let digit = FieldElement::from_small(2 * Word::from(indices as u8) + 1);
            sum *= FieldElement::from_small(1 << WINDOW);
            sum += [digit, -digit][(negative & 1) as usize];
        }
        let sum = [sum, -sum][digits.was_even.bit() as usize];
        assert!(sum == scalar, "scalar {step}");
        scalar = scalar * scalar + FieldElement::from_small(2 * step + 1);
    }
}

#[test]
fn eight_digits_at_once() {
    eight::<P25519>();
    eight::<Q>();
}
