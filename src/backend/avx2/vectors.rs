//! Registers of four doubles, for [`doubles`](crate::backend::doubles). `ifma/vectors.rs` explains the choice between
//! `#[inline]` and `#[inline(always)]`.

use core::arch::x86_64::*;

use crate::backend::doubles::{DoubleLanes, DoubleRow, Doubles};
use crate::backend::features::{features, instructions};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::each;
use crate::wiped::wiped;

features! {
    /// AVX2 and FMA.
    WithAvx2: enter_avx2, call_avx2: "avx2,fma"
}

/// Returns whether the thread's floating-point environment suits the kernels: it must round to nearest and not trap on
/// inexact results. If it does not, the serial backend runs the job. Denormals may be flushed to zero, as none occur.
pub(in crate::backend) fn rounds_to_nearest() -> bool {
    /// MXCSR's rounding control: 0 is to nearest, ties to even.
    const ROUNDING: u32 = 0b11 << 13;
    /// MXCSR's mask of the exception "inexact".
    const INEXACT_IS_NO_TRAP: u32 = 1 << 12;
    let mut mxcsr = 0u32;
    // SAFETY: every x86-64 CPU has the instruction, and it writes only the four bytes of this variable.
    unsafe {
        core::arch::asm!(
            "stmxcsr [{}]",
            in(reg) &raw mut mxcsr,
            options(nostack, preserves_flags)
        );
    }
    mxcsr & (ROUNDING | INEXACT_IS_NO_TRAP) == INEXACT_IS_NO_TRAP
}

/// Four doubles in a register.
///
/// The type is private to the backends, and code outside gets it only from a value of [`super::Avx2`], which exists
/// only if the CPU has AVX2 and FMA: the contract of every intrinsic here.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::backend) struct F64x4(__m256d);

impl Doubles for F64x4 {
    #[inline]
    fn splat(x: f64) -> Self {
        // SAFETY: a register and an array of its four lanes have the same size, and any bits are valid in both. The
        // intrinsic would be a tree of calls for each constant of each product, which takes time to compile.
        Self(unsafe { core::mem::transmute::<[f64; 4], __m256d>([x; 4]) })
    }

    instructions! {
        add(self, y): _mm256_add_pd
        sub(self, y): _mm256_sub_pd
        mul(self, y): _mm256_mul_pd
        mul_add(self, y, z): _mm256_fmadd_pd
        neg_mul_add(self, y, z): _mm256_fnmadd_pd
    }

    #[inline]
    fn reload(x: &Self) -> Self {
        // SAFETY: the pointer comes from a reference, so it is valid for reads and aligned. A volatile read is not merged.
        Self(unsafe { core::ptr::read_volatile(&raw const x.0) })
    }
}

wiped!([] F64x4: 0);

impl TargetFeatures for F64x4 {
    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        // SAFETY: see the type.
        unsafe { formula.call_avx2() }
    }

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        // SAFETY: see the type.
        unsafe { run.enter_avx2() }
    }
}

impl DoubleLanes for F64x4 {
    const LANES: usize = 4;
    const REAL: bool = true;

    fn suits_thread() -> bool {
        rounds_to_nearest()
    }

    #[inline(always)]
    fn select_lanes(limbs: [Self; 5], other: [Self; 5], lanes: u32) -> [Self; 5] {
        // SAFETY: see the type.
        unsafe {
            // Broadcast the bits; lane i tests bit i, and becomes all ones if it is set.
            let each = _mm256_setr_epi64x(1, 2, 4, 8);
            let chosen = _mm256_and_si256(_mm256_set1_epi64x(lanes.into()), each);
            let chosen = _mm256_castsi256_pd(_mm256_cmpeq_epi64(chosen, each));
            each!(i => Self(_mm256_blendv_pd(limbs[i].0, other[i].0, chosen)))
        }
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a DoubleRow) -> [Self; 5] {
        let (a, b, c, d) = (row(0), row(1), row(2), row(3));
        // SAFETY: see the type.
        each!(i => Self(unsafe { _mm256_setr_pd(a[i], b[i], c[i], d[i]) }))
    }

    #[inline(always)]
    fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [DoubleRow; 2]) -> [[Self; 5]; 2] {
        let pairs = [pair(0), pair(1), pair(2), pair(3)];
        let [[x0, x1], [x2, x3], [x4, y0], [y1, y2], [y3, y4]] = each!(i => columns(&pairs, 2 * i));
        [[x0, x1, x2, x3, x4], [y0, y1, y2, y3, y4]]
    }

    #[inline(always)]
    fn scatter(limbs: [Self; 5], rows: &mut [DoubleRow]) {
        // SAFETY: a register and an array of its four lanes have the same size, and any bits are valid in both.
        let limbs = each!(i => unsafe { core::mem::transmute::<__m256d, [f64; 4]>(limbs[i].0) });
        for (i, row) in rows.iter_mut().enumerate() {
            *row = each!(k => limbs[k][i]);
        }
    }

    #[inline(always)]
    fn zeros(x: &[Self; 5]) -> u32 {
        // SAFETY: see the type.
        unsafe {
            let zero = _mm256_setzero_pd();
            let [a, b, c, d, e] = each!(i => _mm256_cmp_pd::<_CMP_EQ_OQ>(x[i].0, zero));
            // All ones if all five limbs equal zero; `vmovmskpd` collects the top bits of the lanes. −0 equals zero too.
            let (ab, cd) = (_mm256_and_pd(a, b), _mm256_and_pd(c, d));
            _mm256_movemask_pd(_mm256_and_pd(_mm256_and_pd(ab, cd), e)) as u32
        }
    }
}

/// Loads columns `i` and `i` + 1 of four pairs of rows; a pair is ten consecutive numbers.
///
/// Each of two registers is loaded from two pairs, two numbers from each, so two shuffles yield both columns.
#[inline(always)]
fn columns(pairs: &[&[DoubleRow; 2]; 4], i: usize) -> [F64x4; 2] {
    let two = |pair: usize| pairs[pair].as_flattened()[i..i + 2].as_ptr();
    // SAFETY: see the type; two numbers are read of each pair.
    unsafe {
        let (a, b) = (_mm_loadu_pd(two(0)), _mm_loadu_pd(two(1)));
        let a = _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(a), _mm_loadu_pd(two(2)));
        let b = _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(b), _mm_loadu_pd(two(3)));
        [
            F64x4(_mm256_unpacklo_pd(a, b)),
            F64x4(_mm256_unpackhi_pd(a, b)),
        ]
    }
}
