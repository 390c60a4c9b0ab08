//! Loads of elements in memory to registers of four lanes: rows of words become columns.
// SAFETY, of every block: only `super::vectors` calls these functions, beyond a door.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::word::Limbs;

/// Lanes (a_i, b_i, c_i, d_i) of the words of four elements.
///
/// 16 bytes at a time, as rows are often copied so just before, and a load that spans two stores waits until both
/// have left the store queue.
#[inline(always)]
pub(super) fn load_four([a, b, c, d]: [&Limbs; 4]) -> [__m256i; 4] {
    let ([a01, a23], [b01, b23]) = (halves(a), halves(b));
    let ([c01, c23], [d01, d23]) = (halves(c), halves(d));
    // SAFETY: as above.
    unsafe {
        [
            _mm256_set_m128i(_mm_unpacklo_epi64(c01, d01), _mm_unpacklo_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c01, d01), _mm_unpackhi_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpacklo_epi64(c23, d23), _mm_unpacklo_epi64(a23, b23)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c23, d23), _mm_unpackhi_epi64(a23, b23)),
        ]
    }
}

/// The elements of the first three lanes, from the words of the lanes.
#[inline(always)]
pub(super) fn store_three([w0, w1, w2, w3]: [__m256i; 4]) -> [[u64; 4]; 3] {
    let mut rows = [[0; 4]; 3];
    // SAFETY: as above; rows have 32 bytes.
    unsafe {
        // (x0, x1, z0, z1), (x2, x3, z2, z3), (y0, y1, –, –), (y2, y3, –, –)
        let (xz01, xz23) = (_mm256_unpacklo_epi64(w0, w1), _mm256_unpacklo_epi64(w2, w3));
        let (y01, y23) = (_mm256_unpackhi_epi64(w0, w1), _mm256_unpackhi_epi64(w2, w3));
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

/// 32 bytes in two loads, which the compiler can neither merge nor move.
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
