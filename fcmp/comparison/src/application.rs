// FCMP++'s work on curves and fields, without its protocol: the operations, their numbers and
// sizes, for one proof of one input. lib.rs includes this file twice, with two meanings of the
// crates' names.

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, PrimeField};
use ciphersuite::group::{Group, GroupEncoding};
use dalek_ff_group::FieldElement;
use helioselene::{Helios, Selene};
use multiexp::{multiexp, multiexp_vartime};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// The sizes of constant-time sums: vector commitments, and the sums at the start of the argument.
const SELENE_COMMITMENTS: [usize; 20] = {
    let mut sizes = [257; 20];
    (sizes[17], sizes[18], sizes[19]) = (254, 507, 513);
    sizes
};
const HELIOS_COMMITMENTS: [usize; 19] = {
    let mut sizes = [129; 19];
    (sizes[17], sizes[18]) = (229, 254);
    sizes
};
/// The lengths of the inner-product arguments.
const SELENE_ROWS: usize = 256;
const HELIOS_ROWS: usize = 128;
/// Divisors of scalar multiplications: their number, the points of each, and the number of values
/// that represent a polynomial.
const DIVISORS: usize = 10;
const POINTS: usize = 256;
const EVALUATIONS: usize = 131;
/// Points in a proof, and the sizes of the sums that verify it.
const SELENE_ENCODED: usize = 90;
const HELIOS_ENCODED: usize = 75;
const SELENE_VERIFICATION: usize = 604;
const HELIOS_VERIFICATION: usize = 352;
/// The children of a tree's nodes.
const SELENE_CHILDREN: usize = 38;
const HELIOS_CHILDREN: usize = 18;

/// The operands of one curve's part of the application.
struct Inputs<C: Ciphersuite> {
    points: Vec<C::G>,
    scalars: Vec<C::F>,
    encoded: Vec<u8>,
}

impl<C: Ciphersuite> Inputs<C> {
    fn new(rng: &mut ChaCha20Rng, count: usize) -> Self {
        let points: Vec<C::G> = (0..1024).map(|_| C::G::random(&mut *rng)).collect();
        Self {
            encoded: encoded(&points[..count]),
            points,
            scalars: (0..1024).map(|_| C::F::random(&mut *rng)).collect(),
        }
    }

    fn pairs(&self, len: usize) -> Vec<(C::F, C::G)> {
        let scalars = self.scalars.iter().copied();
        scalars.zip(self.points.iter().copied()).take(len).collect()
    }
}

/// The application's inputs; one seed gives the same inputs over all crates.
pub struct Application {
    selene: Inputs<Selene>,
    helios: Inputs<Helios>,
}

/// The results of a stage, encoded for comparison.
pub type Outcome = Vec<u8>;

impl Application {
    /// The inputs for this seed.
    pub fn new(seed: u64) -> Self {
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        Self {
            selene: Inputs::new(rng, SELENE_ENCODED),
            helios: Inputs::new(rng, HELIOS_ENCODED),
        }
    }

    /// Vector commitments, in constant time.
    pub fn commitments(&self) -> Outcome {
        let selene = commitments(&self.selene, &SELENE_COMMITMENTS);
        [selene, commitments(&self.helios, &HELIOS_COMMITMENTS)].concat()
    }

    /// The inner-product arguments of both curves.
    pub fn arguments(&self) -> Outcome {
        let selene = argument(&self.selene, SELENE_ROWS);
        [selene, argument(&self.helios, HELIOS_ROWS)].concat()
    }

    /// Divisors, half of them over each field: those of Ed25519 and Helios are over the field of
    /// 2^255 − 19 elements.
    pub fn divisors(&self) -> Outcome {
        let mut outcome = Vec::new();
        for _ in 0..DIVISORS / 2 {
            outcome.extend(divisor::<FieldElement>(&self.selene.scalars));
            outcome.extend(divisor::<<Helios as Ciphersuite>::F>(&self.helios.scalars));
        }
        outcome
    }

    /// All work of a prover.
    pub fn prove(&self) -> Outcome {
        [self.commitments(), self.arguments(), self.divisors()].concat()
    }

    /// Reads the points of a proof.
    pub fn decompression(&self) -> Outcome {
        [read_sum(&self.selene), read_sum(&self.helios)].concat()
    }

    /// The scalars of the circuits, and the final sums in variable time.
    pub fn verification(&self) -> Outcome {
        let selene = verification(&self.selene, SELENE_VERIFICATION);
        [selene, verification(&self.helios, HELIOS_VERIFICATION)].concat()
    }

    /// All work of a verifier of one proof.
    pub fn verify(&self) -> Outcome {
        [self.decompression(), self.verification()].concat()
    }

    /// A full node of Selene, and its parent node of Helios.
    pub fn grow(&self) -> Outcome {
        let selene = hash_grow::<Selene>(
            &self.selene.points,
            self.selene.points[1000],
            0,
            FieldElement::ZERO,
            &self.selene.scalars[..SELENE_CHILDREN],
        )
        .expect("there are generators for all children");
        let mut children = self.helios.scalars[..HELIOS_CHILDREN].to_vec();
        children[3] = coordinate::<Selene, Helios>(selene);
        let helios = hash_grow::<Helios>(
            &self.helios.points,
            self.helios.points[1000],
            2,
            self.helios.scalars[1000],
            &children,
        )
        .expect("there are generators for all children");
        [selene.to_bytes(), helios.to_bytes()].concat()
    }
}

fn encoded<G: GroupEncoding>(points: &[G]) -> Outcome {
    points
        .iter()
        .flat_map(|point| point.to_bytes().as_ref().to_vec())
        .collect()
}

fn commitments<C: Ciphersuite>(inputs: &Inputs<C>, sizes: &[usize]) -> Outcome {
    let sums: Vec<C::G> = sizes
        .iter()
        .map(|&size| multiexp(&inputs.pairs(size)))
        .collect();
    encoded(&sums)
}

/// The folding rounds of an inner-product argument with a power of two of rows.
fn argument<C: Ciphersuite>(inputs: &Inputs<C>, rows: usize) -> Outcome {
    let (mut a, mut b) = (
        inputs.scalars[..rows].to_vec(),
        inputs.scalars[rows..2 * rows].to_vec(),
    );
    let mut g = inputs.points[..rows].to_vec();
    let mut h: Vec<C::G> = inputs.points[rows..2 * rows]
        .iter()
        .zip(&inputs.scalars)
        .map(|(point, weight)| *point * weight)
        .collect();
    let u = inputs.points[1000];

    let mut transcript = Outcome::new();
    while a.len() > 1 {
        let half = a.len() / 2;
        let cross = |a: &[C::F], g: &[C::G], b: &[C::F], h: &[C::G]| {
            let inner: C::F = a.iter().zip(b).map(|(a, b)| *a * b).sum();
            let mut pairs: Vec<(C::F, C::G)> = Vec::with_capacity(2 * half + 1);
            pairs.extend(a.iter().copied().zip(g.iter().copied()));
            pairs.extend(b.iter().copied().zip(h.iter().copied()));
            pairs.push((inner, u));
            multiexp_vartime(&pairs)
        };
        let left = cross(&a[..half], &g[half..], &b[half..], &h[..half]);
        let right = cross(&a[half..], &g[..half], &b[..half], &h[half..]);
        transcript.extend(encoded(&[left, right]));

        let x = C::hash_to_F(b"challenge", &transcript);
        let x_inverse = x.invert().expect("a hash is not zero");
        let fold_points = |points: &[C::G], low: C::F, high: C::F| -> Vec<C::G> {
            let (lower, upper) = points.split_at(half);
            lower
                .iter()
                .zip(upper)
                .map(|(l, u)| multiexp_vartime(&[(low, *l), (high, *u)]))
                .collect()
        };
        let fold = |scalars: &[C::F], low: C::F, high: C::F| -> Vec<C::F> {
            let (lower, upper) = scalars.split_at(half);
            lower
                .iter()
                .zip(upper)
                .map(|(l, u)| low * l + high * u)
                .collect()
        };
        (g, h) = (fold_points(&g, x_inverse, x), fold_points(&h, x, x_inverse));
        (a, b) = (fold(&a, x, x_inverse), fold(&b, x_inverse, x));
    }
    transcript.extend(encoded(&[g[0], h[0]]));
    transcript
}

/// Polynomials a(x) + y·b(x) by their values, multiplied in pairs and divided by lines until one is
/// left, which is interpolated.
fn divisor<F: PrimeField>(random: &[F]) -> Vec<u8> {
    let value = |i: usize| random[i % random.len()];
    let curve: Vec<F> = (0..EVALUATIONS).map(value).collect();
    let mut divisors: Vec<[Vec<F>; 2]> = (0..POINTS / 2)
        .map(|i| {
            let line = |start: F, slope: F| {
                let values = std::iter::successors(Some(start), |value| Some(*value + slope));
                values.take(EVALUATIONS).collect()
            };
            [line(value(i), value(i + 1)), line(value(i + 2), F::ZERO)]
        })
        .collect();
    let mut merged = 0;
    while divisors.len() > 1 {
        let mut next = Vec::with_capacity(divisors.len() / 2);
        for pair in divisors.chunks_exact(2) {
            merged += 1;
            let product = times(&times(&pair[0], &pair[1], &curve), &pair[1], &curve);
            let mut denominators: Vec<F> = (0..EVALUATIONS)
                .map(|i| (value(i) - value(merged)) * (value(i) - value(merged + 1)))
                .collect();
            invert_all(&mut denominators);
            next.push(product.map(|mut values| {
                for (value, inverse) in values.iter_mut().zip(&denominators) {
                    *value *= inverse;
                }
                values
            }));
        }
        divisors = next;
    }
    // Interpolation is the product with a matrix.
    let mut outcome = Vec::new();
    for values in &divisors[0] {
        let mut coefficients = [F::ZERO; EVALUATIONS];
        for (row, value) in values.iter().enumerate() {
            for (column, coefficient) in coefficients.iter_mut().enumerate() {
                *coefficient += *value * random[(row * 7 + column) % random.len()];
            }
        }
        outcome.extend(coefficients.iter().sum::<F>().to_repr().as_ref());
    }
    outcome
}

/// (a + y·b)(c + y·d) with y² = the curve's polynomial.
fn times<F: Field>([a, b]: &[Vec<F>; 2], [c, d]: &[Vec<F>; 2], curve: &[F]) -> [Vec<F>; 2] {
    let i = 0..curve.len();
    [
        i.clone()
            .map(|i| a[i] * c[i] + b[i] * d[i] * curve[i])
            .collect(),
        i.map(|i| a[i] * d[i] + b[i] * c[i]).collect(),
    ]
}

/// Inverts nonzero elements with one inversion.
fn invert_all<F: Field>(elements: &mut [F]) {
    let mut product = F::ONE;
    let mut products = Vec::with_capacity(elements.len());
    for element in elements.iter() {
        products.push(product);
        product *= element;
    }
    let mut inverse = product.invert().unwrap_or(F::ZERO);
    for (element, before) in elements.iter_mut().zip(products).rev() {
        let next = inverse * *element;
        *element = inverse * before;
        inverse = next;
    }
}

fn read_sum<C: Ciphersuite>(inputs: &Inputs<C>) -> Outcome {
    let mut sum = C::G::identity();
    let mut reader = inputs.encoded.as_slice();
    while !reader.is_empty() {
        sum += C::read_G(&mut reader).expect("the encoding of a point");
    }
    encoded(&[sum])
}

fn verification<C: Ciphersuite>(inputs: &Inputs<C>, size: usize) -> Outcome {
    let mut pairs = inputs.pairs(size);
    // The circuit's weights: powers of challenges, gathered row by row.
    let challenge = C::hash_to_F(b"verification", &inputs.encoded);
    let mut power = challenge;
    for row in 0..10 {
        for (scalar, _) in &mut pairs {
            *scalar += power * inputs.scalars[row];
            power *= challenge;
        }
    }
    encoded(&[multiexp_vartime(&pairs)])
}

/// A node's hash after its children from `offset` on are added; the first replaces an earlier one.
pub fn hash_grow<C: Ciphersuite>(
    generators: &[C::G],
    hash: C::G,
    offset: usize,
    replaced: C::F,
    children: &[C::F],
) -> Option<C::G> {
    let generators = generators.get(offset..offset + children.len())?;
    let mut pairs: Vec<(C::F, C::G)> = children
        .iter()
        .copied()
        .zip(generators.iter().copied())
        .collect();
    pairs.first_mut()?.0 -= replaced;
    Some(hash + multiexp_vartime(&pairs))
}

/// The x coordinate of a point of `C`, as a scalar of `D`.
fn coordinate<C: Ciphersuite, D: Ciphersuite>(point: C::G) -> D::F {
    let mut x = <D::F as PrimeField>::Repr::default();
    x.as_mut().copy_from_slice(point.to_bytes().as_ref());
    x.as_mut()[31] &= 0x7f;
    D::F::from_repr(x).expect("a coordinate is below the prime")
}
