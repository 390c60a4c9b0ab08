/* What is refused, and that nothing is written then. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#define COUNT 5

static int all(const void *memory, size_t size, unsigned char byte) {
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != byte) return 0;
    return 1;
}

/* The same for both curves: `curve` is its name, `other` that whose scalars its x coordinates are. */
#define TEST_CURVE(curve, other)                                                                                \
    static void test_##curve(void) {                                                                            \
        helioselene_encoding encodings[COUNT], encoded[COUNT];                                                  \
        helioselene_##curve##_point points[COUNT], hash, identity, unknown;                                     \
        helioselene_##other##_scalar x[COUNT];                                                                  \
        helioselene_##curve##_scalar children[COUNT], too_large;                                                \
        helioselene_##curve##_generators *generators = NULL;                                                    \
        uint8_t valid[COUNT];                                                                                   \
        memset(encodings, 0, sizeof encodings);                                                                 \
        encodings[0].bytes[0] = 1;                                                                              \
        encodings[1].bytes[0] = 1;                                                                              \
        encodings[1].bytes[31] = 0x80;                                                                          \
        memset(encodings[2].bytes, 0xff, 32);                                                                   \
        encodings[3].bytes[31] = 0x80; /* the identity, with a parity bit */                                    \
        EXPECT(OK, helioselene_##curve##_points_from_bytes_vartime(encodings, COUNT, points, valid));           \
        CHECK(valid[0] == 1 && valid[1] == 1 && valid[2] == 0 && valid[3] == 0 && valid[4] == 1);               \
        CHECK(all(&points[2], 2 * sizeof points[2], 0));                                                        \
        identity = points[4];                                                                                   \
        /* What is no point. */                                                                                 \
        memset(encoded, 0x55, sizeof encoded);                                                                  \
        memset(x, 0x55, sizeof x);                                                                              \
        EXPECT(INVALID_POINT, helioselene_##curve##_points_to_bytes(points, 3, encoded));                       \
        EXPECT(INVALID_POINT, helioselene_##curve##_points_to_scalars(points, 3, x));                           \
        unknown = points[0];                                                                                    \
        unknown.coordinates[0] ^= 1;                                                                            \
        EXPECT(INVALID_POINT, helioselene_##curve##_points_to_bytes(&unknown, 1, encoded));                     \
        memset(&unknown, 0xff, sizeof unknown);                                                                 \
        EXPECT(INVALID_POINT, helioselene_##curve##_points_to_bytes(&unknown, 1, encoded));                     \
        EXPECT(IDENTITY, helioselene_##curve##_points_to_scalars(&identity, 1, x));                             \
        CHECK(all(encoded, sizeof encoded, 0x55) && all(x, sizeof x, 0x55));                                    \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(&identity, 1, encoded));                               \
        CHECK(all(&encoded[0], 32, 0));                                                                         \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(points, 2, encoded));                                  \
        CHECK(memcmp(encoded, encodings, 2 * sizeof encoded[0]) == 0);                                          \
        EXPECT(OK, helioselene_##curve##_points_to_scalars(points, 2, x));                                      \
        CHECK(memcmp(&x[0], &encodings[0], 32) == 0 && memcmp(&x[0], &x[1], 32) == 0);                          \
        /* NULL and lengths. */                                                                                 \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(NULL, 0, NULL));                                       \
        EXPECT(OK, helioselene_##curve##_points_to_scalars(NULL, 0, NULL));                                     \
        EXPECT(OK, helioselene_##curve##_points_from_bytes_vartime(NULL, 0, NULL, NULL));                       \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_to_bytes(NULL, 1, encoded));                          \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_to_bytes(points, 1, NULL));                           \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_to_scalars(NULL, 1, x));                              \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_to_scalars(points, 1, NULL));                         \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_from_bytes_vartime(NULL, 1, points, valid));          \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_from_bytes_vartime(encodings, 1, NULL, valid));       \
        EXPECT(NULL_POINTER, helioselene_##curve##_points_from_bytes_vartime(encodings, 1, points, NULL));      \
        EXPECT(TOO_LONG, helioselene_##curve##_points_to_bytes(points, SIZE_MAX, encoded));                     \
        EXPECT(TOO_LONG, helioselene_##curve##_points_to_bytes(points, SIZE_MAX / 96, encoded));                \
        /* Generators. */                                                                                       \
        EXPECT(NULL_POINTER, helioselene_##curve##_generators_new_vartime(points, 2, 0, NULL));                 \
        EXPECT(NULL_POINTER, helioselene_##curve##_generators_new_vartime(NULL, 2, 0, &generators));            \
        EXPECT(INVALID_POINT, helioselene_##curve##_generators_new_vartime(points, 3, 0, &generators));         \
        CHECK(generators == NULL);                                                                              \
        helioselene_##curve##_generators_free(generators);                                                      \
        EXPECT(OK, helioselene_##curve##_generators_new_vartime(points, 2, 1, &generators));                    \
        /* Nodes. */                                                                                            \
        memset(children, 0, sizeof children);                                                                   \
        for (int i = 0; i < COUNT; i++) children[i].bytes[0] = (uint8_t)(i + 1);                                \
        memset(&too_large, 0xff, sizeof too_large);                                                             \
        helioselene_##curve##_node node = {NULL, 0, NULL, 0, children, 2};                                      \
        memset(&hash, 0x55, sizeof hash);                                                                       \
        EXPECT(NULL_POINTER, helioselene_##curve##_hash_nodes_vartime(NULL, &node, 1, &hash));                  \
        EXPECT(NULL_POINTER, helioselene_##curve##_hash_nodes_vartime(generators, NULL, 1, &hash));             \
        EXPECT(NULL_POINTER, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, NULL));             \
        EXPECT(MISALIGNED, helioselene_##curve##_hash_nodes_vartime(                                            \
                               generators, (const void *)((const char *)&node + 1), 1, &hash));                 \
        node.new_count = 3;                                                                                     \
        EXPECT(TOO_MANY_CHILDREN, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));       \
        node.new_count = 2;                                                                                     \
        node.offset = 1;                                                                                        \
        EXPECT(TOO_MANY_CHILDREN, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));       \
        node.offset = SIZE_MAX;                                                                                 \
        EXPECT(TOO_MANY_CHILDREN, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));       \
        node.offset = 0;                                                                                        \
        node.old_count = 1;                                                                                     \
        EXPECT(NULL_POINTER, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));            \
        node.old_children = &too_large;                                                                         \
        EXPECT(INVALID_SCALAR, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));          \
        node.old_children = children;                                                                           \
        node.hash = &points[2];                                                                                 \
        EXPECT(INVALID_POINT, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));           \
        CHECK(all(&hash, sizeof hash, 0x55));                                                                   \
        /* P + (1 - 1)P + 2(-P) = -P, over the generators P and -P. */                                          \
        node.hash = &points[0];                                                                                 \
        EXPECT(OK, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));                      \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(&hash, 1, encoded));                                   \
        CHECK(memcmp(&encoded[0], &encodings[1], 32) == 0);                                                     \
        /* The result may go to where the hash so far is; without a hash it is the identity's. */               \
        hash = points[0];                                                                                       \
        node.hash = &hash;                                                                                      \
        EXPECT(OK, helioselene_##curve##_hash_nodes_vartime(generators, &node, 1, &hash));                      \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(&hash, 1, encoded));                                   \
        CHECK(memcmp(&encoded[0], &encodings[1], 32) == 0);                                                     \
        helioselene_##curve##_node none = {NULL, 2, NULL, 0, NULL, 0};                                          \
        EXPECT(OK, helioselene_##curve##_hash_nodes_vartime(generators, &none, 1, &hash));                      \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(&hash, 1, encoded));                                   \
        CHECK(all(&encoded[0], 32, 0));                                                                         \
        EXPECT(OK, helioselene_##curve##_hash_nodes_vartime(generators, NULL, 0, NULL));                        \
        helioselene_##curve##_generators_free(generators);                                                      \
    }
TEST_CURVE(helios, selene)
TEST_CURVE(selene, helios)

/* Sums that are the identity and sums that are not. */
#define TEST_SUMS(curve)                                                                                        \
    static void test_sums_##curve(void) {                                                                       \
        helioselene_encoding encodings[2];                                                                      \
        helioselene_##curve##_point points[2], no_point;                                                        \
        helioselene_##curve##_scalar ones[2], one_and_two[2], too_large;                                        \
        helioselene_##curve##_sum sums[5];                                                                      \
        uint8_t random[64], zeros[64], identities[5];                                                           \
        memset(encodings, 0, sizeof encodings);                                                                 \
        encodings[0].bytes[0] = 1;                                                                              \
        encodings[1].bytes[0] = 1;                                                                              \
        encodings[1].bytes[31] = 0x80;                                                                          \
        EXPECT(OK, helioselene_##curve##_points_from_bytes_vartime(encodings, 2, points, identities));          \
        memset(ones, 0, sizeof ones);                                                                           \
        ones[0].bytes[0] = ones[1].bytes[0] = 1;                                                                \
        memcpy(one_and_two, ones, sizeof ones);                                                                 \
        one_and_two[1].bytes[0] = 2;                                                                            \
        memset(&too_large, 0xff, sizeof too_large);                                                             \
        memset(&no_point, 0xff, sizeof no_point);                                                               \
        for (int i = 0; i < 64; i++) random[i] = (uint8_t)(3 * i + 1);                                          \
        /* P - P, as often; nothing at all. */                                                                  \
        for (int i = 0; i < 5; i++) {                                                                           \
            sums[i].scalars = ones;                                                                             \
            sums[i].points = points;                                                                            \
            sums[i].count = i == 3 ? 0 : 2;                                                                     \
        }                                                                                                       \
        memset(identities, 0x55, sizeof identities);                                                            \
        EXPECT(OK, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));               \
        CHECK(all(identities, 5, 1));                                                                           \
        /* P - 2P, at each place. */                                                                            \
        for (int i = 0; i < 5; i++) {                                                                           \
            sums[i].scalars = one_and_two;                                                                      \
            EXPECT(OK, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));           \
            for (int j = 0; j < 5; j++) CHECK(identities[j] == (j != i || i == 3));                             \
            sums[i].scalars = ones;                                                                             \
        }                                                                                                       \
        /* P and -P are the identity together, and neither is by itself. */                                     \
        sums[0].count = sums[4].count = 1;                                                                      \
        sums[4].points = &points[1];                                                                            \
        EXPECT(OK, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));               \
        CHECK(identities[0] == 0 && all(&identities[1], 3, 1) && identities[4] == 0);                           \
        sums[0].count = sums[4].count = 2;                                                                      \
        sums[4].points = points;                                                                                \
        /* What is refused, in the last of them. */                                                             \
        memset(identities, 0x55, sizeof identities);                                                            \
        EXPECT(OK, helioselene_##curve##_sums_are_identity_vartime(NULL, 0, random, NULL));                     \
        /* Memory that nobody filled: the first sum alone would have a weight, and the wrong one would pass. */ \
        memset(zeros, 0, sizeof zeros);                                                                         \
        sums[1].scalars = one_and_two;                                                                          \
        EXPECT(WEAK_RANDOMNESS, helioselene_##curve##_sums_are_identity_vartime(sums, 5, zeros, identities));   \
        EXPECT(WEAK_RANDOMNESS, helioselene_##curve##_sums_are_identity_vartime(NULL, 0, zeros, NULL));         \
        sums[1].scalars = ones;                                                                                 \
        EXPECT(NULL_POINTER, helioselene_##curve##_sums_are_identity_vartime(NULL, 5, random, identities));     \
        EXPECT(NULL_POINTER, helioselene_##curve##_sums_are_identity_vartime(sums, 5, NULL, identities));       \
        EXPECT(NULL_POINTER, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, NULL));           \
        EXPECT(MISALIGNED, helioselene_##curve##_sums_are_identity_vartime(                                     \
                               (const void *)((const char *)sums + 1), 4, random, identities));                 \
        sums[4].scalars = NULL;                                                                                 \
        EXPECT(NULL_POINTER, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));     \
        sums[4].scalars = &too_large;                                                                           \
        sums[4].count = 1;                                                                                      \
        EXPECT(INVALID_SCALAR, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));   \
        sums[4].scalars = ones;                                                                                 \
        sums[4].points = NULL;                                                                                  \
        EXPECT(NULL_POINTER, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));     \
        sums[4].points = &no_point;                                                                             \
        EXPECT(INVALID_POINT, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));    \
        sums[4].count = SIZE_MAX;                                                                               \
        EXPECT(TOO_LONG, helioselene_##curve##_sums_are_identity_vartime(sums, 5, random, identities));         \
        CHECK(all(identities, sizeof identities, 0x55));                                                        \
    }
TEST_SUMS(helios)
TEST_SUMS(selene)

/* The orders, which are no scalars. */
static const unsigned char helios_order[32] = {
    0x53, 0xdf, 0x11, 0xdf, 0x68, 0x0b, 0x85, 0xf9, 0x17, 0xf3, 0x69, 0x19, 0x1d, 0x48, 0x35, 0xf7,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
};
static const unsigned char selene_order[32] = {
    0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
};

/* What becomes of two good nodes by a change of the second. */
#define EXPECT_SECOND(curve, expected, change)                                                                  \
    do {                                                                                                        \
        nodes[1] = good;                                                                                        \
        change;                                                                                                 \
        EXPECT(expected, helioselene_##curve##_hash_nodes_vartime(generators, nodes, 2, hashes));               \
    } while (0)

/* Every check of every function on the second item of two, of which the first is good. */
#define TEST_SECOND(curve, other)                                                                               \
    static void test_second_##curve(void) {                                                                     \
        helioselene_encoding encodings[2], encoded[2];                                                          \
        helioselene_##curve##_point points[2], bad[2], hashes[2], identities[2];                                \
        helioselene_##other##_scalar x[2];                                                                      \
        helioselene_##curve##_scalar children[4], bad_children[4];                                              \
        helioselene_##curve##_generators *generators = NULL;                                                    \
        uint8_t valid[2];                                                                                       \
        memset(encodings, 0, sizeof encodings);                                                                 \
        encodings[0].bytes[0] = 1;                                                                              \
        EXPECT(OK, helioselene_##curve##_points_from_bytes_vartime(encodings, 2, identities, valid));           \
        CHECK(valid[0] == 1 && valid[1] == 1);                                                                  \
        points[0] = points[1] = identities[0];                                                                  \
        memcpy(encodings[1].bytes, other##_order, 32);                                                          \
        memset(valid, 0x55, sizeof valid);                                                                      \
        EXPECT(OK, helioselene_##curve##_points_from_bytes_vartime(encodings, 2, hashes, valid));               \
        CHECK(valid[0] == 1 && valid[1] == 0 && all(&hashes[1], sizeof hashes[1], 0));                          \
        memset(encoded, 0x55, sizeof encoded);                                                                  \
        memset(hashes, 0x55, sizeof hashes);                                                                    \
        memset(x, 0x55, sizeof x);                                                                              \
        /* Each coordinate: another number, and one that is not below the prime. */                             \
        for (int i = 0; i < 6; i++) {                                                                           \
            memcpy(bad, points, sizeof bad);                                                                    \
            if (i < 3)                                                                                          \
                bad[1].coordinates[32 * i] ^= 2;                                                                \
            else                                                                                                \
                memcpy(&bad[1].coordinates[32 * (i - 3)], other##_order, 32);                                   \
            EXPECT(INVALID_POINT, helioselene_##curve##_points_to_bytes(bad, 2, encoded));                      \
            EXPECT(INVALID_POINT, helioselene_##curve##_points_to_scalars(bad, 2, x));                          \
            EXPECT(INVALID_POINT, helioselene_##curve##_generators_new_vartime(bad, 2, 1, &generators));        \
        }                                                                                                       \
        EXPECT(IDENTITY, helioselene_##curve##_points_to_scalars(identities, 2, x));                            \
        EXPECT(MISALIGNED, helioselene_##curve##_generators_new_vartime(                                        \
                               points, 2, 1, (void *)((char *)&generators + 1)));                               \
        EXPECT(TOO_LONG, helioselene_##curve##_points_to_scalars(points, SIZE_MAX / 96, x));                    \
        EXPECT(TOO_LONG, helioselene_##curve##_points_from_bytes_vartime(encodings, SIZE_MAX / 32, bad, valid));\
        EXPECT(TOO_LONG, helioselene_##curve##_generators_new_vartime(points, SIZE_MAX / 96, 1, &generators));  \
        CHECK(generators == NULL);                                                                              \
        EXPECT(OK, helioselene_##curve##_generators_new_vartime(points, 2, 1, &generators));                    \
        /* Nodes, with old and new children: what is read of the first must not hide what is bad of the second. */\
        memset(children, 0, sizeof children);                                                                   \
        for (int i = 0; i < 4; i++) children[i].bytes[0] = (uint8_t)(i + 1);                                    \
        const helioselene_##curve##_node good = {&points[0], 0, children, 2, children + 2, 2};                  \
        helioselene_##curve##_node nodes[2] = {good, good};                                                     \
        EXPECT(MISALIGNED, helioselene_##curve##_hash_nodes_vartime(                                            \
                               (const void *)((const char *)generators + 1), nodes, 2, hashes));                \
        EXPECT(TOO_LONG, helioselene_##curve##_hash_nodes_vartime(generators, nodes, SIZE_MAX / sizeof *nodes, hashes));\
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].offset = 1);                                           \
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].offset = SIZE_MAX);                                    \
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].old_count = 3);                                        \
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].new_count = 3);                                        \
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].old_count = SIZE_MAX);                                 \
        EXPECT_SECOND(curve, TOO_MANY_CHILDREN, nodes[1].new_count = SIZE_MAX);                                 \
        EXPECT_SECOND(curve, NULL_POINTER, nodes[1].old_children = NULL);                                       \
        EXPECT_SECOND(curve, NULL_POINTER, nodes[1].new_children = NULL);                                       \
        EXPECT_SECOND(curve, INVALID_POINT, nodes[1].hash = &bad[1]);                                           \
        /* The order, one more, and the largest number, as the first and the second child of either list. */    \
        for (int i = 0; i < 6; i++) {                                                                           \
            memcpy(bad_children, children, sizeof children);                                                    \
            memcpy(&bad_children[i & 1], curve##_order, 32);                                                    \
            if (i >= 4)                                                                                         \
                memset(&bad_children[i & 1], 0xff, 32);                                                         \
            else if (i >= 2)                                                                                    \
                bad_children[i & 1].bytes[0]++;                                                                 \
            EXPECT_SECOND(curve, INVALID_SCALAR, nodes[1].old_children = bad_children);                         \
            EXPECT_SECOND(curve, INVALID_SCALAR, nodes[1].new_children = bad_children);                         \
        }                                                                                                       \
        CHECK(all(encoded, sizeof encoded, 0x55) && all(x, sizeof x, 0x55));                                    \
        CHECK(all(hashes, sizeof hashes, 0x55));                                                                \
        /* One less than the order is -1: P - P = 0, beside P + (3 - 1)P + (4 - 2)P = 5P. */                    \
        memcpy(&bad_children[0], curve##_order, 32);                                                            \
        bad_children[0].bytes[0]--;                                                                             \
        nodes[1] = good;                                                                                        \
        nodes[1].old_count = 0;                                                                                 \
        nodes[1].new_children = bad_children;                                                                   \
        nodes[1].new_count = 1;                                                                                 \
        EXPECT(OK, helioselene_##curve##_hash_nodes_vartime(generators, nodes, 2, hashes));                     \
        EXPECT(OK, helioselene_##curve##_points_to_bytes(hashes, 2, encoded));                                  \
        CHECK(!all(&encoded[0], 32, 0) && all(&encoded[1], 32, 0));                                             \
        helioselene_##curve##_generators_free(generators);                                                      \
    }
TEST_SECOND(helios, selene)
TEST_SECOND(selene, helios)

#define LEAVES helioselene_leaves_of_outputs_vartime
#define ROOT HELIOSELENE_ROOT_SINCE_31C26D9

/* Only the bytes of an output that are none of its points. */
static void test_flags(helioselene_output *outputs, size_t count) {
    helioselene_output *last = &outputs[count - 1];
    helioselene_leaf leaves[2];
    uint8_t refusals[2];
    memset(leaves, 0x55, sizeof leaves);
    memset(refusals, 0x55, sizeof refusals);
    for (int flag = 2; flag < 256; flag++) {
        last->checked_for_torsion = (uint8_t)flag;
        EXPECT(INVALID_FLAG, LEAVES(ROOT, outputs, count, leaves, refusals));
    }
    last->checked_for_torsion = 0;
    for (int generator = 0; generator < 256; generator++) {
        if (generator == HELIOSELENE_GENERATOR_GIVEN) generator = HELIOSELENE_GENERATOR_UNBIASED + 1;
        last->generator = (uint8_t)generator;
        EXPECT(INVALID_GENERATOR, LEAVES(ROOT, outputs, count, leaves, refusals));
    }
    last->generator = HELIOSELENE_GENERATOR_GIVEN;
    CHECK(all(leaves, sizeof leaves, 0x55) && all(refusals, sizeof refusals, 0x55));
}

static void test_leaves(void) {
    helioselene_output output, outputs[2];
    helioselene_leaf leaf, leaves[2];
    uint8_t refusal = 0x55, both[2] = {0x55, 0x55};
    memset(&output, 0, sizeof output);
    output.key[0] = output.key_image_generator[0] = output.commitment[0] = 3;
    output.generator = HELIOSELENE_GENERATOR_GIVEN;
    memset(&leaf, 0x55, sizeof leaf);
    test_flags(&output, 1);
    EXPECT(NULL_POINTER, LEAVES(ROOT, NULL, 1, &leaf, &refusal));
    EXPECT(NULL_POINTER, LEAVES(ROOT, &output, 1, NULL, &refusal));
    EXPECT(NULL_POINTER, LEAVES(ROOT, &output, 1, &leaf, NULL));
    EXPECT(TOO_LONG, LEAVES(ROOT, &output, SIZE_MAX / 98, &leaf, &refusal));
    /* A root that is none; 0 is what a caller passes who forgot it. */
    EXPECT(INVALID_ROOT, LEAVES(0, &output, 1, &leaf, &refusal));
    EXPECT(INVALID_ROOT, LEAVES(3, &output, 1, &leaf, &refusal));
    CHECK(refusal == 0x55 && all(&leaf, sizeof leaf, 0x55));
    EXPECT(OK, LEAVES(ROOT, &output, 1, &leaf, &refusal));
    CHECK(refusal == HELIOSELENE_REFUSED_NONE && memcmp(&leaf.scalars[0], &leaf.scalars[4], 64) == 0);
    /* The other root has the same x and another y. */
    EXPECT(OK, LEAVES(HELIOSELENE_ROOT_OF_0E438AE, &output, 1, &leaves[0], &refusal));
    CHECK(refusal == 0 && memcmp(&leaf.scalars[0], &leaves[0].scalars[0], 32) == 0);
    CHECK(memcmp(&leaf.scalars[1], &leaves[0].scalars[1], 32) != 0);
    EXPECT(OK, LEAVES(ROOT, NULL, 0, NULL, NULL));
    /* The second of two. */
    outputs[0] = outputs[1] = output;
    test_flags(outputs, 2);
    outputs[1].key_image_generator[0] = 1;
    EXPECT(OK, LEAVES(ROOT, outputs, 2, leaves, both));
    CHECK(both[0] == 0 && both[1] == HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES);
    CHECK(all(&leaves[1], sizeof leaves[1], 0));
    CHECK(memcmp(&leaves[0].scalars[0], &leaves[0].scalars[4], 64) == 0);
}

/* Each point as 32 bytes that are none, and as the identity; each refusal has a text of its own. */
static void test_refusals(void) {
    static const uint8_t expected[] = {
        HELIOSELENE_REFUSED_KEY_NO_POINT,        HELIOSELENE_REFUSED_KEY_NO_COORDINATES,
        HELIOSELENE_REFUSED_GENERATOR_NO_POINT,  HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES,
        HELIOSELENE_REFUSED_COMMITMENT_NO_POINT, HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES,
    };
    static const char *const names[] = {"the key is ", "the key image generator is ", "the commitment is "};
    for (int i = 0; i < 6; i++) {
        helioselene_output output;
        helioselene_leaf leaf;
        uint8_t refusal = 0x55, *points[] = {output.key, output.key_image_generator, output.commitment};
        memset(&output, 0, sizeof output);
        output.key[0] = output.key_image_generator[0] = output.commitment[0] = 3;
        output.generator = HELIOSELENE_GENERATOR_GIVEN;
        points[i / 2][0] = i % 2 ? 1 : 2;
        memset(&leaf, 0x55, sizeof leaf);
        EXPECT(OK, LEAVES(ROOT, &output, 1, &leaf, &refusal));
        CHECK(refusal == expected[i] && all(&leaf, sizeof leaf, 0));
        const char *message = helioselene_refusal_message(refusal);
        const char *reason = i % 2 ? "a point without Weierstrass coordinates" : "not the encoding of a point";
        CHECK(strncmp(message, names[i / 2], strlen(names[i / 2])) == 0);
        CHECK(strcmp(message + strlen(names[i / 2]), reason) == 0);
    }
    CHECK(strcmp(helioselene_refusal_message(HELIOSELENE_REFUSED_NONE), "not refused") == 0);
    CHECK(strcmp(helioselene_refusal_message(7), "not a refusal of this library") == 0);
    CHECK(strcmp(helioselene_refusal_message(255), "not a refusal of this library") == 0);
}

/* Key image generators: hashed and given they make the same leaf. */
static void test_hash_to_point(void) {
    const uint8_t hashes[] = {HELIOSELENE_GENERATOR_BIASED, HELIOSELENE_GENERATOR_UNBIASED};
    helioselene_ed25519_encoding keys[3], points[3];
    memset(keys, 0, sizeof keys);
    memset(points, 0x55, sizeof points);
    for (int i = 0; i < 3; i++) keys[i].bytes[0] = (uint8_t)(i + 3);
    for (int hash = 0; hash < 256; hash++) {
        if (hash == HELIOSELENE_GENERATOR_BIASED) hash = HELIOSELENE_GENERATOR_UNBIASED + 1;
        EXPECT(INVALID_GENERATOR, helioselene_hash_to_point_vartime((uint8_t)hash, keys, 3, points));
    }
    for (int i = 0; i < 2; i++) {
        EXPECT(NULL_POINTER, helioselene_hash_to_point_vartime(hashes[i], NULL, 3, points));
        EXPECT(NULL_POINTER, helioselene_hash_to_point_vartime(hashes[i], keys, 3, NULL));
        EXPECT(TOO_LONG, helioselene_hash_to_point_vartime(hashes[i], keys, SIZE_MAX / 32, points));
        EXPECT(OK, helioselene_hash_to_point_vartime(hashes[i], NULL, 0, NULL));
    }
    CHECK(all(points, sizeof points, 0x55));
    for (int i = 0; i < 2; i++) {
        helioselene_output output[2];
        helioselene_leaf leaves[2];
        uint8_t refusals[2];
        EXPECT(OK, helioselene_hash_to_point_vartime(hashes[i], keys, 3, points));
        memset(output, 0, sizeof output);
        memcpy(output[0].key, &keys[0], 32);
        output[0].commitment[0] = 4;
        output[0].generator = hashes[i];
        output[1] = output[0];
        output[1].generator = HELIOSELENE_GENERATOR_GIVEN;
        memcpy(output[1].key_image_generator, &points[0], 32);
        EXPECT(OK, LEAVES(ROOT, output, 2, leaves, refusals));
        CHECK(refusals[0] == 0 && refusals[1] == 0 && memcmp(&leaves[0], &leaves[1], sizeof leaves[0]) == 0);
        /* Results may go to where the keys are. */
        helioselene_ed25519_encoding in_place = keys[2];
        EXPECT(OK, helioselene_hash_to_point_vartime(hashes[i], &in_place, 1, &in_place));
        CHECK(memcmp(&in_place, &points[2], sizeof in_place) == 0);
    }
}

/* With an environment in which the library panics: the status says so, and the program goes on. */
static int test_panics(void) {
    helioselene_encoding encoding;
    helioselene_selene_point point;
    uint8_t valid;
    memset(&encoding, 0, sizeof encoding);
    EXPECT(PANIC, helioselene_selene_points_from_bytes_vartime(&encoding, 1, &point, &valid));
    EXPECT(PANIC, helioselene_selene_points_from_bytes_vartime(&encoding, 1, &point, &valid));
    CHECK(helioselene_backend() == NULL);
    return failures != 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "panics") == 0) return test_panics();
    CHECK(helioselene_abi_version() == HELIOSELENE_ABI_VERSION);
    CHECK(strcmp(helioselene_status_message(0), "ok") == 0);
    CHECK(strcmp(helioselene_status_message(1), "not a status of this library") == 0);
    CHECK(strcmp(helioselene_status_message(-10), "not a root of a revision") == 0);
    CHECK(strcmp(helioselene_status_message(-11), "the random bytes are not random") == 0);
    CHECK(strcmp(helioselene_status_message(-12), "not a source of key image generators") == 0);
    CHECK(strcmp(helioselene_status_message(-13), "not a status of this library") == 0);
    CHECK(helioselene_backend() != NULL);
    test_helios();
    test_selene();
    test_sums_helios();
    test_sums_selene();
    test_second_helios();
    test_second_selene();
    test_leaves();
    test_refusals();
    test_hash_to_point();
    if (failures == 0) printf("all refused on %s\n", helioselene_backend());
    return failures != 0;
}
