//! What a proof leaves on the heap: nothing of the witness, of its products or of the randomness.

#![allow(non_snake_case)]

mod runs;
mod support;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField};
use generalized_bulletproofs::arithmetic_circuit_proof::{Constraints, LinComb, Variable, Weights};
use generalized_bulletproofs::transcript::VerifierTranscript;
use generalized_bulletproofs::{PedersenCommitment, PedersenVectorCommitment};
use helioselene::{Helios, Selene};
use helioselene_bench_support::heap::{Searching, left_behind};
use runs::in_runs;
use subtle::ConditionallySelectable;
use support::{CONTEXT, Circuit, Part, Sum, generators, rng};
use zeroize::Zeroize;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// Bytes of an element as it is in memory, which is its encoding.
fn bytes<F: PrimeField>(x: F) -> [u8; 8] {
    x.to_repr().as_ref()[8..16].try_into().expect("eight bytes")
}

fn check<C>()
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    let (n, seed) = (16, 3);
    let generators = generators::<C>(n);
    let mut drawn = rng(seed);
    let mut random = || C::F::random(&mut drawn);
    // What the proof draws first, from the same seed.
    let (alpha, beta, rho) = (random(), random(), random());
    let (sL, sR) = (random(), random());
    let last: Vec<C::F> = (0..200).map(|_| random()).collect();

    let rng = &mut rng(4);
    let mut vector = |len| -> Vec<C::F> { (0..len).map(|_| C::F::random(&mut *rng)).collect() };
    let mut circuit = Circuit::<C> {
        n,
        aL: vector(10),
        aR: vector(10),
        C: vec![PedersenVectorCommitment {
            g_values: vector(12),
            mask: vector(1)[0],
        }],
        V: vec![PedersenCommitment {
            value: vector(1)[0],
            mask: vector(1)[0],
        }],
        weights: vec![vector(12)],
        constraints: Vec::new(),
    };
    let values = |index| Variable::CG {
        commitment: 0,
        index,
    };
    let parts = vec![
        Part::Run {
            scale: vector(1)[0],
            weights: 0,
            variables: (0..12).map(values).collect(),
        },
        Part::Term(vector(1)[0], Variable::aL(3)),
        Part::Term(vector(1)[0], Variable::V(0)),
    ];
    let mut sum = Sum {
        parts,
        c: C::F::ZERO,
    };
    sum.c = -circuit.evaluate(&sum);
    circuit.constraints.push(sum);

    // t's last three coefficients are products of sR, with yⁱ, with one coefficient of l each: sL, the products, the values.
    let proof = circuit.prove(in_runs, &generators, seed).expect("a proof");
    let mut transcript = VerifierTranscript::new(CONTEXT, &proof);
    let _ = transcript.read_commitments::<C>(1, 1).unwrap();
    for _ in 0..3 {
        transcript.read_point::<C>().unwrap();
    }
    let y = transcript.challenge::<C>();
    let pairs: Vec<[C::F; 2]> = [sL, sR]
        .into_iter()
        .chain(last.iter().copied())
        .collect::<Vec<_>>()
        .chunks_exact(2)
        .map(|pair| [pair[0], pair[1]])
        .collect();
    let of_t = |l: Vec<C::F>| {
        let (mut power, mut sum) = (C::F::ONE, C::F::ZERO);
        for (l, [_, sR]) in l.into_iter().zip(&pairs) {
            sum += l * sR * power;
            power *= y;
        }
        sum
    };
    let products = circuit.aL.iter().zip(&circuit.aR).map(|(l, r)| *l * r);
    let t = [
        pairs[..n].iter().map(|[sL, _]| *sL).collect(),
        products.collect(),
        circuit.C[0].g_values.clone(),
    ]
    .map(of_t);

    // After the other pairs: of t's 11 coefficients those below n'/2 = 2 and that of n' = 4 have none.
    let masks_of_T = 2 * (n - 1)..2 * (n - 1) + 8;
    let secrets = [
        ("a left factor", circuit.aL[3]),
        ("a right factor", circuit.aR[4]),
        ("a product", circuit.aL[5] * circuit.aR[5]),
        ("a value", circuit.C[0].g_values[7]),
        ("its mask", circuit.C[0].mask),
        ("a single value", circuit.V[0].value),
        ("the mask of that", circuit.V[0].mask),
        ("alpha", alpha),
        ("beta", beta),
        ("rho", rho),
        ("a coefficient of sL", sL),
        ("a coefficient of sR", sR),
        ("the last coefficient of t", t[0]),
        ("the one before", t[1]),
        ("the one before that", t[2]),
        ("a mask of T", last[masks_of_T.start]),
        ("the last mask of T", last[masks_of_T.end - 1]),
    ];
    // That elements are in memory as they are searched for.
    let copy = || drop(circuit.aL.to_vec());
    assert_eq!(left_behind(bytes(circuit.aL[3]), copy), 1);
    // The first proof starts rayon's threads, which keep memory that has what was on the stack.
    assert!(circuit.prove(in_runs, &generators, seed).is_some());
    for (name, secret) in secrets {
        let left = left_behind(bytes(secret), || {
            assert!(circuit.prove(in_runs, &generators, seed).is_some());
        });
        assert_eq!(left, 0, "{name} is found {left} times");
    }
}

/// What combinations and constraints leave that are wiped.
fn check_combinations<F: PrimeField + Zeroize>() {
    let secret = F::random(&mut rng(5));
    let one = || LinComb::from(Variable::aL(0));
    let run = || {
        let weights = Weights::from(vec![secret; 10]);
        let values = (0..10).map(|index| Variable::CG {
            commitment: 0,
            index,
        });
        LinComb::empty().terms(F::ONE, &weights, &values.collect())
    };
    let many = || (0..5).fold(one(), |sum, i| sum.term(secret, Variable::aR(i)));
    let nothing_stays = |what: &str, operation: &dyn Fn()| {
        assert_eq!(left_behind(bytes(secret), operation), 0, "{what}");
    };
    nothing_stays("factors of a combination", &|| many().zeroize());
    nothing_stays("weights of a combination", &|| run().zeroize());
    let constrain = |combination: &dyn Fn() -> LinComb<F>| {
        let mut constraints = Constraints::default();
        constraints.zero(&combination());
        constraints.zeroize();
    };
    nothing_stays("factors of constraints", &|| {
        constrain(&|| one().term(secret, Variable::aO(0)));
    });
    nothing_stays("constants of constraints", &|| {
        constrain(&|| one().constant(secret));
    });
    nothing_stays("weights of constraints", &|| constrain(&run));
}

/// One test: the allocator is the whole process's.
#[test]
fn nothing_stays_on_the_heap() {
    check_combinations::<<Helios as Ciphersuite>::F>();
    check::<Helios>();
    check::<Selene>();
}
