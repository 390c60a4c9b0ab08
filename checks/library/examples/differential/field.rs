//! Field operations of every kind of vector against the oracle.

use std::time::Instant;

use helioselene_simd::group::ff::{Field as _, PrimeField};
use helioselene_simd::unstable::{FieldVector, Sum, Visitor, visit};
use helioselene_simd::{FieldElement, Prime};

use crate::operands::Source;
use crate::oracle::{Field, ONE, Words, ZERO, to_bytes};
use crate::report::Report;

/// The elements of a batch's operand: a multiple of every number of lanes.
const N: usize = 512;
/// The number of lanes that a batch inverts.
const INVERTED: usize = 8;
const OPERATIONS: [&str; 6] = [
    "a·b",
    "a²",
    "a·b + c·d",
    "(a + b)·(c − d)",
    "a + b",
    "a − b",
];
/// Operations in a batch.
const IN_A_BATCH: u64 = (OPERATIONS.len() * N + INVERTED) as u64;

type Elements<P> = [FieldElement<P>; N];

/// One kind of vector's results for a batch.
struct Results<P: Prime> {
    operations: [Elements<P>; OPERATIONS.len()],
    inverses: [FieldElement<P>; INVERTED],
}

/// Computes a batch, as one function under the vectors' target features.
fn compute<V: FieldVector>(operands: &[Elements<V::Prime>; 4], results: &mut Results<V::Prime>) {
    V::call(
        #[inline(always)]
        || {
            let [product, square, two_products, sums, sum, difference] = &mut results.operations;
            for i in (0..N).step_by(V::LANES) {
                let lanes = i..i + V::LANES;
                let [a, b, c, d]: [V; 4] = [
                    V::load(&operands[0][lanes.clone()]),
                    V::load(&operands[1][lanes.clone()]),
                    V::load(&operands[2][lanes.clone()]),
                    V::load(&operands[3][lanes.clone()]),
                ];
                a.mul(&b).carry().store(&mut product[lanes.clone()]);
                a.square().carry().store(&mut square[lanes.clone()]);
                V::sum_of_products(&a, &b, &c, &d)
                    .carry()
                    .store(&mut two_products[lanes.clone()]);
                let (plus, minus) = ((a + b).carry(), (c - d).carry());
                plus.mul_carried(&minus).store(&mut sums[lanes.clone()]);
                plus.store(&mut sum[lanes.clone()]);
                (a - b).carry().store(&mut difference[lanes]);
            }
        },
    );
    for i in (0..INVERTED).step_by(V::LANES) {
        let lanes = i..i + V::LANES;
        V::call(
            #[inline(always)]
            || {
                let (inverse, _) =
                    V::load(&operands[0][lanes.clone()]).invert_lanes(V::Prime::invert);
                inverse.store(&mut results.inverses[lanes]);
            },
        );
    }
}

/// The current batch, and what has been compared.
struct Batch<'a, P: Prime> {
    field: Field,
    over: &'static str,
    origin: String,
    integers: [Vec<Words>; 4],
    operands: Box<[Elements<P>; 4]>,
    expected: [Vec<Words>; OPERATIONS.len()],
    results: Box<Results<P>>,
    report: &'a mut Report,
}

impl<P: Prime> Batch<'_, P> {
    /// The oracle's operands and results.
    fn fill(&mut self, source: &mut Source) {
        let f = self.field;
        for (integers, operands) in self.integers.iter_mut().zip(&mut *self.operands) {
            integers.clear();
            for operand in operands {
                let x = source.residue();
                *operand = FieldElement::from_repr(to_bytes(&x)).expect("a residue");
                integers.push(x);
            }
        }
        self.expected.iter_mut().for_each(Vec::clear);
        for i in 0..N {
            let [a, b, c, d] = [0, 1, 2, 3].map(|operand| self.integers[operand][i]);
            let (product, sum) = (f.mul(&a, &b), f.add(&a, &b));
            let results = [
                product,
                f.square(&a),
                f.add(&product, &f.mul(&c, &d)),
                f.mul(&sum, &f.sub(&c, &d)),
                sum,
                f.sub(&a, &b),
            ];
            for (expected, result) in self.expected.iter_mut().zip(results) {
                expected.push(result);
            }
        }
        f.check(&self.integers[0][0], &self.integers[1][0]);
    }
}

impl<P: Prime> Visitor<P> for Batch<'_, P> {
    fn visit<V: FieldVector<Prime = P>>(&mut self, vectors: &'static str) {
        let start = Instant::now();
        compute::<V>(&self.operands, &mut self.results);
        let seconds = start.elapsed().as_secs_f64();
        for ((operation, results), expected) in OPERATIONS
            .iter()
            .zip(&self.results.operations)
            .zip(&self.expected)
        {
            for (i, (result, expected)) in results.iter().zip(expected).enumerate() {
                assert_eq!(
                    result.to_repr(),
                    to_bytes(expected),
                    "{vectors}, {}, {operation}, element {i}, {}",
                    self.over,
                    self.origin
                );
            }
        }
        for (x, inverse) in self.integers[0].iter().zip(&self.results.inverses) {
            let inverse = crate::oracle::from_bytes(&inverse.to_repr());
            let expected = if *x == ZERO { ZERO } else { ONE };
            assert_eq!(
                self.field.mul(x, &inverse),
                expected,
                "{vectors}, {}, 1/{x:x?}, {}",
                self.over,
                self.origin
            );
            assert!(*x != ZERO || inverse == ZERO, "1/0, {}", self.origin);
        }
        let what = format!("field of {}: vectors, {vectors}", self.over);
        self.report.add(&what, IN_A_BATCH, seconds);
    }
}

/// Compares at least this many operations on each kind of vector, starting from a batch; returns the first batch left.
pub fn run<P: Prime>(
    field: Field,
    over: &'static str,
    operations: u64,
    seed: u64,
    from: u64,
    report: &mut Report,
) -> u64 {
    let mut source = Source::new(field);
    let mut batch = Batch::<P> {
        field,
        over,
        origin: String::new(),
        integers: Default::default(),
        operands: Box::new([[FieldElement::ZERO; N]; 4]),
        expected: Default::default(),
        results: Box::new(Results {
            operations: [[FieldElement::ZERO; N]; OPERATIONS.len()],
            inverses: [FieldElement::ZERO; INVERTED],
        }),
        report,
    };
    let to = from + operations.div_ceil(IN_A_BATCH);
    for number in from..to {
        batch.origin = format!("--seed {seed} --from {number}");
        source.go_to(seed, number);
        batch.fill(&mut source);
        visit(&mut batch);
        batch.report.progress(over, &batch.origin);
    }
    to
}
