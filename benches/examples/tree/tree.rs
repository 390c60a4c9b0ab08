//! The tree: leaf nodes on Selene hash 38 outputs of six scalars; above them Helios nodes with 18 children and Selene nodes
//! with 38 alternate. A child counts as its x coordinate, a scalar of the other curve. The hash of scalars s_i is
//! I + Σ s_i·G_i, with fixed generators G_i and a fixed initial point I.

use helioselene_simd::group::ff::PrimeField;
use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Curve, Field25519, FieldElement, Helios, HelioseleneField, Point, Selene, VartimePrecomputation,
};
use rand_core::SeedableRng;

/// The scalars of an output.
pub type Output = [Field25519; 6];

/// Children of a Selene node.
pub const SELENE_WIDTH: usize = 38;
/// Children of a Helios node.
pub const HELIOS_WIDTH: usize = 18;
/// Nodes hashed at once.
const STEP: usize = 256;

/// A hash from scalars to points.
pub struct Hash<C: Curve> {
    pub initial: Point<C>,
    pub generators: Vec<Point<C>>,
    tables: VartimePrecomputation<C>,
}

impl<C: Curve> Hash<C> {
    fn new(generators: usize, seed: u64) -> Self {
        let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(seed);
        let initial = Point::random(&mut rng);
        let generators: Vec<_> = (0..generators).map(|_| Point::random(&mut rng)).collect();
        Self {
            initial,
            tables: VartimePrecomputation::new(&generators),
            generators,
        }
    }

    /// The nodes over scalars, `width` to a node.
    fn nodes(&self, scalars: &[FieldElement<C::Scalar>], width: usize) -> Vec<Point<C>> {
        let nodes: Vec<_> = scalars.chunks(width).collect();
        let mut hashes = Vec::with_capacity(nodes.len());
        for nodes in nodes.chunks(STEP) {
            let sums = self.tables.vartime_batch_multiscalar_mul(nodes);
            hashes.extend(sums.into_iter().map(|sum| self.initial + sum));
        }
        hashes
    }
}

/// The hashes of both curves.
pub struct Generators {
    /// Of outputs: six scalars for each of 38.
    pub leaves: Hash<Selene>,
    pub helios: Hash<Helios>,
    pub selene: Hash<Selene>,
}

impl Generators {
    pub fn new() -> Self {
        Self {
            leaves: Hash::new(6 * SELENE_WIDTH, 1),
            helios: Hash::new(HELIOS_WIDTH, 2),
            selene: Hash::new(SELENE_WIDTH, 3),
        }
    }
}

/// The nodes of one height.
#[derive(Clone, PartialEq, Debug)]
pub enum Layer {
    Selene(Vec<Point<Selene>>),
    Helios(Vec<Point<Helios>>),
}

impl Layer {
    fn len(&self) -> usize {
        match self {
            Self::Selene(nodes) => nodes.len(),
            Self::Helios(nodes) => nodes.len(),
        }
    }
}

pub struct Tree<'a> {
    generators: &'a Generators,
    outputs: Vec<Output>,
    /// From the leaf nodes to the root.
    layers: Vec<Layer>,
}

impl PartialEq for Tree<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.outputs == other.outputs && self.layers == other.layers
    }
}

impl<'a> Tree<'a> {
    pub fn new(generators: &'a Generators) -> Self {
        Self {
            generators,
            outputs: Vec::new(),
            layers: Vec::new(),
        }
    }

    pub fn generators(&self) -> &'a Generators {
        self.generators
    }

    /// The number of children of a node at this height; leaf nodes have height 0.
    pub fn width(height: usize) -> usize {
        if height.is_multiple_of(2) {
            SELENE_WIDTH
        } else {
            HELIOS_WIDTH
        }
    }

    pub fn nodes(&self) -> usize {
        self.layers.iter().map(Layer::len).sum()
    }

    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    pub fn layer(&self, height: usize) -> &Layer {
        &self.layers[height]
    }

    /// The root's encoding, or nothing for an empty tree.
    pub fn root_hex(&self) -> String {
        let bytes = match self.layers.last() {
            None => return String::new(),
            Some(Layer::Selene(nodes)) => nodes[0].to_bytes(),
            Some(Layer::Helios(nodes)) => nodes[0].to_bytes(),
        };
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Appends outputs, hashing only the nodes above them.
    pub fn append(&mut self, outputs: &[Output]) {
        let first = self.outputs.len();
        self.outputs.extend_from_slice(outputs);
        self.update(first);
    }

    /// Removes the last outputs, hashing only the last node of each layer.
    pub fn trim(&mut self, outputs: usize) {
        self.outputs.truncate(self.outputs.len() - outputs);
        self.update(self.outputs.len());
    }

    /// Hashes the nodes above the outputs from `first` on, and those that have lost children.
    fn update(&mut self, first: usize) {
        if self.outputs.is_empty() {
            self.layers.clear();
            return;
        }
        let Generators {
            leaves,
            helios,
            selene,
        } = self.generators;
        let mut first = first / SELENE_WIDTH;
        let scalars = self.outputs[first * SELENE_WIDTH..].as_flattened();
        let new = leaves.nodes(scalars, 6 * SELENE_WIDTH);
        self.replace(0, first, Layer::Selene(new));
        let mut height = 0;
        while self.layers[height].len() > 1 {
            let start = first / Self::width(height + 1) * Self::width(height + 1);
            first /= Self::width(height + 1);
            let new = match &self.layers[height] {
                Layer::Selene(children) => {
                    let x: Vec<HelioseleneField> = x_coordinates(&children[start..]);
                    Layer::Helios(helios.nodes(&x, HELIOS_WIDTH))
                }
                Layer::Helios(children) => {
                    let x: Vec<Field25519> = x_coordinates(&children[start..]);
                    Layer::Selene(selene.nodes(&x, SELENE_WIDTH))
                }
            };
            height += 1;
            self.replace(height, first, new);
        }
        self.layers.truncate(height + 1);
    }

    /// Replaces the nodes from `first` on.
    fn replace(&mut self, height: usize, first: usize, new: Layer) {
        match (self.layers.get_mut(height), new) {
            (None, new) => self.layers.push(new),
            (Some(Layer::Selene(nodes)), Layer::Selene(new)) => {
                nodes.truncate(first);
                nodes.extend(new);
            }
            (Some(Layer::Helios(nodes)), Layer::Helios(new)) => {
                nodes.truncate(first);
                nodes.extend(new);
            }
            _ => unreachable!("a height belongs to one curve"),
        }
    }
}

/// The x coordinates of points as scalars of the other curve.
pub fn x_coordinates<C: Curve, F: PrimeField<Repr = [u8; 32]>>(points: &[Point<C>]) -> Vec<F> {
    let encodings = Point::batch_to_bytes(points);
    let x = encodings.into_iter().map(|mut bytes| {
        bytes[31] &= 0x7f;
        F::from_repr(bytes).expect("a coordinate is below the prime")
    });
    x.collect()
}
