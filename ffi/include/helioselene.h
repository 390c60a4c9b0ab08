/* The C interface of helioselene-ffi, see its README.md. Made by cbindgen; a test checks that it is.
 *
 * Every address is of as many items as the number beside it says; of no items it may be NULL. Results may go to
 * where inputs are. A function that does not return HELIOSELENE_STATUS_OK has written nothing. Functions may be
 * called from several threads at once. Those with vartime in their names are for public data; the others take
 * constant time in the points that they do not refuse. */

#ifndef HELIOSELENE_H
#define HELIOSELENE_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of the interface that the header is of: it changes when a program that was compiled with an
 * older header would no longer do what it did.
 */
#define HELIOSELENE_ABI_VERSION 3

/**
 * For `helioselene_leaves_of_outputs_vartime`: the y of leaves is that of FCMP++ 0e438ae, and of Monero before its commit
 * 1e9c45543 of 2026-07-23, whose root of -486664 is the even one.
 */
#define HELIOSELENE_ROOT_OF_0E438AE 1

/**
 * For `helioselene_leaves_of_outputs_vartime`: the y of leaves is that of FCMP++ since 31c26d9 (2026-08-18), 77788c36
 * included, and of Monero since its commit 1e9c45543, whose root of -486664 is the odd one.
 */
#define HELIOSELENE_ROOT_SINCE_31C26D9 2

/**
 * In `helioselene_output`: the key image generator is given, as an encoded point.
 */
#define HELIOSELENE_GENERATOR_GIVEN 1

/**
 * In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's biased hash of
 * the key, by Keccak, as it is of all outputs before Carrot.
 */
#define HELIOSELENE_GENERATOR_BIASED 2

/**
 * In `helioselene_output` and for `helioselene_hash_to_point_vartime`: the key image generator is Monero's unbiased hash
 * of the key, by BLAKE2b, as it is of Carrot outputs.
 */
#define HELIOSELENE_GENERATOR_UNBIASED 3

/**
 * A refusal of `helioselene_leaves_of_outputs_vartime`: none, there is a leaf.
 */
#define HELIOSELENE_REFUSED_NONE 0

/**
 * A refusal: the key's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_KEY_NO_POINT 1

/**
 * A refusal: the key is the identity or (0, -1), or of small order if it was not checked for torsion.
 */
#define HELIOSELENE_REFUSED_KEY_NO_COORDINATES 2

/**
 * A refusal: the given key image generator's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_GENERATOR_NO_POINT 3

/**
 * A refusal: the key image generator is the identity or (0, -1). No key is known whose hash is.
 */
#define HELIOSELENE_REFUSED_GENERATOR_NO_COORDINATES 4

/**
 * A refusal: the commitment's 32 bytes encode no point.
 */
#define HELIOSELENE_REFUSED_COMMITMENT_NO_POINT 5

/**
 * A refusal: the commitment is the identity or (0, -1), or of small order if it was not checked for torsion.
 */
#define HELIOSELENE_REFUSED_COMMITMENT_NO_COORDINATES 6

/**
 * What a function returns: 0, or why it did nothing.
 */
typedef enum {
  /**
   * All results are written.
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
   * So many items have no room in any memory.
   */
  HELIOSELENE_STATUS_TOO_LONG = -3,
  /**
   * A point is none of the curve: it was not written by this library, or for the other curve.
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
   * A panic was caught: a mistake in this library, or an environment variable HELIOSELENE_BACKEND that
   * names no backend that this CPU can run. Rust's panic hook has printed which.
   */
  HELIOSELENE_STATUS_PANIC = -9,
  /**
   * The root is none of those of FCMP++'s revisions.
   */
  HELIOSELENE_STATUS_INVALID_ROOT = -10,
  /**
   * The 64 random bytes are not random: memory that was not filled, a short number, one piece twice, or a number with
   * whose powers for weights wrong sums pass.
   */
  HELIOSELENE_STATUS_WEAK_RANDOMNESS = -11,
  /**
   * The number for where a key image generator comes from is none of HELIOSELENE_GENERATOR_...
   */
  HELIOSELENE_STATUS_INVALID_GENERATOR = -12
} helioselene_status;

/**
 * Generators of Helios with tables of their multiples, which threads may share.
 */
typedef struct helioselene_helios_generators helioselene_helios_generators;

/**
 * Generators of Selene with tables of their multiples, which threads may share.
 */
typedef struct helioselene_selene_generators helioselene_selene_generators;

/**
 * A point of Helios between two calls: X, Y and Z of x = X/Z and y = Y/Z, each 32 little-endian bytes.
 *
 * To be copied, compared by its encoding, and not to be made by other means than this library: what is no
 * point of the curve, as memory that is all zero, is refused. On little-endian machines this is the memory of
 * a `HeliosPoint` of helioselene-simd.
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
 * On little-endian machines this is the memory of a `HelioseleneField` of helioselene-simd.
 */
typedef struct {
  /**
   * The integer.
   */
  uint8_t bytes[32];
} helioselene_helios_scalar;

/**
 * A node over Helios' generators, and what changes of its children.
 *
 * After it the node is `hash + sum of (new_children[i] - old_children[i])*G[offset + i]`, where children past
 * the end of either list are 0. So a new node has no old children, FCMP++'s `hash_grow` has one old child,
 * and a node that is trimmed has more old children than new ones.
 */
typedef struct {
  /**
   * The hash so far: for a new node the tree's initial point. NULL stands for the identity.
   */
  const helioselene_helios_point *hash;
  /**
   * The number of the first child that changes, and of its generator.
   */
  size_t offset;
  /**
   * The children before, from that one on.
   */
  const helioselene_helios_scalar *old_children;
  /**
   * How many.
   */
  size_t old_count;
  /**
   * The children after, from that one on.
   */
  const helioselene_helios_scalar *new_children;
  /**
   * How many.
   */
  size_t new_count;
} helioselene_helios_node;

/**
 * A scalar of Selene, which is an x coordinate of Helios or a coordinate of an output's point: 32
 * little-endian bytes, below 2^255 - 19.
 *
 * On little-endian machines this is the memory of a `Field25519` of helioselene-simd.
 */
typedef struct {
  /**
   * The integer.
   */
  uint8_t bytes[32];
} helioselene_selene_scalar;

/**
 * The encoding of a point of either curve, as it stands in databases and proofs: x with the parity of y in
 * the topmost bit; the identity is 32 zeros.
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
   * How many.
   */
  size_t count;
} helioselene_helios_sum;

/**
 * The points of an output, each as the 32 bytes that encode a point of Ed25519.
 *
 * An output before Carrot has HELIOSELENE_GENERATOR_BIASED and was not checked for torsion; one of Carrot has
 * HELIOSELENE_GENERATOR_UNBIASED and was.
 */
typedef struct {
  /**
   * O, the one-time key, as it stands in the transaction.
   */
  uint8_t key[32];
  /**
   * I, the generator of the key image, for HELIOSELENE_GENERATOR_GIVEN: hashed from the key as it stands in the
   * transaction. Otherwise it is not read.
   */
  uint8_t key_image_generator[32];
  /**
   * C, the commitment to the amount.
   */
  uint8_t commitment[32];
  /**
   * 1 if consensus checked that O and C have no torsion, as it does of Carrot outputs; else 0.
   */
  uint8_t checked_for_torsion;
  /**
   * Where I comes from: HELIOSELENE_GENERATOR_GIVEN, HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED.
   * Any other number, 0 too, is HELIOSELENE_STATUS_INVALID_GENERATOR.
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
 * The encoding of a point of Ed25519, as it stands in transactions: y with the parity of x in the topmost bit.
 */
typedef struct {
  /**
   * The encoding.
   */
  uint8_t bytes[32];
} helioselene_ed25519_encoding;

/**
 * A point of Selene between two calls, as `helioselene_helios_point` is of Helios.
 */
typedef struct {
  /**
   * X, Y and Z.
   */
  uint8_t coordinates[96];
} helioselene_selene_point;

/**
 * A node over Selene's generators, as `helioselene_helios_node` is over Helios'.
 */
typedef struct {
  /**
   * The hash so far: for a new node the tree's initial point. NULL stands for the identity.
   */
  const helioselene_selene_point *hash;
  /**
   * The number of the first child that changes, and of its generator.
   */
  size_t offset;
  /**
   * The children before, from that one on.
   */
  const helioselene_selene_scalar *old_children;
  /**
   * How many.
   */
  size_t old_count;
  /**
   * The children after, from that one on.
   */
  const helioselene_selene_scalar *new_children;
  /**
   * How many.
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
   * How many.
   */
  size_t count;
} helioselene_selene_sum;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * The version of the interface that the library has, to be compared with `HELIOSELENE_ABI_VERSION`.
 */
uint32_t helioselene_abi_version(void);

/**
 * What a status says, in English, for any number; the text is static.
 */
const char *helioselene_status_message(int32_t status);

/**
 * The name of the backend that computes, "serial", "avx2", "avxifma" or "ifma", or NULL if there is none because the
 * environment variable HELIOSELENE_BACKEND names none that this CPU can run; the text is static.
 */
const char *helioselene_backend(void);

/**
 * Prepares generators of Helios: `*generators` becomes the address of tables, of at most about `bytes` bytes or
 * of one entry for each point if that is more, of the library's choice for 0.
 *
 * It takes as long as a dozen hashes or more: tables are for the whole run of a program.
 *
 * `points` are `count` points, and an address may be written to `generators`.
 */
helioselene_status helioselene_helios_generators_new_vartime(const helioselene_helios_point *points,
                                                             size_t count,
                                                             size_t bytes,
                                                             helioselene_helios_generators **generators);

/**
 * Frees what `helioselene_helios_generators_new_vartime` made; does nothing with NULL.
 *
 * The address is of that function or NULL, and it is not used afterwards.
 */
void helioselene_helios_generators_free(helioselene_helios_generators *generators);

/**
 * Hashes nodes: to `hashes` goes each node's hash after its change, see `helioselene_helios_node`.
 *
 * One call for many nodes takes less time than as many calls: README.md has how much.
 *
 * `generators` is alive, `nodes` are `count` nodes whose addresses are of as many items as they say, and
 * `count` points may be written to `hashes`.
 */
helioselene_status helioselene_helios_hash_nodes_vartime(const helioselene_helios_generators *generators,
                                                         const helioselene_helios_node *nodes,
                                                         size_t count,
                                                         helioselene_helios_point *hashes);

/**
 * The x coordinates of points of Helios, which are scalars of Selene; one inversion for all.
 *
 * `points` are `count` points, and as many scalars may be written to `scalars`.
 */
helioselene_status helioselene_helios_points_to_scalars(const helioselene_helios_point *points,
                                                        size_t count,
                                                        helioselene_selene_scalar *scalars);

/**
 * The encodings of points of Helios; one inversion for all.
 *
 * `points` are `count` points, and as many encodings may be written to `encodings`.
 */
helioselene_status helioselene_helios_points_to_bytes(const helioselene_helios_point *points,
                                                      size_t count,
                                                      helioselene_encoding *encodings);

/**
 * The points of Helios that encodings stand for. Where there is one, a 1 goes to `valid`; elsewhere a 0, and zeros
 * to `points`, which are no point.
 *
 * `encodings` are `count` encodings, and as many points may be written to `points` and bytes to `valid`.
 */
helioselene_status helioselene_helios_points_from_bytes_vartime(const helioselene_encoding *encodings,
                                                                size_t count,
                                                                helioselene_helios_point *points,
                                                                uint8_t *valid);

/**
 * Whether sums of products over Helios are the identity, each of them: 1 or 0 goes to `identities`.
 *
 * All are computed as one, with random weights that `random` gives, and by themselves only if that one is not the identity.
 * `random` is 64 bytes from a generator for keys, such as the operating system's: all of them uniform, drawn for this call
 * after the sums were fixed, used for no other, and never known before to anyone who chose a scalar or a point. Whoever
 * knows or guesses them makes sums that are not the identity and pass. Bytes that let wrong sums pass by themselves, or that are
 * plainly of no generator (zeros or another word over and over, in all 64 or in the first or last 32; 32 bytes twice), give
 * `HELIOSELENE_STATUS_WEAK_RANDOMNESS`, however many sums there are; others that can be foreseen are not noticed.
 *
 * `sums` are `count` sums whose addresses are of as many items as they say, `random` is of 64 bytes, and `count` bytes
 * may be written to `identities`.
 */
helioselene_status helioselene_helios_sums_are_identity_vartime(const helioselene_helios_sum *sums,
                                                                size_t count,
                                                                const uint8_t *random,
                                                                uint8_t *identities);

/**
 * The leaves of outputs, as Monero's `outputs_to_leaves` has them: the key image generator is hashed from the key unless
 * it is given, and torsion is cleared from O and C of outputs that were not checked for it.
 *
 * Where there is a leaf, `refusals` gets HELIOSELENE_REFUSED_NONE, which is 0. Where Monero inserts none, it gets another
 * number HELIOSELENE_REFUSED_..., which says which point of O, I and C is the first to be refused, and why; `leaves` gets
 * zeros there. An output that is refused is no error of the call.
 *
 * `root` says for which revision of FCMP++ the leaves are: HELIOSELENE_ROOT_OF_0E438AE or
 * HELIOSELENE_ROOT_SINCE_31C26D9. The two differ in the sign of each y, and so make different trees; any other number is
 * HELIOSELENE_STATUS_INVALID_ROOT.
 *
 * `outputs` are `count` outputs, and as many leaves may be written to `leaves` and bytes to `refusals`.
 */
helioselene_status helioselene_leaves_of_outputs_vartime(uint32_t root,
                                                         const helioselene_output *outputs,
                                                         size_t count,
                                                         helioselene_leaf *leaves,
                                                         uint8_t *refusals);

/**
 * Monero's hashes of keys to points of Ed25519, encoded: the key image generators that its `derive_key_image_generator`
 * gives, where `hash` is HELIOSELENE_GENERATOR_BIASED or HELIOSELENE_GENERATOR_UNBIASED. A key is any 32 bytes.
 *
 * `keys` are `count` encodings, and as many may be written to `points`.
 */
helioselene_status helioselene_hash_to_point_vartime(uint8_t hash,
                                                     const helioselene_ed25519_encoding *keys,
                                                     size_t count,
                                                     helioselene_ed25519_encoding *points);

/**
 * What a refusal of `helioselene_leaves_of_outputs_vartime` says, in English, for any number; the text is static.
 */
const char *helioselene_refusal_message(uint8_t refusal);

/**
 * Prepares generators of Selene: `*generators` becomes the address of tables, of at most about `bytes` bytes or
 * of one entry for each point if that is more, of the library's choice for 0.
 *
 * It takes as long as a dozen hashes or more: tables are for the whole run of a program.
 *
 * `points` are `count` points, and an address may be written to `generators`.
 */
helioselene_status helioselene_selene_generators_new_vartime(const helioselene_selene_point *points,
                                                             size_t count,
                                                             size_t bytes,
                                                             helioselene_selene_generators **generators);

/**
 * Frees what `helioselene_selene_generators_new_vartime` made; does nothing with NULL.
 *
 * The address is of that function or NULL, and it is not used afterwards.
 */
void helioselene_selene_generators_free(helioselene_selene_generators *generators);

/**
 * Hashes nodes: to `hashes` goes each node's hash after its change, see `helioselene_selene_node`.
 *
 * One call for many nodes takes less time than as many calls: README.md has how much.
 *
 * `generators` is alive, `nodes` are `count` nodes whose addresses are of as many items as they say, and
 * `count` points may be written to `hashes`.
 */
helioselene_status helioselene_selene_hash_nodes_vartime(const helioselene_selene_generators *generators,
                                                         const helioselene_selene_node *nodes,
                                                         size_t count,
                                                         helioselene_selene_point *hashes);

/**
 * The x coordinates of points of Selene, which are scalars of Helios; one inversion for all.
 *
 * `points` are `count` points, and as many scalars may be written to `scalars`.
 */
helioselene_status helioselene_selene_points_to_scalars(const helioselene_selene_point *points,
                                                        size_t count,
                                                        helioselene_helios_scalar *scalars);

/**
 * The encodings of points of Selene; one inversion for all.
 *
 * `points` are `count` points, and as many encodings may be written to `encodings`.
 */
helioselene_status helioselene_selene_points_to_bytes(const helioselene_selene_point *points,
                                                      size_t count,
                                                      helioselene_encoding *encodings);

/**
 * The points of Selene that encodings stand for. Where there is one, a 1 goes to `valid`; elsewhere a 0, and zeros
 * to `points`, which are no point.
 *
 * `encodings` are `count` encodings, and as many points may be written to `points` and bytes to `valid`.
 */
helioselene_status helioselene_selene_points_from_bytes_vartime(const helioselene_encoding *encodings,
                                                                size_t count,
                                                                helioselene_selene_point *points,
                                                                uint8_t *valid);

/**
 * Whether sums of products over Selene are the identity, each of them: 1 or 0 goes to `identities`.
 *
 * All are computed as one, with random weights that `random` gives, and by themselves only if that one is not the identity.
 * `random` is 64 bytes from a generator for keys, such as the operating system's: all of them uniform, drawn for this call
 * after the sums were fixed, used for no other, and never known before to anyone who chose a scalar or a point. Whoever
 * knows or guesses them makes sums that are not the identity and pass. Bytes that let wrong sums pass by themselves, or that are
 * plainly of no generator (zeros or another word over and over, in all 64 or in the first or last 32; 32 bytes twice), give
 * `HELIOSELENE_STATUS_WEAK_RANDOMNESS`, however many sums there are; others that can be foreseen are not noticed.
 *
 * `sums` are `count` sums whose addresses are of as many items as they say, `random` is of 64 bytes, and `count` bytes
 * may be written to `identities`.
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
