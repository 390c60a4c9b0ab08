//! The operations, each written once for every implementation.

use std::rc::Rc;

use helioselene_bench_support::measure;
use helioselene_simd::group::{
    Group,
    ff::{Field, PrimeField},
};

use crate::{
    implementation::{CurvePoint, FieldElement, Implementation},
    inputs::{CurveInputs, Inputs},
};

/// An encoded result; none for a failure, such as the inverse of zero.
pub type Encoded = Option<[u8; 32]>;

/// An operation of one implementation on the inputs.
pub struct Operation {
    pub name: &'static str,
    /// The share in the contest's score.
    pub weight: Option<f64>,
    /// The results on all inputs, edge cases included.
    pub results: Box<dyn Fn() -> Vec<Encoded>>,
    /// Does the operation as often as told, on random inputs in turns.
    pub run: Box<dyn Fn(u64)>,
}

/// How many inputs are timed, from the end of the list, where the random ones are. Few enough to
/// stay in the first-level cache.
const TIMED: usize = 16;

/// How long a chain of dependent operations is compared with the reference's.
const CHAIN: u64 = 100;

/// All operations of one implementation, in the order of the report.
pub fn operations<I: Implementation>(inputs: &Inputs) -> Vec<Operation> {
    let q: Pairs<I::Q> = elements(&inputs.q);
    let p: Pairs<I::P> = elements(&inputs.p);
    let helios = Curve::<I::Helios>::new(&inputs.helios);
    let selene = Curve::<I::Selene>::new(&inputs.selene);
    vec![
        selene.add("Selene add").weighing(0.30),
        helios.add("Helios add").weighing(0.15),
        throughput("q mul", &q, |(a, b)| *a * *b, element).weighing(0.15),
        throughput("q invert", &q, |(a, _)| a.invert(), optional).weighing(0.10),
        selene.decompress("Selene decompress").weighing(0.075),
        helios.decompress("Helios decompress").weighing(0.075),
        throughput("q add", &q, |(a, b)| *a + b, element).weighing(0.05),
        throughput("q subtract", &q, |(a, b)| *a - b, element).weighing(0.05),
        selene.multiply("Selene mul").weighing(0.025),
        helios.multiply("Helios mul").weighing(0.025),
        throughput("q square", &q, |(a, _)| a.square(), element),
        throughput("p mul", &p, |(a, b)| *a * *b, element),
        throughput("p square", &p, |(a, _)| a.square(), element),
        throughput("p add", &p, |(a, b)| *a + b, element),
        throughput("p subtract", &p, |(a, b)| *a - b, element),
        throughput("p invert", &p, |(a, _)| a.invert(), optional),
        latency("q mul, latency", &q),
        latency("p mul, latency", &p),
        selene.double("Selene double"),
        helios.double("Helios double"),
        selene.multiply_generator("Selene mul_base"),
        helios.multiply_generator("Helios mul_base"),
        selene.double_base("Selene vartime double base"),
        helios.double_base("Helios vartime double base"),
    ]
}

impl Operation {
    fn weighing(self, weight: f64) -> Self {
        let weight = Some(weight);
        Self { weight, ..self }
    }
}

fn throughput<T: 'static, R: 'static>(
    name: &'static str,
    inputs: &Rc<[T]>,
    operation: impl Fn(&T) -> R + Copy + 'static,
    encode: fn(R) -> Encoded,
) -> Operation {
    let (checked, timed) = (Rc::clone(inputs), Rc::clone(inputs));
    Operation {
        name,
        weight: None,
        results: Box::new(move || checked.iter().map(operation).map(encode).collect()),
        run: Box::new(move |iterations| {
            let timed = &timed[timed.len() - TIMED..];
            measure::throughput(timed, iterations, operation);
        }),
    }
}

fn latency<F: FieldElement>(name: &'static str, inputs: &Pairs<F>) -> Operation {
    let (x, y) = inputs[inputs.len() - 1];
    Operation {
        name,
        weight: None,
        results: Box::new(move || vec![element((0..CHAIN).fold(x, |x, _| x * y))]),
        run: Box::new(move |iterations| measure::latency(x, iterations, |x| x * y)),
    }
}

type Pairs<T> = Rc<[(T, T)]>;

fn elements<F: FieldElement>(encoded: &[[[u8; 32]; 2]]) -> Pairs<F> {
    let decode = |bytes| F::from_repr(bytes).expect("a canonical field element");
    encoded
        .iter()
        .map(|&[a, b]| (decode(a), decode(b)))
        .collect()
}

fn element<F: FieldElement>(element: F) -> Encoded {
    Some(element.to_repr())
}

fn optional<F: FieldElement>(element: subtle::CtOption<F>) -> Encoded {
    element.into_option().map(|element| element.to_repr())
}

/// A scalar, the point that it multiplies, and another scalar, which multiplies the generator.
type Product<P> = (<P as Group>::Scalar, P, <P as Group>::Scalar);

/// The inputs of a curve's operations.
struct Curve<P: CurvePoint> {
    encodings: Rc<[[u8; 32]]>,
    pairs: Pairs<P>,
    products: Rc<[Product<P>]>,
}

impl<P: CurvePoint> Curve<P> {
    fn new(inputs: &CurveInputs) -> Self {
        let decode = |bytes| P::from_bytes(bytes).expect("the encoding of a point");
        let scalar = |bytes: &[u8; 32]| P::Scalar::from_repr(*bytes).expect("a canonical scalar");
        // Doubled, so that Z is not 1 and the addition not an easier one.
        let points = inputs.points.iter().map(|bytes| decode(bytes).double());
        let others = points.clone().cycle().skip(1);
        let pairs = inputs.pairs.iter().map(|[a, b]| (decode(a), decode(b)));
        let scalars = inputs.scalars.iter().map(scalar);
        let more_scalars = scalars.clone().rev();
        Self {
            encodings: inputs.encodings.as_slice().into(),
            pairs: pairs.chain(points.clone().zip(others)).collect(),
            products: scalars
                .zip(points.cycle())
                .zip(more_scalars)
                .map(|((a, point), b)| (a, point, b))
                .collect(),
        }
    }
}

impl<P: CurvePoint> Curve<P> {
    fn add(&self, name: &'static str) -> Operation {
        throughput(name, &self.pairs, |(a, b)| *a + b, point)
    }

    fn double(&self, name: &'static str) -> Operation {
        throughput(name, &self.pairs, |(a, _)| a.double(), point)
    }

    fn decompress(&self, name: &'static str) -> Operation {
        let decode = |bytes: &[u8; 32]| P::from_bytes(bytes);
        throughput(name, &self.encodings, decode, |decoded| {
            decoded.into_option().and_then(point)
        })
    }

    fn multiply(&self, name: &'static str) -> Operation {
        throughput(name, &self.products, |(a, point, _)| *point * a, point)
    }

    fn multiply_generator(&self, name: &'static str) -> Operation {
        let multiply = |(a, _, _): &_| P::multiply_generator(a);
        throughput(name, &self.products, multiply, point)
    }

    fn double_base(&self, name: &'static str) -> Operation {
        let multiply = |(a, point, b): &_| P::vartime_double_base(a, point, b);
        throughput(name, &self.products, multiply, point)
    }
}

fn point<P: CurvePoint>(point: P) -> Encoded {
    Some(point.to_bytes())
}
