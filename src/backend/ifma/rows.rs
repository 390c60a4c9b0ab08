//! Loads and stores of rows of words in memory, as columns in registers of eight lanes.
// SAFETY, of every block: only `super::vectors` calls these functions, for a `Backend`.

use core::arch::x86_64::*;

use crate::backend::lanes::{WordRow, each};

/// Eight rows of four words as four registers: lane i of each is of `row(i)`.
#[inline(always)]
pub(super) fn columns<'a>(row: impl Fn(usize) -> &'a [u64; 4]) -> [__m512i; 4] {
    let (a, b) = (two_rows(&row, 0), two_rows(&row, 1));
    let (c, d) = (two_rows(&row, 4), two_rows(&row, 5));
    // Word w of row r as rw: (00 10 02 12 20 30 22 32) and the same of rows 4 to 7; then the odd words.
    let even = [unpack_low(a, b), unpack_low(c, d)];
    let odd = [unpack_high(a, b), unpack_high(c, d)];
    [
        // Blocks 0 and 2 of both: (00 10 20 30 40 50 60 70); then word 1, and blocks 1 and 3 for words 2 and 3.
        blocks::<0b1000_1000>(even[0], even[1]),
        blocks::<0b1000_1000>(odd[0], odd[1]),
        blocks::<0b1101_1101>(even[0], even[1]),
        blocks::<0b1101_1101>(odd[0], odd[1]),
    ]
}

/// Rows i and i + 2, so that the words of two neighbours unpack in order.
#[inline(always)]
fn two_rows<'a>(row: &impl Fn(usize) -> &'a [u64; 4], i: usize) -> __m512i {
    let words = |i: usize| row(i).as_ptr().cast();
    // SAFETY: as above; four words are read of each.
    unsafe {
        let low = _mm512_castsi256_si512(_mm256_loadu_si256(words(i)));
        _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(words(i + 2)))
    }
}

/// The inverse of [`columns`].
#[inline(always)]
pub(super) fn store_columns([l0, l1, l2, l3]: [__m512i; 4], rows: &mut [WordRow; 8]) {
    // Blocks of words 0 and 1, and of words 2 and 3, of the even rows and of the odd ones.
    let (a, b) = (unpack_low(l0, l1), unpack_low(l2, l3));
    let (c, d) = (unpack_high(l0, l1), unpack_high(l2, l3));
    // SAFETY: as above; a row has four words.
    unsafe {
        // Two rows side by side, from registers in which each block of 128 bits is two words of one row.
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

/// The words of eight consecutive elements. The lanes are in the order 0, 2, 4, 6, 1, 3, 5, 7, which takes fewer
/// shuffles than the elements' order.
#[inline(always)]
pub(super) fn load_row(elements: &[[u8; 32]; 8]) -> [__m512i; 4] {
    // Words `word` and `word` + 1 of elements i, i + 4, i + 1 and i + 5.
    let two_words = |i: usize, word: usize| {
        let start = elements.as_flattened()[32 * i + 8 * word..].as_ptr();
        // SAFETY: as above; the last of the bytes that are read, the 64th from 112 on, is an element's last at most.
        unsafe {
            // Elements are 32 bytes apart: one load has words of i and i + 1 in its blocks 0 and 2; the masked one,
            // from 128 bytes further, puts those of i + 4 and i + 5 into blocks 1 and 3.
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

/// The inverse of [`load_row`].
#[inline(always)]
pub(super) fn store_row([w0, w1, w2, w3]: [__m512i; 4], places: &mut [[u8; 32]; 8]) {
    let even = [unpack_low(w0, w1), unpack_low(w2, w3)];
    let odd = [unpack_high(w0, w1), unpack_high(w2, w3)];
    // SAFETY: as above; each register is two elements.
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

/// The transpose of eight registers.
#[inline(always)]
pub(super) fn transpose(rows: [__m512i; 8]) -> [__m512i; 8] {
    let [c0, c2, c4, c6] = quarters(each!([0, 2, 4, 6], i => unpack_low(rows[i], rows[i + 1])));
    let [c1, c3, c5, c7] = quarters(each!([0, 2, 4, 6], i => unpack_high(rows[i], rows[i + 1])));
    [c0, c1, c2, c3, c4, c5, c6, c7]
}

/// The transpose of four rows of four blocks of two words.
#[inline(always)]
fn quarters([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
    // Blocks 0 and 1 of two rows, and 2 and 3.
    let (a, b) = (blocks::<0b0100_0100>(r0, r1), blocks::<0b0100_0100>(r2, r3));
    let (c, d) = (blocks::<0b1110_1110>(r0, r1), blocks::<0b1110_1110>(r2, r3));
    [
        blocks::<0b1000_1000>(a, b),
        blocks::<0b1101_1101>(a, b),
        blocks::<0b1000_1000>(c, d),
        blocks::<0b1101_1101>(c, d),
    ]
}

#[inline(always)]
fn unpack_low(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_unpacklo_epi64(a, b) }
}

#[inline(always)]
fn unpack_high(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_unpackhi_epi64(a, b) }
}

/// Two blocks of `a`, then two of `b`.
#[inline(always)]
fn blocks<const ORDER: i32>(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_shuffle_i64x2::<ORDER>(a, b) }
}
