//! Functions without a product: conversions of elements from and to words, selections by masks, and small multiples.

use std::format;

use super::{Code, Constants};
use crate::arithmetic::adx::Adx;
use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::sums;
#[cfg(helioselene_has = "avx2")]
use crate::backend::halves::{
    HalfLimbs, Halves, Integers, Whole as _,
    multiply::{from_words, into_words, residue},
};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::{Lanes, each};
use crate::backend::limbs::{PointLanes, Radix, Tight};
use crate::backend::{FieldVector, PointSum, Sum};
use crate::field::Prime;
use crate::mask::{Mask, select};
use crate::word::Limbs;

/// An operand and the mask that selects it.
#[repr(C)]
pub(super) struct Masked<T> {
    other: T,
    mask: Mask,
}

/// Expands to a function that runs `$value` in `$L::enter`. Its operands are at rdi and rsi.
macro_rules! entered {
    ($L:ty, $X:ty, $Y:ty: |$x:ident, $y:pat_param| $value:expr) => {{
        let function: fn(&mut $X, &$Y) = |$x, $y| {
            <$L as TargetFeatures>::enter(
                #[inline(always)]
                || $value,
            );
        };
        function
    }};
}

/// Five vectors: limbs, or four words and one unused.
type Lane<L> = [L; 5];

pub(super) fn vectors<L: Lanes, P: Prime, R: Radix<P>>(
    prefix: &str,
    constants: &Constants,
    visit: &mut impl FnMut(Code),
) {
    type V<L, P, R> = Tight<L, P, R>;
    visit!(visit, prefix, constants:
        "words to limbs" entered!(L, Lane<L>, (): |x, ()| {
            let [w0, w1, w2, w3, _] = *x;
            *x = R::from_words([w0, w1, w2, w3]);
        });
        "limbs to words" entered!(L, Lane<L>, (): |x, ()| {
            let [w0, w1, w2, w3] = R::into_words(R::residue(*x));
            [x[0], x[1], x[2], x[3]] = [w0, w1, w2, w3];
        });
        "limbs to packed words" entered!(L, Lane<L>, (): |x, ()| {
            let [w0, w1, w2, w3] = R::into_words(R::packed(*x));
            [x[0], x[1], x[2], x[3]] = [w0, w1, w2, w3];
        });
        "select" entered!(L, V<L, P, R>, Masked<V<L, P, R>>: |x, y| *x = x.select(y.other, y.mask));
        "2·a" entered!(L, V<L, P, R>, (): |x, ()| *x = <V<L, P, R> as FieldVector>::Sum::from(*x).times::<2>().carry());
        "3·a" entered!(L, V<L, P, R>, (): |x, ()| *x = <V<L, P, R> as FieldVector>::Sum::from(*x).times::<3>().carry());
        "12·a" entered!(L, V<L, P, R>, (): |x, ()| *x = <V<L, P, R> as FieldVector>::Sum::from(*x).times::<12>().carry());
    );
    if R::MERGED {
        // Only the 52 bits of a factor that the multiplier reads.
        visit!(visit, prefix, constants:
            "words to factors" entered!(L, Lane<L>, (): |x, ()| {
                let [w0, w1, w2, w3, _] = *x;
                let [f0, f1, f2, f3, f4] = R::factors_from_words([w0, w1, w2, w3]);
                *x = [f0.low(52), f1.low(52), f2.low(52), f3.low(52), f4];
            });
        );
    }
}

/// Visits the functions that only one point in four lanes has.
pub(super) fn signs<L: PointLanes, P: Prime, R: Radix<P>>(
    prefix: &str,
    constants: &Constants,
    visit: &mut impl FnMut(Code),
) {
    type V<L, P, R> = Tight<L, P, R>;
    visit!(visit, prefix, constants:
        "negate if" entered!(L, V<L, P, R>, Masked<V<L, P, R>>: |x, y| {
            *x = <V<L, P, R> as FieldVector>::Sum::from(*x).negate_if::<0b1111>(y.mask).carry();
        });
    );
}

/// Visits the conversions and multiples of integers. Words are whole lanes of the vectors that hold two limbs.
#[cfg(helioselene_has = "avx2")]
pub(super) fn integers<H: Halves, P: Prime>(
    prefix: &str,
    constants: &Constants,
    visit: &mut impl FnMut(Code),
) {
    type Multiple<H, P> = <Integers<H, P> as FieldVector>::Sum;
    macro_rules! entered {
        ($X:ty: |$x:ident| $value:expr) => {{
            let function: fn(&mut $X) = |$x| {
                H::enter(
                    #[inline(always)]
                    || *$x = $value,
                );
            };
            function
        }};
    }
    visit!(visit, prefix, constants:
        "words to limbs" entered!(HalfLimbs<H>: |x| from_words(each!([0, 1, 2, 3], i => x[i].lower())));
        "limbs to words" entered!(HalfLimbs<H>: |x| {
            let (words, zero) = (into_words(residue::<H, P>(x)), H::Whole::splat(0));
            each!(i => if i < 4 { H::join(words[i], zero) } else { x[4] })
        });
        "2·a" entered!(Integers<H, P>: |x| Multiple::<H, P>::from(*x).times::<2>().carry());
        "3·a" entered!(Integers<H, P>: |x| Multiple::<H, P>::from(*x).times::<3>().carry());
        "-5·a" entered!(Integers<H, P>: |x| {
            let twice = *x + *x;
            (twice + twice + Multiple::<H, P>::from(*x)).neg().carry()
        });
        "12·a" entered!(Integers<H, P>: |x| {
            let thrice = Multiple::<H, P>::from(*x).times::<3>();
            let six = thrice + thrice;
            (six + six).carry()
        });
    );
}

type Serial = fn(&mut Limbs, &Masked<Limbs>);

pub(super) fn serial<P: Prime>(prefix: &str, constants: &Constants, visit: &mut impl FnMut(Code)) {
    visit!(visit, prefix, constants:
        "-a" (|x, _| *x = sums::sub::<P>(&[0; 4], x)) as Serial;
        "-a, canonical" (|x, _| *x = sums::sub_canonical::<P>(&[0; 4], x)) as Serial;
        "3·a" (|x, _| *x = Adx::times::<P>(x, 3)) as Serial;
        "12·a" (|x, _| *x = Adx::times::<P>(x, 12)) as Serial;
        "select" (|x, y| *x = select(x, &y.other, y.mask)) as Serial;
    );
}
