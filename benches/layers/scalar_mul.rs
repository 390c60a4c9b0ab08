//! Scalar multiplication on every backend. Sums of many products: `msm/`.

mod backends;

use std::hint::black_box;

use helioselene_bench_support::harness::{Criterion, Sets, group, one_core, run};
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{Curve, FieldElement, Helios, Point, Selene};

/// Products in a batch.
const BATCH: usize = 64;
/// Sets of one product each: the time of the double base varies by several percent with the scalars.
const SINGLE: usize = 64;

struct Operands<C: Curve> {
    a: Vec<FieldElement<C::Scalar>>,
    b: FieldElement<C::Scalar>,
    points: Vec<Point<C>>,
}

fn sets<C: Curve>(sets: usize, products: usize) -> Sets<Operands<C>> {
    Sets::of(sets, |rng| Operands {
        a: (0..products)
            .map(|_| FieldElement::random(&mut *rng))
            .collect(),
        b: FieldElement::random(&mut *rng),
        points: (0..products)
            .map(|_| Point::random(&mut *rng).double())
            .collect(),
    })
}

fn curve<C: Curve>(c: &mut Criterion, name: &str) {
    let mut operation =
        |what: &str, elements: usize, sets: &mut Sets<Operands<C>>, run: &dyn Fn(&Operands<C>)| {
            let mut group = group(c, format!("scalar_mul/{name}/{what}"), elements);
            backends::on_each(&mut group, None, &mut || run(black_box(sets.turn())));
        };
    let single = &mut sets::<C>(SINGLE, 1);
    operation("variable base", 1, single, &|x| {
        black_box(x.points[0] * x.a[0]);
    });
    operation("mul_base", 1, single, &|x| {
        black_box(Point::<C>::mul_base(&x.a[0]));
    });
    operation("vartime double base", 1, single, &|x| {
        black_box(Point::vartime_double_scalar_mul_basepoint(
            &x.a[0],
            &x.points[0],
            &x.b,
        ));
    });
    let batches = &mut sets::<C>(helioselene_bench_support::harness::SETS, BATCH);
    operation("batch_mul", BATCH, batches, &|x| {
        black_box(Point::batch_mul(&x.a, &x.points));
    });
}

fn main() {
    run(one_core(), |c| {
        curve::<Helios>(c, "Helios");
        curve::<Selene>(c, "Selene");
    });
}
