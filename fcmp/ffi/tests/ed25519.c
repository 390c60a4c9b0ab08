/* Sums over Ed25519, torsion, and what is refused. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

/* A point of order 8. */
static const unsigned char of_order_8[32] = {
    0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
    0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
};
/* The order of the subgroup. */
static const unsigned char order[32] = {
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10,
};

static helioselene_ed25519_generators *generators;

/* Whether a sum over the first generators and as many other points is the identity. */
static int is_identity(const helioselene_ed25519_integer *integers, size_t generator_count,
                       const helioselene_ed25519_encoding *points, size_t count) {
    uint8_t result = 0x55;
    EXPECT(OK, helioselene_ed25519_sum_is_identity_vartime(generators, integers, generator_count,
                                                           integers + generator_count, points, count, &result));
    CHECK(result == 0 || result == 1);
    return result;
}

int main(void) {
    /* G, -G, a point of order 8, the identity; and what is no point: y = 2, y > p, and x = 0 with a sign. */
    helioselene_ed25519_encoding points[7];
    memset(points, 0, sizeof points);
    for (int i = 0; i < 2; i++) {
        memset(points[i].bytes, 0x66, 32);
        points[i].bytes[0] = 0x58;
    }
    points[1].bytes[31] |= 0x80;
    memcpy(points[2].bytes, of_order_8, 32);
    points[3].bytes[0] = 1;
    points[4].bytes[0] = 2;
    memset(points[5].bytes, 0xff, 32);
    points[6].bytes[0] = 1;
    points[6].bytes[31] = 0x80;
    uint8_t free[7];
    memset(free, 0x55, sizeof free);
    EXPECT(OK, helioselene_ed25519_are_torsion_free_vartime(points, 7, free));
    CHECK(memcmp(free, "\1\1\0\1\0\0\0", 7) == 0);

    for (int i = 4; i < 7; i++)
        EXPECT(INVALID_POINT, helioselene_ed25519_generators_new_vartime(points, (size_t)i + 1, &generators));
    CHECK(generators == NULL);
    EXPECT(OK, helioselene_ed25519_generators_new_vartime(points, 4, &generators));
    /* Integers: 3, 3, 8, 2^256 - 1, which are of the generators; then of other points. */
    helioselene_ed25519_integer integers[8];
    memset(integers, 0, sizeof integers);
    integers[0].bytes[0] = integers[1].bytes[0] = 3;
    integers[2].bytes[0] = 8;
    memset(integers[3].bytes, 0xff, 32);
    CHECK(is_identity(integers, 0, points, 0) == 1);
    CHECK(is_identity(integers, 1, points, 0) == 0);
    CHECK(is_identity(integers, 2, points, 0) == 1);
    CHECK(is_identity(integers, 4, points, 0) == 1);
    /* 3G - 3G, and 3G + 3G. */
    CHECK(is_identity(integers, 1, points + 1, 1) == 1);
    CHECK(is_identity(integers, 1, points, 1) == 0);
    CHECK(is_identity(integers, 0, points, 2) == 1);
    /* The order makes nothing of G, but not of a point of order 8. */
    memcpy(integers[0].bytes, order, 32);
    CHECK(is_identity(integers, 0, points, 1) == 1);
    CHECK(is_identity(integers, 1, points, 0) == 1);
    CHECK(is_identity(integers, 0, points + 2, 1) == 0);

    uint8_t result = 0x55;
    EXPECT(INVALID_POINT, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 1, integers, points, 5, &result));
    EXPECT(TOO_MANY_CHILDREN, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 5, NULL, NULL, 0, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_sum_is_identity_vartime(NULL, integers, 1, integers, points, 1, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_sum_is_identity_vartime(generators, NULL, 1, integers, points, 1, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 1, NULL, points, 1, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 1, integers, NULL, 1, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 1, integers, points, 1, NULL));
    EXPECT(TOO_LONG, helioselene_ed25519_sum_is_identity_vartime(generators, integers, 1, integers, points, SIZE_MAX, &result));
    EXPECT(NULL_POINTER, helioselene_ed25519_are_torsion_free_vartime(NULL, 1, free));
    EXPECT(NULL_POINTER, helioselene_ed25519_are_torsion_free_vartime(points, 1, NULL));
    EXPECT(TOO_LONG, helioselene_ed25519_are_torsion_free_vartime(points, SIZE_MAX, free));
    EXPECT(NULL_POINTER, helioselene_ed25519_generators_new_vartime(NULL, 1, &generators));
    EXPECT(NULL_POINTER, helioselene_ed25519_generators_new_vartime(points, 1, NULL));
    CHECK(result == 0x55);
    helioselene_ed25519_generators_free(generators);
    helioselene_ed25519_generators_free(NULL);
    if (failures == 0) printf("sums and torsion on %s\n", helioselene_backend());
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
