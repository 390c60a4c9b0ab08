//! Lanes that go their own ways: eight rows of limbs become five registers, and back.

use core::arch::x86_64::*;

use super::Zmm;
use crate::backend::features;
use crate::backend::lanes::{IndependentLanes, Lanes, Row};
use crate::word::Word;

// SAFETY, of every block: only the code below the backend's selection names this type, and the
// backend is selected only if nothing that it needs is missing. Loads and stores stay within arrays.
impl IndependentLanes for Zmm {
    type Choice = __mmask8;

    #[inline(always)]
    fn enter<R>(run: impl FnOnce() -> R) -> R {
        unsafe { features::enter_ifma(run) }
    }

    #[inline(always)]
    fn choice(bits: u32) -> __mmask8 {
        bits as __mmask8
    }

    #[inline(always)]
    fn choose(self, other: Self, choice: __mmask8) -> Self {
        unsafe { Self(_mm512_mask_blend_epi64(choice, self.0, other.0)) }
    }

    #[inline(always)]
    fn equal(values: &[Word], value: Word) -> __mmask8 {
        let values: &[Word; 8] = values[..8].try_into().expect("eight of them");
        let value = value.cast_signed();
        #[cfg(not(helioselene_word = "32"))]
        unsafe {
            let values = _mm512_loadu_si512(values.as_ptr().cast());
            _mm512_cmpeq_epi64_mask(values, _mm512_set1_epi64(value))
        }
        #[cfg(helioselene_word = "32")]
        unsafe {
            let values = _mm256_loadu_si256(values.as_ptr().cast());
            _mm256_cmpeq_epi32_mask(values, _mm256_set1_epi32(value))
        }
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        unsafe { _mm512_testn_epi64_mask(self.0, self.0).into() }
    }

    #[inline(always)]
    fn gather<'a>(row: impl Fn(usize) -> &'a Row) -> [Self; 5] {
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
            Self(blocks::<0b1000_1000>(e0, e1)),
            Self(blocks::<0b1000_1000>(o0, o1)),
            Self(blocks::<0b1101_1101>(e0, e1)),
            Self(blocks::<0b1101_1101>(o0, o1)),
            Self(blocks::<0b1000_1000>(f0, f1)),
        ]
    }

    #[inline(always)]
    fn scatter(limbs: [Self; 5], rows: &mut [Row]) {
        let rows: &mut [Row; 8] = rows.try_into().expect("as many rows as lanes");
        let [l0, l1, l2, l3, l4] = limbs;
        unsafe {
            // Blocks of words 0 and 1, and of words 2 and 3, of the even rows and of the odd ones.
            let (a, b) = (unpack_low(l0.0, l1.0), unpack_low(l2.0, l3.0));
            let (c, d) = (unpack_high(l0.0, l1.0), unpack_high(l2.0, l3.0));
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
            l4.store(&mut top);
            for (row, word) in rows.iter_mut().zip(top) {
                row[4] = word;
            }
        }
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
