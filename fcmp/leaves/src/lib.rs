//! Leaves of FCMP++'s tree: the Ed25519 points of outputs in short Weierstrass coordinates, which are scalars
//! of Selene. Variable time: outputs are public.
//!
//! A job over helioselene-simd's field trait computes them in the lanes of its backends.
//!
//! Results and refusals match Monero's `outputs_to_leaves` byte for byte (`fcmp/notes/leaves.md` has the formulas and
//! their proofs):
//!
//! - An encoding is 32 bytes: little-endian y < p, with the parity of x in bit 255. It is refused if y ≥ p, if y has
//!   no x, or if the parity bit is set although x = 0.
//! - An output's key O and commitment C may have torsion if consensus did not check them. Such a point P is
//!   replaced by its part of prime order, 8·(8⁻¹ mod ℓ)·P, and refused if that is the identity.
//! - The generator I of the key image is a hash of O's encoding, [of one kind or the other](HashToPoint).
//! - Wei25519 is the curve y² = x³ + ax + b of draft-ietf-lwig-curve-representations-02, appendix E.2: with
//!   A = 486662 and a root c of −(A + 2), x = (1 + y)/(1 − y) + A/3 and y = c·(1 + y)/((1 − y)·x)
//!   with Edwards coordinates x and y on the right. The identity and (0, −1) have no such coordinates and are
//!   refused.
//! - The choice between the two roots c [changed](Root) in July 2026. They give different leaves and different trees.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod clearing;
mod convert;
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
use torsion::AreTorsionFree;

/// The fewest points worth a thread: some hundred microseconds of work.
const POINTS_PER_THREAD: usize = 64;
/// The fewest outputs worth a thread.
const OUTPUTS_PER_THREAD: usize = 32;
/// How many outputs share an inversion. More gains nothing, and their scratch memory would not fit the cache.
const BLOCK: usize = 512;

/// The scalars of a leaf: x and y of O, then of I, then of C.
pub type Leaf = [Field25519; 6];

/// How [`vartime_to_weierstrass`] treats torsion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Torsion {
    /// Known to be absent: converts points unchanged.
    Checked,
    /// Unknown: converts the parts of prime order. A point without torsion takes three times as long as a checked
    /// one; a point with torsion and its neighbours in a vector take ten times as long.
    Cleared,
}

/// The leaves of outputs, or why Monero inserts none; variable time.
///
/// 512 outputs share an inversion. Scratch memory is half a megabyte a thread, for any number of outputs.
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
    // Every place gets written.
    let mut leaves = vec![Err(Refused::of(OutputPoint::Key)(Refusal::NoPoint)); outputs.len()];
    fill_on_threads(&mut leaves, OUTPUTS_PER_THREAD, |first, leaves| {
        let outputs = &outputs[first..][..leaves.len()];
        for (outputs, leaves) in outputs.chunks(BLOCK).zip(leaves.chunks_mut(BLOCK)) {
            from_block(outputs, root, leaves);
        }
    });
    leaves
}

/// Points of outputs from one source, in the outputs' order.
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
/// All points share one inversion. Scratch memory is about 250 bytes a point.
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

/// Whether each of some encodings is that of a point without torsion, which the identity is one of; variable time.
///
/// ```
/// use helioselene_leaves::vartime_are_torsion_free;
///
/// let generator = { let mut bytes = [0x66; 32]; bytes[0] = 0x58; bytes };
/// // (√−1, 0) has order 4, and y = 2 has no x.
/// let no_point = { let mut bytes = [0; 32]; bytes[0] = 2; bytes };
/// assert_eq!(vartime_are_torsion_free(&[generator, [0; 32], no_point]), [true, false, false]);
/// ```
pub fn vartime_are_torsion_free(encodings: &[[u8; 32]]) -> Vec<bool> {
    const IDENTITY: [u8; 32] = {
        let mut bytes = [0; 32];
        bytes[0] = 1;
        bytes
    };
    let mut free = vec![false; encodings.len()];
    fill_on_threads(&mut free, POINTS_PER_THREAD, |first, free| {
        let encodings = &encodings[first..][..free.len()];
        run_batch(AreTorsionFree { encodings, free });
    });
    for (free, encoding) in free.iter_mut().zip(encodings) {
        *free |= *encoding == IDENTITY;
    }
    free
}

/// Hashes keys to encoded points of the prime-order subgroup, like Monero's `derive_key_image_generator`; variable time.
///
/// A key is any 32 bytes; they need not encode a point.
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
