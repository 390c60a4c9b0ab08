//! Vectors of field elements in halves of lanes, with the field traits.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use super::multiply::{carry, from_words, into_words, multiply, residue, square};
use super::{HalfLimbs, HalfRow, Halves, TIGHT, Whole, bias, splat};
use crate::arithmetic::with_kernel;
use crate::backend::lanes::{each, inlined};
use crate::backend::serial::Serial;
use crate::backend::vector::summable;
use crate::backend::{BatchVector, FieldVector, PointJob, Sum, always};
use crate::field::{FieldElement, Prime};
use crate::wiped::wiped;

/// A vector with a [tight](super::TIGHT) element in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Integers<H, P>(pub(super) HalfLimbs<H>, PhantomData<P>);

/// A vector with an element in each lane, whose limbs are at most `units` times as large as tight ones.
///
/// A sum has the units of both operands, which are carried first if these would exceed six. A difference has one unit
/// more than a sum, for the multiple of the prime that keeps limbs from becoming negative.
///
/// `units` is a constant after inlining, so branches on it are decided at compile time.
#[derive(Clone, Copy)]
pub(crate) struct IntegersSum<H, P> {
    limbs: HalfLimbs<H>,
    pub(super) units: u32,
    prime: PhantomData<P>,
}

/// The most units of a sum: its limbs must fit 32 bits, and the top limb may be larger than the others by a quarter.
const MAX_UNITS: u32 = 6;
const _: () = assert!(MAX_UNITS as u64 * TIGHT[8] < 1 << 32);

impl<H: Halves, P: Prime> Integers<H, P> {
    #[inline(always)]
    pub(super) fn new(limbs: HalfLimbs<H>) -> Self {
        Self(limbs, PhantomData)
    }
}

impl<H: Halves, P: Prime> IntegersSum<H, P> {
    #[inline(always)]
    fn new(limbs: HalfLimbs<H>, units: u32) -> Self {
        debug_assert!(units <= MAX_UNITS, "too many units to carry");
        Self {
            limbs,
            units,
            prime: PhantomData,
        }
    }

    /// Runs a kernel as a function of its own, because inlined kernels spill each other's registers.
    #[inline(always)]
    fn product(kernel: impl FnOnce() -> HalfLimbs<H>) -> Self {
        Self::new(H::call(kernel), 1)
    }

    /// Subtracts the limbs from a multiple of the prime, which yields the negative with one more unit.
    ///
    /// Limbs are unsigned. Those of [`bias`] are at least `units` times tight ones, and exceed that by less than a unit: so
    /// no limb of the difference is negative, and it has at most `units` + 1 units.
    #[inline(always)]
    fn negative(self) -> HalfLimbs<H> {
        // Computed for every number of units, of which inlining leaves one.
        let biases = const { &each!([0, 1, 2, 3, 4, 5, 6], units => bias::<P>(units as u32)) };
        let bias: HalfLimbs<H> = splat(biases[self.units as usize]);
        each!(i => bias[i].sub(self.limbs[i]))
    }
}

wiped!([H: Halves, P] Integers<H, P>: 0);

wiped!([H: Halves, P] IntegersSum<H, P>: limbs);

impl<H: Halves, P: Prime> From<Integers<H, P>> for IntegersSum<H, P> {
    #[inline(always)]
    fn from(x: Integers<H, P>) -> Self {
        Self::new(x.0, 1)
    }
}

/// Implements an addition or a subtraction, of sums and of tight vectors. `$unit` is what the operation adds to the units of
/// its operands: 1 for a subtraction, which adds a multiple of the prime.
macro_rules! linear {
    ($Op:ident $op:ident, $unit:literal, |$x:ident, $y:ident| $limbs:expr) => {
        impl<H: Halves, P: Prime> $Op for IntegersSum<H, P> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                let ($x, $y) = summable(self, other, |x| x.units, MAX_UNITS - $unit);
                Self::new(inlined!(H, $limbs), $x.units + $y.units + $unit)
            }
        }

        impl<H: Halves, P: Prime> $Op for Integers<H, P> {
            type Output = IntegersSum<H, P>;
            #[inline(always)]
            fn $op(self, other: Self) -> IntegersSum<H, P> {
                IntegersSum::from(self).$op(IntegersSum::from(other))
            }
        }
    };
}
linear!(Add add, 0, |x, y| each!(i => x.limbs[i].add(y.limbs[i])));
linear!(Sub sub, 1, |x, y| {
    let negative = y.negative();
    each!(i => x.limbs[i].add(negative[i]))
});

impl<H: Halves, P: Prime> Sum for IntegersSum<H, P> {
    type Tight = Integers<H, P>;

    #[inline(always)]
    fn carry(self) -> Integers<H, P> {
        if self.units <= 1 {
            return Integers::new(self.limbs);
        }
        Integers::new(inlined!(H, carry::<H, P>(self.limbs, self.units)))
    }

    #[inline(always)]
    fn neg(self) -> Self {
        // The result has one more unit, and its limbs must still fit 32 bits.
        let x = if self.units < MAX_UNITS {
            self
        } else {
            self.carry().into()
        };
        Self::new(inlined!(H, x.negative()), x.units + 1)
    }
}

impl<H: Halves, P: Prime> FieldVector for Integers<H, P> {
    type Prime = P;
    type Sum = IntegersSum<H, P>;
    const LANES: usize = H::LANES;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        H::enter(run)
    }

    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        H::call(formula)
    }

    #[inline(always)]
    fn splat(x: &FieldElement<P>) -> Self {
        // Canonical elements are tight, so cutting words into limbs is enough; there is no Montgomery form.
        let words = crate::word::words(x.as_limbs());
        let words = each!([0, 1, 2, 3], i => H::Whole::splat(words[i]));
        Self::new(inlined!(H, from_words(words)))
    }

    #[inline(always)]
    fn load(lanes: &[FieldElement<P>]) -> Self {
        let words = H::Whole::load_elements(lanes);
        Self::new(inlined!(H, from_words(words)))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [FieldElement<P>]) {
        let words = inlined!(H, into_words(residue::<H, P>(&self.0)));
        H::Whole::store_elements(words, lanes);
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> IntegersSum<H, P> {
        always!(IntegersSum::product, multiply::<H, P>(&self.0, &other.0))
    }

    #[inline(always)]
    fn square(&self) -> IntegersSum<H, P> {
        always!(IntegersSum::product, square::<H, P>(&self.0))
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        Self::new(H::select_lanes(self.0, other.0, lanes))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = inlined!(H, residue::<H, P>(&self.0));
        // The residue is canonical, so it is zero exactly if all limbs are.
        let any = x0.or(x1).or(x2).or(x3).or(x4);
        any.or(x5).or(x6).or(x7).or(x8).zeros()
    }
}

impl<H: Halves, P: Prime> BatchVector for Integers<H, P> {
    type Lane = HalfRow;

    /// Runs the job in scalar code, which is faster for single points.
    fn single<J: PointJob<P>>(job: J) -> J::Output {
        with_kernel!(K => <Serial<K, P> as BatchVector>::single(job))
    }

    #[inline(always)]
    fn gather<'a>(lane: impl Fn(usize) -> &'a HalfRow) -> Self {
        Self::new(H::gather(lane))
    }

    #[inline(always)]
    fn scatter(self, lanes: &mut [HalfRow]) {
        H::scatter(self.0, lanes);
    }

    #[inline(always)]
    fn look_up(table: &[[Self; 2]], indices: u64) -> [Self; 2] {
        // Sixteen entries, four to a vector; both limbs of a lane are looked up at once.
        let [a, b, c, d] = table.first_chunk().expect("four vectors of four");
        each!([0, 1], k => {
            let [a, b, c, d] = [&a[k].0, &b[k].0, &c[k].0, &d[k].0];
            Self::new(each!(i => H::pick([a[i], b[i], c[i], d[i]], indices)))
        })
    }

    #[inline(always)]
    fn transpose(vectors: &mut [Self]) {
        let [a, b, c, d] = vectors else {
            panic!("as many vectors as lanes")
        };
        // Both limbs of a lane move together.
        for i in 0..5 {
            [a.0[i], b.0[i], c.0[i], d.0[i]] = H::transpose([a.0[i], b.0[i], c.0[i], d.0[i]]);
        }
    }
}
