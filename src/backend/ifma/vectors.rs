//! Lanes in registers of 256 and 512 bits.
//!
//! The functions have no target features, so that they can be inlined everywhere. Those of one instruction are
//! `#[inline]` without `always`: LLVM inlines them all the same, but last and once, whereas `always` copies them at every
//! level of the call tree, which takes a third of a build's time. `.ci/inlined` checks that none is left as a call. The
//! types are private to the backends, and outside code gets them only from [`super::Ifma`].

use core::arch::x86_64::*;

use super::{barriers, rows};
use crate::backend::features::{features, instructions};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::{Lanes, WordRow, each};
use crate::backend::limbs::{BatchLanes, PointLanes, Tight};
use crate::backend::{PointJob, always, elements};
use crate::field::{FieldElement, Prime};
use crate::word::{Limbs, Word};

features! {
    /// AVX-512 with IFMA and VBMI2.
    WithIfma: enter_ifma, call_ifma: "avx512f,avx512dq,avx512vl,avx512ifma,avx512vbmi2"
}

/// Defines a register of 64-bit lanes by the intrinsics of an instruction set.
///
/// `vpmadd52luq` and `vpmadd52huq` (`$lo`, `$hi`) read the low 52 bits of two lanes and add the low or the high 52
/// bits of their product to a third. `vpshrdvq` (`$shrd`) shifts two words as one, so that one instruction cuts a limb
/// that straddles two words.
///
/// Shifts use the form with a count in a register (`vpsllq`, `vpsrlq`), as counts are arguments here; after inlining they
/// are constants, and LLVM emits immediates.
macro_rules! lanes {
    (
        $(#[$doc:meta])* $Name:ident($Register:ident, $in_order:path, $barrier:path), $lanes:literal lanes, $enter:ident $call:ident,
        $set:ident $loadu:ident $storeu:ident $add:ident $sub:ident $sll:ident $srl:ident
        $and:ident $or:ident $lo:ident $hi:ident $shrd:ident
        is_zero: |$x:ident| $is_zero:expr,
        times: |$y:ident, $factor:ident| $times:expr,
        select: |$a:ident, $b:ident, $mask:ident| $select:expr,
        $($rest:item)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub(in crate::backend) struct $Name($Register);

        // SAFETY, of every block: code reaches the type only through a value of `Ifma`, which exists only if the CPU has
        // the features that the intrinsics need. Loads and stores stay within slices whose length was checked.
        impl TargetFeatures for $Name {
            #[inline(always)]
            fn enter<R>(run: impl FnOnce() -> R) -> R {
                unsafe { run.$enter() }
            }
            #[inline(always)]
            fn call<R>(formula: impl FnOnce() -> R) -> R {
                unsafe { formula.$call() }
            }
        }

        // SAFETY, of every block: as above.
        impl Lanes for $Name {
            const LANES: usize = $lanes;
            const REAL: bool = true;

            #[inline]
            fn splat(x: u64) -> Self {
                unsafe { Self($set(x.cast_signed())) }
            }
            #[inline(always)]
            fn load(lanes: &[u64]) -> Self {
                let lanes: &[u64; $lanes] = lanes.try_into().expect("as many values as lanes");
                unsafe { Self($loadu(lanes.as_ptr().cast())) }
            }
            #[inline(always)]
            fn store(self, lanes: &mut [u64]) {
                let lanes: &mut [u64; $lanes] = lanes.try_into().expect("as many places as lanes");
                unsafe { $storeu(lanes.as_mut_ptr().cast(), self.0) }
            }

            instructions! {
                add(self, other): $add
                sub(self, other): $sub
                or(self, other): $or
                madd_lo(self, a, b): $lo
                madd_hi(self, a, b): $hi
            }
            #[inline]
            fn times(self, factor: u64) -> Self {
                let ($y, $factor) = (self.0, factor);
                unsafe { Self($times) }
            }
            #[inline]
            fn shl(self, n: u32) -> Self {
                unsafe { Self($sll(self.0, _mm_cvtsi32_si128(n.cast_signed()))) }
            }
            #[inline]
            fn shr(self, n: u32) -> Self {
                unsafe { Self($srl(self.0, _mm_cvtsi32_si128(n.cast_signed()))) }
            }
            #[inline]
            fn join(x: Self, y: Self, _n: u32, k: u32) -> Self {
                // x has 52 bits. Shifted up by 12 it ends where y begins, at bit 64, so the 64 bits of (y, x·2^12) from bit
                // k on are x from bit k − 12 = n on, then the low k bits of y. k = n + 12 in every use.
                unsafe { Self($shrd(x.shl(12).0, y.0, $set(k.into()))) }
            }
            #[inline]
            fn cut(x: Self, y: Self, n: u32, _k: u32) -> Self {
                // The low 64 bits of (y, x) shifted right by n. Bits above the limb's 52 are ignored by the multiplier.
                unsafe { Self($shrd(x.0, y.0, $set(n.into()))) }
            }
            #[inline]
            fn low(self, n: u32) -> Self {
                unsafe { Self($and(self.0, $set((1 << n) - 1))) }
            }
            #[inline]
            fn factor(self) -> Self {
                self
            }

            #[inline(always)]
            fn in_order(vectors: [Self; 4]) -> [Self; 4] {
                let [x, y, z, w] = vectors;
                let [x, y, z, w] = unsafe { $in_order([x.0, y.0, z.0, w.0]) };
                [Self(x), Self(y), Self(z), Self(w)]
            }

            #[inline(always)]
            fn hidden(self) -> Self {
                unsafe { Self($barrier(self.0)) }
            }

            #[inline(always)]
            fn is_zero(self) -> Self {
                let $x = self.0;
                unsafe { Self($is_zero) }
            }
            #[inline(always)]
            fn select(self, other: Self, mask: Self) -> Self {
                let ($a, $b, $mask) = (self.0, other.0, mask.0);
                unsafe { Self($select) }
            }

            $($rest)*
        }
    };
}

/// The truth table of "c ? b : a" for `vpternlogq`, in which bit 4a + 2b + c is the result. One instruction replaces and,
/// and-not and or.
const SELECT: i32 = 0b1101_1000;

lanes!(
    /// Four lanes, for one point.
    Ymm(__m256i, barriers::in_order_256, barriers::barrier_256), 4 lanes, enter_ifma call_ifma,
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sub_epi64
    _mm256_sll_epi64 _mm256_srl_epi64
    _mm256_and_si256 _mm256_or_si256
    _mm256_madd52lo_epu64 _mm256_madd52hi_epu64 _mm256_shrdv_epi64
    is_zero: |x| _mm256_cmpeq_epi64(x, _mm256_setzero_si256()),
    // `vpmullq`: 3 cycles on AMD, 15 on Intel, where `Radix51<false>` avoids it.
    times: |y, k| _mm256_mullo_epi64(y, _mm256_set1_epi64x(k.cast_signed())),
    select: |a, b, mask| _mm256_ternarylogic_epi64::<SELECT>(a, b, mask),
);

// SAFETY, of every block: as above.
impl PointLanes for Ymm {
    #[inline]
    fn shuffle<const ORDER: i32>(self) -> Self {
        unsafe { Self(_mm256_permute4x64_epi64::<ORDER>(self.0)) }
    }
    #[inline]
    fn blend<const MASK: i32>(self, other: Self) -> Self {
        unsafe { Self(_mm256_mask_blend_epi64(MASK as u8, self.0, other.0)) }
    }
    #[inline(always)]
    fn shl_each(self, counts: [u64; 4]) -> Self {
        unsafe {
            // `vpsllvq` yields zero for counts from 64 on, unlike scalar shifts.
            Self(_mm256_sllv_epi64(
                self.0,
                _mm256_loadu_si256(counts.as_ptr().cast()),
            ))
        }
    }
    #[inline(always)]
    fn from_rows(rows: [&Limbs; 4]) -> [Self; 4] {
        let words = elements::load_four(rows);
        each!([0, 1, 2, 3], i => Self(words[i]))
    }
    #[inline(always)]
    fn into_rows(words: [Self; 4]) -> [[u64; 4]; 4] {
        elements::store(each!([0, 1, 2, 3], i => words[i].0))
    }

    type Whole = Zmm;

    #[inline(always)]
    fn concat(self, high: Self) -> Zmm {
        unsafe {
            Zmm(_mm512_inserti64x4::<1>(
                _mm512_castsi256_si512(self.0),
                high.0,
            ))
        }
    }

    #[inline(always)]
    fn split(whole: Zmm) -> [Self; 2] {
        unsafe {
            [
                Self(_mm512_castsi512_si256(whole.0)),
                Self(_mm512_extracti64x4_epi64::<1>(whole.0)),
            ]
        }
    }
}

lanes!(
    /// Eight lanes, for batched work.
    Zmm(__m512i, barriers::in_order_512, barriers::barrier_512), 8 lanes, enter_ifma call_ifma,
    _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_add_epi64 _mm512_sub_epi64
    _mm512_sll_epi64 _mm512_srl_epi64
    _mm512_and_si512 _mm512_or_si512
    _mm512_madd52lo_epu64 _mm512_madd52hi_epu64 _mm512_shrdv_epi64
    is_zero: |x| _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(x, _mm512_setzero_si512()), -1),
    times: |y, k| _mm512_mullo_epi64(y, _mm512_set1_epi64(k.cast_signed())),
    select: |a, b, mask| _mm512_ternarylogic_epi64::<SELECT>(a, b, mask),

    #[inline(always)]
    fn select_lanes(self, other: Self, lanes: u32) -> Self {
        // SAFETY: as above.
        unsafe {
            // The barrier keeps LLVM from merging the blend into a masked store, whose time depends on the mask.
            let selected = _mm512_mask_blend_epi64(lanes as __mmask8, self.0, other.0);
            Self(barriers::barrier_512(selected))
        }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0).into() }
    }
);

// SAFETY, of every block: as above.
impl BatchLanes for Zmm {
    #[inline]
    fn exchange<const DISTANCE: usize>(self) -> Self {
        unsafe {
            // Lanes at distance 1 or 2 are in the same 256 bits, which `vpermq` permutes: lanes 1 0 3 2 and 2 3 0 1, lowest
            // first, two bits each. Those at distance 4 are in the other half: `vshufi64x2` takes blocks 2 3 0 1.
            Self(match DISTANCE {
                1 => _mm512_permutex_epi64::<0b10_11_00_01>(self.0),
                2 => _mm512_permutex_epi64::<0b01_00_11_10>(self.0),
                _ => _mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0),
            })
        }
    }

    #[inline(always)]
    fn pick(self, other: Self, indices: u64) -> Self {
        unsafe {
            // `vpermt2q` looks up among the sixteen lanes of two registers, in a time that is independent of the indices,
            // which are the bytes of `indices` widened to lanes.
            let indices = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(indices.cast_signed()));
            Self(_mm512_permutex2var_epi64(self.0, indices, other.0))
        }
    }

    #[inline(always)]
    fn transpose(vectors: [Self; 8]) -> [Self; 8] {
        let vectors = rows::transpose(each!([0, 1, 2, 3, 4, 5, 6, 7], i => vectors[i].0));
        each!([0, 1, 2, 3, 4, 5, 6, 7], i => Self(vectors[i]))
    }

    #[inline(always)]
    fn single<P: Prime, J: PointJob<P>>(job: J) -> J::Output {
        // Radix 2^51, which has the shortest dependency chains.
        job.run_in_four_lanes::<Tight<Ymm, P>>()
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a WordRow) -> [Self; 4] {
        let words = always!(rows::columns, |i| &row(i).0);
        each!([0, 1, 2, 3], i => Self(words[i]))
    }
    #[inline(always)]
    fn scatter(words: [Self; 4], rows: &mut [WordRow]) {
        let rows = rows.try_into().expect("as many rows as lanes");
        rows::store_columns(each!([0, 1, 2, 3], i => words[i].0), rows);
    }

    #[inline(always)]
    fn load_row<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        let elements: &[_; 8] = elements.try_into().expect("as many elements as lanes");
        // SAFETY: an element is `repr(transparent)` over words, 32 bytes without padding, and bytes need no alignment.
        let words = rows::load_row(unsafe { &*core::ptr::from_ref(elements).cast() });
        each!([0, 1, 2, 3], i => Self(words[i]))
    }
    #[inline(always)]
    fn store_row<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
        let places: &mut [_; 8] = places.try_into().expect("as many places as lanes");
        // SAFETY: an element is `repr(transparent)` over words, 32 bytes for which any values are valid, and bytes need no
        // alignment.
        let places = unsafe { &mut *core::ptr::from_mut(places).cast() };
        rows::store_row(each!([0, 1, 2, 3], i => words[i].0), places);
    }

    #[inline(always)]
    fn negate_lanes(self, lanes: u32) -> Self {
        unsafe {
            // 0 − x in the lanes of the mask, and the barrier as in `select_lanes`.
            let zero = _mm512_setzero_si512();
            let negated = _mm512_mask_sub_epi64(self.0, lanes as __mmask8, zero, self.0);
            Self(barriers::barrier_512(negated))
        }
    }

    #[inline(always)]
    fn equal(values: &[Word], value: Word) -> u32 {
        let values: &[Word; 8] = values[..8].try_into().expect("eight of them");
        // SAFETY: as above; the eight words that are read, of 8 or 4 bytes, are within the array.
        unsafe {
            if cfg!(helioselene_has = "words_64") {
                let values = _mm512_loadu_si512(values.as_ptr().cast());
                _mm512_cmpeq_epi64_mask(values, _mm512_set1_epi64(value as i64)).into()
            } else {
                let values = _mm256_loadu_si256(values.as_ptr().cast());
                _mm256_cmpeq_epi32_mask(values, _mm256_set1_epi32(value as i32)).into()
            }
        }
    }
}
