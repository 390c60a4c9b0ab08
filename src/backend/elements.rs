//! Moves elements between memory and registers of four lanes: rows of words become columns.
// SAFETY, of every block: only lanes call these functions, for a `Backend`; they take AVX2's instructions.

use core::arch::asm;
use core::arch::x86_64::*;

/// Lanes (a_i, b_i, c_i, d_i) of the words of four elements.
///
/// 16 bytes at a time: rows have often just been copied that way, and a load that spans two stores waits until both
/// have left the store queue.
#[inline(always)]
pub(in crate::backend) fn load_four<T>([a, b, c, d]: [&T; 4]) -> [__m256i; 4] {
    let ([a01, a23], [b01, b23]) = (halves(a), halves(b));
    let ([c01, c23], [d01, d23]) = (halves(c), halves(d));
    // SAFETY: as above.
    unsafe {
        [
            // Word 0 of a and b, then of c and d; words 1, 2 and 3 likewise.
            _mm256_set_m128i(_mm_unpacklo_epi64(c01, d01), _mm_unpacklo_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c01, d01), _mm_unpackhi_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpacklo_epi64(c23, d23), _mm_unpacklo_epi64(a23, b23)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c23, d23), _mm_unpackhi_epi64(a23, b23)),
        ]
    }
}

/// The elements of the lanes, from the words of the lanes.
#[inline(always)]
pub(in crate::backend) fn store([w0, w1, w2, w3]: [__m256i; 4]) -> [[u64; 4]; 4] {
    let mut rows = [[0; 4]; 4];
    // SAFETY: as above; rows have 32 bytes.
    unsafe {
        // Words 0 and 1, and 2 and 3, of elements 0 and 2, and of elements 1 and 3.
        let (even01, even23) = (_mm256_unpacklo_epi64(w0, w1), _mm256_unpacklo_epi64(w2, w3));
        let (odd01, odd23) = (_mm256_unpackhi_epi64(w0, w1), _mm256_unpackhi_epi64(w2, w3));
        let columns = [
            _mm256_permute2x128_si256::<0x20>(even01, even23),
            _mm256_permute2x128_si256::<0x20>(odd01, odd23),
            _mm256_permute2x128_si256::<0x31>(even01, even23),
            _mm256_permute2x128_si256::<0x31>(odd01, odd23),
        ];
        for (row, column) in rows.iter_mut().zip(columns) {
            _mm256_storeu_si256(row.as_mut_ptr().cast(), column);
        }
    }
    rows
}

/// 32 bytes in two loads, which the compiler can neither merge nor move.
#[inline(always)]
fn halves<T>(row: &T) -> [__m128i; 2] {
    const { assert!(size_of::<T>() == 32) };
    let row = core::ptr::from_ref(row).cast::<__m128i>();
    // SAFETY: both halves are within the 32 bytes; the assembly executes nothing.
    unsafe {
        let (mut low, mut high) = (_mm_loadu_si128(row), _mm_loadu_si128(row.add(1)));
        asm!("/* {0} {1} */", inout(xmm_reg) low, inout(xmm_reg) high,
            options(pure, nomem, nostack, preserves_flags));
        [low, high]
    }
}
