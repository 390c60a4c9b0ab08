//! Lists of different lengths, endless iterators, missing points.

use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Algorithm, FieldElement, Helios, MultiscalarWorkspace, Point, Precomputation,
    VartimePrecomputation,
};
use subtle::Choice;

use crate::common::known::Scalar;
use crate::common::panic_message;

/// How lists of different lengths are refused.
const SCALARS: &str = "as many scalars as points";

/// Each public function of two lists panics with the documented message if their lengths differ, whichever is longer.
#[test]
fn no_list_is_cut() {
    type P = Point<Helios>;
    let (scalars, points) = ([Scalar::<Helios>::ONE; 3], [P::generator(); 3]);
    let encodings = points.map(|point| point.to_bytes());
    let tables = VartimePrecomputation::new([P::generator(); 2]);
    let constant = Precomputation::new([P::generator(); 2]);
    const PLACES: &str = "as many places as points";
    const OF_ENCODINGS: &str = "as many places as encodings";
    const STATIC: &str = "at most as many scalars as static points";
    // A sum of this many scalars and points.
    let check = |name: &str, refusal: &str, sum: &dyn Fn(usize, usize) -> P| {
        assert!(panic_message(|| sum(2, 2)).is_ok(), "{name}");
        for (s, p) in [(2, 3), (3, 2), (0, 3), (3, 0)] {
            let message = panic_message(|| sum(s, p)).expect_err(name);
            assert!(message.contains(refusal), "{name}: {message}");
            // `batch_from_bytes_into` and its variable-time twin share a refusal, which names the one that was called.
            let is_public = name.starts_with("vartime_batch_from_bytes_into");
            assert_eq!(message.contains("vartime_"), is_public, "{name}: {message}");
        }
    };
    check("multiscalar_mul", SCALARS, &|s, p| {
        P::multiscalar_mul(&scalars[..s], &points[..p])
    });
    check("vartime_multiscalar_mul", SCALARS, &|s, p| {
        P::vartime_multiscalar_mul(&scalars[..s], &points[..p])
    });
    check("vartime_multiscalar_mul_in", SCALARS, &|s, p| {
        let workspace = &mut MultiscalarWorkspace::new();
        P::vartime_multiscalar_mul_in(workspace, &scalars[..s], &points[..p])
    });
    check("vartime_multiscalar_mul_by", SCALARS, &|s, p| {
        let algorithm = Algorithm::Straus;
        P::vartime_multiscalar_mul_by(algorithm, &scalars[..s], &points[..p])
    });
    check("optional_multiscalar_mul", SCALARS, &|s, p| {
        let points = points[..p].iter().copied().map(Some);
        P::optional_multiscalar_mul(&scalars[..s], points).expect("no point is none")
    });
    check("batch_mul", SCALARS, &|s, p| {
        P::batch_mul(&scalars[..s], &points[..p]).iter().sum()
    });
    check("vartime_mixed_multiscalar_mul", SCALARS, &|s, p| {
        tables.vartime_mixed_multiscalar_mul(&scalars[..2], &scalars[..s], &points[..p])
    });
    check("optional_mixed_multiscalar_mul", SCALARS, &|s, p| {
        let points = points[..p].iter().copied().map(Some);
        let sum = tables.optional_mixed_multiscalar_mul(&scalars[..2], &scalars[..s], points);
        sum.expect("no point is none")
    });
    check("batch_mul_into", SCALARS, &|s, p| {
        let mut places = points;
        P::batch_mul_into(&scalars[..s], &points[..p], &mut places[..2]);
        places[0]
    });
    check("batch_mul_into, places", PLACES, &|s, p| {
        let mut places = points;
        P::batch_mul_into(&scalars[..p], &points[..p], &mut places[..s]);
        places[0]
    });
    check("batch_from_bytes_into, points", OF_ENCODINGS, &|s, p| {
        let (mut places, mut valid) = (points, [Choice::from(0); 3]);
        P::batch_from_bytes_into(&encodings[..s], &mut places[..p], &mut valid[..s]);
        places[0]
    });
    check("batch_from_bytes_into, masks", OF_ENCODINGS, &|s, p| {
        let (mut places, mut valid) = (points, [Choice::from(0); 3]);
        P::batch_from_bytes_into(&encodings[..s], &mut places[..s], &mut valid[..p]);
        places[0]
    });
    check(
        "vartime_batch_from_bytes_into, points",
        OF_ENCODINGS,
        &|s, p| {
            let (mut places, mut valid) = (points, [false; 3]);
            P::vartime_batch_from_bytes_into(&encodings[..s], &mut places[..p], &mut valid[..s]);
            places[0]
        },
    );
    check(
        "vartime_batch_from_bytes_into, masks",
        OF_ENCODINGS,
        &|s, p| {
            let (mut places, mut valid) = (points, [false; 3]);
            P::vartime_batch_from_bytes_into(&encodings[..s], &mut places[..s], &mut valid[..p]);
            places[0]
        },
    );
    check("batch_normalize_into", PLACES, &|s, p| {
        let mut places = points;
        P::batch_normalize_into(&points[..p], &mut places[..s]);
        places[0]
    });
    // Fewer scalars than prepared points are allowed, more are not.
    check("tables' vartime_multiscalar_mul", STATIC, &|s, p| {
        tables.vartime_multiscalar_mul(&scalars[..s.max(p)])
    });
    check("vartime_batch_multiscalar_mul", STATIC, &|s, p| {
        tables.vartime_batch_multiscalar_mul(&[&[], &scalars[..s.max(p)]])[1]
    });
    let at_most = "at most as many scalars as points";
    check("Precomputation::multiscalar_mul", at_most, &|s, p| {
        constant.multiscalar_mul(&scalars[..s.max(p)])
    });
}

/// Iterators without an end, and iterators with wrong hints: at most one item too many is taken.
#[test]
fn no_iterator_is_believed() {
    type P = Point<Helios>;
    let (k, g) = (Scalar::<Helios>::from(3u64), P::generator());
    let tables = VartimePrecomputation::new([g; 2]);

    /// Items, finite or not, and a hint of their number.
    fn hinted<T: Copy>(
        item: T,
        count: usize,
        hint: (usize, Option<usize>),
    ) -> impl Iterator<Item = T> {
        struct Hinted<I>(I, (usize, Option<usize>));
        impl<I: Iterator> Iterator for Hinted<I> {
            type Item = I::Item;
            fn next(&mut self) -> Option<I::Item> {
                self.0.next()
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.1
            }
        }
        Hinted(std::iter::repeat_n(item, count), hint)
    }
    const ENDLESS: usize = usize::MAX / 64;
    let hints = [
        (0, None),
        (0, Some(0)),
        (1, Some(1)),
        (1 << 40, None),
        (ENDLESS, Some(ENDLESS)),
    ];
    for hint in hints {
        let scalars = |count| hinted(k, count, hint);
        let points = |count| hinted(g, count, hint);
        let some = |count| points(count).map(Some);
        /// A sum of this many scalars and points.
        type Sum<'a> = &'a dyn Fn(usize, usize) -> P;
        let sums: &[(&str, Sum<'_>)] = &[
            ("multiscalar_mul", &|s, p| {
                P::multiscalar_mul(scalars(s), points(p))
            }),
            ("vartime_multiscalar_mul", &|s, p| {
                P::vartime_multiscalar_mul(scalars(s), points(p))
            }),
            ("optional_multiscalar_mul", &|s, p| {
                P::optional_multiscalar_mul(scalars(s), some(p)).expect("no point is none")
            }),
            ("vartime_mixed_multiscalar_mul", &|s, p| {
                tables.vartime_mixed_multiscalar_mul([k; 0], scalars(s), points(p))
            }),
            ("optional_mixed_multiscalar_mul", &|s, p| {
                let sum = tables.optional_mixed_multiscalar_mul([k; 0], scalars(s), some(p));
                sum.expect("no point is none")
            }),
        ];
        for (name, sum) in sums {
            let sum = |s, p| panic_message(|| sum(s, p));
            for n in [0, 70] {
                let expected = g * Scalar::<Helios>::from(3 * n as u64);
                assert_eq!(sum(n, n).expect(name), expected, "{name}");
                for other in [n + 1, ENDLESS] {
                    for (s, p) in [(n, other), (other, n)] {
                        let message = sum(s, p).expect_err(name);
                        assert!(message.contains(SCALARS), "{name}: {message}");
                    }
                }
            }
        }
        let sum = |s| panic_message(|| tables.vartime_multiscalar_mul(scalars(s)));
        assert_eq!(sum(2).expect("as many as points"), g * k.double());
        assert!(sum(3).is_err() && sum(ENDLESS).is_err());
        assert_eq!(VartimePrecomputation::new(points(3)).len(), 3);
        assert_eq!(Precomputation::new(points(70)).len(), 70);
    }
}

#[test]
fn a_missing_point_makes_no_sum() {
    let points = [Some(Point::<Helios>::generator()), None];
    let tables = VartimePrecomputation::new([Point::<Helios>::generator()]);
    // The second point is missing, whether or not it has a scalar.
    for scalars in [1, 2, 3] {
        let scalars = [FieldElement::ONE; 3][..scalars].iter();
        let sum = Point::optional_multiscalar_mul(scalars.clone(), points);
        assert_eq!(sum, None);
        let sum = tables.optional_mixed_multiscalar_mul(&[], scalars, points);
        assert_eq!(sum, None);
    }
}
