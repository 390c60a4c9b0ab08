/* What examples/archive.rs exports: generators as points, and a program's own points and scalars by a cast. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helioselene.h"

/* As Monero's header declares the types of its archive: numbers by their limbs. */
typedef struct {
    uint64_t limbs[4];
} scalar;
typedef struct {
    scalar x, y, z;
} point;

const helioselene_helios_point *helios_generators(void);
const helioselene_selene_point *selene_generators(void);
_Bool are_x_of_helios(const point *points, const scalar *scalars, size_t count);
_Bool are_x_of_selene(const point *points, const scalar *scalars, size_t count);

#define WIDTH 5
#define NODES 3

static void check(int is_so, const char *what, int line) {
    if (is_so) return;
    fprintf(stderr, "line %d: not so: %s\n", line, what);
    exit(EXIT_FAILURE);
}
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)
#define OK(call) CHECK((call) == HELIOSELENE_STATUS_OK)

/* Hashes of nodes, all in the program's own arrays. */
#define TEST_CURVE(curve, other)                                                                                    \
    static void test_##curve(void) {                                                                                \
        helioselene_encoding encodings[WIDTH];                                                                      \
        helioselene_##curve##_generators *generators;                                                               \
        point hashes[NODES], summed = {{{0}}, {{0}}, {{0}}};                                                        \
        scalar children[WIDTH], x[NODES];                                                                           \
        helioselene_##curve##_node nodes[NODES];                                                                    \
        /* The generators are those with small x. */                                                                \
        OK(helioselene_##curve##_points_to_bytes(curve##_generators(), WIDTH, encodings));                          \
        for (int i = 0; i < WIDTH; i++) {                                                                           \
            CHECK(encodings[i].bytes[0] > (i == 0 ? 0 : encodings[i - 1].bytes[0]));                                \
            for (int k = 1; k < 32; k++) CHECK(encodings[i].bytes[k] == 0);                                         \
        }                                                                                                           \
        OK(helioselene_##curve##_generators_new_vartime(curve##_generators(), WIDTH, 0, &generators));              \
        memset(children, 0, sizeof children);                                                                       \
        memset(nodes, 0, sizeof nodes);                                                                             \
        for (int i = 0; i < WIDTH; i++) children[i].limbs[i & 3] = (uint64_t)1 << (10 * i);                         \
        for (int i = 0; i < NODES; i++) {                                                                           \
            nodes[i].new_children = (const helioselene_##curve##_scalar *)children;                                 \
            nodes[i].new_count = (size_t)(WIDTH - i);                                                               \
        }                                                                                                           \
        OK(helioselene_##curve##_hash_nodes_vartime(generators, nodes, NODES, (helioselene_##curve##_point *)hashes)); \
        OK(helioselene_##curve##_points_to_scalars((const helioselene_##curve##_point *)hashes, NODES,              \
                                                   (helioselene_##other##_scalar *)x));                             \
        CHECK(are_x_of_##curve(hashes, x, NODES));                                                                  \
        CHECK(memcmp(&x[0], &x[1], sizeof x[0]) != 0);                                                              \
        /* A node without its last child, and that child. */                                                        \
        nodes[0].hash = (const helioselene_##curve##_point *)&hashes[1];                                            \
        nodes[0].offset = WIDTH - 1;                                                                                \
        nodes[0].new_children = (const helioselene_##curve##_scalar *)&children[WIDTH - 1];                         \
        nodes[0].new_count = 1;                                                                                     \
        OK(helioselene_##curve##_hash_nodes_vartime(generators, nodes, 1, (helioselene_##curve##_point *)&summed)); \
        CHECK(are_x_of_##curve(&summed, &x[0], 1));                                                                 \
        CHECK(!are_x_of_##curve(&summed, &x[1], 1));                                                                \
        helioselene_##curve##_generators_free(generators);                                                          \
    }
TEST_CURVE(helios, selene)
TEST_CURVE(selene, helios)

int main(void) {
    helioselene_output output;
    helioselene_leaf leaf;
    helioselene_ed25519_encoding key, point;
    uint8_t refusal;
    /* What else is exported. */
    CHECK(helioselene_abi_version() == HELIOSELENE_ABI_VERSION);
    CHECK(strcmp(helioselene_status_message(HELIOSELENE_STATUS_OK), "ok") == 0);
    memset(&output, 0xff, sizeof output);
    output.checked_for_torsion = 0;
    output.generator = HELIOSELENE_GENERATOR_GIVEN;
    OK(helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_OF_0E438AE, &output, 1, &leaf, &refusal));
    CHECK(strcmp(helioselene_refusal_message(refusal), "the key is not the encoding of a point") == 0);
    memset(&key, 0xff, sizeof key);
    OK(helioselene_hash_to_point_vartime(HELIOSELENE_GENERATOR_BIASED, &key, 1, &point));
    CHECK(memcmp(&key, &point, sizeof key) != 0);
    test_helios();
    test_selene();
    printf("cast on %s\n", helioselene_backend());
    return EXIT_SUCCESS;
}
