//! Inverses, powers and square roots.
//!
//! A square root is one power. Let m be the prime. If m ≡ 3 (mod 4), r = x^((m+1)/4) has r² = x·x^((m−1)/2) = ±x, and
//! x is a square if the sign is +. If m ≡ 5 (mod 8), r = x^((m+3)/8) has r⁴ = x²·x^((m−1)/2): for a square x, r² =
//! ±x, and √−1·r is a root for the sign −. Nearly all the work is a chain of some 250 squarings, one after another.

use core::marker::PhantomData;

use ff::{Field, PrimeField};
use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use super::{FieldElement, Prime};
use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::{invert, with_kernel};
use crate::mask::Mask;
use crate::primes::{Modulus as _, P25519};
use crate::wiped::wiped;
use crate::word::{self, BITS, Limbs, Word};

impl<P: Prime> FieldElement<P> {
    /// Returns self^exponent; constant time in both, except for the exponent's number of limbs.
    ///
    /// The exponent is a field element, as in `dalek-ff-group`, or 64-bit limbs, least significant first, as in
    /// [`Field::pow`](crate::group::ff::Field::pow), which this method hides.
    ///
    /// ```
    /// use helioselene_simd::Field25519;
    ///
    /// let (x, five) = (Field25519::from(3u64), Field25519::from(5u64));
    /// assert_eq!(x.pow(five), Field25519::from(243u64));
    /// assert_eq!(x.pow([5]), x.pow(five));
    /// ```
    pub fn pow(&self, exponent: impl Exponent<P>) -> Self {
        exponent.power_of(self)
    }
}

/// An exponent for [`FieldElement::pow`].
pub trait Exponent<P: Prime> {
    #[doc(hidden)]
    fn power_of(self, base: &FieldElement<P>) -> FieldElement<P>;
}

impl<P: Prime> Exponent<P> for FieldElement<P> {
    fn power_of(self, base: &FieldElement<P>) -> FieldElement<P> {
        P::pow(base, &self)
    }
}

impl<P: Prime, L: AsRef<[u64]>> Exponent<P> for L {
    fn power_of(self, base: &FieldElement<P>) -> FieldElement<P> {
        Field::pow(base, self)
    }
}

/// Returns the inverse, 0 for 0; constant time (safegcd, eprint 2019/266).
pub(crate) fn inverse<P: Prime>(x: &FieldElement<P>) -> FieldElement<P> {
    FieldElement::from_canonical(invert::invert::<P>(x.as_limbs()))
}

/// Returns the inverse, 0 for 0; variable time.
pub(crate) fn vartime_inverse<P: Prime>(x: &FieldElement<P>) -> FieldElement<P> {
    let found = with_kernel!(K => invert::vartime::invert::<P, K>(x.as_limbs()));
    // It gives up on 0 and on a few other elements, which the constant-time inversion then takes.
    found.map_or_else(|| inverse(x), FieldElement::from_canonical)
}

/// Returns base^exponent by fixed windows of four bits, each with its four squarings and one multiplication, whatever
/// its value; constant time. The table of sixteen powers takes fifteen multiplications more.
pub(crate) fn pow<P: Prime>(base: &FieldElement<P>, exponent: &FieldElement<P>) -> FieldElement<P> {
    with_kernel!(K => {
        let x = Residue::<K, P>::new(base);
        let mut powers = [Residue::new(&FieldElement::from_small(1)); 16];
        for i in 1..16 {
            powers[i] = powers[i - 1].multiply(&x);
        }
        let (mut power, mut factor) = (powers[0], powers[0]);
        for i in (0..64).rev() {
            // Limbs have a multiple of four bits, so no window is in two of them.
            let digit = (exponent.limbs[4 * i / BITS] >> (4 * i % BITS)) & 15;
            // Every power is read, and masks select one: addresses do not depend on the digit.
            factor = powers[0];
            for (i, candidate) in (0..).zip(&powers).skip(1) {
                factor.0 = K::select(&factor.0, &candidate.0, Mask::equal(digit, i));
            }
            power = power.square_n_times(4, &factor);
        }
        let result = power.element();
        // The table reveals the base, the last factor the exponent's lowest digit, `power` the result.
        powers.zeroize();
        factor.zeroize();
        power.zeroize();
        result
    })
}

/// Returns the root of RFC 8032, section 5.1.3, of either parity, or none: x^((p+3)/8), or √−1 times that.
pub(crate) fn sqrt_rfc8032(x: &FieldElement<P25519>) -> CtOption<FieldElement<P25519>> {
    // x·x^((p−5)/8) = x^((p+3)/8)
    let first = x * power_p58(x);
    let second = first * FieldElement::from_canonical(P25519::ROOT_OF_UNITY);
    let root = FieldElement::conditional_select(&second, &first, first.square().ct_eq(x));
    CtOption::new(root, root.square().ct_eq(x))
}

impl FieldElement<P25519> {
    /// Returns whether u/v is a square, and the even root: √(u/v) if it is, else √(iu/v) with i = 2^((p−1)/4). This is
    /// RFC 9496, section 4.2: true and zero for u = 0, otherwise false and zero for v = 0. Constant time, without an
    /// inversion.
    ///
    /// ```
    /// use helioselene_simd::Field25519;
    ///
    /// let [four, nine] = [4u64, 9].map(Field25519::from);
    /// let (is_square, root) = Field25519::sqrt_ratio_i(four, nine);
    /// assert!(bool::from(is_square));
    /// assert_eq!(root * root * nine, four);
    /// ```
    pub fn sqrt_ratio_i(u: Self, v: Self) -> (Choice, Self) {
        let i = Self::from_canonical(P25519::ROOT_OF_UNITY);
        let v3 = v.square() * v;
        let v7 = v3.square() * v;
        let mut root = (u * v3) * power_p58(&(u * v7));

        // v·root² is u times a fourth root of unity. It is u or −u if u/v is a square, ±iu if not, and −iu is the wrong
        // sign of what the RFC asks for. A factor i of the root changes the sign of the square.
        let check = v * root.square();
        let is_root = check.ct_eq(&u);
        let is_root_of_minus = check.ct_eq(&-u);
        let is_root_of_minus_i = check.ct_eq(&(-u * i));
        root.conditional_assign(&(root * i), is_root_of_minus | is_root_of_minus_i);
        root.conditional_negate(root.is_odd());
        (is_root | is_root_of_minus, root)
    }
}

/// Returns x^((p−5)/8).
fn power_p58(x: &FieldElement<P25519>) -> FieldElement<P25519> {
    with_kernel!(K => {
        chain_p58(Residue::<K, P25519>::new(x)).element()
    })
}

/// Returns x^((p−5)/8) = x^(2^252 − 3), by 251 squarings and 11 multiplications: the addition chain of Bernstein's
/// curve25519, as in ref10's `pow22523`.
#[inline(always)]
pub(crate) fn chain_p58<T: Powers>(x: T) -> T {
    let x2 = x.square_n(1);
    let x9 = x2.square_n_times(2, &x);
    let x11 = x9.multiply(&x2);
    // xN_0 is x^(2^N − 1).
    let x5_0 = x11.square_n_times(1, &x9);
    let x10_0 = x5_0.square_n_times(5, &x5_0);
    let x20_0 = x10_0.square_n_times(10, &x10_0);
    let x40_0 = x20_0.square_n_times(20, &x20_0);
    let x50_0 = x40_0.square_n_times(10, &x10_0);
    let x100_0 = x50_0.square_n_times(50, &x50_0);
    let x200_0 = x100_0.square_n_times(100, &x100_0);
    let x250_0 = x200_0.square_n_times(50, &x50_0);
    x250_0.square_n_times(2, &x)
}

/// Returns the even root ±x^((q+1)/4), for q ≡ 3 (mod 4), or none if x is not a square.
pub(crate) fn even_sqrt<P: Prime>(x: &FieldElement<P>) -> CtOption<FieldElement<P>> {
    let (is_square, root) = even_root(x);
    CtOption::new(root, is_square)
}

/// Returns whether u/v is a square, and the even root √(u/v), or √(−u/v) if it is not: `ff::Field::sqrt_ratio` for
/// q ≡ 3 (mod 4). True and zero for u = 0, otherwise false and zero for v = 0.
///
/// `ff::helpers::sqrt_ratio_generic` computes two roots. One is enough: for w = u/v the square of
/// w^((q+1)/4) is w or −w.
pub(crate) fn even_sqrt_ratio<P: Prime>(
    u: FieldElement<P>,
    v: FieldElement<P>,
) -> (Choice, FieldElement<P>) {
    // For v = 0 the inverse is 0, and so are the ratio and the root.
    let (is_square, root) = even_root(&(u * P::invert(&v)));
    (is_square & (u.is_zero() | !v.is_zero()), root)
}

/// Returns whether x is a square, and the even one of ±x^((q+1)/4).
fn even_root<P: Prime>(x: &FieldElement<P>) -> (Choice, FieldElement<P>) {
    let mut root = with_kernel!(K => chain_q14::<P, _>(Residue::<K, P>::new(x)).element());
    // q is odd, so one of root and −root is even.
    root.conditional_negate(root.is_odd());
    (root.square().ct_eq(x), root)
}

/// The bits of a window of [`chain_q14`]. A wider window's table costs more than it saves.
const WINDOW: u32 = 4;

/// Returns x^((q+1)/4) for q = 2^255 − γ ≡ 3 (mod 4).
///
/// The exponent 2^253 − (γ−1)/4 begins with 128 ones, as γ < 2^127. Doubling the number of ones gives x^(2^128 − 1),
/// sliding windows the rest: 250 squarings and 38 multiplications. The exponent is public, so only the base is secret.
#[inline(always)]
fn chain_q14<P: Prime, T: Powers>(x: T) -> T {
    let x2 = x.square_n(1);
    // odd[i] is x^(2i+1).
    let mut odd = [x; 1 << (WINDOW - 1)];
    for i in 1..odd.len() {
        odd[i] = odd[i - 1].multiply(&x2);
    }
    // x^(2^n − 1) for n = 4, 8, … 128, by x^(2^2n − 1) = (x^(2^n − 1))^(2^n)·x^(2^n − 1). The last odd power is x^15.
    let mut power = odd[odd.len() - 1];
    for i in 0..5 {
        power = power.square_n_times(WINDOW << i, &power);
    }
    let (windows, len) = const { &windows::<P>() };
    let mut place = REST;
    for (next, i) in windows[..*len].iter().rev() {
        power = power.square_n_times(place - next, &odd[*i]);
        place = *next;
    }
    power.square_n(place)
}

/// The number of bits of (q+1)/4 below its 128 ones.
const REST: u32 = 253 - 128;

/// Returns sliding windows over the lowest [`REST`] bits of (q+1)/4, from the lowest up, and their number. A window is
/// the place of its lowest bit, which is 1, and i for the value 2i + 1.
const fn windows<P: Prime>() -> ([(u32, usize); 32], usize) {
    // (q+1)/4 = ⌊q/4⌋ + 1, as q ≡ 3 (mod 4). All windows but the last take four bits, so there are at most 32.
    let one = FieldElement::<P>::from_small(1);
    let (exponent, _) = word::add(&word::half(&word::half(&P::MODULUS)), one.as_limbs());
    let (mut windows, mut len, mut place) = ([(0, 0); 32], 0, 0);
    while place < REST {
        if bit(&exponent, place) == 0 {
            place += 1;
            continue;
        }
        let (mut i, mut end) = (0, place + 1);
        while end < place + WINDOW && end < REST {
            i |= (bit(&exponent, end) as usize) << (end - place - 1);
            end += 1;
        }
        windows[len] = (place, i);
        (len, place) = (len + 1, end);
    }
    (windows, len)
}

/// Returns bit i of x.
const fn bit(x: &Limbs, i: u32) -> Word {
    (x[i as usize / BITS] >> (i as usize % BITS)) & 1
}

/// Returns a candidate for √x, to be squared and compared; in the field of order p the root may be √−1 times it.
#[inline(always)]
pub(crate) fn root_candidate<P: Prime, T: Powers>(x: T) -> T {
    if P::S == 1 {
        chain_q14::<P, _>(x)
    } else {
        x.multiply(&chain_p58(x))
    }
}

/// Elements or vectors that can be raised to powers. (A trait, because functions passed as arguments may not be
/// inlined, and code that is not inlined into a backend's entry has no vector instructions.)
pub(crate) trait Powers: Copy {
    /// Returns self^(2^n), times the factor if given.
    fn square_n_then(&self, n: u32, factor: Option<&Self>) -> Self;

    /// Returns self·other.
    #[inline(always)]
    fn multiply(&self, other: &Self) -> Self {
        self.square_n_then(0, Some(other))
    }
    /// Returns self^(2^n).
    #[inline(always)]
    fn square_n(&self, n: u32) -> Self {
        self.square_n_then(n, None)
    }
    /// Returns self^(2^n)·factor.
    #[inline(always)]
    fn square_n_times(&self, n: u32, factor: &Self) -> Self {
        self.square_n_then(n, Some(factor))
    }
}

/// An element in the format of the kernel `K`, reduced no further than its products need.
#[derive(Clone, Copy)]
struct Residue<K: Kernel, P>(K::Residue, PhantomData<P>);

impl<K: Kernel, P: Prime> Residue<K, P> {
    /// Converts an element to the kernel's format.
    #[inline(always)]
    fn new(x: &FieldElement<P>) -> Self {
        Self(K::residue(x.as_limbs()), PhantomData)
    }

    /// Returns the element, canonical again.
    #[inline(always)]
    fn element(&self) -> FieldElement<P> {
        FieldElement::from_canonical(K::canonical::<P>(&self.0))
    }
}

wiped!([K: Kernel, P] Residue<K, P>: 0);

impl<K: Kernel, P: Prime> Powers for Residue<K, P> {
    #[inline(always)]
    fn square_n_then(&self, n: u32, factor: Option<&Self>) -> Self {
        let factor = factor.map(|factor| &factor.0);
        Self(K::square_n_times::<P>(&self.0, n, factor), PhantomData)
    }
}
