//! What `random` draws: programs with seeded sources expect the same elements and points from every
//! implementation.

use helioselene_simd::group::ff::Field;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{Curve, FieldElement, Point, Prime};
use num_bigint::BigUint;
use rand_core::RngCore;

use crate::common::oracle::{Integers, Weierstrass, le_bytes};
use crate::common::source::Source;
use crate::common::{rng, to_int};

/// A request to a source, and its answer.
#[derive(Debug)]
enum Draw {
    Bytes(Vec<u8>),
    Word(u32),
}

/// A source that records what was drawn from it.
struct Recorder<R> {
    source: R,
    draws: Vec<Draw>,
}

impl<R: RngCore> RngCore for Recorder<R> {
    fn next_u32(&mut self) -> u32 {
        let word = self.source.next_u32();
        self.draws.push(Draw::Word(word));
        word
    }

    fn next_u64(&mut self) -> u64 {
        panic!("no element or point is made of a 64-bit word");
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.source.fill_bytes(bytes);
        self.draws.push(Draw::Bytes(bytes.to_vec()));
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

fn recorder(seed: u64) -> Recorder<impl RngCore> {
    Recorder {
        source: rng(seed),
        draws: Vec::new(),
    }
}

/// The residue that the next draws give: 64 bytes at once in the field of p; in the field of q
/// twice 32, low half first.
fn drawn_residue(field: &Integers, draws: &mut impl Iterator<Item = Draw>) -> BigUint {
    let is_p = *field == Integers::of::<<helioselene_simd::Helios as Curve>::Base>();
    let mut all = Vec::new();
    for size in if is_p { vec![64] } else { vec![32, 32] } {
        match draws.next() {
            Some(Draw::Bytes(bytes)) if bytes.len() == size => all.extend(bytes),
            other => panic!("{size} bytes should have been drawn, not {other:?}"),
        }
    }
    field.reduce(&BigUint::from_bytes_le(&all))
}

fn elements<P: Prime>() {
    let field = Integers::of::<P>();
    for seed in 0..20 {
        let mut source = recorder(seed);
        let x = FieldElement::<P>::random(&mut source);
        let mut draws = source.draws.into_iter();
        assert_eq!(to_int(&x), drawn_residue(&field, &mut draws));
        assert!(draws.next().is_none());
    }
}

/// x, then a word whose lowest bit is the parity of y; repeated until x is on the curve.
fn points<C: Curve>() {
    let curve = Weierstrass::of::<C>();
    let mut retries = 0;
    for seed in 0..20 {
        let mut source = recorder(seed);
        let point = Point::<C>::random(&mut source);
        let mut draws = source.draws.into_iter();
        let expected = loop {
            let x = drawn_residue(&curve.field, &mut draws);
            let Some(Draw::Word(word)) = draws.next() else {
                panic!("a word should have been drawn for the sign");
            };
            if curve.field.is_square(&curve.right_side(&x)) {
                let mut bytes: [u8; 32] = le_bytes(&x);
                bytes[31] |= ((word & 1) as u8) << 7;
                break bytes;
            }
            retries += 1;
        };
        assert_eq!(point.to_bytes(), expected);
        assert!(draws.next().is_none());
    }
    assert!(retries > 0);
}

/// A source that first gives zeros: x = 0 and an even y, which would encode the identity.
fn zeros_first<C: Curve>() {
    // One try makes two or three draws.
    for draws in 1..=6 {
        let (mut source, mut zeros) = (rng(7), draws);
        let point = Point::<C>::random(Source(|bytes: &mut [u8]| {
            if zeros == 0 {
                return source.fill_bytes(bytes);
            }
            bytes.fill(0);
            zeros -= 1;
        }));
        assert!(!bool::from(point.is_identity()), "{draws} draws of zeros");
    }
}

crate::common::generic_tests! { fields: elements }
crate::common::generic_tests! { curves: points zeros_first }
