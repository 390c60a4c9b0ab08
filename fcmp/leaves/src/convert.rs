//! Converts points in the lanes of vectors: from encodings or keys to coordinates, with one inversion.

use alloc::vec::Vec;

use helioselene_simd::group::ff::Field;
use helioselene_simd::unstable::ed25519::{Encoded, Homogeneous, constant, pair};
use helioselene_simd::unstable::{BatchVector, Job, MAX_LANES, Prime as _, Sum as _};
use helioselene_simd::{Field25519, P25519};

use super::clearing::without_torsion;
use super::torsion::torsion_free;
use super::{HashToPoint, Refusal, Root, hash, map};

/// A/3 for A = 486662.
const A_THIRD: Field25519 =
    constant("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad2451");
/// The odd root of −(A + 2).
const ODD_ROOT: Field25519 =
    constant("70d9120b9f5ff9442d84f723fc03b0813a5e2c2eb482e57d3391fb5500ba81e7");
/// The even root of −(A + 2).
const EVEN_ROOT: Field25519 =
    constant("0f26edf460a006bbd27b08dc03fc4f7ec5a1d3d14b7d1a82cc6e04aaff457e06");

impl Root {
    fn value(self) -> &'static Field25519 {
        match self {
            Self::Even => &EVEN_ROOT,
            Self::Odd => &ODD_ROOT,
        }
    }
}

/// What a point's 32 bytes are.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// Its encoding.
    Encoded {
        /// Whether to convert the point's part of prime order instead.
        clear_torsion: bool,
    },
    /// A key that hashes to it.
    Hashed(HashToPoint),
}

/// The curve of the coordinates.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// The short Weierstrass curve, with this root as c in y = c·(1 + y)/((1 − y)·x).
    Wei25519(Root),
    Ed25519,
}

pub(super) type Coordinates = Result<[Field25519; 2], Refusal>;

/// Points from one source.
pub(super) struct Points<'a> {
    pub source: Source,
    pub bytes: &'a [[u8; 32]],
    /// Of the same length, all [`Refusal::NoPoint`].
    pub coordinates: &'a mut [Coordinates],
}

/// Writes the coordinates of points.
pub(super) struct Convert<'a, 'b> {
    pub points: &'b mut [Points<'a>],
    pub target: Target,
}

/// Coordinates as fractions with a common nonzero divisor.
#[derive(Clone, Copy)]
struct Fractions<V> {
    numerators: [V; 2],
    divisor: V,
    /// The lanes with points, as bits.
    decoded: u32,
    /// Of these, the lanes with coordinates.
    valid: u32,
}

impl Job<P25519> for Convert<'_, '_> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) {
        let Self { points, target } = self;
        let vectors = points.iter().map(|p| p.bytes.len().div_ceil(V::LANES));
        let mut fractions = Vec::<Fractions<V>>::with_capacity(vectors.sum());
        for Points { source, bytes, .. } in points.iter() {
            match source {
                // Two vectors side by side, because one root's chain is bound by latency.
                Source::Encoded { clear_torsion } => {
                    for pair in bytes.chunks(2 * V::LANES) {
                        let of_pair = of_encodings(halves::<V>(pair), *clear_torsion, target);
                        fractions.extend(&of_pair[..pair.len().div_ceil(V::LANES)]);
                    }
                }
                Source::Hashed(HashToPoint::Biased) => {
                    for pair in bytes.chunks(2 * V::LANES) {
                        let of_pair = of_biased(halves::<V>(pair), target);
                        fractions.extend(&of_pair[..pair.len().div_ceil(V::LANES)]);
                    }
                }
                // Each key has two roots.
                Source::Hashed(HashToPoint::Unbiased) => {
                    let vectors = bytes.chunks(V::LANES);
                    fractions.extend(vectors.map(|keys| of_unbiased(keys, target)));
                }
            }
        }
        V::enter(
            #[inline(always)]
            || {
                invert(&mut fractions);
                let mut fractions = fractions.iter();
                for Points { coordinates, .. } in points {
                    for places in coordinates.chunks_mut(V::LANES) {
                        let fractions = fractions.next().expect("as many vectors");
                        fractions.write(target, places);
                    }
                }
            },
        );
    }
}

/// Splits bytes over two vectors: what does not fit into the first goes to the second.
fn halves<V: BatchVector>(bytes: &[[u8; 32]]) -> [&[[u8; 32]]; 2] {
    bytes.split_at(bytes.len().min(V::LANES)).into()
}

/// The fractions of two vectors of encodings, or of the points' parts of prime order.
fn of_encodings<V: BatchVector<Prime = P25519>>(
    encodings: [&[[u8; 32]]; 2],
    clear_torsion: bool,
    target: Target,
) -> [Fractions<V>; 2] {
    let encoded = encodings.map(Encoded::new);
    V::enter(
        #[inline(always)]
        || {
            let decoded = Encoded::decoded::<V>(&encoded);
            let mut points = pair::<V, _>(
                #[inline(always)]
                |i| {
                    let ([x, y], _) = decoded[i];
                    Homogeneous::from_xy(x, y)
                },
            );
            if clear_torsion {
                let free = torsion_free([decoded[0].0, decoded[1].0]);
                // Few points have torsion, but one in a vector costs as much as if all had it.
                for ((point, (_, decoded)), free) in points.iter_mut().zip(decoded).zip(free) {
                    if decoded & !free != 0 {
                        *point = without_torsion(*point);
                    }
                }
            }
            pair::<V, _>(
                #[inline(always)]
                |i| Fractions::of(&points[i], decoded[i].1, target),
            )
        },
    )
}

/// The fractions of the biased hashes of two vectors of keys.
fn of_biased<V: BatchVector<Prime = P25519>>(
    keys: [&[[u8; 32]]; 2],
    target: Target,
) -> [Fractions<V>; 2] {
    let mut elements = [[Field25519::ZERO; MAX_LANES]; 2];
    for (elements, keys) in elements.iter_mut().zip(keys) {
        for (element, key) in elements.iter_mut().zip(keys) {
            *element = hash::biased(key);
        }
    }
    of_elements(&elements, false, target)
}

/// The fractions of the unbiased hashes of a vector of keys.
fn of_unbiased<V: BatchVector<Prime = P25519>>(keys: &[[u8; 32]], target: Target) -> Fractions<V> {
    let mut elements = [[Field25519::ZERO; MAX_LANES]; 2];
    for (lane, key) in keys.iter().enumerate() {
        [elements[0][lane], elements[1][lane]] = hash::unbiased(key);
    }
    let [hashes, _] = of_elements(&elements, true, target);
    hashes
}

/// The fractions of the results of [`map::hashes`], in a function compiled once.
#[inline(never)]
fn of_elements<V: BatchVector<Prime = P25519>>(
    elements: &[[Field25519; MAX_LANES]; 2],
    sum: bool,
    target: Target,
) -> [Fractions<V>; 2] {
    V::enter(
        #[inline(always)]
        || {
            let points = map::hashes::<V>(elements, sum);
            pair::<V, _>(
                #[inline(always)]
                |i| Fractions::of(&points[i], u32::MAX, target),
            )
        },
    )
}

impl<V: BatchVector<Prime = P25519>> Fractions<V> {
    /// The fractions of the points in the lanes `decoded`; other lanes are arbitrary, with divisor 1.
    #[inline(always)]
    fn of(Homogeneous { x, y, z }: &Homogeneous<V>, decoded: u32, target: Target) -> Self {
        let (numerators, divisor) = match target {
            // u = (Z + Y)·X, v = c·(Z + Y)·Z over (Z − Y)·X, which is 0 for y = 1 and x = 0: the identity and (0, −1).
            Target::Wei25519(root) => {
                let sum = (*z + *y).carry();
                let v = sum.mul_carried(z).mul_carried(&V::splat(root.value()));
                ([sum.mul_carried(x), v], (*z - *y).carry().mul_carried(x))
            }
            Target::Ed25519 => ([*x, *y], *z),
        };
        let valid = decoded & !divisor.zero_lanes();
        Self {
            numerators,
            divisor: V::one().select_lanes(divisor, valid),
            decoded,
            valid,
        }
    }

    /// The coordinates, once the divisor has been replaced by its inverse.
    #[inline(always)]
    fn write(&self, target: Target, places: &mut [Coordinates]) {
        let mut x = self.numerators[0].mul(&self.divisor);
        if let Target::Wei25519(_) = target {
            x = x + V::splat(&A_THIRD).into();
        }
        let x = x.carry().store_lanes();
        let y = self.numerators[1].mul_carried(&self.divisor).store_lanes();
        for (lane, place) in places.iter_mut().enumerate() {
            if self.valid >> lane & 1 == 1 {
                *place = Ok([x[lane], y[lane]]);
            } else if self.decoded >> lane & 1 == 1 {
                *place = Err(Refusal::NoCoordinates);
            }
        }
    }
}

/// Replaces all divisors by their inverses, with one inversion.
#[inline(always)]
fn invert<V: BatchVector<Prime = P25519>>(fractions: &mut [Fractions<V>]) {
    // Montgomery's trick with two alternating products, so that none waits for the last.
    let mut products = [V::one(); 2];
    let mut before = Vec::with_capacity(fractions.len());
    for (i, fractions) in fractions.iter().enumerate() {
        let product = &mut products[i % 2];
        before.push(*product);
        *product = product.mul_carried_inlined(&fractions.divisor);
    }
    let pair = products[0].mul_carried_inlined(&products[1]);
    let (inverse, _) = pair.invert_lanes(V::Prime::invert);
    let mut inverses = [
        inverse.mul_carried_inlined(&products[1]),
        inverse.mul_carried_inlined(&products[0]),
    ];
    for (i, fractions) in fractions.iter_mut().enumerate().rev() {
        let inverse = inverses[i % 2].mul_carried_inlined(&before[i]);
        inverses[i % 2] = inverses[i % 2].mul_carried_inlined(&fractions.divisor);
        fractions.divisor = inverse;
    }
}

#[cfg(test)]
mod tests;
