//! The batches, written once for both curves.

use helioselene_simd::group::Group;
use helioselene_simd::group::ff::{Field, FromUniformBytes, PrimeField};
use helioselene_simd::{
    Curve, FieldElement, NodeUpdate, Point, Prime, VartimePrecomputation, slices,
};
use zeroize::Zeroizing;

use crate::border::{Places, Status, item, items};
use crate::types::{
    Encoding, HeliosNode, HeliosPoint, HeliosScalar, HeliosSum, SeleneNode, SelenePoint,
    SeleneScalar, SeleneSum,
};

/// A type of the interface that is N bytes.
pub(crate) trait Bytes<const N: usize>: Copy {
    fn from_bytes(bytes: [u8; N]) -> Self;
    fn to_bytes(self) -> [u8; N];
}

macro_rules! bytes {
    ($($Type:ident { $field:ident: $n:literal })*) => {$(
        impl Bytes<$n> for $Type {
            fn from_bytes($field: [u8; $n]) -> Self {
                Self { $field }
            }

            fn to_bytes(self) -> [u8; $n] {
                self.$field
            }
        }
    )*};
}
bytes! {
    HeliosPoint { coordinates: 96 }
    SelenePoint { coordinates: 96 }
    HeliosScalar { bytes: 32 }
    SeleneScalar { bytes: 32 }
    Encoding { bytes: 32 }
}

/// The fields of a node; each curve has its own type.
pub(crate) struct Node<P, S> {
    hash: *const P,
    offset: usize,
    old: (*const S, usize),
    new: (*const S, usize),
}

macro_rules! nodes {
    ($($Node:ident: $Point:ident, $Scalar:ident;)*) => {$(
        impl From<&$Node> for Node<$Point, $Scalar> {
            fn from(node: &$Node) -> Self {
                Self {
                    hash: node.hash,
                    offset: node.offset,
                    old: (node.old_children, node.old_count),
                    new: (node.new_children, node.new_count),
                }
            }
        }
    )*};
}
nodes! {
    HeliosNode: HeliosPoint, HeliosScalar;
    SeleneNode: SelenePoint, SeleneScalar;
}

/// The fields of a sum; each curve has its own type.
pub(crate) struct Sum<P, S> {
    scalars: *const S,
    points: *const P,
    count: usize,
}

macro_rules! sums {
    ($($Sum:ident: $Point:ident, $Scalar:ident;)*) => {$(
        impl From<&$Sum> for Sum<$Point, $Scalar> {
            fn from(sum: &$Sum) -> Self {
                let $Sum { scalars, points, count } = *sum;
                Self { scalars, points, count }
            }
        }
    )*};
}
sums! {
    HeliosSum: HeliosPoint, HeliosScalar;
    SeleneSum: SelenePoint, SeleneScalar;
}

fn scalar<F: Prime>(bytes: [u8; 32]) -> Result<FieldElement<F>, Status> {
    Option::from(FieldElement::from_repr(bytes)).ok_or(Status::InvalidScalar)
}

fn point<C: Curve>(bytes: impl Bytes<96>) -> Result<Point<C>, Status> {
    let bytes = bytes.to_bytes();
    let coordinate = |i: usize| {
        let bytes = bytes[i..][..32].try_into().expect("32 bytes");
        Option::from(FieldElement::from_repr(bytes))
    };
    let (Some(x), Some(y), Some(z)) = (coordinate(0), coordinate(32), coordinate(64)) else {
        return Err(Status::InvalidPoint);
    };
    Option::from(Point::from_projective([x, y, z])).ok_or(Status::InvalidPoint)
}

fn from_point<C: Curve, P: Bytes<96>>(point: &Point<C>) -> P {
    let mut bytes = [0; 96];
    let coordinates = point.to_projective();
    for (bytes, coordinate) in bytes.chunks_exact_mut(32).zip(coordinates) {
        bytes.copy_from_slice(&coordinate.to_repr());
    }
    P::from_bytes(bytes)
}

/// The points at an address, wiped on drop, refused ones included.
///
/// # Safety
///
/// As [`items`].
unsafe fn points<C: Curve, P: Bytes<96>>(
    points: *const P,
    count: usize,
) -> Result<Zeroizing<Vec<Point<C>>>, Status> {
    // SAFETY: the caller's contract.
    let bytes = unsafe { items(points, count) }?;
    // Allocated whole: a growing vector would leave its old contents on the heap.
    let mut points = Zeroizing::new(Vec::with_capacity(bytes.len()));
    for bytes in bytes {
        points.push(point(*bytes)?);
    }
    Ok(points)
}

/// Boxed tables of generators; for `bytes` = 0 the library chooses their size.
///
/// # Safety
///
/// `generators` has `count` points; `handle` can hold a pointer.
pub(crate) unsafe fn generators_new<C: Curve, P: Bytes<96>, G>(
    generators: *const P,
    count: usize,
    bytes: usize,
    handle: *mut *mut G,
    into_handle: impl FnOnce(VartimePrecomputation<C>) -> G,
) -> Result<(), Status> {
    let handle = Places::new(handle, 1)?;
    // SAFETY: the caller's contract.
    let generators = unsafe { points::<C, P>(generators, count) }?;
    let tables = if bytes == 0 {
        VartimePrecomputation::new(&*generators)
    } else {
        VartimePrecomputation::with_memory(&*generators, bytes)
    };
    let tables = Box::into_raw(Box::new(into_handle(tables)));
    // SAFETY: the caller's contract; no slice is left.
    unsafe { handle.fill(core::iter::once(tables)) };
    Ok(())
}

/// Each node's hash after its change.
///
/// # Safety
///
/// `nodes` has `count` nodes whose addresses have as many items as they say, and `hashes` has room for as many points.
pub(crate) unsafe fn hash_nodes<'a, C: Curve, P: Bytes<96> + 'a, S: Bytes<32> + 'a, N: 'a>(
    generators: &VartimePrecomputation<C>,
    nodes: *const N,
    count: usize,
    hashes: *mut P,
) -> Result<(), Status>
where
    Node<P, S>: From<&'a N>,
{
    let hashes = Places::new(hashes, count)?;
    // SAFETY: the caller's contract.
    let nodes = unsafe { items(nodes, count) }?;
    // All nodes' children, and where each node's begin and end.
    let mut children = Vec::new();
    let mut read = |(address, count): (*const S, usize)| {
        // SAFETY: the caller's contract.
        let scalars = unsafe { items(address, count) }?;
        let start = children.len();
        for bytes in scalars {
            children.push(scalar(bytes.to_bytes())?);
        }
        Ok::<_, Status>(start..children.len())
    };
    let mut read_nodes = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Node {
            hash,
            offset,
            old,
            new,
        } = node.into();
        let last = offset.checked_add(old.1.max(new.1));
        if last.is_none_or(|last| last > generators.len()) {
            return Err(Status::TooManyChildren);
        }
        let hash = if hash.is_null() {
            Point::IDENTITY
        } else {
            // SAFETY: the caller's contract.
            point(*unsafe { item(hash) }?)?
        };
        read_nodes.push((hash, offset, read(old)?, read(new)?));
    }
    let updates: Vec<_> = read_nodes
        .into_iter()
        .map(|(hash, offset, old, new)| NodeUpdate {
            hash,
            offset,
            old: &children[old],
            new: &children[new],
        })
        .collect();
    let points = generators.vartime_batch_hash_nodes(&updates);
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe { hashes.fill(points.iter().map(from_point)) };
    Ok(())
}

/// The x coordinates of points, none of which is the identity.
///
/// # Safety
///
/// `points` has `count` points, and `scalars` has room for as many scalars.
pub(crate) unsafe fn points_to_scalars<C: Curve, P: Bytes<96>, S: Bytes<32>>(
    points: *const P,
    count: usize,
    scalars: *mut S,
) -> Result<(), Status> {
    let scalars = Places::new(scalars, count)?;
    // SAFETY: the caller's contract.
    let points = unsafe { self::points::<C, P>(points, count) }?;
    if points.iter().any(|point| point.is_identity().into()) {
        return Err(Status::Identity);
    }
    let x = Zeroizing::new(Point::batch_to_x(&points));
    // SAFETY: the caller's contract; no slice is left.
    unsafe { scalars.fill(x.iter().map(|x| S::from_bytes(x.to_repr()))) };
    Ok(())
}

/// The encodings of points.
///
/// # Safety
///
/// `points` has `count` points, and `encodings` has room for as many encodings.
pub(crate) unsafe fn points_to_bytes<C: Curve, P: Bytes<96>>(
    points: *const P,
    count: usize,
    encodings: *mut Encoding,
) -> Result<(), Status> {
    let encodings = Places::new(encodings, count)?;
    // SAFETY: the caller's contract.
    let points = unsafe { self::points::<C, P>(points, count) }?;
    let bytes = Zeroizing::new(Point::batch_to_bytes(&points));
    // SAFETY: the caller's contract; no slice is left.
    unsafe { encodings.fill(bytes.iter().map(|bytes| Encoding::from_bytes(*bytes))) };
    Ok(())
}

/// Decodes points, and writes 1 where there is one.
///
/// # Safety
///
/// `encodings` has `count` encodings; `points` and `valid` have room for as many points and bytes.
pub(crate) unsafe fn points_from_bytes<C: Curve, P: Bytes<96>>(
    encodings: *const Encoding,
    count: usize,
    points: *mut P,
    valid: *mut u8,
) -> Result<(), Status> {
    let (points, valid) = (Places::new(points, count)?, Places::new(valid, count)?);
    // SAFETY: the caller's contract.
    let encodings = unsafe { items(encodings, count) }?;
    let encodings: Vec<_> = encodings.iter().map(|encoding| encoding.bytes).collect();
    let decoded = Point::<C>::vartime_batch_from_bytes(&encodings);
    // Zeros are not a point; every function refuses them.
    let none = P::from_bytes([0; 96]);
    let results = decoded.iter().map(|p| p.as_ref().map_or(none, from_point));
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe {
        points.fill(results);
        valid.fill(decoded.iter().map(|point| u8::from(point.is_some())));
    }
    Ok(())
}

/// The number whose powers weight this many sums, from 64 bytes, unless they are plainly not random.
///
/// Bytes of a generator for keys are refused less than once in 2^190 times.
fn weight<F: Prime>(random: &[u8], sums: usize) -> Result<FieldElement<F>, Status> {
    let (low, high) = random.split_at(32);
    // One word repeated, or a short number; 32 random bytes followed by nothing or the same again.
    let is_pattern = |half: &[u8]| half[8..] == half[..24];
    if is_pattern(low) || is_pattern(high) || low == high {
        return Err(Status::WeakRandomness);
    }
    let weight = FieldElement::from_uniform_bytes(random.try_into().expect("64 bytes"));
    if weight.is_zero().into() || has_small_order(&weight, sums) {
        return Err(Status::WeakRandomness);
    }
    Ok(weight)
}

/// Whether a number's 12·k-th power is one for a k up to the number of sums, and up to one if there are none.
///
/// The powers of a number of order d satisfy the cyclotomic polynomial Φ_d: equal and opposite wrong sums at its φ(d) + 1
/// places cancel, as three equal ones do for d = 3. An order that divides 12 is refused. The smallest other divisors of the
/// curves' orders less one are 7451 and 65147, primes; for their multiples there must be more sums than that, and then the
/// twelfth power returns to one.
fn has_small_order<F: Prime>(number: &FieldElement<F>, sums: usize) -> bool {
    let twelfth = number.pow_vartime([12]);
    let powers = core::iter::successors(Some(twelfth), |power| Some(*power * twelfth));
    powers
        .take(sums.max(1))
        .any(|power| power == FieldElement::ONE)
}

/// Whether each sum is the identity: first all at once, then each by itself if that fails.
///
/// The weights are powers of one random scalar, so the total is a polynomial in it. If one of n sums is not the identity,
/// it has fewer than n zeros among 2^255 scalars. That holds for scalars nobody could predict. Of others, those of
/// [small order](has_small_order) are refused; sums can be made to pass with any other that is known beforehand.
///
/// # Safety
///
/// `sums` has `count` sums whose addresses have as many items as they say, `random` has 64 bytes, and `identities` has room
/// for `count` bytes.
pub(crate) unsafe fn sums_are_identity<'a, C: Curve, P: Bytes<96> + 'a, S: Bytes<32> + 'a, N: 'a>(
    sums: *const N,
    count: usize,
    random: *const u8,
    identities: *mut u8,
) -> Result<(), Status>
where
    Sum<P, S>: From<&'a N>,
{
    let identities = Places::new(identities, count)?;
    // SAFETY: the caller's contract.
    let (sums, random) = unsafe { (items(sums, count)?, items(random, 64)?) };
    let random = weight::<C::Scalar>(random, count)?;
    // All sums' products, and where each sum's begin and end.
    let (mut scalars, mut points, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    for sum in sums {
        let sum = Sum::from(sum);
        let start = points.len();
        // SAFETY: the caller's contract.
        let of_sum = unsafe {
            (
                items(sum.scalars, sum.count)?,
                items(sum.points, sum.count)?,
            )
        };
        for (scalar, point) in of_sum.0.iter().zip(of_sum.1) {
            scalars.push(self::scalar::<C::Scalar>(scalar.to_bytes())?);
            points.push(self::point::<C>(*point)?);
        }
        ranges.push(start..points.len());
    }
    let is_identity = |scalars: &[FieldElement<C::Scalar>], points: &[Point<C>]| -> bool {
        Point::vartime_multiscalar_mul(scalars, points)
            .is_identity()
            .into()
    };
    let (mut weighted, mut weight) = (scalars.clone(), random);
    for range in ranges.iter().skip(1) {
        slices::scale_assign(&mut weighted[range.clone()], &weight);
        weight *= random;
    }
    let all = is_identity(&weighted, &points);
    let each: Vec<u8> = ranges
        .into_iter()
        .map(|range| all || is_identity(&scalars[range.clone()], &points[range]))
        .map(u8::from)
        .collect();
    // SAFETY: the caller's contract; no slice of what was read is used from here on.
    unsafe { identities.fill(each.into_iter()) };
    Ok(())
}
