/* What is refused, and that nothing is written then. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helioselene.h"

#define COUNT 5

static int failures;

static void expect(helioselene_status expected, helioselene_status status, int line) {
    if (status != expected) {
        fprintf(stderr, "line %d: %s, and not: %s\n", line, helioselene_status_message(status),
                helioselene_status_message(expected));
        failures++;
    }
}
#define EXPECT(expected, call) expect(HELIOSELENE_STATUS_##expected, (call), __LINE__)
#define CHECK(condition)                                                   \
    do {                                                                   \
        if (!(condition)) {                                                \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); \
            failures++;                                                    \
        }                                                                  \
    } while (0)

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

static void test_leaves(void) {
    helioselene_output output, outputs[2];
    helioselene_leaf leaf, leaves[2];
    uint8_t valid = 0x55, both[2] = {0x55, 0x55};
    memset(&output, 0, sizeof output);
    output.key[0] = output.key_image_generator[0] = output.commitment[0] = 3;
    memset(&leaf, 0x55, sizeof leaf);
    for (int flag = 2; flag < 256; flag++) {
        output.checked_for_torsion = (uint8_t)flag;
        EXPECT(INVALID_FLAG, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, 1, &leaf, &valid));
    }
    EXPECT(NULL_POINTER, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, NULL, 1, &leaf, &valid));
    EXPECT(NULL_POINTER, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, 1, NULL, &valid));
    EXPECT(NULL_POINTER, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, 1, &leaf, NULL));
    EXPECT(TOO_LONG, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, SIZE_MAX / 97, &leaf, &valid));
    CHECK(valid == 0x55 && all(&leaf, sizeof leaf, 0x55));
    output.checked_for_torsion = 0;
    /* A root that is none; 0 is what a caller passes who forgot it. */
    EXPECT(INVALID_ROOT, helioselene_leaves_of_outputs_vartime(0, &output, 1, &leaf, &valid));
    EXPECT(INVALID_ROOT, helioselene_leaves_of_outputs_vartime(3, &output, 1, &leaf, &valid));
    CHECK(valid == 0x55 && all(&leaf, sizeof leaf, 0x55));
    EXPECT(OK, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, 1, &leaf, &valid));
    CHECK(valid == 1 && memcmp(&leaf.scalars[0], &leaf.scalars[4], 64) == 0);
    /* The other root has the same x and another y. */
    EXPECT(OK, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_OF_0E438AE, &output, 1, &leaves[0], &valid));
    CHECK(valid == 1 && memcmp(&leaf.scalars[0], &leaves[0].scalars[0], 32) == 0);
    CHECK(memcmp(&leaf.scalars[1], &leaves[0].scalars[1], 32) != 0);
    output.commitment[0] = 1; /* the identity */
    EXPECT(OK, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, &output, 1, &leaf, &valid));
    CHECK(valid == 0 && all(&leaf, sizeof leaf, 0));
    EXPECT(OK, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, NULL, 0, NULL, NULL));
    /* The second of two. */
    output.commitment[0] = 3;
    outputs[0] = outputs[1] = output;
    memset(leaves, 0x55, sizeof leaves);
    for (int flag = 2; flag < 256; flag++) {
        outputs[1].checked_for_torsion = (uint8_t)flag;
        EXPECT(INVALID_FLAG, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, outputs, 2, leaves, both));
    }
    CHECK(all(both, sizeof both, 0x55) && all(leaves, sizeof leaves, 0x55));
    outputs[1].checked_for_torsion = 0;
    outputs[1].key_image_generator[0] = 1;
    EXPECT(OK, helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, outputs, 2, leaves, both));
    CHECK(both[0] == 1 && both[1] == 0 && all(&leaves[1], sizeof leaves[1], 0));
    CHECK(memcmp(&leaves[0].scalars[0], &leaves[0].scalars[4], 64) == 0);
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
    CHECK(strcmp(helioselene_status_message(-12), "not a status of this library") == 0);
    CHECK(helioselene_backend() != NULL);
    test_helios();
    test_selene();
    test_sums_helios();
    test_sums_selene();
    test_second_helios();
    test_second_selene();
    test_leaves();
    if (failures == 0) printf("all refused on %s\n", helioselene_backend());
    return failures != 0;
}
