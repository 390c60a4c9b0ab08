//! Operations on slices of field elements: products, sums of scaled rows, inner products, powers, encodings.
//!
//! They compute eight elements at a time on the IFMA backend, one elsewhere. Every function is constant time in elements
//! and factors; lengths and starts are public. None allocates. For inverses see `FieldElement::batch_invert` (feature
//! `alloc`).
//!
//! ```
//! use helioselene_simd::{Field25519, slices};
//!
//! let f = |x: u64| Field25519::from(x);
//! let mut powers = [f(0); 4];
//! slices::powers_into(&f(1), &f(3), &mut powers);
//! assert_eq!(powers, [1, 3, 9, 27].map(f));
//! assert_eq!(slices::inner_product(&powers, &[f(2); 4]), f(80));
//! ```

use core::ops::Range;

use ff::{Field, PrimeField};
use subtle::Choice;
use zeroize::Zeroize;

use crate::backend::{BatchVector, FieldVector, Job, MAX_LANES, PRODUCTS, Sum as _, always};
use crate::field::{FieldElement, Prime};

pub use crate::field::Row;

/// Writes products\[i\] = a\[i\]·b\[i\]; constant time.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn mul_into<P: Prime>(
    a: &[FieldElement<P>],
    b: &[FieldElement<P>],
    products: &mut [FieldElement<P>],
) {
    assert_lengths("mul_into", a.len(), [b.len(), products.len()]);
    P::multiply(Some(a), b, products);
}

/// Multiplies in place: a\[i\] *= b\[i\]; constant time.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn mul_assign<P: Prime>(a: &mut [FieldElement<P>], b: &[FieldElement<P>]) {
    assert_lengths("mul_assign", a.len(), [b.len()]);
    P::multiply(None, b, a);
}

/// Writes products\[i\] = factor·a\[i\]; constant time.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn scale_into<P: Prime>(
    factor: &FieldElement<P>,
    a: &[FieldElement<P>],
    products: &mut [FieldElement<P>],
) {
    assert_lengths("scale_into", a.len(), [products.len()]);
    P::scale(Some(a), factor, products);
}

/// Multiplies in place by one factor: a\[i\] *= factor; constant time.
pub fn scale_assign<P: Prime>(a: &mut [FieldElement<P>], factor: &FieldElement<P>) {
    P::scale(None, factor, a);
}

/// Adds a scaled slice: y\[i\] += a·x\[i\]; constant time. The name is that of BLAS.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn axpy<P: Prime>(y: &mut [FieldElement<P>], a: &FieldElement<P>, x: &[FieldElement<P>]) {
    assert_lengths("axpy", y.len(), [x.len()]);
    let row = Row {
        factor: *a,
        start: 0,
        elements: x,
    };
    add_scaled_rows(y, &[row]);
}

/// Adds scaled rows: sums\[start + i\] += factor·elements\[i\] for each row; constant time.
///
/// If up to sixteen consecutive rows overlap, each sum is loaded, reduced and stored once, and a term takes less than
/// half of its time in [`axpy`]. So order the rows such that those with equal starts, or with starts eight or more
/// apart, are consecutive.
///
/// ```
/// use helioselene_simd::Field25519;
/// use helioselene_simd::slices::{Row, add_scaled_rows};
///
/// let f = |x: u64| Field25519::from(x);
/// let (ones, twos) = ([f(1); 3], [f(2); 2]);
/// let mut sums = [f(0), f(0), f(0), f(7)];
/// add_scaled_rows(
///     &mut sums,
///     &[
///         Row { factor: f(10), start: 0, elements: &ones },
///         Row { factor: f(100), start: 2, elements: &twos },
///     ],
/// );
/// assert_eq!(sums, [10, 10, 210, 207].map(f));
/// ```
///
/// # Panics
///
/// If a row ends past the last sum.
pub fn add_scaled_rows<P: Prime>(sums: &mut [FieldElement<P>], rows: &[Row<'_, FieldElement<P>>]) {
    for row in rows {
        let room = sums.len().checked_sub(row.start);
        assert!(
            room.is_some_and(|room| row.elements.len() <= room),
            "add_scaled_rows: a row must end where the sums end, or before"
        );
    }
    P::add_scaled_rows(rows, sums);
}

/// Returns Σ a\[i\]·b\[i\]; constant time.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn inner_product<P: Prime>(a: &[FieldElement<P>], b: &[FieldElement<P>]) -> FieldElement<P> {
    assert_lengths("inner_product", a.len(), [b.len()]);
    P::inner_product(a, b)
}

/// Writes powers\[i\] = first·base^i, with base^0 = 1 also for a base of 0; constant time.
pub fn powers_into<P: Prime>(
    first: &FieldElement<P>,
    base: &FieldElement<P>,
    powers: &mut [FieldElement<P>],
) {
    P::powers(first, base, powers);
}

/// Decodes `bytes` into `elements`, and sets `valid` to 1, or to 0 where `from_repr` gives none; constant time.
///
/// Where `valid` is 0, because the number is not below the prime, the element is zero.
///
/// ```
/// use helioselene_simd::{Field25519, slices};
/// use subtle::Choice;
///
/// let (mut elements, mut valid) = ([Field25519::from(1u8); 2], [Choice::from(0); 2]);
/// slices::from_bytes_into(&[[2; 32], [0xff; 32]], &mut elements, &mut valid);
/// assert_eq!(valid.map(|choice| choice.unwrap_u8()), [1, 0]);
/// assert_eq!(elements[1], Field25519::from(0u8));
///
/// let mut bytes = [[0; 32]; 2];
/// slices::to_bytes_into(&elements, &mut bytes);
/// assert_eq!(bytes, [[2; 32], [0; 32]]);
/// ```
///
/// # Panics
///
/// If the slices have different lengths.
pub fn from_bytes_into<P: Prime>(
    bytes: &[[u8; 32]],
    elements: &mut [FieldElement<P>],
    valid: &mut [Choice],
) {
    assert_lengths(
        "from_bytes_into",
        bytes.len(),
        [elements.len(), valid.len()],
    );
    for ((bytes, element), valid) in bytes.iter().zip(elements).zip(valid) {
        let decoded = FieldElement::from_repr(*bytes);
        *valid = decoded.is_some();
        *element = decoded.unwrap_or(FieldElement::ZERO);
    }
}

/// Writes the encodings of elements, as from `to_repr`; constant time.
///
/// # Panics
///
/// If the slices have different lengths.
pub fn to_bytes_into<P: Prime>(elements: &[FieldElement<P>], bytes: &mut [[u8; 32]]) {
    assert_lengths("to_bytes_into", elements.len(), [bytes.len()]);
    for (element, bytes) in elements.iter().zip(bytes) {
        *bytes = element.to_repr();
    }
}

/// Panics, with the function's name, unless all slices have the same length.
fn assert_lengths<const N: usize>(function: &str, length: usize, lengths: [usize; N]) {
    assert!(
        lengths.iter().all(|other| *other == length),
        "{function}: slices of one length are needed"
    );
}

/// A job on slices. All are of one type, so that each backend's entry function is compiled once and not for each.
pub(crate) enum Slices<'a, F> {
    /// Writes the products of the first two slices, or of the second and third, to the third.
    Multiply(Option<&'a [F]>, &'a [F], &'a mut [F]),
    /// Writes the first slice, or the last, times a factor to the last.
    Scale(Option<&'a [F]>, &'a F, &'a mut [F]),
    /// Adds scaled rows to the sums.
    AddScaledRows(&'a [Row<'a, F>], &'a mut [F]),
    /// The inner product of two slices.
    InnerProduct([&'a [F]; 2], &'a mut F),
    /// The first element times the powers of the second.
    Powers([&'a F; 2], &'a mut [F]),
    /// Inverts in place, by the given inversion; zero stays zero.
    #[cfg(feature = "alloc")]
    Invert(&'a mut [F], fn(&F) -> F),
}

// A reference is the job: a backend passes a job on by value, and a copy that is read as vectors just after its words
// were written waits for the store queue, about 30 ns.
impl<P: Prime> Job<P> for &mut Slices<'_, FieldElement<P>> {
    type Output = ();
    const SUMS: bool = true;

    fn run<V: BatchVector<Prime = P>>(self) {
        always!(
            V::enter,
            match self {
                Slices::Multiply(a, b, products) => multiply::<V>(*a, b, products),
                Slices::Scale(a, factor, products) => scale::<V>(*a, factor, products),
                Slices::AddScaledRows(rows, sums) => add_rows::<V>(rows, sums),
                Slices::InnerProduct([a, b], sum) => inner::<V>(a, b, sum),
                Slices::Powers([first, base], powers) => {
                    fill_with_powers::<V>(first, base, powers)
                }
                #[cfg(feature = "alloc")]
                Slices::Invert(elements, inversion) => invert::<V>(elements, *inversion),
            }
        );
    }
}

type Elements<V> = [FieldElement<<V as FieldVector>::Prime>];

/// Writes a[i]·b[i], or products[i]·b[i] without a, to products.
#[inline(always)]
fn multiply<V: BatchVector>(a: Option<&Elements<V>>, b: &Elements<V>, products: &mut Elements<V>) {
    fill::<V>(
        products,
        #[inline(always)]
        |range, contents| {
            let a = factors::<V>(a.map_or(contents, |a| &a[range.clone()]));
            a.mul(&factors(&b[range]))
        },
    );
}

/// Writes factor·a[i], or factor·products[i] without a, to products.
#[inline(always)]
fn scale<V: BatchVector>(
    a: Option<&Elements<V>>,
    factor: &FieldElement<V::Prime>,
    products: &mut Elements<V>,
) {
    let factor = V::splat(factor);
    fill::<V>(
        products,
        #[inline(always)]
        |range, contents| factors::<V>(a.map_or(contents, |a| &a[range])).mul(&factor),
    );
}

/// How many rows have their products summed at once.
const ROWS: usize = 16;

/// Adds each row's elements, times its factor, to the sums from the row's start on.
#[inline(always)]
fn add_rows<V: BatchVector>(rows: &[Row<'_, FieldElement<V::Prime>>], sums: &mut Elements<V>) {
    const { assert!(ROWS <= PRODUCTS) };
    let mut factors = [V::zero(); ROWS];
    for rows in rows.chunks(ROWS) {
        for (factor, row) in factors.iter_mut().zip(rows) {
            *factor = V::splat(&row.factor);
        }
        // Each round takes the longest range `start..stop` of places within which no row starts or ends: the same rows,
        // those in `row_indices`, are added to all of its places.
        let mut start = 0;
        loop {
            let (mut stop, mut row_indices, mut count) = (usize::MAX, [0; ROWS], 0);
            for (i, row) in rows.iter().enumerate() {
                let end = row.start + row.elements.len();
                // A row that starts later ends the range, one that contains `start` takes part until it ends.
                if start < row.start {
                    stop = stop.min(row.start);
                } else if start < end {
                    stop = stop.min(end);
                    row_indices[count] = i;
                    count += 1;
                }
            }
            // All rows have ended.
            if stop == usize::MAX {
                break;
            }
            // Without rows the range is a gap between them.
            if count > 0 {
                fill::<V>(
                    &mut sums[start..stop],
                    #[inline(always)]
                    |range, contents| {
                        V::sum_of_many(
                            count,
                            #[inline(always)]
                            |i| {
                                let row = &rows[row_indices[i]];
                                self::factors(&row.elements[start - row.start..][range.clone()])
                            },
                            #[inline(always)]
                            |i| factors[row_indices[i]],
                        ) + load::<V>(contents).into()
                    },
                );
            }
            start = stop;
        }
    }
    factors.zeroize();
}

/// Writes Σ a[i]·b[i] to result.
#[inline(always)]
fn inner<V: BatchVector>(a: &Elements<V>, b: &Elements<V>, result: &mut FieldElement<V::Prime>) {
    // Each lane sums the products of every `LANES`-th element, with one reduction for at most `PRODUCTS` of them. A last
    // vector that is not full has zeros in its other lanes.
    let chunk = PRODUCTS * V::LANES;
    let mut sum = V::zero();
    for (a, b) in a.chunks(chunk).zip(b.chunks(chunk)) {
        let range = |i: usize| i * V::LANES..a.len().min((i + 1) * V::LANES);
        let products = V::sum_of_many(
            a.len().div_ceil(V::LANES),
            #[inline(always)]
            |i| factors(&a[range(i)]),
            #[inline(always)]
            |i| factors(&b[range(i)]),
        );
        sum = (products + sum.into()).carry();
    }
    let mut lanes = [FieldElement::ZERO; MAX_LANES];
    V::store_row(sum.into(), &mut lanes[..V::LANES]);
    // The order of the lanes does not matter for their sum. Places past the last lane are 0.
    *result = lanes.iter().sum();
    lanes.zeroize();
}

/// Replaces elements by their inverses, and zero by zero; constant time if the inversion is.
#[cfg(feature = "alloc")]
#[inline(always)]
fn invert<V: BatchVector>(elements: &mut Elements<V>, inversion: crate::field::Invert<V::Prime>) {
    use crate::backend::inverses::RunningProduct;

    /// Returns the elements with 1 in the place of 0, which would make all products zero, and as bits the lanes with 0.
    #[inline(always)]
    fn divisor<V: BatchVector>(elements: &Elements<V>) -> (V, u32) {
        let x = load::<V>(elements);
        let zeros = x.zero_lanes();
        (x.select_lanes(V::one(), zeros), zeros)
    }
    // Montgomery's trick in each lane, over every `LANES`-th element. Unused lanes of a last vector hold 0, and so get 1.
    let mut prefix = alloc::vec::Vec::with_capacity(elements.len().div_ceil(V::LANES));
    let mut products = RunningProduct::pair();
    for (i, elements) in elements.chunks(V::LANES).enumerate() {
        prefix.push(products[i % 2].push(&divisor::<V>(elements).0));
    }
    let (mut inverses, _) = RunningProduct::invert_pair(products, inversion);
    for (i, elements) in elements.chunks_mut(V::LANES).enumerate().rev() {
        // Loaded again: the element is replaced by its inverse only below.
        let (x, zeros) = divisor::<V>(elements);
        let inverse = inverses[i % 2].pop(&x, &prefix[i]);
        store::<V>(inverse.select_lanes(V::zero(), zeros).into(), elements);
    }
    // Products of the elements.
    prefix.zeroize();
}

/// Writes first·base^i to powers[i], by one product for each.
#[inline(always)]
fn fill_with_powers<V: BatchVector>(
    first: &FieldElement<V::Prime>,
    base: &FieldElement<V::Prime>,
    powers: &mut Elements<V>,
) {
    /// Log2 of the number of vectors that are multiplied side by side: a single one would wait for its last product.
    const LOG: u32 = 2;
    // Lane i of the first vector is first·base^i.
    let (mut lanes, mut step) = ([*first; MAX_LANES], *base);
    for i in 1..V::LANES {
        lanes[i] = lanes[i - 1] * base;
    }
    // base^LANES leads from a vector to the next.
    for _ in 0..V::LANES.ilog2() {
        step = step.square();
    }
    // In round `log`, stride is base^(LANES·2^log), and 2^log vectors become twice as many. Afterwards it leads from each
    // vector to the one four further on.
    let mut stride = V::splat(&step);
    let mut vectors = [V::load_row(&lanes[..V::LANES]); 1 << LOG];
    for log in 0..LOG {
        for i in 0..1 << log {
            vectors[i + (1 << log)] = vectors[i].mul_carried(&stride);
        }
        stride = stride.square_carried();
    }
    for powers in powers.chunks_mut(V::LANES << LOG) {
        for (vector, powers) in vectors.iter().zip(powers.chunks_mut(V::LANES)) {
            store::<V>((*vector).into(), powers);
        }
        for vector in &mut vectors {
            *vector = vector.mul_carried(&stride);
        }
    }
    // Powers of a base that may be secret.
    lanes.zeroize();
    step.zeroize();
    vectors.zeroize();
}

/// Fills all places, a vector at a time, with the values of a function of their indices and of what they contain.
#[inline(always)]
fn fill<V: BatchVector>(
    places: &mut Elements<V>,
    value: impl Fn(Range<usize>, &Elements<V>) -> V::Sum,
) {
    // Each value is stored one round late, after the next one has been computed, so that the processor overlaps the two:
    // the steps of either wait for each other. The first round has no value to store yet, and stores zeros to its own
    // places, which it has read and whose value overwrites them later. Scalar code overlaps without help.
    let overlap_end = match V::LANES {
        1 => 0,
        lanes => places.len() - places.len() % lanes,
    };
    let (mut previous, mut place) = (V::Sum::from(V::zero()), 0);
    for first in (0..overlap_end).step_by(V::LANES) {
        let range = first..first + V::LANES;
        let sum = value(range.clone(), &places[range]);
        V::store_row(previous, &mut places[place..place + V::LANES]);
        (previous, place) = (sum, first);
    }
    if overlap_end != 0 {
        V::store_row(previous, &mut places[place..place + V::LANES]);
    }
    // The last places, fewer than a vector; in scalar code all of them.
    let mut first = overlap_end;
    for places in places[overlap_end..].chunks_mut(V::LANES) {
        let value = value(first..first + places.len(), places);
        store::<V>(value, places);
        first += V::LANES;
    }
}

/// Loads a vector from as many elements as it has lanes, or from fewer, with zeros in the other lanes.
#[inline(always)]
fn load<V: BatchVector>(elements: &Elements<V>) -> V {
    if elements.len() == V::LANES {
        return V::load_row(elements);
    }
    load_few(elements)
}

/// Loads as [`load`] does, for a vector that is only multiplied, for which a backend may have a faster way.
#[inline(always)]
fn factors<V: BatchVector>(elements: &Elements<V>) -> V {
    if elements.len() == V::LANES {
        return V::load_factors(elements);
    }
    load_few(elements)
}

/// Loads fewer elements than lanes, with zeros in the other lanes; a function of its own, because it is rare.
#[inline(always)]
fn load_few<V: BatchVector>(elements: &Elements<V>) -> V {
    always!(V::call, {
        let mut row = [FieldElement::ZERO; MAX_LANES];
        row[..elements.len()].copy_from_slice(elements);
        let vector = V::load_row(&row[..V::LANES]);
        row.zeroize();
        vector
    })
}

/// Writes the first lanes of a sum to as many places, the inverse of [`load`]. Nothing may have been subtracted in the
/// sum.
#[inline(always)]
fn store<V: BatchVector>(sum: V::Sum, places: &mut Elements<V>) {
    if places.len() == V::LANES {
        return V::store_row(sum, places);
    }
    always!(V::call, {
        let mut row = [FieldElement::ZERO; MAX_LANES];
        V::store_row(sum, &mut row[..V::LANES]);
        places.copy_from_slice(&row[..places.len()]);
        row.zeroize();
    });
}

#[cfg(test)]
pub(crate) mod tests;
