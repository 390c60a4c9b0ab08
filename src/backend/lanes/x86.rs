//! Lanes in registers: AVX-512 IFMA on 256 and 512 bits, and AVX-IFMA on 256.
//!
//! The functions carry no target features, so that they inline everywhere; they are called only
//! below a backend's entry function, which enables the features after detection.

use core::arch::x86_64::*;

use super::Lanes;

#[cfg(feature = "alloc")]
mod independent;

macro_rules! lanes {
    (
        $(#[$doc:meta])* $Name:ident($Register:ident in $class:ident of $features:literal), $lanes:literal lanes,
        $set:ident $loadu:ident $storeu:ident $add:ident $sub:ident $sll:ident $sllv:ident $srl:ident
        $and:ident $or:ident $lo:ident $hi:ident
        is_zero: |$x:ident| $is_zero:expr,
        times: |$y:ident, $factor:ident| $times:expr,
        select: |$a:ident, $b:ident, $mask:ident| $select:expr,
        shuffle: $shuffle:ident,
        blend<$MASK:ident>: |$c:ident, $d:ident| $blend:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub(crate) struct $Name($Register);

        // SAFETY, of every block: below an entry function that enables what the intrinsics need.
        // Loads and stores stay within slices whose length was checked.
        impl Lanes for $Name {
            const LANES: usize = $lanes;

            #[inline(always)]
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

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                unsafe { Self($add(self.0, other.0)) }
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                unsafe { Self($sub(self.0, other.0)) }
            }
            #[inline(always)]
            fn times(self, factor: u64) -> Self {
                let ($y, $factor) = (self.0, factor);
                unsafe { Self($times) }
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                unsafe { Self($sll(self.0, _mm_cvtsi32_si128(N.cast_signed()))) }
            }
            #[inline(always)]
            fn shl_each(self, counts: [u64; 4]) -> Self {
                let counts: [u64; $lanes] = core::array::from_fn(|i| counts[i % 4]);
                unsafe { Self($sllv(self.0, $loadu(counts.as_ptr().cast()))) }
            }

            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                unsafe { Self($srl(self.0, _mm_cvtsi32_si128(N.cast_signed()))) }
            }
            #[inline(always)]
            fn low<const N: u32>(self) -> Self {
                unsafe { Self($and(self.0, $set((1 << N) - 1))) }
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                unsafe { Self($or(self.0, other.0)) }
            }

            #[inline(always)]
            fn factor(self) -> Self {
                self
            }
            #[inline(always)]
            fn madd_lo(self, a: Self, b: Self) -> Self {
                unsafe { Self($lo(self.0, a.0, b.0)) }
            }
            #[inline(always)]
            fn madd_hi(self, a: Self, b: Self) -> Self {
                unsafe { Self($hi(self.0, a.0, b.0)) }
            }

            #[inline(always)]
            fn in_order(vectors: [Self; 4]) -> [Self; 4] {
                #[inline]
                #[target_feature(enable = $features)]
                fn in_order([mut x, mut y, mut z, mut w]: [$Name; 4]) -> [$Name; 4] {
                    // No instruction, but what it claims to change must be there before it.
                    unsafe {
                        core::arch::asm!(
                            "/* {} {} {} {} */",
                            inout($class) x.0,
                            inout($class) y.0,
                            inout($class) z.0,
                            inout($class) w.0,
                            options(pure, nomem, nostack, preserves_flags)
                        );
                    }
                    [x, y, z, w]
                }
                unsafe { in_order(vectors) }
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

            #[inline(always)]
            fn shuffle<const ORDER: i32>(self) -> Self {
                unsafe { Self($shuffle::<ORDER>(self.0)) }
            }
            #[inline(always)]
            fn blend<const $MASK: i32>(self, other: Self) -> Self {
                let ($c, $d) = (self.0, other.0);
                unsafe { Self($blend) }
            }
        }
    };
}

/// The truth table of "c ? b : a" for `vpternlogq`, whose index is 4a + 2b + c.
const SELECT: i32 = 0b1101_1000;

lanes!(
    /// Four lanes.
    Ymm(__m256i in ymm_reg of "avx512f,avx512vl"), 4 lanes,
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sub_epi64
    _mm256_sll_epi64 _mm256_sllv_epi64 _mm256_srl_epi64 _mm256_and_si256 _mm256_or_si256
    _mm256_madd52lo_epu64 _mm256_madd52hi_epu64
    is_zero: |x| _mm256_cmpeq_epi64(x, _mm256_setzero_si256()),
    times: |y, k| _mm256_mullo_epi64(y, _mm256_set1_epi64x(k.cast_signed())),
    select: |a, b, mask| _mm256_ternarylogic_epi64::<SELECT>(a, b, mask),
    shuffle: _mm256_permute4x64_epi64,
    blend<MASK>: |c, d| _mm256_mask_blend_epi64(MASK as u8, c, d)
);

lanes!(
    /// Eight lanes, for batched work.
    #[allow(dead_code)]
    Zmm(__m512i in zmm_reg of "avx512f"), 8 lanes,
    _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_add_epi64 _mm512_sub_epi64
    _mm512_sll_epi64 _mm512_sllv_epi64 _mm512_srl_epi64 _mm512_and_si512 _mm512_or_si512
    _mm512_madd52lo_epu64 _mm512_madd52hi_epu64
    is_zero: |x| _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(x, _mm512_setzero_si512()), -1),
    times: |y, k| _mm512_mullo_epi64(y, _mm512_set1_epi64(k.cast_signed())),
    select: |a, b, mask| _mm512_ternarylogic_epi64::<SELECT>(a, b, mask),
    shuffle: _mm512_permutex_epi64,
    blend<MASK>: |c, d| _mm512_mask_blend_epi64((MASK | MASK << 4) as u8, c, d)
);

lanes!(
    /// Four lanes on CPUs with AVX-IFMA but without AVX-512; no backend uses it yet.
    #[allow(dead_code)]
    YmmVex(__m256i in ymm_reg of "avx2"), 4 lanes,
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sub_epi64
    _mm256_sll_epi64 _mm256_sllv_epi64 _mm256_srl_epi64 _mm256_and_si256 _mm256_or_si256
    _mm256_madd52lo_avx_epu64 _mm256_madd52hi_avx_epu64
    is_zero: |x| _mm256_cmpeq_epi64(x, _mm256_setzero_si256()),
    times: |y, k| {
        // Without AVX-512DQ, from products of 32 bits.
        let low = _mm256_set1_epi64x((k & 0xffff_ffff).cast_signed());
        let high = _mm256_set1_epi64x((k >> 32).cast_signed());
        let middle = _mm256_add_epi64(
            _mm256_mul_epu32(_mm256_srli_epi64::<32>(y), low),
            _mm256_mul_epu32(y, high),
        );
        _mm256_add_epi64(_mm256_mul_epu32(y, low), _mm256_slli_epi64::<32>(middle))
    },
    select: |a, b, mask| _mm256_blendv_epi8(a, b, mask),
    shuffle: _mm256_permute4x64_epi64,
    blend<MASK>: |c, d| {
        let mask: [i64; 4] = core::array::from_fn(|i| -i64::from(MASK >> i & 1));
        _mm256_blendv_epi8(c, d, _mm256_loadu_si256(mask.as_ptr().cast()))
    }
);
