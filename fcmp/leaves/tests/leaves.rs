//! Outputs to leaves: what curve25519-dalek decodes and multiplies, in coordinates by integers.

#[path = "../../../tests/common/mod.rs"]
mod common;

use common::oracle::{Integers, hex, le_bytes};
use common::{on_every_backend, rng, scaled, to_int};
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::traits::IsIdentity;
use curve25519_dalek::{Scalar, constants};
use helioselene_leaves::{
    HashToPoint, KeyImageGenerator, Output, OutputPoint, Refusal, Refused, Root, Torsion,
    vartime_are_torsion_free, vartime_from_outputs, vartime_hash_to_point, vartime_to_weierstrass,
};
use helioselene_simd::{Backend, Field25519, P25519};
use num_bigint::BigUint;
use rand_core::RngCore;

type Coordinates = [BigUint; 2];

fn field() -> Integers {
    Integers::of::<P25519>()
}

/// The point of an encoding, none of what `to_bytes` does not yield: dalek decodes more than that.
fn decode(bytes: &[u8; 32]) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(*bytes).decompress()?;
    (point.compress().0 == *bytes).then_some(point)
}

/// x and y of a point: y from its encoding, x from the curve's equation.
fn affine(point: &EdwardsPoint) -> Coordinates {
    let field = field();
    let mut bytes = point.compress().0;
    let odd = bytes[31] >> 7 == 1;
    bytes[31] &= 0x7f;
    let y = BigUint::from_bytes_le(&bytes);
    let one = BigUint::from(1u8);
    let d = field.neg(&field.mul(
        &BigUint::from(121_665u32),
        &field.inverse(&BigUint::from(121_666u32)),
    ));
    let yy = field.square(&y);
    let xx = field.mul(
        &field.sub(&yy, &one),
        &field.inverse(&field.add(&field.mul(&d, &yy), &one)),
    );
    let mut x = field.sqrt(&xx).expect("a point");
    if x.bit(0) != odd {
        x = field.neg(&x);
    }
    [x, y]
}

/// The coordinates on Wei25519 by the formulas of draft-ietf-lwig-curve-representations-02, appendix E.2, with the odd root.
fn weierstrass(point: &EdwardsPoint) -> Option<Coordinates> {
    let field = field();
    let [x, y] = affine(point);
    let one = BigUint::from(1u8);
    if y == one || x == BigUint::ZERO {
        return None;
    }
    let c = hex("70d9120b9f5ff9442d84f723fc03b0813a5e2c2eb482e57d3391fb5500ba81e7");
    let a = BigUint::from(486_662u32);
    let u = field.mul(&field.add(&one, &y), &field.inverse(&field.sub(&one, &y)));
    let v = field.mul(&field.mul(&c, &u), &field.inverse(&x));
    // They are on Curve25519, and u is dalek's.
    let u_u_a_1 = field.add(&field.mul(&u, &field.add(&u, &a)), &one);
    assert_eq!(field.square(&v), field.mul(&u, &u_u_a_1));
    assert_eq!(le_bytes(&u), point.to_montgomery().0);
    let third = field.mul(&a, &field.inverse(&BigUint::from(3u8)));
    Some([field.add(&u, &third), v])
}

/// Monero's `get_valid_torsion_cleared_point`: 8·(8⁻¹ mod ℓ) times the point, unless it is of small order.
fn cleared(point: EdwardsPoint) -> Option<EdwardsPoint> {
    if point.is_small_order() {
        return None;
    }
    let cleared = (point * Scalar::from(8u8).invert()).mul_by_cofactor();
    assert!(cleared.is_torsion_free() && !cleared.is_identity());
    Some(cleared)
}

fn expected(bytes: &[u8; 32], torsion: Torsion) -> Result<Coordinates, Refusal> {
    let point = decode(bytes).ok_or(Refusal::NoPoint)?;
    let point = match torsion {
        Torsion::Checked => Some(point),
        Torsion::Cleared => cleared(point),
    };
    point
        .and_then(|point| weierstrass(&point))
        .ok_or(Refusal::NoCoordinates)
}

fn random_point(rng: &mut impl RngCore) -> EdwardsPoint {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(bytes))
}

/// Points of all orders, and what encodes none.
fn encodings() -> Vec<[u8; 32]> {
    let mut rng = rng(1);
    let mut encodings = Vec::new();
    for torsion in constants::EIGHT_TORSION {
        encodings.push(torsion.compress().0);
        for _ in 0..2 {
            encodings.push((random_point(&mut rng) + torsion).compress().0);
        }
    }
    let p = field().modulus;
    let with_sign = |mut bytes: [u8; 32]| {
        bytes[31] |= 0x80;
        bytes
    };
    // y up to p − 1, y from p to 2^255 − 1, with and without the parity bit; among them x = 0 with it.
    for i in 0u8..19 {
        let small = le_bytes(&BigUint::from(i));
        let below = le_bytes(&(&p - 1u8 - i));
        let above = le_bytes(&(&p + i));
        for bytes in [small, below, above] {
            encodings.extend([bytes, with_sign(bytes)]);
        }
    }
    for _ in 0..12 {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        encodings.push(bytes);
    }
    encodings
}

fn to_ints(coordinates: Result<[Field25519; 2], Refusal>) -> Result<Coordinates, Refusal> {
    coordinates.map(|coordinates| coordinates.map(|c| to_int(&c)))
}

#[test]
fn points_of_all_orders_and_none() {
    let encodings = encodings();
    let both = [Torsion::Checked, Torsion::Cleared];
    let expected = both.map(|torsion| -> Vec<_> {
        let points = encodings.iter().map(|bytes| expected(bytes, torsion));
        points.collect()
    });
    // Some of each: none of the cases is empty.
    for expected in &expected {
        let number = |reason| {
            expected
                .iter()
                .filter(|point| **point == Err(reason))
                .count()
        };
        let (none, refused) = (number(Refusal::NoPoint), number(Refusal::NoCoordinates));
        let valid = encodings.len() - none - refused;
        assert!(
            valid >= 30 && none >= 50 && refused >= 2,
            "{valid} {none} {refused}"
        );
    }
    assert_ne!(expected[0], expected[1]);
    on_every_backend("points_of_all_orders_and_none", || {
        for (torsion, expected) in both.into_iter().zip(&expected) {
            let got = [Root::Odd, Root::Even].map(|root| {
                let got = vartime_to_weierstrass(&encodings, torsion, root);
                got.into_iter().map(to_ints).collect::<Vec<_>>()
            });
            assert_eq!(&got[0], expected);
            let negated = |point: &Result<Coordinates, _>| {
                let [x, y] = point.clone()?;
                Ok([x, field().neg(&y)])
            };
            assert_eq!(got[1], expected.iter().map(negated).collect::<Vec<_>>());
        }
    });
}

/// Points without torsion are told from all others, and from what encodes none: in a list for several threads, and alone.
#[test]
fn torsion_free_points() {
    let encodings = encodings();
    let is_free = |bytes| decode(bytes).is_some_and(|point| point.is_torsion_free());
    let expected: Vec<_> = encodings.iter().map(is_free).collect();
    // The first is the identity, which the function asks for by itself.
    assert!(expected[0] && expected.iter().filter(|free| **free).count() >= 3);
    on_every_backend("torsion_free_points", || {
        assert_eq!(vartime_are_torsion_free(&encodings), expected);
        for (bytes, free) in encodings.iter().zip(&expected) {
            assert_eq!(vartime_are_torsion_free(&[*bytes]), [*free]);
        }
    });
}

/// A point and the seven others with the same part of prime order have the same coordinates, alone or together.
#[test]
fn torsion() {
    let mut rng = rng(3);
    let points: Vec<_> = (0..scaled(512)).map(|_| random_point(&mut rng)).collect();
    let encode = |torsion: EdwardsPoint| -> Vec<_> {
        points
            .iter()
            .map(|point| (point + torsion).compress().0)
            .collect()
    };
    let expected = vartime_to_weierstrass(
        &encode(EdwardsPoint::default()),
        Torsion::Checked,
        Root::Odd,
    );
    assert!(expected.iter().all(Result::is_ok));
    on_every_backend("torsion", || {
        for torsion in constants::EIGHT_TORSION {
            let got = vartime_to_weierstrass(&encode(torsion), Torsion::Cleared, Root::Odd);
            assert!(got == expected);
        }
        // Each vector with points of all kinds.
        let mixed = points.iter().zip(constants::EIGHT_TORSION.iter().cycle());
        let mixed: Vec<_> = mixed
            .map(|(point, torsion)| (point + torsion).compress().0)
            .collect();
        assert!(vartime_to_weierstrass(&mixed, Torsion::Cleared, Root::Odd) == expected);
    });
}

/// The result of a point does not depend on its neighbours, whatever lanes stay empty.
#[test]
fn numbers_of_points() {
    let encodings = encodings();
    let all = vartime_to_weierstrass(&encodings, Torsion::Checked, Root::Odd);
    on_every_backend("numbers_of_points", || {
        for n in (0..=17).chain([31, 33]) {
            for first in [0, 20] {
                let some = first..first + n;
                let got =
                    vartime_to_weierstrass(&encodings[some.clone()], Torsion::Checked, Root::Odd);
                assert_eq!(got, all[some], "{n} from {first}");
            }
        }
    });
}

/// The generator as published: u = 9 is x less A/3, y is RFC 7748's V(P) for the one root, and for the other that of its erratum
/// 4730, which draft-ietf-lwig-curve-representations has for Wei25519.
#[test]
fn generator() {
    let bytes = constants::ED25519_BASEPOINT_COMPRESSED.0;
    let x = "2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245a";
    on_every_backend("generator", || {
        for (root, y) in [
            (
                Root::SINCE_31C26D9,
                "20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9",
            ),
            (
                Root::OF_0E438AE,
                "5f51e65e475f794b1fe122d388b72eb36dc2b28192839e4dd6163a5d81312c14",
            ),
        ] {
            for torsion in [Torsion::Checked, Torsion::Cleared] {
                let got = to_ints(vartime_to_weierstrass(&[bytes], torsion, root)[0]);
                assert_eq!(got, Ok([x, y].map(hex)));
            }
        }
    });
}

/// Each output's leaf is that of its points; the first point that is refused refuses the output.
#[test]
fn outputs() {
    let mut rng = rng(2);
    let mut points: Vec<_> = (0..6)
        .map(|_| random_point(&mut rng).compress().0)
        .collect();
    let torsion = constants::EIGHT_TORSION[1];
    let with_torsion = (random_point(&mut rng) + torsion).compress().0;
    points.push(with_torsion);
    points.push(EdwardsPoint::default().compress().0);
    points.push([0xff; 32]);
    points.push(torsion.compress().0);

    let mut outputs = Vec::new();
    for (i, _) in points.iter().enumerate() {
        for j in 0..3 {
            let mut output = [points[1], points[2], points[3]];
            output[j] = points[i];
            let [key, generator, commitment] = output;
            for checked_for_torsion in [true, false] {
                for key_image_generator in [
                    KeyImageGenerator::Given(generator),
                    KeyImageGenerator::Hashed(HashToPoint::Biased),
                    KeyImageGenerator::Hashed(HashToPoint::Unbiased),
                ] {
                    outputs.push(Output {
                        key,
                        key_image_generator,
                        commitment,
                        checked_for_torsion,
                    });
                }
            }
        }
    }
    // All three refused: it is the key that is said to be.
    let key_image_generator = KeyImageGenerator::Given([0xff; 32]);
    let identity = points[7];
    outputs.push(Output {
        key_image_generator,
        ..Output::legacy(identity, identity)
    });
    outputs.push(Output {
        key_image_generator,
        ..Output::legacy(points[0], identity)
    });
    let expected: Vec<Result<[BigUint; 6], Refused>> = outputs
        .iter()
        .map(|output| {
            let torsion = if output.checked_for_torsion {
                Torsion::Checked
            } else {
                Torsion::Cleared
            };
            let refused = |point| move |reason| Refused { point, reason };
            let [o_x, o_y] = expected(&output.key, torsion).map_err(refused(OutputPoint::Key))?;
            let generator = match output.key_image_generator {
                KeyImageGenerator::Given(encoding) => encoding,
                KeyImageGenerator::Hashed(hash) => vartime_hash_to_point(&[output.key], hash)[0],
            };
            let [i_x, i_y] = expected(&generator, Torsion::Checked)
                .map_err(refused(OutputPoint::KeyImageGenerator))?;
            let [c_x, c_y] =
                expected(&output.commitment, torsion).map_err(refused(OutputPoint::Commitment))?;
            Ok([o_x, o_y, i_x, i_y, c_x, c_y])
        })
        .collect();
    let valid = expected.iter().filter(|leaf| leaf.is_ok()).count();
    // The ten points as O, I and C: small order is refused unless it is said to be checked, or is I.
    assert_eq!(valid, (2 * 3 * 7 + 4) + 2 * (2 * (2 * 7 + 10) + 2));
    for point in [
        OutputPoint::Key,
        OutputPoint::KeyImageGenerator,
        OutputPoint::Commitment,
    ] {
        for reason in [Refusal::NoPoint, Refusal::NoCoordinates] {
            assert!(expected.contains(&Err(Refused { point, reason })));
        }
    }
    on_every_backend("outputs", || {
        let [odd, even] = [Root::Odd, Root::Even].map(|root| {
            let leaves = vartime_from_outputs(&outputs, root).into_iter();
            let leaves = leaves.map(|leaf| leaf.map(|leaf| leaf.map(|x| to_int(&x))));
            leaves.collect::<Vec<_>>()
        });
        assert_eq!(odd, expected);
        let negated = |[o_x, o_y, i_x, i_y, c_x, c_y]: [BigUint; 6]| {
            let [o_y, i_y, c_y] = [o_y, i_y, c_y].map(|y| field().neg(&y));
            [o_x, o_y, i_x, i_y, c_x, c_y]
        };
        let expected: Vec<_> = odd.into_iter().map(|leaf| leaf.map(negated)).collect();
        assert_eq!(even, expected);
        assert_eq!(vartime_from_outputs(&[], Root::Odd), []);
    });
}

/// All kinds of outputs, most points with torsion, in any order and number: leaves do not depend on what is beside them.
#[test]
fn numbers_of_outputs() {
    let mut rng = rng(4);
    let mut encoding = || {
        let torsion = constants::EIGHT_TORSION[rng.next_u32() as usize % 8];
        (random_point(&mut rng) + torsion).compress().0
    };
    let mut outputs: Vec<_> = (0..20 + scaled(1024))
        .map(|i| {
            let (legacy, carrot) = ([(); 2].map(|()| encoding()), [(); 2].map(|()| encoding()));
            let [legacy, carrot] = [
                Output::legacy(legacy[0], legacy[1]),
                Output::carrot(carrot[0], carrot[1]),
            ];
            match i % 7 {
                0 | 3 => legacy,
                1 | 4 => carrot,
                2 => Output {
                    checked_for_torsion: true,
                    ..legacy
                },
                5 => Output {
                    checked_for_torsion: false,
                    ..carrot
                },
                _ => Output {
                    key_image_generator: KeyImageGenerator::Given(encoding()),
                    checked_for_torsion: i % 2 == 0,
                    ..legacy
                },
            }
        })
        .collect();
    outputs[50].commitment = [0xff; 32];
    let one_by_one = |outputs: &[Output]| -> Vec<_> {
        let alone = |output: &Output| vartime_from_outputs(&[*output], Root::Odd)[0];
        outputs.iter().map(alone).collect()
    };
    let all = one_by_one(&outputs);
    assert_eq!(all.iter().filter(|leaf| leaf.is_err()).count(), 1);
    assert!(all[50].is_err() && vartime_from_outputs(&outputs, Root::Odd) == all);
    on_every_backend("numbers_of_outputs", || {
        for n in (0..=17).chain([31, 33, scaled(511), scaled(512), scaled(513), scaled(1024)]) {
            let some = 20..20 + n;
            assert!(vartime_from_outputs(&outputs[some.clone()], Root::Odd) == all[some]);
        }
    });
}

#[test]
fn refusals_are_said() {
    let refused = Refused {
        point: OutputPoint::KeyImageGenerator,
        reason: Refusal::NoPoint,
    };
    assert_eq!(
        refused.to_string(),
        "the key image generator is not the encoding of a point"
    );
    assert_eq!(
        Refusal::NoCoordinates.to_string(),
        "a point without Weierstrass coordinates"
    );
}

/// The encodings with a small y.
fn small() -> Vec<[u8; 32]> {
    let encoding = |y: u8| {
        let mut bytes = [0; 32];
        bytes[0] = y;
        bytes
    };
    (0..200).map(encoding).collect()
}

/// All functions, of points with and without torsion, and of what is no point.
fn everything() -> impl PartialEq + Send {
    let encodings = small();
    let outputs = encodings
        .iter()
        .flat_map(|key| [Output::legacy, Output::carrot].map(|output| output(*key, encodings[4])));
    (
        [HashToPoint::Biased, HashToPoint::Unbiased]
            .map(|hash| vartime_hash_to_point(&encodings, hash)),
        [Torsion::Checked, Torsion::Cleared]
            .map(|t| vartime_to_weierstrass(&encodings, t, Root::Odd)),
        vartime_from_outputs(&outputs.collect::<Vec<_>>(), Root::Odd),
    )
}

/// In threads in whose floating-point environment nothing may be rounded, or is rounded otherwise.
#[cfg(target_arch = "x86_64")]
#[test]
fn results_do_not_depend_on_the_thread() {
    common::environment::changes_no_result(everything);
}

/// In pieces for three threads, with the feature `rayon`.
#[test]
fn threads_change_no_result() {
    let on_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(everything)
    };
    assert!(on_threads(1) == on_threads(3));
}

/// A thread of 96 kB suffices, see the library's `tests/stack.rs`; the process ends if not.
#[test]
fn a_small_stack_suffices() {
    let point = constants::ED25519_BASEPOINT_COMPRESSED.0;
    let mut outputs = vec![Output::legacy(point, point); 9];
    // Without optimisation BLAKE2b by itself takes 100 kB.
    if !cfg!(debug_assertions) {
        outputs.extend([Output::carrot(point, point); 9]);
    }
    common::each_backend(|backend| {
        // Without optimisation vectors take more.
        if cfg!(debug_assertions) && backend != Backend::Serial {
            return;
        }
        let thread = std::thread::Builder::new().stack_size(96 << 10);
        let outputs = outputs.clone();
        let running = thread.spawn(move || vartime_from_outputs(&outputs, Root::Odd));
        let leaves = running.unwrap().join().unwrap();
        assert!(leaves.iter().all(Result::is_ok));
    });
}
