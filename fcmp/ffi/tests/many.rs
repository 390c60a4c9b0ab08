//! As many items as a node passes at once: each is treated as if it were alone.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use helioselene_ffi::*;
use helioselene_simd::Field25519;
use helioselene_simd::group::ff::PrimeField;

const COUNT: usize = 600;

/// Results of the same kind, in one call and in a call each; `run` gets where its items begin, their number and where results go.
fn agree<T: PartialEq + Copy>(run: impl Fn(usize, usize, *mut T) -> Status) -> Vec<T> {
    let call = |first: usize, count: usize| {
        let mut results = vec![MaybeUninit::<T>::zeroed(); count];
        assert_eq!(run(first, count, results.as_mut_ptr().cast()), Status::Ok);
        // SAFETY: they have all been written, and zeros are a value of each of these types of bytes.
        let written = results
            .into_iter()
            .map(|result| unsafe { result.assume_init() });
        written.collect::<Vec<T>>()
    };
    let all = call(0, COUNT);
    for (i, result) in all.iter().enumerate() {
        assert!(*result == call(i, 1)[0], "{i}");
    }
    all
}

/// Numbers without a pattern.
fn number(i: usize, salt: usize) -> usize {
    (i + 1)
        .wrapping_mul(0x9e37_79b9)
        .wrapping_add(salt * 0x85eb_ca6b)
        >> 7
}

fn scalar(i: usize, salt: usize) -> SeleneScalar {
    let x = Field25519::from(number(i, salt) as u64);
    SeleneScalar {
        bytes: (x * x * x * x).to_repr(),
    }
}

fn encoding(i: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    match number(i, 0) % 5 {
        0 => (),
        1 => bytes[31] = 0x80,
        // About half of them are points.
        _ => bytes[..8].copy_from_slice(&(i as u64 + 1).to_le_bytes()),
    }
    bytes
}

/// Points, among them the identity.
fn points() -> Vec<SelenePoint> {
    let encodings: Vec<_> = (0..3 * COUNT)
        .map(|i| Encoding { bytes: encoding(i) })
        .collect();
    let mut points = vec![
        SelenePoint {
            coordinates: [0; 96]
        };
        encodings.len()
    ];
    let mut valid = vec![0; encodings.len()];
    // SAFETY: there is a place for each.
    let status = unsafe {
        helioselene_selene_points_from_bytes_vartime(
            encodings.as_ptr(),
            encodings.len(),
            points.as_mut_ptr(),
            valid.as_mut_ptr(),
        )
    };
    assert_eq!(status, Status::Ok);
    let valid = points
        .into_iter()
        .zip(valid)
        .filter(|(_, valid)| *valid == 1);
    let points: Vec<_> = valid.map(|(point, _)| point).take(COUNT).collect();
    assert_eq!(points.len(), COUNT);
    points
}

#[test]
fn points_are_as_if_alone() {
    let encodings: Vec<_> = (0..COUNT)
        .map(|i| Encoding { bytes: encoding(i) })
        .collect();
    let valid = agree(|first, count, valid| {
        let mut points = vec![
            SelenePoint {
                coordinates: [0; 96]
            };
            count
        ];
        // SAFETY: there are as many encodings and places.
        unsafe {
            helioselene_selene_points_from_bytes_vartime(
                encodings[first..].as_ptr(),
                count,
                points.as_mut_ptr(),
                valid,
            )
        }
    });
    assert!(valid.contains(&0u8) && valid.contains(&1));
    agree(|first, count, points| {
        let mut valid = vec![0; count];
        // SAFETY: there are as many encodings and places.
        unsafe {
            helioselene_selene_points_from_bytes_vartime(
                encodings[first..].as_ptr(),
                count,
                points,
                valid.as_mut_ptr(),
            )
        }
    });
    let points = points();
    // SAFETY: there are as many points and places.
    agree(|first, count, encodings| unsafe {
        helioselene_selene_points_to_bytes(points[first..].as_ptr(), count, encodings)
    });
    let one = points[1];
    let is_identity = |point: &SelenePoint| point.coordinates[64..] == [0; 32];
    assert!(points.iter().any(is_identity) && !is_identity(&one));
    let points: Vec<_> = points
        .into_iter()
        .map(|point| if is_identity(&point) { one } else { point })
        .collect();
    // SAFETY: there are as many points and places.
    agree(|first, count, scalars| unsafe {
        helioselene_selene_points_to_scalars(points[first..].as_ptr(), count, scalars)
    });
}

#[test]
fn nodes_are_as_if_alone() {
    let points = points();
    let mut generators = null_mut();
    // SAFETY: there are 40 points, and a place for the address.
    let status = unsafe {
        helioselene_selene_generators_new_vartime(points[10..].as_ptr(), 40, 0, &mut generators)
    };
    assert_eq!(status, Status::Ok);
    let children: Vec<_> = (0..COUNT + 80).map(|i| scalar(i, 1)).collect();
    let node = |i: usize| SeleneNode {
        hash: &points[i],
        offset: number(i, 2) % 3,
        old_children: children[i..].as_ptr(),
        old_count: number(i, 3) % 20,
        new_children: children[i + 30..].as_ptr(),
        new_count: number(i, 4) % 38,
    };
    let nodes: Vec<_> = (0..COUNT).map(node).collect();
    // Points have many coordinates, and one encoding.
    agree(|first, count, encodings| {
        let mut hashes = vec![
            SelenePoint {
                coordinates: [0; 96]
            };
            count
        ];
        // SAFETY: there are as many nodes and places, and as many children as the nodes say.
        unsafe {
            let status = helioselene_selene_hash_nodes_vartime(
                generators,
                nodes[first..].as_ptr(),
                count,
                hashes.as_mut_ptr(),
            );
            assert_eq!(status, Status::Ok);
            helioselene_selene_points_to_bytes(hashes.as_ptr(), count, encodings)
        }
    });
    // SAFETY: it is not used afterwards.
    unsafe { helioselene_selene_generators_free(generators) };
}

#[test]
fn outputs_are_as_if_alone() {
    let keys: Vec<_> = (0..COUNT)
        .map(|i| Ed25519Encoding {
            bytes: core::array::from_fn(|k| number(i, k) as u8),
        })
        .collect();
    for hash in [HELIOSELENE_GENERATOR_BIASED, HELIOSELENE_GENERATOR_UNBIASED] {
        // SAFETY: there are as many keys and places.
        agree(|first, count, points| unsafe {
            helioselene_hash_to_point_vartime(hash, keys[first..].as_ptr(), count, points)
        });
    }
    // Small y: half of them are points, nearly all with torsion.
    let y = |i: usize, salt: usize| {
        let mut bytes = [0; 32];
        bytes[..2].copy_from_slice(&(number(i, salt) as u16).to_le_bytes());
        bytes
    };
    let output = |i: usize| Output {
        key: y(i, 5),
        key_image_generator: y(i, 6),
        commitment: y(i, 7),
        checked_for_torsion: (number(i, 8) % 2) as u8,
        generator: 1 + (number(i, 9) % 3) as u8,
    };
    let outputs: Vec<_> = (0..COUNT).map(output).collect();
    let root = HELIOSELENE_ROOT_SINCE_31C26D9;
    let refusals = agree(|first, count, refusals| {
        let mut leaves = vec![
            Leaf {
                scalars: [scalar(0, 0); 6]
            };
            count
        ];
        // SAFETY: there are as many outputs and places.
        unsafe {
            helioselene_leaves_of_outputs_vartime(
                root,
                outputs[first..].as_ptr(),
                count,
                leaves.as_mut_ptr(),
                refusals,
            )
        }
    });
    assert!(
        refusals
            .iter()
            .filter(|refusal| **refusal == HELIOSELENE_REFUSED_NONE)
            .count()
            > COUNT / 10
    );
    agree(|first, count, leaves| {
        let mut refusals = vec![0; count];
        // SAFETY: there are as many outputs and places.
        unsafe {
            helioselene_leaves_of_outputs_vartime(
                root,
                outputs[first..].as_ptr(),
                count,
                leaves,
                refusals.as_mut_ptr(),
            )
        }
    });
}

/// Any two of many wrong sums, of which one is the other's negative, are named.
#[test]
fn no_two_sums_cancel() {
    let point = points()[1];
    let random: [u8; 64] = core::array::from_fn(|i| number(i, 10) as u8);
    let one = Field25519::from(1u64);
    let [zero, more, less] = [one - one, one, -one].map(|x| SeleneScalar { bytes: x.to_repr() });
    for j in 0..40 {
        for i in 0..j {
            let scalar = |k: usize| match k {
                _ if k == i => &more,
                _ if k == j => &less,
                _ => &zero,
            };
            let sum = |k: usize| SeleneSum {
                scalars: scalar(k),
                points: &point,
                count: 1,
            };
            let sums: Vec<_> = (0..40).map(sum).collect();
            let mut identities = [9; 40];
            // SAFETY: there are as many sums, each of one product, and places, and 64 bytes.
            let status = unsafe {
                helioselene_selene_sums_are_identity_vartime(
                    sums.as_ptr(),
                    40,
                    random.as_ptr(),
                    identities.as_mut_ptr(),
                )
            };
            assert_eq!(status, Status::Ok);
            let expected: [u8; 40] = core::array::from_fn(|k| u8::from(k != i && k != j));
            assert_eq!(identities, expected);
        }
    }
}
