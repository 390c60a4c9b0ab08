//! Everything fitted by measurement: the radix of eight lanes, the costs of a sum's operations, sizes of batches.

use crate::primes::Modulus;

/// Whether a product of 64-bit lanes, `vpmullq`, is slow: three instructions and 15 cycles on Intel's CPUs, one and 3 on AMD's.
/// There a product over p, which has five of them, is done without.
///
/// Four lanes, by shifts and sums: on an Intel with AMX and AVX-512 FP16 an addition takes 0.85 of the time, k·G 0.91, k·P 0.95.
/// On Zen 4 they would take 1.07. Eight lanes, in radix 2^52: a product took 53 cycles on Golden Cove, and takes 41 on a later
/// Intel. On Zen 4 `batch_mul` would take 1.05 of the time, `batch_from_bytes` 1.04, and a sum of 604 1.02.
#[cfg(helioselene_has = "ifma")]
pub(crate) fn vpmullq_is_slow() -> bool {
    super::processor::is_intel()
}

/// The nanoseconds of the parts of `sums::Cost` in its order, over p and over q.
///
/// `cargo bench -p helioselene-checks --bench calibrate` prints each row with the date, the clock, the model's error, and by how
/// much its choices miss the best measured time. All are Zen 4's.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    p: [u64; 5],
    q: [u64; 5],
}

impl Costs {
    /// Words of 64 bits, one element at a time.
    pub const SERIAL: Self = Self {
        p: [86, 0, 109, 192, 69],  // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
        q: [106, 0, 139, 234, 93], // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
    };
    /// Four lanes of doubles.
    #[allow(dead_code)] // without vectors
    pub(crate) const DOUBLES: Self = Self {
        p: [39, 0, 111, 192, 68], // 2026-11-25, 3.7 GHz, model ±7 %, choices +2 %
        q: [52, 0, 139, 234, 95], // 2026-11-25, 3.7 GHz, model ±5 %, choices +2 %
    };
    /// Eight lanes of limbs.
    #[allow(dead_code)] // without vectors
    pub(crate) const LIMBS: Self = Self {
        p: [21, 928, 47, 78, 19], // 2026-11-25, 3.7 GHz, model ±4 %, choices +1 %
        q: [28, 971, 60, 95, 31], // 2026-11-25, 3.7 GHz, model ±4 %, choices +0 %
    };

    /// The nanoseconds over a field.
    pub(crate) const fn over<M: Modulus>(&self) -> &[u64; 5] {
        if M::GAMMA_IS_SMALL { &self.p } else { &self.q }
    }
}

/// The parameters of sums of many points.
#[cfg(feature = "alloc")]
pub(crate) mod sums {
    use crate::backend::processor::is_intel;

    /// The operations of an algorithm, in units of 1/[`Cost::ONCE`]. Integers, as a thread's floating-point environment
    /// may trap rounded results.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub struct Cost {
        /// Batched affine additions, with digits and sorting.
        pub affine_additions: u64,
        /// Passes over lists or tables, each with an inversion.
        pub passes: u64,
        /// Doublings of a single point.
        pub doublings: u64,
        /// Additions of single points.
        pub additions: u64,
        /// Digits of Horner's rule in the lanes.
        pub digits: u64,
    }

    impl Cost {
        /// The count of one operation.
        pub const ONCE: u64 = 1 << 10;

        /// The fields in their order.
        pub const fn as_array(&self) -> [u64; 5] {
            let Self {
                affine_additions,
                passes,
                doublings,
                additions,
                digits,
            } = *self;
            [affine_additions, passes, doublings, additions, digits]
        }

        /// The time, from the nanoseconds of each operation; in the same units.
        pub(crate) fn time(&self, nanoseconds: &[u64; 5]) -> u64 {
            let pairs = self.as_array().into_iter().zip(nanoseconds);
            pairs.map(|(times, nanoseconds)| times * nanoseconds).sum()
        }
    }

    /// The additions that share an inversion in a constant-time sum of `points` points in `lanes` lanes: more of them save
    /// inversions, and cost additions at the end.
    pub(crate) const fn batch(points: usize, lanes: usize) -> usize {
        match 2 * points {
            _ if lanes < 8 => 512,
            ..256 => 256,
            more @ ..1024 => more,
            _ => 1024,
        }
    }
    /// The longest segment of a list. Longer ones would save nothing.
    pub(crate) const LONGEST: usize = 64;
    /// The segments into which few and long lists are cut, to fill lanes.
    pub(crate) const SEGMENTS: usize = 64;
    /// The points of lists that are summed together as trees: they share inversions, and fit the second level cache.
    pub(crate) const POINTS_AT_ONCE: usize = 8192;
    /// The bytes of the largest array of points without prefetches: it fits the second level cache beside a tree.
    pub(crate) const NEAR_BYTES: usize = 3 << 18;
    /// The distance of prefetches, in additions of vectors.
    pub(crate) const ADDITIONS_AHEAD: usize = 4;

    /// The buckets of the sets that are filled together: their sums fit the second level cache, and fill
    /// batches.
    pub(crate) const BUCKETS_AT_ONCE: usize = 4096;
    /// The references of such sets, unless a single one has more.
    pub(crate) const REFERENCES_AT_ONCE: usize = 1 << 17;
    /// A set of fewer buckets needs no grid.
    pub(crate) const SMALL_SET: usize = 16;

    /// Whether sets of `buckets` buckets, one for each sum, are reduced by running sums in the lanes. A grid takes fewer
    /// products, but some ten inversions for all sums together.
    ///
    /// Zen 4, 38 points, time of running sums in that of grids: one sum, IFMA 0.82, AVX2 0.91 to 0.98; two, IFMA
    /// 0.96, AVX2 1.3 and more; four, IFMA 1.06. With 256 buckets, one sum: IFMA 0.99, AVX2 1.05.
    pub(crate) const fn by_running_sums(lanes: usize, sums: usize, buckets: usize) -> bool {
        sums <= lanes / 4 && buckets <= 128
    }

    /// The default bytes of the tables of `points` fixed points; `usize::MAX` means the fewest additions. `cargo bench
    /// --bench tables` times sums by the size of their tables.
    pub(crate) fn table_bytes(points: usize) -> usize {
        if is_intel() {
            small_tables(points)
        } else {
            // With half the size sums of 38, 228 and 604 points take 1.01 to 1.12 of the time on Zen 3 (AVX2) and 1.04 to 1.15
            // on Zen 4 (IFMA), sums of 1024 points 0.95 to 1.03, and 1.1 on Zen 5.
            usize::MAX
        }
    }

    /// 256 kB, and as much for each of more than 228 points.
    ///
    /// On Golden Cove 463 kB, the fewest additions of 228 points, take 1.2 of the time of 256 kB, with 15 % more
    /// additions. Its L2 (2 MB) holds either, its L1 (48 kB) neither; its first TLB reaches 384 kB.
    pub(super) fn small_tables(points: usize) -> usize {
        points.saturating_mul((256 << 10) / 228).max(256 << 10)
    }
    /// The cost of a digit's place in a sum over fixed points, a doubling and a complete addition, in batched
    /// additions.
    pub(crate) const ADDITIONS_OF_A_PLACE: usize = 4;

    /// The most points that a constant-time sum multiplies one by one, by the number of lanes. Zen 4, Helios / Selene, µs:
    /// a product takes 16.4 / 20.5 on IFMA, a sum of two 34.3 / 40.9, of three 39 / 46; on the serial backend 38 / 50, a sum
    /// of two 60 / 72.
    pub(crate) const fn one_by_one(lanes: usize) -> usize {
        if lanes < 8 { 1 } else { 2 }
    }

    /// The most sums that are computed together, to bound the scratch memory.
    pub(crate) const SUMS_AT_ONCE: usize = 256;
    /// The points that are divided by Z together: what is kept of each stays in a cache, and takes no memory that the system
    /// has to clear.
    pub(crate) const DIVIDED_AT_ONCE: usize = 1024;

    /// Of sums on several threads.
    #[cfg(feature = "rayon")]
    pub(crate) mod cells {
        /// The fewest points for each thread.
        pub const LEAST: usize = 64;
        /// The nanoseconds until a thread of the pool that sleeps works.
        pub const AWOKEN: u64 = 20_000;
        /// The nanoseconds that it takes a thread of the pool to get a task that another one has.
        pub const HANDED_OVER: u64 = 3_000;
        /// The nanoseconds of a pass over the lists of a cell, at least: where it is none of many, its inversion and what is left
        /// over of vectors and batches count. With AVX2 on Zen 3 a sum of 604 in sixteen cells takes 0.4 ms more than in one.
        pub const PASS: u64 = 1_500;
    }

    /// The fewest points worth a thread of their own, by operation: some 0.05 ms.
    pub(crate) mod points_per_thread {
        /// Sums of public points with tables.
        pub const PREPARED_SUM: usize = 128;
        /// Products, or constant-time sums of them.
        pub const PRODUCT: usize = 16;
        /// Divisions by Z.
        pub const NORMALISATION: usize = 512;
        /// Square roots.
        pub const ROOT: usize = 16;
    }

    /// The bytes of constant-time tables that are made at once: they fit the second level cache while all digits are
    /// read.
    pub(crate) const TABLES_AT_ONCE: usize = 512 << 10;
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/tuning/tests.rs"]
mod tests;
