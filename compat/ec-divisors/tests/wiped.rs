//! What a divisor leaves on the heap: nothing of the product, of the digits or of its own coefficients.

use ec_divisors::{DivisorCurve, ScalarDecomposition};
use ff::{Field, PrimeField, PrimeFieldBits};
use helioselene::{HeliosPoint, SelenePoint};
use helioselene_bench_support::heap::{Searching, left_behind};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use zeroize::Zeroize;

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// Bytes of an element as it is in memory, which is its encoding.
fn bytes<F: PrimeField>(x: F) -> [u8; 8] {
    x.to_repr().as_ref()[8..16].try_into().expect("eight bytes")
}

fn check<C: Zeroize + DivisorCurve<Scalar: PrimeFieldBits + Zeroize>>() {
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    let generator = C::random(&mut rng);
    let scalar = C::Scalar::random(&mut rng);
    let (x, y) = C::to_xy(-(generator * scalar)).expect("not the identity");
    let divisor = ScalarDecomposition::new(scalar)
        .unwrap()
        .scalar_mul_divisor(generator);
    let secrets = [
        ("the scalar", bytes(scalar)),
        ("x of the product", bytes(x)),
        ("y of the product", bytes(y)),
        ("a coefficient of x", bytes(divisor.x_coefficients[70])),
        ("a coefficient of yx", bytes(divisor.yx_coefficients[0][70])),
        (
            "the same, normalised",
            bytes(divisor.clone().normalize_x_coefficient().x_coefficients[70]),
        ),
    ];
    // That elements are in memory as they are searched for.
    let (_, needle) = secrets[3];
    assert_eq!(
        left_behind(needle, || drop(divisor.x_coefficients.to_vec())),
        1
    );
    for (name, needle) in secrets {
        let left = left_behind(needle, || {
            let decomposition = ScalarDecomposition::new(scalar).unwrap();
            drop(
                decomposition
                    .scalar_mul_divisor(generator)
                    .normalize_x_coefficient(),
            );
        });
        assert_eq!(left, 0, "{name} is found {left} times");
    }
}

/// One test: the allocator is the whole process's.
#[test]
fn nothing_stays_on_the_heap() {
    check::<HeliosPoint>();
    check::<SelenePoint>();
}
