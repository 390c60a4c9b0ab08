//! What runs inside the backends, as functions to be timed by `benches/kernels.rs`.
//!
//! Not for users: nothing here is stable, and nothing here computes anything.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::arithmetic::with_kernel;
use crate::backend::serial::Serial;
use crate::backend::{FieldVector, Sum};
use crate::curve::{Curve, Point};
use crate::curves::{Helios, Selene};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::point_ops::{Independent, Operation, PointOps};
use crate::primes::{P25519, Q};
use crate::scalar_mul::VariableBase;

/// An operation on one kind of vectors.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The backend and the kind of its vectors.
    pub vectors: &'static str,
    /// Results of one operation: elements of a field, or points.
    pub results: usize,
    /// The field, `"p"` or `"q"`, or the curve.
    pub over: &'static str,
    /// The operation; its results are ready to be operands.
    pub operation: &'static str,
    /// That many operations, each of which waits for the one before it.
    pub latency: fn(u64),
    /// That many operations on [`CHAINS`] values in memory, which do not wait for each other.
    pub throughput: fn(u64),
}

/// Independent values in a throughput loop.
pub const CHAINS: usize = 8;

/// Hands over every kernel that this CPU can run.
pub fn kernels(visit: &mut impl FnMut(Kernel)) {
    with_kernel!(K => {
        lanes::<AsIs, Serial<K, P25519>, Helios>("serial", "p", visit);
        lanes::<AsIs, Serial<K, Q>, Selene>("serial", "q", visit);
        point::<AsIs, Helios, Independent<Serial<K, P25519>>>("serial", visit);
        point::<AsIs, Selene, Independent<Serial<K, Q>>>("serial", visit);
    });
    #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
    vectors::kernels(visit);
}

/// An operation to be timed, always with the same operands but the first.
trait Step {
    type Value: Copy;
    type Others: Copy;
    fn start() -> (Self::Value, Self::Others);
    fn step(x: &Self::Value, others: &Self::Others) -> Self::Value;
}

macro_rules! field_steps {
    ($($Name:ident: |$x:ident, $y:pat_param, $z:pat_param| $e:expr;)*) => {$(
        struct $Name<V>(PhantomData<V>);

        impl<V: FieldVector> Step for $Name<V> {
            type Value = V;
            type Others = [V; 2];

            #[inline(always)]
            fn start() -> (V, [V; 2]) {
                (
                    V::splat(&element(1)),
                    [V::splat(&element(2)), V::splat(&element(3))],
                )
            }

            #[inline(always)]
            fn step($x: &V, [$y, $z]: &[V; 2]) -> V {
                $e
            }
        }
    )*};
}
field_steps! {
    Multiply: |x, y, _| x.mul_carried(y);
    Square: |x, _, _| x.square_carried();
    SumOfProducts: |x, y, z| V::sum_of_products_carried(x, y, z, x);
    Add: |x, y, _| (*x + *y).carry();
}

macro_rules! point_steps {
    ($($Name:ident: |$x:ident, $y:pat_param| $e:expr;)*) => {$(
        struct $Name<C, O>(PhantomData<(C, O)>);

        impl<C: Curve, O: PointOps<C>> Step for $Name<C, O> {
            type Value = O::Point;
            type Others = O::Cached;

            #[inline(always)]
            fn start() -> (O::Point, O::Cached) {
                let point = O::load(&Point::<C>::generator());
                let mut other = point;
                O::double_n(&mut other, 1);
                (point, O::cache(other))
            }

            #[inline(always)]
            fn step(x: &O::Point, $y: &O::Cached) -> O::Point {
                let mut $x = *x;
                $e;
                $x
            }
        }
    )*};
}
point_steps! {
    PointAdd: |x, y| O::add(&mut x, y, Mask::NO);
    FiveDoublings: |x, _| O::double_n(&mut x, 5);
}

struct VariableBaseStep<C, O>(PhantomData<(C, O)>);

impl<C: Curve, O: PointOps<C>> Step for VariableBaseStep<C, O> {
    type Value = Point<C>;
    type Others = FieldElement<C::Scalar>;

    #[inline(always)]
    fn start() -> (Point<C>, FieldElement<C::Scalar>) {
        (Point::generator(), element(1))
    }

    #[inline(always)]
    fn step(point: &Point<C>, scalar: &FieldElement<C::Scalar>) -> Point<C> {
        Operation::run::<O>(VariableBase { scalar, point })
    }
}

/// An element without structure.
fn element<P: Prime>(seed: u8) -> FieldElement<P> {
    FieldElement::wide_reduce(core::array::from_fn(|i| {
        (i as u8).wrapping_mul(77).wrapping_add(seed)
    }))
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

fn latency<D: Door, S: Step>(n: u64) {
    D::enter(
        #[inline(always)]
        || {
            let (mut x, others) = S::start();
            let others = black_box(others);
            for _ in 0..n {
                x = S::step(&x, &others);
            }
            black_box(x);
        },
    );
}

fn throughput<D: Door, S: Step>(n: u64) {
    D::enter(
        #[inline(always)]
        || {
            let (x, others) = S::start();
            let (mut x, others) = ([x; CHAINS], [others; CHAINS]);
            let mut left = n as usize;
            while left > 0 {
                let turn = left.min(CHAINS);
                for (x, others) in black_box(&mut x)[..turn].iter_mut().zip(black_box(&others)) {
                    *x = S::step(x, others);
                }
                left -= turn;
            }
        },
    );
}

/// What the kernels of one kind of vectors have in common.
#[derive(Clone, Copy)]
struct Kind {
    vectors: &'static str,
    over: &'static str,
    results: usize,
}

impl Kind {
    fn kernel<D: Door, S: Step>(self, operation: &'static str) -> Kernel {
        Kernel {
            vectors: self.vectors,
            over: self.over,
            results: self.results,
            operation,
            latency: latency::<D, S>,
            throughput: throughput::<D, S>,
        }
    }
}

/// Elements, and points of a curve over them, each in a lane of its own.
fn lanes<D: Door, V: FieldVector<Prime = C::Base>, C: Curve>(
    vectors: &'static str,
    field: &'static str,
    visit: &mut impl FnMut(Kernel),
) {
    let results = V::LANES;
    let kind = Kind {
        vectors,
        over: field,
        results,
    };
    visit(kind.kernel::<D, Multiply<V>>("a·b"));
    visit(kind.kernel::<D, Square<V>>("a²"));
    visit(kind.kernel::<D, SumOfProducts<V>>("a·b + c·d"));
    visit(kind.kernel::<D, Add<V>>("a + b"));
    let over = C::POINT_NAME;
    let kind = Kind { over, ..kind };
    visit(kind.kernel::<D, PointAdd<C, Independent<V>>>("lane by lane, P + Q"));
}

/// One point.
fn point<D: Door, C: Curve, O: PointOps<C>>(vectors: &'static str, visit: &mut impl FnMut(Kernel)) {
    let kind = Kind {
        vectors,
        over: C::POINT_NAME,
        results: 1,
    };
    visit(kind.kernel::<D, PointAdd<C, O>>("one point, P + Q"));
    visit(kind.kernel::<D, FiveDoublings<C, O>>("one point, 32·P"));
    visit(kind.kernel::<D, VariableBaseStep<C, O>>("one point, k·P"));
}

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod vectors {
    use super::{Door, Kernel, lanes, point};
    use crate::backend::avx2::vectors::F64x4;
    use crate::backend::doubles::Fma;
    use crate::backend::ifma::vectors::{Ymm, Zmm};
    use crate::backend::limbs::Tight;
    use crate::backend::{avx2, features, ifma};
    use crate::curves::{Helios, Selene};
    use crate::point_ops::Parallel;
    use crate::primes::{P25519, Q};

    macro_rules! door {
        ($Name:ident, $enter:ident) => {
            struct $Name;

            impl Door for $Name {
                #[inline(always)]
                fn enter<R>(run: impl FnOnce() -> R) -> R {
                    // SAFETY: `kernels` names a door only if nothing is missing behind it.
                    unsafe { features::$enter(run) }
                }
            }
        };
    }
    door!(Avx2, enter_avx2);
    door!(Ifma, enter_ifma);

    pub(super) fn kernels(visit: &mut impl FnMut(Kernel)) {
        macro_rules! both_fields {
            ($Door:ident, $Vector:ident<$Lanes:ident>, $name:literal) => {
                lanes::<$Door, $Vector<$Lanes, P25519>, Helios>($name, "p", visit);
                lanes::<$Door, $Vector<$Lanes, Q>, Selene>($name, "q", visit);
            };
        }
        macro_rules! both_curves {
            ($Door:ident, $Vector:ident<$Lanes:ident>, $name:literal) => {
                point::<$Door, Helios, Parallel<$Vector<$Lanes, P25519>>>($name, visit);
                point::<$Door, Selene, Parallel<$Vector<$Lanes, Q>>>($name, visit);
            };
        }
        if avx2::missing().is_none() && avx2::rounds_to_nearest() {
            both_fields!(Avx2, Fma<F64x4>, "avx2, doubles");
        }
        if ifma::missing().is_none() {
            both_fields!(Ifma, Tight<Ymm>, "ifma, 256 bits");
            both_curves!(Ifma, Tight<Ymm>, "ifma, 256 bits");
            both_fields!(Ifma, Tight<Zmm>, "ifma, 512 bits");
        }
    }
}
