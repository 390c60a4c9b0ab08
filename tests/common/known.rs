//! Points with known logarithms: one multiplication checks a sum of any length.

use helioselene_simd::group::ff::Field;
use helioselene_simd::{Curve, FieldElement, Point};
use rand_core::RngCore;

pub type Scalar<C> = FieldElement<<C as Curve>::Scalar>;

pub struct Known<C: Curve> {
    pub logarithms: Vec<Scalar<C>>,
    pub points: Vec<Point<C>>,
}

impl<C: Curve> Known<C> {
    pub fn new(logarithms: Vec<Scalar<C>>) -> Self {
        let mut points: Vec<Point<C>> = Vec::with_capacity(logarithms.len());
        for (i, logarithm) in logarithms.iter().enumerate() {
            // Lists of one point are long in some tests.
            points.push(match i.checked_sub(1) {
                Some(before) if logarithms[before] == *logarithm => points[before],
                _ => Point::mul_base(logarithm),
            });
        }
        Self { logarithms, points }
    }

    /// a·G, (a + d)·G, (a + 2d)·G, …: each point costs one addition.
    pub fn progression(n: usize, rng: &mut impl RngCore) -> Self {
        let [mut logarithm, step] = [(); 2].map(|()| Scalar::<C>::random(&mut *rng));
        let (mut point, point_step) = (Point::mul_base(&logarithm), Point::mul_base(&step));
        let (mut logarithms, mut points) = (Vec::new(), Vec::new());
        for _ in 0..n {
            logarithms.push(logarithm);
            points.push(point);
            logarithm += step;
            point += point_step;
        }
        Self { logarithms, points }
    }

    pub fn sum(&self, scalars: &[Scalar<C>]) -> Point<C> {
        assert_eq!(scalars.len(), self.points.len());
        let terms = scalars.iter().zip(&self.logarithms);
        Point::mul_base(&terms.map(|(k, log)| *k * log).sum())
    }
}

pub fn random_scalars<C: Curve>(n: usize, rng: &mut impl RngCore) -> Vec<Scalar<C>> {
    (0..n).map(|_| Field::random(&mut *rng)).collect()
}
