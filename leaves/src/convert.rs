//! The conversion in the lanes of vectors: decoding, clearing torsion, and Weierstrass coordinates.

use alloc::vec::Vec;

use helioselene_simd::group::ff::{Field, PrimeField};
use helioselene_simd::unstable::{FieldVector, Job, MAX_LANES, Prime as _, Sum as _};
use helioselene_simd::{Field25519, P25519};

use super::Root;
use super::edwards::{Projective, both, constant, x_of};
use super::torsion::torsion_free;

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

/// The operation that writes the short Weierstrass coordinates of encoded points.
pub(super) struct Convert<'a> {
    pub encodings: &'a [[u8; 32]],
    /// Of the same length, all `None`.
    pub coordinates: &'a mut [Option<[Field25519; 2]>],
    /// The c in y = c·(1 + y)/((1 − y)·x).
    pub root: Root,
    /// Whether to convert the parts of prime order instead of the points.
    pub clear_torsion: bool,
}

/// Montgomery coordinates as fractions with a common divisor, (Z − Y)·X ≠ 0.
#[derive(Clone, Copy)]
struct Fractions<V> {
    /// u's numerator, (Z + Y)·X.
    u: V,
    /// v's numerator, c·(Z + Y)·Z.
    v: V,
    divisor: V,
    /// The lanes with coordinates, as bits.
    valid: u32,
}

impl Job<P25519> for Convert<'_> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: FieldVector<Prime = P25519>>(self) {
        let mut fractions = Vec::with_capacity(self.encodings.len().div_ceil(V::LANES));
        // Two vectors side by side, as the chain of one root is bound by latency.
        for encodings in self.encodings.chunks(2 * V::LANES) {
            let (first, second) = encodings.split_at(encodings.len().min(V::LANES));
            fractions.extend(convert::<V>([first, second], self.root, self.clear_torsion));
        }
        V::enter(
            #[inline(always)]
            || divide(&fractions, self.coordinates),
        );
    }
}

/// The fractions of two vectors of encodings, or of their points' parts of prime order.
fn convert<V: FieldVector<Prime = P25519>>(
    encodings: [&[[u8; 32]]; 2],
    root: Root,
    clear_torsion: bool,
) -> [Fractions<V>; 2] {
    let encoded = encodings.map(Encoded::of);
    V::enter(
        #[inline(always)]
        || {
            let y = both::<V, _>(
                #[inline(always)]
                |i| V::load(&encoded[i].y[..V::LANES]),
            );
            let roots = x_of(y);
            let signed = both::<V, _>(
                #[inline(always)]
                |i| encoded[i].with_parity(roots[i].0),
            );
            let decoded = [
                roots[0].1 & encoded[0].in_range,
                roots[1].1 & encoded[1].in_range,
            ];
            let mut points = [
                Projective::from_xy(signed[0], y[0]),
                Projective::from_xy(signed[1], y[1]),
            ];
            if clear_torsion {
                let free = torsion_free([[signed[0], y[0]], [signed[1], y[1]]]);
                // Few points have torsion, but a vector with one takes as long as if all had it.
                for ((point, decoded), free) in points.iter_mut().zip(decoded).zip(free) {
                    if decoded & !free != 0 {
                        *point = point.without_torsion();
                    }
                }
            }
            both::<V, _>(
                #[inline(always)]
                |i| Fractions::of(&points[i], decoded[i], root.value()),
            )
        },
    )
}

/// The parts of a vector of encodings.
struct Encoded {
    /// y, 0 where it is not below p, and past the last encoding.
    y: [Field25519; MAX_LANES],
    /// The parities of x, as bits.
    odd: u32,
    /// The lanes with y below p, as bits.
    in_range: u32,
}

impl Encoded {
    fn of(encodings: &[[u8; 32]]) -> Self {
        let mut encoded = Self {
            y: [Field25519::ZERO; MAX_LANES],
            odd: 0,
            in_range: 0,
        };
        for (lane, bytes) in encodings.iter().enumerate() {
            let mut y = *bytes;
            y[31] &= 0x7f;
            encoded.odd |= u32::from(bytes[31] >> 7) << lane;
            if let Some(y) = Option::from(Field25519::from_repr(y)) {
                encoded.y[lane] = y;
                encoded.in_range |= 1 << lane;
            }
        }
        encoded
    }

    /// x or −x, by the parities of the encodings. A set parity bit with x = 0 needs no check: points with x = 0 are
    /// refused, and so is (0, −1), whose part of prime order is the identity.
    #[inline(always)]
    fn with_parity<V: FieldVector<Prime = P25519>>(&self, x: V) -> V {
        let mut odd = 0;
        for (lane, x) in x.store_lanes()[..V::LANES].iter().enumerate() {
            odd |= u32::from(x.is_odd().unwrap_u8()) << lane;
        }
        x.negate_lanes(odd ^ self.odd)
    }
}

impl<V: FieldVector<Prime = P25519>> Fractions<V> {
    /// The fractions of the points in the lanes `decoded`, for this root c; the other lanes have the divisor 1.
    #[inline(always)]
    fn of(Projective { x, y, z }: &Projective<V>, decoded: u32, c: &Field25519) -> Self {
        let one = V::one();
        let sum = (*z + *y).carry();
        let divisor = (*z - *y).carry().mul_carried(x);
        // y = 1 or x = 0: the identity and (0, −1).
        let valid = decoded & !divisor.zero_lanes();
        Self {
            u: sum.mul_carried(x),
            v: sum.mul_carried(z).mul_carried(&V::splat(c)),
            divisor: one.select_lanes(divisor, valid),
            valid,
        }
    }
}

/// Writes the coordinates (u/divisor + A/3, v/divisor) of the valid fractions, with one inversion.
#[inline(always)]
fn divide<V: FieldVector<Prime = P25519>>(
    fractions: &[Fractions<V>],
    coordinates: &mut [Option<[Field25519; 2]>],
) {
    // Montgomery's trick, with two products in turns, so that none waits for the one before it.
    let mut products = [V::one(); 2];
    let mut before = Vec::with_capacity(fractions.len());
    for (i, fractions) in fractions.iter().enumerate() {
        let product = &mut products[i % 2];
        before.push(*product);
        *product = product.mul_carried_inlined(&fractions.divisor);
    }
    let both = products[0].mul_carried_inlined(&products[1]);
    let (inverse, _) = both.invert_lanes(V::Prime::invert);
    let mut inverses = [
        inverse.mul_carried_inlined(&products[1]),
        inverse.mul_carried_inlined(&products[0]),
    ];
    for (i, fractions) in fractions.iter().enumerate().rev() {
        let inverse = inverses[i % 2].mul_carried_inlined(&before[i]);
        inverses[i % 2] = inverses[i % 2].mul_carried_inlined(&fractions.divisor);
        let x = fractions.u.mul(&inverse) + V::splat(&A_THIRD).into();
        let (x, y) = (
            x.carry().store_lanes(),
            fractions.v.mul_carried(&inverse).store_lanes(),
        );
        // Empty for the second of two vectors if there is only one.
        let places = coordinates.iter_mut().skip(i * V::LANES).take(V::LANES);
        for (lane, place) in places.enumerate() {
            if fractions.valid >> lane & 1 == 1 {
                *place = Some([x[lane], y[lane]]);
            }
        }
    }
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/leaves/convert/tests.rs"]
mod tests;
