//! Kernels of the backends as functions to be timed by `benches/kernels.rs`.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::arithmetic::with_kernel;
use crate::backend::serial::OneLane;
use crate::backend::tuning::doubles::IN_EIGHT_LANES;
use crate::backend::tuning::limbs::WITHOUT_VPMULLQ;
use crate::backend::{Avx2, Avx512, FieldVector, Ifma, OnVector, Sum};
use crate::curve::{Curve, Point};
use crate::curves::{Helios, Selene};
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::point_ops::{Independent, Operation, Parallel, PointOps};
use crate::primes::{P25519, Q};
use crate::scalar_mul::VariableBase;

/// The lanes of doubles on the AVX2 backend from now on: 4, or 8 where the CPU has AVX-512. Without it the tuning
/// file says.
pub fn set_lanes_of_doubles(lanes: Option<u8>) {
    IN_EIGHT_LANES.set(lanes.map(|lanes| lanes == 8));
}

/// Whether the IFMA backend does without `vpmullq` from now on. Without a choice the tuning file says.
pub fn set_without_vpmullq(without: Option<bool>) {
    WITHOUT_VPMULLQ.set(without);
}

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
    /// The machine code of one operation.
    pub code: *const u8,
}

/// Independent values in a throughput loop.
pub const CHAINS: usize = 8;

/// Hands over every kernel that this CPU can run.
pub fn kernels(visit: &mut impl FnMut(Kernel)) {
    with_kernel!(K => {
        lanes::<Helios, <K as OneLane<P25519>>::Vector>("serial", "p", visit);
        lanes::<Selene, <K as OneLane<Q>>::Vector>("serial", "q", visit);
        point::<Helios, <K as OneLane<P25519>>::Vector, Independent<<K as OneLane<P25519>>::Vector>>("serial", visit);
        point::<Selene, <K as OneLane<Q>>::Vector, Independent<<K as OneLane<Q>>::Vector>>("serial", visit);
    });
    if let Some(door) = Avx2::open() {
        door.many(Lanes::<Helios, _>("avx2, doubles", "p", visit, PhantomData));
        door.many(Lanes::<Selene, _>("avx2, doubles", "q", visit, PhantomData));
    }
    if let Some(door) = Avx512::open() {
        let name = "avx-512, doubles";
        door.many(Lanes::<Helios, _>(name, "p", visit, PhantomData));
        door.many(Lanes::<Selene, _>(name, "q", visit, PhantomData));
    }
    for (without_vpmullq, four, eight) in [
        (false, "ifma, 256 bits", "ifma, 512 bits"),
        (
            true,
            "ifma, 256 bits, without vpmullq",
            "ifma, 512 bits, without vpmullq",
        ),
    ] {
        let Some(door) = Ifma::open_as(without_vpmullq) else {
            continue;
        };
        door.one_point(Lanes::<Helios, _>(four, "p", visit, PhantomData));
        door.one_point(Lanes::<Selene, _>(four, "q", visit, PhantomData));
        door.one_point(OnePoint::<Helios, _>(four, visit, PhantomData));
        door.one_point(OnePoint::<Selene, _>(four, visit, PhantomData));
        door.many(Lanes::<Helios, _>(eight, "p", visit, PhantomData));
        // Over q eight lanes are the same.
        if !without_vpmullq {
            door.many(Lanes::<Selene, _>(eight, "q", visit, PhantomData));
        }
    }
}

/// Hands over the kernels of vectors over a curve's field, and of points in their lanes.
struct Lanes<'a, C, F>(&'static str, &'static str, &'a mut F, PhantomData<C>);

impl<C: Curve, F: FnMut(Kernel)> OnVector<C::Base> for Lanes<'_, C, F> {
    type Output = ();

    fn run<V: FieldVector<Prime = C::Base>>(self) {
        lanes::<C, V>(self.0, self.1, self.2);
    }
}

/// Hands over the kernels of one point in four lanes.
struct OnePoint<'a, C, F>(&'static str, &'a mut F, PhantomData<C>);

impl<C: Curve, F: FnMut(Kernel)> OnVector<C::Base> for OnePoint<'_, C, F> {
    type Output = ();

    fn run<V: FieldVector<Prime = C::Base>>(self) {
        point::<C, V, Parallel<V>>(self.0, self.1);
    }
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

fn latency<V: FieldVector, S: Step>(n: u64) {
    V::enter(
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

fn throughput<V: FieldVector, S: Step>(n: u64) {
    V::enter(
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

/// One operation, in place.
fn once<V: FieldVector, S: Step>(x: &mut S::Value, others: &S::Others) {
    V::enter(
        #[inline(always)]
        || *x = S::step(x, others),
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
    fn kernel<V: FieldVector, S: Step>(self, operation: &'static str) -> Kernel {
        let code: fn(&mut S::Value, &S::Others) = once::<V, S>;
        Kernel {
            vectors: self.vectors,
            over: self.over,
            results: self.results,
            operation,
            latency: latency::<V, S>,
            throughput: throughput::<V, S>,
            code: code as *const u8,
        }
    }
}

/// Elements, and points of a curve over them, each in a lane of its own.
fn lanes<C: Curve, V: FieldVector<Prime = C::Base>>(
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
    visit(kind.kernel::<V, Multiply<V>>("a·b"));
    visit(kind.kernel::<V, Square<V>>("a²"));
    visit(kind.kernel::<V, SumOfProducts<V>>("a·b + c·d"));
    visit(kind.kernel::<V, Add<V>>("a + b"));
    let over = C::POINT_NAME;
    let kind = Kind { over, ..kind };
    visit(kind.kernel::<V, PointAdd<C, Independent<V>>>("lane by lane, P + Q"));
}

/// One point.
fn point<C: Curve, V: FieldVector, O: PointOps<C>>(
    vectors: &'static str,
    visit: &mut impl FnMut(Kernel),
) {
    let kind = Kind {
        vectors,
        over: C::POINT_NAME,
        results: 1,
    };
    visit(kind.kernel::<V, PointAdd<C, O>>("one point, P + Q"));
    visit(kind.kernel::<V, FiveDoublings<C, O>>("one point, 32·P"));
    visit(kind.kernel::<V, VariableBaseStep<C, O>>("one point, k·P"));
}
