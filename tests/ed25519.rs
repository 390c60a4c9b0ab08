//! Sums of public points of Ed25519 against curve25519-dalek's doublings and additions, on every backend.

use std::sync::Mutex;

use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint as Dalek};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{Identity, IsIdentity};
use helioselene_simd::ed25519::{EdwardsPoint, VartimeEdwardsPrecomputation};
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Algorithm, Backend, Field25519};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// The backend is the whole program's.
static SELECTING: Mutex<()> = Mutex::new(());

fn on_each_backend(run: impl Fn(Backend)) {
    let _selecting = SELECTING.lock();
    let before = Backend::selected();
    for backend in Backend::available() {
        backend.select().unwrap();
        run(backend);
    }
    before.select().unwrap();
}

/// The product by an integer, which curve25519-dalek's scalars are not.
fn product(k: &[u8; 32], point: &Dalek) -> Dalek {
    let mut product = Dalek::identity();
    for bit in (0..256).rev() {
        product += product;
        if k[bit / 8] >> (bit % 8) & 1 == 1 {
            product += point;
        }
    }
    product
}

fn points_of(points: &[Dalek]) -> Vec<EdwardsPoint> {
    let encodings: Vec<_> = points.iter().map(|p| p.compress().to_bytes()).collect();
    let decoded = EdwardsPoint::vartime_batch_from_bytes(&encodings);
    decoded.into_iter().map(Option::unwrap).collect()
}

fn encoding(point: EdwardsPoint) -> [u8; 32] {
    EdwardsPoint::vartime_batch_to_bytes(&[point])[0]
}

fn decompressed(bytes: [u8; 32]) -> Dalek {
    CompressedEdwardsY(bytes).decompress().unwrap()
}

fn from_hex(digits: &str) -> [u8; 32] {
    core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap())
}

/// Random points of the whole group.
fn random_points(rng: &mut ChaCha8Rng, n: usize) -> Vec<Dalek> {
    let mut random = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        let torsion = EIGHT_TORSION[usize::from(bytes[0]) % 8];
        Dalek::mul_base(&Scalar::from_bytes_mod_order_wide(&bytes)) + torsion
    };
    (0..n).map(|_| random()).collect()
}

fn random_scalars(rng: &mut ChaCha8Rng, n: usize) -> Vec<[u8; 32]> {
    let mut random = || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    (0..n).map(|_| random()).collect()
}

/// Integers at the ends of ranges.
fn edges() -> Vec<[u8; 32]> {
    // ℓ, and 8ℓ, the order of the group.
    let l = from_hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let order = from_hex("689faee7d21893c0b2e6bc17f5cef7a600000000000000000000000000000080");
    let plus = |mut k: [u8; 32], summand: u16| {
        let mut carry = summand;
        for byte in &mut k {
            carry += u16::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        k
    };
    let half = core::array::from_fn(|i| order[i] >> 1 | order.get(i + 1).map_or(0, |b| b << 7));
    let mut top = [0xff; 32];
    top[31] = 0x7f;
    let mut edges = vec![[0xff; 32], top, plus(top, 1)];
    for middle in [l, order, half] {
        let mut less = middle;
        less[0] -= 1;
        edges.extend([less, middle, plus(middle, 1)]);
    }
    edges.extend((0..9).map(|k| plus([0; 32], k)));
    edges
}

/// The points whose short Weierstrass x is 0, as for what stands for the identity in the sums.
fn without_x() -> [Dalek; 2] {
    let p = decompressed(from_hex(
        "5278d545cf9c859bb5ce01dc6c8b8d4e3a02271ca6d529c835e05a64981fcb0c",
    ));
    [p, -p]
}

/// Lists of points whose sums meet in every exceptional way, by name.
fn kinds(rng: &mut ChaCha8Rng, n: usize) -> Vec<(&'static str, Vec<Dalek>)> {
    let random = random_points(rng, n);
    let p = random_points(rng, 1)[0];
    let [zero_x, opposite] = without_x();
    let torsion = EIGHT_TORSION;
    let each = |point: &dyn Fn(usize) -> Dalek| (0..n).map(point).collect::<Vec<_>>();
    // Pairs with the sum that `sum` gives for their number.
    let pairs = |sum: &dyn Fn(usize) -> Dalek| {
        each(&|i| {
            if i % 2 == 0 {
                random[i]
            } else {
                sum(i / 2) - random[i - 1]
            }
        })
    };
    vec![
        ("random", random.clone()),
        ("equal", vec![p; n]),
        ("opposite", each(&|i| if i % 2 == 0 { p } else { -p })),
        ("small order", each(&|i| torsion[i % 8])),
        (
            "some of small order",
            each(&|i| {
                if i % 3 == 0 {
                    torsion[i % 8]
                } else {
                    random[i]
                }
            }),
        ),
        ("identities", vec![Dalek::identity(); n]),
        ("p plus torsion", each(&|i| p + torsion[i % 8])),
        ("x = 0", each(&|i| [zero_x, opposite, p, zero_x][i % 4])),
        ("pairs of order 2", pairs(&|_| torsion[4])),
        ("pairs of order 4", pairs(&|_| torsion[2])),
        ("pairs of small order", pairs(&|i| torsion[i % 8])),
        (
            "pairs with x = 0",
            pairs(&|i| [zero_x, Dalek::identity(), opposite, p][i % 4]),
        ),
    ]
}

fn algorithms() -> Vec<Algorithm> {
    let stretched = (2..=6).map(|width| Algorithm::Stretched { width });
    let buckets = (2..=11).map(|bits| Algorithm::Pippenger { bits });
    stretched
        .chain(buckets)
        .chain([Algorithm::Straus])
        .collect()
}

/// The encoding of the sum.
fn expected(scalars: &[[u8; 32]], dalek: &[Dalek]) -> [u8; 32] {
    let sum: Dalek = scalars.iter().zip(dalek).map(|(k, p)| product(k, p)).sum();
    sum.compress().to_bytes()
}

/// Compares every way to compute a sum with the expected one.
fn check(what: &str, scalars: &[[u8; 32]], dalek: &[Dalek], expected: [u8; 32], all: bool) {
    let (n, points) = (dalek.len(), points_of(dalek));
    let sum = EdwardsPoint::vartime_multiscalar_mul(scalars, &points);
    assert_eq!(encoding(sum), expected, "{what}, n = {n}");
    assert_eq!(
        sum.is_identity(),
        expected == encoding(EdwardsPoint::IDENTITY)
    );
    for algorithm in algorithms() {
        if all {
            let sum = EdwardsPoint::vartime_multiscalar_mul_by(algorithm, scalars, &points);
            assert_eq!(encoding(sum), expected, "{what}, n = {n}, {algorithm:?}");
        }
    }
    for prepared in [n, n - n / 3] {
        let tables = VartimeEdwardsPrecomputation::new(&points[..prepared]);
        let (statics, dynamics) = scalars.split_at(prepared);
        let sum = tables.vartime_mixed_multiscalar_mul(statics, dynamics, &points[prepared..]);
        assert_eq!(
            encoding(sum),
            expected,
            "{what}, {prepared} of {n} prepared"
        );
        // Fewer scalars than points.
        let sum = tables.vartime_multiscalar_mul(&scalars[..prepared / 2]);
        let others = EdwardsPoint::vartime_multiscalar_mul(
            &scalars[prepared / 2..],
            &points[prepared / 2..],
        );
        assert_eq!(
            encoding(sum + others),
            expected,
            "{what}, half of {prepared}"
        );
    }
}

#[test]
fn sums() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut cases = Vec::new();
    for n in [0, 1, 2, 7, 33, 270] {
        let random = random_scalars(&mut rng, n);
        let edges = edges();
        let edges: Vec<_> = (0..n).map(|i| edges[i % edges.len()]).collect();
        let equal = vec![random.first().copied().unwrap_or_default(); n];
        for (points, dalek) in kinds(&mut rng, n) {
            for (scalars, k) in [("random", &random), ("edges", &edges), ("equal", &equal)] {
                let what = format!("{points}, {scalars}");
                let all = n < 270 || scalars == "equal";
                cases.push((what, k.clone(), dalek.clone(), expected(k, &dalek), all));
            }
        }
    }
    on_each_backend(|backend| {
        for (what, k, dalek, expected, all) in &cases {
            check(&format!("{backend}, {what}"), k, dalek, *expected, *all);
        }
    });
}

#[test]
fn long_sums() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut cases = Vec::new();
    for n in [1024, 5000] {
        let scalars = random_scalars(&mut rng, n);
        for (points, dalek) in kinds(&mut rng, n) {
            if ["random", "pairs with x = 0"].contains(&points) {
                let expected = expected(&scalars, &dalek);
                cases.push((points, scalars.clone(), dalek, expected));
            }
        }
    }
    assert_eq!(cases.len(), 4);
    on_each_backend(|backend| {
        for (points, k, dalek, expected) in &cases {
            check(&format!("{backend}, {points}"), k, dalek, *expected, false);
        }
    });
}

/// `PROPTEST_CASES` sums of random numbers of points and kinds; 64 unless it is set.
#[test]
fn random_sums() {
    let cases = std::env::var("PROPTEST_CASES").map_or(64, |cases| cases.parse().unwrap());
    on_each_backend(|backend| {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for case in 0..cases {
            let n = 1 + rng.next_u32() as usize % 60;
            let mut scalars = random_scalars(&mut rng, n);
            let edges = edges();
            for k in &mut scalars {
                match rng.next_u32() % 4 {
                    0 => *k = edges[rng.next_u32() as usize % edges.len()],
                    1 => k[rng.next_u32() as usize % 32..].fill(0),
                    _ => {}
                }
            }
            let kinds = kinds(&mut rng, n);
            let all: Vec<Dalek> = kinds.into_iter().flat_map(|(_, points)| points).collect();
            let pick = |_| all[rng.next_u32() as usize % all.len()];
            let points: Vec<_> = (0..n).map(pick).collect();
            let expected = expected(&scalars, &points);
            check(
                &format!("{backend}, case {case}"),
                &scalars,
                &points,
                expected,
                true,
            );
        }
    });
}

/// What curve25519-dalek decodes, if y is below p and the sign of x = 0 is not set.
#[test]
fn encodings() {
    on_each_backend(|backend| {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut encodings = random_scalars(&mut rng, 100);
        let p = from_hex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
        for sign in [0, 0x80] {
            for low in 0..=0xff {
                let mut bytes = p;
                bytes[0] = low;
                bytes[31] |= sign;
                encodings.push(bytes);
                bytes = [0; 32];
                (bytes[0], bytes[31]) = (low, sign);
                encodings.push(bytes);
            }
        }
        encodings.extend(EIGHT_TORSION.map(|point| point.compress().to_bytes()));
        let decoded = EdwardsPoint::vartime_batch_from_bytes(&encodings);
        let mut refused = 0;
        for (bytes, point) in encodings.iter().zip(&decoded) {
            let dalek = CompressedEdwardsY(*bytes).decompress();
            let canonical = dalek.filter(|point| point.compress().to_bytes() == *bytes);
            refused += u32::from(dalek.is_some() && canonical.is_none());
            assert_eq!(point.is_some(), canonical.is_some(), "{backend}, {bytes:?}");
            if let (Some(point), Some(dalek)) = (point, canonical) {
                assert_eq!(encoding(*point), *bytes, "{backend}");
                assert_eq!(point.is_small_order(), dalek.is_small_order());
                assert_eq!(point.is_identity(), dalek.is_identity());
                // They have the same y.
                assert_eq!(*point == -*point, dalek == -dalek);
                let factor = Field25519::random(&mut rng);
                let scaled = point.to_projective().map(|c| c * factor);
                assert_eq!(EdwardsPoint::from_projective(scaled).unwrap(), *point);
                let [x, y, z] = scaled;
                let off = EdwardsPoint::from_projective([x, y + factor, z]);
                assert!(bool::from(off.is_none()));
                let double = encoding(*point + *point);
                assert_eq!(double, (dalek + dalek).compress().to_bytes());
                assert!((*point - *point).is_identity());
            }
        }
        assert!(refused > 10, "{refused} of dalek's points");
    });
    let zero = Field25519::ZERO;
    assert!(bool::from(
        EdwardsPoint::from_projective([zero; 3]).is_none()
    ));
    let generator = ED25519_BASEPOINT_POINT.compress().to_bytes();
    assert_eq!(encoding(EdwardsPoint::GENERATOR), generator);
}

/// Tables of one backend serve the others.
#[test]
fn tables_of_another_backend() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let scalars = random_scalars(&mut rng, 40);
    let dalek = random_points(&mut rng, 40);
    let points = points_of(&dalek);
    let expected: Dalek = scalars.iter().zip(&dalek).map(|(k, p)| product(k, p)).sum();
    let tables = Mutex::new(Vec::new());
    on_each_backend(|_| {
        let mut tables = tables.lock().unwrap();
        tables.push(VartimeEdwardsPrecomputation::new(&points));
        for tables in &*tables {
            let sum = tables.vartime_multiscalar_mul(&scalars);
            assert_eq!(encoding(sum), expected.compress().to_bytes());
        }
    });
}

#[test]
#[should_panic(expected = "as many scalars as points")]
fn more_points_than_scalars() {
    EdwardsPoint::vartime_multiscalar_mul(&[[1; 32]], &[EdwardsPoint::GENERATOR; 2]);
}

#[test]
#[should_panic(expected = "at most as many scalars as static points")]
fn more_scalars_than_prepared_points() {
    let tables = VartimeEdwardsPrecomputation::new(&[EdwardsPoint::GENERATOR]);
    tables.vartime_multiscalar_mul(&[[1; 32]; 2]);
}
