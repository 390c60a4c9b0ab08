//! Two layers of a curve tree, and a leaf that changes: `cargo run --release --example hash_nodes`.

use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{HeliosPoint, NodeUpdate, SelenePoint, SeleneScalar, VartimePrecomputation};
use rand_core::OsRng;

fn main() {
    // For 38 children of a node of Selene, 18 of one of Helios; FCMP++ hashes to these points.
    let selene = VartimePrecomputation::new((0..38).map(|_| SelenePoint::random(&mut OsRng)));
    let helios = VartimePrecomputation::new((0..18).map(|_| HeliosPoint::random(&mut OsRng)));

    let leaves: Vec<_> = (0..18 * 38u32).map(SeleneScalar::from).collect();
    let nodes = leaves.chunks(38).map(|children| NodeUpdate {
        hash: SelenePoint::GENERATOR, // what a node without children has
        offset: 0,
        old: &[],
        new: children,
    });
    let mut hashes = selene.vartime_batch_hash_nodes(&nodes.collect::<Vec<_>>());

    // Leaf 40 is child 2 of node 1. Only the difference is computed.
    let change = NodeUpdate {
        hash: hashes[1],
        offset: 2,
        old: &leaves[40..41],
        new: &[SeleneScalar::from(7u32)],
    };
    hashes[1] = selene.vartime_batch_hash_nodes(&[change])[0];

    // A point's x coordinate is a scalar of the other curve.
    let root = NodeUpdate {
        hash: HeliosPoint::GENERATOR,
        offset: 0,
        old: &[],
        new: &SelenePoint::batch_to_x(&hashes),
    };
    let root = helios.vartime_batch_hash_nodes(&[root])[0];
    println!("root: {:02x?}", root.to_bytes());
}
