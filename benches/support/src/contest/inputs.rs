//! The inputs: committed test vectors, only checked; and random ones, also timed, from a seeded generator so that runs can be
//! repeated.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::implementation::{CurvePoint, FieldElement, Implementation};
use crate::contender::Operation;
use crate::vectors::{column, encodings, parse};

/// The encoding of a field element or a point, decoded by every implementation.
pub type Bytes = [u8; 32];

/// The number of random inputs of each kind; fewer if an interpreter draws them (`lab/wasm/`).
const RANDOM: usize = if cfg!(target_family = "wasm") { 8 } else { 64 };

/// How many random inputs are timed: few enough to stay in the first-level cache.
pub const TIMED: usize = 16;

/// How many are timed if the time depends on the input.
pub const TIMED_VARIABLE: usize = 64;

/// Inputs of one kind.
pub struct Inputs<T> {
    /// From the test vectors, edge cases included.
    pub vectors: T,
    /// Random inputs, which are timed.
    pub random: T,
}

impl<T> Inputs<Vec<T>> {
    /// An implementation's operation on these inputs, decoded: checked on all, timed on random ones.
    pub fn operation<D: Clone + 'static, R: 'static>(
        &self,
        name: &'static str,
        decode: impl Fn(&T) -> D,
        operation: impl Fn(&D) -> R + Clone + 'static,
        encode: impl Fn(R) -> Option<Bytes> + 'static,
    ) -> Operation {
        let timed: Vec<D> = self.random.iter().take(TIMED).map(&decode).collect();
        let all = self.vectors.iter().chain(&self.random);
        Operation::new(name, all.map(decode).collect(), timed, operation, encode)
    }
}

/// The inputs of all operations.
pub struct AllInputs {
    /// Pairs of elements of the field with q elements.
    pub q: Inputs<Vec<[Bytes; 2]>>,
    /// Pairs of elements of the field with p elements.
    pub p: Inputs<Vec<[Bytes; 2]>>,
    pub helios: Inputs<CurveInputs>,
    pub selene: Inputs<CurveInputs>,
}

/// The inputs of one curve.
pub struct CurveInputs {
    /// Strings that may or may not encode points; the random ones do.
    pub encodings: Vec<Bytes>,
    /// Pairs of points; those of the vectors have all exceptional cases of an addition.
    pub pairs: Vec<[Bytes; 2]>,
    /// Two scalars and a point.
    pub products: Vec<(Bytes, Bytes, Bytes)>,
}

macro_rules! vectors {
    ($file:literal) => {
        include_str!(concat!("../../../../tests/vectors/", $file, ".json"))
    };
}

impl AllInputs {
    /// The inputs for the current cycle, which `I` implements.
    pub fn current<I: Implementation>() -> Self {
        Self::new::<I>(
            vectors!("current-field"),
            vectors!("current-helios"),
            vectors!("current-selene"),
        )
    }

    /// The inputs for the 2025 cycle, which `I` implements.
    pub fn of_2025<I: Implementation>() -> Self {
        Self::new::<I>(
            vectors!("2025-field"),
            vectors!("2025-helios"),
            vectors!("2025-selene"),
        )
    }

    /// Draws random inputs with the types of `I` and encodes them.
    fn new<I: Implementation>(q: &str, helios: &str, selene: &str) -> Self {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        Self {
            q: Inputs {
                vectors: pairs(q, "binary"),
                random: random(|| [element::<I::Q>(rng), element::<I::Q>(rng)]),
            },
            p: Inputs {
                vectors: pairs(vectors!("field25519"), "binary"),
                random: random(|| [element::<I::P>(rng), element::<I::P>(rng)]),
            },
            helios: Inputs {
                vectors: CurveInputs::from_vectors(helios),
                random: CurveInputs::random::<I::Helios>(rng),
            },
            selene: Inputs {
                vectors: CurveInputs::from_vectors(selene),
                random: CurveInputs::random::<I::Selene>(rng),
            },
        }
    }
}

impl CurveInputs {
    fn from_vectors(text: &str) -> Self {
        let file = parse(text);
        let points = column(&file, "points", "encoded");
        let others = points.iter().cycle().skip(1);
        let mut strings = column(&file, "decode", "bytes");
        strings.extend(&points);
        let mut sums = pairs(text, "add");
        sums.extend(points.iter().zip(others).map(|(a, b)| [*a, *b]));
        let scalars = encodings(&file, "scalars");
        let products = scalars.iter().zip(scalars.iter().rev());
        Self {
            encodings: strings,
            pairs: sums,
            products: products
                .zip(points.iter().cycle())
                .map(|((a, b), point)| (*a, *b, *point))
                .collect(),
        }
    }

    fn random<P: CurvePoint>(rng: &mut ChaCha8Rng) -> Self {
        Self {
            encodings: random(|| point::<P>(rng)),
            pairs: random(|| [point::<P>(rng), point::<P>(rng)]),
            products: random(|| {
                let (a, b) = (element::<P::Scalar>(rng), element::<P::Scalar>(rng));
                (a, b, point::<P>(rng))
            }),
        }
    }
}

fn random<T>(mut draw: impl FnMut() -> T) -> Vec<T> {
    (0..RANDOM).map(|_| draw()).collect()
}

fn element<F: FieldElement>(rng: &mut ChaCha8Rng) -> Bytes {
    F::random(rng).to_repr()
}

fn point<P: CurvePoint>(rng: &mut ChaCha8Rng) -> Bytes {
    P::random(rng).to_bytes()
}

fn pairs(text: &str, list: &str) -> Vec<[Bytes; 2]> {
    let file = parse(text);
    let (a, b) = (column(&file, list, "a"), column(&file, list, "b"));
    a.into_iter().zip(b).map(|(a, b)| [a, b]).collect()
}

/// Panics if field elements do not look random: all and their negatives must have full length, and no two may be equal or
/// opposite.
pub fn assert_random<F: FieldElement>(elements: &[F]) {
    for (i, x) in elements.iter().enumerate() {
        for x in [*x, -*x] {
            // Among 128 random elements and their negatives one lacks such a bit in one list of 65 000.
            let long = x.to_repr()[29..] != [0; 3];
            assert!(long, "{x:?} or its negative is short");
        }
        for y in &elements[..i] {
            assert!(
                *x != *y && *x != -*y,
                "{x:?} is there twice, or its negative is"
            );
        }
    }
}

/// Panics if points do not look random and computed: none may be the identity or have Z = 1, and no
/// two may be equal or opposite.
pub fn assert_random_points<P: CurvePoint>(points: &[P]) {
    for (i, point) in points.iter().enumerate() {
        assert!(!bool::from(point.is_identity()), "the identity");
        // Decoded points have Z = 1; `Debug` shows the coordinates.
        let decoded = P::from_bytes(&point.to_bytes()).expect("a point's encoding");
        assert!(format!("{point:?}") != format!("{decoded:?}"), "Z = 1");
        for other in &points[..i] {
            assert!(
                point != other && *point != -*other,
                "{point:?} is there twice"
            );
        }
    }
}
