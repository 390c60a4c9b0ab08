//! Elements in memory to registers and back: rows of words become columns.
// SAFETY, of every block: only `super::vectors` and `avx512::vectors` call these functions, beyond a door.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::backend::lanes::Row;
use crate::word::Limbs;

/// Lanes (a_i, b_i, c_i, d_i) of the words of four elements.
///
/// 16 bytes at a time: rows were often copied that way a moment ago, and a load that spans two stores
/// waits until both have left the core's queue.
#[inline(always)]
pub(super) fn four_elements([a, b, c, d]: [&Limbs; 4]) -> [__m256i; 4] {
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

/// The elements in the first three lanes of their words.
#[inline(always)]
pub(super) fn three_elements([w0, w1, w2, w3]: [__m256i; 4]) -> [[u64; 4]; 3] {
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

/// Eight rows of limbs as five registers: lane i of limb j is word j of `row(i)`.
#[inline(always)]
pub(in crate::backend) fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [__m512i; 5] {
    // Five words in the low end of each register.
    let (r0, r1, r2, r3) = (load(row(0)), load(row(1)), load(row(2)), load(row(3)));
    let (r4, r5, r6, r7) = (load(row(4)), load(row(5)), load(row(6)), load(row(7)));
    // Blocks of two words, of rows i and i + 1: words 0, 2 and 4, and words 1 and 3.
    let even = [
        unpack_low(r0, r1),
        unpack_low(r2, r3),
        unpack_low(r4, r5),
        unpack_low(r6, r7),
    ];
    let odd = [
        unpack_high(r0, r1),
        unpack_high(r2, r3),
        unpack_high(r4, r5),
        unpack_high(r6, r7),
    ];
    let (e0, e1) = (
        blocks::<0b0100_0100>(even[0], even[1]),
        blocks::<0b0100_0100>(even[2], even[3]),
    );
    let (o0, o1) = (
        blocks::<0b0100_0100>(odd[0], odd[1]),
        blocks::<0b0100_0100>(odd[2], odd[3]),
    );
    let (f0, f1) = (
        blocks::<0b1010_1010>(even[0], even[1]),
        blocks::<0b1010_1010>(even[2], even[3]),
    );
    [
        blocks::<0b1000_1000>(e0, e1),
        blocks::<0b1000_1000>(o0, o1),
        blocks::<0b1101_1101>(e0, e1),
        blocks::<0b1101_1101>(o0, o1),
        blocks::<0b1000_1000>(f0, f1),
    ]
}

/// The inverse of that.
#[inline(always)]
pub(in crate::backend) fn scatter(limbs: [__m512i; 5], rows: &mut [Row]) {
    let rows: &mut [Row; 8] = rows.try_into().expect("as many rows as lanes");
    let [l0, l1, l2, l3, l4] = limbs;
    // SAFETY: see above; eight rows of five words.
    unsafe {
        // Blocks of words 0 and 1, and of words 2 and 3, of the even rows and of the odd ones.
        let (a, b) = (unpack_low(l0, l1), unpack_low(l2, l3));
        let (c, d) = (unpack_high(l0, l1), unpack_high(l2, l3));
        // Two rows side by side.
        let low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
        let high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
        let pairs = [
            (0, 2, _mm512_permutex2var_epi64(a, low, b)),
            (4, 6, _mm512_permutex2var_epi64(a, high, b)),
            (1, 3, _mm512_permutex2var_epi64(c, low, d)),
            (5, 7, _mm512_permutex2var_epi64(c, high, d)),
        ];
        for (i, j, pair) in pairs {
            _mm256_storeu_si256(rows[i].as_mut_ptr().cast(), _mm512_castsi512_si256(pair));
            _mm256_storeu_si256(
                rows[j].as_mut_ptr().cast(),
                _mm512_extracti64x4_epi64::<1>(pair),
            );
        }
        let mut top = [0; 8];
        _mm512_storeu_si512(top.as_mut_ptr().cast(), l4);
        for (row, word) in rows.iter_mut().zip(top) {
            row[4] = word;
        }
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

#[inline(always)]
fn load(row: &Row) -> __m512i {
    // SAFETY: see above; the five words of the row are read.
    unsafe { _mm512_maskz_loadu_epi64(0x1f, row.as_ptr().cast()) }
}

#[inline(always)]
fn unpack_low(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: see above.
    unsafe { _mm512_unpacklo_epi64(a, b) }
}

#[inline(always)]
fn unpack_high(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: see above.
    unsafe { _mm512_unpackhi_epi64(a, b) }
}

/// Two blocks of `a`, then two of `b`.
#[inline(always)]
fn blocks<const ORDER: i32>(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: see above.
    unsafe { _mm512_shuffle_i64x2::<ORDER>(a, b) }
}
