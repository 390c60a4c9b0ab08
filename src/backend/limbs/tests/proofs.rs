//! Proofs that the kernels compute the right result for all operands, on [symbolic](Symbolic) lanes.

use std::panic::RefUnwindSafe;

use num_bigint::{BigInt, BigUint};

use crate::backend::lanes::Lanes;
use crate::backend::limbs::{
    Columns, LIMBS, Loose, Radix, Radix51, Radix52, Tight, radix52, splat_all,
};
use crate::backend::{FieldVector, HeldConstant, PRODUCTS, Sum};
use crate::field::{FieldElement, Prime};
use crate::primes::{P25519, Q, Q2025};
use crate::testing::integer;
use crate::testing::lanes::symbolic::{Symbolic, bounds, every_fault_fails, vanishes};
use crate::testing::poly::{Poly, weighted};
use crate::word;

type Operand<P, R> = Tight<Symbolic, P, R>;
type Limbs = [Symbolic; LIMBS];

/// Any tight element.
fn any<P: Prime, R: Radix<P>>() -> Operand<P, R> {
    Tight::new(R::TIGHT.map(Symbolic::input))
}

/// The number with these limbs of `bits` bits.
fn number(limbs: &[Symbolic], bits: u32) -> Poly {
    let powers = (0..).map(|i| bits * i);
    weighted(limbs.iter().map(|limb| limb.poly()).zip(powers))
}

fn value<P: Prime, R: Radix<P>>(x: &Operand<P, R>) -> Poly {
    number(&x.0, R::BITS)
}

fn assert_below(limbs: &[Symbolic], bounds: [u64; LIMBS], what: &str) {
    for (limb, bound) in limbs.iter().zip(bounds) {
        assert!(limb.greatest() < bound.into(), "{what}");
    }
}

/// Asserts that the limbs represent x/DOMAIN modulo the prime.
fn assert_reduced<P: Prime, R: Radix<P>>(limbs: &Limbs, x: &Poly) {
    let power = integer(R::HELD_DOMAIN.as_limbs()).bits() as u32 - 1;
    let over_domain = number(limbs, R::BITS).shl(power).minus(x);
    let right = vanishes(&over_domain, &integer(&P::MODULUS), power);
    assert!(right, "the product is wrong");
}

/// Asserts that the limbs represent x modulo the prime.
fn assert_congruent<P: Prime, R: Radix<P>>(limbs: &Limbs, x: &Poly) {
    let difference = number(limbs, R::BITS).minus(x);
    let right = vanishes(&difference, &integer(&P::MODULUS), 0);
    assert!(right, "the sum is wrong");
}

/// Proves that a function of any four operands returns limbs of the number beside them over DOMAIN, and that each of
/// its operations matters, except for `unused` ones.
fn product<P: Prime, R: Radix<P>>(
    unused: usize,
    compute: impl Fn(&[Operand<P, R>; 4]) -> (Limbs, Poly) + RefUnwindSafe,
) {
    every_fault_fails(unused, || {
        let (limbs, x) = compute(&[any(), any(), any(), any()]);
        assert_reduced::<P, R>(&limbs, &x);
    });
}

/// The number of operations in a product by a constant whose results nobody uses.
fn products<P: Prime, R: Radix<P>>(not_needed: usize) {
    fn times<P: Prime, R: Radix<P>>(a: &Operand<P, R>, b: &Operand<P, R>) -> Poly {
        value(a).times(&value(b))
    }
    product::<P, R>(0, |[a, b, ..]| (a.mul(b).0, times(a, b)));
    product::<P, R>(0, |[a, b, ..]| (a.mul_carried(b).0, times(a, b)));
    product::<P, R>(0, |[a, ..]| (a.square().0, times(a, a)));
    product::<P, R>(0, |[a, ..]| (a.square_carried().0, times(a, a)));
    product::<P, R>(0, |[a, b, c, d]| {
        let sum = Tight::sum_of_products(a, b, c, d);
        (sum.0, times(a, b).plus(&times(c, d)))
    });
    product::<P, R>(0, |[a, b, c, d]| {
        let sum = Tight::sum_of_products_carried(a, b, c, d);
        (sum.0, times(a, b).plus(&times(c, d)))
    });
    // Columns 0 and 1 carry nothing that the rounding would miss, see `notes/trust.md`.
    product::<P, R>(not_needed, |[a, ..]| {
        let factor = BigInt::from(integer(<Constant as HeldConstant<P>>::HELD.as_limbs()));
        (
            a.times_constant::<Constant>().0,
            value(a).times(&factor.into()),
        )
    });
}

/// A constant with all limbs in use.
struct Constant;

impl<P: Prime> HeldConstant<P> for Constant {
    const HELD: FieldElement<P> = FieldElement::from_canonical(P::ROOT_OF_UNITY);
}

#[test]
fn products_are_right() {
    products::<P25519, Radix51>(0);
    products::<P25519, Radix51<false>>(0);
    products::<P25519, Radix52>(0);
    products::<Q, Radix51>(4);
    products::<Q, Radix51<false>>(4);
    products::<Q2025, Radix51>(3);
    products::<Q, Radix52>(0);
    products::<Q2025, Radix52>(0);
}

fn sums<P: Prime, R: Radix<P>>() {
    every_fault_fails(0, || {
        let [a, b] = [any::<P, R>(), any()];
        assert_congruent::<P, R>(&(a + b).carry().0, &value(&a).plus(&value(&b)));
        assert_congruent::<P, R>(&(a - b).carry().0, &value(&a).minus(&value(&b)));
        let negative = Loose::from(a).neg().carry();
        assert_congruent::<P, R>(&negative.0, &Poly::default().minus(&value(&a)));
    });
    fn multiple<P: Prime, R: Radix<P>, const K: u32>() {
        every_fault_fails(0, || {
            let a = any::<P, R>();
            let multiple = Loose::from(a).times::<K>().carry();
            assert_congruent::<P, R>(&multiple.0, &value(&a).times(&K.into()));
        });
    }
    multiple::<P, R, 2>();
    multiple::<P, R, 3>();
    multiple::<P, R, 4>();
    multiple::<P, R, 8>();
    multiple::<P, R, 12>();
}

#[test]
fn sums_are_right() {
    sums::<P25519, Radix51>();
    sums::<P25519, Radix52>();
    sums::<Q, Radix51>();
    sums::<Q2025, Radix51>();
    sums::<Q, Radix51<false>>();
    sums::<Q2025, Radix51<false>>();
    sums::<Q, Radix52>();
    sums::<Q2025, Radix52>();
}

/// Words of canonical elements to limbs and back.
fn conversions<R: Radix<Q>>() {
    every_fault_fails(0, || {
        let words = [64, 64, 64, 63].map(|bits| Symbolic::input(u64::MAX >> (64 - bits)));
        let limbs = R::from_words(words);
        assert_eq!(number(&limbs, R::BITS), number(&words, 64));
        assert_eq!(
            R::factors_from_words(words).map(Symbolic::poly),
            limbs.map(Symbolic::poly)
        );
    });
    every_fault_fails(0, || {
        let limbs = canonical(R::BITS).map(Symbolic::input);
        assert_eq!(number(&R::into_words(limbs), 64), number(&limbs, R::BITS));
    });
}

/// Bounds of the limbs of residues: 255 bits in all.
pub(super) fn canonical(bits: u32) -> [u64; LIMBS] {
    let limb = 1 << bits;
    [limb, limb, limb, limb, 1 << (255 - 4 * bits)]
}

#[test]
fn conversions_are_right() {
    conversions::<Radix51>();
    conversions::<Radix52>();
}

/// An element to a row of words and back: congruent, in tight limbs, and zero stays zero.
fn rows<P: Prime, R: Radix<P>>() {
    let mut bounds = canonical(R::BITS);
    bounds[4] = R::TIGHT[4].min(1 << (256 - 4 * R::BITS));
    every_fault_fails(0, || {
        let x = any::<P, R>();
        let packed = R::packed(x.0);
        assert_congruent::<P, R>(&packed, &value(&x));
        assert_below(&packed, bounds, "not a tight limb of 256 bits");
    });
    every_fault_fails(0, || {
        let limbs = bounds.map(Symbolic::input);
        let words = R::into_words(limbs);
        assert_eq!(number(&words, 64), number(&limbs, R::BITS));
        // The same number, whose four lowest limbs have BITS bits. So the top limb is unchanged, and tight.
        let back = R::from_words(words);
        assert_eq!(number(&back, R::BITS), number(&limbs, R::BITS));
        let mut low = back[..4].iter();
        assert!(low.all(|limb| limb.greatest() < (1_u64 << R::BITS).into()));
    });
    let zero = R::packed([Symbolic::splat(0); LIMBS]);
    assert!(zero.iter().all(|limb| limb.greatest() == 0.into()));
}

#[test]
fn rows_are_right() {
    rows::<P25519, Radix51>();
    rows::<P25519, Radix52>();
    rows::<Q, Radix51>();
    rows::<Q2025, Radix51>();
    rows::<Q, Radix52>();
    rows::<Q2025, Radix52>();
}

/// The greatest value of 255 bits.
fn greatest() -> BigInt {
    (BigInt::from(1) << 255) - 1
}

fn gamma_poly<P: Prime>() -> Poly {
    BigInt::from(integer(&P::GAMMA)).into()
}

/// x + γ = low + 2^255·carry, for the limbs of x.
fn plus_gamma<P: Prime, R: Radix<P>>(limbs: Limbs, x: &Poly) -> (Poly, Poly) {
    let gamma = splat_all::<Symbolic>(word::in_radix(&P::GAMMA, R::BITS));
    let sum = core::array::from_fn(|i| limbs[i].add(gamma[i]));
    let (low, carry) = R::normal(sum);
    let (low, carry) = (number(&low, R::BITS), carry.poly());
    assert_eq!(low.plus(&carry.shl(255)), x.plus(&gamma_poly::<P>()));
    assert_eq!(bounds(&low), [BigInt::ZERO, greatest()]);
    assert_eq!(bounds(&carry), [BigInt::ZERO, 1.into()]);
    (low, carry)
}

/// The canonical residue of a tight element: x minus the prime if x + γ carries out of 255 bits, otherwise x itself.
fn selected<P: Prime>() {
    let [prime, gamma] = [&P::MODULUS, &P::GAMMA].map(|limbs| BigInt::from(integer(limbs)));
    let limbs = any::<P, Radix51>();
    let residue = residue::<P, Radix51>(limbs.0);
    let x = value(&limbs);
    let [_, most] = bounds(&x);
    assert!(most < &prime * 2);

    let (low, carry) = plus_gamma::<P, Radix51>(limbs.0, &x);
    let x_plus_gamma = x.plus(&gamma.clone().into());
    let (symbols, _) = carry.0.first_key_value().expect("a symbol");
    let in_case = |x: &Poly, carry: u8| x.with(symbols[0], &carry.into());

    // A carry: the residue is x minus the prime, which is below the prime because x is below twice the prime.
    assert_eq!(in_case(&residue, 1), x.minus(&prime.clone().into()));

    // No carry: x is at most 2^255 − 1 − γ, which is below the prime. The residue differs from it by a multiple of 2^255, and
    // both are below 2^255.
    assert_eq!(in_case(&low, 0), x_plus_gamma);
    assert_eq!(greatest() - gamma, &prime - 1);
    let residue = in_case(&residue, 0);
    assert_eq!(bounds(&residue), [BigInt::ZERO, greatest()]);
    let difference = residue.minus(&x);
    assert!(difference.is_multiple_of(&(BigUint::from(1_u8) << 255)));
}

/// The number of a residue's limbs, which have 255 bits in all.
fn residue<P: Prime, R: Radix<P>>(limbs: Limbs) -> Poly {
    let residue = R::residue(limbs);
    assert_below(&residue, canonical(R::BITS), "not a limb of a residue");
    number(&residue, R::BITS)
}

/// The canonical residue of a number in any limbs of 63 bits: if x + γ carries out of 255 bits, γ is added and 2^255 subtracted.
/// x is what is left after the top limb's part from 2^255 on was folded.
fn added<P: Prime>() {
    let [prime, gamma] = [&P::MODULUS, &P::GAMMA].map(|limbs| BigInt::from(integer(limbs)));
    let limbs = [1 << 63; LIMBS].map(Symbolic::input);
    let residue = residue::<P, Radix52>(limbs);
    let top = limbs[4].shr(47).poly();
    let below = number(&limbs, 52).minus(&top.shl(255));
    let above = top.times(&gamma_poly::<P>());
    let x = below.plus(&above);
    let [[_, below], [_, above]] = [below, above].map(|part| bounds(&part));
    assert!(below + above < &prime * 2);

    // The carry of x + γ, by the same quotients: its remainder has 255 bits.
    let folded = radix52::fold_top::<Symbolic, P>(limbs);
    assert_eq!(number(&folded, 52), x);
    let (_, carry) = plus_gamma::<P, Radix52>(folded, &x);
    assert_eq!(greatest() - gamma, &prime - 1);

    // The residue is x + carry·γ modulo 2^255. Without a carry that is x, which is below the prime, because x + γ is below 2^255.
    // With a carry it is x minus the prime, which is below the prime because x is below twice the prime.
    let sum = x.plus(&carry.times(&gamma_poly::<P>()));
    let difference = residue.minus(&sum);
    assert!(difference.is_multiple_of(&(BigUint::from(1_u8) << 255)));
    assert_eq!(bounds(&residue), [BigInt::ZERO, greatest()]);
}

#[test]
fn residues_are_canonical() {
    every_fault_fails(1, selected::<P25519>);
    every_fault_fails(1, selected::<Q>);
    every_fault_fails(1, selected::<Q2025>);
    every_fault_fails(0, added::<P25519>);
    every_fault_fails(0, added::<Q>);
    every_fault_fails(0, added::<Q2025>);
}

/// Sums of many products, from any columns that they can have.
fn many<P: Prime>() {
    every_fault_fails(0, || {
        let products = PRODUCTS as u64;
        let top = u128::from(<Radix52 as Radix<P>>::TIGHT[4]);
        let mut low = [0; 9].map(|_| (5 * products) << 52);
        let mut high = low;
        // Of two top limbs.
        (low[8], high[8]) = (products << 52, products * ((top * top) >> 52) as u64);
        let columns = Columns {
            low: low.map(Symbolic::input),
            high: high.map(Symbolic::input),
        };
        let sum = number(&columns.low, 52).plus(&number(&columns.high, 52).shl(52));
        let limbs = radix52::reduce_many::<_, P>(columns);
        assert_reduced::<P, Radix52>(&limbs, &sum);
    });
}

#[test]
fn sums_of_many_are_right() {
    many::<P25519>();
    many::<Q>();
    many::<Q2025>();
}
