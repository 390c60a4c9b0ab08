// The lines of fcmp/notes/monero.md between stand-ins for what Monero declares around them, and a program that calls them.
//
// It reads sums of Bulletproofs+ and outputs' points from its input, as tests/c/bulletproofs.rs writes them, and prints each verdict.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
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
#define MERROR(message) std::cerr << message << '\n'
#define LOG_PRINT_L1(message) std::cerr << message << '\n'

namespace boost {
using std::lock_guard;
using std::mutex;
} // namespace boost

// Here a point is its encoding.
struct ge_p3 {
    unsigned char encoding[32];
};
static void ge_p3_tobytes(unsigned char *bytes, const ge_p3 *point) { std::memcpy(bytes, point->encoding, 32); }

namespace rct {

struct key {
    unsigned char bytes[32];
    bool operator==(const key &other) const { return std::memcmp(bytes, other.bytes, 32) == 0; }
};
using keyV = std::vector<key>;
static key identity() { return {{1}}; }

// The generators, which the program reads.
static key G, H;
static constexpr std::size_t maxN = 64;
static constexpr std::size_t maxM = 16;
static ge_p3 Gi_p3[maxN * maxM], Hi_p3[maxN * maxM];
static boost::mutex init_mutex;

struct BulletproofPlus {
    keyV V;
    key A, A1, B;
    keyV L, R;
};

// page: generators
static const helioselene_ed25519_encoding *encodings(const rct::keyV &keys)
{
    return reinterpret_cast<const helioselene_ed25519_encoding *>(keys.data());
}

static const helioselene_ed25519_integer *integers(const rct::keyV &keys)
{
    return reinterpret_cast<const helioselene_ed25519_integer *>(keys.data());
}

// Tables of G, H and the generators of proofs of up to 2^logM outputs, which the first such proof makes.
static const helioselene_ed25519_generators *verification_tables(size_t logM)
{
    static helioselene_ed25519_generators *tables[5] = {};
    static_assert(maxM == 1 << 4, "a table for each logM");
    CHECK_AND_ASSERT_THROW_MES(logM < 5, "Too many outputs");
    boost::lock_guard<boost::mutex> lock(init_mutex);
    if (tables[logM] == NULL)
    {
        rct::keyV points = {rct::G, rct::H};
        for (size_t i = 0; i < maxN << logM; ++i)
        {
            points.emplace_back();
            ge_p3_tobytes(points.back().bytes, &Gi_p3[i]);
            points.emplace_back();
            ge_p3_tobytes(points.back().bytes, &Hi_p3[i]);
        }
        const helioselene_status status =
            helioselene_ed25519_generators_new_vartime(encodings(points), points.size(), &tables[logM]);
        CHECK_AND_ASSERT_THROW_MES(status == HELIOSELENE_STATUS_OK, helioselene_status_message(status));
    }
    return tables[logM];
}

// 8*scalar as an integer, not modulo the order: times P it is scalar*(8*P), also if P has torsion.
static rct::key times8(const rct::key &scalar)
{
    CHECK_AND_ASSERT_THROW_MES(scalar.bytes[31] < 32, "A scalar is not reduced");
    rct::key res;
    unsigned int carry = 0;
    for (size_t i = 0; i < sizeof(res.bytes); ++i)
    {
        carry |= scalar.bytes[i] << 3;
        res.bytes[i] = carry & 0xff;
        carry >>= 8;
    }
    return res;
}
// page: end

// The scalars that Monero computes from a batch of proofs. Those of points are in the order of `multiexp_data`.
struct batch {
    std::vector<BulletproofPlus> proofs;
    std::size_t max_logM;
    key G_scalar, H_scalar;
    keyV Gi_scalars, Hi_scalars;
    keyV of_points;
};

// The end of Monero's function, with the scalars read instead of computed.
static bool bulletproof_plus_VERIFY(const batch &batch) {
    const std::size_t max_logM = batch.max_logM, maxMN = maxN << max_logM;
    const key &G_scalar = batch.G_scalar, &H_scalar = batch.H_scalar;
    const keyV &Gi_scalars = batch.Gi_scalars, &Hi_scalars = batch.Hi_scalars;
    std::size_t read = 0;
    key temp{}, minus_weight_e_squared{};

// page: points
    rct::keyV points, scalars_times8;
    const auto add_times8 = [&](const rct::key &scalar, const rct::key &point)
    {
        scalars_times8.push_back(times8(scalar));
        points.push_back(point);
    };
// page: end

    for (const BulletproofPlus &proof : batch.proofs) {
        for (std::size_t j = 0; j < proof.V.size(); j++) {
            temp = batch.of_points.at(read++);
// page: points
            add_times8(temp, proof.V[j]);
// page: end
        }
        temp = batch.of_points.at(read++);
// page: points
        add_times8(temp, proof.B);
// page: end
        temp = batch.of_points.at(read++);
// page: points
        add_times8(temp, proof.A1);
// page: end
        minus_weight_e_squared = batch.of_points.at(read++);
// page: points
        add_times8(minus_weight_e_squared, proof.A);
// page: end
        for (std::size_t j = 0; j < proof.L.size(); j++) {
            temp = batch.of_points.at(read++);
// page: points
            add_times8(temp, proof.L[j]);
// page: end
            temp = batch.of_points.at(read++);
// page: points
            add_times8(temp, proof.R[j]);
// page: end
        }
    }

// page: sum
    // Verify all proofs in the weighted batch
    rct::keyV generator_scalars = {G_scalar, H_scalar};
    for (size_t i = 0; i < maxMN; ++i)
    {
        generator_scalars.push_back(Gi_scalars[i]);
        generator_scalars.push_back(Hi_scalars[i]);
    }
    uint8_t is_identity = 0;
    const helioselene_status status = helioselene_ed25519_sum_is_identity_vartime(verification_tables(max_logM),
        integers(generator_scalars), generator_scalars.size(),
        integers(scalars_times8), encodings(points), points.size(), &is_identity);
    CHECK_AND_ASSERT_THROW_MES(status == HELIOSELENE_STATUS_OK, helioselene_status_message(status));
    if (!is_identity)
    {
        MERROR("Verification failure");
        return false;
    }

    return true;
// page: end
}

// As Monero calls it.
static bool verBulletproofPlus(const batch &batch) {
    try {
        return bulletproof_plus_VERIFY(batch);
    } catch (const std::exception &error) {
        MERROR(error.what());
        return false;
    }
}

// page: torsion
bool verPointsForTorsion(const std::vector<key> & pts) {
    std::vector<uint8_t> torsion_free(pts.size());
    const helioselene_status status = helioselene_ed25519_are_torsion_free_vartime(
        reinterpret_cast<const helioselene_ed25519_encoding *>(pts.data()), pts.size(), torsion_free.data());
    CHECK_AND_ASSERT_THROW_MES(status == HELIOSELENE_STATUS_OK, helioselene_status_message(status));
    for (size_t i = 0; i < pts.size(); ++i) {
        // The identity has no torsion, but is no point of an output.
        if (!torsion_free[i] || pts[i] == rct::identity()) {
            LOG_PRINT_L1("Torsion check failed for point " << i);
            return false;
        }
    }
    return true;
}
// page: end

} // namespace rct

// ---- The program ----

template<typename T>
static T next() {
    T value;
    if (!(std::cin >> value)) throw std::runtime_error("the input ends too soon");
    return value;
}

static rct::key next_key() {
    const auto digits = next<std::string>();
    if (digits.size() != 64) throw std::runtime_error("not 32 bytes: " + digits);
    rct::key key;
    for (std::size_t i = 0; i < 32; i++)
        key.bytes[i] = static_cast<unsigned char>(std::stoul(digits.substr(2 * i, 2), nullptr, 16));
    return key;
}

static rct::keyV next_keys(std::size_t count) {
    rct::keyV keys;
    for (std::size_t i = 0; i < count; i++) keys.push_back(next_key());
    return keys;
}

// Number and keys.
static rct::keyV next_list() {
    const auto count = next<std::size_t>();
    return next_keys(count);
}

static rct::batch next_batch() {
    rct::batch batch;
    batch.max_logM = next<std::size_t>();
    batch.G_scalar = next_key();
    batch.H_scalar = next_key();
    batch.Gi_scalars = next_keys(rct::maxN << batch.max_logM);
    batch.Hi_scalars = next_keys(rct::maxN << batch.max_logM);
    const auto proofs = next<std::size_t>();
    for (std::size_t i = 0; i < proofs; i++) {
        rct::BulletproofPlus proof;
        proof.V = next_list();
        proof.A = next_key();
        proof.A1 = next_key();
        proof.B = next_key();
        proof.L = next_list();
        proof.R = next_list();
        batch.proofs.push_back(proof);
    }
    batch.of_points = next_list();
    return batch;
}

int main() {
    rct::G = next_key();
    rct::H = next_key();
    for (std::size_t i = 0; i < rct::maxN * rct::maxM; i++) {
        const rct::key Hi = next_key(), Gi = next_key();
        std::memcpy(rct::Hi_p3[i].encoding, Hi.bytes, 32);
        std::memcpy(rct::Gi_p3[i].encoding, Gi.bytes, 32);
    }
    for (std::string what; std::cin >> what;)
        std::puts((what == "torsion" ? rct::verPointsForTorsion(next_list()) : rct::verBulletproofPlus(next_batch())) ? "1" : "0");
}
