//! Tests points of Ed25519 for torsion with three powers instead of 250 doublings.
//!
//! The group is cyclic of order 8ℓ, so the points without torsion are those that can be halved three times. On
//! Curve25519, with u = (1 + y)/(1 − y): P can be halved if u is a square. Then P = ±2R, and P can be halved three
//! times if R can be halved twice, that is, if a·(b/a − t)² is a fourth power, for R = (a, b) and t² = A + 2.
//! `fcmp/notes/leaves.md` has the proof.

use helioselene_simd::unstable::ed25519::{A, Encoded, I, constant, one_plus_d_times, pair, root};
use helioselene_simd::unstable::{BatchVector, Job, Sum as _, power_p58};
use helioselene_simd::{Field25519, P25519};

/// √(A + 2)
const T: Field25519 = constant("6be4f497f9a9c2afc21fa77ad7f4a6ef635a11c7284a9363e9a248ef9c884415");
/// √(−i·(A² − 4)), with i = √−1: neither A² − 4 nor i is a square.
const KAPPA: Field25519 =
    constant("219fc5bc27acf1eebe25d969202ca68f9dd71ed4b851ca75a8b71277b3ba5222");

/// Whether each of some encodings is that of a point without torsion.
pub(super) struct AreTorsionFree<'a> {
    pub encodings: &'a [[u8; 32]],
    /// Of the same length.
    pub free: &'a mut [bool],
}

impl Job<P25519> for AreTorsionFree<'_> {
    type Output = ();
    const PUBLIC: bool = true;

    fn run<V: BatchVector<Prime = P25519>>(self) {
        let encodings = self.encodings.chunks(2 * V::LANES);
        for (encodings, free) in encodings.zip(self.free.chunks_mut(2 * V::LANES)) {
            let halves = encodings.split_at(encodings.len().min(V::LANES));
            let encoded = <[&[_]; 2]>::from(halves).map(Encoded::new);
            let lanes = V::enter(
                #[inline(always)]
                || {
                    let [(a, a_decoded), (b, b_decoded)] = Encoded::decoded::<V>(&encoded);
                    let [a_free, b_free] = torsion_free([a, b]);
                    [a_free & a_decoded, b_free & b_decoded]
                },
            );
            for (free, lanes) in free.chunks_mut(V::LANES).zip(lanes) {
                for (lane, free) in free.iter_mut().enumerate() {
                    *free = lanes >> lane & 1 == 1;
                }
            }
        }
    }
}

/// The lanes whose points (x, y) have no torsion, as bits; the identity's is not set.
#[inline(always)]
pub(super) fn torsion_free<V: BatchVector<Prime = P25519>>(points: [[V; 2]; 2]) -> [u32; 2] {
    let squares = pair::<V, _>(
        #[inline(always)]
        |i| one_plus_d_times(&points[i][1].square_carried()),
    );
    let powers = power_p58(squares);
    let halved = pair::<V, _>(
        #[inline(always)]
        |i| Halving::begin(points[i], squares[i], powers[i]),
    );
    let powers = power_p58([halved[0].g7, halved[1].g7]);
    let fourths = pair::<V, _>(
        #[inline(always)]
        |i| halved[i].finish(powers[i]),
    );
    let powers = power_p58(fourths);
    pair::<V, _>(
        #[inline(always)]
        |i| {
            // f^((p−1)/4), as (p−1)/4 = 2·(p−5)/8 + 1.
            let symbol = powers[i].square_carried().mul(&fourths[i]);
            halved[i].has_half & is_one::<V>(symbol)
        },
    )
}

/// The lanes equal to 1, as bits.
#[inline(always)]
fn is_one<V: BatchVector>(x: V::Sum) -> u32 {
    (x - V::one().into()).carry().zero_lanes()
}

/// The intermediate values of halving a point.
#[derive(Clone, Copy)]
struct Halving<V> {
    x: V,
    /// 1 + y
    n: V,
    /// 1 − y
    m: V,
    /// √(1 + dy²)
    r: V,
    /// The lanes where r exists, as bits.
    has_half: u32,
    /// g = m·(2n + Am + 2tr): (b/a)²·m² for a half (a, b), or else that of −r is.
    g: V,
    g3: V,
    g7: V,
}

impl<V: BatchVector<Prime = P25519>> Halving<V> {
    /// The values from 1 + dy² and its power.
    #[inline(always)]
    fn begin([x, y]: [V; 2], square: V, power: V) -> Self {
        let one = V::one();
        let (r, has_half) = root([square, one], power.mul_carried(&square));
        let (n, m) = ((one + y).carry(), (one - y).carry());
        let tr = V::splat(&T).mul(&r);
        let sum = V::splat(&A).mul(&m) + V::Sum::from(n).times::<2>() + tr.times::<2>();
        let g = sum.carry().mul_carried(&m);
        let g3 = g.square_carried().mul_carried(&g);
        Self {
            x,
            n,
            m,
            r,
            has_half,
            g,
            g3,
            g7: g3.square_carried().mul_carried(&g),
        }
    }

    /// a·(b/a − t)² times a fourth power, from the power of g⁷.
    #[inline(always)]
    fn finish(&self, power: V) -> V {
        let Self { x, n, m, g, .. } = self;
        let (t, i) = (V::splat(&T), V::splat(&I));
        // w²g is a fourth root of unity: 1 or −1 if g is a square, i or −i if the g of −r is.
        let w = self.g3.mul_carried(&power);
        let unity = w.square_carried().mul(g);
        let is_minus_one = is_one::<V>(unity.neg());
        let is_i = (unity - i.into()).carry().zero_lanes();
        let is_minus_i = (unity + i.into()).carry().zero_lanes();
        let other = is_i | is_minus_i;
        // h = √g.
        let factor = V::splat(&KAPPA).mul_carried(&m.square_carried());
        let h = g.select_lanes(factor, other).mul_carried(&w);
        let h = h.select_lanes(h.mul_carried(&i), is_minus_one | is_minus_i);
        let r = self.r.negate_lanes(other);
        // a·m² = (n + tr)·m + ixrh and b/a = h/m.
        let ntr = (t.mul(&r) + (*n).into()).carry();
        let ixr = x.mul_carried(&r).mul_carried(&i);
        let a = V::sum_of_products_carried(&ntr, m, &ixr, &h);
        let difference = (V::Sum::from(h) - t.mul(m)).carry();
        a.mul_carried(&difference.square_carried())
    }
}

#[cfg(test)]
mod tests;
