//! Table look-ups with AVX2: two loads per element, one comparison per mask.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::word::{Limbs, Word};

/// Element `index` of a table of `LEN`; constant time, as it reads the whole table.
///
/// # Safety
///
/// The CPU and the operating system must support AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn look_up<'a, const LEN: usize>(
    element: impl Fn(usize) -> [&'a Limbs; 2],
    index: Word,
) -> [Limbs; 2] {
    // SAFETY: the contract; integers of four words are read, and a register is its four words.
    unsafe {
        let mut index = _mm256_set1_epi64x(index as i64);
        let mut found = [_mm256_setzero_si256(); 2];
        for i in 0..LEN {
            // Hidden from the compiler, which would merge all of them into one comparison of bytes.
            asm!("/* {0} */", inlateout(ymm_reg) index, options(pure, nomem, nostack, preserves_flags));
            let mask = _mm256_cmpeq_epi64(index, _mm256_set1_epi64x(i as i64));
            for (found, integer) in found.iter_mut().zip(element(i)) {
                let integer = _mm256_loadu_si256(integer.as_ptr().cast());
                *found = _mm256_or_si256(*found, _mm256_and_si256(integer, mask));
            }
        }
        core::mem::transmute::<[__m256i; 2], [Limbs; 2]>(found)
    }
}
