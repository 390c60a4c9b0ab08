//! The field kernels of every backend, as functions to be timed by `benches/kernels.rs`.
//!
//! Not for users: nothing here is stable, and nothing here computes anything.

use core::hint::black_box;

use super::serial::{Serial, with_kernel};
use super::{FieldVector, Sum};
use crate::field::FieldElement;
use crate::params::{P25519, Prime, Q};

/// An operation on one backend's vectors over one prime field.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The backend and the kind of its vectors.
    pub vectors: &'static str,
    /// Elements in a vector.
    pub lanes: usize,
    /// The field, `"p"` or `"q"`.
    pub field: &'static str,
    /// The operation; its results are carried.
    pub operation: &'static str,
    /// That many operations, each of which waits for the one before it.
    pub latency: fn(u64),
    /// That many operations that are independent of each other by [`CHAINS`], all operands in memory.
    pub throughput: fn(u64),
}

/// Independent operations in a throughput loop.
pub const CHAINS: u64 = 8;

/// Hands over every kernel that this CPU can run.
pub fn kernels(visit: &mut impl FnMut(Kernel)) {
    with_kernel!(K => {
        field::<AsIs, Serial<K, P25519>>("serial", "p", visit);
        field::<AsIs, Serial<K, Q>>("serial", "q", visit);
    });
    #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
    vectors::kernels(visit);
}

/// An operation to be timed, always with the same operands but the first.
trait Step<V> {
    const NAME: &'static str;
    fn step(x: &V, others: &[V; 2]) -> V;
}

macro_rules! steps {
    ($($Name:ident, $name:literal: |$x:ident, $y:pat_param, $z:pat_param| $e:expr;)*) => {$(
        struct $Name;
        impl<V: FieldVector> Step<V> for $Name {
            const NAME: &'static str = $name;
            #[inline(always)]
            fn step($x: &V, [$y, $z]: &[V; 2]) -> V {
                $e.carry()
            }
        }
    )*};
}
steps! {
    Multiply, "a·b": |x, y, _| x.mul(y);
    Square, "a²": |x, _, _| x.square();
    SumOfProducts, "a·b + c·d": |x, y, z| V::sum_of_products(x, y, z, x);
    AddCarry, "a + b": |x, y, _| (*x + *y);
}

/// The door to a backend's target features.
trait Door {
    fn enter<R>(run: impl FnOnce() -> R) -> R;
}

struct AsIs;

impl Door for AsIs {
    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
}

fn field<D: Door, V: FieldVector>(
    vectors: &'static str,
    field: &'static str,
    visit: &mut impl FnMut(Kernel),
) {
    fn kernel<D: Door, V: FieldVector, S: Step<V>>(
        vectors: &'static str,
        field: &'static str,
    ) -> Kernel {
        Kernel {
            vectors,
            lanes: V::LANES,
            field,
            operation: S::NAME,
            latency: latency::<D, V, S>,
            throughput: throughput::<D, V, S>,
        }
    }
    visit(kernel::<D, V, Multiply>(vectors, field));
    visit(kernel::<D, V, Square>(vectors, field));
    visit(kernel::<D, V, SumOfProducts>(vectors, field));
    visit(kernel::<D, V, AddCarry>(vectors, field));
}

/// An element without structure.
fn element<P: Prime>(seed: u8) -> FieldElement<P> {
    FieldElement::wide_reduce(core::array::from_fn(|i| {
        (i as u8).wrapping_mul(77).wrapping_add(seed)
    }))
}

fn latency<D: Door, V: FieldVector, S: Step<V>>(n: u64) {
    D::enter(
        #[inline(always)]
        || {
            let mut x = V::splat(&element(1));
            let others = black_box([V::splat(&element(2)), V::splat(&element(3))]);
            for _ in 0..n {
                x = S::step(&x, &others);
            }
            black_box(x);
        },
    );
}

fn throughput<D: Door, V: FieldVector, S: Step<V>>(n: u64) {
    D::enter(
        #[inline(always)]
        || {
            let mut x = [V::splat(&element(1)); CHAINS as usize];
            let others = [[V::splat(&element(2)), V::splat(&element(3))]; CHAINS as usize];
            for _ in 0..n.div_ceil(CHAINS) {
                for (x, others) in black_box(&mut x).iter_mut().zip(black_box(&others)) {
                    *x = S::step(x, others);
                }
            }
        },
    );
}

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod vectors {
    use super::{Door, Kernel, field};
    use crate::backend::avx2::fma::Fma;
    use crate::backend::avx2::integer::Integer;
    use crate::backend::avx2::{F64x4, U64x4};
    use crate::backend::ifma::Tight;
    use crate::backend::lanes::x86::{Ymm, Zmm};
    use crate::backend::{avx2, ifma};
    use crate::params::{P25519, Q};

    macro_rules! door {
        ($Name:ident, $features:literal) => {
            struct $Name;

            impl Door for $Name {
                #[inline(always)]
                fn enter<R>(run: impl FnOnce() -> R) -> R {
                    #[target_feature(enable = $features)]
                    fn enter<R>(run: impl FnOnce() -> R) -> R {
                        run()
                    }
                    // SAFETY: `kernels` names a door only if nothing is missing behind it.
                    unsafe { enter(run) }
                }
            }
        };
    }
    door!(Avx2, "avx2,fma");
    door!(Ifma, "avx512f,avx512dq,avx512vl,avx512ifma");

    pub(super) fn kernels(visit: &mut impl FnMut(Kernel)) {
        if avx2::missing().is_none() {
            field::<Avx2, Integer<U64x4, P25519>>("avx2, integers", "p", visit);
            field::<Avx2, Integer<U64x4, Q>>("avx2, integers", "q", visit);
            if avx2::rounds_to_nearest() {
                field::<Avx2, Fma<F64x4, P25519>>("avx2, doubles", "p", visit);
                field::<Avx2, Fma<F64x4, Q>>("avx2, doubles", "q", visit);
            }
        }
        if ifma::missing().is_none() {
            field::<Ifma, Tight<Ymm, P25519>>("ifma, 256 bits", "p", visit);
            field::<Ifma, Tight<Ymm, Q>>("ifma, 256 bits", "q", visit);
            field::<Ifma, Tight<Zmm, P25519>>("ifma, 512 bits", "p", visit);
            field::<Ifma, Tight<Zmm, Q>>("ifma, 512 bits", "q", visit);
        }
    }
}
