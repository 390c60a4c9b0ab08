//! Points on each backend against the oracle.

use std::time::Instant;

use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Backend, Curve, FieldElement, Point, Precomputation, Prime, VartimePrecomputation,
};

use crate::operands::Source;
use crate::oracle::{Affine, Field, Weierstrass, Words, ZERO, from_bytes, is_below, to_bytes};
use crate::report::Report;

/// Points with known logarithms.
const KNOWN: usize = 1024;
/// How many chains of additions run side by side.
const CHAINS: usize = 64;
/// Additions in each chain of a batch.
const ROUNDS: usize = 64;
/// The lengths of a batch's sums. The first is the longest with tables or in constant time.
const SUMS: [usize; 6] = [165, 604, 1324, 2048, 38, 9];
/// Encodings decoded in a batch.
const ENCODINGS: usize = 331;

/// The oracle's curve, and the points that sums are made of.
pub struct Known<C: Curve> {
    curve: Weierstrass,
    order: Field,
    logarithms: Vec<Words>,
    affine: Vec<Affine>,
    points: Vec<Point<C>>,
    /// The inverses of the logarithms.
    inverses: Vec<Words>,
}

fn element<P: Prime>(x: &Words) -> FieldElement<P> {
    FieldElement::from_repr(to_bytes(x)).expect("a residue")
}

fn point<C: Curve>(affine: &Affine) -> Point<C> {
    affine.map_or(Point::IDENTITY, |[x, y]| {
        Point::from_xy(element(&x), element(&y)).expect("a point of the curve")
    })
}

/// Affine coordinates of the library's points, by its batch conversion.
fn affine<C: Curve>(points: &[Point<C>]) -> Vec<Affine> {
    let coordinates = Point::batch_to_xy(points).into_iter();
    coordinates
        .map(|xy| {
            let xy = xy.into_option();
            xy.map(|xy: [_; 2]| xy.map(|coordinate| from_bytes(&coordinate.to_repr())))
        })
        .collect()
}

impl<C: Curve> Known<C> {
    /// l·G, (l + d)·G, (l + 2d)·G, … by the oracle's formulas alone.
    pub fn new(
        curve: Weierstrass,
        order: Field,
        generator: [Words; 2],
        source: &mut Source,
    ) -> Self {
        assert!(!curve.field.is_square(&curve.b));
        let generator = Some(generator);
        assert_eq!(curve.mul(&order.modulus, &generator), None, "the order");
        let [first, step] = [(); 2].map(|()| order.reduce(source.random()));
        let point_step = curve.mul(&step, &generator);
        let (mut logarithms, mut known) = (vec![first], vec![curve.mul(&first, &generator)]);
        while known.len() < KNOWN {
            let last = known.len() - 1;
            logarithms.push(order.add(&logarithms[last], &step));
            known.push(curve.add(&[(known[last], point_step)])[0]);
        }
        let mut inverses = logarithms.clone();
        order.invert(&mut inverses);
        Self {
            points: known.iter().map(point).collect(),
            curve,
            order,
            logarithms,
            affine: known,
            inverses,
        }
    }
}

/// Scalars, points, and the sum of their products by the oracle.
type Terms<C> = (
    Vec<FieldElement<<C as Curve>::Scalar>>,
    Vec<Point<C>>,
    Affine,
);

/// A batch's operands.
struct Batch<'a, C: Curve> {
    known: &'a Known<C>,
    over: &'static str,
    backend: Backend,
    origin: String,
    scalars: &'a mut Source,
    coordinates: &'a mut Source,
    report: &'a mut Report,
}

impl<C: Curve> Batch<'_, C> {
    fn compare<T: PartialEq + std::fmt::Debug>(&self, what: &str, actual: &T, expected: &T) {
        assert_eq!(
            actual, expected,
            "{}, {}, {what}, {}",
            self.over, self.backend, self.origin
        );
    }

    fn report(&mut self, what: &str, count: usize, start: Instant) {
        let seconds = start.elapsed().as_secs_f64();
        let what = format!("{}: {what}, {}", self.over, self.backend);
        self.report.add(&what, count as u64, seconds);
    }

    /// Chains of additions, subtractions and doublings; occasionally of a point with itself, its negative or the identity.
    fn additions(&mut self) {
        let known = self.known;
        let mut start = [0; CHAINS].map(|_| self.scalars.below(KNOWN)).to_vec();
        let mut expected: Vec<Affine> = start.iter().map(|i| known.affine[*i]).collect();
        let mut points: Vec<Point<C>> = start.drain(..).map(|i| known.points[i]).collect();
        let mut sums = points.clone();
        for round in 0..ROUNDS {
            let choices: Vec<[usize; 2]> = (0..CHAINS)
                .map(|_| [32, KNOWN].map(|n| self.scalars.below(n)))
                .collect();
            let pairs: Vec<(Affine, Affine)> = (0..CHAINS)
                .map(|i| {
                    let (a, [choice, other]) = (expected[i], choices[i]);
                    match choice {
                        0 => (a, a),
                        1 => (a, known.curve.neg(&a)),
                        2 => (a, None),
                        3..8 => (a, a),
                        8..16 => (a, known.curve.neg(&known.affine[other])),
                        16..20 => (known.affine[other], known.curve.neg(&a)),
                        20..24 => (a, expected[(i + 1) % CHAINS]),
                        _ => (a, known.affine[other]),
                    }
                })
                .collect();
            let start = Instant::now();
            for i in 0..CHAINS {
                let (a, [choice, other]) = (&points[i], choices[i]);
                sums[i] = match choice {
                    0 => a + a,
                    1 => a - points[i],
                    2 => a + Point::IDENTITY,
                    3..8 => a.double(),
                    8..16 => a - known.points[other],
                    16..20 => known.points[other] - a,
                    20..24 => a + points[(i + 1) % CHAINS],
                    _ => a + known.points[other],
                };
            }
            self.report("additions and doublings", CHAINS, start);
            expected = known.curve.add(&pairs);
            points.copy_from_slice(&sums);
            let actual = affine(&points);
            for i in 0..CHAINS {
                let what = format!("round {round}, chain {i}, {:?}", choices[i]);
                self.compare(&what, &actual[i], &expected[i]);
            }
        }
    }

    /// Terms with a known sum, and that sum: equal and opposite points, identities, short scalars.
    fn terms(&mut self, n: usize) -> Terms<C> {
        let known = self.known;
        let order = &known.order;
        let (mut scalars, mut points) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let mut total = ZERO;
        let mut last = 0;
        for i in 0..n {
            let choice = self.scalars.below(32);
            if choice != 0 || i == 0 {
                last = self.scalars.below(KNOWN);
            }
            let mut scalar = self.scalars.residue();
            match choice {
                1 => scalar = [scalar[0], 0, 0, 0],
                2 => scalar = order.neg(&[scalar[0], 0, 0, 0]),
                _ => {}
            }
            let (mut logarithm, mut point) = (known.logarithms[last], known.points[last]);
            match choice {
                3 => (logarithm, point) = (ZERO, Point::IDENTITY),
                4..8 => (logarithm, point) = (order.neg(&logarithm), -point),
                _ => {}
            }
            if i + 1 == n {
                // The term that completes the sum.
                let target = self.scalars.below(KNOWN);
                let missing = order.sub(&known.logarithms[target], &total);
                scalar = order.mul(&missing, &known.inverses[last]);
                scalars.push(element(&scalar));
                points.push(known.points[last]);
                return (scalars, points, known.affine[target]);
            }
            total = order.add(&total, &order.mul(&scalar, &logarithm));
            scalars.push(element(&scalar));
            points.push(point);
        }
        (scalars, points, None)
    }

    fn sums(&mut self) {
        for (i, n) in SUMS.into_iter().enumerate() {
            let (scalars, points, expected) = self.terms(n);
            let start = Instant::now();
            let sum = Point::vartime_multiscalar_mul(&scalars, &points);
            self.report("terms of variable-time sums", n, start);
            self.compare("variable-time sum", &affine(&[sum])[0], &expected);
            if i > 0 {
                continue;
            }
            let start = Instant::now();
            let tables = VartimePrecomputation::new(&points);
            let sum = tables.vartime_multiscalar_mul(&scalars);
            self.report("terms of variable-time sums, precomputed", n, start);
            self.compare("precomputed sum", &affine(&[sum])[0], &expected);
            let start = Instant::now();
            let sum = Point::multiscalar_mul(&scalars, &points);
            self.report("terms of constant-time sums", n, start);
            self.compare("constant-time sum", &affine(&[sum])[0], &expected);
            let start = Instant::now();
            let sum = Precomputation::new(&points).multiscalar_mul(&scalars);
            self.report("terms of constant-time sums, precomputed", n, start);
            self.compare("precomputed sum", &affine(&[sum])[0], &expected);
            let start = Instant::now();
            let products = Point::batch_mul(&scalars, &points);
            self.report("products, many at once", n, start);
            let sum = products.iter().sum();
            self.compare("products", &affine(&[sum])[0], &expected);
        }
    }

    /// a·P + b·G, as two products and in one call.
    fn products(&mut self) {
        const PRODUCTS: usize = 16;
        let known = self.known;
        let order = &known.order;
        for _ in 0..PRODUCTS {
            let [i, target] = [(); 2].map(|()| self.scalars.below(KNOWN));
            let a = self.scalars.residue();
            let of_point = order.mul(&a, &known.logarithms[i]);
            let b = order.sub(&known.logarithms[target], &of_point);
            let (a, b) = (element(&a), element(&b));
            let start = Instant::now();
            let product = known.points[i] * a;
            self.report("products, one at a time", 1, start);
            let start = Instant::now();
            let of_generator = Point::mul_base(&b);
            self.report("products of the generator", 1, start);
            let start = Instant::now();
            let both = Point::vartime_double_scalar_mul_basepoint(&a, &known.points[i], &b);
            self.report("double products, variable time", 1, start);
            for sum in affine(&[product + of_generator, both]) {
                self.compare("a·P + b·G", &sum, &known.affine[target]);
            }
        }
    }

    /// Integers that may encode a point.
    fn encodings(&mut self) {
        let field = &self.known.curve.field;
        let encodings: Vec<[u8; 32]> = (0..ENCODINGS)
            .map(|_| {
                let mut x = self.coordinates.residue();
                match self.coordinates.below(64) {
                    0 => x = [x[0], u64::MAX, u64::MAX, u64::MAX >> 1],
                    1 => x = [u64::MAX - x[0] % 64, u64::MAX, u64::MAX, u64::MAX >> 1],
                    2 => x = field.modulus,
                    _ => {}
                }
                x[3] |= (self.coordinates.below(2) as u64) << 63;
                to_bytes(&x)
            })
            .collect();
        let start = Instant::now();
        let decoded = Point::<C>::batch_from_bytes(&encodings);
        self.report("encodings decoded", ENCODINGS, start);
        let start = Instant::now();
        let public = Point::<C>::vartime_batch_from_bytes(&encodings);
        self.report("encodings decoded, variable time", ENCODINGS, start);
        for (i, (encoding, decoded)) in encodings.iter().zip(decoded).enumerate() {
            let decoded: Option<Point<C>> = decoded.into();
            self.compare("decoding in variable time", &public[i], &decoded);
            let (mut x, odd) = (from_bytes(encoding), encoding[31] >> 7);
            x[3] &= u64::MAX >> 1;
            let canonical = is_below(&x, &field.modulus);
            let Some(point) = decoded else {
                let on_curve = canonical && field.is_square(&self.known.curve.right_side(&x));
                self.compare("decoding to none", &on_curve, &false);
                continue;
            };
            if *encoding == [0; 32] {
                self.compare("the identity", &point, &Point::IDENTITY);
                continue;
            }
            let [actual_x, y] = affine(&[point])[0].expect("not the identity");
            let on_curve = field.square(&y) == self.known.curve.right_side(&x);
            let found = (canonical, actual_x, on_curve, y[0] as u8 & 1);
            self.compare("decoding", &found, &(true, x, true, odd));
            self.compare("encoding", &point.to_bytes(), encoding);
        }
    }
}

/// Compares batches on each backend until at least this many additions and terms of sums are done, and a fraction of all other
/// operations; returns the first batch left.
pub fn run<C: Curve>(
    known: &Known<C>,
    over: &'static str,
    operations: u64,
    seed: u64,
    from: u64,
    report: &mut Report,
) -> u64 {
    let in_a_batch = (SUMS.iter().sum::<usize>()).min(CHAINS * ROUNDS) as u64;
    let mut scalars = Source::new(known.order);
    let mut coordinates = Source::new(known.curve.field);
    let selected = Backend::selected();
    let to = from + operations.div_ceil(in_a_batch);
    for number in from..to {
        let origin = format!("--seed {seed} --from {number}");
        for backend in Backend::available() {
            backend.select().expect("an available backend");
            scalars.go_to(seed, number);
            coordinates.go_to(!seed, number);
            let mut batch = Batch {
                known,
                over,
                backend,
                origin: origin.clone(),
                scalars: &mut scalars,
                coordinates: &mut coordinates,
                report,
            };
            batch.additions();
            batch.sums();
            batch.products();
            batch.encodings();
        }
        report.progress(over, &origin);
    }
    selected.select().expect("it was selected before");
    to
}
