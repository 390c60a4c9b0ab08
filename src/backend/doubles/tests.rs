//! The suite of every backend, on emulated lanes and on this machine's.

mod proofs;

use ff::Field;

use super::field::FmaSum;
use super::{Fma, TIGHT, exp2};
use crate::backend::{FieldVector, Sum as _};
use crate::field::{FieldElement, Prime};
use crate::primes::{P25519, Q};
use crate::testing::lanes::emulated::Emulated;
use crate::testing::suite::check;

/// Without optimisation each value of an inlined function takes its own place on the stack.
fn with_large_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(f);
    thread.expect("a thread").join().expect("all the same");
}

#[test]
fn emulated_lanes_match_serial() {
    with_large_stack(|| {
        check::<Fma<Emulated<4, f64>, P25519>>();
        check::<Fma<Emulated<4, f64>, Q>>();
    });
}

/// Sums and multiples are carried before their limbs pass 2^53, whatever the operands' sizes.
fn units<P: Prime>() {
    type Vector<P> = Fma<Emulated<4, f64>, P>;
    type Units<P> = FmaSum<Emulated<4, f64>, P>;
    // Odd, and of full length.
    let x = FieldElement::<P>::from_small(1) - FieldElement::from_small(6).invert().unwrap();
    let of = |sum: Units<P>| {
        assert!(f64::from(sum.units) * TIGHT <= exp2(53));
        sum.carry().store_lanes()[3]
    };
    let one: Units<P> = Vector::<P>::splat(&x).into();
    let sums = [
        one,
        one.times::<2>(),
        one.times::<3>(),
        one.times::<4>(),
        one.times::<5>(),
        one.times::<6>(),
        one.times::<7>(),
    ];
    let multiple = |n: usize| x * FieldElement::from(n as u64);
    for (a, sum) in (1..).zip(sums) {
        assert_eq!((sum.units as usize, of(sum)), (a, multiple(a)));
        for (b, other) in (1..).zip(sums) {
            assert_eq!(of(sum + other), multiple(a + b));
            assert_eq!(of(sum + other - other), multiple(a));
            let nothing = Vector::<P>::splat(&FieldElement::ZERO);
            let [kept, replaced] =
                [Vector::splat(&x), nothing].map(|z| z.replace_where_zero(sum, other));
            assert_eq!([kept, replaced].map(|sum| sum.units), [1; 2]);
            assert_eq!([kept, replaced].map(of), [a, b].map(multiple));
        }
        assert_eq!(of(sum.times::<2>()), multiple(2 * a));
        assert_eq!(of(sum.times::<5>()), multiple(5 * a));
        assert_eq!(of(sum.times::<7>()), multiple(7 * a));
        assert_eq!(of(sum.times::<8>()), multiple(8 * a));
        assert_eq!(of(sum.times::<12>()), multiple(12 * a));
        assert_eq!(of(sum.times::<16>()), multiple(16 * a));
    }
}

#[test]
fn sums_are_carried_in_time() {
    with_large_stack(|| {
        units::<P25519>();
        units::<Q>();
    });
}

/// On this machine's vectors, and through the door.
#[cfg(helioselene_has = "avx2")]
pub(super) mod this_machine {
    use super::*;
    use crate::backend::avx2::Avx2;
    use crate::backend::avx2::vectors::F64x4;
    use crate::backend::avx2::vectors::rounds_to_nearest;
    use crate::backend::{BatchVector, InstructionSet as _, Job};

    #[test]
    fn vectors_match_serial() {
        if let Some(missing) = Avx2::missing() {
            std::println!("AVX2: not run on this machine, which lacks {missing}");
            return;
        }
        with_large_stack(|| {
            check::<Fma<F64x4, P25519>>();
            check::<Fma<F64x4, Q>>();
            check::<Fma<F64x4, crate::primes::Q2025>>();
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

    /// Doubles get nothing from threads that round differently or trap.
    #[test]
    fn jobs_are_given_back() {
        struct Lanes<const PUBLIC: bool>;
        impl<P: Prime, const PUBLIC: bool> Job<P> for Lanes<PUBLIC> {
            type Output = usize;
            const PUBLIC: bool = PUBLIC;
            fn run<V: BatchVector<Prime = P>>(self) -> usize {
                V::LANES
            }
        }
        let Some(avx2) = Avx2::open() else {
            std::println!("AVX2: not run on this machine");
            return;
        };
        let public = || avx2.many::<Q, _>(Lanes::<true>).ok();
        assert_eq!(public(), Some(4));
        // Denormals, which do not occur, may be taken for zero and flushed to it.
        assert_eq!(with_mxcsr(0x9fc0, public), Some(4));
        for mxcsr in [0x0f80, 0x3f80, 0x5f80, 0x7f80] {
            assert_eq!(with_mxcsr(mxcsr, public), None, "{mxcsr:x}");
        }
    }
}
