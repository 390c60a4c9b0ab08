//! The operations, each written once for every implementation.

use std::marker::PhantomData;

use ff::{Field, PrimeField};
use group::Group;

use super::implementation::{CurvePoint, FieldElement, Implementation, ScalarMul};
use super::inputs::{
    AllInputs, Bytes, CurveInputs, Inputs, TIMED, TIMED_VARIABLE, assert_random,
    assert_random_points,
};
use crate::contender::Operation;
use crate::measure;

/// An encoded result; `None` for a failure, such as the inverse of zero.
pub type Encoded = Option<Bytes>;

/// How long a chain of dependent operations is compared with the reference's.
const CHAIN: u64 = 100;

/// All operations of one implementation, in the order of the report.
pub fn operations<I: Implementation>(inputs: &AllInputs) -> Vec<Operation> {
    let q: List<(I::Q, I::Q)> = elements(&inputs.q);
    let p: List<(I::P, I::P)> = elements(&inputs.p);
    let helios = Curve::<I, I::Helios>::new(&inputs.helios);
    let selene = Curve::<I, I::Selene>::new(&inputs.selene);
    vec![
        selene.add("Selene add"),
        helios.add("Helios add"),
        throughput("q mul", &q, |(a, b)| *a * *b, element),
        throughput("q invert", &q, |(a, _)| a.invert(), optional),
        selene.decompress("Selene decompress"),
        helios.decompress("Helios decompress"),
        throughput("q add", &q, |(a, b)| *a + b, element),
        throughput("q subtract", &q, |(a, b)| *a - b, element),
        selene.multiply("Selene mul"),
        helios.multiply("Helios mul"),
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

/// Inputs of an operation.
struct List<T> {
    /// All of them.
    checked: Vec<T>,
    /// The random ones.
    random: Vec<T>,
}

impl<T: Copy> List<T> {
    fn new(vectors: impl IntoIterator<Item = T>, random: impl IntoIterator<Item = T>) -> Self {
        let random: Vec<T> = random.into_iter().collect();
        let checked = vectors.into_iter().chain(random.iter().copied()).collect();
        Self { checked, random }
    }
}

/// An operation whose time does not depend on the input.
fn throughput<T: Copy + 'static, R: 'static>(
    name: &'static str,
    inputs: &List<T>,
    operation: impl Fn(&T) -> R + Copy + 'static,
    encode: fn(R) -> Encoded,
) -> Operation {
    throughput_of(TIMED, name, inputs, operation, encode)
}

fn throughput_of<T: Copy + 'static, R: 'static>(
    count: usize,
    name: &'static str,
    inputs: &List<T>,
    operation: impl Fn(&T) -> R + Copy + 'static,
    encode: fn(R) -> Encoded,
) -> Operation {
    let timed = inputs.random.iter().take(count).copied();
    Operation::new(
        name,
        inputs.checked.clone(),
        timed.collect(),
        operation,
        encode,
    )
}

fn latency<F: FieldElement>(name: &'static str, inputs: &List<(F, F)>) -> Operation {
    let (x, y) = inputs.random[0];
    Operation {
        name,
        inputs: 1,
        result: Box::new(move |_| element((0..CHAIN).fold(x, |x, _| x * y))),
        run: Box::new(move |iterations| measure::latency(x, iterations, |x| x * y)),
    }
}

fn elements<F: FieldElement>(inputs: &Inputs<Vec<[Bytes; 2]>>) -> List<(F, F)> {
    let decode = |bytes| F::from_repr(bytes).expect("a canonical field element");
    let pair = |&[a, b]: &[Bytes; 2]| (decode(a), decode(b));
    let list = List::new(
        inputs.vectors.iter().map(pair),
        inputs.random.iter().map(pair),
    );
    let random: Vec<F> = list.random.iter().flat_map(|(a, b)| [*a, *b]).collect();
    assert_random(&random);
    list
}

fn element<F: FieldElement>(element: F) -> Encoded {
    Some(element.to_repr())
}

fn optional<F: FieldElement>(element: subtle::CtOption<F>) -> Encoded {
    element.into_option().map(|element| element.to_repr())
}

/// A scalar, one for the generator, and the point for the first.
type Product<P> = (<P as Group>::Scalar, <P as Group>::Scalar, P);

/// The inputs of a curve's operations.
struct Curve<I, P: CurvePoint> {
    implementation: PhantomData<I>,
    encodings: List<Bytes>,
    pairs: List<(P, P)>,
    products: List<Product<P>>,
}

impl<I: ScalarMul<P>, P: CurvePoint> Curve<I, P> {
    fn new(Inputs { vectors, random }: &Inputs<CurveInputs>) -> Self {
        let scalar = |bytes: &Bytes| P::Scalar::from_repr(*bytes).expect("a canonical scalar");
        let point = |bytes: &Bytes| P::from_bytes(bytes).expect("the encoding of a point");
        // Doubled, so that Z is not 1, which would make the addition easier.
        let double = |bytes: &Bytes| point(bytes).double();
        let plain_pair = |[a, b]: &[Bytes; 2]| (point(a), point(b));
        let pair = |[a, b]: &[Bytes; 2]| (double(a), double(b));
        let product = |(a, b, point): &(Bytes, Bytes, Bytes)| (scalar(a), scalar(b), double(point));
        let curve = Self {
            implementation: PhantomData,
            encodings: List::new(
                vectors.encodings.iter().copied(),
                random.encodings.iter().copied(),
            ),
            pairs: List::new(
                vectors.pairs.iter().flat_map(|p| [plain_pair(p), pair(p)]),
                random.pairs.iter().map(pair),
            ),
            products: List::new(
                vectors.products.iter().map(product),
                random.products.iter().map(product),
            ),
        };
        let decoded: Vec<P> = curve.encodings.random.iter().map(double).collect();
        assert_random_points(&decoded);
        let pairs = curve.pairs.random.iter();
        assert_random_points(&pairs.flat_map(|(a, b)| [*a, *b]).collect::<Vec<P>>());
        let products = &curve.products.random;
        assert_random_points(&products.iter().map(|product| product.2).collect::<Vec<P>>());
        let scalars = products.iter().flat_map(|(a, b, _)| [*a, *b]);
        assert_random(&scalars.collect::<Vec<P::Scalar>>());
        curve
    }

    fn add(&self, name: &'static str) -> Operation {
        throughput(name, &self.pairs, |(a, b)| *a + b, point)
    }

    fn double(&self, name: &'static str) -> Operation {
        throughput(name, &self.pairs, |(a, _)| a.double(), point)
    }

    fn decompress(&self, name: &'static str) -> Operation {
        let decode = |bytes: &Bytes| P::from_bytes(bytes);
        throughput(name, &self.encodings, decode, |decoded| {
            decoded.into_option().and_then(point)
        })
    }

    fn multiply(&self, name: &'static str) -> Operation {
        throughput(name, &self.products, |(a, _, point)| *point * a, point)
    }

    fn multiply_generator(&self, name: &'static str) -> Operation {
        let multiply = |(a, _, _): &_| I::multiply_generator(a);
        throughput(name, &self.products, multiply, point)
    }

    fn double_base(&self, name: &'static str) -> Operation {
        let multiply = |(a, b, point): &_| I::vartime_double_base(a, point, b);
        throughput_of(TIMED_VARIABLE, name, &self.products, multiply, point)
    }
}

fn point<P: CurvePoint>(point: P) -> Encoded {
    Some(point.to_bytes())
}
