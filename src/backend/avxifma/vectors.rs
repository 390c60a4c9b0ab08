//! Lanes in registers of 256 bits, in the VEX encoding.

use core::arch::x86_64::*;

use crate::backend::PointJob;
use crate::backend::elements;
use crate::backend::features::{features, instructions};
use crate::backend::ifma::barriers;
use crate::backend::ifma::vectors::{lanes, point_lanes};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::{Lanes, WordRow, each};
use crate::backend::limbs::{BatchLanes, PointLanes, Radix51, Tight};
use crate::field::{FieldElement, Prime};
use crate::word::from_words;

features! {
    /// AVX-IFMA.
    WithAvxIfma: enter_avxifma, call_avxifma: "avx2,avxifma"
}

lanes!(
    /// Four lanes.
    Ymm(__m256i, barriers::in_order_256, barriers::barrier_256), 4 lanes, enter_avxifma call_avxifma,
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sub_epi64
    _mm256_sll_epi64 _mm256_srl_epi64 _mm256_and_si256 _mm256_or_si256
    _mm256_madd52lo_avx_epu64 _mm256_madd52hi_avx_epu64
    is_zero: |x| _mm256_cmpeq_epi64(x, _mm256_setzero_si256()),
    times: |y, k| {
        // Three products of 32 bits. Kernels avoid it, see `Radix51`.
        let (k, high) = (_mm256_set1_epi64x(k.cast_signed()), _mm256_set1_epi64x((k >> 32).cast_signed()));
        let middle = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64::<32>(y), k), _mm256_mul_epu32(y, high));
        _mm256_add_epi64(_mm256_mul_epu32(y, k), _mm256_slli_epi64::<32>(middle))
    },
    select: |a, b, mask| _mm256_blendv_epi8(a, b, mask),

    #[inline(always)]
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        let [a, b, c, d] = elements else { panic!("as many elements as lanes") };
        Self::from_rows([a.as_limbs(), b.as_limbs(), c.as_limbs(), d.as_limbs()])
    }
    #[inline(always)]
    fn store_elements<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
        let rows = elements::store(each!([0, 1, 2, 3], i => words[i].0));
        for (place, words) in places.iter_mut().zip(rows) {
            *place = FieldElement::from_canonical(from_words(words));
        }
    }

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        // SAFETY: as above.
        unsafe { Self(barriers::barrier_256(_mm256_blendv_epi8(self.0, other.0, lanes_of(lanes)))) }
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(self.is_zero().0)).cast_unsigned() }
    }
);

point_lanes!(
    Ymm, blend<MASK>: |a, b| _mm256_blendv_epi8(a, b, lanes_of(MASK.cast_unsigned())),
);

impl BatchLanes for Ymm {
    /// In radix 2^51, which has the shorter chains.
    #[inline(always)]
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output {
        job.run_in_four_lanes::<Tight<Self, P, Radix51<false>>>()
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4] {
        let words = elements::load_four(each!([0, 1, 2, 3], i => &row(i).0));
        each!([0, 1, 2, 3], i => Self(words[i]))
    }
    #[inline(always)]
    fn scatter(words: [Self; 4], rows: &mut [WordRow]) {
        for (row, words) in rows.iter_mut().zip(Self::into_rows(words)) {
            row.0 = words;
        }
    }
}

/// All ones in lane i if bit i is set, else zero.
#[inline(always)]
fn lanes_of(bits: u32) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let each = _mm256_setr_epi64x(1, 2, 4, 8);
        _mm256_cmpeq_epi64(
            _mm256_and_si256(_mm256_set1_epi64x(bits.into()), each),
            each,
        )
    }
}
