//! Selene's functions.

use helioselene_simd::Selene;

use crate::batch;
use crate::border::{Status, caught, guard, item};
use crate::types::{Encoding, HeliosScalar, SeleneGenerators, SeleneNode, SelenePoint, SeleneSum};

/// Prepares generators of Selene and stores the address of their tables in `*generators`.
///
/// The tables take at most about `bytes` bytes, but at least one entry a point; for 0 the library chooses. Building them
/// takes as long as a dozen hashes or more, so keep them for the program's whole run.
///
/// # Safety
///
/// `points` has `count` points; `generators` can hold an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_generators_new_vartime(
    points: *const SelenePoint,
    count: usize,
    bytes: usize,
    generators: *mut *mut SeleneGenerators,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::generators_new::<Selene, _, _>(points, count, bytes, generators, SeleneGenerators)
    })
}

/// Frees what `helioselene_selene_generators_new_vartime` made; does nothing with NULL.
///
/// # Safety
///
/// The address comes from that function or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_generators_free(generators: *mut SeleneGenerators) {
    if !generators.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and is not used afterwards.
        caught(|| drop(unsafe { Box::from_raw(generators) }));
    }
}

/// Computes each node's hash after its change, see `helioselene_selene_node`.
///
/// One call for many nodes is faster than one call for each; README.md says by how much.
///
/// # Safety
///
/// `generators` has not been freed, `nodes` has `count` nodes whose addresses have as many items as they say, and `hashes`
/// has room for `count` points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_hash_nodes_vartime(
    generators: *const SeleneGenerators,
    nodes: *const SeleneNode,
    count: usize,
    hashes: *mut SelenePoint,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::hash_nodes::<Selene, _, _, _>(&item(generators)?.0, nodes, count, hashes)
    })
}

/// The x coordinates of points of Selene, which are scalars of Helios, with a single inversion.
///
/// # Safety
///
/// `points` has `count` points, and `scalars` has room for as many scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_points_to_scalars(
    points: *const SelenePoint,
    count: usize,
    scalars: *mut HeliosScalar,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_scalars::<Selene, _, _>(points, count, scalars) })
}

/// The encodings of points of Selene, with a single inversion.
///
/// # Safety
///
/// `points` has `count` points, and `encodings` has room for as many encodings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_points_to_bytes(
    points: *const SelenePoint,
    count: usize,
    encodings: *mut Encoding,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_bytes::<Selene, _>(points, count, encodings) })
}

/// Decodes points of Selene. For a valid encoding it writes 1 to `valid`; otherwise 0, and zeros to `points`, which are not
/// a point.
///
/// # Safety
///
/// `encodings` has `count` encodings; `points` and `valid` have room for as many points and bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_points_from_bytes_vartime(
    encodings: *const Encoding,
    count: usize,
    points: *mut SelenePoint,
    valid: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_from_bytes::<Selene, _>(encodings, count, points, valid) })
}

/// Whether each sum of products over Selene is the identity: writes 1 or 0 for each to `identities`.
///
/// All sums are combined with random weights and computed as one; if that is not the identity, each is computed by itself.
///
/// `random` is 64 uniform bytes from a generator for keys, such as the operating system's. Draw them for this call, after the
/// sums are fixed; use them once; let nobody who chose a scalar or a point know them before. Whoever can predict them can
/// make wrong sums pass, and that cannot be recognised. `HELIOSELENE_STATUS_WEAK_RANDOMNESS` is for two mistakes alone: bytes
/// that plainly come from no generator (a word repeated in all 64 or in the first or last 32 bytes; 32 bytes twice), and those
/// congruent modulo the curve's order to 0 or to a number whose 12k-th power is 1, for a k from 1 to the number of sums (to 1 if
/// there are none). The values of the sums do not matter.
///
/// # Safety
///
/// `sums` has `count` sums whose addresses have as many items as they say, `random` has 64 bytes, and `identities` has room
/// for `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_selene_sums_are_identity_vartime(
    sums: *const SeleneSum,
    count: usize,
    random: *const u8,
    identities: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::sums_are_identity::<Selene, _, _, _>(sums, count, random, identities)
    })
}
