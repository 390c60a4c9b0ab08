//! Tree hashes over fixed generators: of many nodes at once, each from what changes of its children.

use alloc::vec::Vec;

use ff::Field;
use zeroize::Zeroizing;

use super::VartimePrecomputation;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;

/// A node of a tree hash, and what changes of its children.
///
/// With children sᵢ a node is I + Σ sᵢ·Gᵢ, for a fixed point I and fixed generators Gᵢ. This is FCMP++'s
/// `hash_grow` (`old` has one child or none) and `hash_trim` (`old` has more than `new`).
#[derive(Clone, Copy, Debug)]
pub struct NodeUpdate<'a, C: Curve> {
    /// The hash so far: I for a new node, or the identity for a sum without a first point.
    pub hash: Point<C>,
    /// The number of the first child that changes, and of its generator.
    pub offset: usize,
    /// The children before, from that one on. Those past the end are zero, as they are where none were.
    pub old: &'a [FieldElement<C::Scalar>],
    /// The children after, from that one on. Those past the end are zero.
    pub new: &'a [FieldElement<C::Scalar>],
}

impl<C: Curve> NodeUpdate<'_, C> {
    /// How many children change.
    fn len(&self) -> usize {
        self.old.len().max(self.new.len())
    }

    /// How many generators it needs, or none if no integer is as large.
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
    /// The hash of each node after its change: hash + Σ (newᵢ − oldᵢ)·G_{offset + i} over the static
    /// points G. Variable time, in memory as [`Self::vartime_batch_multiscalar_mul`] is.
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
        // Only where there were children before is there anything to subtract, which needs memory.
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
        let sums = C::vartime_prepared_sums(&self.tables, &self.points, &sums);
        let hashes = nodes.iter().zip(&sums);
        hashes.map(|(node, sum)| node.hash + sum).collect()
    }
}
