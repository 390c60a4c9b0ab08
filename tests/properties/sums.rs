//! Sums of products of points with known logarithms: the expected sum is one product of the generator.

use helioselene_simd::Algorithm;
use helioselene_simd::group::Group;
use helioselene_simd::group::ff::Field;
use helioselene_simd::{
    Backend, Curve, FieldElement, MultiscalarWorkspace, Point, Precomputation,
    VartimePrecomputation,
};
use num_bigint::BigUint;
use rand_core::RngCore;

use super::input::Input;
use super::on_a_curve;
use crate::common::oracle::Integers;
use crate::common::{each_backend, from_int, rng};

type Scalar<C> = FieldElement<<C as Curve>::Scalar>;

/// The points from which sums are made, each with its relatives.
const POOL: usize = 16;
/// Terms that the bytes choose one by one. In longer sums the bytes choose a seed for the others, and special terms
/// among them.
const CHOSEN: usize = 12;
/// The longest sum with constant-time tables, or of single products.
const LONG: usize = 640;

/// Sums of any length up to 4096, in constant and in variable time, by every algorithm, over prepared points, on every
/// backend, with duplicates, negatives, identities, and scalars of every kind.
pub fn sums(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    on_a_curve!(input.below(6), of(&mut input));
}

/// The terms of a sum.
struct Terms<C: Curve> {
    scalars: Vec<Scalar<C>>,
    logarithms: Vec<Scalar<C>>,
    points: Vec<Point<C>>,
}

impl<C: Curve> Terms<C> {
    fn read(input: &mut Input<'_>) -> Self {
        let n = match input.byte() {
            // Half of all sums are short, few are long.
            n @ 0..128 => usize::from(n) % 32,
            n @ 128..224 => usize::from(n) - 96,
            n => usize::from(n - 223) * 128 + input.below(3) - 1,
        };
        let order = Integers::of::<C::Scalar>();
        let mut integers: Vec<BigUint> = Vec::new();
        for _ in 0..4 {
            integers.push(input.residue(&order.modulus, &integers));
        }
        let chosen: Vec<Scalar<C>> = integers.iter().map(from_int).collect();
        let pool = pool::<C>(chosen[0], chosen[1]);
        let [point_kinds, scalar_kinds] = input.bytes();
        let random = &mut rng(u64::from_le_bytes(input.bytes()));
        let mut terms = Self {
            scalars: Vec::with_capacity(n),
            logarithms: Vec::with_capacity(n),
            points: Vec::with_capacity(n),
        };
        for i in 0..n {
            let [mut point, mut scalar] = input.bytes();
            if i >= CHOSEN {
                let [p, s, ..] = random.next_u32().to_le_bytes();
                (point, scalar) = (p & point_kinds, s & scalar_kinds);
            }
            let scalar = match scalar % 16 {
                0 => chosen[2],
                1 => Scalar::<C>::ZERO,
                2 => Scalar::<C>::ONE,
                3 => -Scalar::<C>::ONE,
                4 => (scalar >> 4).into(),
                5 => random.next_u64().into(),
                6 => -Scalar::<C>::from(random.next_u64()),
                7 => (u128::from(random.next_u64()) * u128::from(random.next_u64())).into(),
                8 => terms.scalars.last().copied().unwrap_or_default(),
                9 => -terms.scalars.last().copied().unwrap_or_default(),
                10 => chosen[3],
                11 => Scalar::<C>::from(2u8).pow_vartime([random.next_u64() % 255]),
                _ => Scalar::<C>::random(&mut *random),
            };
            let (mut logarithm, mut place) = pool[usize::from(point) % POOL];
            match point >> 4 {
                0 | 1 => (logarithm, place) = (-logarithm, -place),
                // The place of the last term, or its negative.
                2 if i > 0 => {
                    (logarithm, place) = (terms.logarithms[i - 1], terms.points[i - 1]);
                }
                3 if i > 0 => {
                    (logarithm, place) = (-terms.logarithms[i - 1], -terms.points[i - 1]);
                }
                4 => (logarithm, place) = (logarithm.double(), place.double()),
                // New points, in a long sum.
                5.. if i >= CHOSEN => {
                    let (step, point_step) = pool[1 + usize::from(point) % 3];
                    (logarithm, place) = (
                        terms.logarithms[i - 1] + step,
                        terms.points[i - 1] + point_step,
                    );
                }
                _ => {}
            }
            terms.scalars.push(scalar);
            terms.logarithms.push(logarithm);
            terms.points.push(place);
        }
        terms
    }

    /// The sum of some of the terms, by one product.
    fn sum(&self, range: std::ops::Range<usize>) -> Point<C> {
        let logarithms = self.logarithms[range.clone()].iter();
        let terms = self.scalars[range].iter().zip(logarithms);
        Point::mul_base(&terms.map(|(k, logarithm)| *k * logarithm).sum())
    }
}

/// Points and their logarithms: the identity, the points of two logarithms, and small combinations, with Z = 1 and
/// without.
fn pool<C: Curve>(a: Scalar<C>, b: Scalar<C>) -> [(Scalar<C>, Point<C>); POOL] {
    let mut pool = [(Scalar::<C>::ZERO, Point::identity()); POOL];
    pool[1] = (Scalar::<C>::ONE, Point::generator());
    pool[2] = (a, Point::mul_base(&a));
    pool[3] = (b, Point::mul_base(&b));
    for i in 4..POOL {
        let [(k, p), (l, q)] = [pool[i - 1], pool[i / 2]];
        pool[i] = if i % 4 == 0 {
            (k - l, p - q)
        } else {
            (k + l, p + q)
        };
    }
    // The same points in other coordinates.
    let points = pool.map(|(_, point)| point);
    let mut normal = points;
    Point::batch_normalize_into(&points, &mut normal);
    for i in (0..POOL).step_by(3) {
        pool[i].1 = normal[i];
    }
    pool
}

/// What is computed besides the variable-time sum.
struct Ways {
    constant_time: bool,
    algorithm: Option<Algorithm>,
    tables: bool,
    constant_tables: bool,
    products: bool,
    /// Bytes of the tables for each point.
    table_bytes: usize,
}

impl Ways {
    fn read(input: &mut Input<'_>, n: usize) -> Self {
        let ways = input.byte();
        let has = |bit: u8| n <= LONG && (n <= CHOSEN || ways >> bit & 1 == 1);
        let choice = input.below(32);
        Self {
            constant_time: has(0),
            algorithm: match choice as u32 {
                0 => Some(Algorithm::Straus),
                width @ 2..=8 => Some(Algorithm::Stretched { width }),
                bits @ 9..=22 => Some(Algorithm::Pippenger { bits: bits - 8 }),
                _ => None,
            },
            tables: n <= LONG && (n <= CHOSEN || ways & 6 == 6) || ways == 255,
            constant_tables: has(3),
            products: has(4),
            table_bytes: [0, 80, 300, 1000, 5120, 1 << 20][input.below(6)],
        }
    }
}

fn of<C: Curve>(input: &mut Input<'_>) {
    let start = input.clone();
    let terms = Terms::<C>::read(input);
    let Terms {
        scalars, points, ..
    } = &terms;
    let n = points.len();
    let ways = Ways::read(input, n);
    // Where a sum is cut in two: into rows of different lengths, or into static and dynamic points.
    let cut = input.below(256) * n / 255;

    let [mut expected, mut first, mut second] = [Point::identity(); 3];
    let mut tables = Vec::new();
    let mut constant_tables = Vec::new();
    // From the previous backend, if there was one.
    let mut workspace = MultiscalarWorkspace::new();
    each_backend(|backend| {
        let is = |what: &str, sum: Point<C>, expected: Point<C>| {
            assert_eq!(sum, expected, "{what}, n = {n}, {backend}");
        };
        if backend == Backend::Serial {
            (expected, first, second) = (terms.sum(0..n), terms.sum(0..cut), terms.sum(cut..n));
            is("the parts of a sum", first + second, expected);
        }
        // Many of the points are sums, differences and doubles of others.
        let again = Terms::<C>::read(&mut start.clone());
        assert_eq!(again.points, *points, "points, {backend}");
        let sum = Point::vartime_multiscalar_mul(scalars, points);
        is("variable time", sum, expected);
        let sum = Point::vartime_multiscalar_mul_in(&mut workspace, scalars, points);
        is("in a workspace", sum, expected);
        let sum =
            Point::vartime_multiscalar_mul_in(&mut workspace, &scalars[cut..], &points[cut..]);
        is("in a workspace again", sum, second);
        if let Some(algorithm) = ways.algorithm {
            let sum = Point::vartime_multiscalar_mul_by(algorithm, scalars, points);
            is(&format!("{algorithm:?}"), sum, expected);
        }
        if ways.constant_time {
            let sum = Point::multiscalar_mul(scalars, points);
            is("constant time", sum, expected);
        }
        if ways.products {
            let products = Point::batch_mul(scalars, points);
            is("products", products.iter().sum(), expected);
            for i in [0, cut, n].into_iter().filter(|i| *i < n) {
                is("a product", products[i], points[i] * scalars[i]);
            }
            if let [p, q, ..] = points[..] {
                let pairs = scalars.windows(2).map(|pair| [pair[0], pair[1]]);
                let sums = Point::pair_sums(&pairs.collect::<Vec<_>>(), &[p, q]);
                for i in [0, cut, n].into_iter().filter(|i| *i < n - 1) {
                    is("a pair", sums[i], p * scalars[i] + q * scalars[i + 1]);
                }
            }
        }
        if ways.tables {
            let bytes = ways.table_bytes * n;
            tables.push(VartimePrecomputation::with_memory(points, bytes));
        }
        if ways.constant_tables {
            let words = [0, cut & !1].map(|start| start..start + (n - start) / 4 * 2);
            let words = if words[0].end <= words[1].start {
                &words[..]
            } else {
                &words[..1]
            };
            constant_tables.push(Precomputation::with_words(points, words.to_vec()));
        }
        // Tables of this backend and of earlier ones.
        for tables in &tables {
            let sum = tables.vartime_multiscalar_mul(scalars);
            is("with tables", sum, expected);
            let sum = tables.vartime_multiscalar_mul(&scalars[..cut]);
            is("with tables of more points", sum, first);
            let sum = tables.vartime_mixed_multiscalar_mul(
                &scalars[..cut],
                &scalars[cut..],
                &points[cut..],
            );
            is("static and dynamic points", sum, expected);
            let rows = [&scalars[..cut], &[], scalars, &scalars[..cut]];
            let sums = tables.vartime_batch_multiscalar_mul(&rows);
            assert_eq!(
                sums,
                [first, Point::identity(), expected, first],
                "many sums with tables, n = {n}, {backend}"
            );
        }
        for tables in &constant_tables {
            let sum = tables.multiscalar_mul(scalars);
            is("with tables, constant time", sum, expected);
            let sum = tables.multiscalar_mul(&scalars[..cut]);
            is("with tables of more points, constant time", sum, first);
            // Most scalars are longer, and points are related.
            for short in [&[0][..], &[1], &[0, 1]] {
                let sum = tables.independent_multiscalar_mul_with_short(scalars, short);
                is("with short words", sum.unwrap_or(expected), expected);
            }
        }
    });
    // Tables of later backends too.
    each_backend(|backend| {
        for tables in &tables {
            let sum = tables.vartime_multiscalar_mul(scalars);
            assert_eq!(sum, expected, "with another's tables, {backend}");
        }
        for tables in &constant_tables {
            let sum = tables.multiscalar_mul(scalars);
            assert_eq!(sum, expected, "with another's constant tables, {backend}");
        }
    });
}
