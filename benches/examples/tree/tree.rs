//! The tree: leaf nodes on Selene hash 38 outputs of six scalars; above them Helios nodes with 18 children and Selene nodes
//! with 38 alternate. A child counts as its x coordinate, a scalar of the other curve. The hash of scalars s_i is
//! I + Σ s_i·G_i, with fixed generators G_i and a fixed initial point I.

use helioselene_simd::group::{Group, GroupEncoding};
use helioselene_simd::{
    Curve, Field25519, FieldElement, Helios, Point, Selene, VartimePrecomputation,
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

/// The nodes of every other height, from the lowest up.
pub type Layers<C> = Vec<Vec<Point<C>>>;

/// A hash from scalars to points, and so of a kind of nodes.
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

    /// Replaces the nodes of a layer from `first` on by those over these scalars.
    fn replace(
        &self,
        layers: &mut Layers<C>,
        layer: usize,
        first: usize,
        scalars: &[FieldElement<C::Scalar>],
    ) {
        layers.resize(layers.len().max(layer + 1), Vec::new());
        layers[layer].truncate(first);
        let nodes: Vec<_> = scalars.chunks(self.generators.len()).collect();
        for nodes in nodes.chunks(STEP) {
            let sums = self.tables.vartime_batch_multiscalar_mul(nodes);
            layers[layer].extend(sums.into_iter().map(|sum| self.initial + sum));
        }
    }

    /// Replaces the nodes above the children from `first` on, and returns the first of them.
    fn replace_above<D: Curve<Base = C::Scalar>>(
        &self,
        layers: &mut Layers<C>,
        layer: usize,
        children: &[Point<D>],
        first: usize,
    ) -> usize {
        let width = self.generators.len();
        let first = first / width;
        let scalars = Point::batch_to_x(&children[first * width..]);
        self.replace(layers, layer, first, &scalars);
        first
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

pub struct Tree<'a> {
    pub generators: &'a Generators,
    outputs: Vec<Output>,
    /// The leaf nodes, and those of even height above.
    pub selene: Layers<Selene>,
    /// The nodes of odd height.
    pub helios: Layers<Helios>,
}

impl PartialEq for Tree<'_> {
    fn eq(&self, other: &Self) -> bool {
        (&self.outputs, &self.selene, &self.helios)
            == (&other.outputs, &other.selene, &other.helios)
    }
}

impl<'a> Tree<'a> {
    pub fn new(generators: &'a Generators) -> Self {
        Self {
            generators,
            outputs: Vec::new(),
            selene: Vec::new(),
            helios: Vec::new(),
        }
    }

    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    pub fn nodes(&self) -> usize {
        let of_helios: usize = self.helios.iter().map(Vec::len).sum();
        of_helios + self.selene.iter().map(Vec::len).sum::<usize>()
    }

    pub fn layers(&self) -> usize {
        self.selene.len() + self.helios.len()
    }

    /// The root's encoding, or nothing for an empty tree.
    pub fn root_hex(&self) -> String {
        let root = if self.helios.len() == self.selene.len() {
            self.helios.last().map(|nodes| nodes[0].to_bytes())
        } else {
            self.selene.last().map(|nodes| nodes[0].to_bytes())
        };
        let bytes = root.iter().flatten();
        bytes.map(|byte| format!("{byte:02x}")).collect()
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
            self.selene.clear();
            self.helios.clear();
            return;
        }
        let Generators {
            leaves,
            helios,
            selene,
        } = self.generators;
        let mut first = first / SELENE_WIDTH;
        let scalars = self.outputs[first * SELENE_WIDTH..].as_flattened();
        leaves.replace(&mut self.selene, 0, first, scalars);
        let mut i = 0;
        let helios_layers = loop {
            if self.selene[i].len() == 1 {
                break i;
            }
            first = helios.replace_above(&mut self.helios, i, &self.selene[i], first);
            if self.helios[i].len() == 1 {
                break i + 1;
            }
            first = selene.replace_above(&mut self.selene, i + 1, &self.helios[i], first);
            i += 1;
        };
        self.selene.truncate(i + 1);
        self.helios.truncate(helios_layers);
    }
}
