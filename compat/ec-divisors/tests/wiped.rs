//! What a divisor leaves on the heap: nothing from which one could tell the scalar, the points or the coefficients.

use std::borrow::Borrow;
use std::hint::black_box;

use ec_divisors::{DivisorCurve, Poly, ScalarDecomposition, XyPoint, new_divisor};
use ff::{Field, PrimeFieldBits};
use helioselene::{HeliosPoint, SelenePoint};
use helioselene_bench_support::heap::{Searching, blocks_that_tell};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use zeroize::{Zeroize, Zeroizing};

#[global_allocator]
static ALLOCATOR: Searching = Searching;

fn check<C: Zeroize + DivisorCurve<Scalar: PrimeFieldBits + Zeroize>>() {
    fn nothing_tells<S>(name: &str, secrets: &[S; 2], operation: impl Fn(&S)) {
        let none: [usize; 0] = [];
        assert_eq!(blocks_that_tell(secrets, operation), none, "{name}");
    }

    let mut rng = ChaCha8Rng::seed_from_u64(40);
    let generator = C::random(&mut rng);
    let interpolator = C::interpolator_for_scalar_mul();
    let scalars = [(); 2].map(|()| C::Scalar::random(&mut rng));
    nothing_tells("a decomposition", &scalars, |scalar| {
        drop(ScalarDecomposition::new(*scalar));
    });
    // Two scalars of which only the first is smaller than its number of bits.
    let small_or_not = [C::Scalar::from(3), scalars[0]];
    for scalars in [scalars, small_or_not] {
        nothing_tells("a divisor of a product", &scalars, |scalar| {
            let decomposition = ScalarDecomposition::new(*scalar).unwrap();
            drop(decomposition.scalar_mul_divisor(generator));
        });
    }
    for count in [1, 2, 3, 6, 40] {
        let lists = [(); 2].map(|()| {
            let mut points: Vec<C> = (0..count).map(|_| C::random(&mut rng)).collect();
            points.push(-points.iter().sum::<C>());
            points.into_iter().map(C::XyPoint::from).collect::<Vec<_>>()
        });
        nothing_tells("coordinates", &lists, |points| {
            drop(Zeroizing::new(C::XyPoint::batch_to_xy(points)));
        });
        nothing_tells("a divisor of points", &lists, |points| {
            assert!(new_divisor::<C>(points, interpolator.borrow()).is_some());
        });
        // As many that have none.
        let other_sums = lists.clone().map(|mut points| {
            points[0] = points[0].double();
            points
        });
        nothing_tells("no divisor", &other_sums, |points| {
            assert!(new_divisor::<C>(points, interpolator.borrow()).is_none());
        });
    }
    // Opposite points, whose line is a vertical and whose sum is the identity, and others.
    let [p, q, r] = [(); 3].map(|()| C::random(&mut rng));
    let lists =
        [[p, -p, q, -q], [p, q, r, -(p + q + r)]].map(|points| points.map(C::XyPoint::from));
    nothing_tells("verticals", &lists, |points| {
        assert!(new_divisor::<C>(points, interpolator.borrow()).is_some());
    });

    let divisors = scalars.map(|scalar| {
        let decomposition = ScalarDecomposition::new(scalar).unwrap();
        decomposition.scalar_mul_divisor(generator)
    });
    let [x, y] = [(); 2].map(|()| C::FieldElement::random(&mut rng));
    let operation = |name, operation: &dyn Fn(&Poly<C::FieldElement>)| {
        nothing_tells(name, &divisors, operation);
    };
    operation("eval", &|f| {
        black_box(f.eval(x, y));
    });
    operation("==", &|f| assert!(*f == f.clone()));
    operation("differentiate", &|f| drop(f.differentiate()));
    operation("normalize_x_coefficient", &|f| {
        drop(f.clone().normalize_x_coefficient());
    });
}

/// One test: the allocator is the whole process's.
#[test]
fn nothing_stays_on_the_heap() {
    // That what tells is found.
    let told = blocks_that_tell(&[1u64, 2], |secret| {
        drop(Zeroizing::new(vec![*secret; 3]));
        let mut grows = Zeroizing::new(vec![*secret; 2]);
        grows.reserve(8);
        drop(vec![*secret; 5]);
    });
    assert_eq!(told, [16, 40]);

    check::<HeliosPoint>();
    check::<SelenePoint>();
    #[cfg(feature = "ed25519")]
    check::<dalek_ff_group::EdwardsPoint>();
}
