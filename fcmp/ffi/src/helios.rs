//! Helios' functions.

use helioselene_simd::Helios;

use crate::batch;
use crate::border::{Status, caught, guard, item};
use crate::types::{Encoding, HeliosGenerators, HeliosNode, HeliosPoint, HeliosSum, SeleneScalar};

/// Prepares generators of Helios and stores the address of their tables in `*generators`.
///
/// The tables take at most about `bytes` bytes, but at least one entry a point; for 0 the library chooses. Building them
/// takes as long as a dozen hashes or more, so keep them for the program's whole run.
///
/// # Safety
///
/// `points` has `count` points; `generators` can hold an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_generators_new_vartime(
    points: *const HeliosPoint,
    count: usize,
    bytes: usize,
    generators: *mut *mut HeliosGenerators,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::generators_new::<Helios, _, _>(points, count, bytes, generators, HeliosGenerators)
    })
}

/// Frees what `helioselene_helios_generators_new_vartime` made; does nothing with NULL.
///
/// # Safety
///
/// The address comes from that function or is NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_generators_free(generators: *mut HeliosGenerators) {
    if !generators.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and is not used afterwards.
        caught(|| drop(unsafe { Box::from_raw(generators) }));
    }
}

/// Computes each node's hash after its change, see `helioselene_helios_node`.
///
/// One call for many nodes is faster than one call for each; README.md says by how much.
///
/// # Safety
///
/// `generators` has not been freed, `nodes` has `count` nodes whose addresses have as many items as they say, and `hashes`
/// has room for `count` points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_hash_nodes_vartime(
    generators: *const HeliosGenerators,
    nodes: *const HeliosNode,
    count: usize,
    hashes: *mut HeliosPoint,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::hash_nodes::<Helios, _, _, _>(&item(generators)?.0, nodes, count, hashes)
    })
}

/// The x coordinates of points of Helios, which are scalars of Selene, with a single inversion.
///
/// # Safety
///
/// `points` has `count` points, and `scalars` has room for as many scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_points_to_scalars(
    points: *const HeliosPoint,
    count: usize,
    scalars: *mut SeleneScalar,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_scalars::<Helios, _, _>(points, count, scalars) })
}

/// The encodings of points of Helios, with a single inversion.
///
/// # Safety
///
/// `points` has `count` points, and `encodings` has room for as many encodings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_points_to_bytes(
    points: *const HeliosPoint,
    count: usize,
    encodings: *mut Encoding,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_bytes::<Helios, _>(points, count, encodings) })
}

/// Decodes points of Helios. For a valid encoding it writes 1 to `valid`; otherwise 0, and zeros to `points`, which are not
/// a point.
///
/// # Safety
///
/// `encodings` has `count` encodings; `points` and `valid` have room for as many points and bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_points_from_bytes_vartime(
    encodings: *const Encoding,
    count: usize,
    points: *mut HeliosPoint,
    valid: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_from_bytes::<Helios, _>(encodings, count, points, valid) })
}

/// Whether each sum of products over Helios is the identity: writes 1 or 0 for each to `identities`.
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
pub unsafe extern "C" fn helioselene_helios_sums_are_identity_vartime(
    sums: *const HeliosSum,
    count: usize,
    random: *const u8,
    identities: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe {
        batch::sums_are_identity::<Helios, _, _, _>(sums, count, random, identities)
    })
}
