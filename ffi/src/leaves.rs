//! Outputs to leaves.

use helioselene_leaves::vartime_from_outputs;
use helioselene_simd::group::ff::PrimeField;

use crate::border::{Places, Status, guard, items};
use crate::types::{Leaf, Output, SeleneScalar};

/// The leaves of outputs, as Monero's `outputs_to_leaves` has them: torsion is cleared from O and C of outputs
/// that were not checked for it. Where there is a leaf, a 1 goes to `valid`; where Monero inserts none, a 0, and
/// zeros to `leaves`.
///
/// # Safety
///
/// `outputs` are `count` outputs, and as many leaves may be written to `leaves` and bytes to `valid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_outputs_to_leaves_vartime(
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    valid: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { outputs_to_leaves(outputs, count, leaves, valid) })
}

/// # Safety
///
/// As above.
unsafe fn outputs_to_leaves(
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    valid: *mut u8,
) -> Result<(), Status> {
    let (places, valid) = (Places::new(leaves, count)?, Places::new(valid, count)?);
    // SAFETY: the caller's contract.
    let outputs = unsafe { items(outputs, count) }?;
    let outputs: Vec<_> = outputs.iter().map(output).collect::<Result<_, _>>()?;
    let leaves = vartime_from_outputs(&outputs);
    let none = Leaf {
        scalars: [SeleneScalar { bytes: [0; 32] }; 6],
    };
    let results = leaves.iter().map(|leaf| match leaf {
        Some(scalars) => Leaf {
            scalars: scalars.map(|scalar| SeleneScalar {
                bytes: scalar.to_repr(),
            }),
        },
        None => none,
    });
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe {
        places.fill(results);
        valid.fill(leaves.iter().map(|leaf| u8::from(leaf.is_some())));
    }
    Ok(())
}

fn output(output: &Output) -> Result<helioselene_leaves::Output, Status> {
    let checked_for_torsion = match output.checked_for_torsion {
        0 => false,
        1 => true,
        _ => return Err(Status::InvalidFlag),
    };
    Ok(helioselene_leaves::Output {
        key: output.key,
        key_image_generator: output.key_image_generator,
        commitment: output.commitment,
        checked_for_torsion,
    })
}
