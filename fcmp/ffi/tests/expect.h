/* What a C test expects; at its end `failures` says how much was otherwise. */
#include <stdio.h>

#include "helioselene.h"

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
