//! Moves elements between memory and registers of four lanes: rows of words become columns (a 4×4 transposition).
// SAFETY, of every block: only the registers of backends call these functions, and these exist only if the CPU has AVX2.

use core::arch::asm;
use core::arch::x86_64::*;

/// Loads four elements of four words: vector i has the lanes (a_i, b_i, c_i, d_i).
///
/// It loads 16 bytes at a time. Rows have often just been copied that way, and a load that spans two stores cannot be
/// forwarded: it waits until both have left the store queue.
#[inline(always)]
pub(in crate::backend) fn load_four<T>([a, b, c, d]: [&T; 4]) -> [__m256i; 4] {
    let ([a01, a23], [b01, b23]) = (halves(a), halves(b));
    let ([c01, c23], [d01, d23]) = (halves(c), halves(d));
    // SAFETY: as above.
    unsafe {
        [
            // The high half first: (c_0, d_0) above (a_0, b_0); words 1, 2 and 3 likewise.
            _mm256_set_m128i(_mm_unpacklo_epi64(c01, d01), _mm_unpacklo_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c01, d01), _mm_unpackhi_epi64(a01, b01)),
            _mm256_set_m128i(_mm_unpacklo_epi64(c23, d23), _mm_unpacklo_epi64(a23, b23)),
            _mm256_set_m128i(_mm_unpackhi_epi64(c23, d23), _mm_unpackhi_epi64(a23, b23)),
        ]
    }
}

/// Returns the words of each lane's element: the inverse of [`load_four`].
#[inline(always)]
pub(in crate::backend) fn store([w0, w1, w2, w3]: [__m256i; 4]) -> [[u64; 4]; 4] {
    let mut rows = [[0; 4]; 4];
    // SAFETY: as above; each row has the 32 bytes that are written.
    unsafe {
        // `even01` has words 0 and 1 of element 0 in its lower 128 bits and those of element 2 in its upper ones, `even23` has
        // words 2 and 3; `odd` are elements 1 and 3. Then 0x20 joins two lower halves, and 0x31 two upper ones.
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

/// Loads 32 bytes by two loads, which the compiler can neither merge nor move.
#[inline(always)]
fn halves<T>(row: &T) -> [__m128i; 2] {
    const { assert!(size_of::<T>() == 32) };
    let row = core::ptr::from_ref(row).cast::<__m128i>();
    // SAFETY: both halves are within the 32 bytes of the reference, and the loads need no alignment. The assembly is a
    // comment, so nothing is executed.
    unsafe {
        let (mut low, mut high) = (_mm_loadu_si128(row), _mm_loadu_si128(row.add(1)));
        asm!("/* {0} {1} */", inout(xmm_reg) low, inout(xmm_reg) high,
            options(pure, nomem, nostack, preserves_flags));
        [low, high]
    }
}
