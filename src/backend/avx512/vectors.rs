//! Vectors of 512 bits. For `#[inline]` and `#[inline(always)]` see `ifma/vectors.rs`.

use core::arch::x86_64::*;

use zeroize::Zeroize;

use super::rows;
use crate::backend::features::WithAvx512;
use crate::backend::lanes::doubles::{DoubleLanes, Doubles, Row};
use crate::backend::lanes::each;
use crate::mask::Mask;

/// Eight doubles in a register.
///
/// The type is private to the backends, and code outside computes with it only where [`super::Avx512`], a
/// door, hands it over: so the CPU has AVX-512. That is the contract of every intrinsic here.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::backend) struct F64x8(__m512d);

impl Doubles for F64x8 {
    #[inline]
    fn splat(x: f64) -> Self {
        // SAFETY: a register is its eight lanes. See `F64x4`.
        Self(unsafe { core::mem::transmute::<[f64; 8], __m512d>([x; 8]) })
    }

    #[inline]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_add_pd(self.0, other.0) })
    }

    #[inline]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_sub_pd(self.0, other.0) })
    }

    #[inline]
    fn mul(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_mul_pd(self.0, other.0) })
    }

    #[inline]
    fn mul_add(self, y: Self, z: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_fmadd_pd(self.0, y.0, z.0) })
    }

    #[inline]
    fn neg_mul_add(self, y: Self, z: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_fnmadd_pd(self.0, y.0, z.0) })
    }

    #[inline]
    fn again(x: &Self) -> Self {
        // SAFETY: a reference is valid for reads.
        Self(unsafe { core::ptr::read_volatile(&raw const x.0) })
    }
}

impl Zeroize for F64x8 {
    fn zeroize(&mut self) {
        // By halves: zeroize has 512 bits from 1.9 on, and lock files of programs have 1.8.
        // SAFETY: a register is its two halves, and is aligned as they are or more.
        unsafe { &mut *core::ptr::from_mut(self).cast::<[__m256d; 2]>() }.zeroize();
    }
}

impl DoubleLanes for F64x8 {
    const LANES: usize = 8;
    const REAL: bool = true;
    type Choice = __mmask8;

    #[inline(always)]
    fn all(mask: Mask) -> __mmask8 {
        mask.bits() as __mmask8
    }

    #[inline(always)]
    fn choice(bits: u32) -> __mmask8 {
        bits as __mmask8
    }

    #[inline(always)]
    fn choose(choice: __mmask8, then: Self, otherwise: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_mask_blend_pd(choice, otherwise.0, then.0) })
    }

    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        // SAFETY: see the type.
        unsafe { formula.call_avx512() }
    }

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        // SAFETY: see the type.
        unsafe { run.enter_avx512() }
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [Self; 5] {
        let limbs = rows::gather(
            #[inline(always)]
            |i| as_words(row(i)),
        );
        // SAFETY: see the type.
        each!(i => Self(unsafe { _mm512_castsi512_pd(limbs[i]) }))
    }

    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [Row; 2]) -> [[Self; 5]; 2] {
        let [a, b] = rows::gather_pairs(
            #[inline(always)]
            |i| pair_as_words(pair(i)),
        );
        // SAFETY: see the type.
        unsafe {
            [
                each!(i => Self(_mm512_castsi512_pd(a[i]))),
                each!(i => Self(_mm512_castsi512_pd(b[i]))),
            ]
        }
    }

    #[inline(always)]
    fn scatter(limbs: [Self; 5], rows: &mut [Row]) {
        // SAFETY: see the type.
        let limbs = each!(i => unsafe { _mm512_castpd_si512(limbs[i].0) });
        // SAFETY: a double has the size and the alignment of a word, and any bits are one.
        let rows = unsafe { core::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), rows.len()) };
        rows::scatter(limbs, rows);
    }

    #[inline(always)]
    fn all_zero(x: &[Self; 5]) -> __mmask8 {
        // SAFETY: see the type.
        unsafe {
            let zero = _mm512_setzero_pd();
            let [a, b, c, d, e] = each!(i => _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(x[i].0, zero));
            a & b & c & d & e
        }
    }

    #[inline(always)]
    fn bits(choice: __mmask8) -> u32 {
        choice.into()
    }
}

/// The bits of a row.
#[inline(always)]
fn as_words(row: &Row) -> &rows::Row {
    // SAFETY: a double has the size and the alignment of a word, and any bits are one.
    unsafe { &*core::ptr::from_ref(row).cast() }
}

/// The bits of two rows.
#[inline(always)]
fn pair_as_words(pair: &[Row; 2]) -> &[u64; 10] {
    // SAFETY: as above.
    unsafe { &*core::ptr::from_ref(pair).cast() }
}
