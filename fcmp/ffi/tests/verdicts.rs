//! Verdicts on sums over Ed25519 and on torsion, through the C interface, against curve25519-dalek's doublings and additions, on every
//! backend: half of the sums are the identity or off by little, points have every order, encodings may be invalid.

use std::ptr::null_mut;

use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{Identity, IsIdentity};
use helioselene_ffi::*;
use helioselene_simd::Backend;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

const GENERATORS: usize = 40;
const ONE: [u8; 32] = {
    let mut bytes = [0; 32];
    bytes[0] = 1;
    bytes
};

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u64() as usize % n
}

fn bytes(rng: &mut ChaCha8Rng) -> [u8; 32] {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// Random bytes, a small integer, one near the subgroup's order, or a short one.
fn integer(rng: &mut ChaCha8Rng) -> [u8; 32] {
    let mut k = bytes(rng);
    match below(rng, 6) {
        0 => k[1..].fill(0),
        1 => {
            k = (-Scalar::ONE).to_bytes();
            k[0] = k[0].wrapping_add(below(rng, 4) as u8);
        }
        2 => k[1 + below(rng, 31)..].fill(0),
        _ => {}
    }
    k
}

/// The point if Monero's `ge_frombytes_vartime` accepts the encoding.
fn decoded(encoding: &[u8; 32]) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(*encoding).decompress()?;
    (point.compress().as_bytes() == encoding).then_some(point)
}

/// Of any order.
fn random_point(rng: &mut ChaCha8Rng) -> EdwardsPoint {
    loop {
        if let Some(point) = decoded(&bytes(rng)) {
            return point;
        }
    }
}

fn small(rng: &mut ChaCha8Rng) -> EdwardsPoint {
    EIGHT_TORSION[below(rng, 8)]
}

/// The product by an integer, which curve25519-dalek's scalars are not.
fn product(k: &[u8; 32], point: &EdwardsPoint) -> EdwardsPoint {
    let mut product = EdwardsPoint::identity();
    for byte in k.iter().rev().skip_while(|byte| **byte == 0) {
        for bit in (0..8).rev() {
            product += product;
            if byte >> bit & 1 == 1 {
                product += point;
            }
        }
    }
    product
}

/// Integers and encodings.
#[derive(Default)]
struct Terms(Vec<Ed25519Integer>, Vec<Ed25519Encoding>);

impl Terms {
    fn push(&mut self, k: [u8; 32], point: &EdwardsPoint) {
        self.0.push(Ed25519Integer { bytes: k });
        let bytes = point.compress().to_bytes();
        self.1.push(Ed25519Encoding { bytes });
    }

    /// None if an encoding is invalid.
    fn sum(&self) -> Option<EdwardsPoint> {
        let terms = self.0.iter().zip(&self.1);
        terms
            .map(|(k, encoding)| Some(product(&k.bytes, &decoded(&encoding.bytes)?)))
            .sum()
    }
}

/// Terms over the first generators and over other points.
fn terms(rng: &mut ChaCha8Rng, generators: &[EdwardsPoint]) -> (Terms, Terms) {
    let (mut fixed, mut others) = (Terms::default(), Terms::default());
    let most = if below(rng, 10) == 0 { GENERATORS } else { 8 };
    for generator in &generators[..below(rng, most + 1)] {
        fixed.push(integer(rng), generator);
    }
    let count = if below(rng, 10) == 0 { 40 } else { 8 };
    for _ in 0..below(rng, count) {
        let n = others.1.len();
        let point = match below(rng, 8) {
            0 => small(rng),
            i @ (1 | 2) if n > 0 => {
                let before = decoded(&others.1[below(rng, n)].bytes).unwrap();
                if i == 1 { before } else { -before }
            }
            3 => generators[below(rng, GENERATORS)],
            _ => random_point(rng),
        };
        let k = match n {
            1.. if below(rng, 4) == 0 => others.0[below(rng, n)].bytes,
            _ => integer(rng),
        };
        others.push(k, &point);
    }
    let balance = fixed.sum().unwrap() + others.sum().unwrap();
    if below(rng, 8) > 0 {
        others.push(ONE, &-balance);
    }
    let n = others.1.len();
    if n > 0 && below(rng, 2) == 0 {
        let i = below(rng, n);
        match below(rng, 6) {
            0 => others.push(ONE, &small(rng)),
            1 => others.0[i].bytes[below(rng, 32)] ^= 1 << below(rng, 8),
            2 => others.0.swap(i, n - 1),
            3 => {
                let point = decoded(&others.1[i].bytes).unwrap() + small(rng);
                others.1[i].bytes = point.compress().to_bytes();
            }
            // About half of them are no points.
            4 => others.1[i].bytes = bytes(rng),
            _ => {
                // y from p on, or the sign of x = 0.
                let encoding = &mut others.1[i].bytes;
                encoding.fill(0xff);
                encoding[0] = 0xe8 + below(rng, 24) as u8;
                encoding[31] = 0x7f | (below(rng, 2) as u8) << 7;
                if below(rng, 2) == 0 {
                    *encoding = ONE;
                    encoding[31] = 0x80;
                }
            }
        }
    }
    (fixed, others)
}

/// `PROPTEST_CASES` sums; 256 unless it is set.
#[test]
fn sums_and_torsion() {
    let cases = std::env::var("PROPTEST_CASES").map_or(256, |cases| cases.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(72);
    let generators: Vec<_> = (0..GENERATORS).map(|_| random_point(&mut rng)).collect();
    let mut encodings = Terms::default();
    for generator in &generators {
        encodings.push(ONE, generator);
    }
    let before = Backend::selected();
    let tables: Vec<_> = Backend::available()
        .map(|backend| {
            backend.select().unwrap();
            let mut tables = null_mut();
            // SAFETY: as many encodings.
            let status = unsafe {
                let points = encodings.1.as_ptr();
                helioselene_ed25519_generators_new_vartime(points, GENERATORS, &mut tables)
            };
            assert_eq!(status, Status::Ok);
            (backend, tables)
        })
        .collect();
    let (mut identities, mut small_order, mut refused, mut torsion_free) = (0, 0, 0, 0);
    for case in 0..cases {
        let (fixed, others) = terms(&mut rng, &generators);
        let expected = others.sum().map(|sum| sum + fixed.sum().unwrap());
        let free = |encoding: &Ed25519Encoding| {
            decoded(&encoding.bytes).is_some_and(|point| point.is_torsion_free())
        };
        let expected_free: Vec<_> = others.1.iter().map(|e| u8::from(free(e))).collect();
        for (backend, tables) in &tables {
            backend.select().unwrap();
            let (mut verdict, mut are_free) = (0x55, vec![0x55; others.1.len()]);
            // SAFETY: the numbers of items are theirs, and the tables are freed below.
            let (status, status_free) = unsafe {
                (
                    helioselene_ed25519_sum_is_identity_vartime(
                        *tables,
                        fixed.0.as_ptr(),
                        fixed.0.len(),
                        others.0.as_ptr(),
                        others.1.as_ptr(),
                        others.1.len(),
                        &mut verdict,
                    ),
                    helioselene_ed25519_are_torsion_free_vartime(
                        others.1.as_ptr(),
                        others.1.len(),
                        are_free.as_mut_ptr(),
                    ),
                )
            };
            let expected = match expected {
                Some(sum) => (Status::Ok, u8::from(sum.is_identity())),
                None => (Status::InvalidPoint, 0x55),
            };
            assert_eq!((status, verdict), expected, "{backend}, case {case}");
            assert_eq!(status_free, Status::Ok);
            assert_eq!(are_free, expected_free, "{backend}, case {case}");
        }
        refused += u32::from(expected.is_none());
        identities += u32::from(expected.is_some_and(|sum| sum.is_identity()));
        small_order += u32::from(expected.is_some_and(|sum| sum.is_small_order()));
        torsion_free += expected_free
            .iter()
            .map(|free| u32::from(*free))
            .sum::<u32>();
    }
    for (_, tables) in tables {
        // SAFETY: made above.
        unsafe { helioselene_ed25519_generators_free(tables) };
    }
    before.select().unwrap();
    println!(
        "{cases} sums: {identities} are the identity, {} others of small order, {refused} refused; {torsion_free} points without torsion",
        small_order - identities
    );
    assert!(identities > 0 && small_order > identities && refused > 0 && torsion_free > 0);
}
