use super::*;
use crate::msm::vartime::windows::SignedWindows;
use crate::primes::{P25519, Q};
use ff::Field;
use rand_core::SeedableRng;
use std::vec::Vec;

fn scalars<P: Prime>() -> Vec<FieldElement<P>> {
    let one = FieldElement::<P>::ONE;
    let half = one.double().invert().unwrap();
    let mut scalars = std::vec![FieldElement::ZERO, one, -one, half, -half, half - one];
    scalars.extend(FieldElement::from_limbs([1; 4]));
    let mut power = one;
    for _ in 0..255 {
        power = power.double();
        scalars.extend([power, -power, power - one, power + one, one - power]);
    }
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    scalars.extend((0..200).map(|_| FieldElement::random(&mut rng)));
    scalars
}

fn digits_are_the_scalar<P: Prime>() {
    let one = FieldElement::<P>::ONE;
    let powers: Vec<_> = core::iter::successors(Some(one), |power| Some(power.double()))
        .take(256)
        .collect();
    let power = |i: u32| powers[i as usize];
    let signed = |d: i32| {
        let d_abs = FieldElement::<P>::from(d.unsigned_abs());
        if d < 0 { -d_abs } else { d_abs }
    };
    for scalar in scalars::<P>() {
        let k = Magnitude::new(&scalar);
        assert!(k.bits() <= 254);
        assert_eq!(k.is_zero(), scalar == FieldElement::ZERO);
        for width in 2..=16 {
            let (mut sum, mut last) = (FieldElement::<P>::ZERO, None);
            for (i, d) in NafDigits::new(&k, width) {
                assert!(d % 2 != 0 && d.abs() < 1 << (width - 1));
                assert!(last.is_none_or(|last| i >= last + width));
                assert!(i <= k.bits());
                last = Some(i);
                sum += signed(d) * power(i);
            }
            assert_eq!(sum, scalar);
        }
        for c in 1..=18 {
            for length in [k.bits(), 254] {
                let windows = SignedWindows::new(c, length);
                let prepared = windows.prepare(&k);
                let mut sum = FieldElement::<P>::ZERO;
                for i in (0..windows.count).rev() {
                    let (size, sign) = windows.window(i).digit(&prepared);
                    assert!(size <= 1 << (c - 1), "{c} {length} {i}: {size}");
                    let size = size as i32;
                    sum = sum * power(c) + signed(if sign == 0 { size } else { -size });
                }
                assert_eq!(sum, scalar, "{c} bits, length {length}");
            }
        }
    }
}

#[test]
fn digits_of_helios_scalars() {
    digits_are_the_scalar::<Q>();
}

#[test]
fn digits_of_selene_scalars() {
    digits_are_the_scalar::<P25519>();
}
