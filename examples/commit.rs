//! A Pedersen commitment to several numbers, as one sum: C = Σ vᵢ·Gᵢ + r·H, in constant time.
//! `cargo run --release --example commit`

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Precomputation, SelenePoint, SeleneScalar};
use rand_core::OsRng;

fn main() {
    // Points with no known relation. A protocol hashes to them instead, so that everyone gets the same:
    // `Point::hash_to_curve` of the feature `hash2curve`.
    let generators: Vec<_> = (0..5).map(|_| SelenePoint::random(&mut OsRng)).collect();
    // Tables, as the same points come again. For one sum, `Point::multiscalar_mul` takes the points.
    let tables = Precomputation::new(&generators);

    let values = [[3u64, 1, 4, 1], [2, 7, 1, 8]];
    let [a, b] = values.map(|values| {
        let mut scalars = values.map(SeleneScalar::from).to_vec();
        scalars.push(SeleneScalar::random(&mut OsRng)); // r, which hides the values
        scalars
    });
    let [commitment_a, commitment_b] = [&a, &b].map(|scalars| tables.multiscalar_mul(scalars));

    // The sum of two commitments commits to the sums of their numbers.
    let sums: Vec<_> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(commitment_a + commitment_b, tables.multiscalar_mul(&sums));
    println!("the sum of the commitments opens to the sums of the values");
}
