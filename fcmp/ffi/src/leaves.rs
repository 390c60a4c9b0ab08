//! Outputs to leaves.

use core::ffi::{CStr, c_char};

use helioselene_leaves::{
    HashToPoint, KeyImageGenerator, OutputPoint, Refusal, Refused, Root, vartime_from_outputs,
    vartime_hash_to_point,
};
use helioselene_simd::group::ff::PrimeField;

use crate::border::{Places, Status, guard, items};
use crate::types::{Ed25519Encoding, Leaf, Output, SeleneScalar};

/// For `helioselene_leaves_of_outputs_vartime`: the leaves of FCMP++ 0e438ae, and of Monero before its commit 1e9c45543 of
/// 2026-07-23, whose y uses the even root of -486664.
pub const HELIOSELENE_ROOT_OF_0E438AE: u32 = 1;

/// For `helioselene_leaves_of_outputs_vartime`: the leaves of FCMP++ since 31c26d9 (2026-08-18), 77788c36 included, of
/// 76399e58, and of Monero since its commit 1e9c45543, whose y uses the odd root of -486664.
pub const HELIOSELENE_ROOT_SINCE_31C26D9: u32 = 2;

/// In `helioselene_output`: the caller gives the key image generator, as an encoded point.
pub const HELIOSELENE_GENERATOR_GIVEN: u8 = 1;

/// In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's biased hash of
/// the key (Keccak), as for all outputs before Carrot.
pub const HELIOSELENE_GENERATOR_BIASED: u8 = 2;

/// In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's unbiased hash
/// of the key (BLAKE2b), as for Carrot outputs.
pub const HELIOSELENE_GENERATOR_UNBIASED: u8 = 3;

/// No refusal by `helioselene_leaves_of_outputs_vartime`: there is a leaf.
pub const HELIOSELENE_REFUSED_NONE: u8 = 0;

/// A refusal: the key's 32 bytes encode no point.
pub const HELIOSELENE_REFUSED_KEY_NO_POINT: u8 = 1;

/// A refusal: the key is the identity or (0, -1), or has small order and was not checked for torsion.
pub const HELIOSELENE_REFUSED_KEY_NO_COORDINATES: u8 = 2;

/// A refusal: the given key image generator's 32 bytes encode no point.
pub const HELIOSELENE_REFUSED_GENERATOR_NO_POINT: u8 = 3;

/// A refusal: the key image generator is the identity or (0, -1). No key with such a hash is known.
pub const HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES: u8 = 4;

/// A refusal: the commitment's 32 bytes encode no point.
pub const HELIOSELENE_REFUSED_COMMITMENT_NO_POINT: u8 = 5;

/// A refusal: the commitment is the identity or (0, -1), or has small order and was not checked for torsion.
pub const HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES: u8 = 6;

/// The leaves of outputs, as computed by Monero's `outputs_to_leaves`: the key image generator is hashed from the key unless
/// it is given, and torsion is cleared from O and C of outputs that were not checked for it.
///
/// For each leaf `refusals` gets HELIOSELENE_REFUSED_NONE, which is 0. For an output that Monero does not insert it gets
/// another HELIOSELENE_REFUSED_..., which names the first refused point of O, I and C and the reason, and `leaves` gets
/// zeros. A refused output is not an error of the call.
///
/// `root` selects the revision of FCMP++: HELIOSELENE_ROOT_OF_0E438AE or HELIOSELENE_ROOT_SINCE_31C26D9. The two differ in
/// the sign of each y and so make different trees. Any other number gives HELIOSELENE_STATUS_INVALID_ROOT.
///
/// # Safety
///
/// `outputs` has `count` outputs; `leaves` and `refusals` have room for as many leaves and bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_leaves_of_outputs_vartime(
    root: u32,
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    refusals: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { leaves_of_outputs(root, outputs, count, leaves, refusals) })
}

/// Hashes keys to encoded points of Ed25519 like Monero's `derive_key_image_generator`. `hash` is
/// HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED; a key is any 32 bytes.
///
/// # Safety
///
/// `keys` has `count` encodings, and `points` has room for as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_hash_to_point_vartime(
    hash: u8,
    keys: *const Ed25519Encoding,
    count: usize,
    points: *mut Ed25519Encoding,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { hash_to_point(hash, keys, count, points) })
}

/// The English text for a refusal of `helioselene_leaves_of_outputs_vartime`, any number allowed. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn helioselene_refusal_message(refusal: u8) -> *const c_char {
    message(refusal).as_ptr()
}

/// # Safety
///
/// As [`helioselene_leaves_of_outputs_vartime`].
unsafe fn leaves_of_outputs(
    root: u32,
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    refusals: *mut u8,
) -> Result<(), Status> {
    let root = match root {
        HELIOSELENE_ROOT_OF_0E438AE => Root::OF_0E438AE,
        HELIOSELENE_ROOT_SINCE_31C26D9 => Root::SINCE_31C26D9,
        _ => return Err(Status::InvalidRoot),
    };
    let (places, refusals) = (Places::new(leaves, count)?, Places::new(refusals, count)?);
    // SAFETY: the caller's contract.
    let outputs = unsafe { items(outputs, count) }?;
    let outputs: Vec<_> = outputs.iter().map(output).collect::<Result<_, _>>()?;
    let leaves = vartime_from_outputs(&outputs, root);
    let none = Leaf {
        scalars: [SeleneScalar { bytes: [0; 32] }; 6],
    };
    let results = leaves.iter().map(|leaf| match leaf {
        Ok(scalars) => Leaf {
            scalars: scalars.map(|scalar| SeleneScalar {
                bytes: scalar.to_repr(),
            }),
        },
        Err(_) => none,
    });
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe {
        places.fill(results);
        refusals.fill(leaves.iter().map(|leaf| refusal(leaf.err())));
    }
    Ok(())
}

/// # Safety
///
/// As [`helioselene_hash_to_point_vartime`].
unsafe fn hash_to_point(
    hash: u8,
    keys: *const Ed25519Encoding,
    count: usize,
    points: *mut Ed25519Encoding,
) -> Result<(), Status> {
    let hash = match hash {
        HELIOSELENE_GENERATOR_BIASED => HashToPoint::Biased,
        HELIOSELENE_GENERATOR_UNBIASED => HashToPoint::Unbiased,
        _ => return Err(Status::InvalidGenerator),
    };
    let places = Places::new(points, count)?;
    // SAFETY: the caller's contract.
    let keys = unsafe { items(keys, count) }?;
    let keys: Vec<_> = keys.iter().map(|key| key.bytes).collect();
    let points = vartime_hash_to_point(&keys, hash).into_iter();
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe { places.fill(points.map(|bytes| Ed25519Encoding { bytes })) };
    Ok(())
}

fn output(output: &Output) -> Result<helioselene_leaves::Output, Status> {
    let checked_for_torsion = match output.checked_for_torsion {
        0 => false,
        1 => true,
        _ => return Err(Status::InvalidFlag),
    };
    let key_image_generator = match output.generator {
        HELIOSELENE_GENERATOR_GIVEN => KeyImageGenerator::Given(output.key_image_generator),
        HELIOSELENE_GENERATOR_BIASED => KeyImageGenerator::Hashed(HashToPoint::Biased),
        HELIOSELENE_GENERATOR_UNBIASED => KeyImageGenerator::Hashed(HashToPoint::Unbiased),
        _ => return Err(Status::InvalidGenerator),
    };
    Ok(helioselene_leaves::Output {
        key: output.key,
        key_image_generator,
        commitment: output.commitment,
        checked_for_torsion,
    })
}

fn refusal(refused: Option<Refused>) -> u8 {
    let Some(Refused { point, reason }) = refused else {
        return HELIOSELENE_REFUSED_NONE;
    };
    match (point, reason) {
        (OutputPoint::Key, Refusal::NoPoint) => HELIOSELENE_REFUSED_KEY_NO_POINT,
        (OutputPoint::Key, Refusal::NoCoordinates) => HELIOSELENE_REFUSED_KEY_NO_COORDINATES,
        (OutputPoint::KeyImageGenerator, Refusal::NoPoint) => {
            HELIOSELENE_REFUSED_GENERATOR_NO_POINT
        }
        (OutputPoint::KeyImageGenerator, Refusal::NoCoordinates) => {
            HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES
        }
        (OutputPoint::Commitment, Refusal::NoPoint) => HELIOSELENE_REFUSED_COMMITMENT_NO_POINT,
        (OutputPoint::Commitment, Refusal::NoCoordinates) => {
            HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES
        }
    }
}

fn message(refusal: u8) -> &'static CStr {
    match refusal {
        HELIOSELENE_REFUSED_NONE => c"not refused",
        HELIOSELENE_REFUSED_KEY_NO_POINT => c"the key is not the encoding of a point",
        HELIOSELENE_REFUSED_KEY_NO_COORDINATES => {
            c"the key is a point without Weierstrass coordinates"
        }
        HELIOSELENE_REFUSED_GENERATOR_NO_POINT => {
            c"the key image generator is not the encoding of a point"
        }
        HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES => {
            c"the key image generator is a point without Weierstrass coordinates"
        }
        HELIOSELENE_REFUSED_COMMITMENT_NO_POINT => c"the commitment is not the encoding of a point",
        HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES => {
            c"the commitment is a point without Weierstrass coordinates"
        }
        _ => c"not a refusal of this library",
    }
}
