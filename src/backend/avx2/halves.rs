//! Registers for [`halves`](crate::backend::halves).
//!
//! A register of 256 bits has two views: four lanes of 64 bits ([`U64x4`]), of which `vpmuludq` multiplies the low
//! halves, and eight lanes of 32 bits ([`U32x8`]), on which sums, shifts and masks process both halves at once.
//! Converting from one view to the other takes no instruction for the lower numbers and one shift for the upper ones.
// SAFETY, of every block: the types are private to the backends, and code outside gets them only from a value of
// `super::Avx2`, which exists only if the CPU has AVX2.

use core::arch::x86_64::*;

use super::vectors::WithAvx2 as _;
use crate::backend::elements;
use crate::backend::features::instructions;
use crate::backend::halves::{HalfLimbs, HalfRow, Halves, Whole};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::each;
use crate::field::{FieldElement, Prime};
use crate::wiped::wiped;
use crate::word::from_words;

/// Four lanes of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::backend) struct U64x4(__m256i);

/// Four lanes of two 32-bit numbers each.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::backend) struct U32x8(__m256i);

wiped!([] U32x8: 0);

/// Returns a shift count as the shift instructions take it; a constant after inlining.
#[inline]
fn count(n: u32) -> __m128i {
    // SAFETY: as above.
    unsafe { _mm_cvtsi32_si128(n as i32) }
}

/// Returns a mask of the low `bits` bits; 0 to 64 are allowed.
const fn mask(bits: u32) -> u64 {
    ((1_u128 << bits) - 1) as u64
}

impl Whole for U64x4 {
    #[inline]
    fn splat(x: u64) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_set1_epi64x(x as i64) })
    }
    instructions! {
        add(self, other): _mm256_add_epi64
        or(self, other): _mm256_or_si256
        times(self, other): _mm256_mul_epu32
    }
    #[inline]
    fn shl(self, n: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_sll_epi64(self.0, count(n)) })
    }
    #[inline]
    fn shr(self, n: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_srl_epi64(self.0, count(n)) })
    }
    #[inline]
    fn low(self, n: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_and_si256(self.0, Self::splat(mask(n)).0) })
    }
    #[inline]
    fn factor(self) -> Self {
        self
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: as above.
        unsafe {
            // AVX2 has no mask registers: `vmovmskpd` collects the top bits of lanes that are all ones or zero.
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(zero)) as u32
        }
    }
    #[inline(always)]
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        let [a, b, c, d] = elements else {
            panic!("as many elements as lanes")
        };
        let words = elements::load_four([a.as_limbs(), b.as_limbs(), c.as_limbs(), d.as_limbs()]);
        each!([0, 1, 2, 3], i => Self(words[i]))
    }
    #[inline(always)]
    fn store_elements<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
        let rows = elements::store(each!([0, 1, 2, 3], i => words[i].0));
        for (place, words) in places.iter_mut().zip(rows) {
            *place = FieldElement::from_canonical(from_words(words));
        }
    }
}

impl TargetFeatures for U32x8 {
    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        // SAFETY: as above.
        unsafe { run.enter_avx2() }
    }
    #[inline(always)]
    fn call<R>(formula: impl FnOnce() -> R) -> R {
        // SAFETY: as above.
        unsafe { formula.call_avx2() }
    }
}

impl Halves for U32x8 {
    type Whole = U64x4;
    const LANES: usize = 4;
    const REAL: bool = true;

    #[inline]
    fn splat(lower: u64, upper: u64) -> Self {
        Self(U64x4::splat(lower | upper << 32).0)
    }
    instructions! {
        add(self, other): _mm256_add_epi32
        sub(self, other): _mm256_sub_epi32
    }
    #[inline]
    fn shr(self, n: u32) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_srl_epi32(self.0, count(n)) })
    }
    #[inline]
    fn low(self, lower: u32, upper: u32) -> Self {
        let mask = Self::splat(mask(lower), mask(upper));
        // SAFETY: as above.
        Self(unsafe { _mm256_and_si256(self.0, mask.0) })
    }
    #[inline]
    fn lower(self) -> U64x4 {
        U64x4(self.0)
    }
    #[inline]
    fn upper(self) -> U64x4 {
        U64x4(self.0).shr(32)
    }
    #[inline]
    fn join(lower: U64x4, upper: U64x4) -> Self {
        Self(lower.or(upper.shl(32)).0)
    }

    #[inline(always)]
    fn select_lanes(limbs: HalfLimbs<Self>, other: HalfLimbs<Self>, lanes: u32) -> HalfLimbs<Self> {
        // SAFETY: as above.
        unsafe {
            // Broadcast the bits; lane i tests bit i, and becomes all ones if it is set.
            let each = _mm256_setr_epi64x(1, 2, 4, 8);
            let chosen = _mm256_and_si256(_mm256_set1_epi64x(lanes.into()), each);
            let chosen = barrier(_mm256_cmpeq_epi64(chosen, each));
            each!(i => Self(_mm256_blendv_epi8(limbs[i].0, other[i].0, chosen)))
        }
    }
    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a HalfRow) -> HalfLimbs<Self> {
        let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
        // SAFETY: a register and an array of its four lanes have the same size, and any bits are valid in both.
        each!(i => Self(unsafe { core::mem::transmute::<[u64; 4], __m256i>([a[i], b[i], c[i], d[i]]) }))
    }
    #[inline(always)]
    fn scatter(limbs: HalfLimbs<Self>, rows: &mut [HalfRow]) {
        // SAFETY: a register and an array of its four lanes have the same size, and any bits are valid in both.
        let limbs = each!(i => unsafe { core::mem::transmute::<__m256i, [u64; 4]>(limbs[i].0) });
        for (i, row) in rows.iter_mut().enumerate() {
            *row = each!(k => limbs[k][i]);
        }
    }
    #[inline(always)]
    fn transpose(vectors: [Self; 4]) -> [Self; 4] {
        let rows = elements::store(each!([0, 1, 2, 3], i => vectors[i].0));
        // SAFETY: as above; a row has 32 bytes.
        each!([0, 1, 2, 3], i => Self(unsafe { _mm256_loadu_si256(rows[i].as_ptr().cast()) }))
    }
    #[inline(always)]
    fn pick(vectors: [Self; 4], indices: u64) -> Self {
        // SAFETY: as above.
        unsafe {
            let indices = _mm256_cvtepu8_epi64(_mm_cvtsi64_si128(indices as i64));
            // `vpermd` looks up among the eight numbers of one vector, in a time that is independent of the indices. Index
            // 4v + l names lane l of vector v: each of the four vectors is permuted by l, and masked unless v is its number.
            // Lane l consists of numbers 2l and 2l + 1, so `places` has 2l in its lower half and 2l + 1 in its upper half.
            let lane = _mm256_and_si256(indices, U64x4::splat(3).0);
            let lower = _mm256_add_epi64(lane, lane);
            let next = _mm256_add_epi64(lower, U64x4::splat(1).0);
            let places = _mm256_or_si256(lower, _mm256_slli_epi64::<32>(next));
            let vector = _mm256_srli_epi64::<2>(indices);
            let [a, b, c, d] = each!([0, 1, 2, 3], i => {
                let chosen = _mm256_cmpeq_epi64(vector, U64x4::splat(i as u64).0);
                let picked = _mm256_permutevar8x32_epi32(vectors[i].0, places);
                _mm256_and_si256(picked, chosen)
            });
            Self(_mm256_or_si256(
                _mm256_or_si256(a, b),
                _mm256_or_si256(c, d),
            ))
        }
    }
}

/// Hides a secret mask from the optimiser, which might turn a selection by it into a masked store, whose time depends
/// on the mask. The CPU must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn barrier(mut mask: __m256i) -> __m256i {
    // SAFETY: the text is a comment, so nothing is executed.
    unsafe {
        core::arch::asm!("/* {} */", inout(ymm_reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}
