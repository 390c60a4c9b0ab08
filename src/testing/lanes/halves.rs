//! Two lanes for the two numbers of a lane of 64 bits.

use zeroize::Zeroize;

use super::array;
use super::emulated::Emulated;
use super::symbolic::Symbolic;
use crate::backend::halves::{HalfLimbs, HalfRow, Halves, TIGHT, Whole};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::Lanes;
use crate::field::{FieldElement, Prime};

/// Lanes with products of numbers of 32 bits.
pub(crate) trait Multiplier: Lanes {
    /// The product of numbers below 2^32.
    fn product(self, other: Self) -> Self;
    /// Asserts that all lanes are below 2^32.
    fn assert_half(self);
    /// What all lanes are below, in all runs.
    fn bound(self) -> u64 {
        1 << 32
    }
    /// Data in memory, which are below this bound as their type says.
    fn load_below(lanes: [u64; 4], bound: u64) -> Self {
        let _for_ranges = bound;
        Lanes::load(&lanes)
    }
}

impl Multiplier for Emulated<4> {
    fn product(self, other: Self) -> Self {
        self.assert_half();
        other.assert_half();
        Self(array(|i| self.0[i] * other.0[i]))
    }
    fn assert_half(self) {
        assert!(self.0.iter().all(|x| x >> 32 == 0), "33 bits");
    }
}

impl Multiplier for Symbolic {
    fn product(self, other: Self) -> Self {
        self.assert_half();
        other.assert_half();
        self.whole_product(other)
    }
    fn assert_half(self) {
        assert!(self.greatest() < 1 << 32, "33 bits");
    }
}

impl<L: Multiplier> Whole for L {
    fn splat(x: u64) -> Self {
        Lanes::splat(x)
    }
    fn add(self, other: Self) -> Self {
        Lanes::add(self, other)
    }
    fn shl(self, n: u32) -> Self {
        Lanes::shl(self, n)
    }
    fn shr(self, n: u32) -> Self {
        Lanes::shr(self, n)
    }
    fn low(self, n: u32) -> Self {
        Lanes::low(self, n)
    }
    fn or(self, other: Self) -> Self {
        Lanes::or(self, other)
    }
    fn factor(self) -> Self {
        Lanes::low(self, 32)
    }
    fn times(self, other: Self) -> Self {
        self.product(other)
    }
    fn zeros(self) -> u32 {
        Lanes::zeros(self)
    }
    fn load_elements<P: Prime>(elements: &[FieldElement<P>]) -> [Self; 4] {
        Lanes::load_elements(elements)
    }
    fn store_elements<P: Prime>(words: [Self; 4], places: &mut [FieldElement<P>]) {
        Lanes::store_elements(words, places);
    }
}

/// The bounds of the numbers of vector `j`.
fn tight(j: usize) -> [u64; 2] {
    [TIGHT[j], TIGHT.get(j + 5).copied().unwrap_or(1)]
}

/// A lower and an upper number in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Two<L>(L, L);

impl<L: Multiplier> Two<L> {
    #[track_caller]
    pub(crate) fn new(lower: L, upper: L) -> Self {
        lower.assert_half();
        upper.assert_half();
        Self(lower, upper)
    }
}

impl<L: Multiplier> Zeroize for Two<L> {
    fn zeroize(&mut self) {
        *self = Self(Lanes::splat(0), Lanes::splat(0));
    }
}

impl<L: Multiplier> TargetFeatures for Two<L> {
    without_features!();
}

impl<L: Multiplier> Halves for Two<L> {
    type Whole = L;
    const LANES: usize = L::LANES;

    fn splat(lower: u64, upper: u64) -> Self {
        Self::new(Lanes::splat(lower), Lanes::splat(upper))
    }
    fn add(self, other: Self) -> Self {
        Self::new(Lanes::add(self.0, other.0), Lanes::add(self.1, other.1))
    }
    fn sub(self, other: Self) -> Self {
        Self::new(Lanes::sub(self.0, other.0), Lanes::sub(self.1, other.1))
    }
    fn shr(self, n: u32) -> Self {
        Self::new(Lanes::shr(self.0, n), Lanes::shr(self.1, n))
    }
    fn low(self, lower: u32, upper: u32) -> Self {
        let low = |x, bits| match bits {
            0 => Lanes::splat(0),
            _ => Lanes::low(x, bits),
        };
        Self::new(low(self.0, lower), low(self.1, upper))
    }
    fn lower(self) -> L {
        self.0
    }
    fn upper(self) -> L {
        self.1
    }
    fn join(lower: L, upper: L) -> Self {
        Self::new(lower, upper.factor())
    }

    fn select_lanes(limbs: HalfLimbs<Self>, other: HalfLimbs<Self>, lanes: u32) -> HalfLimbs<Self> {
        let select = |x: L, y| Lanes::select_lanes(x, y, lanes);
        array(|i| {
            let (x, y) = (limbs[i], other[i]);
            Self::new(select(x.0, y.0), select(x.1, y.1))
        })
    }
    fn gather<'a>(row: impl Fn(usize) -> &'a HalfRow) -> HalfLimbs<Self> {
        array(|j| {
            let numbers = |shift, bound| {
                L::load_below(
                    [0, 1, 2, 3].map(|i| row(i)[j] >> shift & 0xffff_ffff_u64),
                    bound,
                )
            };
            let [lower, upper] = tight(j);
            Self::new(numbers(0, lower), numbers(32, upper))
        })
    }
    fn scatter(limbs: HalfLimbs<Self>, rows: &mut [HalfRow]) {
        let checked = |j: usize| {
            let ([lower, upper], Self(x, y)) = (tight(j), limbs[j]);
            Self(x.below(lower), y.below(upper))
        };
        stored(&[0, 1, 2, 3, 4].map(checked), rows);
    }
    fn transpose(vectors: [Self; 4]) -> [Self; 4] {
        let mut rows = [HalfRow::default(); 4];
        stored(&vectors, &mut rows);
        array(|i| loaded(&vectors, |lane| rows[i][lane]))
    }
    fn pick(vectors: [Self; 4], indices: u64) -> Self {
        let mut rows = [HalfRow::default(); 4];
        stored(&vectors, &mut rows);
        loaded(&vectors, |lane| {
            let index = usize::from(indices.to_le_bytes()[lane]);
            rows[index % 4][index / 4]
        })
    }
}

/// Lane i of vector j becomes `rows[i][j]`.
fn stored<L: Multiplier>(vectors: &[Two<L>], rows: &mut [HalfRow]) {
    for (j, vector) in vectors.iter().enumerate() {
        let (mut lower, mut upper) = ([0; 4], [0; 4]);
        vector.0.store(&mut lower);
        vector.1.store(&mut upper);
        for (i, row) in rows.iter_mut().enumerate() {
            row[j] = lower[i] | upper[i] << 32;
        }
    }
}

/// These lanes, of which each is one of the vectors'.
fn loaded<L: Multiplier>(vectors: &[Two<L>], lane: impl Fn(usize) -> u64) -> Two<L> {
    let numbers = |shift: u32, number: fn(&Two<L>) -> L| {
        let bound = vectors.iter().map(|vector| number(vector).bound()).max();
        let lanes = [0, 1, 2, 3].map(|i| lane(i) >> shift & 0xffff_ffff_u64);
        L::load_below(lanes, bound.expect("vectors"))
    };
    Two::new(numbers(0, |two| two.0), numbers(32, |two| two.1))
}
