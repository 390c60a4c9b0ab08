//! Changes to proofs, and proofs of nothing.

use ciphersuite::group::Group;
use ciphersuite::group::ff::PrimeField;
use rand_chacha::ChaCha20Rng;
use rand_core::RngCore;

use crate::circuit::{Case, GeneratorPoints};
use crate::curve::Curve;
use crate::element::{Bytes, Element};
use crate::randomness::{self, Choose, value};

/// Points to put in place of others: random ones, generators, negatives and zeros.
pub fn pool<C: Curve>(rng: &mut ChaCha20Rng, generators: &GeneratorPoints) -> Vec<Element> {
    let random = (0..20).map(|_| C::G::random(&mut *rng));
    let (g_bold, h_bold) = (generators.g_bold[0], generators.h_bold[0]);
    let generators = [generators.g, generators.h, g_bold, h_bold];
    let generators = generators.iter().map(Element::point::<C>);
    let points: Vec<C::G> = random.chain(generators).collect();
    let both = points.iter().flat_map(|point| [*point, -*point]);
    let mut pool: Vec<_> = both.map(|point| Element::of_point(&point)).collect();
    pool.push(Element::default());
    pool
}

/// Random points and scalars, as many as a proof with these rows and commitments has.
pub fn of_nothing<C: Curve>(
    rng: &mut ChaCha20Rng,
    pool: &[Element],
    rows: usize,
    commitments: (usize, usize),
) -> Bytes {
    let (vectors, values) = commitments;
    let rounds = rows.next_power_of_two().trailing_zeros() as usize;
    let before = vectors + values + 3 + (vectors + 1) + (2 * vectors + 4);
    let mut bytes = vec![];
    for (scalar, count) in [(false, before), (true, 3), (false, 2 * rounds), (true, 2)] {
        for _ in 0..count {
            let element = match scalar {
                true => value::<C::F>(rng),
                false => rng.one_of(pool),
            };
            bytes.extend(element.0);
        }
    }
    Bytes(bytes)
}

fn modulus<F: PrimeField>() -> Element {
    Element::of_scalar(&-F::ONE).plus(Element::number(1))
}

/// The number of changes that `mutate` knows; each is equally likely.
const CHANGES: usize = 20;

/// A changed case, and the name of the change.
pub fn mutate<C: Curve>(
    rng: &mut ChaCha20Rng,
    case: &Case,
    pool: &[Element],
) -> (Case, &'static str) {
    let mut case = case.clone();
    let elements = case.proof.0.len() / 32;
    if elements == 0 {
        return (case, "none, as it is empty");
    }
    let proof = &mut case.proof.0;
    let at = rng.below(elements);
    let put = |proof: &mut Vec<u8>, at: usize, element: Element| {
        proof[32 * at..32 * at + 32].copy_from_slice(&element.0);
    };
    let get = |proof: &[u8], at: usize| {
        Element(proof[32 * at..32 * at + 32].try_into().expect("32 bytes"))
    };
    let element = get(proof, at);
    let name = match rng.below(CHANGES) {
        0..=3 => {
            proof[rng.below(32 * elements)] ^= 1 << rng.below(8);
            "a flipped bit"
        }
        4 => {
            proof[rng.below(32 * elements)] = rng.next_u32() as u8;
            "another byte"
        }
        5 => {
            let len = match rng.below(3) {
                0 => 32 * rng.below(elements),
                1 => proof.len() - 1 - rng.below(proof.len().min(40)),
                _ => rng.below(proof.len()),
            };
            proof.truncate(len);
            "truncated"
        }
        6 => {
            let other = rng.below(elements);
            put(proof, at, get(proof, other));
            put(proof, other, element);
            "exchanged elements"
        }
        7 => {
            put(proof, at, Element::default());
            "zeros: the identity, or a scalar"
        }
        8 => {
            put(proof, at, rng.one_of(pool));
            "another point"
        }
        9 => {
            put(proof, at, element.plus(modulus::<C::Base>()));
            "the prime of coordinates added"
        }
        10 => {
            put(proof, at, element.plus(modulus::<C::F>()));
            "the prime of scalars added"
        }
        11 => {
            for _ in 0..=rng.below(70) {
                proof.push(rng.next_u32() as u8);
            }
            "extended"
        }
        12 => {
            let number = rng.below(5);
            match rng.below(2) {
                0 => case.vectors = number,
                _ => case.values = number,
            }
            "another number of commitments"
        }
        13 => {
            case.context.0[rng.below(32)] ^= 1;
            "another context"
        }
        14 => {
            proof[32 * at + 31] ^= 0x80;
            "the other sign"
        }
        15 => {
            let edges = [modulus::<C::Base>(), modulus::<C::F>(), Element::default()];
            let distance = rng.below(80) as i64 - 40;
            let mut edge = rng.one_of(&edges).plus(Element::number(distance));
            if rng.chance(1, 3) {
                edge.0[31] ^= 0x80;
            }
            put(proof, at, edge);
            "about a prime or 2^256"
        }
        16 => {
            proof.drain(32 * at..32 * at + 32);
            "an element less"
        }
        17 => {
            proof.splice(32 * at..32 * at, rng.one_of(pool).0);
            "an element more"
        }
        18 => {
            put(proof, at, randomness::element(rng));
            "random bytes"
        }
        _ => {
            for _ in 0..2 + rng.below(3) {
                let zeros = rng.chance(1, 3);
                let point = rng.one_of(pool);
                let element = if zeros { Element::default() } else { point };
                put(proof, rng.below(elements), element);
            }
            "several other points"
        }
    };
    (case, name)
}
