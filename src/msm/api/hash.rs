//! Tree hashes over fixed generators: many nodes at once, each from its children's changes.

use alloc::vec::Vec;

use ff::Field;
use zeroize::Zeroizing;

use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::msm::VartimePrecomputation;

/// A node of a tree hash, and how its children change.
///
/// A node with children sᵢ is I + Σ sᵢ·Gᵢ, for a fixed point I and fixed generators Gᵢ. FCMP++'s `hash_grow` is an
/// update whose `old` has at most one child, its `hash_trim` one whose `old` has more children than `new`.
#[derive(Clone, Copy, Debug)]
pub struct NodeUpdate<'a, C: Curve> {
    /// The hash so far: I for a new node, or the identity for a sum without initial point.
    pub hash: Point<C>,
    /// The index of the first child that changes, which is also that of its generator.
    pub offset: usize,
    /// The old children, from `offset` on. Absent ones are zero, as are those past the end.
    pub old: &'a [FieldElement<C::Scalar>],
    /// The new children, from `offset` on. Those past the end are zero.
    pub new: &'a [FieldElement<C::Scalar>],
}

impl<C: Curve> NodeUpdate<'_, C> {
    /// Returns the number of children that change.
    fn len(&self) -> usize {
        self.old.len().max(self.new.len())
    }

    /// Returns newᵢ − oldᵢ for each child that changes, where children past the end of either slice are zero.
    fn differences(&self) -> impl Iterator<Item = FieldElement<C::Scalar>> {
        let child = |children: &[FieldElement<C::Scalar>], i| {
            children.get(i).copied().unwrap_or(FieldElement::ZERO)
        };
        (0..self.len()).map(move |i| child(self.new, i) - child(self.old, i))
    }
}

impl<C: Curve> VartimePrecomputation<C> {
    /// Returns the hash of each node after its update: hash + Σ (newᵢ − oldᵢ)·G_{offset + i} over the static
    /// points G. Variable time; for memory see [`Self::vartime_batch_multiscalar_mul`].
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
            let room = self.points.len().checked_sub(node.offset);
            assert!(
                room.is_some_and(|room| node.len() <= room),
                "a node has at most as many children as there are static points"
            );
        }
        // Without old children the differences are the new children, which are borrowed. Others are reserved at once: a
        // vector that grows leaves a copy behind.
        let changed_nodes = || nodes.iter().filter(|node| !node.old.is_empty());
        let mut differences =
            Zeroizing::new(Vec::with_capacity(changed_nodes().map(|n| n.len()).sum()));
        differences.extend(changed_nodes().flat_map(NodeUpdate::differences));
        // `differences` has those of the changed nodes one after the other: each takes its own off the front.
        let mut rest = differences.as_slice();
        let sums: Vec<_> = nodes
            .iter()
            .map(|node| {
                let scalars = if node.old.is_empty() {
                    node.new
                } else {
                    let (differences, tail) = rest.split_at(node.len());
                    rest = tail;
                    differences
                };
                (node.offset, scalars)
            })
            .collect();
        let sums = self.sums(&sums);
        let hashes = nodes.iter().zip(&sums);
        hashes.map(|(node, sum)| node.hash + sum).collect()
    }
}
