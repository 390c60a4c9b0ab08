//! Kernels of the backends, as functions for `benches/kernels.rs` to time.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::backend::{BatchVector, FieldVector, Job, PointJob, PointVector, Sum};
use crate::curve::{Curve, Point};
use crate::curves::{Helios, Selene};
use crate::dispatch::Backend;
use crate::field::{FieldElement, Prime};
use crate::mask::Mask;
use crate::point_ops::parallel::Parallel;
use crate::point_ops::{Independent, Operation, PointOps};
use crate::scalar_mul::VariableBase;

/// An operation on one kind of vector.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The backend and its kind of vector.
    pub vectors: &'static str,
    /// The number of results of one operation: elements of a field, or points.
    pub results: usize,
    /// The field, `"p"` or `"q"`, or the curve.
    pub over: &'static str,
    /// The operation's name; results are ready to be operands.
    pub operation: &'static str,
    /// Does this many operations, each waiting for the one before it.
    pub latency: fn(u64),
    /// Does this many independent operations, on [`CHAINS`] values in memory.
    pub throughput: fn(u64),
    /// The machine code of one operation.
    pub code: *const u8,
}

/// Independent values in a throughput loop.
pub const CHAINS: usize = 8;

/// Calls `visit` with every kernel that this CPU can run.
pub fn kernels(visit: &mut impl FnMut(Kernel)) {
    for backend in Backend::available() {
        let (one, many) = match backend {
            Backend::Serial => (Some("serial"), None),
            Backend::Avx2 => (None, Some("avx2, doubles")),
            Backend::Ifma => (Some("ifma, 256 bits"), Some("ifma, 512 bits")),
        };
        if let Some(name) = one {
            backend.one(Lanes::<Helios, _, false>(name, "p", visit, PhantomData));
            backend.one(Lanes::<Selene, _, false>(name, "q", visit, PhantomData));
            backend.one(OnePoint::<Helios, _>(name, visit, PhantomData));
            backend.one(OnePoint::<Selene, _>(name, visit, PhantomData));
        }
        if let Some(name) = many {
            backend.many(Lanes::<Helios, _, true>(name, "p", visit, PhantomData));
            backend.many(Lanes::<Selene, _, true>(name, "q", visit, PhantomData));
        }
        if backend == Backend::Avx2 {
            let name = "avx2, integers";
            backend.many(Lanes::<Helios, _, false>(name, "p", visit, PhantomData));
            backend.many(Lanes::<Selene, _, false>(name, "q", visit, PhantomData));
        }
    }
}

/// A job that visits the kernels of vectors over a curve's field, and of points in their lanes.
struct Lanes<'a, C, F, const PUBLIC: bool>(&'static str, &'static str, &'a mut F, PhantomData<C>);

impl<C: Curve, F: FnMut(Kernel), const PUBLIC: bool> Job<C::Base> for Lanes<'_, C, F, PUBLIC> {
    type Output = ();
    const PUBLIC: bool = PUBLIC;

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        lanes::<C, V>(self.0, self.1, self.2);
    }
}

impl<C: Curve, F: FnMut(Kernel)> PointJob<C::Base> for Lanes<'_, C, F, false> {
    type Output = ();

    fn run<V: FieldVector<Prime = C::Base>>(self) {
        lanes::<C, V>(self.0, self.1, self.2);
    }

    fn run_in_four_lanes<V: PointVector<Prime = C::Base>>(self) {
        lanes::<C, V>(self.0, self.1, self.2);
    }
}

/// A job that visits the kernels of single points.
struct OnePoint<'a, C, F>(&'static str, &'a mut F, PhantomData<C>);

impl<C: Curve, F: FnMut(Kernel)> PointJob<C::Base> for OnePoint<'_, C, F> {
    type Output = ();

    fn run<V: FieldVector<Prime = C::Base>>(self) {
        point::<C, V, Independent<V>>(self.0, self.1);
    }

    fn run_in_four_lanes<V: PointVector<Prime = C::Base>>(self) {
        point::<C, V, Parallel<V>>(self.0, self.1);
    }
}

/// A timed operation, whose operands are always the same except the first.
trait Step {
    type Value: Copy;
    type Others: Copy;
    fn start() -> (Self::Value, Self::Others);
    fn step(x: &Self::Value, others: &Self::Others) -> Self::Value;
}

macro_rules! steps {
    ($($Name:ident<$($T:ident: $Bound:path),*>, $Value:ty, $Others:ty, $start:expr, |$x:ident, $y:pat_param| $step:expr;)*) => {$(
        struct $Name<$($T),*>(PhantomData<($($T,)*)>);

        impl<$($T: $Bound),*> Step for $Name<$($T),*> {
            type Value = $Value;
            type Others = $Others;

            #[inline(always)]
            fn start() -> ($Value, $Others) {
                $start
            }

            #[inline(always)]
            fn step($x: &$Value, $y: &$Others) -> $Value {
                $step
            }
        }
    )*};
}
steps! {
    Multiply<V: FieldVector>, V, [V; 2], vectors(), |x, [y, _]| x.mul_carried(y);
    Square<V: FieldVector>, V, [V; 2], vectors(), |x, _| x.square_carried();
    SumOfProducts<V: FieldVector>, V, [V; 2], vectors(), |x, [y, z]| V::sum_of_products_carried(x, y, z, x);
    Add<V: FieldVector>, V, [V; 2], vectors(), |x, [y, _]| (*x + *y).carry();
    PointAdd<C: Curve, O: PointOps<C>>, O::Point, O::Cached, points::<C, O>(), |x, y| {
        let mut x = *x;
        O::add(&mut x, y, Mask::NO);
        x
    };
    FiveDoublings<C: Curve, O: PointOps<C>>, O::Point, O::Cached, points::<C, O>(), |x, _| {
        let mut x = *x;
        O::double_n(&mut x, 5);
        x
    };
    Multiple<C: Curve, O: PointOps<C>>, Point<C>, FieldElement<C::Scalar>, (Point::GENERATOR, element(1)), |point, scalar| {
        Operation::run::<O>(VariableBase { scalar, point })
    };
}

#[inline(always)]
fn vectors<V: FieldVector>() -> (V, [V; 2]) {
    let [x, y, z] = [1, 2, 3].map(|seed| V::splat(&element(seed)));
    (x, [y, z])
}

#[inline(always)]
fn points<C: Curve, O: PointOps<C>>() -> (O::Point, O::Cached) {
    let point = O::load(&Point::<C>::GENERATOR);
    let mut other = point;
    O::double_n(&mut other, 1);
    (point, O::cache(other))
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

/// What the kernels of one kind of vector have in common.
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

/// Elements, and points of a curve over them, each in its own lane.
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
    visit(kind.kernel::<V, Multiple<C, O>>("one point, k·P"));
}
