//! Tests points of Ed25519 for torsion with three powers instead of 250 doublings.
//!
//! E(F_p) is cyclic of order 8ℓ, so P has no torsion if and only if P ∈ 8E. On Curve25519, v² = u(u² + Au + 1), let
//! u = (1 + y)/(1 − y) be P's, m = 1 − y, and i = √−1. "Up to sign" means that either root will do.
//!
//! **Claim.** For P other than the identity, the bit of [`torsion_free`] is set if and only if P has no torsion.
//!
//! 1. *P ∈ 2E if and only if u is a square.* The points with u a square, and the identity, are the image of the
//!    isogeny of degree 2 dual to the one with kernel {O, (0, 0)}. The image contains 2E, and both have index 2:
//!    isogenous curves have equally many points, the kernel has two, and (0, 0) is the only point of order 2, as
//!    A² − 4 is no square.
//! 2. *u is a square if and only if 1 + dy² is.* 1 − y² = −x²(1 + dy²), so u = (1 − y²)/(1 − y)² is −1, a square,
//!    times a square times 1 + dy² (x = 0: see 5). With r = √(1 + dy²) a root of u is s = ixr/m.
//! 3. *The half.* Let 2R = ±P, R = (a, b), k = a + 1/a, so k + A = (b/a)². Doubling gives
//!
//!    ```text
//!    u = (a² − 1)²/4b² = (k² − 4)/4(k + A),  k = 2u ± 2√(u² + Au + 1) = 2u ± 2v/s
//!    ```
//!
//!    and k² − 4 = (2s·b/a)² gives a = k/2 ± s·b/a. A root k belongs to a point over F_p if and only if k + A is a
//!    square. The product of both k + A is A² − 4, no square, so one is. With c² = −(A + 2) and t = ic, t² = A + 2
//!    and v/s = tr/m up to sign:
//!
//!    ```text
//!    g = m²(k + A) = m·(2(1 + y) + Am ± 2tr),  h = √g = m·b/a,  a·m² = (1 + y ± tr)·m + ixrh
//!    ```
//!
//!    The other sign of h is the other R with the same k. If g with + is no square, the other is m⁴(A² − 4)/g. One
//!    power does for both: w = g³·(g⁷)^((p−5)/8) = g^(−(p+3)/8) has w²g = 1, −1, i or −i; for ±1 h is gw or igw, else
//!    κm²w or iκm²w with κ² = −i(A² − 4).
//! 4. *P ∈ 8E if and only if R ∈ 4E*: if P = 8S, ±R and 4S differ by the identity or (0, 0), 4 times a point of
//!    order 8.
//! 5. *4E.* 4 divides p − 1, so the Tate pairing of order 4 is perfect: R ∈ 4E if and only if f(R) is a fourth power,
//!    f having divisor 4(T₄) − 4(O) and leading coefficient 1, T₄ a rational point of order 4. Take T₄ = (1, t), 2T₄
//!    = (0, 0). The line v = tu is tangent at T₄ and meets (0, 0), so f = (v − tu)²/u and f(R) = a·(b/a − t)². Times
//!    m⁴ that is a·m²·(h − tm)²; its power (p − 1)/4 is 1 if and only if it is a fourth power. Only for P = O or (0,
//!    0) may f have no value at R: the product is 0 for P = O and R = T₄, so the bit is not set; at R = −T₄ f has
//!    one. P = (0, 0), where x = 0, is in a unit test.

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
