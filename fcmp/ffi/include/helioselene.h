/* The C interface of helioselene-ffi, see its README.md. Made by cbindgen; a test checks that it is.
 *
 * Every address holds as many items as the number beside it says; for 0 items it may be NULL. Results may overwrite
 * inputs. A function that does not return HELIOSELENE_STATUS_OK has written nothing. Functions may be called from
 * several threads at once. Functions with vartime in their names are for public data; the others take constant time
 * in the points that they do not refuse. */

#ifndef HELIOSELENE_H
#define HELIOSELENE_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of the interface in this header. It changes when a program compiled with an older header would behave
 * differently.
 */
#define HELIOSELENE_ABI_VERSION 3

/**
 * For `helioselene_leaves_of_outputs_vartime`: the leaves of FCMP++ 0e438ae, and of Monero before its commit 1e9c45543 of
 * 2026-07-23, whose y uses the even root of -486664.
 */
#define HELIOSELENE_ROOT_OF_0E438AE 1

/**
 * For `helioselene_leaves_of_outputs_vartime`: the leaves of FCMP++ since 31c26d9 (2026-08-18), 77788c36 included, of
 * 76399e58, and of Monero since its commit 1e9c45543, whose y uses the odd root of -486664.
 */
#define HELIOSELENE_ROOT_SINCE_31C26D9 2

/**
 * In `helioselene_output`: the caller gives the key image generator, as an encoded point.
 */
#define HELIOSELENE_GENERATOR_GIVEN 1

/**
 * In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's biased hash of
 * the key (Keccak), as for all outputs before Carrot.
 */
#define HELIOSELENE_GENERATOR_BIASED 2

/**
 * In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's unbiased hash
 * of the key (BLAKE2b), as for Carrot outputs.
 */
#define HELIOSELENE_GENERATOR_UNBIASED 3

/**
 * No refusal by `helioselene_leaves_of_outputs_vartime`: there is a leaf.
 */
#define HELIOSELENE_REFUSED_NONE 0

/**
 * A refusal: the key's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_KEY_NO_POINT 1

/**
 * A refusal: the key is the identity or (0, -1), or has small order and was not checked for torsion.
 */
#define HELIOSELENE_REFUSED_KEY_NO_COORDINATES 2

/**
 * A refusal: the given key image generator's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_GENERATOR_NO_POINT 3

/**
 * A refusal: the key image generator is the identity or (0, -1). No key with such a hash is known.
 */
#define HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES 4

/**
 * A refusal: the commitment's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_COMMITMENT_NO_POINT 5

/**
 * A refusal: the commitment is the identity or (0, -1), or has small order and was not checked for torsion.
 */
#define HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES 6

/**
 * What a function returns: 0, or why it did nothing.
 */
typedef enum {
  /**
   * All results have been written.
   */
  HELIOSELENE_STATUS_OK = 0,
  /**
   * An address is NULL and the number of items there is not 0, or a handle is NULL.
   */
  HELIOSELENE_STATUS_NULL_POINTER = -1,
  /**
   * An address is not aligned as its type must be.
   */
  HELIOSELENE_STATUS_MISALIGNED = -2,
  /**
   * The items would not fit into any memory.
   */
  HELIOSELENE_STATUS_TOO_LONG = -3,
  /**
   * A point is not on the curve: this library did not write it, or wrote it for the other curve.
   */
  HELIOSELENE_STATUS_INVALID_POINT = -4,
  /**
   * A scalar is not below the order of the curve.
   */
  HELIOSELENE_STATUS_INVALID_SCALAR = -5,
  /**
   * A flag is neither 0 nor 1.
   */
  HELIOSELENE_STATUS_INVALID_FLAG = -6,
  /**
   * The identity has no x coordinate.
   */
  HELIOSELENE_STATUS_IDENTITY = -7,
  /**
   * A node has more children, from its offset on, than there are generators.
   */
  HELIOSELENE_STATUS_TOO_MANY_CHILDREN = -8,
  /**
   * A panic was caught: a bug in this library, or HELIOSELENE_BACKEND in the environment names no backend that this CPU
   * can run. Rust's panic hook has printed which.
   */
  HELIOSELENE_STATUS_PANIC = -9,
  /**
   * The root belongs to no revision of FCMP++.
   */
  HELIOSELENE_STATUS_INVALID_ROOT = -10,
  /**
   * The 64 random bytes are plainly not random: unfilled memory, a short number, a repetition, zero, or a number of small
   * order. Other bytes that are not random are not recognised.
   */
  HELIOSELENE_STATUS_WEAK_RANDOMNESS = -11,
  /**
   * The source of a key image generator is none of HELIOSELENE_GENERATOR_...
   */
  HELIOSELENE_STATUS_INVALID_GENERATOR = -12
} helioselene_status;

/**
 * Points of Ed25519 with tables of their multiples, which threads may share.
 */
typedef struct helioselene_ed25519_generators helioselene_ed25519_generators;

/**
 * Generators of Helios with tables of their multiples, which threads may share.
 */
typedef struct helioselene_helios_generators helioselene_helios_generators;

/**
 * Generators of Selene with tables of their multiples, which threads may share.
 */
typedef struct helioselene_selene_generators helioselene_selene_generators;

/**
 * The encoding of a point of Ed25519, as in transactions: y with the parity of x in the topmost bit.
 */
typedef struct {
  /**
   * The encoding.
   */
  uint8_t bytes[32];
} helioselene_ed25519_encoding;

/**
 * An integer below 2^256, the factor of a point of Ed25519: 32 little-endian bytes.
 */
typedef struct {
  /**
   * The integer.
   */
  uint8_t bytes[32];
} helioselene_ed25519_integer;

/**
 * A point of Helios between two calls: X, Y and Z of x = X/Z and y = Y/Z, each 32 little-endian bytes.
 *
 * Copy it freely, compare it by its encoding, and let only this library make it: whatever is not on the curve, such as
 * zeroed memory, is refused. On little-endian machines it has the memory layout of helioselene-simd's `HeliosPoint`.
 */
typedef struct {
  /**
   * X, Y and Z.
   */
  uint8_t coordinates[96];
} helioselene_helios_point;

/**
 * A scalar of Helios, which is an x coordinate of Selene: 32 little-endian bytes, below the order of Helios.
 *
 * On little-endian machines it has the memory layout of helioselene-simd's `HelioseleneField`.
 */
typedef struct {
  /**
   * The integer.
   */
  uint8_t bytes[32];
} helioselene_helios_scalar;

/**
 * A node over Helios' generators and the change to its children.
 *
 * The new hash is `hash + sum of (new_children[i] - old_children[i])*G[offset + i]`, where children past the end of either
 * list are 0. So a new node has no old children, FCMP++'s `hash_grow` has one old child, and a trimmed node has more old
 * children than new ones.
 */
typedef struct {
  /**
   * The hash so far; for a new node the tree's initial point. NULL means the identity.
   */
  const helioselene_helios_point *hash;
  /**
   * The index of the first child that changes, and of its generator.
   */
  size_t offset;
  /**
   * The old children, from that one on.
   */
  const helioselene_helios_scalar *old_children;
  /**
   * Their number.
   */
  size_t old_count;
  /**
   * The new children, from that one on.
   */
  const helioselene_helios_scalar *new_children;
  /**
   * Their number.
   */
  size_t new_count;
} helioselene_helios_node;

/**
 * A scalar of Selene, which is an x coordinate of Helios or a coordinate of an output's point: 32
 * little-endian bytes, below 2^255 - 19.
 *
 * On little-endian machines it has the memory layout of helioselene-simd's `Field25519`.
 */
typedef struct {
  /**
   * The integer.
   */
  uint8_t bytes[32];
} helioselene_selene_scalar;

/**
 * The encoding of a point of either curve, as in databases and proofs: x with the parity of y in the topmost bit; the
 * identity is 32 zeros.
 */
typedef struct {
  /**
   * The encoding.
   */
  uint8_t bytes[32];
} helioselene_encoding;

/**
 * A sum of products of scalars and points of Helios.
 */
typedef struct {
  /**
   * The scalars.
   */
  const helioselene_helios_scalar *scalars;
  /**
   * As many points.
   */
  const helioselene_helios_point *points;
  /**
   * Their number.
   */
  size_t count;
} helioselene_helios_sum;

/**
 * The points of an output, each as the 32 bytes that encode a point of Ed25519.
 *
 * Outputs before Carrot use HELIOSELENE_GENERATOR_BIASED and were not checked for torsion; Carrot outputs use
 * HELIOSELENE_GENERATOR_UNBIASED and were.
 */
typedef struct {
  /**
   * O, the one-time key, as in the transaction.
   */
  uint8_t key[32];
  /**
   * I, the generator of the key image, for HELIOSELENE_GENERATOR_GIVEN: hashed from the key as in the transaction. Otherwise
   * it is not read.
   */
  uint8_t key_image_generator[32];
  /**
   * C, the commitment to the amount.
   */
  uint8_t commitment[32];
  /**
   * 1 if consensus checked that O and C have no torsion, as for Carrot outputs; else 0.
   */
  uint8_t checked_for_torsion;
  /**
   * Where I comes from: HELIOSELENE_GENERATOR_GIVEN, HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED.
   * Any other number, 0 too, gives HELIOSELENE_STATUS_INVALID_GENERATOR.
   */
  uint8_t generator;
} helioselene_output;

/**
 * The leaf of an output: x and y of O, then of I, then of C, on the curve Wei25519.
 */
typedef struct {
  /**
   * O.x, O.y, I.x, I.y, C.x, C.y
   */
  helioselene_selene_scalar scalars[6];
} helioselene_leaf;

/**
 * A point of Selene between two calls, otherwise like `helioselene_helios_point`.
 */
typedef struct {
  /**
   * X, Y and Z.
   */
  uint8_t coordinates[96];
} helioselene_selene_point;

/**
 * A node over Selene's generators, otherwise like `helioselene_helios_node`.
 */
typedef struct {
  /**
   * The hash so far; for a new node the tree's initial point. NULL means the identity.
   */
  const helioselene_selene_point *hash;
  /**
   * The index of the first child that changes, and of its generator.
   */
  size_t offset;
  /**
   * The old children, from that one on.
   */
  const helioselene_selene_scalar *old_children;
  /**
   * Their number.
   */
  size_t old_count;
  /**
   * The new children, from that one on.
   */
  const helioselene_selene_scalar *new_children;
  /**
   * Their number.
   */
  size_t new_count;
} helioselene_selene_node;

/**
 * A sum of products of scalars and points of Selene.
 */
typedef struct {
  /**
   * The scalars.
   */
  const helioselene_selene_scalar *scalars;
  /**
   * As many points.
   */
  const helioselene_selene_point *points;
  /**
   * Their number.
   */
  size_t count;
} helioselene_selene_sum;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * The library's version of the interface; compare it with `HELIOSELENE_ABI_VERSION`.
 */
uint32_t helioselene_abi_version(void);

/**
 * The English text for a status, any number allowed. The string is static.
 */
const char *helioselene_status_message(int32_t status);

/**
 * The name of the selected backend: "serial", "avx2" or "ifma". NULL if the environment variable
 * HELIOSELENE_BACKEND names none that this CPU can run. The string is static.
 */
const char *helioselene_backend(void);

/**
 * Prepares points of Ed25519 that many sums share, such as the generators of Bulletproofs+, and stores the address of their
 * tables in `*generators`.
 *
 * `points` has `count` encodings; `generators` can hold an address.
 */
helioselene_status helioselene_ed25519_generators_new_vartime(const helioselene_ed25519_encoding *points,
                                                              size_t count,
                                                              helioselene_ed25519_generators **generators);

/**
 * Frees what `helioselene_ed25519_generators_new_vartime` made; does nothing with NULL.
 *
 * The address comes from that function or is NULL, and is not used afterwards.
 */
void helioselene_ed25519_generators_free(helioselene_ed25519_generators *generators);

/**
 * Whether the sum of products of integers and points of Ed25519 is the identity: `*is_identity` gets 1 or 0. The first
 * `generator_count` generators are multiplied by `of_generators`, `points` by `integers`.
 *
 * Integers are not taken modulo the order of the subgroup: the sum is right for points with torsion too. An encoding that
 * Monero's `ge_frombytes_vartime` refuses gives HELIOSELENE_STATUS_INVALID_POINT, and more integers than generators
 * HELIOSELENE_STATUS_TOO_MANY_CHILDREN.
 *
 * `generators` has not been freed; `of_generators` has `generator_count` integers, `integers` and `points` have `count`
 * items; `is_identity` has room for a byte.
 */
helioselene_status helioselene_ed25519_sum_is_identity_vartime(const helioselene_ed25519_generators *generators,
                                                               const helioselene_ed25519_integer *of_generators,
                                                               size_t generator_count,
                                                               const helioselene_ed25519_integer *integers,
                                                               const helioselene_ed25519_encoding *points,
                                                               size_t count,
                                                               uint8_t *is_identity);

/**
 * Whether each encoding is one of a point of Ed25519 without torsion, such as the identity: 1 or 0. Three powers a point,
 * many at once, replace the multiplication by the order.
 *
 * `points` has `count` encodings, and `are_torsion_free` has room for as many bytes.
 */
helioselene_status helioselene_ed25519_are_torsion_free_vartime(const helioselene_ed25519_encoding *points,
                                                                size_t count,
                                                                uint8_t *are_torsion_free);

/**
 * Prepares generators of Helios and stores the address of their tables in `*generators`.
 *
 * The tables take at most about `bytes` bytes, but at least one entry a point; for 0 the library chooses. Building them
 * takes as long as a dozen hashes or more, so keep them for the program's whole run.
 *
 * `points` has `count` points; `generators` can hold an address.
 */
helioselene_status helioselene_helios_generators_new_vartime(const helioselene_helios_point *points,
                                                             size_t count,
                                                             size_t bytes,
                                                             helioselene_helios_generators **generators);

/**
 * Frees what `helioselene_helios_generators_new_vartime` made; does nothing with NULL.
 *
 * The address comes from that function or is NULL, and is not used afterwards.
 */
void helioselene_helios_generators_free(helioselene_helios_generators *generators);

/**
 * Computes each node's hash after its change, see `helioselene_helios_node`.
 *
 * One call for many nodes is faster than one call for each; README.md says by how much.
 *
 * `generators` has not been freed, `nodes` has `count` nodes whose addresses have as many items as they say, and `hashes`
 * has room for `count` points.
 */
helioselene_status helioselene_helios_hash_nodes_vartime(const helioselene_helios_generators *generators,
                                                         const helioselene_helios_node *nodes,
                                                         size_t count,
                                                         helioselene_helios_point *hashes);

/**
 * The x coordinates of points of Helios, which are scalars of Selene, with a single inversion.
 *
 * `points` has `count` points, and `scalars` has room for as many scalars.
 */
helioselene_status helioselene_helios_points_to_scalars(const helioselene_helios_point *points,
                                                        size_t count,
                                                        helioselene_selene_scalar *scalars);

/**
 * The encodings of points of Helios, with a single inversion.
 *
 * `points` has `count` points, and `encodings` has room for as many encodings.
 */
helioselene_status helioselene_helios_points_to_bytes(const helioselene_helios_point *points,
                                                      size_t count,
                                                      helioselene_encoding *encodings);

/**
 * Decodes points of Helios. For a valid encoding it writes 1 to `valid`; otherwise 0, and zeros to `points`, which are not
 * a point.
 *
 * `encodings` has `count` encodings; `points` and `valid` have room for as many points and bytes.
 */
helioselene_status helioselene_helios_points_from_bytes_vartime(const helioselene_encoding *encodings,
                                                                size_t count,
                                                                helioselene_helios_point *points,
                                                                uint8_t *valid);

/**
 * Whether each sum of products over Helios is the identity: writes 1 or 0 for each to `identities`.
 *
 * All sums are combined with random weights and computed as one; if that is not the identity, each is computed by itself.
 *
 * `random` is 64 uniform bytes from a generator for keys, such as the operating system's. Draw them for this call, after the
 * sums are fixed; use them once; let nobody who chose a scalar or a point know them before. Whoever can predict them can
 * make wrong sums pass, and that cannot be recognised. `HELIOSELENE_STATUS_WEAK_RANDOMNESS` is for two mistakes alone: bytes
 * that plainly come from no generator (a word repeated in all 64 or in the first or last 32 bytes; 32 bytes twice), and those
 * congruent modulo the curve's order to 0 or to a number whose 12k-th power is 1, for a k from 1 to the number of sums (to 1 if
 * there are none). The values of the sums do not matter.
 *
 * `sums` has `count` sums whose addresses have as many items as they say, `random` has 64 bytes, and `identities` has room
 * for `count` bytes.
 */
helioselene_status helioselene_helios_sums_are_identity_vartime(const helioselene_helios_sum *sums,
                                                                size_t count,
                                                                const uint8_t *random,
                                                                uint8_t *identities);

/**
 * The leaves of outputs, as computed by Monero's `outputs_to_leaves`: the key image generator is hashed from the key unless
 * it is given, and torsion is cleared from O and C of outputs that were not checked for it.
 *
 * For each leaf `refusals` gets HELIOSELENE_REFUSED_NONE, which is 0. For an output that Monero does not insert it gets
 * another HELIOSELENE_REFUSED_..., which names the first refused point of O, I and C and the reason, and `leaves` gets
 * zeros. A refused output is not an error of the call.
 *
 * `root` selects the revision of FCMP++: HELIOSELENE_ROOT_OF_0E438AE or HELIOSELENE_ROOT_SINCE_31C26D9. The two differ in
 * the sign of each y and so make different trees. Any other number gives HELIOSELENE_STATUS_INVALID_ROOT.
 *
 * `outputs` has `count` outputs; `leaves` and `refusals` have room for as many leaves and bytes.
 */
helioselene_status helioselene_leaves_of_outputs_vartime(uint32_t root,
                                                         const helioselene_output *outputs,
                                                         size_t count,
                                                         helioselene_leaf *leaves,
                                                         uint8_t *refusals);

/**
 * Hashes keys to encoded points of Ed25519 like Monero's `derive_key_image_generator`. `hash` is
 * HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED; a key is any 32 bytes.
 *
 * `keys` has `count` encodings, and `points` has room for as many.
 */
helioselene_status helioselene_hash_to_point_vartime(uint8_t hash,
                                                     const helioselene_ed25519_encoding *keys,
                                                     size_t count,
                                                     helioselene_ed25519_encoding *points);

/**
 * The English text for a refusal of `helioselene_leaves_of_outputs_vartime`, any number allowed. The string is static.
 */
const char *helioselene_refusal_message(uint8_t refusal);

/**
 * Prepares generators of Selene and stores the address of their tables in `*generators`.
 *
 * The tables take at most about `bytes` bytes, but at least one entry a point; for 0 the library chooses. Building them
 * takes as long as a dozen hashes or more, so keep them for the program's whole run.
 *
 * `points` has `count` points; `generators` can hold an address.
 */
helioselene_status helioselene_selene_generators_new_vartime(const helioselene_selene_point *points,
                                                             size_t count,
                                                             size_t bytes,
                                                             helioselene_selene_generators **generators);

/**
 * Frees what `helioselene_selene_generators_new_vartime` made; does nothing with NULL.
 *
 * The address comes from that function or is NULL, and is not used afterwards.
 */
void helioselene_selene_generators_free(helioselene_selene_generators *generators);

/**
 * Computes each node's hash after its change, see `helioselene_selene_node`.
 *
 * One call for many nodes is faster than one call for each; README.md says by how much.
 *
 * `generators` has not been freed, `nodes` has `count` nodes whose addresses have as many items as they say, and `hashes`
 * has room for `count` points.
 */
helioselene_status helioselene_selene_hash_nodes_vartime(const helioselene_selene_generators *generators,
                                                         const helioselene_selene_node *nodes,
                                                         size_t count,
                                                         helioselene_selene_point *hashes);

/**
 * The x coordinates of points of Selene, which are scalars of Helios, with a single inversion.
 *
 * `points` has `count` points, and `scalars` has room for as many scalars.
 */
helioselene_status helioselene_selene_points_to_scalars(const helioselene_selene_point *points,
                                                        size_t count,
                                                        helioselene_helios_scalar *scalars);

/**
 * The encodings of points of Selene, with a single inversion.
 *
 * `points` has `count` points, and `encodings` has room for as many encodings.
 */
helioselene_status helioselene_selene_points_to_bytes(const helioselene_selene_point *points,
                                                      size_t count,
                                                      helioselene_encoding *encodings);

/**
 * Decodes points of Selene. For a valid encoding it writes 1 to `valid`; otherwise 0, and zeros to `points`, which are not
 * a point.
 *
 * `encodings` has `count` encodings; `points` and `valid` have room for as many points and bytes.
 */
helioselene_status helioselene_selene_points_from_bytes_vartime(const helioselene_encoding *encodings,
                                                                size_t count,
                                                                helioselene_selene_point *points,
                                                                uint8_t *valid);

/**
 * Whether each sum of products over Selene is the identity: writes 1 or 0 for each to `identities`.
 *
 * All sums are combined with random weights and computed as one; if that is not the identity, each is computed by itself.
 *
 * `random` is 64 uniform bytes from a generator for keys, such as the operating system's. Draw them for this call, after the
 * sums are fixed; use them once; let nobody who chose a scalar or a point know them before. Whoever can predict them can
 * make wrong sums pass, and that cannot be recognised. `HELIOSELENE_STATUS_WEAK_RANDOMNESS` is for two mistakes alone: bytes
 * that plainly come from no generator (a word repeated in all 64 or in the first or last 32 bytes; 32 bytes twice), and those
 * congruent modulo the curve's order to 0 or to a number whose 12k-th power is 1, for a k from 1 to the number of sums (to 1 if
 * there are none). The values of the sums do not matter.
 *
 * `sums` has `count` sums whose addresses have as many items as they say, `random` has 64 bytes, and `identities` has room
 * for `count` bytes.
 */
helioselene_status helioselene_selene_sums_are_identity_vartime(const helioselene_selene_sum *sums,
                                                                size_t count,
                                                                const uint8_t *random,
                                                                uint8_t *identities);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* HELIOSELENE_H */

/* The layout that the library was compiled for. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define HELIOSELENE_ASSERT(condition) static_assert(condition, #condition)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define HELIOSELENE_ASSERT(condition) _Static_assert(condition, #condition)
#else
#define HELIOSELENE_ASSERT(condition) struct helioselene_assert
#endif
HELIOSELENE_ASSERT(sizeof(helioselene_status) == 4);
HELIOSELENE_ASSERT(sizeof(helioselene_helios_point) == 96);
HELIOSELENE_ASSERT(sizeof(helioselene_selene_point) == 96);
HELIOSELENE_ASSERT(sizeof(helioselene_helios_scalar) == 32);
HELIOSELENE_ASSERT(sizeof(helioselene_selene_scalar) == 32);
HELIOSELENE_ASSERT(sizeof(helioselene_encoding) == 32);
HELIOSELENE_ASSERT(sizeof(helioselene_ed25519_encoding) == 32);
HELIOSELENE_ASSERT(sizeof(helioselene_ed25519_integer) == 32);
HELIOSELENE_ASSERT(sizeof(helioselene_leaf) == 192);
HELIOSELENE_ASSERT(sizeof(helioselene_output) == 98);
HELIOSELENE_ASSERT(offsetof(helioselene_output, key_image_generator) == 32);
HELIOSELENE_ASSERT(offsetof(helioselene_output, commitment) == 64);
HELIOSELENE_ASSERT(offsetof(helioselene_output, checked_for_torsion) == 96);
HELIOSELENE_ASSERT(offsetof(helioselene_output, generator) == 97);
HELIOSELENE_ASSERT(sizeof(helioselene_helios_node) == 6 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, hash) == 0);
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, offset) == sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, old_children) == 2 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, old_count) == 3 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, new_children) == 4 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_node, new_count) == 5 * sizeof(size_t));
HELIOSELENE_ASSERT(sizeof(helioselene_selene_node) == 6 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, hash) == 0);
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, offset) == sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, old_children) == 2 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, old_count) == 3 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, new_children) == 4 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_node, new_count) == 5 * sizeof(size_t));
HELIOSELENE_ASSERT(sizeof(helioselene_helios_sum) == 3 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_sum, scalars) == 0);
HELIOSELENE_ASSERT(offsetof(helioselene_helios_sum, points) == sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_helios_sum, count) == 2 * sizeof(size_t));
HELIOSELENE_ASSERT(sizeof(helioselene_selene_sum) == 3 * sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_sum, scalars) == 0);
HELIOSELENE_ASSERT(offsetof(helioselene_selene_sum, points) == sizeof(size_t));
HELIOSELENE_ASSERT(offsetof(helioselene_selene_sum, count) == 2 * sizeof(size_t));
#undef HELIOSELENE_ASSERT
