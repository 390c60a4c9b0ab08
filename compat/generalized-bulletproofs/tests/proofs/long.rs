//! The properties of the tests, of random bytes, as often as one likes:
//!
//! `LONG=circuits:100000:1 cargo test --release -p generalized-bulletproofs --features cycle2025 --test proofs -- --ignored --nocapture`
//!
//! The property (`circuits`, `proofs`, `combinations`), how often, and the seed. It stops at the first that does not hold.

use crate::properties::{changed, circuit, lincomb};
use crate::support::{generators, rng};
use helioselene::{Helios, Selene};
use helioselene_simd::Backend;
use rand_core::RngCore;

#[test]
#[ignore = "takes as long as LONG says"]
fn long() {
    let arguments = std::env::var("LONG").unwrap_or_default();
    let [property, count, seed] = arguments.split(':').collect::<Vec<_>>()[..] else {
        panic!("expected in LONG: circuits, proofs or combinations; how often; a seed")
    };
    let (count, seed): (u64, u64) = (count.parse().unwrap(), seed.parse().unwrap());
    let rng = &mut rng(seed);
    let mut notes = String::new();
    match property {
        "circuits" => {
            let (helios, selene) = (generators::<Helios>(32), generators::<Selene>(32));
            #[cfg(feature = "cycle2025")]
            let others = generators::<helioselene_simd::cycle2025::Selene>(32);
            let refused = (0..count).filter(|i| {
                let n = 1 << (i / 8 % 6);
                match i % 8 {
                    #[cfg(feature = "cycle2025")]
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
