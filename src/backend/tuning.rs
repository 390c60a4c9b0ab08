//! Parameters that are fitted by measurement: the radix of eight lanes, the costs of a sum's operations, batch sizes.

use crate::primes::Modulus;

/// Returns whether `vpmullq`, the product of 64-bit lanes, is slow: on Intel's CPUs it is three micro-operations and takes
/// 15 cycles, on AMD's one and 3. Where it is slow, products over p, which would need five, avoid it: four lanes use shifts
/// and additions (an addition of points takes 0.85 times as long on an Intel CPU, 1.07 times on Zen 4), and eight lanes use
/// radix 2^52 (1.02 to 1.05 times on Zen 4). See `notes/vectors.md`.
#[cfg(helioselene_has = "ifma")]
pub(crate) fn vpmullq_is_slow() -> bool {
    super::processor::is_intel()
}

/// The time in nanoseconds of each operation in `sums::Cost`, in the order of its fields, over p and over q, on Zen 4.
///
/// `cargo bench -p helioselene-inside --bench calibrate` prints each row with the date, the clock, the error of the model,
/// and how much slower its choices are than the best measured ones.
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

    /// Returns the row for a field.
    pub(crate) const fn over<M: Modulus>(&self) -> &[u64; 5] {
        if M::GAMMA_IS_SMALL { &self.p } else { &self.q }
    }
}

/// The parameters of sums of many points.
#[cfg(feature = "alloc")]
pub(crate) mod sums {
    use crate::backend::processor::is_intel;

    /// The numbers of operations of an algorithm, in units of 1/[`Cost::ONCE`]. Integers, because a thread's floating-point
    /// environment may trap on rounded results.
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
        /// The count that stands for one operation. Counts may be fractions, where operations are shared.
        pub const ONCE: u64 = 1 << 10;

        /// Returns the fields in the order of declaration.
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

        /// Returns the time in units of 1/[`Self::ONCE`] nanoseconds, given the nanoseconds of each operation.
        pub(crate) fn time(&self, nanoseconds: &[u64; 5]) -> u64 {
            let pairs = self.as_array().into_iter().zip(nanoseconds);
            pairs.map(|(times, nanoseconds)| times * nanoseconds).sum()
        }
    }

    /// Returns how many additions share an inversion in a constant-time sum of `points` points in `lanes` lanes. A larger
    /// number saves inversions but takes more additions at the end.
    pub(crate) const fn batch(points: usize, lanes: usize) -> usize {
        match 2 * points {
            _ if lanes < 8 => 512,
            ..256 => 256,
            more @ ..1024 => more,
            _ => 1024,
        }
    }
    /// The longest segment of a list. Longer segments would save no time.
    pub(crate) const LONGEST: usize = 64;
    /// The number of segments into which few and long lists are cut, to fill lanes.
    pub(crate) const SEGMENTS: usize = 64;
    /// How many points of lists are summed together as trees: these share inversions and fit the second-level cache.
    pub(crate) const POINTS_AT_ONCE: usize = 8192;
    /// The size in bytes up to which an array of points is not prefetched, as it fits the second-level cache beside a tree.
    pub(crate) const NEAR_BYTES: usize = 3 << 18;
    /// The distance of prefetches, in additions of vectors.
    pub(crate) const ADDITIONS_AHEAD: usize = 4;

    /// How many buckets are filled together, in all of their sets: their sums fit the second-level cache, and are enough
    /// to fill batches.
    pub(crate) const BUCKETS_AT_ONCE: usize = 4096;
    /// The most references to points in the sets that are filled together, unless a single set has more.
    pub(crate) const REFERENCES_AT_ONCE: usize = 1 << 17;
    /// Sets of fewer buckets than this are reduced without a grid.
    pub(crate) const SMALL_SET: usize = 16;

    /// Returns whether sets of `buckets` buckets, one set for each sum, are reduced by running sums in the lanes. A grid takes
    /// fewer products, but some ten inversions for all sums together.
    ///
    /// Time relative to a grid on Zen 4 for 38 points: one sum takes 0.82 (IFMA) or 0.91 to 0.98 (AVX2), two take 0.96 or at
    /// least 1.3, four take 1.06 (IFMA). With 256 buckets one sum takes 0.99 or 1.05.
    pub(crate) const fn by_running_sums(lanes: usize, sums: usize, buckets: usize) -> bool {
        sums <= lanes / 4 && buckets <= 128
    }

    /// Returns the default size in bytes of tables for `points` fixed points; `usize::MAX` asks for the fewest additions.
    /// `cargo bench --bench tables` times sums by the size of their tables.
    pub(crate) fn table_bytes(points: usize) -> usize {
        if is_intel() {
            small_tables(points)
        } else {
            // With tables of half the size, sums of 38, 228 and 604 points take 1.01 to 1.12 times as long on Zen 3 (AVX2)
            // and 1.04 to 1.15 times on Zen 4 (IFMA); sums of 1024 points take 0.95 to 1.03 times as long, and 1.1 on Zen 5.
            usize::MAX
        }
    }

    /// Returns 256 kB, or more in proportion to the number of points if there are more than 228.
    ///
    /// For 228 points, tables of 463 kB allow the fewest additions. On Golden Cove they take 1.2 times as long as tables of
    /// 256 kB, which need 15 % more additions. Its L2 cache (2 MB) holds either and its L1 (48 kB) neither, but its
    /// first-level TLB covers 384 kB.
    pub(super) fn small_tables(points: usize) -> usize {
        points.saturating_mul((256 << 10) / 228).max(256 << 10)
    }
    /// The cost of a digit position in a sum over fixed points, a doubling and a complete addition, in units of batched
    /// additions.
    pub(crate) const ADDITIONS_OF_A_PLACE: usize = 4;

    /// Returns the most points that a constant-time sum multiplies one by one, by the number of lanes. On Zen 4, over Helios,
    /// IFMA takes 16.4 µs for a product, 34.3 for a sum of two and 39 for a sum of three; the serial backend takes 38 for a
    /// product and 60 for a sum of two.
    pub(crate) const fn one_by_one(lanes: usize) -> usize {
        if lanes < 8 { 1 } else { 2 }
    }

    /// The most sums that are computed together, which bounds scratch memory.
    pub(crate) const SUMS_AT_ONCE: usize = 256;
    /// How many points are divided by Z together: few enough for their intermediate values to stay in a cache, and not to
    /// need fresh memory, which the system must clear first.
    pub(crate) const DIVIDED_AT_ONCE: usize = 1024;

    /// Parameters of sums on several threads.
    #[cfg(feature = "rayon")]
    pub(crate) mod cells {
        /// The fewest points for each thread.
        pub const LEAST: usize = 64;
        /// The time in nanoseconds until a sleeping thread of the pool starts to work.
        pub const AWOKEN: u64 = 20_000;
        /// The time in nanoseconds for a thread of the pool to take over another thread's task.
        pub const HANDED_OVER: u64 = 3_000;
        /// The least time in nanoseconds of a pass over the lists of a cell. Where a cell has few passes, their inversions and
        /// incomplete vectors and batches dominate: with AVX2 on Zen 3 a sum of 604 in sixteen cells takes 0.4 ms longer than
        /// in one.
        pub const PASS: u64 = 1_500;
    }

    /// The fewest points that are worth a thread of their own, for each operation: about 0.05 ms of work.
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

    /// The size in bytes of constant-time tables that are made at once: they stay in the second-level cache while all digits
    /// are looked up.
    pub(crate) const TABLES_AT_ONCE: usize = 512 << 10;
}

#[cfg(test)]
mod tests;
