//! Points that their owner declared public, and sums over them in constant time.

use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;
use core::any::Any;
use core::iter;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::RwLock;

use ff::{Field, PrimeField};
use helioselene_simd::{Curve, FieldElement, Point, Precomputation};
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use super::independent::sum_over_independent;
use super::kept::are_kept;
use super::locks::{free, soon};

/// How many of a curve's lists sums are compared with: the oldest that are still declared.
const LISTS: usize = 4;
/// Sums over fewer points do not use tables.
const LEAST: usize = 8;

/// FCMP++'s commitments are made of words of 128 scalars. Half of the words have a logarithm's coefficients, below
/// 2^8, but for up to three at the end of a word. So all but the last four scalars of a word may be short.
const WORD: usize = 128;
const MAY_BE_SHORT: usize = WORD - 4;

/// Declared points, the last one first, and tables of the first of them.
pub(crate) struct List<C: Curve> {
    points: Vec<Point<C>>,
    tables: RwLock<Option<Arc<Precomputation<C>>>>,
}

// Tables are replaced as a whole, so a panic cannot leave them half made.
impl<C: Curve> UnwindSafe for List<C> {}
impl<C: Curve> RefUnwindSafe for List<C> {}

/// A list of some curve's points, kept alive by its owner.
pub(crate) type AnyList = Arc<dyn Any + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// The lists of a curve.
pub(crate) struct Lists<C: Curve>(RwLock<Vec<Weak<List<C>>>>);

impl<C: Curve> List<C> {
    /// Whether a sum's points are the first of the list and then its last one.
    fn has<'a>(&self, points: impl ExactSizeIterator<Item = &'a Point<C>>) -> Choice {
        let (last, others) = self.points.split_first().expect("the last");
        if points.len() > self.points.len() {
            return Choice::from(0);
        }
        let these = others.iter().take(points.len() - 1).chain([last]);
        these.zip(points).fold(Choice::from(1), |same, (a, b)| {
            let [a, b] = [a, b].map(Point::to_projective);
            same & a.ct_eq(&b)
        })
    }

    /// Tables of at least `count` points; `None` while another thread changes them.
    fn tables(&self, count: usize) -> Option<Arc<Precomputation<C>>> {
        let there = free(self.tables.try_read())?.clone();
        if let Some(tables) = there.filter(|tables| tables.len() >= count) {
            return Some(tables);
        }
        // The last one, and a power of two of others, as vector commitments have. Two threads may make the same tables.
        let most = self.points.len().min(1 + (count - 1).next_power_of_two());
        let tables = Arc::new(Precomputation::with_words(
            &self.points[..most],
            words(most),
        ));
        if let Some(mut there) = soon(3, || self.tables.try_write()) {
            *there = Some(tables.clone());
        }
        Some(tables)
    }
}

impl<C: Curve> Lists<C> {
    pub(crate) const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    pub(crate) fn add(
        &self,
        last: &Point<C>,
        others: impl Iterator<Item = Point<C>>,
    ) -> Arc<List<C>> {
        let list = Arc::new(List {
            points: iter::once(*last).chain(others).collect(),
            tables: RwLock::new(None),
        });
        if let Some(mut lists) = soon(1000, || self.0.try_write()) {
            lists.retain(|list| list.strong_count() > 0);
            if lists.len() < LISTS {
                lists.push(Arc::downgrade(&list));
            }
        }
        list
    }

    /// The sum of products, if its points are of a list.
    pub(crate) fn sum<'a>(
        &self,
        terms: impl ExactSizeIterator<Item = (&'a FieldElement<C::Scalar>, &'a Point<C>)> + Clone,
    ) -> Option<Point<C>> {
        if terms.len() < LEAST || !are_kept() {
            return None;
        }
        let lists = free(self.0.try_read())?.clone();
        let points = terms.clone().map(|(_, point)| point);
        let list = (lists.iter().filter_map(Weak::upgrade))
            .find(|list| list.has(points.clone()).into())?;
        let tables = list.tables(terms.len())?;
        let mut scalars = Zeroizing::new(Vec::with_capacity(terms.len() + 1));
        scalars.push(FieldElement::ZERO);
        scalars.extend(terms.map(|(scalar, _)| *scalar));
        // The last one is the first of the tables.
        scalars[0] = scalars.pop().expect("terms");
        let short = short_words(&scalars);
        Some(sum_over_independent(&tables, &scalars, &short))
    }
}

/// The words of a list's first points.
fn words(points: usize) -> impl Iterator<Item = Range<usize>> {
    let words = (1..).step_by(WORD).map(|start| start..start + MAY_BE_SHORT);
    words.take_while(move |word| word.end <= points)
}

/// The numbers of the words whose scalars are short: below 2^8, but not all zero. These numbers become public here, and
/// nothing else.
///
/// They are the same for all secrets of FCMP++, with probability above 1 − 2^−100, because its tape (at 27b1c7f,
/// 0e438ae and 2618f22) fills words in an order that depends only on the numbers of inputs and layers:
///
/// - A logarithm's coefficients are nonnegative and their sum is the number of bits of the field, so all are below
///   2^8. The first word has the lower bits of a random blind, or sums of its higher ones; the second one has the
///   highest unit. Both are zero only if some 117 bits of the blind are.
/// - Divisors' coefficients, coordinates and hashes are as long as the field: one of them is short with probability
///   2^−246. The blinds' points, which share a word with coefficients, are in its last four places, which
///   [`MAY_BE_SHORT`] leaves out.
/// - The children of a tree's node end in zeros if the node is not full, and their number would tell how old the
///   spent output is. So a word of zeros is not short. Neither is a word with a hash, and each output has one among
///   its coordinates.
fn short_words<F: PrimeField<Repr = [u8; 32]>>(scalars: &[F]) -> Vec<usize> {
    let is_short = |word: Range<usize>| {
        let (mut low, mut high) = (0, 0);
        for scalar in &scalars[word] {
            let bytes = Zeroizing::new(scalar.to_repr());
            low |= bytes[0];
            high = bytes[1..].iter().fold(high, |high, byte| high | byte);
        }
        high.ct_eq(&0) & !low.ct_eq(&0)
    };
    let words = words(scalars.len()).enumerate();
    let short = words.filter(|(_, word)| is_short(word.clone()).into());
    short.map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use core::borrow::Borrow;
    use group::Group;
    use zeroize::Zeroize;

    use super::super::kept::alone;
    use super::super::recurring::tests::{affine, with_other};
    use super::super::remembered::Remembered;
    use super::*;
    use crate::{Declared, keep_tables, multiexp};

    fn points<G: Group>(seed: u64, count: u64) -> Vec<G> {
        let points = (1..=count).map(|i| G::generator() * G::Scalar::from(seed * 10_000 + i));
        points.collect()
    }

    /// Whether a sum of a curve's points is computed here. It must be right.
    fn comes_here<C: Remembered, G>(points: &[G]) -> bool
    where
        G: Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + Zeroize,
    {
        let scalar = |i: u64| match i % 5 {
            0 => G::Scalar::ZERO,
            _ => -G::Scalar::from(i).square(),
        };
        let pairs: Vec<_> = (0..).map(scalar).zip(points.iter().copied()).collect();
        let expected: G = pairs.iter().map(|(scalar, point)| *point * scalar).sum();
        assert!(multiexp(&pairs) == expected);
        let terms = pairs.iter().map(|(scalar, point)| (scalar, point.borrow()));
        let sum = C::declared().sum(terms);
        sum.inspect(|sum| assert!(sum == expected.borrow()))
            .is_some()
    }

    fn check<C: Remembered, G>()
    where
        G: Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + Zeroize,
    {
        let (generators, last) = (points::<G>(1, 500), points::<G>(2, 1)[0]);
        let with_last = |count: usize| [&generators[..count], &[last]].concat();
        assert!(!comes_here::<C, G>(&with_last(100)), "not yet");
        let declared = Declared::new(&generators, &last);
        // Longer ones replace the tables, shorter ones use them.
        for count in [7, 31, 64, 65, 300, 64, 500, 499, 31] {
            assert!(comes_here::<C, G>(&with_last(count)), "{count}");
        }
        assert!(!comes_here::<C, G>(&with_last(6)), "few");
        assert!(!comes_here::<C, G>(&[]));
        // Others, one of them another, in another order, and one too many.
        assert!(!comes_here::<C, G>(&points(3, 100)));
        assert!(!comes_here::<C, G>(&generators[..100]));
        for i in [0, 1, 50, 99, 100] {
            let mut points = with_last(100);
            points[i] = -points[i];
            assert!(!comes_here::<C, G>(&points), "{i}");
            points[i] = G::identity();
            assert!(!comes_here::<C, G>(&points), "{i}");
        }
        let mut points = with_last(100);
        points.swap(3, 4);
        assert!(!comes_here::<C, G>(&points));
        let mut points = with_last(500);
        points.push(last);
        assert!(!comes_here::<C, G>(&points));

        keep_tables(false);
        assert!(!comes_here::<C, G>(&with_last(100)));
        keep_tables(true);
        assert!(comes_here::<C, G>(&with_last(100)));
        drop(declared);
        assert!(!comes_here::<C, G>(&with_last(100)), "no longer");
    }

    #[test]
    fn sums_over_declared_points_come_here() {
        let _alone = alone();
        check::<helioselene_simd::Helios, helioselene::HeliosPoint>();
        check::<helioselene_simd::Selene, helioselene::SelenePoint>();
        check::<helioselene_simd::Helios, helioselene_simd::HeliosPoint>();
        check::<helioselene_simd::Selene, helioselene_simd::SelenePoint>();
    }

    /// FCMP++'s commitments, and others, the mask last.
    fn commitments<C: Remembered, G>()
    where
        G: Group<Scalar = FieldElement<C::Scalar>> + Borrow<Point<C>> + Zeroize,
    {
        let (generators, last) = (points::<G>(6, 512), points::<G>(7, 1)[0]);
        let declared = Declared::new(&generators, &last);
        let coefficient = |i: u64| G::Scalar::from(i * 37 % 256);
        let coefficients = |count| (0..count).map(coefficient).collect::<Vec<_>>();
        let full = |count| -> Vec<_> {
            (1..=count)
                .map(|i: u64| -G::Scalar::from(i).square())
                .collect()
        };
        let zeros = |count| alloc::vec![G::Scalar::ZERO; count];
        let larger: Vec<_> = coefficients(128).iter().map(|k| *k + k).collect();
        let one_other = [coefficients(124), full(4), coefficients(123), full(5)];
        let cases: [(&str, Vec<_>, &[usize]); 11] = [
            (
                "an Ed25519 logarithm",
                [coefficients(253), full(3)].concat(),
                &[0, 1],
            ),
            (
                "of the other curve",
                [coefficients(255), full(1)].concat(),
                &[0, 1],
            ),
            ("its first word", coefficients(128), &[0]),
            (
                "divisor, logarithm",
                [full(256), coefficients(253), full(3)].concat(),
                &[2, 3],
            ),
            ("larger coefficients", [full(128), larger].concat(), &[]),
            ("a divisor", full(256), &[]),
            (
                "few leaves of a branch",
                [full(6), zeros(222)].concat(),
                &[],
            ),
            (
                "a branch of more words",
                [full(100), zeros(412)].concat(),
                &[],
            ),
            ("a node's children", [full(5), zeros(13)].concat(), &[]),
            ("zeros", zeros(256), &[]),
            ("one other", one_other.concat(), &[0]),
        ];
        for (what, mut scalars, short) in cases {
            let count = scalars.len();
            scalars.push(-G::Scalar::from(3_u64));
            let points = [&generators[..count], &[last]].concat();
            let pairs: Vec<_> = scalars.iter().copied().zip(points).collect();
            let sum = multiexp(&pairs);
            let terms = pairs.iter().map(|(scalar, point)| *point * scalar);
            assert!(sum == terms.sum(), "{what}");
            // The mask comes first.
            scalars.rotate_right(1);
            assert_eq!(short_words(&scalars), short, "{what}");
        }
        drop(declared);
    }

    #[test]
    fn coefficients_of_commitments_are_short() {
        let _alone = alone();
        commitments::<helioselene_simd::Helios, helioselene::HeliosPoint>();
        commitments::<helioselene_simd::Selene, helioselene_simd::SelenePoint>();
    }

    /// Points that differ in one coordinate only, Z too, are others.
    fn compared_in_full<C: Remembered>() {
        let points = affine(&super::super::recurring::tests::points::<C>(5, 40));
        let (last, others) = points.split_last().expect("40");
        let declared = Declared::new(others, last);
        assert!(comes_here::<C, _>(&points));
        for coordinate in 0..3 {
            let all = with_other(&points, coordinate);
            let same = |place: usize| all[place].to_projective() == points[place].to_projective();
            let mut differ = (0..points.len()).filter(|place| !same(*place));
            for place in [differ.next(), differ.next_back()].into_iter().flatten() {
                let mut points = points.clone();
                points[place] = all[place];
                assert!(!comes_here::<C, _>(&points), "{coordinate} of {place}");
            }
        }
        drop(declared);
    }

    #[test]
    fn declared_points_are_compared_in_full() {
        let _alone = alone();
        compared_in_full::<helioselene_simd::Helios>();
        compared_in_full::<helioselene_simd::Selene>();
    }

    /// Equal points and the identity get tables too, though nobody needs that.
    #[test]
    fn any_points_can_be_declared() {
        let _alone = alone();
        type G = helioselene_simd::HeliosPoint;
        let mut generators = points::<G>(4, 40);
        generators[7] = generators[8];
        generators[9] = G::identity();
        generators[10] = -generators[11];
        let declared = Declared::new(&generators, &generators[8]);
        generators.push(generators[8]);
        assert!(comes_here::<helioselene_simd::Helios, G>(&generators));
        drop(declared);
        // Of another group nothing is known.
        let points = points::<curve25519_dalek::RistrettoPoint>(4, 40);
        drop(Declared::new(&points, &points[0]));
    }

    /// As in a child of `fork`, where nobody gives back what other threads of the parent had locked.
    #[test]
    fn locks_are_not_waited_for() {
        use super::super::locks::tests::succeeds_in_time;
        static DECLARED: Lists<helioselene_simd::Selene> = Lists::new();
        let _alone = alone();
        let points = points::<helioselene_simd::SelenePoint>(6, 40);
        let list = DECLARED.add(&points[39], points[..39].iter().copied());
        let comes_here = move || {
            let seven = FieldElement::from(7u64);
            let sum = DECLARED.sum(points.iter().map(|point| (&seven, point)));
            sum.inspect(|sum| assert_eq!(*sum, points.iter().sum::<Point<_>>() * seven))
                .is_some()
        };
        let adds = || DECLARED.add(&Point::GENERATOR, iter::empty()).points.len() == 1;

        let (lists, tables) = (DECLARED.0.read(), list.tables.read());
        assert!(succeeds_in_time(comes_here.clone()) && succeeds_in_time(adds));
        drop((lists, tables));
        let lists = DECLARED.0.write();
        let does_not = comes_here.clone();
        assert!(succeeds_in_time(move || !does_not()) && succeeds_in_time(adds));
        drop(lists);
        let tables = list.tables.write();
        let does_not = comes_here.clone();
        assert!(succeeds_in_time(move || !does_not()));
        drop(tables);
        assert!(succeeds_in_time(comes_here));
    }

    #[test]
    fn only_so_many_lists_are_known() {
        let _alone = alone();
        type G = helioselene_simd::SelenePoint;
        let list = |seed: usize| points::<G>(seed as u64, 40);
        let declare = |seed| Declared::new(&list(seed)[..39], &list(seed)[39]);
        let known = |seed| comes_here::<helioselene_simd::Selene, G>(&list(seed));
        let declared: Vec<_> = (10..=10 + LISTS).map(declare).collect();
        assert!((10..10 + LISTS).all(known) && !known(10 + LISTS));
        drop(declared);
        let declared = declare(10 + LISTS);
        assert!(known(10 + LISTS) && !known(10));
        drop(declared);
    }
}
