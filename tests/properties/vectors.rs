//! Programs on vectors: the same steps on every kind of vector on this CPU, each result compared with the oracle.

use helioselene_simd::FieldElement;
use helioselene_simd::Prime;
use helioselene_simd::group::ff::Field;
use helioselene_simd::unstable::{BatchVector, FieldVector, Sum, Visitor, visit};
use num_bigint::BigUint;

use super::input::Input;
use crate::common::oracle::Integers;
use crate::common::{from_int, to_int};

/// The most lanes that a vector has.
const LANES: usize = 8;
/// The number of initial registers, and of steps in the longest program.
const REGISTERS: usize = 4;
const STEPS: usize = 24;

/// A step computes a new register from earlier ones; sums are carried only at the end of a step.
#[derive(Clone, Copy, Debug)]
enum Step {
    Multiply,
    MultiplyCarried,
    Square,
    SquareCarried,
    SumOfProducts,
    SumOfProductsCarried,
    Cross,
    Add,
    Subtract,
    Negate,
    /// The longest sum in the formulas: 3·(a·b − c) + 8·d − a.
    LongSum,
    /// The most that may be subtracted: a·b − 12·c² − d.
    LongDifference,
    Select(u32),
    ReplaceWhereZero,
    Invert,
}

impl Step {
    fn read(input: &mut Input<'_>) -> Self {
        match input.below(15) {
            0 => Self::Multiply,
            1 => Self::MultiplyCarried,
            2 => Self::Square,
            3 => Self::SquareCarried,
            4 => Self::SumOfProducts,
            5 => Self::SumOfProductsCarried,
            6 => Self::Cross,
            7 => Self::Add,
            8 => Self::Subtract,
            9 => Self::Negate,
            10 => Self::LongSum,
            11 => Self::LongDifference,
            12 => Self::Select(input.byte().into()),
            13 => Self::ReplaceWhereZero,
            _ => Self::Invert,
        }
    }

    /// The oracle's result for one lane.
    fn expected(self, field: &Integers, lane: usize, [a, b, c, d]: [&BigUint; 4]) -> BigUint {
        let f = field;
        match self {
            Self::Multiply | Self::MultiplyCarried => f.mul(a, b),
            Self::Square | Self::SquareCarried => f.square(a),
            Self::SumOfProducts | Self::SumOfProductsCarried => f.add(&f.mul(a, b), &f.mul(c, d)),
            Self::Cross => f.add(&f.mul(a, d), &f.mul(b, c)),
            Self::Add => f.add(a, b),
            Self::Subtract => f.sub(a, b),
            Self::Negate => f.neg(a),
            Self::LongSum => f.sub(&(3u8 * f.sub(&f.mul(a, b), c) + 8u8 * d), a),
            Self::LongDifference => {
                let squares = 12u8 * f.square(c);
                f.sub(&f.sub(&f.mul(a, b), &squares), d)
            }
            Self::Select(lanes) if lanes >> lane & 1 == 1 => b.clone(),
            Self::Select(_) => a.clone(),
            Self::ReplaceWhereZero if *a == BigUint::ZERO => c.clone(),
            Self::ReplaceWhereZero => b.clone(),
            Self::Invert if *a == BigUint::ZERO => BigUint::ZERO,
            Self::Invert => f.inverse(a),
        }
    }

    /// The result on vectors, given their inversion.
    fn run<V: FieldVector>(self, [a, b, c, d]: [V; 4], invert: fn(V) -> V) -> V {
        // Each step is a function of its own: all in one would take long to compile.
        macro_rules! on {
            ($e:expr) => {
                V::call(
                    #[inline(always)]
                    || $e,
                )
            };
        }
        match self {
            Self::Multiply => on!(a.mul(&b).carry()),
            Self::MultiplyCarried => on!(a.mul_carried(&b)),
            Self::Square => on!(a.square().carry()),
            Self::SquareCarried => on!(a.square_carried()),
            Self::SumOfProducts => on!(V::sum_of_products(&a, &b, &c, &d).carry()),
            Self::SumOfProductsCarried => on!(V::sum_of_products_carried(&a, &b, &c, &d)),
            Self::Cross => on!(V::cross([&a, &b], [&c, &d], a.mul(&c), b.mul(&d)).carry()),
            Self::Add => on!((a + b).carry()),
            Self::Subtract => on!((a - b).carry()),
            Self::Negate => on!(a.neg().carry()),
            Self::LongSum => on!({
                let product = (a.mul(&b) - c.into()).times::<3>();
                (product + V::Sum::from(d).times::<8>() - a.into()).carry()
            }),
            Self::LongDifference => {
                on!((a.mul(&b) - c.square().times::<12>() - d.into()).carry())
            }
            Self::Select(lanes) => on!(a.select_lanes(b, lanes)),
            Self::ReplaceWhereZero => {
                on!(a.replace_where_zero(b.into(), c.into()).carry())
            }
            Self::Invert => invert(a),
        }
    }
}

struct Program<'a> {
    field: &'a Integers,
    /// Each step with its operands' registers.
    steps: Vec<(Step, [usize; 4])>,
    /// The expected lanes of each register: the initial ones, then one for each step.
    expected: Vec<Vec<BigUint>>,
}

pub fn vectors<P: Prime>(field: &Integers, residues: &[BigUint], input: &mut Input<'_>) {
    // A register's lanes differ, and so do neighbours in a lane.
    let mut expected: Vec<Vec<BigUint>> = (0..REGISTERS)
        .map(|register| {
            let residue = |lane| &residues[(register + lane + lane / 4) % residues.len()];
            let lane = |lane| match lane {
                0..4 => residue(lane).clone(),
                _ => field.neg(residue(lane)),
            };
            (0..LANES).map(lane).collect()
        })
        .collect();
    let mut steps = Vec::new();
    for _ in 0..=input.below(STEPS) {
        let step = Step::read(input);
        let n = expected.len();
        // Prefers the latest registers.
        let operands = [(); 4].map(|()| n - 1 - input.below(n).min(input.below(n)));
        let lane = |lane| {
            let operands = operands.map(|register| &expected[register][lane]);
            step.expected(field, lane, operands)
        };
        expected.push((0..LANES).map(lane).collect());
        steps.push((step, operands));
    }
    let mut program = Program {
        field,
        steps,
        expected,
    };
    visit::<P>(&mut program);
}

impl<P: Prime> Visitor<P> for Program<'_> {
    fn visit<V: FieldVector<Prime = P>>(&mut self, name: &'static str) {
        self.check::<P, V>(name, |x| {
            let mut lanes = [FieldElement::<P>::ZERO; LANES];
            V::call(
                #[inline(always)]
                || x.store(&mut lanes[..V::LANES]),
            );
            let inverses = lanes.map(|x| P::invert(&x));
            V::call(
                #[inline(always)]
                || V::load(&inverses[..V::LANES]),
            )
        });
    }

    fn visit_batch<V: BatchVector<Prime = P>>(&mut self, name: &'static str) {
        self.check::<P, V>(name, |x| {
            V::call(
                #[inline(always)]
                || x.invert_lanes(P::invert).0,
            )
        });
    }
}

impl Program<'_> {
    /// Runs the program on vectors, given their inversion.
    fn check<P: Prime, V: FieldVector<Prime = P>>(&self, name: &str, invert: fn(V) -> V) {
        let mut registers: Vec<V> = self.expected[..REGISTERS]
            .iter()
            .map(|lanes| {
                let lanes: Vec<_> = lanes.iter().map(from_int).collect();
                V::call(
                    #[inline(always)]
                    || V::load(&lanes[..V::LANES]),
                )
            })
            .collect();
        for (i, (step, operands)) in self.steps.iter().enumerate() {
            let result = step.run(operands.map(|register| registers[register]), invert);
            let mut lanes = [FieldElement::<P>::ZERO; LANES];
            let zeros = V::call(
                #[inline(always)]
                || {
                    result.store(&mut lanes[..V::LANES]);
                    result.zero_lanes()
                },
            );
            let expected = &self.expected[REGISTERS + i];
            for (lane, (actual, expected)) in lanes[..V::LANES].iter().zip(expected).enumerate() {
                let actual = to_int(actual);
                assert_eq!(
                    actual, *expected,
                    "{name}, {:#x}, step {i}, {step:?} of {operands:?}, lane {lane}",
                    self.field.modulus
                );
                let is_zero = zeros >> lane & 1 == 1;
                assert_eq!(is_zero, actual == BigUint::ZERO, "{name}: zero lanes");
            }
            registers.push(result);
        }
    }
}
