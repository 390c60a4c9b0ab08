//! Many encodings to points, as of a block's outputs, some of which are none.
//! `cargo run --release --example decode`

use helioselene_simd::{HeliosPoint, HeliosScalar};

fn main() {
    // Encodings of 1·G, 2·G, …: one inversion for all.
    let products: Vec<_> = (1..=100u32)
        .map(|k| HeliosPoint::mul_base(&HeliosScalar::from(k)))
        .collect();
    let mut encodings = HeliosPoint::batch_to_bytes(&products);
    // Not below the prime, so no encoding.
    encodings[7] = [0xff; 32];

    // Public bytes; `batch_from_bytes` is for secret ones, `…_into` for memory of your own.
    let decoded = HeliosPoint::vartime_batch_from_bytes(&encodings);
    for (i, point) in decoded.iter().enumerate() {
        match point {
            Some(point) => assert_eq!(*point, products[i]),
            None => println!("encoding {i} is of no point"),
        }
    }
    assert_eq!(decoded.iter().flatten().count(), 99);
}
