//! Lanes in registers of 256 and 512 bits.
//!
//! The functions carry no target features, so that they inline everywhere; they are called only
//! below a backend's entry function, which enables the features after detection.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::backend::features;
use crate::backend::lanes::{Lanes, PointLanes};
use crate::word::Limbs;

#[cfg(feature = "alloc")]
mod independent;

macro_rules! lanes {
    (
        $(#[$doc:meta])* $Name:ident($Register:ident, $in_order:ident), $lanes:literal lanes,
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
            const REAL: bool = true;

            #[inline(always)]
            fn call<R>(formula: impl FnOnce() -> R) -> R {
                unsafe { features::call_ifma(formula) }
            }

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
                let [x, y, z, w] = vectors;
                let [x, y, z, w] = unsafe { features::$in_order([x.0, y.0, z.0, w.0]) };
                [Self(x), Self(y), Self(z), Self(w)]
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
    Ymm(__m256i, in_order_256), 4 lanes,
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
    Zmm(__m512i, in_order_512), 8 lanes,
    _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_add_epi64 _mm512_sub_epi64
    _mm512_sll_epi64 _mm512_sllv_epi64 _mm512_srl_epi64 _mm512_and_si512 _mm512_or_si512
    _mm512_madd52lo_epu64 _mm512_madd52hi_epu64
    is_zero: |x| _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(x, _mm512_setzero_si512()), -1),
    times: |y, k| _mm512_mullo_epi64(y, _mm512_set1_epi64(k.cast_signed())),
    select: |a, b, mask| _mm512_ternarylogic_epi64::<SELECT>(a, b, mask),
    shuffle: _mm512_permutex_epi64,
    blend<MASK>: |c, d| _mm512_mask_blend_epi64((MASK | MASK << 4) as u8, c, d)
);

impl PointLanes for Ymm {
    type Whole = Zmm;

    #[inline(always)]
    fn beside(self, high: Self) -> Zmm {
        // SAFETY: as above.
        unsafe {
            Zmm(_mm512_inserti64x4::<1>(
                _mm512_castsi256_si512(self.0),
                high.0,
            ))
        }
    }

    #[inline(always)]
    fn split(whole: Zmm) -> [Self; 2] {
        // SAFETY: as above.
        unsafe {
            [
                Self(_mm512_castsi512_si256(whole.0)),
                Self(_mm512_extracti64x4_epi64::<1>(whole.0)),
            ]
        }
    }

    /// 16 bytes at a time: rows were often copied that way a moment ago, and a load that spans two
    /// stores waits until both have left the core's queue.
    #[inline(always)]
    fn from_rows([a, b, c, d]: [&Limbs; 4]) -> [Self; 4] {
        let ([a01, a23], [b01, b23]) = (halves(a), halves(b));
        let ([c01, c23], [d01, d23]) = (halves(c), halves(d));
        // SAFETY: as above.
        unsafe {
            [
                Self(_mm256_set_m128i(
                    _mm_unpacklo_epi64(c01, d01),
                    _mm_unpacklo_epi64(a01, b01),
                )),
                Self(_mm256_set_m128i(
                    _mm_unpackhi_epi64(c01, d01),
                    _mm_unpackhi_epi64(a01, b01),
                )),
                Self(_mm256_set_m128i(
                    _mm_unpacklo_epi64(c23, d23),
                    _mm_unpacklo_epi64(a23, b23),
                )),
                Self(_mm256_set_m128i(
                    _mm_unpackhi_epi64(c23, d23),
                    _mm_unpackhi_epi64(a23, b23),
                )),
            ]
        }
    }

    #[inline(always)]
    fn into_rows([w0, w1, w2, w3]: [Self; 4]) -> [[u64; 4]; 3] {
        let mut rows = [[0; 4]; 3];
        // SAFETY: as above; rows have 32 bytes.
        unsafe {
            // (x0, x1, z0, z1), (x2, x3, z2, z3), (y0, y1, –, –), (y2, y3, –, –)
            let (xz01, xz23) = (
                _mm256_unpacklo_epi64(w0.0, w1.0),
                _mm256_unpacklo_epi64(w2.0, w3.0),
            );
            let (y01, y23) = (
                _mm256_unpackhi_epi64(w0.0, w1.0),
                _mm256_unpackhi_epi64(w2.0, w3.0),
            );
            let columns = [
                _mm256_permute2x128_si256::<0x20>(xz01, xz23),
                _mm256_permute2x128_si256::<0x20>(y01, y23),
                _mm256_permute2x128_si256::<0x31>(xz01, xz23),
            ];
            _mm256_storeu_si256(rows[0].as_mut_ptr().cast(), columns[0]);
            _mm256_storeu_si256(rows[1].as_mut_ptr().cast(), columns[1]);
            _mm256_storeu_si256(rows[2].as_mut_ptr().cast(), columns[2]);
        }
        rows
    }
}

/// 32 bytes in two loads, which the compiler is kept from making one or from shifting.
#[inline(always)]
fn halves(row: &Limbs) -> [__m128i; 2] {
    let row = row.as_ptr().cast::<__m128i>();
    // SAFETY: both halves are within the 32 bytes; the assembly executes nothing.
    unsafe {
        let (mut low, mut high) = (_mm_loadu_si128(row), _mm_loadu_si128(row.add(1)));
        asm!("/* {0} {1} */", inout(xmm_reg) low, inout(xmm_reg) high,
            options(pure, nomem, nostack, preserves_flags));
        [low, high]
    }
}
