//! Cycle counts of the kernels: `cargo test --release -- --ignored --nocapture cycles_of_avx2`.

use core::arch::asm;
use core::arch::x86_64::{_mm_lfence, _rdtsc};
use core::hint::black_box;
use core::marker::PhantomData;
use std::println;

use super::fma::Fma;
use super::integer::Integer;
use super::lanes::x86::{F64x4, U64x4};
use crate::backend::Mask;
use crate::backend::serial::{Serial, with_kernel};
use crate::backend::vector::{FieldVector, Sum};
use crate::field::FieldElement;
use crate::params::{Curve, Helios, Prime, Selene};
use crate::point_ops::{Independent, Parallel, PointOps};
use crate::scalar_mul::{DoubleBase, FixedBase, VariableBase};

fn ticks() -> u64 {
    // SAFETY: every x86-64 CPU has both.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}

/// Time stamp ticks in a core cycle, from a chain of additions of one cycle each.
fn ticks_per_cycle() -> f64 {
    let started = ticks();
    // SAFETY: registers only.
    unsafe {
        asm!("2:", "add {x}, {y}", "add {x}, {y}", "add {x}, {y}", "add {x}, {y}", "dec {n}", "jnz 2b",
            x = inout(reg) 0u64 => _, y = in(reg) 3u64, n = inout(reg) 5000u64 => _);
    }
    (ticks() - started) as f64 / 20000.0
}

/// The least cycles of one of `n` operations.
fn cycles(n: u64, mut f: impl FnMut()) -> f64 {
    f();
    (0..60).fold(f64::MAX, |least, _| {
        let before = ticks_per_cycle();
        let started = ticks();
        f();
        let elapsed = (ticks() - started) as f64;
        least.min(elapsed / before.min(ticks_per_cycle()) / n as f64)
    })
}

/// A measured operation: not a closure, as those are not inlined for certain.
trait Step<V> {
    fn step(x: &mut V, b: &V);
}

macro_rules! steps {
    ($($name:ident |$x:ident, $b:ident| $e:expr;)*) => {$(
        struct $name;
        impl<V: FieldVector> Step<V> for $name {
            #[inline(always)]
            fn step($x: &mut V, $b: &V) {
                *$x = $e.carry();
            }
        }
    )*};
}
steps! {
    Multiply |x, b| x.mul(b);
    Square |x, _b| x.square();
    SumOfProducts |x, b| V::sum_of_products(x, b, b, x);
    AddCarry |x, b| (*x + *b);
}

struct Addition<C, V>(PhantomData<(C, V)>);

type Points<C, V> = <Independent<V> as PointOps<C>>::Point;

impl<C: Curve, V: FieldVector<Prime = C::Base>> Step<Points<C, V>> for Addition<C, V> {
    #[inline(always)]
    fn step(x: &mut Points<C, V>, b: &Points<C, V>) {
        <Independent<V> as PointOps<C>>::add(x, b, Mask::NO);
    }
}

#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn one_chain<V: Copy, S: Step<V>>(mut x: V, b: V) -> V {
    for _ in 0..N {
        S::step(&mut x, &b);
    }
    x
}

#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn four_chains<V: Copy, S: Step<V>>(mut x: [V; 4], b: V) -> [V; 4] {
    for _ in 0..N {
        for x in &mut x {
            S::step(x, &b);
        }
    }
    x
}

const N: u64 = 400;

fn measure<V: Copy, S: Step<V>>(name: &str, x: V, b: V) {
    // SAFETY: the test below checked the CPU.
    let latency = cycles(N, || unsafe {
        black_box(one_chain::<V, S>(black_box(x), b));
    });
    // SAFETY: as above.
    let throughput = cycles(4 * N, || unsafe {
        black_box(four_chains::<V, S>(black_box([x; 4]), b));
    });
    println!("{name:<24} {latency:8.1} {throughput:8.1}");
}

fn vectors<V: FieldVector>(name: &str) {
    let lanes: [FieldElement<V::Prime>; 4] = core::array::from_fn(|i| {
        FieldElement::wide_reduce(core::array::from_fn(|j| (7 * i * j + 13 * j + i) as u8))
    });
    let (a, b) = (V::load(&lanes[..V::LANES]), V::splat(&lanes[3]));
    println!("{name}: cycles per vector, latency and throughput");
    measure::<V, Multiply>("multiply", a, b);
    measure::<V, Square>("square", a, b);
    measure::<V, SumOfProducts>("sum of products", a, b);
    measure::<V, AddCarry>("add, carry", a, b);
}

fn additions<C: Curve, V: FieldVector<Prime = C::Base>>(name: &str) {
    let (p, q) = (
        crate::Point::<C>::generator(),
        crate::Point::<C>::generator() + crate::Point::<C>::generator(),
    );
    let load = <Independent<V> as PointOps<C>>::load;
    measure::<_, Addition<C, V>>(name, load(&p), load(&q));
}

/// One public operation over the points `O`.
fn operations<C: Curve, O: PointOps<C>>(name: &str) {
    let point = crate::Point::<C>::generator();
    let scalars = [3u8, 5].map(|seed| {
        FieldElement::<C::Scalar>::wide_reduce(core::array::from_fn(|i| {
            seed.wrapping_mul(i as u8 + 77)
        }))
    });
    let point = point * scalars[0];
    let [a, b] = &scalars;
    macro_rules! kilocycles {
        ($operation:expr) => {
            // SAFETY: the test below checked the CPU.
            cycles(1, || unsafe {
                black_box(super::tests::this_machine::run::<O, C, _>($operation));
            }) / 1000.0
        };
    }
    let variable = kilocycles!(VariableBase {
        scalar: a,
        point: &point
    });
    let fixed = kilocycles!(FixedBase { scalar: a });
    let double = kilocycles!(DoubleBase {
        a,
        point: &point,
        b
    });
    println!("{name:<24} {variable:8.1} {fixed:8.1} {double:8.1}");
}

fn all_operations<C: Curve>(name: &str) {
    println!("== {name}: kilocycles, variable base, fixed base, double base");
    with_kernel!(K => operations::<C, Independent<Serial<K, C::Base>>>("serial"));
    operations::<C, Parallel<Fma<F64x4, C::Base>>>("fma, four lanes");
    operations::<C, Parallel<Integer<U64x4, C::Base>>>("integer, four lanes");
}

fn field<P: Prime>(name: &str) {
    println!("== {name}");
    with_kernel!(K => vectors::<Serial<K, P>>("serial"));
    vectors::<Fma<F64x4, P>>("fma");
    vectors::<Integer<U64x4, P>>("integer");
}

#[test]
#[ignore = "a measurement"]
fn cycles_of_avx2() {
    field::<<Selene as Curve>::Base>("q");
    field::<<Helios as Curve>::Base>("p");
    println!("== independent complete additions");
    with_kernel!(K => additions::<Selene, Serial<K, _>>("q serial"));
    additions::<Selene, Fma<F64x4, _>>("q fma");
    additions::<Selene, Integer<U64x4, _>>("q integer");
    with_kernel!(K => additions::<Helios, Serial<K, _>>("p serial"));
    additions::<Helios, Fma<F64x4, _>>("p fma");
    additions::<Helios, Integer<U64x4, _>>("p integer");
    all_operations::<Selene>("Selene");
    all_operations::<Helios>("Helios");
}
