//! One sum on several threads, cut into *cells*: a cell is some of Pippenger's windows over some of the points.
//!
//! If only the points were divided, each part would repeat the work on buckets and the doublings. So the windows are
//! divided first, and the points too if windows alone do not divide well among threads. The conversion to affine
//! coordinates is divided as well, so that each point is converted once.

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

/// The most points that a task converts, with one inversion.
const CONVERTED: usize = 256;

/// Computes the sum on the pool's threads; returns `None` if it is not worth more than one.
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

    // Only the conversions are taken out of this thread's workspace: it computes cells as well, in the rest.
    let (mut table, mut prepared) = with_conversions::<V, _>(n, core::mem::take);
    // Too little memory is replaced, not grown: old contents need no copy.
    if table.len() < n {
        table = threads::copies(Affine::default(), n);
        prepared = threads::copies(Prepared::default(), n);
    }
    // 1. Convert points to affine coordinates and recode scalars, in a piece for each task.
    // The pieces of points, of places in the table and of places for scalars are cut alike, so `zip` pairs them.
    let piece = n.div_ceil(threads).clamp(16, CONVERTED);
    let pieces = table[..n].chunks_mut(piece);
    let pieces = pieces.zip(prepared[..n].chunks_mut(piece));
    let pieces = pieces.zip(terms.chunks(piece)).collect();
    run_tasks::<V, _, _>(pieces, |((table, prepared), terms)| {
        convert::<C, V>(terms, &windows, table, prepared);
    });

    // 2. Compute the cells: `cells.sets` windows over one part of the points. Each ends as `bits` points D_k for each of
    // its windows.
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
        // A cell uses little of what a sum over as many points would, so its memory is kept up to eight times the points.
        with_workspace(points.len() / 8, |workspace| {
            let scratch = &mut workspace.memory::<V>().scratch;
            let range = first..sets.min(first + cells.sets);
            fill_and_empty(&plan, range, &table, &minus_three(), scratch);
            scratch.digits.clone()
        })
    });
    // 3. Join the cells. Results are in the order of the tasks, part by part and within a part by window, so the points of
    // a part are the D_k of Σ 2^k·D_k. Horner's rule takes each part by itself, and the parts are added.
    let parts: Vec<&[_]> = digits.chunks(digits.len() / cells.parts).collect();
    let sums = run_tasks::<V, _, _>(parts, |digits| horner::<C, V>(&digits.concat()));

    // The scalars are wiped before the thread keeps the memory.
    threads::fill(&mut prepared[..n], CONVERTED, |_, prepared| {
        overwrite(prepared);
    });
    with_conversions::<V, _>(n, |memory| *memory = (table, prepared));
    sums.into_iter().reduce(|a, b| a + b)
}

/// Calls a function with the thread's memory for `n` converted points. The thread keeps it if there are at most 2^15
/// points: about 4 MB for each curve.
fn with_conversions<V: BatchVector, R>(
    n: usize,
    run: impl FnOnce(&mut (Vec<Affine<V::Lane>>, Vec<Prepared>)) -> R,
) -> R {
    // `with_workspace` keeps the whole memory of a sum for 2^12 points. This part of it is kept for eight times as many.
    with_workspace(n / 8, |workspace| {
        run(&mut workspace.memory::<V>().converted)
    })
}

/// Returns an upper bound for the bits of all scalars' magnitudes.
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

/// Converts points to affine coordinates, and recodes scalars: as zero where the point is the identity, which lists must
/// not contain.
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

/// Runs each task on whichever thread of the pool is free, and returns the results in order. A task is run here instead
/// if the floating-point environment of that thread does not suit the vectors.
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
