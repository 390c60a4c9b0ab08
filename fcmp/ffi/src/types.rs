//! The types of the interface: bytes, the same on every machine, and their addresses.

use std::mem::offset_of;

use helioselene_simd::{Helios, Selene, VartimePrecomputation, ed25519};

/// A point of Helios between two calls: X, Y and Z of x = X/Z and y = Y/Z, each 32 little-endian bytes.
///
/// Copy it freely, compare it by its encoding, and let only this library make it: whatever is not on the curve, such as
/// zeroed memory, is refused. On little-endian machines it has the memory layout of helioselene-simd's `HeliosPoint`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeliosPoint {
    /// X, Y and Z.
    pub coordinates: [u8; 96],
}

/// A point of Selene between two calls, otherwise like `helioselene_helios_point`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelenePoint {
    /// X, Y and Z.
    pub coordinates: [u8; 96],
}

/// A scalar of Helios, which is an x coordinate of Selene: 32 little-endian bytes, below the order of Helios.
///
/// On little-endian machines it has the memory layout of helioselene-simd's `HelioseleneField`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeliosScalar {
    /// The integer.
    pub bytes: [u8; 32],
}

/// A scalar of Selene, which is an x coordinate of Helios or a coordinate of an output's point: 32
/// little-endian bytes, below 2^255 - 19.
///
/// On little-endian machines it has the memory layout of helioselene-simd's `Field25519`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeleneScalar {
    /// The integer.
    pub bytes: [u8; 32],
}

/// The encoding of a point of either curve, as in databases and proofs: x with the parity of y in the topmost bit; the
/// identity is 32 zeros.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// The encoding.
    pub bytes: [u8; 32],
}

/// The encoding of a point of Ed25519, as in transactions: y with the parity of x in the topmost bit.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ed25519Encoding {
    /// The encoding.
    pub bytes: [u8; 32],
}

/// An integer below 2^256, the factor of a point of Ed25519: 32 little-endian bytes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ed25519Integer {
    /// The integer.
    pub bytes: [u8; 32],
}

/// A node over Helios' generators and the change to its children.
///
/// The new hash is `hash + sum of (new_children[i] - old_children[i])*G[offset + i]`, where children past the end of either
/// list are 0. So a new node has no old children, FCMP++'s `hash_grow` has one old child, and a trimmed node has more old
/// children than new ones.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HeliosNode {
    /// The hash so far; for a new node the tree's initial point. NULL means the identity.
    pub hash: *const HeliosPoint,
    /// The index of the first child that changes, and of its generator.
    pub offset: usize,
    /// The old children, from that one on.
    pub old_children: *const HeliosScalar,
    /// Their number.
    pub old_count: usize,
    /// The new children, from that one on.
    pub new_children: *const HeliosScalar,
    /// Their number.
    pub new_count: usize,
}

/// A node over Selene's generators, otherwise like `helioselene_helios_node`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeleneNode {
    /// The hash so far; for a new node the tree's initial point. NULL means the identity.
    pub hash: *const SelenePoint,
    /// The index of the first child that changes, and of its generator.
    pub offset: usize,
    /// The old children, from that one on.
    pub old_children: *const SeleneScalar,
    /// Their number.
    pub old_count: usize,
    /// The new children, from that one on.
    pub new_children: *const SeleneScalar,
    /// Their number.
    pub new_count: usize,
}

/// A sum of products of scalars and points of Helios.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HeliosSum {
    /// The scalars.
    pub scalars: *const HeliosScalar,
    /// As many points.
    pub points: *const HeliosPoint,
    /// Their number.
    pub count: usize,
}

/// A sum of products of scalars and points of Selene.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeleneSum {
    /// The scalars.
    pub scalars: *const SeleneScalar,
    /// As many points.
    pub points: *const SelenePoint,
    /// Their number.
    pub count: usize,
}

/// The points of an output, each as the 32 bytes that encode a point of Ed25519.
///
/// Outputs before Carrot use HELIOSELENE_GENERATOR_BIASED and were not checked for torsion; Carrot outputs use
/// HELIOSELENE_GENERATOR_UNBIASED and were.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// O, the one-time key, as in the transaction.
    pub key: [u8; 32],
    /// I, the generator of the key image, for HELIOSELENE_GENERATOR_GIVEN: hashed from the key as in the transaction. Otherwise
    /// it is not read.
    pub key_image_generator: [u8; 32],
    /// C, the commitment to the amount.
    pub commitment: [u8; 32],
    /// 1 if consensus checked that O and C have no torsion, as for Carrot outputs; else 0.
    pub checked_for_torsion: u8,
    /// Where I comes from: HELIOSELENE_GENERATOR_GIVEN, HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED.
    /// Any other number, 0 too, gives HELIOSELENE_STATUS_INVALID_GENERATOR.
    pub generator: u8,
}

/// The leaf of an output: x and y of O, then of I, then of C, on the curve Wei25519.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// O.x, O.y, I.x, I.y, C.x, C.y
    pub scalars: [SeleneScalar; 6],
}

/// Generators of Helios with tables of their multiples, which threads may share.
#[derive(Debug)]
pub struct HeliosGenerators(pub(crate) VartimePrecomputation<Helios>);

/// Generators of Selene with tables of their multiples, which threads may share.
#[derive(Debug)]
pub struct SeleneGenerators(pub(crate) VartimePrecomputation<Selene>);

/// Points of Ed25519 with tables of their multiples, which threads may share.
#[derive(Debug)]
pub struct Ed25519Generators(pub(crate) ed25519::VartimeEdwardsPrecomputation);

// The header asserts the same (`cbindgen.toml`).
const _: () = {
    assert!(size_of::<super::Status>() == 4 && size_of::<core::ffi::c_int>() == 4);
    assert!(size_of::<HeliosPoint>() == 96 && align_of::<HeliosPoint>() == 1);
    assert!(size_of::<SelenePoint>() == 96 && align_of::<SelenePoint>() == 1);
    assert!(size_of::<HeliosScalar>() == 32 && align_of::<HeliosScalar>() == 1);
    assert!(size_of::<SeleneScalar>() == 32 && align_of::<SeleneScalar>() == 1);
    assert!(size_of::<Encoding>() == 32 && align_of::<Encoding>() == 1);
    assert!(size_of::<Ed25519Encoding>() == 32 && align_of::<Ed25519Encoding>() == 1);
    assert!(size_of::<Ed25519Integer>() == 32 && align_of::<Ed25519Integer>() == 1);
    assert!(size_of::<Output>() == 98 && align_of::<Output>() == 1);
    assert!(offset_of!(Output, key_image_generator) == 32);
    assert!(offset_of!(Output, commitment) == 64);
    assert!(offset_of!(Output, checked_for_torsion) == 96);
    assert!(offset_of!(Output, generator) == 97);
    assert!(size_of::<Leaf>() == 192 && align_of::<Leaf>() == 1);
    let word = size_of::<usize>();
    assert!(size_of::<HeliosNode>() == 6 * word && size_of::<SeleneNode>() == 6 * word);
    assert!(offset_of!(HeliosNode, hash) == 0 && offset_of!(SeleneNode, hash) == 0);
    assert!(offset_of!(HeliosNode, offset) == word && offset_of!(SeleneNode, offset) == word);
    assert!(offset_of!(HeliosNode, old_children) == 2 * word);
    assert!(offset_of!(SeleneNode, old_children) == 2 * word);
    assert!(offset_of!(HeliosNode, old_count) == 3 * word);
    assert!(offset_of!(SeleneNode, old_count) == 3 * word);
    assert!(offset_of!(HeliosNode, new_children) == 4 * word);
    assert!(offset_of!(SeleneNode, new_children) == 4 * word);
    assert!(offset_of!(HeliosNode, new_count) == 5 * word);
    assert!(offset_of!(SeleneNode, new_count) == 5 * word);
    assert!(size_of::<HeliosSum>() == 3 * word && size_of::<SeleneSum>() == 3 * word);
    assert!(offset_of!(HeliosSum, scalars) == 0 && offset_of!(SeleneSum, scalars) == 0);
    assert!(offset_of!(HeliosSum, points) == word && offset_of!(SeleneSum, points) == word);
    assert!(offset_of!(HeliosSum, count) == 2 * word && offset_of!(SeleneSum, count) == 2 * word);

    const fn may_be_shared<T: Send + Sync>() {}
    may_be_shared::<HeliosGenerators>();
    may_be_shared::<SeleneGenerators>();
    may_be_shared::<Ed25519Generators>();
};
