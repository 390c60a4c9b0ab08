//! All parameters fitted by measurement: the radix of eight lanes, the costs of a sum's operations, batch sizes.

use crate::primes::Modulus;

/// Whether the product of 64-bit lanes, `vpmullq`, is slow: three instructions and 15 cycles on Intel's CPUs, one and 3
/// on AMD's. Products over p, which would need five of them, then avoid it: in four lanes by shifts and sums (an
/// addition takes 0.85 of the time on an Intel, 1.07 on Zen 4), in eight by radix 2^52 (1.02 to 1.05 on Zen 4). See
/// `notes/vectors.md`.
#[cfg(helioselene_has = "ifma")]
pub(crate) fn vpmullq_is_slow() -> bool {
    super::processor::is_intel()
}

/// Nanoseconds of the parts of `sums::Cost`, in its order, over p and over q. All are Zen 4's.
///
/// `cargo bench -p helioselene-inside --bench calibrate` prints each row with the date, the clock, the model's error,
/// and how far its choices miss the best measured time.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    p: [u64; 5],
    q: [u64; 5],
}

impl Costs {
    /// 64-bit words, one element at a time.
    pub const SERIAL: Self = Self {
        p: [86, 0, 109, 192, 69],  // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
        q: [106, 0, 139, 234, 93], // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
    };
    /// Four lanes of doubles.
    pub(crate) const DOUBLES: Self = Self {
        p: [39, 0, 111, 192, 68], // 2026-11-25, 3.7 GHz, model ±7 %, choices +2 %
        q: [52, 0, 139, 234, 95], // 2026-11-25, 3.7 GHz, model ±5 %, choices +2 %
    };
    /// Eight lanes of limbs.
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

    /// The operations of an algorithm, in units of 1/[`Cost::ONCE`]. Integers, because a thread's floating-point
    /// environment may trap rounded results.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub struct Cost {
        /// Batched affine additions, digits and sorting included.
        pub affine_additions: u64,
        /// Passes over lists or tables, each with an inversion.
        pub passes: u64,
        /// Doublings of a single point.
        pub doublings: u64,
        /// Additions of single points.
        pub additions: u64,
        /// Digits of Horner's rule in lanes.
        pub digits: u64,
    }

    impl Cost {
        /// The count of one operation.
        pub const ONCE: u64 = 1 << 10;

        /// The fields in declaration order.
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

        /// The time, in the same units, from the nanoseconds of each operation.
        pub(crate) fn time(&self, nanoseconds: &[u64; 5]) -> u64 {
            let pairs = self.as_array().into_iter().zip(nanoseconds);
            pairs.map(|(times, nanoseconds)| times * nanoseconds).sum()
        }
    }

    /// How many additions share an inversion in a constant-time sum of `points` points in `lanes` lanes: more of them
    /// save inversions, but cost additions at the end.
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
    /// The number of segments into which few and long lists are cut, to fill lanes.
    pub(crate) const SEGMENTS: usize = 64;
    /// How many points of lists are summed together as trees: they share inversions, and fit the second-level cache.
    pub(crate) const POINTS_AT_ONCE: usize = 8192;
    /// The bytes of the largest array of points without prefetches: it fits the second-level cache beside a tree.
    pub(crate) const NEAR_BYTES: usize = 3 << 18;
    /// The distance of prefetches, in additions of vectors.
    pub(crate) const ADDITIONS_AHEAD: usize = 4;

    /// How many buckets are filled together, over all their sets: their sums fit the second-level cache, and
    /// fill batches.
    pub(crate) const BUCKETS_AT_ONCE: usize = 4096;
    /// How many references such sets have, unless a single one has more.
    pub(crate) const REFERENCES_AT_ONCE: usize = 1 << 17;
    /// A set of fewer buckets needs no grid.
    pub(crate) const SMALL_SET: usize = 16;

    /// Whether sets of `buckets` buckets, one set for each sum, are reduced by running sums in the lanes. A grid takes
    /// fewer products, but some ten inversions for all sums together.
    ///
    /// Time relative to a grid, Zen 4, 38 points: one sum, IFMA 0.82, AVX2 0.91 to 0.98; two, 0.96 and at least 1.3;
    /// four, IFMA 1.06. With 256 buckets, one sum: 0.99 and 1.05.
    pub(crate) const fn by_running_sums(lanes: usize, sums: usize, buckets: usize) -> bool {
        sums <= lanes / 4 && buckets <= 128
    }

    /// The default bytes of tables for `points` fixed points; `usize::MAX` asks for the fewest additions. `cargo bench
    /// --bench tables` times sums by the size of their tables.
    pub(crate) fn table_bytes(points: usize) -> usize {
        if is_intel() {
            small_tables(points)
        } else {
            // At half the size, sums of 38, 228 and 604 points take 1.01 to 1.12 of the time on Zen 3 (AVX2) and 1.04
            // to 1.15 on Zen 4 (IFMA), sums of 1024 points 0.95 to 1.03, and 1.1 on Zen 5.
            usize::MAX
        }
    }

    /// 256 kB, or in proportion to the points if there are more than 228.
    ///
    /// On Golden Cove 463 kB, with the fewest additions for 228 points, take 1.2 of the time of 256 kB, with 15 % more
    /// additions. Its L2 (2 MB) holds either, its L1 (48 kB) neither; its first TLB reaches 384 kB.
    pub(super) fn small_tables(points: usize) -> usize {
        points.saturating_mul((256 << 10) / 228).max(256 << 10)
    }
    /// The cost of a digit's place in a sum over fixed points (a doubling and a complete addition), in batched
    /// additions.
    pub(crate) const ADDITIONS_OF_A_PLACE: usize = 4;

    /// The most points that a constant-time sum multiplies one by one, by the number of lanes. Zen 4, Helios, µs: on
    /// IFMA a product takes 16.4, a sum of two 34.3, of three 39; on the serial backend a product 38, a sum of two 60.
    pub(crate) const fn one_by_one(lanes: usize) -> usize {
        if lanes < 8 { 1 } else { 2 }
    }

    /// The most sums computed together, to bound the scratch memory.
    pub(crate) const SUMS_AT_ONCE: usize = 256;
    /// How many points are divided by Z together: what is kept of each stays in a cache, and takes no memory that the
    /// system must clear first.
    pub(crate) const DIVIDED_AT_ONCE: usize = 1024;

    /// Parameters of sums on several threads.
    #[cfg(feature = "rayon")]
    pub(crate) mod cells {
        /// The fewest points for each thread.
        pub const LEAST: usize = 64;
        /// Nanoseconds until a sleeping thread of the pool works.
        pub const AWOKEN: u64 = 20_000;
        /// Nanoseconds for a thread of the pool to take over another thread's task.
        pub const HANDED_OVER: u64 = 3_000;
        /// The least nanoseconds of a pass over the lists of a cell. Unless it is one of many, its inversion and the unfilled
        /// rests of vectors and batches count. With AVX2 on Zen 3 a sum of 604 in sixteen cells takes 0.4 ms more than in one.
        pub const PASS: u64 = 1_500;
    }

    /// The fewest points worth a thread of their own, by operation: about 0.05 ms of work.
    pub(crate) mod points_per_thread {
        /// Sums of public points with tables.
        pub const PREPARED_SUM: usize = 128;
        /// Products, or constant-time sums of them.
        pub const PRODUCT: usize = 16;
        /// Sums over the same two points; each thread makes tables.
        pub const PAIR: usize = 64;
        /// Divisions by Z.
        pub const NORMALISATION: usize = 512;
        /// Square roots.
        pub const ROOT: usize = 16;
    }

    /// Bytes of constant-time tables made at once: they fit the second-level cache while all digits are read.
    pub(crate) const TABLES_AT_ONCE: usize = 512 << 10;
}

#[cfg(test)]
mod tests;
