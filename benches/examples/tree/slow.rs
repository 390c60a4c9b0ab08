//! The slow path: hashes by single scalar multiplications.

use helioselene_simd::{Curve, FieldElement, Point};

use crate::tree::{Hash, Layer, Output, SELENE_WIDTH, Tree, x_coordinates};

/// The largest tree whose every node is recomputed.
const ALL: usize = 2000;
/// In larger trees, the nodes above this many outputs.
const PATHS: usize = 16;

/// Checks nodes up to the root, each against its children.
pub fn check(tree: &Tree<'_>, outputs: &[Output]) -> Result<(), String> {
    let every = outputs.len().div_ceil(PATHS).max(1);
    let chosen: Vec<usize> = if outputs.len() <= ALL {
        (0..outputs.len()).collect()
    } else {
        (0..outputs.len())
            .step_by(every)
            .chain([outputs.len() - 1])
            .collect()
    };
    let mut nodes: Vec<usize> = chosen.iter().map(|output| output / SELENE_WIDTH).collect();
    let mut checked = 0;
    for height in 0..tree.layers() {
        nodes.dedup();
        for &node in &nodes {
            if !node_is_right(tree, outputs, height, node) {
                return Err(format!("node {node} of height {height} is wrong"));
            }
        }
        checked += nodes.len();
        for node in &mut nodes {
            *node /= Tree::width(height + 1);
        }
    }
    println!("  {checked} nodes, the root among them, agree with the slow path");
    Ok(())
}

fn node_is_right(tree: &Tree<'_>, outputs: &[Output], height: usize, node: usize) -> bool {
    let generators = tree.generators();
    let width = Tree::width(height);
    let children = |count: usize| node * width..count.min((node + 1) * width);
    if height == 0 {
        let scalars = outputs[children(outputs.len())].as_flattened();
        let Layer::Selene(nodes) = tree.layer(0) else {
            return false;
        };
        return nodes[node] == hash(&generators.leaves, scalars);
    }
    match (tree.layer(height), tree.layer(height - 1)) {
        (Layer::Helios(nodes), Layer::Selene(below)) => {
            let scalars = x_coordinates(&below[children(below.len())]);
            nodes[node] == hash(&generators.helios, &scalars)
        }
        (Layer::Selene(nodes), Layer::Helios(below)) => {
            let scalars = x_coordinates(&below[children(below.len())]);
            nodes[node] == hash(&generators.selene, &scalars)
        }
        _ => false,
    }
}

fn hash<C: Curve>(hash: &Hash<C>, scalars: &[FieldElement<C::Scalar>]) -> Point<C> {
    let terms = scalars.iter().zip(&hash.generators);
    terms.fold(hash.initial, |sum, (scalar, point)| sum + *point * scalar)
}
