//! Operations on secrets leave nothing of the scalar on the heap, neither in freed memory nor in memory that a thread keeps for
//! the next call.
#![cfg(feature = "std")]

#[path = "../../../tests/common/mod.rs"]
mod common;

use common::{on_every_backend, rng};
use helioselene_judge::heap::{Searching, left_behind};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::{
    Curve, FieldElement, Helios, Point, Precomputation, Selene, VartimePrecomputation,
};

#[global_allocator]
static ALLOCATOR: Searching = Searching;

fn scalars_are_wiped<C: Curve>() {
    let mut rng = rng(61);
    for n in [1, 2, 9, 40, 300] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        let scalars: Vec<FieldElement<C::Scalar>> =
            (0..n).map(|_| Field::random(&mut rng)).collect();
        let vartime = VartimePrecomputation::new(&points);
        let constant = Precomputation::new(&points);
        let middle = n / 4 * 2;
        let with_words = Precomputation::with_words(&points, Some(middle..n / 2 * 2));
        // The same numbers, because variable-time sums use the smaller of k and −k.
        for (needle, name) in [(scalars[0], "k"), (-scalars[0], "−k")] {
            let bytes: [u8; 8] = needle.to_repr()[8..16].try_into().expect("eight bytes");
            let check = |operation: &str, run: &dyn Fn()| {
                // The first call makes the thread's workspace; the second one reuses it.
                for _ in 0..2 {
                    let left = left_behind(bytes, run);
                    assert_eq!(
                        left, 0,
                        "{operation}, n = {n}: {name} is found {left} times"
                    );
                }
            };
            check("multiscalar_mul", &|| {
                Point::multiscalar_mul(&scalars, &points);
            });
            // An iterator of unknown length, so the vector of its items grows.
            check("multiscalar_mul of a filtered iterator", &|| {
                Point::multiscalar_mul(scalars.iter().filter(|_| true), &points);
            });
            check("vartime_multiscalar_mul", &|| {
                Point::vartime_multiscalar_mul(&scalars, &points);
            });
            check("vartime_multiscalar_mul of a filtered iterator", &|| {
                let filtered = scalars.iter().filter(|_| true);
                Point::vartime_multiscalar_mul(filtered, points.iter().filter(|_| true));
            });
            // Items collected before an iterator panics or ends.
            let panics = || {
                let mut left = n;
                scalars.iter().filter(move |_| {
                    left -= 1;
                    assert_ne!(left, 0, "an iterator panics");
                    true
                })
            };
            let caught = |run: &dyn Fn()| {
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
            };
            check("multiscalar_mul of an iterator that panics", &|| {
                caught(&|| _ = Point::multiscalar_mul(panics(), &points));
            });
            check(
                "vartime_multiscalar_mul of an iterator that panics",
                &|| {
                    caught(&|| _ = Point::vartime_multiscalar_mul(panics(), &points));
                },
            );
            check("VartimePrecomputation, an iterator that panics", &|| {
                caught(&|| _ = vartime.vartime_multiscalar_mul(panics()));
                caught(&|| _ = vartime.vartime_mixed_multiscalar_mul(&scalars, panics(), &points));
            });
            check("sums of too few points", &|| {
                caught(&|| _ = Point::multiscalar_mul(&scalars, &points[1..]));
                caught(&|| _ = Point::vartime_multiscalar_mul(&scalars, &points[1..]));
            });
            check("batch_mul", &|| {
                Point::batch_mul(&scalars, &points);
            });
            check("Precomputation", &|| {
                constant.multiscalar_mul(&scalars);
            });
            check("Precomputation, independent", &|| {
                constant.independent_multiscalar_mul(&scalars);
            });
            check("Precomputation, short words", &|| {
                let mut scalars = zeroize::Zeroizing::new(scalars.clone());
                scalars[middle..].fill(FieldElement::from(3u64));
                with_words.independent_multiscalar_mul_with_short(&scalars, &[0]);
            });
            check("pair_sums", &|| {
                let pair = |k: &FieldElement<_>| [*k, scalars[0]];
                let pairs: Vec<_> = scalars.iter().map(pair).collect();
                Point::pair_sums(&zeroize::Zeroizing::new(pairs), &[points[0]; 2]);
            });
            check("VartimePrecomputation", &|| {
                vartime.vartime_multiscalar_mul(&scalars);
            });
            check("VartimePrecomputation, mixed", &|| {
                vartime.vartime_mixed_multiscalar_mul(&scalars, &scalars, &points);
            });
            check("batch_invert", &|| {
                // In the caller's memory, which the caller wipes.
                let mut inverses = zeroize::Zeroizing::new(scalars.clone());
                FieldElement::batch_invert(&mut inverses);
            });
        }
    }
}

/// The digits of a sum with a single accumulator, one byte a place.
fn digits_are_wiped<C: Curve>() {
    let mut rng = rng(63);
    for n in [1, 2, 5] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        // Its digits, at least five places apart: 13, 0, 0, 0, 0, −7, 0, 0, 0, 0, 3.
        let k = FieldElement::<C::Scalar>::from(13 + 3 * 1024 - 7 * 32_u64);
        let top = FieldElement::<C::Scalar>::from(2u64).pow_vartime([250]);
        let scalars = vec![top + k; n];
        let left = left_behind([13, 0, 0, 0, 0, 0xf9, 0, 0], || {
            Point::vartime_multiscalar_mul(&scalars, &points);
        });
        assert_eq!(left, 0, "n = {n}: digits are found {left} times");
    }
}

/// A secret point of a constant-time sum.
fn points_are_wiped<C: Curve>() {
    let mut rng = rng(62);
    for n in [1, 2, 9, 40] {
        let points: Vec<Point<C>> = (0..n).map(|_| Point::random(&mut rng)).collect();
        let scalars = vec![FieldElement::<C::Scalar>::from(3u64); n];
        let [x, ..] = points[0].to_projective();
        let bytes: [u8; 8] = x.to_repr()[8..16].try_into().expect("eight bytes");
        for last in [n, n - 1] {
            let left = left_behind(bytes, || {
                let points = points.iter().enumerate().filter(|(i, _)| {
                    assert_ne!(*i, last, "an iterator panics");
                    true
                });
                let points = points.map(|(_, point)| point);
                let sum = || Point::multiscalar_mul(&scalars, points);
                let sum = std::panic::catch_unwind(std::panic::AssertUnwindSafe(sum));
                assert_eq!(sum.is_ok(), last == n);
            });
            assert_eq!(
                left, 0,
                "n = {n}, to the point {last}: X is found {left} times"
            );
        }
    }
}

/// One test only: the allocator is global to the process.
#[test]
fn scalars_do_not_stay_on_the_heap() {
    // The search must find what is there.
    let needle = *b"a secret";
    assert_eq!(left_behind(needle, || drop(vec![needle; 3])), 3);
    let mut kept = None;
    assert_eq!(left_behind(needle, || kept = Some(Box::new(needle))), 1);
    drop(kept);

    on_every_backend("Helios", points_are_wiped::<Helios>);
    on_every_backend("Helios", digits_are_wiped::<Helios>);
    on_every_backend("Helios", scalars_are_wiped::<Helios>);
    on_every_backend("Selene", scalars_are_wiped::<Selene>);
}
