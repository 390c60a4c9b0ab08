//! Weights of sums: randomness that lets wrong sums pass is refused, and so are bytes that no generator for keys gives. Over
//! Selene, whose scalars have roots of unity; `refused.c` has both curves' functions.

use helioselene_ffi::{
    Encoding, SelenePoint, SeleneScalar, SeleneSum, Status,
    helioselene_selene_points_from_bytes_vartime, helioselene_selene_sums_are_identity_vartime,
};
use helioselene_simd::Field25519;
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use num_bigint::BigUint;

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

/// A number of this order.
fn root_of_unity(order: u64) -> Field25519 {
    // (p − 1)/order, as p − 1 is 2^255 − 20.
    let exponent: BigUint = ((BigUint::from(1u8) << 255u32) - 20u8) / order;
    let root = Field25519::from(2u8).pow_vartime(exponent.to_u64_digits());
    let power = |exponent: u64| root.pow_vartime([exponent]);
    assert_eq!(power(order), Field25519::ONE);
    for prime in [2, 3, 65147] {
        assert!(
            order % prime != 0 || power(order / prime) != Field25519::ONE,
            "{order}"
        );
    }
    root
}

/// Wrong sums that cancel if the weights are powers of this number: multiples of one point, with these factors.
fn cancel(number: Field25519, factors: &[i64]) -> Vec<Field25519> {
    let factor = |factor: &i64| match Field25519::from(factor.unsigned_abs()) {
        negative if *factor < 0 => -negative,
        positive => positive,
    };
    let factors: Vec<_> = factors.iter().map(factor).collect();
    let mut power = Field25519::ONE;
    let mut total = Field25519::ZERO;
    for factor in &factors {
        total += *factor * power;
        power *= number;
    }
    assert_eq!(total, Field25519::ZERO);
    factors
}

/// 0, and the numbers of which the powers are so few that sums of equal and opposite errors pass. They are refused for any
/// number of sums, right or wrong, so that a program's first call shows the mistake.
#[test]
fn weights_that_vanish_or_cancel() {
    let mut weak = vec![(Field25519::ZERO, vec![0, 1])];
    // The coefficients of the cyclotomic polynomials of all orders that divide 12.
    let polynomials: [(u64, &[i64]); 6] = [
        (1, &[-1, 1]),
        (2, &[1, 1]),
        (3, &[1, 1, 1]),
        (4, &[1, 0, 1]),
        (6, &[1, -1, 1]),
        (12, &[1, 0, -1, 0, 1]),
    ];
    for (order, polynomial) in polynomials {
        let root = root_of_unity(order);
        weak.push((root, polynomial.to_vec()));
        // The other primitive roots are powers of this one.
        weak.push((root.invert().unwrap(), polynomial.to_vec()));
    }
    for (number, factors) in weak {
        let sums = cancel(number, &factors);
        let random = bytes_of(number);
        for sums in [&sums[..], &sums[..1], &[], &[Field25519::ZERO; 40]] {
            assert_eq!(
                verdict(sums, &random),
                Err(Status::WeakRandomness),
                "{number:?}"
            );
        }
    }
}

/// The next order is a prime, 65147: with fewer sums no error cancels that is not made for the number.
#[test]
fn weights_of_a_large_order() {
    for order in [65147, 12 * 65147] {
        let random = bytes_of(root_of_unity(order));
        let mut sums = vec![Field25519::ZERO; 65146];
        assert_eq!(verdict(&sums[..100], &random), Ok(vec![1; 100]));
        assert_eq!(verdict(&sums, &random), Ok(vec![1; 65146]));
        sums.push(Field25519::ZERO);
        assert_eq!(verdict(&sums, &random), Err(Status::WeakRandomness));
    }
    let equal = vec![Field25519::ONE; 65147];
    let root = root_of_unity(65147);
    assert_eq!(cancel(root, &vec![1; 65147]), equal);
    assert_eq!(
        verdict(&equal, &bytes_of(root)),
        Err(Status::WeakRandomness)
    );
    // What anyone can do who foresees the weights, here 2 and its powers; nothing recognises that.
    let made = cancel(Field25519::from(2u8), &[-2, 1]);
    assert_eq!(
        verdict(&made, &bytes_of(Field25519::from(2u8))),
        Ok(vec![1; 2])
    );
}

/// Bytes without a pattern.
fn good_bytes() -> [u8; 64] {
    core::array::from_fn(|i| (i * i + 5 * i + 1) as u8)
}

/// Any two of many wrong sums, of which one is the other's negative, are named.
#[test]
fn no_two_sums_cancel() {
    for j in 0..40 {
        for i in 0..j {
            let mut sums = vec![Field25519::ZERO; 40];
            (sums[i], sums[j]) = (Field25519::ONE, -Field25519::ONE);
            let expected = (0..40).map(|k| u8::from(k != i && k != j));
            assert_eq!(verdict(&sums, &good_bytes()), Ok(expected.collect()));
        }
    }
}

#[test]
fn bytes_that_are_not_random() {
    let good = good_bytes();
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
