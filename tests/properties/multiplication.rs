//! Additions and scalar multiplications of points with known logarithms, whose multiples the oracle knows.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use helioselene_simd::group::Group;
use helioselene_simd::{Backend, Curve, Point};
use num_bigint::BigUint;

use super::input::Input;
use super::on_a_curve;
use crate::common::oracle::{Doublings, Weierstrass};
use crate::common::{check_point, each_backend, from_int, point_with_z};

/// Sums, differences, multiples, products of the generator, and double products.
pub fn multiplication(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    on_a_curve!(input.below(6), of(&mut input));
}

/// The doublings of a curve's generator, made once.
fn doublings<C: Curve>() -> &'static Doublings<'static> {
    static ALL: LazyLock<Mutex<HashMap<TypeId, &Doublings>>> = LazyLock::new(Mutex::default);
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.entry(TypeId::of::<C>()).or_insert_with(|| {
        let curve: &Weierstrass = Box::leak(Box::new(Weierstrass::of::<C>()));
        Box::leak(Box::new(Doublings::new(curve, &curve.generator)))
    })
}

fn of<C: Curve>(input: &mut Input<'_>) {
    let doublings = doublings::<C>();
    let curve = doublings.curve;
    let order = &curve.order;
    let mut known: Vec<BigUint> = Vec::new();
    let mut residue = || {
        let x = input.residue(&order.modulus, &known);
        known.push(x.clone());
        x
    };
    // Points p·G and q·G, scalars a and b.
    let [p, q, a, b] = [(); 4].map(|()| residue());
    let [z, w] = [(); 2].map(|()| input.residue(&(&curve.field.modulus - 1u8), &[]) + 1u8);
    let times = input.below(9);
    let multiple = |k: &BigUint| doublings.mul(&order.reduce(k));
    let affine = [multiple(&p), multiple(&q)];
    let [x, y]: [Point<C>; 2] = [point_with_z(&affine[0], &z), point_with_z(&affine[1], &w)];
    let (k, l) = (from_int(&a), from_int(&b));
    // The oracle computes one of these, since it is slow; the other backends are compared with one that was.
    let sum = order.add(&p, &q);
    let logarithms = [
        sum.clone(),
        order.sub(&p, &q),
        order.add(&p, &p),
        order.neg(&p),
        order.mul(&a, &p),
        a.clone(),
        order.add(&order.mul(&a, &p), &b),
        order.mul(&a, &sum),
        order.mul(&b, &q),
    ];
    let mut by_serial = Vec::new();
    each_backend(|backend| {
        let generator = Point::<C>::generator();
        let products = Point::batch_mul(&[k, l, k], &[x, y, x + y]);
        let same = y;
        let results = [
            (x + y, Some(x - -same)),
            (x - y, Some(-(same - x))),
            (x.double(), Some(x + x)),
            (-x, None),
            (x * k, Some(products[0])),
            (Point::mul_base(&k), Some(generator * k)),
            (
                Point::vartime_double_scalar_mul_basepoint(&k, &x, &l),
                Some(x * k + Point::mul_base(&l)),
            ),
            ((x + y) * k, Some(products[2])),
            (y * l, Some(products[1])),
        ];
        if backend == Backend::Serial {
            by_serial = results.iter().map(|(point, _)| *point).collect();
        }
        for (i, (point, other)) in results.into_iter().enumerate() {
            assert_eq!(point, by_serial[i], "{backend}, result {i}");
            assert!(other.is_none_or(|other| other == point), "{backend}, {i}");
            if i == times || i < 4 && backend == Backend::Serial {
                check_point(curve, &point, &multiple(&logarithms[i]), (backend, i));
            }
        }
        assert_eq!(x == y, p == q);
        assert_eq!(bool::from(x.is_identity()), p == BigUint::ZERO);
    });
}
