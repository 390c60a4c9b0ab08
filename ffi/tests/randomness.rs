//! Weights of sums: randomness that lets wrong sums pass is refused, and so are bytes that no generator for keys gives. Over
//! Selene, whose scalars have roots of unity; `refused.c` has both curves' functions.

use helioselene_ffi::{
    Encoding, SelenePoint, SeleneScalar, SeleneSum, Status,
    helioselene_selene_points_from_bytes_vartime, helioselene_selene_sums_are_identity_vartime,
};
use helioselene_simd::Field25519;
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};

/// 64 bytes without a pattern that are congruent to a number.
fn bytes_of(number: Field25519) -> [u8; 64] {
    let high: [u8; 32] = core::array::from_fn(|i| (i * i + 5 * i + 1) as u8 & 0x7f);
    let two_to_256 = Field25519::from(2u8).pow_vartime([256]);
    let low = (number - Field25519::from_repr(high).unwrap() * two_to_256).to_repr();
    let bytes = [low, high].concat().try_into().unwrap();
    assert_eq!(Field25519::from_uniform_bytes(&bytes), number);
    bytes
}

/// The verdicts on sums of one product each, these multiples of a point.
fn verdict(multiples: &[Field25519], random: &[u8; 64]) -> Result<Vec<u8>, Status> {
    let mut encoding = Encoding { bytes: [0; 32] };
    encoding.bytes[0] = 1;
    let mut point = SelenePoint {
        coordinates: [0; 96],
    };
    let mut valid = 0;
    // SAFETY: one of each.
    let decoded = unsafe {
        helioselene_selene_points_from_bytes_vartime(&encoding, 1, &mut point, &mut valid)
    };
    assert_eq!((decoded, valid), (Status::Ok, 1));
    let scalars = multiples
        .iter()
        .map(|k| SeleneScalar { bytes: k.to_repr() });
    let scalars: Vec<_> = scalars.collect();
    let sums = scalars.iter().map(|scalar| SeleneSum {
        scalars: scalar,
        points: &point,
        count: 1,
    });
    let sums: Vec<_> = sums.collect();
    let mut identities = vec![0x55; sums.len()];
    let (random, places) = (random.as_ptr(), identities.as_mut_ptr());
    // SAFETY: there are as many places as sums, each with one scalar and one point, and 64 bytes.
    let status = unsafe {
        helioselene_selene_sums_are_identity_vartime(sums.as_ptr(), sums.len(), random, places)
    };
    if status == Status::Ok {
        return Ok(identities);
    }
    assert!(identities.iter().all(|byte| *byte == 0x55));
    Err(status)
}

/// Two wrong sums, this many places apart, which cancel if the weights are powers of this number, are refused.
fn cannot_pass(number: Field25519, distance: usize) {
    let weight = number.pow_vartime([distance as u64]);
    let mut sums = vec![Field25519::ZERO; distance + 1];
    sums[0] = -weight;
    sums[distance] = Field25519::ONE;
    let said = verdict(&sums, &bytes_of(number));
    assert_eq!(said, Err(Status::WeakRandomness), "{number:?}");
    // It is refused even for a single right sum, so that a program's first call shows the mistake.
    if number.square() == number || number.square() == Field25519::ONE {
        assert_eq!(verdict(&[], &bytes_of(number)), said);
        assert_eq!(verdict(&sums[1..2], &bytes_of(number)), said);
    }
}

#[test]
fn weights_that_vanish_or_cancel() {
    for distance in [1, 2, 3, 9] {
        for number in [Field25519::ZERO, Field25519::ONE, -Field25519::ONE] {
            cannot_pass(number, distance);
        }
    }
    // Orders 3, 6 and 4: as many sums as there are different weights up to sign are accepted, and one more is not.
    let third = (-Field25519::from(3u8)).sqrt().unwrap() - Field25519::ONE;
    let third = third * Field25519::from(2u8).invert().unwrap();
    let fourth = (-Field25519::ONE).sqrt().unwrap();
    for (number, distinct) in [(third, 3), (-third, 3), (fourth, 2)] {
        cannot_pass(number, distinct);
        let mut sums = vec![Field25519::ZERO; distinct];
        assert_eq!(verdict(&sums, &bytes_of(number)), Ok(vec![1; distinct]));
        sums[distinct - 1] = Field25519::ONE;
        let identities = verdict(&sums, &bytes_of(number)).unwrap();
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
    assert_eq!(verdict(&wrong, &good), Ok(vec![1, 0]));
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
                verdict(&wrong, &random),
                Err(Status::WeakRandomness),
                "{random:?}"
            );
        }
    }
    // 32 bytes twice, and a counter.
    for random in [filled(32, 64, &good[..32]), filled(1, 64, &[0])] {
        assert_eq!(verdict(&wrong, &random), Err(Status::WeakRandomness));
    }
    // Patterns that a generator may give.
    for random in [
        filled(0, 31, &[0]),
        filled(33, 64, &[7]),
        filled(16, 48, &[0]),
    ] {
        assert_eq!(verdict(&wrong, &random), Ok(vec![1, 0]), "{random:?}");
    }
}
