//! Leaves of FCMP++'s tree: the Ed25519 points of outputs in short Weierstrass coordinates, which are scalars
//! of Selene. Variable time: outputs are public.
//!
//! Computed in the lanes of helioselene-simd's backends, by a job over its field trait.
//!
//! Results and refusals are those of Monero's `outputs_to_leaves`, byte by byte (`notes/leaves.md` has the
//! formulas and their proofs):
//!
//! - An encoding is 32 bytes: little-endian y < p, with the parity of x in bit 255. Refused are y ≥ p, y
//!   without an x, and a set parity bit where x = 0.
//! - An output's key O and commitment C may have torsion if consensus did not check them. Such a point P is
//!   replaced by its part of prime order, 8·(8⁻¹ mod ℓ)·P, and refused if that is the identity.
//! - Wei25519 is the curve y² = x³ + ax + b of draft-ietf-lwig-curve-representations-02, appendix E.2: with
//!   A = 486662 and a root c of −(A + 2), x = (1 + y)/(1 − y) + A/3 and y = c·(1 + y)/((1 − y)·x)
//!   with Edwards coordinates x and y on the right. The identity and (0, −1) have no such coordinates and are
//!   refused.
//! - Which of the two roots c is, [changed](Root) in July 2026. Leaves of the one make another tree than those of the other.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod convert;
mod edwards;
mod root;
mod torsion;

use alloc::vec;
use alloc::vec::Vec;

use helioselene_simd::Field25519;
use helioselene_simd::unstable::{fill_on_threads, run_batch};

use convert::Convert;
pub use root::Root;

/// The fewest points that a thread takes: those of some hundred microseconds.
const POINTS_PER_THREAD: usize = 64;

/// The points of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// O, the one-time key, as in the transaction.
    pub key: [u8; 32],
    /// I, the generator of the key image: Monero's hash of the key as in the transaction, with its torsion.
    pub key_image_generator: [u8; 32],
    /// C, the commitment to the amount.
    pub commitment: [u8; 32],
    /// Whether consensus checked that O and C have no torsion, as for Carrot outputs. Then they are
    /// converted unchanged, in a third of the time.
    pub checked_for_torsion: bool,
}

/// The scalars of a leaf: x and y of O, then of I, then of C.
pub type Leaf = [Field25519; 6];

/// The treatment of torsion in [`vartime_to_weierstrass`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Torsion {
    /// Known to be absent: points are converted unchanged.
    Checked,
    /// Unknown: the parts of prime order are converted. A point without torsion takes three times as long as
    /// a checked one, a point with torsion and its neighbours in a vector ten times.
    Cleared,
}

/// The leaves of outputs, `None` where Monero inserts no leaf; variable time.
///
/// Two inversions for all outputs. Scratch memory: about a kilobyte for each output.
///
/// ```
/// use helioselene_leaves::{Output, Root, vartime_from_outputs};
///
/// // The generator of Ed25519, y = 4/5.
/// let generator = { let mut bytes = [0x66; 32]; bytes[0] = 0x58; bytes };
/// let output = Output {
///     key: generator,
///     key_image_generator: generator,
///     commitment: generator,
///     checked_for_torsion: false,
/// };
/// let identity = { let mut bytes = [0; 32]; bytes[0] = 1; bytes };
/// let outputs = [output, Output { commitment: identity, ..output }];
/// let leaves = vartime_from_outputs(&outputs, Root::SINCE_31C26D9);
/// assert!(leaves[0].is_some() && leaves[1].is_none());
/// ```
pub fn vartime_from_outputs(outputs: &[Output], root: Root) -> Vec<Option<Leaf>> {
    // The points that need no check, and the others, in the order of the outputs.
    let (mut checked, mut unchecked) = (Vec::with_capacity(outputs.len()), Vec::new());
    for output in outputs {
        let keys = if output.checked_for_torsion {
            &mut checked
        } else {
            &mut unchecked
        };
        keys.extend([output.key, output.commitment]);
        checked.push(output.key_image_generator);
    }
    let mut checked = vartime_to_weierstrass(&checked, Torsion::Checked, root).into_iter();
    let mut unchecked = vartime_to_weierstrass(&unchecked, Torsion::Cleared, root).into_iter();
    let leaf = |output: &Output| {
        let keys = if output.checked_for_torsion {
            &mut checked
        } else {
            &mut unchecked
        };
        let mut next = || keys.next().expect("a result for each point");
        let (key, commitment) = (next(), next());
        let generator = checked.next().expect("a result for each point");
        let ([o_x, o_y], [i_x, i_y], [c_x, c_y]) = (key?, generator?, commitment?);
        Some([o_x, o_y, i_x, i_y, c_x, c_y])
    };
    outputs.iter().map(leaf).collect()
}

/// The short Weierstrass coordinates of encoded Ed25519 points, `None` where Monero refuses one; variable time.
///
/// One inversion for all points. Scratch memory: about 250 bytes for each point.
pub fn vartime_to_weierstrass(
    encodings: &[[u8; 32]],
    torsion: Torsion,
    root: Root,
) -> Vec<Option<[Field25519; 2]>> {
    let clear_torsion = torsion == Torsion::Cleared;
    let mut coordinates = vec![None; encodings.len()];
    fill_on_threads(&mut coordinates, POINTS_PER_THREAD, |first, coordinates| {
        run_batch(Convert {
            encodings: &encodings[first..][..coordinates.len()],
            coordinates,
            root,
            clear_torsion,
        });
    });
    coordinates
}
