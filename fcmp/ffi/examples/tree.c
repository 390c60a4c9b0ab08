/* A small tree from outputs to its root, as FCMP++ grows it: nodes of two outputs on Selene, the root on Helios. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helioselene.h"

#define CANDIDATES 64                        /* encodings, of which about half are points */
#define OUTPUTS 12
#define WIDTH 12                             /* scalars of a leaf node: two outputs */

static void check(helioselene_status status) {
    if (status != HELIOSELENE_STATUS_OK) {
        fprintf(stderr, "%s\n", helioselene_status_message(status));
        exit(EXIT_FAILURE);
    }
}

int main(void) {
    /* Points: here those with small x. A program has FCMP++'s initial points and generators. */
    helioselene_encoding encodings[CANDIDATES];
    helioselene_selene_point selene[CANDIDATES];
    helioselene_helios_point helios[CANDIDATES];
    uint8_t valid[CANDIDATES];
    size_t selene_count = 0, helios_count = 0;
    memset(encodings, 0, sizeof encodings);
    for (size_t i = 0; i < CANDIDATES; i++) encodings[i].bytes[0] = (uint8_t)(i + 1);
    check(helioselene_selene_points_from_bytes_vartime(encodings, CANDIDATES, selene, valid));
    for (size_t i = 0; i < CANDIDATES; i++)
        if (valid[i]) selene[selene_count++] = selene[i];
    check(helioselene_helios_points_from_bytes_vartime(encodings, CANDIDATES, helios, valid));
    for (size_t i = 0; i < CANDIDATES; i++)
        if (valid[i]) helios[helios_count++] = helios[i];
    if (selene_count <= WIDTH || helios_count <= WIDTH) return EXIT_FAILURE;

    /* Tables of the generators, once in a program's life. The first point is the initial one. */
    helioselene_selene_generators *selene_generators;
    helioselene_helios_generators *helios_generators;
    check(helioselene_selene_generators_new_vartime(selene + 1, WIDTH, 0, &selene_generators));
    check(helioselene_helios_generators_new_vartime(helios + 1, WIDTH, 0, &helios_generators));

    /* Outputs to leaves. Those that are refused leave no gap. */
    helioselene_output outputs[OUTPUTS];
    helioselene_leaf leaves[OUTPUTS];
    size_t leaf_count = 0;
    memset(outputs, 0, sizeof outputs);
    for (size_t i = 0; i < OUTPUTS; i++) {
        outputs[i].key[0] = (uint8_t)(i + 1);
        outputs[i].commitment[0] = 4;
        outputs[i].generator = HELIOSELENE_GENERATOR_BIASED;
    }
    uint8_t refusals[OUTPUTS];
    check(helioselene_leaves_of_outputs_vartime(HELIOSELENE_ROOT_SINCE_31C26D9, outputs, OUTPUTS, leaves, refusals));
    for (size_t i = 0; i < OUTPUTS; i++)
        if (refusals[i] == HELIOSELENE_REFUSED_NONE) leaves[leaf_count++] = leaves[i];

    /* All leaf nodes in one call. */
    helioselene_selene_node nodes[OUTPUTS];
    helioselene_selene_point hashes[OUTPUTS];
    size_t node_count = 0;
    memset(nodes, 0, sizeof nodes);
    for (size_t i = 0; i < leaf_count; i += 2) {
        helioselene_selene_node *node = &nodes[node_count++];
        node->hash = &selene[0];
        node->new_children = leaves[i].scalars;
        node->new_count = leaf_count - i == 1 ? WIDTH / 2 : WIDTH;
    }
    check(helioselene_selene_hash_nodes_vartime(selene_generators, nodes, node_count, hashes));

    /* The layer above: first over one child, then it grows by the others. */
    helioselene_helios_scalar children[OUTPUTS];
    check(helioselene_selene_points_to_scalars(hashes, node_count, children));
    helioselene_helios_point root;
    helioselene_helios_node top = {&helios[0], 0, NULL, 0, children, 1};
    check(helioselene_helios_hash_nodes_vartime(helios_generators, &top, 1, &root));
    helioselene_helios_node grown = {&root, 1, NULL, 0, children + 1, node_count - 1};
    check(helioselene_helios_hash_nodes_vartime(helios_generators, &grown, 1, &root));

    helioselene_encoding encoding;
    check(helioselene_helios_points_to_bytes(&root, 1, &encoding));
    printf("%zu leaves, root ", leaf_count);
    for (size_t i = 0; i < sizeof encoding.bytes; i++) printf("%02x", encoding.bytes[i]);
    printf("\n");
    helioselene_selene_generators_free(selene_generators);
    helioselene_helios_generators_free(helios_generators);
    return EXIT_SUCCESS;
}
