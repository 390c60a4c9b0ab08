//! Helios' functions.

use helioselene_simd::Helios;

use crate::batch;
use crate::border::{Status, caught, guard, item};
use crate::types::{Encoding, HeliosGenerators, HeliosNode, HeliosPoint, HeliosSum, SeleneScalar};

/// Prepares generators of Helios: `*generators` becomes the address of tables, of at most about `bytes` bytes or
/// of one entry for each point if that is more, of the library's choice for 0.
///
/// It takes as long as a dozen hashes or more: tables are for the whole run of a program.
///
/// # Safety
///
/// `points` are `count` points, and an address may be written to `generators`.
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
/// The address is of that function or NULL, and it is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_generators_free(generators: *mut HeliosGenerators) {
    if !generators.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and is not used afterwards.
        caught(|| drop(unsafe { Box::from_raw(generators) }));
    }
}

/// Hashes nodes: to `hashes` goes each node's hash after its change, see `helioselene_helios_node`.
///
/// One call for many nodes takes less time than as many calls: README.md has how much.
///
/// # Safety
///
/// `generators` is alive, `nodes` are `count` nodes whose addresses are of as many items as they say, and
/// `count` points may be written to `hashes`.
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

/// The x coordinates of points of Helios, which are scalars of Selene; one inversion for all.
///
/// # Safety
///
/// `points` are `count` points, and as many scalars may be written to `scalars`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_points_to_scalars(
    points: *const HeliosPoint,
    count: usize,
    scalars: *mut SeleneScalar,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_scalars::<Helios, _, _>(points, count, scalars) })
}

/// The encodings of points of Helios; one inversion for all.
///
/// # Safety
///
/// `points` are `count` points, and as many encodings may be written to `encodings`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_helios_points_to_bytes(
    points: *const HeliosPoint,
    count: usize,
    encodings: *mut Encoding,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { batch::points_to_bytes::<Helios, _>(points, count, encodings) })
}

/// The points of Helios that encodings stand for. Where there is one, a 1 goes to `valid`; elsewhere a 0, and zeros
/// to `points`, which are no point.
///
/// # Safety
///
/// `encodings` are `count` encodings, and as many points may be written to `points` and bytes to `valid`.
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

/// Whether sums of products over Helios are the identity, each of them: 1 or 0 goes to `identities`.
///
/// All are computed as one, with random weights that `random` gives, and by themselves only if that one is not the identity.
/// `random` is 64 bytes from a generator for keys, such as the operating system's: all of them uniform, drawn for this call
/// after the sums were fixed, used for no other, and never known before to anyone who chose a scalar or a point. Whoever
/// knows or guesses them makes sums that are not the identity and pass. Bytes that let wrong sums pass by themselves, or that are
/// plainly of no generator (zeros or another word over and over, in all 64 or in the first or last 32; 32 bytes twice), give
/// `HELIOSELENE_STATUS_WEAK_RANDOMNESS`, however many sums there are; others that can be foreseen are not noticed.
///
/// # Safety
///
/// `sums` are `count` sums whose addresses are of as many items as they say, `random` is of 64 bytes, and `count` bytes
/// may be written to `identities`.
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
