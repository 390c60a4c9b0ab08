//! The properties of the tests, of random bytes, as often as one likes:
//!
//! `cargo run --release -p generalized-bulletproofs --example properties -- circuits 100000 1`
//!
//! The property (`circuits`, `proofs`, `combinations`), how often, and the seed. It stops at the first that does not hold.

#[path = "../tests/properties/mod.rs"]
mod properties;
#[path = "../tests/runs/mod.rs"]
mod runs;
#[path = "../tests/support/mod.rs"]
mod support;

use helioselene::{Helios, Selene};
use helioselene_simd::{Backend, cycle2025};
use properties::{changed, circuit, lincomb};
use rand_core::RngCore;
use support::{generators, rng};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [property, count, seed] = &arguments[..] else {
        panic!("expected: circuits, proofs or combinations; how often; a seed")
    };
    let (count, seed): (u64, u64) = (count.parse().unwrap(), seed.parse().unwrap());
    let rng = &mut rng(seed);
    let mut notes = String::new();
    match property.as_str() {
        "circuits" => {
            let (helios, selene) = (generators::<Helios>(32), generators::<Selene>(32));
            let others = generators::<cycle2025::Selene>(32);
            let refused = (0..count).filter(|i| {
                let n = 1 << (i / 8 % 6);
                match i % 8 {
                    0 => circuit(&others, n, rng),
                    i if i % 2 == 0 => circuit(&helios, n, rng),
                    _ => circuit(&selene, n, rng),
                }
            });
            notes = format!(", {} changed ones refused", refused.count());
        }
        "proofs" => {
            for _ in 0..count {
                let how = rng.next_u32() % 4;
                let len = match how {
                    0 => rng.next_u32() % 3000,
                    1 => 1,
                    2 => 1 + rng.next_u32() % 64,
                    _ => 3 * (rng.next_u32() % 8),
                };
                let mut bytes = vec![0; 3 + len as usize];
                rng.fill_bytes(&mut bytes);
                bytes[2] = how as u8;
                changed(&bytes);
            }
        }
        "combinations" => (0..count).for_each(|_| lincomb::combination(rng)),
        _ => panic!("no property: {property}"),
    }
    println!(
        "{count} {property}{notes}, seed {seed}, {}",
        Backend::selected()
    );
}
