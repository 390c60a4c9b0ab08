//! Outputs to leaves.

use helioselene_leaves::{Root, vartime_from_outputs};
use helioselene_simd::group::ff::PrimeField;

use crate::border::{Places, Status, guard, items};
use crate::types::{Leaf, Output, SeleneScalar};

/// For `helioselene_leaves_of_outputs_vartime`: the y of leaves is that of FCMP++ 0e438ae, and of Monero before its commit
/// 1e9c45543 of 2026-07-23, whose root of -486664 is the even one.
pub const HELIOSELENE_ROOT_OF_0E438AE: u32 = 1;

/// For `helioselene_leaves_of_outputs_vartime`: the y of leaves is that of FCMP++ since 31c26d9 (2026-08-18), 77788c36
/// included, and of Monero since its commit 1e9c45543, whose root of -486664 is the odd one.
pub const HELIOSELENE_ROOT_SINCE_31C26D9: u32 = 2;

/// The leaves of outputs, as Monero's `outputs_to_leaves` has them: torsion is cleared from O and C of outputs
/// that were not checked for it. Where there is a leaf, a 1 goes to `valid`; where Monero inserts none, a 0, and
/// zeros to `leaves`.
///
/// `root` says for which revision of FCMP++ the leaves are: HELIOSELENE_ROOT_OF_0E438AE or
/// HELIOSELENE_ROOT_SINCE_31C26D9. The two differ in the sign of each y, and so make different trees; any other number is
/// HELIOSELENE_STATUS_INVALID_ROOT.
///
/// # Safety
///
/// `outputs` are `count` outputs, and as many leaves may be written to `leaves` and bytes to `valid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn helioselene_leaves_of_outputs_vartime(
    root: u32,
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    valid: *mut u8,
) -> Status {
    // SAFETY: the caller's contract.
    guard(|| unsafe { leaves_of_outputs(root, outputs, count, leaves, valid) })
}

/// # Safety
///
/// As above.
unsafe fn leaves_of_outputs(
    root: u32,
    outputs: *const Output,
    count: usize,
    leaves: *mut Leaf,
    valid: *mut u8,
) -> Result<(), Status> {
    let root = match root {
        HELIOSELENE_ROOT_OF_0E438AE => Root::OF_0E438AE,
        HELIOSELENE_ROOT_SINCE_31C26D9 => Root::SINCE_31C26D9,
        _ => return Err(Status::InvalidRoot),
    };
    let (places, valid) = (Places::new(leaves, count)?, Places::new(valid, count)?);
    // SAFETY: the caller's contract.
    let outputs = unsafe { items(outputs, count) }?;
    let outputs: Vec<_> = outputs.iter().map(output).collect::<Result<_, _>>()?;
    let leaves = vartime_from_outputs(&outputs, root);
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
