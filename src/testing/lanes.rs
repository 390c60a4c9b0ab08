//! Lanes on which the kernels' text runs in tests; the registers' are in `backend::{avx2, ifma}`.

/// `enter` and `call` without CPU features.
macro_rules! without_features {
    () => {
        #[inline(always)]
        fn enter<R>(run: impl FnOnce() -> R) -> R {
            run()
        }
        #[inline(never)]
        fn call<R>(formula: impl FnOnce() -> R) -> R {
            formula()
        }
    };
}

/// Barriers, which these lanes do not need.
macro_rules! without_barriers {
    () => {
        fn in_order(vectors: [Self; 4]) -> [Self; 4] {
            vectors
        }
        fn hidden(self) -> Self {
            self
        }
    };
}

/// Rows of four lanes, through memory.
macro_rules! rows_through_memory {
    () => {
        fn from_rows(rows: [&$crate::word::Limbs; 4]) -> [Self; 4] {
            let [a, b, c, d] = rows.map($crate::word::words);
            [0, 1, 2, 3].map(|i| Self::load(&[a[i], b[i], c[i], d[i]]))
        }
        fn into_rows(words: [Self; 4]) -> [[u64; 4]; 4] {
            let mut rows = [[0; 4]; 4];
            for (j, word) in words.into_iter().enumerate() {
                let mut lanes = [0; 4];
                word.store(&mut lanes);
                for (row, lane) in rows.iter_mut().zip(lanes) {
                    row[j] = lane;
                }
            }
            rows
        }
    };
}

/// Reorders eight lanes through memory.
macro_rules! eight_through_memory {
    () => {
        fn exchange<const DISTANCE: usize>(self) -> Self {
            let mut lanes = [0; 8];
            self.store(&mut lanes);
            Self::load(&core::array::from_fn::<_, 8, _>(|i| lanes[i ^ DISTANCE]))
        }
        fn pick(self, other: Self, indices: u64) -> Self {
            let (mut lanes, mut picked) = ([0; 16], [0; 8]);
            self.store(&mut lanes[..8]);
            other.store(&mut lanes[8..]);
            for (picked, index) in picked.iter_mut().zip(indices.to_le_bytes()) {
                for (i, lane) in (0..).zip(lanes) {
                    *picked |= lane & $crate::mask::Mask::equal(index.into(), i).word_64();
                }
            }
            Self::load(&picked)
        }
        fn transpose(vectors: [Self; 8]) -> [Self; 8] {
            let mut rows = [[0; 8]; 8];
            for (vector, row) in vectors.into_iter().zip(&mut rows) {
                vector.store(row);
            }
            core::array::from_fn(|i| Self::load(&rows.map(|row| row[i])))
        }
    };
}

/// Rows in the order of elements, and operations with one instruction on registers.
macro_rules! lanes_in_order {
    () => {
        fn load_row<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
            Self::load_elements(elements)
        }
        fn store_row<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
            Self::store_elements(words, places);
        }
        fn negate_lanes(self, lanes: u32) -> Self {
            self.select_lanes(Self::splat(0).sub(self), lanes)
        }
        fn equal(values: &[Word], value: Word) -> u32 {
            equal_places(&values[..Self::LANES], value)
        }
    };
}

/// Gathers and scatters words through memory.
macro_rules! words_through_memory {
    () => {
        fn gather<'a>(row: impl Fn(usize) -> &'a $crate::backend::lanes::WordRow) -> [Self; 4] {
            [0, 1, 2, 3].map(|j| {
                let mut word = [0; 8];
                for (i, lane) in word[..Self::LANES].iter_mut().enumerate() {
                    *lane = row(i).0[j];
                }
                Self::load(&word[..Self::LANES])
            })
        }
        fn scatter(words: [Self; 4], rows: &mut [$crate::backend::lanes::WordRow]) {
            for (j, word) in words.into_iter().enumerate() {
                let mut lanes = [0; 8];
                word.store(&mut lanes[..Self::LANES]);
                for (row, lane) in rows[..Self::LANES].iter_mut().zip(lanes) {
                    row.0[j] = lane;
                }
            }
        }
    };
}

/// `core::array::from_fn` in two calls an element: unoptimised, as unit tests are, that one would add a fifth to their time.
pub(crate) fn array<T: Copy, const N: usize>(element: impl Fn(usize) -> T) -> [T; N] {
    let mut array = [element(0); N];
    let mut i = 1;
    while i < N {
        array[i] = element(i);
        i += 1;
    }
    array
}

pub(crate) mod bounded;
pub(crate) mod emulated;
pub(crate) mod formal;
pub(crate) mod halves;
pub(crate) mod interval;
pub(crate) mod symbolic;
