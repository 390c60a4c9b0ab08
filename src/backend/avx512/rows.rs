//! Rows of words in memory to registers of eight lanes and back: rows become columns.
// SAFETY, of every block: only `super::vectors` and `ifma::vectors` call these functions, beyond a door.

use core::arch::x86_64::*;

/// Five limbs.
pub(super) type Row = [u64; 5];

/// Eight rows of limbs as five registers: lane i of limb j is word j of `row(i)`.
#[inline(always)]
pub(super) fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [__m512i; 5] {
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

/// Twice that, of the rows of `pair(i)`: ten words that stand one after the other.
///
/// Rows are put beside each other as they are loaded, so that 18 shuffles are left of 34. Intel's processors have one port for
/// these.
#[inline(always)]
pub(super) fn gather_pairs<'a>(pair: impl Fn(usize) -> &'a [u64; 10]) -> [[__m512i; 5]; 2] {
    let ([x0, x1, x2, x3], [x4, y0, y1, y2]) = (columns::<0, 10>(&pair), columns::<4, 10>(&pair));
    let (even, odd) = (last_words(&pair, 0), last_words(&pair, 1));
    let (y3, y4) = (unpack_low(even, odd), unpack_high(even, odd));
    [[x0, x1, x2, x3, x4], [y0, y1, y2, y3, y4]]
}

/// Words `FROM` to `FROM` + 3 of eight rows of `N` as four registers: lane i of each is of `row(i)`.
#[inline(always)]
pub(in crate::backend) fn columns<'a, const FROM: usize, const N: usize>(
    row: impl Fn(usize) -> &'a [u64; N],
) -> [__m512i; 4] {
    let (a, b) = (
        four_words::<FROM, N>(&row, 0),
        four_words::<FROM, N>(&row, 1),
    );
    let (c, d) = (
        four_words::<FROM, N>(&row, 4),
        four_words::<FROM, N>(&row, 5),
    );
    let (even, odd) = (
        [unpack_low(a, b), unpack_low(c, d)],
        [unpack_high(a, b), unpack_high(c, d)],
    );
    [
        blocks::<0b1000_1000>(even[0], even[1]),
        blocks::<0b1000_1000>(odd[0], odd[1]),
        blocks::<0b1101_1101>(even[0], even[1]),
        blocks::<0b1101_1101>(odd[0], odd[1]),
    ]
}

/// Four words of rows i and i + 2, so that those of two neighbours unpack in order.
#[inline(always)]
fn four_words<'a, const FROM: usize, const N: usize>(
    row: &impl Fn(usize) -> &'a [u64; N],
    i: usize,
) -> __m512i {
    let words = |i: usize| row(i)[FROM..FROM + 4].as_ptr().cast();
    // SAFETY: as above; four words are read of each.
    unsafe {
        let low = _mm512_castsi256_si512(_mm256_loadu_si256(words(i)));
        _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(words(i + 2)))
    }
}

/// The last two words of pairs i, i + 2, i + 4 and i + 6.
#[inline(always)]
fn last_words<'a>(pair: &impl Fn(usize) -> &'a [u64; 10], i: usize) -> __m512i {
    let words = |i: usize| pair(i)[8..].as_ptr().cast();
    // SAFETY: as above; two words are read of each.
    unsafe {
        let all = _mm512_castsi128_si512(_mm_loadu_si128(words(i)));
        let all = _mm512_inserti64x2::<1>(all, _mm_loadu_si128(words(i + 2)));
        let all = _mm512_inserti64x2::<2>(all, _mm_loadu_si128(words(i + 4)));
        _mm512_inserti64x2::<3>(all, _mm_loadu_si128(words(i + 6)))
    }
}

/// The inverse of `gather`.
#[inline(always)]
pub(super) fn scatter([l0, l1, l2, l3, l4]: [__m512i; 5], rows: &mut [Row]) {
    let rows: &mut [Row; 8] = rows.try_into().expect("as many rows as lanes");
    let mut top = [0; 8];
    // SAFETY: as above; eight words.
    unsafe { _mm512_storeu_si512(top.as_mut_ptr().cast(), l4) };
    let four_words = from_columns([l0, l1, l2, l3]);
    for (row, (four_words, top)) in rows.iter_mut().zip(four_words.into_iter().zip(top)) {
        store(four_words, row);
        row[4] = top;
    }
}

/// The inverse of [`columns`].
#[inline(always)]
pub(in crate::backend) fn from_columns([l0, l1, l2, l3]: [__m512i; 4]) -> [__m256i; 8] {
    // Blocks of words 0 and 1, and of words 2 and 3, of the even rows and of the odd ones.
    let (a, b) = (unpack_low(l0, l1), unpack_low(l2, l3));
    let (c, d) = (unpack_high(l0, l1), unpack_high(l2, l3));
    // SAFETY: as above.
    unsafe {
        // Two rows side by side.
        let low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
        let high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
        let (r02, r46) = (
            _mm512_permutex2var_epi64(a, low, b),
            _mm512_permutex2var_epi64(a, high, b),
        );
        let (r13, r57) = (
            _mm512_permutex2var_epi64(c, low, d),
            _mm512_permutex2var_epi64(c, high, d),
        );
        [
            _mm512_castsi512_si256(r02),
            _mm512_castsi512_si256(r13),
            _mm512_extracti64x4_epi64::<1>(r02),
            _mm512_extracti64x4_epi64::<1>(r13),
            _mm512_castsi512_si256(r46),
            _mm512_castsi512_si256(r57),
            _mm512_extracti64x4_epi64::<1>(r46),
            _mm512_extracti64x4_epi64::<1>(r57),
        ]
    }
}

/// The words of eight elements that stand one after the other, lanes in the order 0, 2, 4, 6, 1, 3, 5, 7: in that of the
/// elements it would take more shuffles.
#[inline(always)]
pub(in crate::backend) fn load_row(elements: &[[u8; 32]; 8]) -> [__m512i; 4] {
    // Words `WORD` and `WORD` + 1 of elements i, i + 4, i + 1 and i + 5.
    let two_words = |i: usize, word: usize| {
        let start = elements.as_flattened()[32 * i + 8 * word..].as_ptr();
        // SAFETY: as above; the last of the bytes that are read, the 64th from 112 on, is an element's last at most.
        unsafe {
            let low = _mm512_loadu_si512(start.cast());
            _mm512_mask_loadu_epi64(low, 0b1100_1100, start.add(128 - 16).cast())
        }
    };
    let ([a, b], [c, d]) = (
        [two_words(0, 0), two_words(2, 0)],
        [two_words(0, 2), two_words(2, 2)],
    );
    [
        unpack_low(a, b),
        unpack_high(a, b),
        unpack_low(c, d),
        unpack_high(c, d),
    ]
}

/// The inverse of [`load_row`].
#[inline(always)]
pub(in crate::backend) fn store_row([w0, w1, w2, w3]: [__m512i; 4], places: &mut [[u8; 32]; 8]) {
    let (even, odd) = (
        [unpack_low(w0, w1), unpack_low(w2, w3)],
        [unpack_high(w0, w1), unpack_high(w2, w3)],
    );
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

/// Puts four words to the start of a row.
#[inline(always)]
pub(in crate::backend) fn store<const N: usize>(words: __m256i, row: &mut [u64; N]) {
    const { assert!(N >= 4, "four words") };
    // SAFETY: as above; the row has them.
    unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), words) }
}

/// Rows of eight words, in a register each, to columns.
#[inline(always)]
pub(in crate::backend) fn transpose(rows: [__m512i; 8]) -> [__m512i; 8] {
    let [r0, r1, r2, r3, r4, r5, r6, r7] = rows;
    let [c0, c2, c4, c6] = quarters([
        unpack_low(r0, r1),
        unpack_low(r2, r3),
        unpack_low(r4, r5),
        unpack_low(r6, r7),
    ]);
    let [c1, c3, c5, c7] = quarters([
        unpack_high(r0, r1),
        unpack_high(r2, r3),
        unpack_high(r4, r5),
        unpack_high(r6, r7),
    ]);
    [c0, c1, c2, c3, c4, c5, c6, c7]
}

/// The same of four rows of four blocks.
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
fn load(row: &Row) -> __m512i {
    // SAFETY: as above; the five words of the row are read.
    unsafe { _mm512_maskz_loadu_epi64(0x1f, row.as_ptr().cast()) }
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
