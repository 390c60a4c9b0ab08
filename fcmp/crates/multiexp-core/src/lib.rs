//! What the packages named `multiexp`, 0.4 and 0.5, have in common.
//!
//! A sum of products Σ scalarᵢ · pointᵢ is computed by `helioselene-simd` for points of Helios or Selene. Sums in
//! variable time over `dalek-ff-group`'s Ed25519 are left to curve25519-dalek. This crate's own algorithms compute all
//! others.

#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "alloc")]
mod declared;
#[cfg(feature = "alloc")]
mod digits;
#[cfg(feature = "alloc")]
mod dispatch;
#[cfg(feature = "alloc")]
mod ed25519;
#[cfg(feature = "alloc")]
mod fixed;
#[cfg(feature = "alloc")]
mod pippenger;
#[cfg(feature = "alloc")]
pub mod slices;
#[cfg(feature = "alloc")]
mod straus;
#[cfg(feature = "alloc")]
mod tables;
#[cfg(feature = "alloc")]
mod vartime;
#[cfg(feature = "batch")]
mod wiped;

#[cfg(feature = "batch")]
pub use batch::BatchVerifier;
#[cfg(feature = "batch")]
#[doc(hidden)]
pub use batch::random_weight;
#[cfg(feature = "alloc")]
pub use declared::Declared;
#[cfg(feature = "alloc")]
pub use fixed::Fixed;
#[cfg(feature = "rayon")]
#[doc(hidden)]
pub use helioselene_simd::pool_is_lost;
#[cfg(feature = "alloc")]
pub use tables::Tables;
#[cfg(feature = "std")]
pub use tables::keep_tables;

use ff::PrimeFieldBits;
use group::Group;
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

/// The sum of the products of scalars and points, in constant time. Apart from the number of pairs, the time depends
/// only on whether the points were [declared](Declared::new) public, and then on which words of scalars are short.
///
/// In groups other than Helios and Selene each product is one multiplication of the group: nothing else that this
/// signature allows takes constant time.
pub fn multiexp<G: Zeroize + Group<Scalar: Zeroize + PrimeFieldBits>>(
    pairs: &[(G::Scalar, G)],
) -> G {
    #[cfg(feature = "alloc")]
    if let Some(sum) = dispatch::multiexp(pairs) {
        return sum;
    }
    sum_of_products(pairs)
}

/// The sum of the products of scalars and points, in constant time, for points with constant-time selection.
pub fn multiexp_selectable<
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
>(
    pairs: &[(G::Scalar, G)],
) -> G {
    #[cfg(feature = "alloc")]
    return dispatch::multiexp(pairs).unwrap_or_else(|| straus::multiexp(pairs));
    #[cfg(not(feature = "alloc"))]
    sum_of_products(pairs)
}

/// For each list of scalars, the sum of products with the first of the points, in constant time. Multiples of the
/// points are computed once for all lists.
///
/// As with generators, nobody may know a relation between the points: the time may tell that a sum met one, see
/// `helioselene_simd::Precomputation::independent_multiscalar_mul`.
///
/// # Panics
///
/// If there are more scalars than points.
#[cfg(feature = "alloc")]
pub fn multiexps_selectable<
    G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>,
>(
    scalars: &[&[G::Scalar]],
    points: &[G],
) -> alloc::vec::Vec<G> {
    assert!(
        scalars.iter().all(|scalars| scalars.len() <= points.len()),
        "a sum has at most as many scalars as there are points"
    );
    let sum = |scalars: &&[G::Scalar]| {
        let mut pairs = zeroize::Zeroizing::new(alloc::vec::Vec::with_capacity(scalars.len()));
        pairs.extend(scalars.iter().copied().zip(points.iter().copied()));
        straus::multiexp(&pairs)
    };
    dispatch::multiexps(scalars, points).unwrap_or_else(|| scalars.iter().map(sum).collect())
}

/// The linear combination Σ scalarᵣ·rowᵣ of rows of equal length, stored one after the other. Variable time in the scalars.
/// `None` if the group is not Helios or Selene.
///
/// # Panics
///
/// If the number of points is not a multiple of the number of scalars.
#[cfg(feature = "alloc")]
pub fn combine_rows_vartime<G: Group>(
    scalars: &[G::Scalar],
    points: &[G],
) -> Option<alloc::vec::Vec<G>> {
    dispatch::combine_rows_vartime(scalars, points)
}

/// scalarsᵢ₀·points₀ + scalarsᵢ₁·points₁ for each i, in constant time: many commitments over the same two generators.
#[cfg(feature = "alloc")]
pub fn pair_sums<G: Zeroize + ConditionallySelectable + Group<Scalar: Zeroize + PrimeFieldBits>>(
    scalars: &[[G::Scalar; 2]],
    points: &[G; 2],
) -> alloc::vec::Vec<G> {
    let sum = |[a, b]: &[G::Scalar; 2]| {
        let pairs = zeroize::Zeroizing::new([(*a, points[0]), (*b, points[1])]);
        straus::multiexp(&pairs[..])
    };
    dispatch::pair_sums(scalars, points).unwrap_or_else(|| scalars.iter().map(sum).collect())
}

/// The sum of the products of scalars and points, in variable time.
pub fn multiexp_vartime<G: Group<Scalar: PrimeFieldBits>>(pairs: &[(G::Scalar, G)]) -> G {
    #[cfg(feature = "alloc")]
    return multiexp_vartime_of(pairs.iter().map(|(scalar, point)| (scalar, point)));
    #[cfg(not(feature = "alloc"))]
    sum_of_products(pairs)
}

/// [`multiexp_vartime`] for terms that are not in one slice. Points of Helios and Selene are not copied.
#[cfg(feature = "alloc")]
pub fn multiexp_vartime_of<'a, G: Group<Scalar: PrimeFieldBits>>(
    terms: impl Iterator<Item = (&'a G::Scalar, &'a G)> + Clone,
) -> G {
    let of_others = || {
        let pairs = terms.clone().map(|(scalar, point)| (*scalar, *point));
        vartime::multiexp(&pairs.collect::<alloc::vec::Vec<_>>())
    };
    dispatch::multiexp_vartime(terms.clone())
        .or_else(|| ed25519::multiexp_vartime(terms.clone()))
        .unwrap_or_else(of_others)
}

fn sum_of_products<G: Group>(pairs: &[(G::Scalar, G)]) -> G {
    pairs.iter().map(|(scalar, point)| *point * scalar).sum()
}
