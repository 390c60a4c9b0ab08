//! Lanes in registers of AVX2 and of AVX-512 IFMA.
//!
//! The types are private, and lanes of them exist only where [`visit_registers`] found that the CPU has their
//! instructions. That is the contract of every intrinsic here. The functions have no target features, so that they are inlined
//! into the kernels, which have.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::{Avx2, Ifma, InLanes, Lanes, Visitor, visit_avx2, visit_ifma};

/// Calls `visit` with the ways to multiply in lanes that this CPU has.
pub fn visit_registers(visitor: &mut impl Visitor) {
    if is_x86_feature_detected!("avx2") {
        visit_avx2::<OfAvx2>(visitor);
    }
    if is_x86_feature_detected!("avx512ifma") && is_x86_feature_detected!("avx512vl") {
        visit_ifma::<Ifma256>(visitor);
        visit_ifma::<Ifma512>(visitor);
    }
}

/// The machine code of all ways to multiply in lanes, those included that this CPU cannot run: the names of the way and of the
/// lanes, and where product and square begin.
pub fn code() -> Vec<([&'static str; 2], [*const u8; 2])> {
    struct Codes(Vec<([&'static str; 2], [*const u8; 2])>);
    impl Visitor for Codes {
        // No lanes are made here: only the functions are named.
        fn visit<L: Lanes, R: InLanes<L, N>, const N: usize>(&mut self) {
            self.0.push(([R::NAME, L::NAME], L::code::<R, N>()));
        }
    }
    let mut codes = Codes(Vec::new());
    visit_avx2::<OfAvx2>(&mut codes);
    visit_ifma::<Ifma256>(&mut codes);
    visit_ifma::<Ifma512>(&mut codes);
    codes.0
}

macro_rules! registers {
    (
        $(#[$doc:meta])* $Name:ident($Register:ident), $name:literal, $lanes:literal lanes, $features:literal,
        $set:ident $loadu:ident $storeu:ident $add:ident $sll:ident $srl:ident $and:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        struct $Name($Register);

        impl Lanes for $Name {
            const NAME: &'static str = $name;
            const LANES: usize = $lanes;

            #[inline]
            fn enter<T>(run: impl FnOnce() -> T) -> T {
                #[target_feature(enable = $features)]
                fn with_features<T>(run: impl FnOnce() -> T) -> T {
                    run()
                }
                // SAFETY: see the module.
                unsafe { with_features(run) }
            }
            fn code<R: InLanes<Self, N>, const N: usize>() -> [*const u8; 2] {
                #[target_feature(enable = $features)]
                fn mul<R: InLanes<$Name, N>, const N: usize>(a: &[$Name; N], b: &[$Name; N], r: &mut [$Name; N]) {
                    *r = R::mul(a, b);
                }
                #[target_feature(enable = $features)]
                fn square<R: InLanes<$Name, N>, const N: usize>(a: &[$Name; N], r: &mut [$Name; N]) {
                    *r = R::square(a);
                }
                let (mul, square): (unsafe fn(&_, &_, &mut _), unsafe fn(&_, &mut _)) = (mul::<R, N>, square::<R, N>);
                [mul as *const u8, square as *const u8]
            }

            #[inline]
            fn splat(x: u64) -> Self {
                // SAFETY: see the module.
                unsafe { Self($set(x.cast_signed())) }
            }
            #[inline]
            fn load(lanes: &[u64]) -> Self {
                let lanes: &[u64; $lanes] = lanes.try_into().expect("as many values as lanes");
                // SAFETY: see the module; the array holds a register.
                unsafe { Self($loadu(lanes.as_ptr().cast())) }
            }
            #[inline]
            fn store(self, lanes: &mut [u64]) {
                let lanes: &mut [u64; $lanes] = lanes.try_into().expect("as many places as lanes");
                // SAFETY: see the module; the array holds a register.
                unsafe { $storeu(lanes.as_mut_ptr().cast(), self.0) }
            }
            #[inline]
            fn add(self, other: Self) -> Self {
                // SAFETY: see the module.
                unsafe { Self($add(self.0, other.0)) }
            }
            #[inline]
            fn shl(self, bits: u32) -> Self {
                // SAFETY: see the module.
                unsafe { Self($sll(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
            }
            #[inline]
            fn shr(self, bits: u32) -> Self {
                // SAFETY: see the module.
                unsafe { Self($srl(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
            }
            #[inline]
            fn low(self, bits: u32) -> Self {
                // SAFETY: see the module.
                unsafe { Self($and(self.0, $set((1 << bits) - 1))) }
            }
        }
    };
}

macro_rules! ifma {
    ($Name:ident, $lo:ident $hi:ident) => {
        impl Ifma for $Name {
            #[inline]
            fn factor(self) -> Self {
                self
            }
            #[inline]
            fn madd_lo(self, a: Self, b: Self) -> Self {
                // SAFETY: see the module.
                unsafe { Self($lo(self.0, a.0, b.0)) }
            }
            #[inline]
            fn madd_hi(self, a: Self, b: Self) -> Self {
                // SAFETY: see the module.
                unsafe { Self($hi(self.0, a.0, b.0)) }
            }
        }
    };
}

registers!(
    /// AVX2.
    OfAvx2(__m256i), "AVX2", 4 lanes, "avx2",
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sll_epi64 _mm256_srl_epi64
    _mm256_and_si256
);

impl Avx2 for OfAvx2 {
    #[inline]
    fn mul_32(self, other: Self) -> Self {
        // SAFETY: see the module.
        unsafe { Self(_mm256_mul_epu32(self.0, other.0)) }
    }
}

registers!(
    /// AVX-512 IFMA, half the width.
    Ifma256(__m256i), "IFMA, 256 bits", 4 lanes, "avx512ifma,avx512vl",
    _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256 _mm256_add_epi64 _mm256_sll_epi64 _mm256_srl_epi64
    _mm256_and_si256
);
ifma!(Ifma256, _mm256_madd52lo_epu64 _mm256_madd52hi_epu64);

registers!(
    /// AVX-512 IFMA.
    Ifma512(__m512i), "IFMA, 512 bits", 8 lanes, "avx512ifma,avx512vl",
    _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_add_epi64 _mm512_sll_epi64 _mm512_srl_epi64
    _mm512_and_si512
);
ifma!(Ifma512, _mm512_madd52lo_epu64 _mm512_madd52hi_epu64);
