//! One sum on several threads, cut into cells: some of Pippenger's sets over some of the points.
//!
//! Cutting only the points would repeat the work on buckets and the doublings in each part. So cells are cut by sets
//! first, and by points too if sets alone do not divide well among threads. All threads convert the points, each once.

mod choice;

use alloc::vec::Vec;

use crate::backend::BatchVector;
use crate::backend::tuning::sums::cells::LEAST;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::scalar_mul::Magnitude;
use crate::threads::{self, pool};

use self::choice::choose;
use crate::msm::points::affine::{normalize, scattered};
use crate::msm::points::operands::{Affine, minus_three};
use crate::msm::points::wipe::overwrite;
use crate::msm::vartime::horner::horner;
use crate::msm::vartime::memory::with_workspace;
use crate::msm::vartime::pippenger::{Plan, fill_and_empty};
use crate::msm::vartime::windows::{Prepared, SignedWindows};

type Terms<'a, C> = [(&'a FieldElement<<C as Curve>::Scalar>, &'a Point<C>)];

/// The most points converted at once, with one inversion.
const CONVERTED: usize = 256;

/// The sum on the pool's threads; `None` if it is not worth more than one.
pub(in crate::msm) fn sum<C: Curve, V: BatchVector<Prime = C::Base>>(
    terms: &Terms<'_, C>,
) -> Option<Point<C>> {
    let n = terms.len();
    let threads = pool::count(n, LEAST);
    if threads == 1 {
        return None;
    }
    let length = length::<C>(terms);
    let cells = choose::<V>(n, length, threads)?;
    let windows = SignedWindows::new(cells.bits, length);

    // This thread takes cells as well, and needs the rest of its workspace for them.
    let (mut table, mut prepared) = with_conversions::<V, _>(n, core::mem::take);
    if table.len() < n {
        table = threads::copies(Affine::default(), n);
        prepared = threads::copies(Prepared::default(), n);
    }
    // 1. Points to affine coordinates, scalars to digits: each once, in pieces.
    let piece = n.div_ceil(threads).clamp(16, CONVERTED);
    let pieces = table[..n].chunks_mut(piece);
    let pieces = pieces.zip(prepared[..n].chunks_mut(piece));
    let pieces = pieces.zip(terms.chunks(piece)).collect();
    run_tasks::<V, _, _>(pieces, |((table, prepared), terms)| {
        convert::<C, V>(terms, &windows, table, prepared);
    });

    // 2. Cells: `cells.sets` windows over one part of the points. Each ends as `bits` points D_k for each of its sets.
    let sets = windows.count as usize;
    let of_part = |part| (0..sets).step_by(cells.sets).map(move |set| (set, part));
    let all_cells = (0..cells.parts).flat_map(of_part).collect();
    let digits = run_tasks::<V, _, _>(all_cells, |&mut (first, part)| {
        let points = part * n / cells.parts..(part + 1) * n / cells.parts;
        let plan = Plan {
            windows,
            scalars: &prepared,
            sums: &[(points.start, points.clone())],
            sets_per_sum: windows.count,
            table_stride: 0,
        };
        // References are small beside what a sum of equally many points keeps.
        with_workspace(points.len() / 8, |workspace| {
            let scratch = &mut workspace.memory::<V>().scratch;
            let range = first..sets.min(first + cells.sets);
            fill_and_empty(&plan, range, &table, &minus_three(), scratch);
            scratch.digits.clone()
        })
    });
    // 3. Cells come part by part, and within a part by window: so each part's points are Σ 2^k·D_k, by Horner's rule.
    let parts: Vec<&[_]> = digits.chunks(digits.len() / cells.parts).collect();
    let sums = run_tasks::<V, _, _>(parts, |digits| horner::<C, V>(&digits.concat()));

    threads::fill(&mut prepared[..n], CONVERTED, |_, prepared| {
        overwrite(prepared);
    });
    with_conversions::<V, _>(n, |memory| *memory = (table, prepared));
    sums.into_iter().reduce(|a, b| a + b)
}

/// Calls a function with memory for `n` converted points, which the thread keeps for up to 2^15 points: about 4 MB
/// for each curve.
fn with_conversions<V: BatchVector, R>(
    n: usize,
    run: impl FnOnce(&mut (Vec<Affine<V::Lane>>, Vec<Prepared>)) -> R,
) -> R {
    // The whole memory of a sum is kept for an eighth as many points.
    with_workspace(n / 8, |workspace| {
        run(&mut workspace.memory::<V>().converted)
    })
}

/// An upper bound for the bits of all scalars' magnitudes.
fn length<C: Curve>(terms: &Terms<'_, C>) -> u32 {
    const MOST: u32 = 254;
    let mut longest = 0;
    for (scalar, _) in terms {
        longest = longest.max(Magnitude::new(scalar).bits());
        // Nearly all random scalars end the search here; a few bits less would save no window.
        if longest > MOST - 4 {
            return MOST;
        }
    }
    longest
}

/// Converts points to affine coordinates. Scalars become zero for the identity, which lists must not have.
fn convert<C: Curve, V: BatchVector<Prime = C::Base>>(
    terms: &Terms<'_, C>,
    windows: &SignedWindows,
    table: &mut [Affine<V::Lane>],
    prepared: &mut [Prepared],
) {
    let points: Vec<&Point<C>> = terms.iter().map(|(_, point)| *point).collect();
    let mut affine = Vec::new();
    scattered(&normalize::<C, V>(&points, true), points.len(), &mut affine);
    table.copy_from_slice(&affine);
    for ((prepared, point), (scalar, _)) in prepared.iter_mut().zip(&affine).zip(terms) {
        let scalar = if point.is_identity() {
            Magnitude::default()
        } else {
            Magnitude::new(scalar)
        };
        *prepared = windows.prepare(&scalar);
    }
}

/// The results of `run` for each task, on whichever thread of the pool is free; on this one if that thread's
/// floating-point environment does not suit the vectors.
fn run_tasks<V: BatchVector, T: Send, R: Send>(
    mut tasks: Vec<T>,
    run: impl Fn(&mut T) -> R + Send + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = tasks.iter().map(|_| None).collect();
    let places = tasks.iter_mut().zip(&mut results);
    pool::run_each(places, |(task, result)| {
        *result = V::suits_thread().then(|| run(task));
    });
    let results = results.into_iter().zip(&mut tasks);
    results
        .map(|(result, task)| result.unwrap_or_else(|| run(task)))
        .collect()
}
