// The lines of fcmp/notes/growing.md between stand-ins for what Monero declares around them, and a program that calls them.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "helioselene.h"

// ---- What Monero has: names, types and what they do ----

#define CHECK_AND_ASSERT_THROW_MES(expression, message) \
    do { \
        if (!(expression)) { \
            std::ostringstream text; \
            text << message; \
            throw std::runtime_error(text.str()); \
        } \
    } while (false)
#define LOG_PRINT_L2(message) std::cerr << message << '\n'
#define TIME_MEASURE_START(name) std::uint64_t name = milliseconds()
#define TIME_MEASURE_FINISH(name) name = milliseconds() - name

static std::uint64_t milliseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

namespace tools {

// Two threads, it says; here the caller does all.
class threadpool {
public:
    class waiter {
    public:
        explicit waiter(threadpool &) {}
        bool wait() { return !failed; }
        bool failed = false;
    };
    static threadpool &getInstanceForCompute() {
        static threadpool pool;
        return pool;
    }
    unsigned get_max_concurrency() const { return 2; }
    void submit(waiter *waiter, std::function<void()> job, bool) {
        try {
            job();
        } catch (const std::exception &) {
            waiter->failed = true;
        }
    }
};

} // namespace tools

namespace crypto {

struct public_key {
    unsigned char data[32];
};
struct ec_point {
    unsigned char data[32];
};

} // namespace crypto

struct OutputPair {
    crypto::public_key output_pubkey;
    crypto::ec_point commitment;
    bool is_carrot;
};
static const crypto::public_key &output_pubkey_cref(const OutputPair &pair) { return pair.output_pubkey; }
static const crypto::ec_point &commitment_cref(const OutputPair &pair) { return pair.commitment; }
static bool output_checked_for_torsion(const OutputPair &pair) { return pair.is_carrot; }
static bool use_biased_hash_to_point(const OutputPair &pair) { return !pair.is_carrot; }

struct UnifiedOutput {
    std::uint64_t unified_id;
    OutputPair output_pair;
};

namespace curve_trees {

struct Selene {
    struct Scalar {
        std::uint64_t limbs[4];
    };
};
struct Helios {};

static constexpr std::size_t LEAF_TUPLE_SIZE = 6;

template<typename C1, typename C2>
class CurveTrees {
public:
    void outputs_to_leaves(std::vector<UnifiedOutput> &&new_outputs,
        std::vector<typename C1::Scalar> &flattened_leaves_out,
        std::vector<UnifiedOutput> &valid_outputs_out,
        const bool use_fast_torsion_check) const;

private:
    mutable std::uint64_t m_outputs_to_leaves_ms = 0;
};

template<typename C1, typename C2>
void CurveTrees<C1, C2>::outputs_to_leaves(std::vector<UnifiedOutput> &&new_outputs,
    std::vector<typename C1::Scalar> &flattened_leaves_out,
    std::vector<UnifiedOutput> &valid_outputs_out,
    const bool use_fast_torsion_check) const
{
// page: begin
    (void)use_fast_torsion_check; // there is one test for torsion
    flattened_leaves_out.clear();
    valid_outputs_out.clear();

    TIME_MEASURE_START(outputs_to_leaves);

    std::vector<helioselene_output> outputs(new_outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
    {
        const OutputPair &pair = new_outputs[i].output_pair;
        memcpy(outputs[i].key, &output_pubkey_cref(pair), 32);
        memcpy(outputs[i].commitment, &commitment_cref(pair), 32);
        outputs[i].checked_for_torsion = output_checked_for_torsion(pair);
        outputs[i].generator = use_biased_hash_to_point(pair)
            ? HELIOSELENE_GENERATOR_BIASED : HELIOSELENE_GENERATOR_UNBIASED;
    }

    // The even root of -486664. Since Monero's 1e9c45543 it is the odd one, HELIOSELENE_ROOT_SINCE_31C26D9.
    const uint32_t root = HELIOSELENE_ROOT_OF_0E438AE;
    std::vector<helioselene_leaf> leaves(outputs.size());
    std::vector<uint8_t> refusals(outputs.size());
    tools::threadpool &tpool = tools::threadpool::getInstanceForCompute();
    tools::threadpool::waiter waiter(tpool);
    const std::size_t n_threads = std::max<std::size_t>(1, tpool.get_max_concurrency());
    const std::size_t batch = std::max<std::size_t>(64, outputs.size() / n_threads + 1);
    for (std::size_t i = 0; i < outputs.size(); i += batch)
    {
        const std::size_t count = std::min(batch, outputs.size() - i);
        tpool.submit(&waiter, [&, i, count]()
        {
            const auto status =
                helioselene_leaves_of_outputs_vartime(root, &outputs[i], count, &leaves[i], &refusals[i]);
            CHECK_AND_ASSERT_THROW_MES(status == HELIOSELENE_STATUS_OK, helioselene_status_message(status));
        }, true);
    }
    CHECK_AND_ASSERT_THROW_MES(waiter.wait(), "failed to convert outputs to leaves");

    static_assert(sizeof(leaves[0].scalars) == LEAF_TUPLE_SIZE * sizeof(typename C1::Scalar), "unexpected size of a leaf");
    for (std::size_t i = 0; i < outputs.size(); ++i)
    {
        if (refusals[i] != HELIOSELENE_REFUSED_NONE)
        {
            LOG_PRINT_L2("Output " << new_outputs[i].unified_id << ": " << helioselene_refusal_message(refusals[i]));
            continue;
        }
        flattened_leaves_out.resize(flattened_leaves_out.size() + LEAF_TUPLE_SIZE);
        memcpy(&flattened_leaves_out.back() - (LEAF_TUPLE_SIZE - 1), leaves[i].scalars, sizeof(leaves[i].scalars));
        valid_outputs_out.emplace_back(std::move(new_outputs[i]));
    }

    TIME_MEASURE_FINISH(outputs_to_leaves);
    m_outputs_to_leaves_ms += outputs_to_leaves;
    LOG_PRINT_L2("Total time spent setting leaves: " << m_outputs_to_leaves_ms / 1000);
// page: end
}

template class CurveTrees<Selene, Helios>;

} // namespace curve_trees

// ---- The program ----

// Outputs of both kinds. Every seventh has no leaf, as its commitment is the identity.
static std::vector<UnifiedOutput> new_outputs(std::size_t count) {
    std::vector<helioselene_ed25519_encoding> numbers(2 * count), points(2 * count);
    for (std::size_t i = 0; i < numbers.size(); i++) {
        numbers[i].bytes[0] = static_cast<std::uint8_t>(i);
        numbers[i].bytes[1] = static_cast<std::uint8_t>(i >> 8);
    }
    const auto status =
        helioselene_hash_to_point_vartime(HELIOSELENE_GENERATOR_BIASED, numbers.data(), numbers.size(), points.data());
    CHECK_AND_ASSERT_THROW_MES(status == HELIOSELENE_STATUS_OK, helioselene_status_message(status));
    std::vector<UnifiedOutput> outputs(count);
    for (std::size_t i = 0; i < count; i++) {
        OutputPair &pair = outputs[i].output_pair;
        std::memcpy(&pair.output_pubkey, &points[2 * i], 32);
        std::memcpy(&pair.commitment, &points[2 * i + 1], 32);
        pair.is_carrot = i % 3 != 0;
        if (i % 7 == 6) pair.commitment = {{1}};
        outputs[i].unified_id = i;
    }
    return outputs;
}

int main() {
    const curve_trees::CurveTrees<curve_trees::Selene, curve_trees::Helios> trees{};
    std::vector<curve_trees::Selene::Scalar> scalars;
    std::vector<UnifiedOutput> valid;
    trees.outputs_to_leaves(new_outputs(150), scalars, valid, false);
    if (scalars.size() != valid.size() * curve_trees::LEAF_TUPLE_SIZE) return 1;
    for (std::size_t i = 0; i < valid.size(); i++) {
        std::printf("%u ", static_cast<unsigned>(valid[i].unified_id));
        unsigned char leaf[192];
        std::memcpy(leaf, &scalars[i * curve_trees::LEAF_TUPLE_SIZE], sizeof leaf);
        for (const unsigned char byte : leaf) std::printf("%02x", byte);
        std::printf("\n");
    }
}
