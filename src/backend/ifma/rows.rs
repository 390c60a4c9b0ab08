//! Loads rows of words from memory as columns in registers of eight lanes, and stores them again.
//!
//! AVX-512 shuffles within *blocks* of 128 bits by `vpunpck[lh]qdq`, across blocks by `vshufi64x2`, and across all lanes
//! by `vpermt2q`, which needs an index register. In comments, `rw` stands for word w of row r.
// SAFETY, of every block: only `super::vectors` calls these functions, for a register that exists only if the CPU has the
// instructions. Pointers come from references to at least as many bytes as are read or written.

use core::arch::x86_64::*;

use crate::backend::lanes::{WordRow, each};

/// Loads eight rows of four words as four registers: lane i of register w is word w of `row(i)`.
#[inline(always)]
pub(super) fn columns<'a>(row: impl Fn(usize) -> &'a [u64; 4]) -> [__m512i; 4] {
    let (a, b) = (two_rows(&row, 0), two_rows(&row, 1));
    let (c, d) = (two_rows(&row, 4), two_rows(&row, 5));
    // a = (00 01 02 03 20 21 22 23) and b = (10 11 12 13 30 31 32 33) unpack to (00 10 02 12 20 30 22 32) in `even`, and to
    // the odd words in `odd`; c and d are the same for rows 4 to 7.
    let even = [unpack_low(a, b), unpack_low(c, d)];
    let odd = [unpack_high(a, b), unpack_high(c, d)];
    [
        // Blocks 0 and 2 of both registers are word 0, (00 10 20 30 40 50 60 70), or word 1; blocks 1 and 3 are word 2 or 3.
        blocks::<0b1000_1000>(even[0], even[1]),
        blocks::<0b1000_1000>(odd[0], odd[1]),
        blocks::<0b1101_1101>(even[0], even[1]),
        blocks::<0b1101_1101>(odd[0], odd[1]),
    ]
}

/// Loads rows i and i + 2 into one register, so that unpacking it with rows i + 1 and i + 3 leaves words in order.
#[inline(always)]
fn two_rows<'a>(row: &impl Fn(usize) -> &'a [u64; 4], i: usize) -> __m512i {
    let words = |i: usize| row(i).as_ptr().cast();
    // SAFETY: as above; four words are read of each row.
    unsafe {
        let low = _mm512_castsi256_si512(_mm256_loadu_si256(words(i)));
        _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(words(i + 2)))
    }
}

/// Stores four registers as eight rows: the inverse of [`columns`].
#[inline(always)]
pub(super) fn store_columns([l0, l1, l2, l3]: [__m512i; 4], rows: &mut [WordRow; 8]) {
    // Blocks of two words of a row: a = (00 01 20 21 40 41 60 61) and b has words 2 and 3 of the even rows, c and d those
    // of the odd rows.
    let (a, b) = (unpack_low(l0, l1), unpack_low(l2, l3));
    let (c, d) = (unpack_high(l0, l1), unpack_high(l2, l3));
    // SAFETY: as above; a row has four words.
    unsafe {
        // Indices 0 to 7 are lanes of the first operand, 8 to 15 those of the second; `set` lists the top lane first. So
        // `low` joins (00 01 | 02 03) of row 0 and those of row 2 in one register, `high` those of rows 4 and 6.
        let low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
        let high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
        let r02 = _mm512_permutex2var_epi64(a, low, b);
        let r46 = _mm512_permutex2var_epi64(a, high, b);
        let r13 = _mm512_permutex2var_epi64(c, low, d);
        let r57 = _mm512_permutex2var_epi64(c, high, d);
        let mut store = |i: usize, x| _mm256_storeu_si256(rows[i].0.as_mut_ptr().cast(), x);
        store(0, _mm512_castsi512_si256(r02));
        store(1, _mm512_castsi512_si256(r13));
        store(2, _mm512_extracti64x4_epi64::<1>(r02));
        store(3, _mm512_extracti64x4_epi64::<1>(r13));
        store(4, _mm512_castsi512_si256(r46));
        store(5, _mm512_castsi512_si256(r57));
        store(6, _mm512_extracti64x4_epi64::<1>(r46));
        store(7, _mm512_extracti64x4_epi64::<1>(r57));
    }
}

/// Loads the words of eight consecutive elements, in the order of lanes 0, 2, 4, 6, 1, 3, 5, 7, which takes fewer
/// shuffles than the order of the elements.
#[inline(always)]
pub(super) fn load_row(elements: &[[u8; 32]; 8]) -> [__m512i; 4] {
    // Returns words `word` and `word` + 1 of elements i, i + 4, i + 1 and i + 5, in blocks 0 to 3.
    let two_words = |i: usize, word: usize| {
        let start = elements.as_flattened()[32 * i + 8 * word..].as_ptr();
        // SAFETY: as above. Both loads read within the 256 bytes: the first begins at byte 80 at most and has 64 bytes; the
        // second begins 112 bytes further and reads only its blocks 1 and 3 (a masked load does not access the other
        // lanes), which end at byte 80 + 112 + 64 = 256 at most.
        unsafe {
            // Elements are 32 bytes apart, so a load has the words of i and i + 1 in its blocks 0 and 2. The masked load
            // begins one block before the same words of element i + 4, 128 bytes further, so that its blocks 1 and 3 are
            // those of i + 4 and i + 5.
            let low = _mm512_loadu_si512(start.cast());
            _mm512_mask_loadu_epi64(low, 0b1100_1100, start.add(128 - 16).cast())
        }
    };
    let (a, b) = (two_words(0, 0), two_words(2, 0));
    let (c, d) = (two_words(0, 2), two_words(2, 2));
    [
        unpack_low(a, b),
        unpack_high(a, b),
        unpack_low(c, d),
        unpack_high(c, d),
    ]
}

/// Stores four registers as eight consecutive elements: the inverse of [`load_row`].
#[inline(always)]
pub(super) fn store_row([w0, w1, w2, w3]: [__m512i; 4], places: &mut [[u8; 32]; 8]) {
    let even = [unpack_low(w0, w1), unpack_low(w2, w3)];
    let odd = [unpack_high(w0, w1), unpack_high(w2, w3)];
    // SAFETY: as above; each register is written to two elements of 32 bytes.
    unsafe {
        let first = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
        let second = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
        let mut store = |i: usize, [low, high]: [__m512i; 2], order| {
            let elements = _mm512_permutex2var_epi64(low, order, high);
            _mm512_storeu_si512(places[i..i + 2].as_mut_ptr().cast(), elements);
        };
        store(0, even, first);
        store(2, odd, first);
        store(4, even, second);
        store(6, odd, second);
    }
}

/// Transposes eight registers of eight lanes: columns 0, 2, 4 and 6 come from the low words of blocks, the others from the
/// high words.
#[inline(always)]
pub(super) fn transpose(rows: [__m512i; 8]) -> [__m512i; 8] {
    let [c0, c2, c4, c6] = quarters(each!([0, 2, 4, 6], i => unpack_low(rows[i], rows[i + 1])));
    let [c1, c3, c5, c7] = quarters(each!([0, 2, 4, 6], i => unpack_high(rows[i], rows[i + 1])));
    [c0, c1, c2, c3, c4, c5, c6, c7]
}

/// Transposes four registers of four blocks.
#[inline(always)]
fn quarters([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
    // a and b have blocks 0 and 1 of two registers each, c and d blocks 2 and 3.
    let (a, b) = (blocks::<0b0100_0100>(r0, r1), blocks::<0b0100_0100>(r2, r3));
    let (c, d) = (blocks::<0b1110_1110>(r0, r1), blocks::<0b1110_1110>(r2, r3));
    [
        blocks::<0b1000_1000>(a, b),
        blocks::<0b1101_1101>(a, b),
        blocks::<0b1000_1000>(c, d),
        blocks::<0b1101_1101>(c, d),
    ]
}

/// Interleaves the low words of the blocks of `a` and `b`.
#[inline(always)]
fn unpack_low(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_unpacklo_epi64(a, b) }
}

/// Interleaves the high words of the blocks of `a` and `b`.
#[inline(always)]
fn unpack_high(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_unpackhi_epi64(a, b) }
}

/// Concatenates two blocks of `a` and two of `b`, which are named by two bits each of `ORDER`, the lowest first.
#[inline(always)]
fn blocks<const ORDER: i32>(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_shuffle_i64x2::<ORDER>(a, b) }
}
