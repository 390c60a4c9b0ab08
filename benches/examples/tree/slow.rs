//! The slow path: hashes by single scalar multiplications.

use helioselene_simd::{Curve, FieldElement, Point};

use crate::tree::{HELIOS_WIDTH, Hash, Output, SELENE_WIDTH, Tree};

/// The largest tree whose every node is recomputed.
const ALL: usize = 2000;
/// In larger trees, the nodes above this many outputs.
const PATHS: usize = 16;

/// Checks nodes up to the root, each against its children.
pub fn check(tree: &Tree<'_>, outputs: &[Output]) -> Result<(), String> {
    let every = if outputs.len() <= ALL {
        1
    } else {
        outputs.len().div_ceil(PATHS)
    };
    let chosen = (0..outputs.len()).step_by(every);
    let chosen = chosen.chain(outputs.len().checked_sub(1));
    let mut nodes: Vec<usize> = chosen.map(|output| output / SELENE_WIDTH).collect();
    let mut checked = 0;
    for height in 0..tree.layers() {
        nodes.dedup();
        for &node in &nodes {
            if !node_is_right(tree, outputs, height, node) {
                return Err(format!("node {node} of height {height} is wrong"));
            }
        }
        checked += nodes.len();
        let width = if height % 2 == 0 {
            HELIOS_WIDTH
        } else {
            SELENE_WIDTH
        };
        nodes.iter_mut().for_each(|node| *node /= width);
    }
    println!("  {checked} nodes, the root among them, agree with the slow path");
    Ok(())
}

fn node_is_right(tree: &Tree<'_>, outputs: &[Output], height: usize, node: usize) -> bool {
    let hashes = tree.generators;
    let i = height / 2;
    if height == 0 {
        let children = outputs.chunks(SELENE_WIDTH).nth(node).unwrap_or_default();
        tree.selene[0][node] == hash(&hashes.leaves, children.as_flattened())
    } else if height % 2 == 1 {
        tree.helios[i][node] == above(&hashes.helios, &tree.selene[i], node)
    } else {
        tree.selene[i][node] == above(&hashes.selene, &tree.helios[i - 1], node)
    }
}

/// A node above the nodes of a layer.
fn above<C: Curve, D: Curve<Base = C::Scalar>>(
    of: &Hash<C>,
    layer: &[Point<D>],
    node: usize,
) -> Point<C> {
    let children = layer.chunks(of.generators.len()).nth(node);
    hash(of, &Point::batch_to_x(children.unwrap_or_default()))
}

fn hash<C: Curve>(hash: &Hash<C>, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
    let terms = scalars.iter().zip(&hash.generators);
    terms.fold(hash.initial, |sum, (scalar, point)| sum + *point * scalar)
}
