//! Vectors of field elements in doubles, with the field traits.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use zeroize::Zeroize;

use super::multiply::{multiply, square};
use super::{
    DoubleConstants, DoubleLanes, DoubleRow, Doubles, TIGHT, balance, exp2, quotient, radix51,
    remainder,
};
use crate::arithmetic::{sums, with_kernel};
use crate::backend::lanes::{each, inlined};
use crate::backend::serial::Serial;
use crate::backend::tuning::Costs;
use crate::backend::vector::summable;
use crate::backend::{BatchVector, FieldVector, MAX_LANES, PointJob, Sum, always};
use crate::field::{FieldElement, Prime};
use crate::wiped::wiped;
use crate::word::{Limbs, from_words};

/// A vector with an element of the field of `P` in each lane, whose limbs have a magnitude of at most [`TIGHT`].
#[derive(Clone, Copy)]
pub(crate) struct Fma<L, P>(pub(super) [L; 5], PhantomData<P>);

/// A vector with an element in each lane, whose limbs have a magnitude of at most `units`·[`TIGHT`].
///
/// A sum has the units of both operands. If these would exceed [`MAX_UNITS`], the operand with more units is carried
/// first, which reduces it to one unit. So formulas need not know how much room there is, and carry no more than
/// necessary.
///
/// `units` is a constant after inlining, so branches on it are decided at compile time. Only lists of
/// public points (`msm/lists/tree.rs`) keep sums in memory.
#[derive(Clone, Copy)]
pub(crate) struct FmaSum<L, P> {
    limbs: [L; 5],
    pub(super) units: u32,
    prime: PhantomData<P>,
}

/// The most units of an exact sum: 7, as doubles hold integers up to 2^53 exactly, and eight units slightly exceed that.
const MAX_UNITS: u32 = (exp2(53) / TIGHT) as u32;

impl<L: Doubles, P: Prime> Fma<L, P> {
    #[inline(always)]
    pub(super) fn new(limbs: [L; 5]) -> Self {
        Self(limbs, PhantomData)
    }

    /// Returns the five balanced limbs of an element.
    #[inline(always)]
    fn limbs_of(x: &FieldElement<P>) -> DoubleRow {
        // Subtract the prime if x ≥ 2^254, so that |x| ≤ 2^254 and the top limb's magnitude is at most 2^50. x ≥ 2^254
        // exactly if bit 50 of the top limb is set.
        let (limbs, prime) = (radix51(x.as_limbs()), radix51(&P::MODULUS));
        // −1 or 0, as a mask for the prime's limbs.
        let is_large = -(limbs[4] >> 50);
        let limbs = balance(each!(i => limbs[i] - (prime[i] & is_large)));
        each!(i => limbs[i] as f64)
    }

    /// Returns the canonical residue of an element's limbs.
    #[inline(always)]
    fn residue_of(limbs: &DoubleRow) -> Limbs {
        // The magnitude of a tight number is at most 2^254·(1 + 2^−20). So adding the prime makes it positive, and it
        // stays below twice the prime.
        let prime = radix51(&P::MODULUS);
        // In integers, as limbs may be negative: the arithmetic shift rounds down, so a carry of −1 borrows. The number is
        // positive, so the top limb ends nonnegative.
        let mut t = each!(i => limbs[i] as i64 + prime[i]);
        for i in 0..4 {
            t[i + 1] += t[i] >> 51;
            t[i] &= (1 << 51) - 1;
        }
        let [a, b, c, d, e] = each!(i => t[i] as u64);
        // Limb i begins at bit 51·i: 51, 102 = 64 + 38, 153 = 128 + 25, and 204 = 192 + 12.
        let words = [
            a | b << 51,
            b >> 13 | c << 38,
            c >> 26 | d << 25,
            d >> 39 | e << 12,
        ];
        sums::freeze_once::<P>(&from_words(words))
    }
}

impl<L: DoubleLanes, P: Prime> FmaSum<L, P> {
    #[inline(always)]
    fn new(limbs: [L; 5], units: u32) -> Self {
        Self {
            limbs,
            units,
            prime: PhantomData,
        }
    }

    /// Runs a kernel as a function of its own, because inlined kernels spill each other's registers.
    #[inline(always)]
    fn product(kernel: impl FnOnce() -> [L; 5]) -> Self {
        Self::new(L::call(kernel), 1)
    }

    /// Multiplies the lanes by a factor. This is exact if the product is an integer of at most 53 bits, or a tight limb times
    /// 8 or 16, which only changes the exponent.
    #[inline(always)]
    fn multiple(self, factor: u32, units: u32) -> Self {
        let factor = L::splat(f64::from(factor));
        Self::new(each!(i => self.limbs[i].mul(factor)), units)
    }

    /// Multiplies the lanes by a factor of at most 16.
    #[inline(always)]
    fn small_multiple(self, factor: u32) -> Self {
        // Decided at compile time, as `units` and `factor` are constants after inlining.
        let x = if self.units * factor <= MAX_UNITS {
            self
        } else {
            self.carry().into()
        };
        if factor <= MAX_UNITS {
            debug_assert!(x.units * factor <= MAX_UNITS, "a multiple is too large");
            return x.multiple(factor, x.units * factor);
        }
        // A factor from 8 to 16 is split into 8 or 16, which yields doubles (shifted integers of 51 bits) that are carried at
        // once, and the rest, which is below 8.
        Self::from(x.multiple(factor / 8 * 8, 16).carry()) + x.multiple(factor % 8, MAX_UNITS)
    }
}

impl<L: DoubleLanes, P: Prime> From<Fma<L, P>> for FmaSum<L, P> {
    #[inline(always)]
    fn from(x: Fma<L, P>) -> Self {
        Self::new(x.0, 1)
    }
}

impl<L: DoubleLanes, P: Prime> Sum for FmaSum<L, P> {
    type Tight = Fma<L, P>;

    #[inline(always)]
    fn carry(self) -> Fma<L, P> {
        if self.units <= 1 {
            Fma::new(self.limbs)
        } else {
            Fma::new(inlined!(L, carry::<L, P>(&self.limbs)))
        }
    }

    #[inline(always)]
    fn neg(self) -> Self {
        // −0 − x is −x for every x, zero included, so it only changes the sign.
        Self::new(each!(i => L::splat(-0.0).sub(self.limbs[i])), self.units)
    }

    #[inline(always)]
    fn times<const K: u32>(self) -> Self {
        inlined!(L, self.small_multiple(K))
    }
}

/// Makes limbs of at most seven units tight, or those of a tight vector times 8 or 16.
///
/// A carry k is an integer nearest to t/2^51, at most 4 in magnitude for seven units and 8 for a vector times 16, and
/// t − k·2^51 is at most 2^50. Carries move up by one limb, and the top one returns times γ. All are computed from the
/// original limbs: one parallel pass, no ripple.
#[inline(always)]
pub(super) fn carry<L: Doubles, P: Prime>(t: &[L; 5]) -> [L; 5] {
    let [g0, g1, g2] = each!([0, 1, 2], i => L::splat(P::GAMMA_DOUBLES[i]));
    // γ's limbs are balanced, at most 2^50 in magnitude, and the last one is short: k4·g0 and k4·g1 may be as large as
    // 8·2^50, so limbs 0 and 1 are carried together with them. k4·g2 is below 2^29, and for every γ in use below 2^28.
    let k4 = quotient(t[4]);
    let t4 = remainder(t[4], k4);
    let (k2, k3) = (quotient(t[2]), quotient(t[3]));
    let (t2, t3) = (remainder(t[2], k2), remainder(t[3], k3));
    // From here on |t2|, |t3| and |t4| are at most 2^50, and adding a carry of at most 8 keeps them tight.
    if P::GAMMA_IS_SMALL {
        // k4·19 ≤ 152 fits the slack of a tight limb, so it is added after the carry of limb 0.
        let (k0, k1) = (quotient(t[0]), quotient(t[1]));
        return [
            k4.mul_add(g0, remainder(t[0], k0)),
            remainder(t[1], k1).add(k0),
            t2.add(k1),
            t3.add(k2),
            t4.add(k3),
        ];
    }
    // Sums with k4·γ may exceed 2^53 and be rounded, so they only serve to find the carries. Then t − k·2^51 is exact, and
    // so is its sum with k4·γ, whose magnitude is at most 2^50 plus the error of that rounding.
    let k0 = quotient(k4.mul_add(g0, t[0]));
    let k1 = quotient(k4.mul_add(g1, t[1]));
    [
        k4.mul_add(g0, remainder(t[0], k0)),
        k4.mul_add(g1, remainder(t[1], k1)).add(k0),
        k4.mul_add(g2, t2).add(k1),
        t3.add(k2),
        t4.add(k3),
    ]
}

/// Returns a·b + c·d, tight.
#[inline(always)]
pub(super) fn sum_of_products<L: Doubles, P: Prime>(
    [a, b]: [&[L; 5]; 2],
    [c, d]: [&[L; 5]; 2],
) -> [L; 5] {
    // Each product has one unit, so the sum has two and is exact.
    let (x, y) = (multiply::<L, P>(a, b), multiply::<L, P>(c, d));
    carry::<L, P>(&each!(i => x[i].add(y[i])))
}

/// Implements an addition or a subtraction, of sums and of tight vectors. Limbs are signed, so both add units alike.
macro_rules! linear {
    ($Op:ident $op:ident) => {
        impl<L: DoubleLanes, P: Prime> $Op for FmaSum<L, P> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                inlined!(L, {
                    let (x, y) = summable(self, other, |x| x.units, MAX_UNITS);
                    Self::new(each!(i => x.limbs[i].$op(y.limbs[i])), x.units + y.units)
                })
            }
        }

        impl<L: DoubleLanes, P: Prime> $Op for Fma<L, P> {
            type Output = FmaSum<L, P>;
            #[inline(always)]
            fn $op(self, other: Self) -> FmaSum<L, P> {
                FmaSum::from(self).$op(FmaSum::from(other))
            }
        }
    };
}
linear!(Add add);
linear!(Sub sub);

wiped!([L: Zeroize, P] Fma<L, P>: 0);

wiped!([L: Zeroize, P] FmaSum<L, P>: limbs);

impl<L: DoubleLanes, P: Prime> FieldVector for Fma<L, P> {
    type Prime = P;
    type Sum = FmaSum<L, P>;
    const LANES: usize = L::LANES;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        L::enter(run)
    }

    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        L::call(formula)
    }

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        let limbs = Self::limbs_of(x);
        Self::new(each!(i => L::splat(limbs[i])))
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        let mut rows = [DoubleRow::default(); MAX_LANES];
        for (row, lane) in rows[..L::LANES].iter_mut().zip(lanes) {
            *row = Self::limbs_of(lane);
        }
        Self::new(always!(L::gather, |i| &rows[i]))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        let mut rows = [DoubleRow::default(); MAX_LANES];
        L::scatter(self.0, &mut rows[..L::LANES]);
        for (lane, row) in lanes.iter_mut().zip(&rows) {
            *lane = FieldElement::from_canonical(Self::residue_of(row));
        }
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> FmaSum<L, P> {
        always!(FmaSum::product, multiply::<L, P>(&self.0, &other.0))
    }

    #[inline(always)]
    fn square(&self) -> FmaSum<L, P> {
        always!(FmaSum::product, square::<L, P>(&self.0))
    }

    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> FmaSum<L, P> {
        always!(
            FmaSum::product,
            sum_of_products::<L, P>([&a.0, &b.0], [&c.0, &d.0])
        )
    }

    /// Computes x·Y + X·y by Karatsuba's identity: one product and some carries are cheaper than two products.
    #[inline(always)]
    fn cross(
        [x, y]: [&Self; 2],
        [other_x, other_y]: [&Self; 2],
        xx: FmaSum<L, P>,
        yy: FmaSum<L, P>,
    ) -> FmaSum<L, P> {
        // The factors have two units and are carried; xx + yy has two, and the difference three.
        (*x + *y).carry().mul(&(*other_x + *other_y).carry()) - (xx + yy)
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self::new(L::select_lanes(self.0, other.0, lanes))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        // Zero is the only multiple of the prime in tight limbs, as their number is below the prime in magnitude. It has zero
        // limbs only: the lowest is a multiple of the radix and smaller than it, and so on upwards.
        L::zeros(&self.0)
    }
}

impl<L: DoubleLanes, P: Prime> BatchVector for Fma<L, P> {
    type Lane = DoubleRow;
    const COSTS: Costs = Costs::DOUBLES;

    /// Runs the job in scalar code, which is faster for single points and may also take secrets.
    fn single<J: PointJob<P>>(job: J) -> J::Output {
        with_kernel!(K => <Serial<K, P> as BatchVector>::single(job))
    }

    #[inline(always)]
    fn suits_thread() -> bool {
        L::suits_thread()
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a DoubleRow) -> Self {
        Self::new(L::gather(lane))
    }

    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [DoubleRow; 2]) -> [Self; 2] {
        let [a, b] = L::gather_pairs(pair);
        [Self::new(a), Self::new(b)]
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [DoubleRow]) {
        L::scatter(self.0, lanes);
    }

    // Called, a product over p takes 92 cycles on Zen 4, inlined 59: the caller's loop keeps operands in registers and
    // overlaps consecutive products. Only the loops that dominate sums and squarings call these.
    #[inline(always)]
    fn mul_inlined(&self, other: &Self) -> FmaSum<L, P> {
        FmaSum::new(inlined!(L, multiply::<L, P>(&self.0, &other.0)), 1)
    }

    #[inline(always)]
    fn square_inlined(&self) -> FmaSum<L, P> {
        FmaSum::new(inlined!(L, square::<L, P>(&self.0)), 1)
    }

    #[inline(always)]
    fn mul_carried_inlined(&self, other: &Self) -> Self {
        self.mul_inlined(other).carry()
    }

    #[inline(always)]
    fn square_carried_inlined(&self) -> Self {
        self.square_inlined().carry()
    }
}
