//! Times each batch against a loop of single calls, in this process, in turns.
//!
//! `cargo run --release --manifest-path fcmp/Cargo.toml -p helioselene-ffi --example batches` takes some seconds. The loops call this library's
//! functions for one node or point, nodes with the same tables; `C` is the batch through the C interface.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use helioselene_ffi as ffi;
use helioselene_leaves::{
    HashToPoint, Output, Root, Torsion, vartime_from_outputs, vartime_hash_to_point,
    vartime_to_weierstrass,
};
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Backend, Helios, NodeUpdate, Point, Selene, VartimePrecomputation};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Items of a batch.
const COUNT: usize = 64;
/// How often each contender runs.
const ROUNDS: usize = 21;

/// What is timed, under a name.
type Contender<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Calls a function for one item after another.
fn each<'a, T, R>(
    name: &'static str,
    items: &'a [T],
    run: impl Fn(&'a T) -> R + 'a,
) -> Contender<'a> {
    let all = move || {
        for item in items {
            black_box(run(item));
        }
    };
    (name, Box::new(all))
}

/// Calls a function once.
fn once<'a, R>(name: &'static str, mut run: impl FnMut() -> R + 'a) -> Contender<'a> {
    (name, Box::new(move || drop(black_box(run()))))
}

fn check(status: ffi::Status) {
    assert_eq!(status, ffi::Status::Ok);
}

/// Prints the medians of contenders that take turns, the first one for the single calls: processor time, because other
/// programs may run.
fn compare(what: &str, contenders: &mut [Contender<'_>]) {
    let mut times = vec![Vec::with_capacity(ROUNDS); contenders.len()];
    for _ in 0..ROUNDS {
        for (times, (_, run)) in times.iter_mut().zip(&mut *contenders) {
            let start = ThreadTime::now();
            run();
            times.push(start.elapsed());
        }
    }
    let medians: Vec<Duration> = times
        .iter_mut()
        .map(|times| {
            times.sort();
            times[ROUNDS / 2] / COUNT as u32
        })
        .collect();
    print!("{what:<44}");
    for ((name, _), time) in contenders.iter().zip(&medians) {
        let micros = time.as_secs_f64() * 1e6;
        let ratio = medians[0].as_secs_f64() / time.as_secs_f64();
        print!(" | {name} {micros:8.2} µs {ratio:5.2}×");
    }
    println!();
}

macro_rules! curve {
    (
        $name:ident: $C:ident, widths $widths:expr, $Scalar:ident, $X:ident, $FfiPoint:ident, $Node:ident,
        $generators_new:ident, $generators_free:ident, $hash_nodes:ident, $to_scalars:ident, $to_bytes:ident,
        $from_bytes:ident
    ) => {
        fn $name(rng: &mut ChaCha8Rng) {
            type P = Point<$C>;
            let name = stringify!($C);
            let points: Vec<P> = (0..COUNT).map(|_| P::random(&mut *rng)).collect();
            // Doubled, so that no point has Z = 1, like points that were computed.
            let points: Vec<P> = points.iter().map(P::double).collect();
            let encodings = P::batch_to_bytes(&points);
            let c_encodings: Vec<_> = encodings
                .iter()
                .map(|b| ffi::Encoding { bytes: *b })
                .collect();
            let none = ffi::$FfiPoint {
                coordinates: [0; 96],
            };
            let crossing = |points: &[P]| -> Vec<ffi::$FfiPoint> {
                let crossing = points.iter().map(|point| {
                    let coordinates = point.to_projective().map(|c| c.to_repr());
                    ffi::$FfiPoint {
                        coordinates: coordinates.as_flattened().try_into().unwrap(),
                    }
                });
                crossing.collect()
            };
            let c_points = crossing(&points);

            for width in $widths {
                let generators: Vec<P> = (0..width).map(|_| P::random(&mut *rng)).collect();
                let scalars: Vec<_> = (0..width * COUNT)
                    .map(|_| Field::random(&mut *rng))
                    .collect();
                let c_scalars: Vec<_> = scalars
                    .iter()
                    .map(|s: &<P as Group>::Scalar| ffi::$Scalar { bytes: s.to_repr() })
                    .collect();
                let tables = VartimePrecomputation::new(&generators);
                let nodes: Vec<_> = scalars
                    .chunks(width)
                    .zip(&points)
                    .map(|(new, hash)| NodeUpdate::<$C> {
                        hash: *hash,
                        offset: 0,
                        old: &[],
                        new,
                    })
                    .collect();
                let c_nodes: Vec<_> = c_scalars
                    .chunks(width)
                    .zip(&c_points)
                    .map(|(new, hash)| ffi::$Node {
                        hash,
                        offset: 0,
                        old_children: core::ptr::null(),
                        old_count: 0,
                        new_children: new.as_ptr(),
                        new_count: new.len(),
                    })
                    .collect();
                let c_generators = crossing(&generators);
                let mut handle = core::ptr::null_mut();
                // SAFETY: slices with their lengths.
                check(unsafe {
                    ffi::$generators_new(c_generators.as_ptr(), c_generators.len(), 0, &mut handle)
                });
                let mut hashes = vec![none; COUNT];
                compare(
                    &format!("{name}: hash of a node of {width} children"),
                    &mut [
                        each("one by one", &nodes, |node| {
                            node.hash + tables.vartime_multiscalar_mul(node.new)
                        }),
                        each("without tables", &nodes, |node| {
                            node.hash + P::vartime_multiscalar_mul(node.new, &generators)
                        }),
                        once("batch", || tables.vartime_batch_hash_nodes(&nodes)),
                        once("C", || {
                            let (nodes, hashes) = (c_nodes.as_ptr(), hashes.as_mut_ptr());
                            // SAFETY: slices with their lengths, and a living handle.
                            check(unsafe { ffi::$hash_nodes(handle, nodes, COUNT, hashes) });
                        }),
                    ],
                );
                // SAFETY: made above, and not used any more.
                unsafe { ffi::$generators_free(handle) };
            }

            let mut x = vec![ffi::$X { bytes: [0; 32] }; COUNT];
            compare(
                &format!("{name}: x of a point"),
                &mut [
                    each("one by one", &points, P::to_xy),
                    once("batch", || P::batch_to_x(&points)),
                    once("C", || {
                        let (points, x) = (c_points.as_ptr(), x.as_mut_ptr());
                        // SAFETY: slices with their lengths.
                        check(unsafe { ffi::$to_scalars(points, COUNT, x) });
                    }),
                ],
            );
            let mut encoded = c_encodings.clone();
            compare(
                &format!("{name}: to_bytes"),
                &mut [
                    each("one by one", &points, P::to_bytes),
                    once("batch", || P::batch_to_bytes(&points)),
                    once("C", || {
                        let (points, encoded) = (c_points.as_ptr(), encoded.as_mut_ptr());
                        // SAFETY: slices with their lengths.
                        check(unsafe { ffi::$to_bytes(points, COUNT, encoded) });
                    }),
                ],
            );
            let (mut decoded, mut valid) = (vec![none; COUNT], [0; COUNT]);
            compare(
                &format!("{name}: from_bytes"),
                &mut [
                    each("one by one", &encodings, P::from_bytes),
                    once("batch", || P::vartime_batch_from_bytes(&encodings)),
                    once("C", || {
                        let (decoded, valid) = (decoded.as_mut_ptr(), valid.as_mut_ptr());
                        let encodings = c_encodings.as_ptr();
                        // SAFETY: slices with their lengths.
                        check(unsafe { ffi::$from_bytes(encodings, COUNT, decoded, valid) });
                    }),
                ],
            );
        }
    };
}
curve!(
    selene: Selene, widths [228, 38], SeleneScalar, HeliosScalar, SelenePoint, SeleneNode,
    helioselene_selene_generators_new_vartime, helioselene_selene_generators_free,
    helioselene_selene_hash_nodes_vartime, helioselene_selene_points_to_scalars,
    helioselene_selene_points_to_bytes, helioselene_selene_points_from_bytes_vartime
);
curve!(
    helios: Helios, widths [18], HeliosScalar, SeleneScalar, HeliosPoint, HeliosNode,
    helioselene_helios_generators_new_vartime, helioselene_helios_generators_free,
    helioselene_helios_hash_nodes_vartime, helioselene_helios_points_to_scalars,
    helioselene_helios_points_to_bytes, helioselene_helios_points_from_bytes_vartime
);

fn leaves(rng: &mut ChaCha8Rng) {
    // Random encodings, as far as they are points; those that clearing does not change have no torsion.
    let convert =
        |bytes: &[u8; 32], torsion| vartime_to_weierstrass(&[*bytes], torsion, Root::Odd)[0];
    let mut random = core::iter::repeat_with(|| {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    });
    let mut encodings = |without_torsion| -> Vec<_> {
        let chosen = random.by_ref().filter(|bytes| {
            let point = convert(bytes, Torsion::Checked);
            point.is_ok() && (point == convert(bytes, Torsion::Cleared)) == without_torsion
        });
        chosen.take(COUNT).collect()
    };
    let (without, with) = (encodings(true), encodings(false));
    for (torsion, encodings, what) in [
        (
            Torsion::Checked,
            &without,
            "a point to Wei25519, checked for torsion",
        ),
        (
            Torsion::Cleared,
            &without,
            "the same, not checked, without torsion",
        ),
        (Torsion::Cleared, &with, "the same with torsion"),
    ] {
        compare(
            what,
            &mut [
                each("one by one", encodings, |bytes| {
                    vartime_to_weierstrass(&[*bytes], torsion, Root::Odd)
                }),
                once("batch", || {
                    vartime_to_weierstrass(encodings, torsion, Root::Odd)
                }),
            ],
        );
    }
}

fn outputs(rng: &mut ChaCha8Rng) {
    // Hashes are points without torsion, like nearly all points of the chain.
    let mut points = || {
        let mut keys = [[0; 32]; COUNT];
        keys.iter_mut().for_each(|key| rng.fill_bytes(key));
        vartime_hash_to_point(&keys, HashToPoint::Biased)
    };
    let (keys, commitments) = (points(), points());
    for (what, output, generator) in [
        (
            "a legacy output to its leaf",
            Output::legacy as fn(_, _) -> _,
            ffi::HELIOSELENE_GENERATOR_BIASED,
        ),
        (
            "an output of Carrot to its leaf",
            Output::carrot,
            ffi::HELIOSELENE_GENERATOR_UNBIASED,
        ),
    ] {
        let pairs = keys.iter().zip(&commitments);
        let outputs: Vec<Output> = pairs.map(|(key, c)| output(*key, *c)).collect();
        let c_outputs: Vec<_> = outputs
            .iter()
            .map(|output| ffi::Output {
                key: output.key,
                key_image_generator: [0; 32],
                commitment: output.commitment,
                checked_for_torsion: output.checked_for_torsion.into(),
                generator,
            })
            .collect();
        let none = ffi::Leaf {
            scalars: [ffi::SeleneScalar { bytes: [0; 32] }; 6],
        };
        let (mut leaves, mut refusals) = (vec![none; COUNT], vec![0; COUNT]);
        compare(
            what,
            &mut [
                each("one by one", &outputs, |output| {
                    vartime_from_outputs(&[*output], Root::Odd)
                }),
                once("batch", || vartime_from_outputs(&outputs, Root::Odd)),
                once("C", || {
                    // SAFETY: slices with their lengths.
                    check(unsafe {
                        ffi::helioselene_leaves_of_outputs_vartime(
                            ffi::HELIOSELENE_ROOT_SINCE_31C26D9,
                            c_outputs.as_ptr(),
                            COUNT,
                            leaves.as_mut_ptr(),
                            refusals.as_mut_ptr(),
                        )
                    });
                }),
            ],
        );
        assert_eq!(refusals, [0; COUNT]);
    }
}

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    println!(
        "{COUNT} at a time, on {}; a node or point each",
        Backend::selected()
    );
    selene(&mut rng);
    helios(&mut rng);
    leaves(&mut rng);
    outputs(&mut rng);
}
