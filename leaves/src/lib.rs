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
//! - The generator I of the key image is a hash of O's encoding, [of one kind or the other](HashToPoint).
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
mod hash;
mod map;
mod output;
mod refusal;
mod root;
mod torsion;

use alloc::vec;
use alloc::vec::Vec;

use helioselene_simd::Field25519;
use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::unstable::{fill_on_threads, run_batch};

use convert::{Convert, Coordinates, Points, Source, Target};
pub use hash::HashToPoint;
pub use output::{KeyImageGenerator, Output, OutputPoint, Refused};
pub use refusal::Refusal;
pub use root::Root;

/// The fewest points that a thread takes: those of some hundred microseconds.
const POINTS_PER_THREAD: usize = 64;
/// The fewest outputs that a thread takes.
const OUTPUTS_PER_THREAD: usize = 32;
/// The outputs that share an inversion. More would gain nothing, and their scratch memory would leave the cache.
const BLOCK: usize = 512;

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

/// The leaves of outputs, or why Monero inserts none; variable time.
///
/// An inversion for 512 outputs. Scratch memory: half a megabyte for each thread, however many outputs there are.
///
/// ```
/// use helioselene_leaves::{Output, OutputPoint, Refusal, Refused, Root, vartime_from_outputs};
///
/// // The generator of Ed25519, y = 4/5.
/// let generator = { let mut bytes = [0x66; 32]; bytes[0] = 0x58; bytes };
/// let identity = { let mut bytes = [0; 32]; bytes[0] = 1; bytes };
/// let outputs = [
///     Output::legacy(generator, generator),
///     Output::carrot(generator, identity),
/// ];
/// let leaves = vartime_from_outputs(&outputs, Root::SINCE_31C26D9);
/// assert!(leaves[0].is_ok());
/// assert_eq!(
///     leaves[1],
///     Err(Refused { point: OutputPoint::Commitment, reason: Refusal::NoCoordinates })
/// );
/// ```
pub fn vartime_from_outputs(outputs: &[Output], root: Root) -> Vec<Result<Leaf, Refused>> {
    // Every place is written.
    let mut leaves = vec![Err(Refused::of(OutputPoint::Key)(Refusal::NoPoint)); outputs.len()];
    fill_on_threads(&mut leaves, OUTPUTS_PER_THREAD, |first, leaves| {
        let outputs = &outputs[first..][..leaves.len()];
        for (outputs, leaves) in outputs.chunks(BLOCK).zip(leaves.chunks_mut(BLOCK)) {
            from_block(outputs, root, leaves);
        }
    });
    leaves
}

/// Points of outputs from one source, in the order of the outputs.
struct Batch {
    source: Source,
    bytes: Vec<[u8; 32]>,
    coordinates: Vec<Coordinates>,
}

impl Batch {
    fn new(source: Source) -> Self {
        Self {
            source,
            bytes: Vec::new(),
            coordinates: Vec::new(),
        }
    }

    fn points(&mut self) -> Points<'_> {
        self.coordinates = vec![Err(Refusal::NoPoint); self.bytes.len()];
        Points {
            source: self.source,
            bytes: &self.bytes,
            coordinates: &mut self.coordinates,
        }
    }
}

fn from_block(outputs: &[Output], root: Root, leaves: &mut [Result<Leaf, Refused>]) {
    let encoded = |clear_torsion| Batch::new(Source::Encoded { clear_torsion });
    let hashed = |hash| Batch::new(Source::Hashed(hash));
    let (mut checked, mut unchecked) = (encoded(false), encoded(true));
    let (mut biased, mut unbiased) = (hashed(HashToPoint::Biased), hashed(HashToPoint::Unbiased));
    for output in outputs {
        let keys = if output.checked_for_torsion {
            &mut checked
        } else {
            &mut unchecked
        };
        keys.bytes.extend([output.key, output.commitment]);
        match output.key_image_generator {
            KeyImageGenerator::Given(encoding) => checked.bytes.push(encoding),
            KeyImageGenerator::Hashed(HashToPoint::Biased) => biased.bytes.push(output.key),
            KeyImageGenerator::Hashed(HashToPoint::Unbiased) => unbiased.bytes.push(output.key),
        }
    }
    run_batch(Convert {
        points: &mut [
            checked.points(),
            unchecked.points(),
            biased.points(),
            unbiased.points(),
        ],
        target: Target::Wei25519(root),
    });
    let [mut checked, mut unchecked, mut biased, mut unbiased] =
        [checked, unchecked, biased, unbiased].map(|batch| batch.coordinates.into_iter());
    for (output, leaf) in outputs.iter().zip(leaves) {
        let keys = if output.checked_for_torsion {
            &mut checked
        } else {
            &mut unchecked
        };
        let (key, commitment) = (keys.next(), keys.next());
        let generator = match output.key_image_generator {
            KeyImageGenerator::Given(_) => checked.next(),
            KeyImageGenerator::Hashed(HashToPoint::Biased) => biased.next(),
            KeyImageGenerator::Hashed(HashToPoint::Unbiased) => unbiased.next(),
        };
        *leaf = self::leaf([key, generator, commitment].map(|c| c.expect("as many results")));
    }
}

/// The leaf of the coordinates of O, I and C.
fn leaf([key, generator, commitment]: [Coordinates; 3]) -> Result<Leaf, Refused> {
    let [o_x, o_y] = key.map_err(Refused::of(OutputPoint::Key))?;
    let [i_x, i_y] = generator.map_err(Refused::of(OutputPoint::KeyImageGenerator))?;
    let [c_x, c_y] = commitment.map_err(Refused::of(OutputPoint::Commitment))?;
    Ok([o_x, o_y, i_x, i_y, c_x, c_y])
}

/// The short Weierstrass coordinates of encoded Ed25519 points, or why Monero refuses one; variable time.
///
/// One inversion for all points. Scratch memory: about 250 bytes for each point.
pub fn vartime_to_weierstrass(
    encodings: &[[u8; 32]],
    torsion: Torsion,
    root: Root,
) -> Vec<Result<[Field25519; 2], Refusal>> {
    let clear_torsion = torsion == Torsion::Cleared;
    convert(
        Source::Encoded { clear_torsion },
        encodings,
        Target::Wei25519(root),
    )
}

/// The hashes of keys to points of the subgroup of prime order, encoded; variable time.
///
/// They are Monero's `derive_key_image_generator`. A key is any 32 bytes, which need not encode a point.
///
/// ```
/// use helioselene_leaves::{HashToPoint, vartime_hash_to_point};
///
/// let key = [3; 32];
/// let hashes = [HashToPoint::Biased, HashToPoint::Unbiased]
///     .map(|hash| vartime_hash_to_point(&[key], hash)[0]);
/// assert_ne!(hashes[0], hashes[1]);
/// ```
pub fn vartime_hash_to_point(keys: &[[u8; 32]], hash: HashToPoint) -> Vec<[u8; 32]> {
    let points = convert(Source::Hashed(hash), keys, Target::Ed25519);
    let encode = |coordinates: Coordinates| {
        let [x, y] = coordinates.expect("a point for any key");
        let mut bytes = y.to_repr();
        bytes[31] |= x.is_odd().unwrap_u8() << 7;
        bytes
    };
    points.into_iter().map(encode).collect()
}

/// The coordinates of points from one source.
fn convert(source: Source, bytes: &[[u8; 32]], target: Target) -> Vec<Coordinates> {
    let mut coordinates = vec![Err(Refusal::NoPoint); bytes.len()];
    fill_on_threads(&mut coordinates, POINTS_PER_THREAD, |first, coordinates| {
        run_batch(Convert {
            points: &mut [Points {
                source,
                bytes: &bytes[first..][..coordinates.len()],
                coordinates,
            }],
            target,
        });
    });
    coordinates
}
