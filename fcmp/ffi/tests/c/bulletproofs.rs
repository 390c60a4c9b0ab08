//! Bulletproofs+ of Monero's chain through the lines of `fcmp/notes/monero.md`, which `tests/transaction.cpp` has. The program adds up; scalars
//! are computed here, as `bulletproof_plus_VERIFY` does.

use std::io::Write as _;
use std::process::{Command, Stdio};

use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::scalar::Scalar;
use helioselene_leaves::{HashToPoint, vartime_hash_to_point};
use helioselene_simd::Backend;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha3::{Digest as _, Keccak256};

use crate::{archive, compile_with, compiler, hex};

type Key = [u8; 32];

const G: &str = "5866666666666666666666666666666666666666666666666666666666666666";
const H: &str = "8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94";
/// Bits of an amount.
const BITS: usize = 64;

fn key(digits: &str) -> Key {
    core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap())
}

fn hash(parts: &[&[u8]]) -> Key {
    parts
        .iter()
        .fold(Keccak256::new(), |hash, part| hash.chain_update(part))
        .finalize()
        .into()
}

fn hash_to_scalar(parts: &[&[u8]]) -> Scalar {
    Scalar::from_bytes_mod_order(hash(parts))
}

fn hash_to_points(keys: &[Key]) -> Vec<Key> {
    vartime_hash_to_point(keys, HashToPoint::Biased)
}

/// H_0, G_0, H_1, G_1, … for sixteen outputs.
fn generators() -> Vec<Key> {
    let hashed = |i: u16| {
        let low = i as u8 & 0x7f;
        let number = if i < 0x80 {
            vec![low]
        } else {
            vec![low | 0x80, (i >> 7) as u8]
        };
        hash(&[&key(H), b"bulletproof_plus", &number])
    };
    hash_to_points(&(0..2048).map(hashed).collect::<Vec<_>>())
}

/// A proof, with its commitments divided by eight as Monero has them in V.
#[derive(Clone)]
struct Proof {
    v: Vec<Key>,
    points: [Key; 3],
    scalars: [Scalar; 3],
    l: Vec<Key>,
    r: Vec<Key>,
}

fn proofs() -> Vec<Proof> {
    let text = include_str!("../bulletproofs_plus.txt");
    let proof = |text: &str| {
        let mut lists: Vec<Vec<Key>> = Vec::new();
        for line in text.lines().skip(1) {
            match line.strip_prefix("  ") {
                Some(digits) => lists.last_mut().unwrap().push(key(digits)),
                None => lists.push(Vec::new()),
            }
        }
        let [commitments, elements, l, r] = lists.try_into().unwrap();
        let eighth = Scalar::from(8u8).invert();
        let v = commitments.into_iter().map(|commitment| {
            let point = CompressedEdwardsY(commitment).decompress().unwrap();
            (point * eighth).compress().to_bytes()
        });
        Proof {
            v: v.collect(),
            points: elements[..3].try_into().unwrap(),
            scalars: core::array::from_fn(|i| Scalar::from_bytes_mod_order(elements[3 + i])),
            l,
            r,
        }
    };
    text.split("transaction ").skip(1).map(proof).collect()
}

/// Σ xⁱ for 0 < i ≤ n.
fn sum_of_powers(x: Scalar, n: usize) -> Scalar {
    (0..n).fold(Scalar::ZERO, |sum, _| (sum + Scalar::ONE) * x)
}

/// The scalars of a batch's sum: of G and H, of G_i and H_i, and of the proofs' points.
struct Sum {
    g: Scalar,
    h: Scalar,
    gs: Vec<Scalar>,
    hs: Vec<Scalar>,
    of_points: Vec<Scalar>,
}

fn log_outputs(proof: &Proof) -> usize {
    proof.v.len().next_power_of_two().trailing_zeros() as usize
}

fn sum(proofs: &[Proof], rng: &mut ChaCha8Rng) -> Sum {
    let length = BITS << proofs.iter().map(log_outputs).max().unwrap();
    let mut sum = Sum {
        g: Scalar::ZERO,
        h: Scalar::ZERO,
        gs: vec![Scalar::ZERO; length],
        hs: vec![Scalar::ZERO; length],
        of_points: Vec::new(),
    };
    for proof in proofs {
        let mut weight = [0; 64];
        rng.fill_bytes(&mut weight);
        add(proof, Scalar::from_bytes_mod_order_wide(&weight), &mut sum);
    }
    sum
}

/// Adds a proof's equation.
fn add(proof: &Proof, weight: Scalar, sum: &mut Sum) {
    let [a, a1, b] = &proof.points;
    let [r1, s1, d1] = proof.scalars;
    let initial = hash_to_points(&[hash(&[b"bulletproof_plus_transcript"])])[0];
    let v = hash_to_scalar(&[&proof.v.concat()]);
    let transcript = hash_to_scalar(&[&initial, v.as_bytes()]);
    let y = hash_to_scalar(&[transcript.as_bytes(), a]);
    let z = hash_to_scalar(&[y.as_bytes()]);
    let mut transcript = z;
    let rounds = proof.l.iter().zip(&proof.r);
    let challenges: Vec<Scalar> = rounds
        .map(|(l, r)| {
            transcript = hash_to_scalar(&[transcript.as_bytes(), l, r]);
            transcript
        })
        .collect();
    let e = hash_to_scalar(&[transcript.as_bytes(), a1, b]);

    let outputs = 1 << log_outputs(proof);
    let n = BITS * outputs;
    assert_eq!(1 << challenges.len(), n);
    let power = |x: Scalar, n: usize| (0..n).fold(Scalar::ONE, |power, _| power * x);
    let (y_n, zz) = (power(y, n), z * z);
    let (y_inverse, squared) = (y.invert(), e * e * weight);

    // d_i for bit i of output j: z^(2j + 2)·2^i.
    let d = |i: usize| power(zz, i / BITS + 1) * Scalar::from(1u64 << (i % BITS));
    let sum_of_d: Scalar = (0..n).map(d).sum();
    sum.g += weight * d1;
    sum.h +=
        weight * r1 * y * s1 + squared * (y_n * y * z * sum_of_d + (zz - z) * sum_of_powers(y, n));
    // The first challenge belongs to the topmost bit.
    let product = |i: usize| -> Scalar {
        let factor = |(j, x): (usize, &Scalar)| {
            if i >> (challenges.len() - 1 - j) & 1 == 1 {
                *x
            } else {
                x.invert()
            }
        };
        challenges.iter().enumerate().map(factor).product()
    };
    let products: Vec<Scalar> = (0..n).map(product).collect();
    let mut y_to_minus_i = Scalar::ONE;
    for i in 0..n {
        sum.gs[i] += weight * e * r1 * y_to_minus_i * products[i] + squared * z;
        sum.hs[i] +=
            weight * e * s1 * products[n - 1 - i] - squared * (z + y_n * y_to_minus_i * d(i));
        y_to_minus_i *= y_inverse;
    }
    let mut of_v = -squared * y_n * y;
    for _ in &proof.v {
        of_v *= zz;
        sum.of_points.push(of_v);
    }
    sum.of_points.extend([-weight, -weight * e, -squared]);
    for x in challenges {
        sum.of_points.push(-squared * x * x);
        sum.of_points.push(-squared * (x * x).invert());
    }
}

/// What the program reads for a batch. The points are these proofs', whichever proofs the scalars came from.
fn lines(sum: &Sum, proofs: &[Proof]) -> String {
    let list = |keys: &[Key]| {
        let digits: Vec<_> = keys.iter().map(|key| hex(key)).collect();
        format!("{} {}\n", keys.len(), digits.join(" "))
    };
    let keys = |scalars: &[Scalar]| scalars.iter().map(Scalar::to_bytes).collect::<Vec<_>>();
    let log = (sum.gs.len() / BITS).trailing_zeros();
    let mut lines = format!("sum {log}\n");
    for scalar in [sum.g, sum.h].iter().chain(&sum.gs).chain(&sum.hs) {
        lines += &format!("{}\n", hex(scalar.as_bytes()));
    }
    lines += &format!("{}\n", proofs.len());
    for proof in proofs {
        let points = proof.points.map(|point| hex(&point)).join(" ");
        lines += &format!("{}{points}\n", list(&proof.v));
        lines += &(list(&proof.l) + &list(&proof.r));
    }
    lines + &list(&keys(&sum.of_points))
}

/// The point plus one of order 8.
fn with_torsion(point: &Key) -> Key {
    let point = CompressedEdwardsY(*point).decompress().unwrap();
    (point + EIGHT_TORSION[1]).compress().to_bytes()
}

/// Inputs of the program and what it should say to them.
fn cases(rng: &mut ChaCha8Rng) -> Vec<(String, bool)> {
    let proofs = proofs();
    assert_eq!([4, 2], [proofs[0].v.len(), proofs[1].v.len()]);
    let mut cases = Vec::new();
    let mut case = |of_scalars: &[Proof], of_points: &[Proof], accepted| {
        cases.push((lines(&sum(of_scalars, rng), of_points), accepted));
    };
    case(&proofs, &proofs, true);
    // A block of 24 has enough points for other sums.
    let many: Vec<_> = proofs.iter().cycle().take(24).cloned().collect();
    case(&many, &many, true);
    for proof in &proofs {
        let alone = core::slice::from_ref(proof);
        case(alone, alone, true);
        // Each point and each scalar of a proof matters, also among other proofs.
        let mut changed = Vec::new();
        let mut change = |change: &dyn Fn(&mut Proof)| {
            let mut proof = proof.clone();
            change(&mut proof);
            changed.push(proof);
        };
        for i in 0..3 {
            change(&|proof| proof.scalars[i] += Scalar::ONE);
            change(&|proof| proof.points[i] = proof.v[0]);
        }
        change(&|proof| proof.v.swap(0, 1));
        change(&|proof| proof.l.swap(0, 5));
        change(&|proof| core::mem::swap(&mut proof.l, &mut proof.r));
        for changed in changed {
            let changed_alone = core::slice::from_ref(&changed);
            case(changed_alone, changed_alone, false);
            case(changed_alone, alone, false);
            let batch = [proofs[0].clone(), changed, proofs[1].clone()];
            case(&batch, &batch, false);
        }
        // A factor of 8 clears torsion that the challenges do not know of.
        let mut torsion = proof.clone();
        for point in torsion.v.iter_mut().chain(&mut torsion.points) {
            *point = with_torsion(point);
        }
        for point in torsion.l.iter_mut().chain(&mut torsion.r) {
            *point = with_torsion(point);
        }
        case(alone, &[torsion], true);
    }
    // A sum of nothing but identities, so that only what is done with an encoding decides.
    let identity: Key = core::array::from_fn(|i| u8::from(i == 0));
    let mut proof = proofs[1].clone();
    for points in [&mut proof.v, &mut proof.l, &mut proof.r] {
        points.fill(identity);
    }
    proof.points = [identity; 3];
    let mut nothing = |proof: &Proof, outputs: usize, accepted| {
        let zeros = vec![Scalar::ZERO; BITS * outputs];
        let sum = Sum {
            g: Scalar::ZERO,
            h: Scalar::ZERO,
            gs: zeros.clone(),
            hs: zeros,
            of_points: vec![Scalar::ONE; proof.v.len() + 3 + 2 * proof.l.len()],
        };
        cases.push((lines(&sum, core::slice::from_ref(proof)), accepted));
    };
    nothing(&proof, 2, true);
    nothing(&proof, 16, true);
    // There are no generators for so many.
    nothing(&proof, 32, false);
    let small = EIGHT_TORSION.map(|point| (point.compress().to_bytes(), true));
    // y = 2 is no point; y = p + 1 and a sign for x = 0 are no encodings of the identity for Monero.
    let mut no_point = identity;
    no_point[0] = 2;
    let mut y_above_p = [0xff; 32];
    (y_above_p[0], y_above_p[31]) = (0xee, 0x7f);
    let mut minus_zero = identity;
    minus_zero[31] = 0x80;
    let invalid = [no_point, y_above_p, minus_zero].map(|encoding| (encoding, false));
    for (encoding, accepted) in small.into_iter().chain(invalid) {
        let mut put = |place: &dyn Fn(&mut Proof) -> &mut Key| {
            let mut proof = proof.clone();
            *place(&mut proof) = encoding;
            nothing(&proof, 2, accepted);
        };
        put(&|proof| &mut proof.v[1]);
        for i in 0..3 {
            put(&|proof| &mut proof.points[i]);
        }
        put(&|proof| &mut proof.l[0]);
        put(&|proof| &mut proof.r[6]);
    }
    // Outputs: nothing, points without torsion, with torsion, of small order, the identity, no encodings.
    let mut torsion = |points: &[Key], accepted| {
        let points: Vec<_> = points.iter().map(|point| hex(point)).collect();
        cases.push((
            format!("torsion {} {}\n", points.len(), points.join(" ")),
            accepted,
        ));
    };
    let [p, q] = [key(G), key(H)];
    let many: Vec<_> = [p, q].into_iter().cycle().take(96).collect();
    torsion(&[], true);
    torsion(&[p, q, p], true);
    torsion(&many, true);
    for bad in [
        with_torsion(&p),
        EIGHT_TORSION[1].compress().to_bytes(),
        EIGHT_TORSION[4].compress().to_bytes(),
        identity,
        [0xff; 32],
    ] {
        torsion(&[bad], false);
        torsion(&[p, bad, q], false);
        let mut many = many.clone();
        many[77] = bad;
        torsion(&many, false);
    }
    cases
}

#[test]
fn bulletproofs_plus_of_the_chain() {
    let mut rng = ChaCha8Rng::seed_from_u64(72);
    let cases = cases(&mut rng);
    let mut input = format!("{G}\n{H}\n");
    input.extend(generators().iter().map(|point| hex(point) + "\n"));
    input.extend(cases.iter().map(|(lines, _)| lines.as_str()));
    let expected: String = cases
        .iter()
        .map(|(_, accepted)| format!("{}\n", u8::from(*accepted)))
        .collect();
    let program = compile_with(
        compiler("CXX", "c++"),
        "-std=c++17",
        "tests/transaction.cpp",
        &archive(),
    );
    for backend in Backend::available().map(Backend::name) {
        let mut child = Command::new(&program)
            .env("HELIOSELENE_BACKEND", backend)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Its output is shorter than a pipe's buffer.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            expected,
            "{backend}"
        );
    }
}
