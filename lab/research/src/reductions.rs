//! Ways to multiply modulo q = 2^255 − γ, γ of 124 bits, on four limbs of 64 bits in plain Rust.
//!
//! Operands and results are canonical, so that all do the same work. What differs is the reduction of the
//! 512-bit product, and when it happens:
//!
//! | module | products of limbs | domain |
//! |---|---|---|
//! | [`crandall`] | 16 + 8 + 4 + 2 | 1 |
//! | [`separate`] | 16 + 4·5 | 2^256 |
//! | [`cios`] | 4·(4 + 5) | 2^256 |
//! | [`no_carry`] | 4·(4 + 5) | 2^256 |
//! | [`sparse`] | 4·(4 + 3) | 2^256 |
//! | [`separate_sparse`] | 16 + 4·3 | 2^256 |
//! | [`bipartite`] | 16 + 4 + 7 + 2 | 2^128 |
//! | [`barrett`] | 16 + 19 + 13 | 1 |
//!
//! An operand stands for x as x·D, where D is the domain: the product of x·D and y·D is x·y·D.
//!
//! [`lanes`] has those for the lanes of vectors. [`lanes::InLane`] makes one of these of each, for the tests.

pub mod barrett;
pub mod bipartite;
pub mod cios;
pub mod crandall;
pub mod lanes;
pub mod no_carry;
pub mod separate;
pub mod separate_sparse;
pub mod sparse;

/// A 256-bit integer, least significant limb first.
pub type Limbs = [u64; 4];

/// q: Selene's base field, Helios' order.
pub const Q: Limbs = [
    0xf985_0b68_df11_df53,
    0xf735_481d_1969_f317,
    u64::MAX,
    u64::MAX >> 1,
];
/// γ = 2^255 − q.
pub const GAMMA: [u64; 2] = [!Q[0] + 1, !Q[1]];
/// 2γ ≡ 2^256.
pub const TWO_GAMMA: [u64; 2] = [GAMMA[0] << 1, GAMMA[1] << 1 | GAMMA[0] >> 63];

/// A way to multiply modulo q.
pub trait Reduction: 'static {
    /// The literature's name for it.
    const NAME: &'static str;
    /// The domain is 2^DOMAIN.
    const DOMAIN: u32;
    /// Whether [`Self::square`] is more than a product with itself.
    const SQUARES: bool = false;

    /// The canonical a·b/2^DOMAIN, for canonical operands.
    fn mul(a: &Limbs, b: &Limbs) -> Limbs;
    /// The canonical a²/2^DOMAIN.
    #[inline(always)]
    fn square(a: &Limbs) -> Limbs {
        Self::mul(a, a)
    }
}

/// A way to reduce whole products: squares then are more than products.
pub trait OfProduct: 'static {
    /// [`Reduction::NAME`]
    const NAME: &'static str;
    /// [`Reduction::DOMAIN`]
    const DOMAIN: u32;

    /// The canonical t/2^DOMAIN, for a product t of residues.
    fn reduce(t: &[u64; 8]) -> Limbs;
}

impl<R: OfProduct> Reduction for R {
    const NAME: &'static str = <R as OfProduct>::NAME;
    const DOMAIN: u32 = <R as OfProduct>::DOMAIN;
    const SQUARES: bool = true;

    #[inline(always)]
    fn mul(a: &Limbs, b: &Limbs) -> Limbs {
        R::reduce(&product(a, b))
    }
    #[inline(always)]
    fn square(a: &Limbs) -> Limbs {
        R::reduce(&square(a))
    }
}

/// Gets every way to multiply modulo q in turn.
pub trait Visitor {
    /// Does something with it.
    fn visit<R: Reduction>(&mut self);
}

/// Calls `visit` with every way to multiply modulo q.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<crandall::Crandall>();
    visitor.visit::<separate::Separate>();
    visitor.visit::<cios::Cios>();
    visitor.visit::<no_carry::NoCarry>();
    visitor.visit::<sparse::Sparse>();
    visitor.visit::<separate_sparse::SeparateSparse>();
    visitor.visit::<bipartite::Bipartite>();
    visitor.visit::<barrett::Barrett>();
}

/// `a + b + carry`, and the carry out.
#[inline(always)]
const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// `a − b − borrow`, and the borrow out.
#[inline(always)]
const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let difference = (a as u128).wrapping_sub(b as u128 + borrow as u128);
    (difference as u64, (difference >> 64) as u64 & 1)
}

/// `acc + a·b + carry`, low and high limb: at most 2^128 − 1.
#[inline(always)]
const fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = acc as u128 + a as u128 * b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// a·b, exact.
#[inline(always)]
fn product(a: &Limbs, b: &Limbs) -> [u64; 8] {
    let mut t = [0; 8];
    for i in 0..4 {
        let mut carry = 0;
        for j in 0..4 {
            (t[i + j], carry) = mac(t[i + j], a[j], b[i], carry);
        }
        t[i + 4] = carry;
    }
    t
}

/// a², exact: six products of different limbs, doubled, and four squares.
#[inline(always)]
fn square(a: &Limbs) -> [u64; 8] {
    let mut t = [0; 8];
    for i in 0..4 {
        let mut carry = 0;
        for j in i + 1..4 {
            (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
        }
        t[i + 4] = carry;
    }
    // Twice the cross products is at most a² < 2^512: no bit is shifted out.
    for k in (1..8).rev() {
        t[k] = t[k] << 1 | t[k - 1] >> 63;
    }
    let mut carry = 0;
    for i in 0..4 {
        let square = u128::from(a[i]) * u128::from(a[i]);
        (t[2 * i], carry) = adc(t[2 * i], square as u64, carry);
        (t[2 * i + 1], carry) = adc(t[2 * i + 1], (square >> 64) as u64, carry);
    }
    t
}

/// x for x < q, x − q for q ≤ x < 2q.
#[inline(always)]
fn subtract_once(x: &Limbs) -> Limbs {
    // x + γ = x − q + 2^255 reaches 2^255 if and only if x reaches q.
    let (mut sum, mut carry) = ([0; 4], 0);
    let gamma = [GAMMA[0], GAMMA[1], 0, 0];
    for i in 0..4 {
        (sum[i], carry) = adc(x[i], gamma[i], carry);
    }
    // x + γ < 2q + γ < 2^256: no carry is left.
    let reaches = (sum[3] >> 63).wrapping_neg();
    sum[3] &= u64::MAX >> 1;
    core::array::from_fn(|i| x[i] ^ ((x[i] ^ sum[i]) & reaches))
}

/// Reduces x + 2^256·`top`, for `top` < 2^16, to a congruent value below 2^255 + 2^17·γ < 2q, and that to the residue.
#[inline(always)]
fn fold_and_subtract(x: &Limbs, top: u64) -> Limbs {
    let h = top << 1 | x[3] >> 63;
    let (r0, carry) = mac(x[0], GAMMA[0], h, 0);
    let (r1, carry) = mac(x[1], GAMMA[1], h, carry);
    let (r2, carry) = adc(x[2], carry, 0);
    subtract_once(&[r0, r1, r2, (x[3] & (u64::MAX >> 1)) + carry])
}

/// 1/x modulo 2^128 for odd x, by Newton's iteration. Its lower half is that modulo 2^64.
const fn inverse(x: u128) -> u128 {
    // x is its own inverse modulo 8; each step doubles the bits that are right.
    let (mut inverse, mut bits) = (x, 3);
    while bits < 128 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(x.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}
/// −1/q modulo 2^64.
const MINUS_Q_INVERSE: u64 = (inverse(Q[0] as u128) as u64).wrapping_neg();
/// 1/γ modulo 2^128.
const GAMMA_INVERSE: u128 = inverse(GAMMA[0] as u128 | (GAMMA[1] as u128) << 64);
