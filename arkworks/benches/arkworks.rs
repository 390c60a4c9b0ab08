//! What a program over arkworks' traits gains by the types of helioselene-arkworks: the same generic functions on arkworks'
//! arithmetic, on arkworks' point types over our constants, and on our points, in turns.
//!
//! `cargo bench --package helioselene-arkworks --bench arkworks`

use std::hint::black_box;
use std::process::ExitCode;

use ark_ec::CurveGroup;
use ark_ec::short_weierstrass::Projective as Sw;
use ark_ff::{Field, UniformRand};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_std::test_rng;
use helioselene_arkworks::{helios, selene};
use helioselene_bench_support::arkworks as peer;
use helioselene_bench_support::bench::{About, Bench, main as bench};
use helioselene_bench_support::measure::{Effort, Timed, latency};

const ABOUT: About = About {
    program: "arkworks",
    title: "A program over arkworks' traits, on three kinds of types",
    effort: Effort::of(15, 4000),
};

/// One timed function, on the types of one contender.
type Row = (&'static str, Timed<'static>);

/// Each result is the next operand.
fn chain<T: Copy + 'static>(name: &'static str, start: T, run: impl Fn(T) -> T + 'static) -> Row {
    (name, Timed::new(move |n| latency(start, n, &run)))
}

fn repeated<R>(name: &'static str, run: impl Fn() -> R + 'static) -> Row {
    (name, Timed::repeated(run))
}

fn rows<G: CurveGroup>() -> Vec<Row> {
    let rng = &mut test_rng();
    let n = 1024;
    let (x, y) = (G::BaseField::rand(rng), G::BaseField::rand(rng));
    let scalars: Vec<_> = (0..n).map(|_| G::ScalarField::rand(rng)).collect();
    let points: Vec<_> = (0..n).map(|_| G::rand(rng)).collect();
    let affine = G::normalize_batch(&points);
    let (p, q, q_affine, k) = (points[0], points[1], affine[1], scalars[0]);
    let mut encoding = Vec::new();
    affine[0]
        .serialize_compressed(&mut encoding)
        .expect("written");

    let sum = |name, terms: usize| {
        let (affine, scalars) = (affine[..terms].to_vec(), scalars[..terms].to_vec());
        repeated(name, move || {
            G::msm(black_box(&affine), black_box(&scalars)).expect("of one length")
        })
    };
    let some = points[..64].to_vec();
    let (generator, of_p, of_generator) = (G::generator(), scalars.clone(), scalars.clone());
    vec![
        chain("x·y, coordinates", x, move |x| x * y),
        chain("1/x", x, |x| x.inverse().expect("not zero")),
        chain("√x²", x, |x| x.square().sqrt().expect("a square")),
        chain("P + Q", p, move |p| p + q),
        chain("P + Q, Q affine", p, move |p| p + q_affine),
        chain("2·P", p, |p| p.double()),
        chain("k·P", p, move |p| p * k),
        repeated("bytes to point", move || {
            G::Affine::deserialize_compressed(black_box(&encoding[..])).expect("a point")
        }),
        repeated("64 points to affine", move || {
            G::normalize_batch(black_box(&some))
        }),
        repeated("1024 multiples of P", move || p.batch_mul(black_box(&of_p))),
        repeated("1024 multiples of G", move || {
            generator.batch_mul(black_box(&of_generator))
        }),
        sum("sum of 16 products", 16),
        sum("sum of 128 products", 128),
        sum("sum of 1024 products", 1024),
    ]
}

fn table(bench: &mut Bench<'_>, curve: &str, contenders: [Vec<Row>; 3]) {
    let [theirs, mixed, ours] = contenders;
    for ((theirs, mixed), ours) in theirs.into_iter().zip(mixed).zip(ours) {
        let timed = vec![
            ("arkworks".to_owned(), theirs.1),
            ("its types over this crate".to_owned(), mixed.1),
            ("this crate".to_owned(), ours.1),
        ];
        bench.time(curve, theirs.0, timed);
    }
}

fn run(bench: &mut Bench<'_>) -> Result<(), String> {
    table(
        bench,
        "Helios",
        [
            rows::<Sw<peer::Helios>>(),
            rows::<Sw<helios::Config>>(),
            rows::<helios::Projective>(),
        ],
    );
    table(
        bench,
        "Selene",
        [
            rows::<Sw<peer::Selene>>(),
            rows::<Sw<selene::Config>>(),
            rows::<selene::Projective>(),
        ],
    );
    Ok(())
}

fn main() -> ExitCode {
    bench(ABOUT, run)
}
