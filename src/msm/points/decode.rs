//! Batch decoding: square roots in the lanes.
//!
//! Decoding takes a square root of x³ − 3x + b, a chain of some 250 squarings that points cannot share as they share an
//! inversion. What many points gain is lanes, and two vectors side by side: while one waits for its last square, the
//! multiplier works for the other.

use ff::Field;
use subtle::{Choice, CtOption};
use zeroize::Zeroize;

use crate::backend::{BatchVector, Job, MAX_LANES, Sum as _, always};
use crate::curve::{Curve, Point};
use crate::field::{FieldElement, Powers, root_candidate};
use crate::primes::Modulus as _;

/// The job that decodes points as `from_bytes` does; constant time.
pub(crate) struct Decode<'a, C: Curve> {
    pub encodings: &'a [[u8; 32]],
    /// Gets each point with the index of its encoding. Called dynamically: a call for each point costs little, and the
    /// job would otherwise be compiled for each kind of output.
    pub put: &'a mut dyn FnMut(usize, CtOption<Point<C>>),
}

/// The job that decodes public points; a backend may use floating point for it, and variable time.
pub(crate) struct VartimeDecode<'a, C: Curve>(pub Decode<'a, C>);

impl<C: Curve> Job<C::Base> for VartimeDecode<'_, C> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        self.0.run::<V>();
    }
}

impl<C: Curve> Job<C::Base> for Decode<'_, C> {
    type Output = ();

    fn run<V: BatchVector<Prime = C::Base>>(self) {
        // Two vectors side by side, because the chain of one is bound by latency.
        let mut places = [const { (FieldElement::<C::Base>::ZERO, [0; 2]) }; 2 * MAX_LANES];
        for (number, encodings) in self.encodings.chunks(2 * V::LANES).enumerate() {
            let decoded = &mut places[..encodings.len()];
            for (decoded, encoding) in decoded.iter_mut().zip(encodings) {
                // Whether an encoding is refused is decided by masks at the end; a root is computed for every x.
                let (x, sign, in_range) = Point::<C>::decode_x(encoding);
                // Bytes, because a `Choice` cannot be wiped.
                *decoded = (x, [sign, in_range].map(|choice| choice.unwrap_u8()));
            }
            // Unused lanes compute a root for x = 0, which nobody reads.
            let zero = FieldElement::ZERO;
            let x = |i: usize| decoded.get(i).map_or(&zero, |(x, ..)| x);
            let mut roots = always!(V::enter, {
                let squares = [0, V::LANES].map(
                    #[inline(always)]
                    |first| y_squared::<C, V>(|lane| x(first + lane)),
                );
                // The number of encodings is public. If one vector holds them, the second one's roots are not computed.
                let roots = if encodings.len() > V::LANES {
                    root_candidate::<C::Base, _>(Vectors(squares)).0
                } else {
                    let [square, _] = squares;
                    let Vectors([root]) = root_candidate::<C::Base, _>(Vectors([square]));
                    [root; 2]
                };
                [
                    roots_of(squares[0], roots[0]),
                    roots_of(squares[1], roots[1]),
                ]
            });
            for (i, (x, choices)) in decoded.iter().enumerate() {
                let (roots, are_roots) = &roots[i / V::LANES];
                let lane = i % V::LANES;
                let is_root = Choice::from((are_roots >> lane & 1) as u8);
                let root = CtOption::new(roots[lane], is_root);
                let [sign, in_range] = choices.map(Choice::from);
                let point = Point::from_decoded(x, root, sign, in_range);
                (self.put)(number * 2 * V::LANES + i, point);
            }
            // x, the parities and y of secret points.
            decoded.iter_mut().zeroize();
            roots.zeroize();
        }
    }
}

/// Returns square roots from candidates, and the lanes in which they are roots, as bits.
#[inline(always)]
fn roots_of<V: BatchVector>(square: V, candidate: V) -> ([FieldElement<V::Prime>; MAX_LANES], u32) {
    always!(V::call, {
        // In the field of order p the root may be √−1 times the candidate. In that of order q the root of unity is −1,
        // so that both have the same square, and the second is never selected.
        let unity = V::splat(&FieldElement::from_canonical(V::Prime::ROOT_OF_UNITY));
        let second = candidate.mul_carried(&unity);
        let first_lanes = (candidate.square() - square.into()).carry().zero_lanes();
        let second_lanes = (second.square() - square.into()).carry().zero_lanes();
        let root = candidate.select_lanes(second, second_lanes & !first_lanes);
        (root.store_lanes(), first_lanes | second_lanes)
    })
}

/// Returns x³ − 3x + b for the x of each lane.
#[inline(always)]
fn y_squared<'a, C: Curve, V: BatchVector<Prime = C::Base>>(
    x: impl Fn(usize) -> &'a FieldElement<C::Base>,
) -> V {
    always!(V::call, {
        let x = V::load_lanes(x);
        let three = V::splat(&FieldElement::from_small(3));
        // (x² − 3)·x + b
        let cofactor = (x.square() - three.into()).carry();
        (cofactor.mul(&x) + V::splat(&C::B).into()).carry()
    })
}

/// Vectors that are raised to powers side by side, step by step.
#[derive(Clone, Copy)]
pub(crate) struct Vectors<V, const N: usize>(pub [V; N]);

impl<V: BatchVector, const N: usize> Powers for Vectors<V, N> {
    #[inline(always)]
    fn square_n_then(&self, n: u32, factor: Option<&Self>) -> Self {
        always!(V::call, {
            let mut power = *self;
            // A square of each vector in turns, so that none waits for itself.
            for _ in 0..n {
                for a in &mut power.0 {
                    *a = a.square_carried_inlined();
                }
            }
            if let Some(factor) = factor {
                for (a, b) in power.0.iter_mut().zip(&factor.0) {
                    *a = a.mul_carried(b);
                }
            }
            power
        })
    }
}
