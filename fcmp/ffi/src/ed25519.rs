//! Ed25519: sums of public points, and torsion.

use helioselene_leaves::vartime_are_torsion_free;
use helioselene_simd::ed25519::{EdwardsPoint, VartimeEdwardsPrecomputation};

use crate::border::{Places, Status, caught, guard, item, items};
use crate::types::{Ed25519Encoding, Ed25519Generators, Ed25519Integer};

/// Prepares points of Ed25519 that many sums share, such as the generators of Bulletproofs+, and stores the address of their
/// tables in `*generators`.
///
/// # Safety
///
/// `points` has `count` encodings; `generators` can hold an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_ed25519_generators_new_vartime(
    points: *const Ed25519Encoding,
    count: usize,
    generators: *mut *mut Ed25519Generators,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        let place = Places::new(generators, 1)?;
        let points = decoded(items(points, count)?)?;
        let tables = Ed25519Generators(VartimeEdwardsPrecomputation::new(&points));
        place.fill(core::iter::once(Box::into_raw(Box::new(tables))));
        Ok(())
    })
}

/// Frees what `helioselene_ed25519_generators_new_vartime` made; does nothing with NULL.
///
/// # Safety
///
/// The address comes from that function or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_ed25519_generators_free(generators: *mut Ed25519Generators) {
    if !generators.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and is not used afterwards.
        caught(|| drop(unsafe { Box::from_raw(generators) }));
    }
}

/// Whether the sum of products of integers and points of Ed25519 is the identity: `*is_identity` gets 1 or 0. The first
/// `generator_count` generators are multiplied by `of_generators`, `points` by `integers`.
///
/// Integers are not taken modulo the order of the subgroup: the sum is right for points with torsion too. An encoding that
/// Monero's `ge_frombytes_vartime` refuses gives HELIOSELENE_STATUS_INVALID_POINT, and more integers than generators
/// HELIOSELENE_STATUS_TOO_MANY_CHILDREN.
///
/// # Safety
///
/// `generators` has not been freed; `of_generators` has `generator_count` integers, `integers` and `points` have `count`
/// items; `is_identity` has room for a byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_ed25519_sum_is_identity_vartime(
    generators: *const Ed25519Generators,
    of_generators: *const Ed25519Integer,
    generator_count: usize,
    integers: *const Ed25519Integer,
    points: *const Ed25519Encoding,
    count: usize,
    is_identity: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        let place = Places::new(is_identity, 1)?;
        let tables = &item(generators)?.0;
        let bytes = |integer: &Ed25519Integer| integer.bytes;
        let of_generators: Vec<_> = items(of_generators, generator_count)?
            .iter()
            .map(bytes)
            .collect();
        if of_generators.len() > tables.len() {
            return Err(Status::TooManyChildren);
        }
        let integers: Vec<_> = items(integers, count)?.iter().map(bytes).collect();
        let points = decoded(items(points, count)?)?;
        let sum = tables.vartime_mixed_multiscalar_mul(&of_generators, &integers, &points);
        place.fill(core::iter::once(u8::from(sum.is_identity())));
        Ok(())
    })
}

/// Whether each encoding is one of a point of Ed25519 without torsion, such as the identity: 1 or 0. Three powers a point,
/// many at once, replace the multiplication by the order.
///
/// # Safety
///
/// `points` has `count` encodings, and `are_torsion_free` has room for as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_ed25519_are_torsion_free_vartime(
    points: *const Ed25519Encoding,
    count: usize,
    are_torsion_free: *mut u8,
) -> Status {
    // SAFETY: the caller's contract; no slice of what was read is used when results are written.
    guard(|| unsafe {
        let places = Places::new(are_torsion_free, count)?;
        let points: Vec<_> = items(points, count)?
            .iter()
            .map(|point| point.bytes)
            .collect();
        let free = vartime_are_torsion_free(&points);
        places.fill(free.into_iter().map(u8::from));
        Ok(())
    })
}

/// The points, all of which must be valid.
fn decoded(points: &[Ed25519Encoding]) -> Result<Vec<EdwardsPoint>, Status> {
    let encodings: Vec<_> = points.iter().map(|point| point.bytes).collect();
    let points = EdwardsPoint::vartime_batch_from_bytes(&encodings).into_iter();
    points.collect::<Option<_>>().ok_or(Status::InvalidPoint)
}
