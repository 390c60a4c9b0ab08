//! The vectors against the serial backend, on emulated lanes everywhere and on this machine's.

use core::array::from_fn;
use std::vec::Vec;

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

use super::Fma;
use crate::arithmetic::portable::Portable;
use crate::backend::lanes::emulated::Emulated;
use crate::backend::serial::Serial;
use crate::backend::{FieldVector, Sum};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::primes::{P25519, Q};
use crate::word::{self, LIMBS, Word};

type Element<P> = FieldElement<P>;
type Lanes<P> = [Element<P>; 4];

/// Residues at the edges of the representations, then random ones.
fn elements<P: Prime>() -> Vec<Element<P>> {
    let mut elements: Vec<_> = [0, 1, 2, 18, 19, 20].map(Element::from_small).into();
    let two = Element::<P>::from_small(2);
    let mut power = Element::<P>::from_small(1);
    // 2^k − 1, 2^k, 2^k + 1 and the limbs' halves and ends: 25, 26, 51 bits and their multiples.
    for k in 1..256 {
        power *= two;
        if matches!(k % 51, 0 | 1 | 25 | 26 | 50) || matches!(k % 26, 0 | 25) || k > 250 {
            elements.extend([
                power - Element::from_small(1),
                power,
                power + Element::from_small(1),
            ]);
        }
    }
    // All limbs a half of the radix, up or down; a carry that runs through all limbs.
    for (bits, start) in [(51, 50), (26, 25), (25, 24)] {
        let mut limbs = Element::<P>::from_small(0);
        let mut power = Element::<P>::from_small(1);
        for k in 0..255 {
            if k % bits == start {
                limbs += power;
            }
            power *= two;
        }
        elements.extend([limbs, limbs - Element::from_small(1), -limbs]);
    }
    // The prime's neighbourhood: −1, −2, the halves.
    let negatives: Vec<_> = elements.iter().map(|x| -*x).collect();
    elements.extend(negatives);
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    for _ in 0..50 {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        elements.push(Element::wide_reduce(bytes));
        // Limbs of ones and zeros at random places.
        let mut words = [0; LIMBS];
        for word in &mut words {
            *word = (rng.next_u64() & rng.next_u64()) as Word;
        }
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(&word::to_le_bytes(&words));
        elements.push(Element::wide_reduce(wide));
    }
    elements
}

/// Vectors of four elements, so that all pairs of edges meet in one lane or another.
fn vectors<P: Prime>() -> Vec<Lanes<P>> {
    let elements = elements::<P>();
    let n = elements.len();
    (0..n)
        .map(|i| from_fn(|lane| elements[(i + 37 * lane) % n]))
        .collect()
}

/// Unoptimised, what is inlined keeps a place on the stack for each of its values.
fn with_large_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(f);
    thread.expect("a thread").join().expect("all the same");
}

// What follows computes in functions of their own, under the vector's target features: inlined all into
// one they take long to compile.

fn load<V: FieldVector>(lanes: &Lanes<V::Prime>) -> V {
    V::call(
        #[inline(always)]
        || V::load(&lanes[..V::LANES]),
    )
}

fn store<V: FieldVector>(x: V) -> Lanes<V::Prime> {
    let mut lanes = [Element::from_small(0); 4];
    V::call(
        #[inline(always)]
        || x.store(&mut lanes[..V::LANES]),
    );
    lanes
}

#[track_caller]
fn same<P: Prime>(what: &str, vector: &Lanes<P>, expected: &Lanes<P>) {
    assert_eq!(vector, expected, "{what}");
}

/// What `f` computes of the vectors, on `V` and on the serial backend, lane by lane.
macro_rules! compare {
    ($V:ident, $P:ident, $what:literal; $($x:ident),*; $e:expr) => {{
        #[inline(always)]
        fn f<V: FieldVector<Prime = P>, P: Prime>($($x: V),*) -> V {
            V::call(
                #[inline(always)]
                || { let sum: V::Sum = $e; sum.carry() },
            )
        }
        #[inline(never)]
        fn serial<P: Prime>($($x: &Lanes<P>),*) -> Lanes<P> {
            from_fn(|lane| {
                store(f::<Serial<Portable, P>, P>($(load(&[$x[lane]; 4])),*))[0]
            })
        }
        same($what, &store(f::<$V, $P>($(load(&$x)),*)), &serial($(&$x),*));
    }};
}

fn check<V: FieldVector<Prime = P>, P: Prime>() {
    let vectors = vectors::<P>();
    for (i, a) in vectors.iter().enumerate() {
        let a = *a;
        same("load", &store(load::<V>(&a)), &a);
        same("splat", &store(V::splat(&a[1])), &[a[1]; 4]);
        compare!(V, P, "a²"; a; a.square());
        compare!(V, P, "−a"; a; a.neg());
        compare!(V, P, "a^4"; a; a.square().carry().square());
        compare!(V, P, "times 2"; a; V::Sum::from(a).times::<2>());
        compare!(V, P, "times 3"; a; V::Sum::from(a).times::<3>());
        compare!(V, P, "times 4"; a; V::Sum::from(a).times::<4>());
        compare!(V, P, "times 8"; a; a.square().times::<8>());
        compare!(V, P, "times 9"; a; a.square().times::<9>());
        compare!(V, P, "times 15"; a; a.square().times::<15>());
        compare!(V, P, "times 12"; a; a.square().times::<12>());
        compare!(V, P, "times 16"; a; a.square().times::<16>());
        // Neighbours and far ones, so that every pair of edges is multiplied by some.
        for step in [0, 1, 5, 11, 64, 101, 150, 200] {
            let b = vectors[(i + step) % vectors.len()];
            let c = vectors[(i + 3 * step + 1) % vectors.len()];
            let d = vectors[(i + 7 * step + 2) % vectors.len()];
            compare!(V, P, "a + b"; a, b; a + b);
            compare!(V, P, "a − b"; a, b; a - b);
            compare!(V, P, "a·b"; a, b; a.mul(&b));
            compare!(V, P, "a·b + c·d"; a, b, c, d; V::sum_of_products(&a, &b, &c, &d));
            compare!(V, P, "long sums"; a, b, c, d;
                ((a.mul(&b) - c.mul(&d)).times::<3>() - a.square().times::<4>()).times::<3>()
                    - (d - a) - (b - c).times::<8>() + c.into());
        }
        let b = V::load(&vectors[(i + 9) % vectors.len()]);
        assert_eq!(store(V::load(&a).select(b, Mask::NO)), a);
        assert_eq!(store(V::load(&a).select(b, Mask::YES)), store(b));
    }
    V::call(zeros::<V>);
}

/// Zero in every way of writing it.
#[inline(always)]
fn zeros<V: FieldVector>() {
    let [zero, one, two] = [0, 1, 2].map(Element::<V::Prime>::from_small);
    let x = V::load(&[zero, one, -one, two]);
    let same = x;
    for x in [
        x,
        (x + x - x.into()).carry(),
        (x - same + x.into()).carry(),
        x.mul(&V::splat(&one)).carry(),
    ] {
        let found = x.replace_where_zero(V::splat(&one).into(), V::splat(&two).into());
        assert_eq!(store(found.carry()), [two, one, one, one]);
    }
    let difference = (x - same).carry();
    for zeros in [difference, x.mul(&difference).carry()] {
        let found = zeros.replace_where_zero(x.into(), V::splat(&two).into());
        assert_eq!(store(found.carry()), [two; 4]);
    }
}

#[test]
fn emulated_lanes_match_serial() {
    with_large_stack(|| {
        check::<Fma<Emulated<4, f64>, P25519>, _>();
        check::<Fma<Emulated<4, f64>, Q>, _>();
        #[cfg(feature = "cycle2025")]
        {
            check::<Fma<Emulated<4, f64>, crate::primes::Q2025>, _>();
        }
    });
}

/// On this machine's vectors, and the entry.
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(super) mod this_machine {
    use super::*;
    use crate::backend::Avx2;
    use crate::backend::avx2::rounds_to_nearest;
    use crate::backend::avx2::vectors::F64x4;
    use crate::curve::Point;
    use crate::curves::Selene;
    use crate::door::Backend;

    #[test]
    fn vectors_match_serial() {
        if let Some(missing) = Avx2::missing() {
            std::println!("AVX2: not run on this machine, which lacks {missing}");
            return;
        }
        with_large_stack(|| {
            check::<Fma<F64x4, P25519>, _>();
            check::<Fma<F64x4, Q>, _>();
            #[cfg(feature = "cycle2025")]
            {
                check::<Fma<F64x4, crate::primes::Q2025>, _>();
            }
        });
    }

    /// The default floating-point environment, with another rounding mode or mask of exceptions.
    fn with_mxcsr<R>(bits: u32, f: impl FnOnce() -> R) -> R {
        let load = |value: u32| {
            // SAFETY: the value is a default with another rounding mode or mask.
            unsafe {
                core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack));
            }
        };
        load(bits);
        let result = f();
        load(0x1f80);
        result
    }

    /// The environment is read, not assumed: rounding down is noticed, and so is a trap.
    #[test]
    fn rounding_mode_is_checked() {
        assert!(with_mxcsr(0x1f80, rounds_to_nearest));
        for rounding in 1..4 {
            assert!(!with_mxcsr(0x1f80 | rounding << 13, rounds_to_nearest));
        }
        assert!(!with_mxcsr(0x0f80, rounds_to_nearest));
    }

    /// Sums of public points are right in any floating-point environment: in doubles with denormals
    /// flushed to zero, which do not occur, and elsewhere with another rounding mode.
    #[cfg(feature = "alloc")]
    #[test]
    fn sums_are_right_in_any_environment() {
        use crate::door::with_backend;
        use crate::traits::VartimeMultiscalarMul;
        let scalars: Vec<_> = elements::<P25519>().into_iter().take(50).collect();
        let mut points = Vec::from([Point::<Selene>::generator()]);
        for i in 1..scalars.len() {
            points.push(points[i - 1] * scalars[i] + points[0]);
        }
        let expected: Point<Selene> = scalars.iter().zip(&points).map(|(k, p)| *p * k).sum();
        const FLUSH_TO_ZERO: u32 = 1 << 15;
        const DENORMALS_ARE_ZERO: u32 = 1 << 6;
        for environment in [
            0,
            FLUSH_TO_ZERO | DENORMALS_ARE_ZERO,
            1 << 13,
            2 << 13,
            3 << 13,
        ] {
            let sum = with_backend(Backend::Avx2, || {
                with_mxcsr(0x1f80 | environment, || {
                    Point::vartime_multiscalar_mul(&scalars, &points)
                })
            });
            if let Some(sum) = sum {
                assert_eq!(sum, expected, "{environment:x}");
            }
        }
    }
}
