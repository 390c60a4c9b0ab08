//! Weights of sums: randomness that lets wrong sums pass is refused, and so are bytes that no generator for keys gives.

use helioselene_ffi::{
    Encoding, HeliosPoint, HeliosScalar, HeliosSum, SelenePoint, SeleneScalar, SeleneSum, Status,
    helioselene_helios_points_from_bytes_vartime, helioselene_helios_sums_are_identity_vartime,
    helioselene_selene_points_from_bytes_vartime, helioselene_selene_sums_are_identity_vartime,
};
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use helioselene_simd::{Field25519, HelioseleneField};

/// 64 bytes without a pattern that are congruent to a number.
fn bytes_of<F: PrimeField<Repr = [u8; 32]> + FromUniformBytes<64>>(number: F) -> [u8; 64] {
    let high: [u8; 32] = core::array::from_fn(|i| (i * i + 5 * i + 1) as u8 & 0x7f);
    let two_to_256 = F::from(2).pow_vartime([256]);
    let low = (number - F::from_repr(high).unwrap() * two_to_256).to_repr();
    let bytes = [low, high].concat().try_into().unwrap();
    assert_eq!(F::from_uniform_bytes(&bytes), number);
    bytes
}

/// The verdicts on sums of one product each, these multiples of a point.
macro_rules! verdict {
    ($name:ident, $Field:ident, $Scalar:ident, $Point:ident, $Sum:ident, $decode:ident, $check:ident) => {
        fn $name(multiples: &[$Field], random: &[u8; 64]) -> Result<Vec<u8>, Status> {
            let mut encoding = Encoding { bytes: [0; 32] };
            encoding.bytes[0] = 1;
            let mut point = $Point {
                coordinates: [0; 96],
            };
            let mut valid = 0;
            // SAFETY: one of each.
            let decoded = unsafe { $decode(&encoding, 1, &mut point, &mut valid) };
            assert_eq!((decoded, valid), (Status::Ok, 1));
            let scalars = multiples.iter().map(|k| $Scalar { bytes: k.to_repr() });
            let scalars: Vec<_> = scalars.collect();
            let sums = scalars.iter().map(|scalar| $Sum {
                scalars: scalar,
                points: &point,
                count: 1,
            });
            let sums: Vec<_> = sums.collect();
            let mut identities = vec![0x55; sums.len()];
            // SAFETY: there are as many places as sums, each with one scalar and one point, and 64 bytes.
            let status = unsafe {
                $check(
                    sums.as_ptr(),
                    sums.len(),
                    random.as_ptr(),
                    identities.as_mut_ptr(),
                )
            };
            if status == Status::Ok {
                return Ok(identities);
            }
            assert!(identities.iter().all(|byte| *byte == 0x55));
            Err(status)
        }
    };
}
verdict!(
    helios,
    HelioseleneField,
    HeliosScalar,
    HeliosPoint,
    HeliosSum,
    helioselene_helios_points_from_bytes_vartime,
    helioselene_helios_sums_are_identity_vartime
);
verdict!(
    selene,
    Field25519,
    SeleneScalar,
    SelenePoint,
    SeleneSum,
    helioselene_selene_points_from_bytes_vartime,
    helioselene_selene_sums_are_identity_vartime
);

/// A curve's verdicts on sums of these multiples, with this randomness.
type Verdict<F> = fn(&[F], &[u8; 64]) -> Result<Vec<u8>, Status>;

/// Two wrong sums, this many places apart, which cancel if the weights are powers of this number, are refused.
fn cannot_pass<F: PrimeField<Repr = [u8; 32]> + FromUniformBytes<64>>(
    verdict: Verdict<F>,
    number: F,
    distance: usize,
) {
    let weight = number.pow_vartime([distance as u64]);
    let mut sums = vec![F::ZERO; distance + 1];
    sums[0] = -weight;
    sums[distance] = F::ONE;
    let said = verdict(&sums, &bytes_of(number));
    assert_eq!(said, Err(Status::WeakRandomness), "{number:?}");
    // It is refused even for a single right sum, so that a program's first call shows the mistake.
    if number.square() == number || number.square() == F::ONE {
        assert_eq!(verdict(&[], &bytes_of(number)), said);
        assert_eq!(verdict(&sums[1..2], &bytes_of(number)), said);
    }
}

#[test]
fn weights_that_vanish_or_cancel() {
    for distance in [1, 2, 3, 9] {
        cannot_pass(helios, HelioseleneField::ZERO, distance);
        cannot_pass(selene, Field25519::ZERO, distance);
        for one in [HelioseleneField::ONE, -HelioseleneField::ONE] {
            cannot_pass(helios, one, distance);
        }
        for one in [Field25519::ONE, -Field25519::ONE] {
            cannot_pass(selene, one, distance);
        }
    }
    // Orders 3, 6 and 4: as many sums as there are different weights up to sign are accepted, and one more is not.
    let third = (-Field25519::from(3u8)).sqrt().unwrap() - Field25519::ONE;
    let third = third * Field25519::from(2u8).invert().unwrap();
    let fourth = (-Field25519::ONE).sqrt().unwrap();
    for (number, distinct) in [(third, 3), (-third, 3), (fourth, 2)] {
        cannot_pass(selene, number, distinct);
        let mut sums = vec![Field25519::ZERO; distinct];
        assert_eq!(selene(&sums, &bytes_of(number)), Ok(vec![1; distinct]));
        sums[distinct - 1] = Field25519::ONE;
        let identities = selene(&sums, &bytes_of(number)).unwrap();
        assert_eq!(
            identities.iter().position(|byte| *byte == 0),
            Some(distinct - 1)
        );
    }
}

#[test]
fn bytes_that_are_not_random() {
    let good: [u8; 64] = core::array::from_fn(|i| (i * i + 5 * i + 1) as u8);
    assert_ne!(good[..32], good[32..]);
    let wrong = [Field25519::ZERO, Field25519::ONE];
    assert_eq!(selene(&wrong, &good), Ok(vec![1, 0]));
    let filled = |from: usize, to: usize, word: &[u8]| {
        let mut bytes = good;
        for (i, byte) in bytes[from..to].iter_mut().enumerate() {
            *byte = word[i % word.len()];
        }
        bytes
    };
    for (from, to) in [(0, 64), (0, 32), (32, 64), (8, 64)] {
        for word in [
            &[0][..],
            &[0xff],
            &[0xcd],
            &[1, 2],
            &[0xde, 0xad, 0xbe, 0xef],
            &[1, 2, 3, 4, 5, 6, 7, 8],
        ] {
            let random = filled(from, to, word);
            assert_eq!(
                selene(&wrong, &random),
                Err(Status::WeakRandomness),
                "{random:?}"
            );
        }
    }
    // 32 bytes twice, and a counter.
    for random in [filled(32, 64, &good[..32]), filled(1, 64, &[0])] {
        assert_eq!(selene(&wrong, &random), Err(Status::WeakRandomness));
    }
    // Patterns that a generator may give.
    for random in [
        filled(0, 31, &[0]),
        filled(33, 64, &[7]),
        filled(16, 48, &[0]),
    ] {
        assert_eq!(selene(&wrong, &random), Ok(vec![1, 0]), "{random:?}");
    }
}
