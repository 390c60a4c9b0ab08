// Grows FCMP++'s tree by the outputs of one block after another, as Monero's `curve_trees.cpp` does: outputs to leaves in one
// call, then each layer's nodes in one call. To grow on, a tree needs the last node of each layer, and no other.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "helioselene.h"

namespace {

// Children of a node. Monero has 38 and 18; here a tree of four layers is to be small.
constexpr std::size_t SELENE_WIDTH = 3, HELIOS_WIDTH = 2;
constexpr std::size_t LEAF_SCALARS = 6;

void check(helioselene_status status) {
    if (status != HELIOSELENE_STATUS_OK) {
        std::fprintf(stderr, "%s\n", helioselene_status_message(status));
        std::exit(EXIT_FAILURE);
    }
}

// ---- Outputs to leaves ----

// What Monero keeps of an output: its `LegacyOutputPair` or `CarrotOutputPairV1`.
struct OutputPair {
    helioselene_ed25519_encoding key, commitment;
    bool is_carrot;
};

// Monero's `outputs_to_leaves`: the leaves of valid outputs, without a gap for the others, and those outputs.
std::vector<helioselene_leaf> outputs_to_leaves(const std::vector<OutputPair> &pairs, std::vector<OutputPair> &valid) {
    std::vector<helioselene_output> outputs(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); i++) {
        std::memcpy(outputs[i].key, &pairs[i].key, 32);
        std::memcpy(outputs[i].commitment, &pairs[i].commitment, 32);
        outputs[i].checked_for_torsion = pairs[i].is_carrot;
        outputs[i].generator = pairs[i].is_carrot ? HELIOSELENE_GENERATOR_UNBIASED : HELIOSELENE_GENERATOR_BIASED;
    }
    std::vector<helioselene_leaf> leaves(pairs.size());
    std::vector<std::uint8_t> refusals(pairs.size());
    check(helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, outputs.data(), outputs.size(), leaves.data(),
                                                refusals.data()));
    std::size_t count = 0;
    for (std::size_t i = 0; i < pairs.size(); i++) {
        if (refusals[i] == HELIOSELENE_REFUSED_NONE) {
            leaves[count++] = leaves[i];
            valid.push_back(pairs[i]);
        } else {
            std::printf("  output %zu: %s\n", i, helioselene_refusal_message(refusals[i]));
        }
    }
    leaves.resize(count);
    return leaves;
}

// ---- The two curves under one set of names ----

struct Helios;

struct Selene {
    using Parent = Helios;
    using Point = helioselene_selene_point;
    using Scalar = helioselene_selene_scalar;
    using Node = helioselene_selene_node;
    using Generators = helioselene_selene_generators;
    static constexpr auto decode = helioselene_selene_points_from_bytes_vartime;
    static constexpr auto make_tables = helioselene_selene_generators_new_vartime;
    static constexpr auto free_tables = helioselene_selene_generators_free;
    static constexpr auto hash = helioselene_selene_hash_nodes_vartime;
    static constexpr auto to_scalars = helioselene_selene_points_to_scalars;
    static constexpr auto encode = helioselene_selene_points_to_bytes;
};

struct Helios {
    using Parent = Selene;
    using Point = helioselene_helios_point;
    using Scalar = helioselene_helios_scalar;
    using Node = helioselene_helios_node;
    using Generators = helioselene_helios_generators;
    static constexpr auto decode = helioselene_helios_points_from_bytes_vartime;
    static constexpr auto make_tables = helioselene_helios_generators_new_vartime;
    static constexpr auto free_tables = helioselene_helios_generators_free;
    static constexpr auto hash = helioselene_helios_hash_nodes_vartime;
    static constexpr auto to_scalars = helioselene_helios_points_to_scalars;
    static constexpr auto encode = helioselene_helios_points_to_bytes;
};

// A curve's initial point and tables of its generators, made once in a program's life. Here they are the points with
// small x; a program has FCMP++'s.
template <class Curve>
class Hasher {
public:
    explicit Hasher(std::size_t generators) {
        std::vector<helioselene_encoding> encodings(64);
        std::vector<typename Curve::Point> points(encodings.size());
        std::vector<std::uint8_t> valid(encodings.size());
        for (std::size_t i = 0; i < encodings.size(); i++) encodings[i].bytes[0] = static_cast<std::uint8_t>(i + 1);
        check(Curve::decode(encodings.data(), encodings.size(), points.data(), valid.data()));
        std::size_t count = 0;
        for (std::size_t i = 0; i < points.size(); i++)
            if (valid[i]) points[count++] = points[i];
        if (count <= generators) std::exit(EXIT_FAILURE);
        init = points[0];
        check(Curve::make_tables(&points[1], generators, 0, &tables));
    }
    ~Hasher() { Curve::free_tables(tables); }
    Hasher(const Hasher &) = delete;
    Hasher &operator=(const Hasher &) = delete;

    typename Curve::Point init;
    typename Curve::Generators *tables = nullptr;
};

// ---- The tree ----

// The children of a layer that a block changes: all from the first one on. That one may be old, and change.
template <class Curve>
struct Children {
    std::uint64_t first = 0;
    std::vector<typename Curve::Scalar> old; // none, or what the first one was
    std::vector<typename Curve::Scalar> now;
};

// What a tree keeps of a layer.
template <class Curve>
struct Layer {
    std::uint64_t nodes = 0;
    typename Curve::Point last{};

    // Monero's `hash_children_chunks` and `next_child_scalars_from_children`: grows the layer, and says what changes
    // for the one above.
    Children<typename Curve::Parent> grow(const Hasher<Curve> &hasher, std::size_t width, const Children<Curve> &children) {
        std::vector<typename Curve::Node> changes;
        for (std::size_t i = 0; i < children.now.size();) {
            const std::uint64_t child = children.first + i;
            typename Curve::Node node{};
            node.hash = child / width < nodes ? &last : &hasher.init;
            node.offset = child % width;
            node.old_children = children.old.data();
            node.old_count = i == 0 ? children.old.size() : 0;
            node.new_children = &children.now[i];
            node.new_count = std::min(width - node.offset, children.now.size() - i);
            changes.push_back(node);
            i += node.new_count;
        }
        std::vector<typename Curve::Point> hashes(changes.size());
        check(Curve::hash(hasher.tables, changes.data(), changes.size(), hashes.data()));

        Children<typename Curve::Parent> above;
        above.first = children.first / width;
        if (nodes == 1) {
            // It was the root, and above it there was nothing: it is the first child there, whether it changes or not.
            if (above.first == 1) hashes.insert(hashes.begin(), last);
            above.first = 0;
        } else if (above.first < nodes) {
            above.old.resize(1);
            check(Curve::to_scalars(&last, 1, above.old.data()));
        }
        above.now.resize(hashes.size());
        check(Curve::to_scalars(hashes.data(), hashes.size(), above.now.data()));
        last = hashes.back();
        nodes = above.first + hashes.size();
        return above;
    }
};

class Tree {
public:
    Tree(const Hasher<Selene> &selene, const Hasher<Helios> &helios) : selene(selene), helios(helios) {}

    void grow(const std::vector<OutputPair> &block) {
        const std::vector<helioselene_leaf> leaves = outputs_to_leaves(block, outputs);
        if (leaves.empty()) return;
        Children<Selene> scalars;
        scalars.first = (outputs.size() - leaves.size()) * LEAF_SCALARS;
        for (const helioselene_leaf &leaf : leaves)
            scalars.now.insert(scalars.now.end(), leaf.scalars, leaf.scalars + LEAF_SCALARS);
        std::size_t width = SELENE_WIDTH * LEAF_SCALARS;
        for (std::size_t i = 0;; i++, width = SELENE_WIDTH) {
            if (layers.size() == i) layers.emplace_back();
            const Children<Helios> hashes = layers[i].selene.grow(selene, width, scalars);
            if (layers[i].selene.nodes == 1) return;
            scalars = layers[i].helios.grow(helios, HELIOS_WIDTH, hashes);
            if (layers[i].helios.nodes == 1) return;
        }
    }

    helioselene_encoding root() const {
        helioselene_encoding encoding{};
        if (layers.empty()) return encoding;
        const Pair &top = layers.back();
        if (top.helios.nodes == 0)
            check(Selene::encode(&top.selene.last, 1, &encoding));
        else
            check(Helios::encode(&top.helios.last, 1, &encoding));
        return encoding;
    }

    std::size_t leaves() const { return outputs.size(); }
    std::size_t height() const { return layers.empty() ? 0 : 2 * layers.size() - (layers.back().helios.nodes == 0); }

private:
    struct Pair {
        Layer<Selene> selene;
        Layer<Helios> helios;
    };
    const Hasher<Selene> &selene;
    const Hasher<Helios> &helios;
    std::vector<OutputPair> outputs; // those with leaves, as Monero stores them
    std::vector<Pair> layers;
};

// ---- A chain ----

// Outputs number `first` on, of both kinds. Every seventh is none: of these the commitments are the identity.
std::vector<OutputPair> block(std::size_t first, std::size_t count) {
    std::vector<helioselene_ed25519_encoding> numbers(2 * count), points(2 * count);
    for (std::size_t i = 0; i < numbers.size(); i++) {
        numbers[i].bytes[0] = static_cast<std::uint8_t>(2 * first + i);
        numbers[i].bytes[1] = static_cast<std::uint8_t>((2 * first + i) >> 8);
    }
    check(helioselene_hash_to_point_vartime(HELIOSELENE_GENERATOR_BIASED, numbers.data(), numbers.size(), points.data()));
    std::vector<OutputPair> outputs;
    for (std::size_t i = 0; i < count; i++) {
        OutputPair output{points[2 * i], points[2 * i + 1], (first + i) % 3 != 0};
        if ((first + i) % 7 == 6) {
            std::memset(&output.commitment, 0, sizeof output.commitment);
            output.commitment.bytes[0] = 1;
        }
        outputs.push_back(output);
    }
    return outputs;
}

void print(const Tree &tree) {
    std::printf("%zu leaves, %zu layers, root ", tree.leaves(), tree.height());
    const helioselene_encoding root = tree.root();
    for (const std::uint8_t byte : root.bytes) std::printf("%02x", byte);
    std::printf("\n");
}

} // namespace

int main() {
    const Hasher<Selene> selene(SELENE_WIDTH * LEAF_SCALARS);
    const Hasher<Helios> helios(HELIOS_WIDTH);
    Tree tree(selene, helios);
    std::size_t first = 0;
    for (const std::size_t count : {2, 1, 1, 3, 1, 9, 0, 20, 1, 60}) {
        tree.grow(block(first, count));
        print(tree);
        first += count;
    }
    return EXIT_SUCCESS;
}
