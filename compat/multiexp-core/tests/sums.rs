//! Every algorithm against the sum of products, one by one.

use ff::{Field, PrimeField, PrimeFieldBits};
use group::Group;
use helioselene_multiexp::{combine_rows_vartime, multiexp, multiexp_selectable, multiexp_vartime};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

/// Scalars that carry through all digits, or through none, and random ones.
fn scalars<F: PrimeField>(rng: &mut ChaCha20Rng, len: usize) -> Vec<F> {
    let two = F::ONE.double();
    let mut scalars = vec![F::ZERO, F::ONE, -F::ONE, -two, two, F::TWO_INV, -F::TWO_INV];
    // 0x8888…, and half of it: every digit of four bits only just carries, or only just does not.
    let eights = (0..F::CAPACITY / 4).fold(F::ZERO, |x, _| x * F::from(16) + F::from(8));
    scalars.extend([eights, eights * F::TWO_INV, -eights, eights - F::ONE]);
    for power in [1, 31, 32, 33, 63, 64, 127, 128, u64::from(F::CAPACITY) - 1] {
        let power = two.pow_vartime([power]);
        scalars.extend([power, power - F::ONE]);
    }
    while scalars.len() < len {
        scalars.push(F::random(&mut *rng));
    }
    scalars.truncate(len);
    scalars
}

fn sums<G>(lens: &[usize])
where
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(0xb0c4e7);
    for &len in lens {
        let mut pairs: Vec<_> = scalars::<G::Scalar>(rng, len)
            .into_iter()
            .map(|scalar| (scalar, G::random(&mut *rng)))
            .collect();
        // Exceptional additions: the identity, equal points, opposite points.
        for i in (5..len).step_by(7) {
            pairs[i].1 = match rng.next_u32() % 3 {
                0 => G::identity(),
                1 => pairs[i - 1].1,
                _ => -pairs[i - 1].1,
            };
        }
        let sum: G = pairs.iter().map(|(scalar, point)| *point * scalar).sum();
        assert_eq!(multiexp(&pairs), sum, "multiexp, {len} products");
        assert_eq!(
            multiexp_selectable(&pairs),
            sum,
            "selectable, {len} products"
        );
        assert_eq!(
            multiexp_vartime(&pairs),
            sum,
            "variable time, {len} products"
        );
    }
}

/// Below and above where Pippenger's algorithm takes over, and well above.
const LENS: [usize; 12] = [0, 1, 2, 3, 8, 29, 100, 180, 220, 300, 500, 1000];

#[test]
fn helios_and_selene() {
    sums::<helioselene::HeliosPoint>(&LENS);
    sums::<helioselene::SelenePoint>(&LENS);
    sums::<helioselene_simd::HeliosPoint>(&LENS[..9]);
    sums::<helioselene_simd::SelenePoint>(&LENS[..9]);
}

#[test]
fn ed25519() {
    sums::<dalek_ff_group::EdwardsPoint>(&LENS);
}

#[test]
fn another_group() {
    sums::<curve25519_dalek::RistrettoPoint>(&LENS);
    let point = curve25519_dalek::RistrettoPoint::generator();
    assert!(combine_rows_vartime(&[curve25519_dalek::Scalar::ONE], &[point]).is_none());
}

fn rows<G: Group<Scalar: PrimeFieldBits>>() {
    let rng = &mut ChaCha20Rng::seed_from_u64(0xb0c4e8);
    for (rows, row) in [(1, 1), (2, 3), (16, 40)] {
        let scalars: Vec<_> = (0..rows).map(|_| G::Scalar::random(&mut *rng)).collect();
        let points: Vec<G> = (0..rows * row).map(|_| G::random(&mut *rng)).collect();
        let combined = combine_rows_vartime(&scalars, &points).expect("Helios or Selene");
        assert_eq!(combined.len(), row);
        for (i, sum) in combined.iter().enumerate() {
            let column = points.iter().skip(i).step_by(row);
            let expected: G = scalars.iter().zip(column).map(|(k, p)| *p * k).sum();
            assert!(*sum == expected, "{rows} rows of {row}, {i}");
        }
    }
}

#[test]
fn rows_are_combined() {
    rows::<helioselene::HeliosPoint>();
    rows::<helioselene::SelenePoint>();
    rows::<helioselene_simd::HeliosPoint>();
    rows::<helioselene_simd::SelenePoint>();
}

#[cfg(feature = "batch")]
#[test]
fn batches() {
    use curve25519_dalek::{RistrettoPoint as Point, Scalar};
    use helioselene_multiexp::BatchVerifier;

    let rng = &mut ChaCha20Rng::seed_from_u64(3);
    let point = Point::random(&mut *rng);
    // 2·P − 2·P, or 2·P − P if the statement must not hold.
    let statement = |holds: bool| {
        let two = Scalar::from(2u8);
        [
            (two, point),
            (if holds { -two } else { -Scalar::ONE }, point),
        ]
    };
    assert!(BatchVerifier::<u8, Point>::new(0).verify());
    let bad = [0, 3, 6, 7, 8, 15, 22, 23].map(Some);
    for bad in bad.into_iter().chain([None]) {
        let mut verifier = BatchVerifier::new(7);
        for id in 0..24u8 {
            verifier.queue(rng, id, statement(bad != Some(id)));
        }
        let expected = bad.map_or(Ok(()), Err);
        assert_eq!(verifier.verify(), bad.is_none());
        assert_eq!(verifier.verify_vartime(), bad.is_none());
        assert_eq!(verifier.blame_vartime(), bad);
        assert_eq!(verifier.verify_with_vartime_blame(), expected);
        assert_eq!(verifier.verify_vartime_with_vartime_blame(), expected);
    }
}

/// Random bytes after some zeros.
#[cfg(feature = "batch")]
struct ZerosFirst(usize, ChaCha20Rng);

#[cfg(feature = "batch")]
impl RngCore for ZerosFirst {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }
    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.1.fill_bytes(bytes);
        let zeros = self.0.min(bytes.len());
        bytes[..zeros].fill(0);
        self.0 -= zeros;
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(feature = "batch")]
impl rand_core::CryptoRng for ZerosFirst {}

/// A generator that keeps giving the same 64 bytes.
#[cfg(feature = "batch")]
struct Stuck([u8; 64]);

#[cfg(feature = "batch")]
impl RngCore for Stuck {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }
    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0[..bytes.len()]);
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(feature = "batch")]
impl rand_core::CryptoRng for Stuck {}

/// Weights with which false statements cancel are not taken. A generator that gives no others ends in a panic.
#[cfg(feature = "batch")]
#[test]
fn a_generator_that_is_stuck_is_noticed() {
    use curve25519_dalek::{RistrettoPoint as Point, Scalar};
    use helioselene_multiexp::BatchVerifier;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let point = Point::generator();
    let bytes = |scalar: Scalar| {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(scalar.as_bytes());
        assert_eq!(Scalar::from_bytes_mod_order_wide(&wide), scalar);
        wide
    };
    let (one, three) = (Scalar::ONE, Scalar::from(3u8));
    // What the generator gives, and false statements that would pass with it as weight.
    for (given, statements) in [
        (Scalar::ZERO, vec![Scalar::ZERO, one]),
        (one, vec![one, -one]),
        (-one, vec![one, one]),
        (three, vec![Scalar::ZERO, one, -one]),
    ] {
        let rng = &mut Stuck(bytes(given));
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let mut verifier = BatchVerifier::new(3);
            for (id, scalar) in statements.iter().enumerate() {
                verifier.queue(rng, id, [(*scalar, point)]);
            }
            verifier.verify_vartime()
        }));
        let panic = verdict.expect_err("false statements pass or are refused");
        let text = panic.downcast_ref::<&str>().unwrap();
        assert!(text.contains("random generator"), "{text}");
    }
    // Verifiers of one statement or two, put together.
    for [of_each, verifiers, more] in [[1, 3, 0], [2, 1, 1]] {
        let rng = &mut Stuck(bytes(three));
        let verdict = catch_unwind(AssertUnwindSafe(|| {
            let mut all = BatchVerifier::new(3);
            for _ in 0..verifiers {
                let mut verifier = BatchVerifier::new(2);
                (0..of_each).for_each(|_| verifier.queue(rng, 0, [(one, point)]));
                all.append(rng, verifier);
            }
            (0..more).for_each(|_| all.queue(rng, 0, [(-one, point)]));
        }));
        assert!(verdict.is_err(), "{verifiers} of {of_each}, {more} more");
    }
}

#[cfg(feature = "batch")]
fn false_ones<G>()
where
    G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>,
{
    use helioselene_multiexp::BatchVerifier;

    let rng = &mut ZerosFirst(0, ChaCha20Rng::seed_from_u64(4));
    let [p, q] = [(); 2].map(|()| G::random(&mut *rng));
    let one = G::Scalar::ONE;
    // D and −D, adjacent or not, and three statements whose sum is the identity.
    let (true_, d, minus_d) = (vec![], vec![(one, p)], vec![(-one, p)]);
    let (e, rest) = (vec![(one, q)], vec![(-one, p + q)]);
    let one_of = |k: usize, [i, j]: [usize; 2]| match k {
        _ if k == i => &d,
        _ if k == j => &minus_d,
        _ => &true_,
    };
    let among_many = |places| (0..30).map(|k| one_of(k, places)).collect();
    let pairs = [[0, 29], [0, 7], [6, 7], [7, 8], [8, 9], [28, 12], [29, 28]];
    let few = [
        vec![&d, &minus_d],
        vec![&true_, &d, &minus_d],
        vec![&d, &true_, &minus_d],
        vec![&true_, &d, &true_, &true_, &minus_d, &true_],
        vec![&d, &e, &rest],
    ];
    for statements in few.into_iter().chain(pairs.map(among_many)) {
        // With weights of zero, all but the first would count as true.
        for zeros in [0, 64, 200] {
            rng.0 = zeros;
            let mut verifier = BatchVerifier::new(0);
            for (id, statement) in statements.iter().enumerate() {
                verifier.queue(rng, id, statement.iter().copied());
            }
            assert!(!verifier.verify());
            assert!(!verifier.verify_vartime());
            let blamed = verifier.blame_vartime().expect("one that is false");
            assert!(!statements[blamed].is_empty());
            let copy = verifier.clone();
            verifier.zeroize();
            assert!(verifier.verify(), "nothing is left");
            assert_eq!(copy.verify_vartime_with_vartime_blame(), Err(blamed));
        }
    }
}

#[cfg(feature = "batch")]
#[test]
fn statements_do_not_cancel_each_other() {
    false_ones::<helioselene::HeliosPoint>();
    false_ones::<helioselene_simd::SelenePoint>();
    false_ones::<curve25519_dalek::RistrettoPoint>();
}

/// After verifiers are put together, statements are found by name and do not cancel, though the first of each has no
/// weight.
#[cfg(feature = "batch")]
#[test]
fn verifiers_are_put_together() {
    use helioselene::HeliosPoint as Point;
    use helioselene_multiexp::BatchVerifier;

    let rng = &mut ChaCha20Rng::seed_from_u64(7);
    let (one, point) = (<Point as Group>::Scalar::ONE, Point::random(&mut *rng));
    let (true_, d, minus_d) = (
        vec![(one, point), (-one, point)],
        vec![(one, point)],
        vec![(-one, point)],
    );
    // The first of one of twelve verifiers and the first of another; and the last of one with many statements.
    let firsts = |i: usize, j: usize| -> Vec<Vec<&Vec<_>>> {
        let first = |k: usize| match k {
            _ if k == i => &d,
            _ if k == j => &minus_d,
            _ => &true_,
        };
        (0..12).map(|k| vec![first(k), &true_]).collect()
    };
    let last = |len: usize| {
        let statements = [vec![&true_; len - 1], vec![&d]].concat();
        vec![vec![&true_; 3], statements, vec![&true_; 2]]
    };
    let few = [
        vec![vec![], vec![]],
        vec![vec![&true_, &true_], vec![], vec![&true_]],
        vec![vec![&d], vec![&minus_d]],
        vec![vec![], vec![&d, &true_], vec![&minus_d]],
        vec![vec![&true_], vec![&true_, &d], vec![&true_, &true_]],
        vec![vec![&true_, &true_], vec![&d]],
    ];
    let firsts = [(0, 11), (3, 4), (4, 5), (9, 5), (10, 11)].map(|(i, j)| firsts(i, j));
    let many = firsts.into_iter().chain([2, 4, 5, 6, 20].map(last));
    for parts in few.into_iter().chain(many) {
        let mut all = BatchVerifier::new(1);
        for (i, part) in parts.iter().enumerate() {
            let mut verifier = BatchVerifier::new(1);
            for (j, statement) in part.iter().enumerate() {
                verifier.queue(rng, (i, j), statement.iter().copied());
            }
            all.append(rng, verifier);
        }
        let holds = parts.concat().iter().all(|statement| **statement == true_);
        assert_eq!([all.verify(), all.verify_vartime()], [holds; 2]);
        match all.blame_vartime() {
            None => assert!(holds),
            Some((i, j)) => assert_ne!(*parts[i][j], true_),
        }
        // Statements queued afterwards have a weight too.
        all.queue(rng, (9, 9), d.iter().copied());
        assert!(!all.verify_vartime());
    }
}

/// An iterator that panics adds no statement, and adds nothing to those before and after it.
#[cfg(feature = "batch")]
#[test]
fn a_panic_adds_no_statement() {
    use helioselene::SelenePoint as Point;
    use helioselene_multiexp::BatchVerifier;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    let rng = &mut ChaCha20Rng::seed_from_u64(5);
    let one = <Point as Group>::Scalar::ONE;
    let point = Point::random(&mut *rng);
    let true_ = [(one, point), (-one, point)];
    for before in [0, 1, 2] {
        let mut verifier = BatchVerifier::new(3);
        for id in 0..before {
            verifier.queue(rng, id, true_);
        }
        let pairs = (0..10).map(|i| {
            if i < 9 {
                (one, point)
            } else {
                resume_unwind(Box::new(()))
            }
        });
        let queue = AssertUnwindSafe(|| verifier.queue(rng, 7, pairs));
        assert!(catch_unwind(queue).is_err());
        assert!(verifier.verify() && verifier.verify_vartime());
        verifier.queue(rng, 8, true_);
        assert!(verifier.verify() && verifier.verify_vartime());
        verifier.queue(rng, 9, [(one, point)]);
        assert_eq!(verifier.verify_with_vartime_blame(), Err(9));
    }
}

/// The verifier does not rely on an iterator's size hint.
#[cfg(feature = "batch")]
#[test]
fn hints_may_be_wrong() {
    use helioselene::HeliosPoint as Point;
    use helioselene_multiexp::BatchVerifier;

    struct Hint<I>(I, usize);
    impl<I: Iterator> Iterator for Hint<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            self.0.next()
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            (self.1, Some(self.1))
        }
    }
    let rng = &mut ChaCha20Rng::seed_from_u64(6);
    let pairs: Vec<_> = scalars(rng, 100)
        .into_iter()
        .map(|scalar| (scalar, Point::random(&mut *rng)))
        .collect();
    let rest = (-<Point as Group>::Scalar::ONE, multiexp_vartime(&pairs));
    let mut verifier = BatchVerifier::new(1);
    for hint in [0, 3, 101, 1 << 40, usize::MAX / 64, usize::MAX] {
        let all = pairs.iter().copied().chain([rest]);
        verifier.queue(rng, hint, Hint(all, hint));
        assert!(verifier.verify() && verifier.verify_vartime());
    }
}
