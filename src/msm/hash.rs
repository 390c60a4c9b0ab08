//! Tree hashes over fixed generators: many nodes at once, each from the changes of its children.

use alloc::vec::Vec;

use ff::Field;
use zeroize::Zeroizing;

use super::VartimePrecomputation;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;

/// A node of a tree hash, and the changes of its children.
///
/// A node with children sᵢ is I + Σ sᵢ·Gᵢ, for a fixed point I and fixed generators Gᵢ. An update is FCMP++'s
/// `hash_grow` (`old` has at most one child) or `hash_trim` (`old` has more than `new`).
#[derive(Clone, Copy, Debug)]
pub struct NodeUpdate<'a, C: Curve> {
    /// The hash so far: I for a new node, or the identity for a sum without a first point.
    pub hash: Point<C>,
    /// The index of the first child that changes, and of its generator.
    pub offset: usize,
    /// The children before, from `offset` on; absent ones, also those past the end, are zero.
    pub old: &'a [FieldElement<C::Scalar>],
    /// The children after, from `offset` on; those past the end are zero.
    pub new: &'a [FieldElement<C::Scalar>],
}

impl<C: Curve> NodeUpdate<'_, C> {
    /// The number of children that change.
    fn len(&self) -> usize {
        self.old.len().max(self.new.len())
    }

    /// The number of generators needed, `None` on overflow.
    fn generators(&self) -> Option<usize> {
        self.offset.checked_add(self.len())
    }

    /// newᵢ − oldᵢ for each child that changes.
    fn differences(&self) -> impl Iterator<Item = FieldElement<C::Scalar>> {
        let child = |children: &[FieldElement<C::Scalar>], i| {
            children.get(i).copied().unwrap_or(FieldElement::ZERO)
        };
        (0..self.len()).map(move |i| child(self.new, i) - child(self.old, i))
    }
}

impl<C: Curve> VartimePrecomputation<C> {
    /// The hash of each node after its update: hash + Σ (newᵢ − oldᵢ)·G_{offset + i} over the static
    /// points G. Variable time; memory as for [`Self::vartime_batch_multiscalar_mul`].
    ///
    /// ```
    /// use helioselene_simd::group::Group;
    /// use helioselene_simd::{NodeUpdate, SelenePoint, SeleneScalar, VartimePrecomputation};
    ///
    /// let g = SelenePoint::generator();
    /// let tables = VartimePrecomputation::new([g, g.double()]);
    /// let [two, three] = [2u64, 3].map(SeleneScalar::from);
    ///
    /// let new = NodeUpdate { hash: g, offset: 0, old: &[], new: &[two] };
    /// let node = tables.vartime_batch_hash_nodes(&[new])[0];
    /// assert_eq!(node, g + g * two);
    ///
    /// let grown = NodeUpdate { hash: node, offset: 1, old: &[], new: &[three] };
    /// assert_eq!(tables.vartime_batch_hash_nodes(&[grown])[0], node + g.double() * three);
    /// ```
    ///
    /// # Panics
    ///
    /// If a child has no static point.
    pub fn vartime_batch_hash_nodes(&self, nodes: &[NodeUpdate<'_, C>]) -> Vec<Point<C>> {
        for node in nodes {
            assert!(
                node.generators().is_some_and(|n| n <= self.points.len()),
                "a node has at most as many children as there are static points"
            );
        }
        // Only nodes with children before need memory, for differences.
        let changed = || nodes.iter().filter(|node| !node.old.is_empty());
        let mut differences = Zeroizing::new(Vec::with_capacity(changed().map(|n| n.len()).sum()));
        differences.extend(changed().flat_map(NodeUpdate::differences));
        let mut rest = differences.as_slice();
        let sums: Vec<_> = nodes
            .iter()
            .map(|node| {
                let scalars = if node.old.is_empty() {
                    node.new
                } else {
                    let (own, others) = rest.split_at(node.len());
                    rest = others;
                    own
                };
                (node.offset, scalars)
            })
            .collect();
        let sums = self.sums(&sums);
        let hashes = nodes.iter().zip(&sums);
        hashes.map(|(node, sum)| node.hash + sum).collect()
    }
}
