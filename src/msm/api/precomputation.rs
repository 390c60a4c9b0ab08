//! Constant-time sums over fixed points, from tables.
//!
//! Tables hold the limbs of one backend's vectors. If another backend is selected later, sums are computed from the
//! points instead, with the same results.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

use ff::PrimeField;
use subtle::CtOption;
use zeroize::Zeroize;

use crate::curve::{Curve, Point, Tables};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::scalar_mul::OddDigits;

use crate::msm::api::point::secret_sum;
use crate::msm::api::vartime_precomputation::{prepared, public};
use crate::msm::secret::tables::tabled;

/// Public points prepared for constant-time sums, such as commitments to secrets.
///
/// It keeps the sixteen odd multiples up to 31 of each point: 1 kB a point, 1.3 kB with AVX-512 IFMA. Clones share the
/// tables, which fit one backend, like those of [`VartimePrecomputation`](crate::VartimePrecomputation).
///
/// ```
/// use helioselene_simd::{Field25519, Precomputation, SelenePoint};
///
/// let g = SelenePoint::GENERATOR;
/// let tables = Precomputation::new([g, g + g]);
/// let [two, three] = [2u64, 3].map(Field25519::from);
/// assert_eq!(tables.multiscalar_mul(&[two, three]), g * Field25519::from(8u64));
/// ```
#[derive(Clone)]
pub struct Precomputation<C: Curve> {
    points: Vec<Point<C>>,
    /// The tables of the points, in the format of the backend that was selected when they were made.
    tables: Tables,
    /// Ranges of points whose scalars may all be short, and the sum of each range's points, with the generator in the
    /// place of the identity, as in the tables.
    words: Vec<(Range<usize>, Point<C>)>,
}

impl<C: Curve> Precomputation<C> {
    /// Prepares the points: computes their odd multiples on the selected backend, with one inversion for hundreds of
    /// points.
    pub fn new<I>(points: I) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        let points = public(points);
        let tables = C::prepare(&points);
        Self {
            points,
            tables,
            words: Vec::new(),
        }
    }

    /// Prepares points, some of them in words: ranges of points whose scalars may all be
    /// [short](Self::independent_multiscalar_mul_with_short).
    ///
    /// # Panics
    ///
    /// If a word has an odd number of points, begins before the end of the last one, or ends past the points.
    pub fn with_words<I>(points: I, words: impl IntoIterator<Item = Range<usize>>) -> Self
    where
        I: IntoIterator<Item: Borrow<Point<C>>>,
    {
        let mut tables = Self::new(points);
        let mut end = 0;
        for word in words {
            // The length is even because with eight lanes two points fill a unit. A unit cannot be padded with the scalar 0,
            // whose short digits add the point: those of 2·0 + 1.
            let in_order = end <= word.start && word.len() % 2 == 0;
            assert!(in_order, "words have even lengths and do not overlap");
            end = word.end;
            // This panics if the word ends past the points.
            let sum = tables.points[word.clone()].iter().map(tabled).sum();
            tables.words.push((word, sum));
        }
        tables
    }

    /// Returns Σ scalarsᵢ·pointsᵢ over the first points, one for each scalar; constant time.
    ///
    /// # Panics
    ///
    /// If there are more scalars than points.
    pub fn multiscalar_mul(&self, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
        self.sum(scalars, false).0
    }

    /// Returns [`Self::multiscalar_mul`], computed in about 0.85 of the time (serial, Zen 3), for points between which
    /// nobody knows a relation, such as the generators of commitments. Constant time.
    ///
    /// It adds without the exceptional cases, and returns none if two sums of points were equal or opposite along the
    /// way. That is a relation Σ cᵢ·pointsᵢ = 0 with odd cᵢ, −32 < cᵢ < 32, for some of the points, which would also
    /// open a commitment in two ways. `multiscalar_mul` is right for these sums too.
    ///
    /// # Panics
    ///
    /// If there are more scalars than points.
    pub fn independent_multiscalar_mul(
        &self,
        scalars: &[FieldElement<C::Scalar>],
    ) -> CtOption<Point<C>> {
        let (sum, is_right) = self.sum(scalars, true);
        CtOption::new(sum, is_right.into())
    }

    /// Returns [`Self::independent_multiscalar_mul`], computed in less time if the scalars of some
    /// [words](Self::with_words) are short, that is below 512. `short` has the numbers of these words, from 0 on, and is
    /// public. Also returns none if a scalar of these words is not short. Constant time in the scalars.
    ///
    /// ```
    /// use helioselene_simd::{Field25519, Precomputation, SelenePoint};
    ///
    /// let g = SelenePoint::GENERATOR;
    /// let tables = Precomputation::with_words([g + g, g], [0..2]);
    /// let scalars = [2u64, 3].map(Field25519::from);
    /// let sum = tables.independent_multiscalar_mul_with_short(&scalars, &[0]);
    /// assert_eq!(sum.unwrap(), g * Field25519::from(7u64));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more scalars than points, or one of these words does not end within the scalars.
    pub fn independent_multiscalar_mul_with_short(
        &self,
        scalars: &[FieldElement<C::Scalar>],
        short: &[usize],
    ) -> CtOption<Point<C>> {
        let words = self.words.iter().enumerate();
        let words = words.filter(|(number, _)| short.contains(number));
        let words: Vec<_> = words.map(|(_, word)| word).collect();
        let Some((last, _)) = words.last() else {
            return self.independent_multiscalar_mul(scalars);
        };
        self.assert_enough(scalars);
        assert!(last.end <= scalars.len(), "words end within the scalars");
        let is_of_word = |i: &usize| words.iter().any(|(word, _)| word.contains(i));
        let (word_indices, other_indices): (Vec<usize>, Vec<_>) =
            (0..scalars.len()).partition(is_of_word);
        let term = |i: &usize| (&scalars[*i], &self.points[*i]);

        // The short scalars. Their excess bits are collected by `or`, without a branch.
        let terms: Vec<_> = word_indices.iter().map(term).collect();
        let excess = terms
            .iter()
            .fold(0, |all, (k, _)| all | OddDigits::excess(k));
        // The short recoding gives Σ (2k + 1)·P, two additions for each point. Less Σ P this is 2·Σ k·P; for the identity
        // the tables and the sum have the generator, with k = 0, so that it cancels.
        let (mut double, is_right) =
            C::sum(&terms, Some((&self.tables, &word_indices)), true, true);
        words.iter().for_each(|(_, sum)| double -= sum);

        // Half of it, a product with 1/2, is one more term of the sum of all others: the last, as it alone has no table.
        let half = (&FieldElement::TWO_INV, &double);
        let terms: Vec<_> = other_indices.iter().map(term).chain([half]).collect();
        let (sum, rest_is_right) = secret_sum(&terms, Some((&self.tables, &other_indices)), true);
        double.zeroize();
        // Without a branch: whether a scalar is too long is secret until the caller looks.
        let is_right = is_right.and(rest_is_right).and(Mask::is_zero(excess));
        CtOption::new(sum, is_right.into())
    }

    /// Returns the sum, and whether it is right; it always is unless the points are said to be independent.
    fn sum(&self, scalars: &[FieldElement<C::Scalar>], independent: bool) -> (Point<C>, Mask) {
        self.assert_enough(scalars);
        let terms: Vec<_> = scalars.iter().zip(&self.points).collect();
        let numbers: Vec<usize> = (0..terms.len()).collect();
        secret_sum(&terms, Some((&self.tables, &numbers)), independent)
    }

    /// Panics if there are more scalars than points.
    fn assert_enough(&self, scalars: &[FieldElement<C::Scalar>]) {
        assert!(
            scalars.len() <= self.points.len(),
            "a precomputed sum has at most as many scalars as points"
        );
    }
}

prepared!(Precomputation);
