//! Random circuits made by gadgets.

use std::marker::PhantomData;

use ciphersuite::group::ff::PrimeField;
use rand_chacha::ChaCha20Rng;

use crate::circuit::{Circuit, Variable};
use crate::element::Element;
use crate::gadgets::{DIGITS, Gadget, GadgetCircuit, Terms};
use crate::randomness::{Choose, mask, value, weight};

/// Products that gadgets make.
const ON_CURVE: usize = 3;
const INCOMPLETE_ADD: usize = 2 * ON_CURVE + 4;
const DISCRETE_LOG: usize = ON_CURVE + 4;

/// A circuit of gadgets. If `honest`, all of them hold; it then has no logarithms, which would need right divisors.
pub fn circuit<F: PrimeField>(rng: &mut ChaCha20Rng, honest: bool) -> GadgetCircuit {
    let rows: usize = rng.one_of(&[1, 7, 32, 32, 64, 64, 100, 128, 256]);
    let len = rows.next_power_of_two();
    let vectors = rng.below(5);
    let values = rng.below(4) + usize::from(vectors == 0);
    let embedded = Embedded::<F>::random(rng);
    let vector = |rng: &mut ChaCha20Rng| {
        let elements = (0..len).map(|_| value::<F>(rng)).collect();
        (elements, mask::<F>(rng))
    };
    let mut known = Circuit {
        vectors: (0..vectors).map(|_| vector(rng)).collect(),
        values: (0..values)
            .map(|_| (value::<F>(rng), mask::<F>(rng)))
            .collect(),
        ..Circuit::default()
    };
    let [fixed, other, sum] = embedded.points;
    let mut coordinates = false;
    if let Some((elements, _)) = known.vectors.first_mut()
        && len >= 4
    {
        elements[..4].copy_from_slice(&[other.0, other.1, sum.0, sum.1]);
        coordinates = true;
    }
    let mut draft = Draft::<F> {
        known,
        rows: len,
        honest,
        referable: vec![],
        gadgets: vec![],
        field: PhantomData,
    };
    let generators = [fixed, embedded.negative, other];
    let generators = generators[..1 + rng.below(3)].to_vec();
    let digits = rng.one_of(&DIGITS);
    for _ in 0..1 + rng.below(12) {
        let gadget = rng.below(9);
        match gadget {
            5 if honest && !coordinates => {}
            5 => {
                let (x, y) = if honest {
                    (Variable::Cg(0, 0), Variable::Cg(0, 1))
                } else {
                    (draft.variable(rng), draft.variable(rng))
                };
                draft.opaque(ON_CURVE, Gadget::OnCurve(x, y));
            }
            6 if honest && !coordinates => {}
            6 => {
                let places: Vec<Variable> = if honest {
                    (0..4).map(|i| Variable::Cg(0, i)).collect()
                } else {
                    (0..4).map(|_| draft.committed(rng)).collect()
                };
                let add = Gadget::IncompleteAdd {
                    fixed,
                    other: (places[0], places[1]),
                    sum: (places[2], places[3]),
                };
                draft.opaque(INCOMPLETE_ADD, add);
            }
            7.. if honest => {}
            7.. => {
                let len = 1 + rng.below(2 * digits + 10);
                let variables = draft.places(rng, len);
                let generator = rng.below(generators.len());
                draft.opaque(DISCRETE_LOG, Gadget::DiscreteLog(generator, variables));
            }
            _ => draft.transparent(rng, gadget),
        }
    }
    GadgetCircuit {
        rows,
        digits,
        curve: embedded.curve,
        generators,
        gadgets: draft.gadgets,
        vectors: draft.known.vectors,
        values: draft.known.values,
    }
}

/// A curve over the scalar field, and three points on it, the third the sum of the others.
struct Embedded<F> {
    curve: (Element, Element),
    points: [(Element, Element); 3],
    negative: (Element, Element),
    field: PhantomData<F>,
}

impl<F: PrimeField> Embedded<F> {
    /// A curve through two random points.
    fn random(rng: &mut ChaCha20Rng) -> Self {
        let [x0, y0, x1, y1] = [(); 4].map(|()| F::random(&mut *rng));
        let cube = |x: F| x.square() * x;
        let run = (x1 - x0).invert().expect("distinct points");
        let slope = (y1 - y0) * run;
        let a = (y1.square() - y0.square() - cube(x1) + cube(x0)) * run;
        let b = y0.square() - cube(x0) - a * x0;
        let x2 = slope.square() - x0 - x1;
        let y2 = slope * (x0 - x2) - y0;
        let encode = |(x, y): (F, F)| (Element::of_scalar(&x), Element::of_scalar(&y));
        Self {
            curve: encode((a, b)),
            points: [(x0, y0), (x1, y1), (x2, y2)].map(encode),
            negative: encode((x0, -y0)),
            field: PhantomData,
        }
    }
}

struct Draft<F> {
    /// The commitments' values, and those of the known products.
    known: Circuit,
    /// The most products that there may be.
    rows: usize,
    honest: bool,
    /// Products that combinations may use.
    referable: Vec<usize>,
    gadgets: Vec<Gadget>,
    field: PhantomData<F>,
}

impl<F: PrimeField> Draft<F> {
    fn committed(&self, rng: &mut ChaCha20Rng) -> Variable {
        let (vectors, values) = (self.known.vectors.len(), self.known.values.len());
        if values > 0 && (vectors == 0 || rng.chance(1, 8)) {
            Variable::V(rng.below(values))
        } else {
            Variable::Cg(rng.below(vectors), rng.below(self.rows))
        }
    }

    fn variable(&self, rng: &mut ChaCha20Rng) -> Variable {
        if self.referable.is_empty() {
            return self.committed(rng);
        }
        let row = rng.one_of(&self.referable);
        match rng.below(5) {
            0 => Variable::Al(row),
            1 => Variable::Ar(row),
            2 => Variable::Ao(row),
            _ => self.committed(rng),
        }
    }

    /// Variables of commitments, many of them neighbours.
    fn places(&self, rng: &mut ChaCha20Rng, len: usize) -> Vec<Variable> {
        let vectors = self.known.vectors.len();
        let pieces = rng.chance(1, 2);
        let mut places = vec![];
        while places.len() < len {
            if vectors == 0 {
                places.push(self.committed(rng));
                continue;
            }
            let vector = rng.below(vectors);
            let start = rng.below(self.rows);
            let run = if pieces { 1 + rng.below(40) } else { len };
            let end = self.rows.min(start + run);
            places.extend((start..end).map(|i| Variable::Cg(vector, i)));
            if rng.chance(1, 6) {
                places.push(self.committed(rng));
            }
        }
        places.truncate(len);
        places
    }

    fn terms(&self, rng: &mut ChaCha20Rng) -> Terms {
        (0..rng.below(6))
            .map(|_| (weight::<F>(rng), self.variable(rng)))
            .collect()
    }

    fn evaluate(&self, terms: &Terms) -> F {
        let terms = terms.iter();
        let terms = terms.map(|(weight, variable)| (*variable, weight.scalar()));
        self.known.evaluate(&(terms.collect(), F::ZERO))
    }

    fn has_room(&self, products: usize) -> bool {
        !self.honest || self.known.al.len() + products <= self.rows
    }

    /// Adds a gadget whose products have unknown values.
    fn opaque(&mut self, products: usize, gadget: Gadget) {
        if self.has_room(products) {
            let zeros = vec![Element::default(); products];
            self.known.al.extend_from_slice(&zeros);
            self.known.ar.extend_from_slice(&zeros);
            self.gadgets.push(gadget);
        }
    }

    /// Adds a gadget with one product.
    fn product(&mut self, left: F, right: F, gadget: Gadget) {
        if self.has_room(1) {
            self.referable.push(self.known.al.len());
            self.known.al.push(Element::of_scalar(&left));
            self.known.ar.push(Element::of_scalar(&right));
            self.gadgets.push(gadget);
        }
    }

    /// If honest, the constant that cancels this value; otherwise any.
    fn constant(&self, rng: &mut ChaCha20Rng, value: F) -> Element {
        if self.honest {
            Element::of_scalar(&-value)
        } else {
            weight::<F>(rng)
        }
    }

    /// Adds a gadget of combinations, by its number.
    fn transparent(&mut self, rng: &mut ChaCha20Rng, number: usize) {
        let (a, b) = (self.terms(rng), self.terms(rng));
        let (value_of_a, value_of_b) = (self.evaluate(&a), self.evaluate(&b));
        let (a_is_given, b_is_given) = (rng.chance(1, 2), rng.chance(1, 2));
        let inverse = |of: F| Option::<F>::from(of.invert());
        match number {
            0 => {
                let left = if a_is_given { value_of_a } else { F::from(2) };
                let right = if b_is_given { value_of_b } else { F::from(3) };
                let gadget = Gadget::Multiply(a_is_given.then_some(a), b_is_given.then_some(b));
                self.product(left, right, gadget);
            }
            1 => {
                let constant = self.constant(rng, value_of_a - value_of_b);
                self.gadgets.push(Gadget::Equality(a, constant, b));
            }
            2 => {
                let value = if a_is_given { value_of_a } else { F::from(5) };
                // Provers panic at zero, which is one test in a few.
                if let Some(inverse) = inverse(value) {
                    let gadget = Gadget::Inverse(a_is_given.then_some(a));
                    self.product(value, inverse, gadget);
                } else if !self.honest {
                    self.opaque(1, Gadget::Inverse(Some(a)));
                }
            }
            3 => {
                let difference = value_of_a - value_of_b;
                if let Some(inverse) = inverse(difference) {
                    self.product(difference, inverse, Gadget::Inequality(a, b));
                }
            }
            _ => {
                let constant = self.constant(rng, value_of_a);
                self.gadgets.push(Gadget::Zero(a, constant));
            }
        }
    }
}
