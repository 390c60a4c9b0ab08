//! Encodings of points: y, with the parity of x in the top bit.

use alloc::vec::Vec;

use ff::{Field, PrimeField};

use super::EdwardsPoint;
use super::edwards::{odd_lanes, pair, x_of};
use crate::Field25519;
use crate::backend::{BatchVector, Job, MAX_LANES, always};
use crate::primes::P25519;

/// The parts of a vector of encodings.
pub struct Encoded {
    /// y, or 0 where it is not below p, and in lanes past the last encoding.
    y: [Field25519; MAX_LANES],
    /// The parities of x, as bits.
    odd: u32,
    /// The lanes that are valid if some x belongs to their y, as bits.
    candidates: u32,
}

impl Encoded {
    /// Splits encodings, at most as many as there are lanes; variable time.
    pub fn new(encodings: &[[u8; 32]]) -> Self {
        let mut encoded = Self {
            y: [Field25519::ZERO; MAX_LANES],
            odd: 0,
            candidates: 0,
        };
        for (lane, bytes) in encodings.iter().enumerate() {
            let mut y = *bytes;
            y[31] &= 0x7f;
            let odd = bytes[31] >> 7 == 1;
            encoded.odd |= u32::from(odd) << lane;
            if let Some(y) = Option::from(Field25519::from_repr(y)) {
                encoded.y[lane] = y;
                // For y = 1 and y = −1, x is 0, which is even: RFC 8032, section 5.1.3, step 4.
                let is_wrong = odd && (y == Field25519::ONE || y == -Field25519::ONE);
                encoded.candidates |= u32::from(!is_wrong) << lane;
            }
        }
        encoded
    }

    /// Returns x and y of two vectors, arbitrary where there is no point, and as bits the lanes that have one.
    #[inline(always)]
    pub fn decoded<V: BatchVector<Prime = P25519>>(encoded: &[Self; 2]) -> [([V; 2], u32); 2] {
        let y = pair::<V, _>(
            #[inline(always)]
            |i| V::load(&encoded[i].y[..V::LANES]),
        );
        let roots = x_of(y);
        pair::<V, _>(
            #[inline(always)]
            |i| {
                // `x_of` gives either root: the one of the encoded parity is needed.
                let (x, root_lanes) = roots[i];
                let x = x.negate_lanes(odd_lanes(x) ^ encoded[i].odd);
                ([x, y[i]], root_lanes & encoded[i].candidates)
            },
        )
    }
}

/// The job that decodes points; variable time.
pub(super) struct Decode<'a> {
    pub encodings: &'a [[u8; 32]],
    /// Gets the points, `None` where an encoding is not valid; as long as `encodings`.
    pub points: &'a mut [Option<EdwardsPoint>],
}

impl Job<P25519> for Decode<'_> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) {
        // Two vectors side by side: each square of one root's chain waits for the square before it.
        let encodings = self.encodings.chunks(2 * V::LANES);
        for (encodings, points) in encodings.zip(self.points.chunks_mut(2 * V::LANES)) {
            // The second half may be empty: then none of its lanes is valid.
            let halves = encodings.split_at(encodings.len().min(V::LANES));
            let encoded = <[&[_]; 2]>::from(halves).map(Encoded::new);
            let lanes = always!(V::enter, {
                let [([x0, y0], valid0), ([x1, y1], valid1)] = Encoded::decoded::<V>(&encoded);
                [
                    (x0.store_lanes(), y0.store_lanes(), valid0),
                    (x1.store_lanes(), y1.store_lanes(), valid1),
                ]
            });
            for (points, (x, y, valid)) in points.chunks_mut(V::LANES).zip(&lanes) {
                for (lane, point) in points.iter_mut().enumerate() {
                    let (x, y, z) = (x[lane], y[lane], Field25519::ONE);
                    *point = (valid >> lane & 1 == 1).then_some(EdwardsPoint { x, y, z });
                }
            }
        }
    }
}

/// Returns the encodings of points; variable time.
pub(super) fn encode(points: &[EdwardsPoint]) -> Vec<[u8; 32]> {
    // No Z is 0.
    let mut inverses: Vec<_> = points.iter().map(|point| point.z).collect();
    Field25519::vartime_batch_invert(&mut inverses);
    let encode = |(point, inverse): (&EdwardsPoint, &Field25519)| {
        let mut bytes = (point.y * inverse).to_repr();
        bytes[31] |= (point.x * inverse).is_odd().unwrap_u8() << 7;
        bytes
    };
    points.iter().zip(&inverses).map(encode).collect()
}
