//! Everything that depends on the make of a CPU: which kernels serve what, what each part of a sum costs, how
//! much is done at once.

/// A kind of work, as far as the choice of kernels depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// One addition or doubling.
    Addition,
    /// A scalar multiplication or sum that may be secret, on one point.
    Product,
    /// The same with public operands only.
    PublicProduct,
    /// Work on many points that may be secret.
    Many,
    /// Work on many public points.
    ManyPublic,
    /// Square roots of many elements that may be secret.
    Roots,
    /// Square roots of many public elements.
    PublicRoots,
    /// Conversion of many public points of Ed25519.
    Leaves,
}

/// A family of kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Words of 64 bits, one element at a time.
    Serial,
    /// `doubles`: four elements, public ones.
    Doubles,
    /// `limbs`: four elements, or eight where there are many.
    Ifma,
}

/// What serves each kind of work on the serial, AVX2 and IFMA backend.
///
/// Each row comes with the benchmark that justifies it, Helios / Selene on Zen 5 at 4.5 GHz, and with what was measured on
/// Golden Cove at 2.9 GHz, of an earlier version; `notes/results` has Zen 4. A change is to be justified by the same
/// benchmark. What AVX2 lost with is measured by putting it here.
#[rustfmt::skip]
const CHOICES: [(Work, [Family; 3]); 8] = {
    use Family::*;
    [
        // `cargo bench --bench point`, add: serial 0.117 / 0.140, IFMA 0.056 / 0.074 µs; Golden Cove, IFMA 0.141 / 0.179.
        (Work::Addition, [Serial, Serial, Ifma]),
        // `cargo bench --bench scalar_mul`, variable base: serial 26.8 / 31.3, IFMA 12.6 / 15.6 µs; Golden Cove, serial
        // 45 / 56, doubles 40 / 54, IFMA 28 / 33.
        (Work::Product, [Serial, Serial, Ifma]),
        // `cargo bench --bench dalek`, double base of random scalars, at 4.2 GHz: serial 31.1 / 35.9, IFMA
        // 15.2 / 19.0 µs (131 / 151 and 64 / 80 kilocycles).
        (Work::PublicProduct, [Serial, Serial, Ifma]),
        // `cargo bench --bench msm`, batch_mul of 64: serial 24.3 / 29.3 µs a product, IFMA 4.6 / 7.1.
        (Work::Many, [Serial, Serial, Ifma]),
        // The same, variable time, n = 604: serial 1.86 / 2.10 ms, doubles 0.98 / 1.31, IFMA 0.49 / 0.65; Golden Cove, IFMA
        // 16.9 / 13.5 times `multiexp`.
        (Work::ManyPublic, [Serial, Doubles, Ifma]),
        // The same, batch_from_bytes of 165: serial 1.35 / 2.20 µs a point, IFMA 0.22 / 0.45; Golden Cove, IFMA 27 / 13
        // times the reference.
        (Work::Roots, [Serial, Serial, Ifma]),
        // The same, vartime_batch_from_bytes of 165, Zen 3: serial 3.1 / 5.3 µs a point, doubles 1.6 / 3.0.
        (Work::PublicRoots, [Serial, Doubles, Ifma]),
        // `cargo bench --features rayon --bench threads`, 1024 leaves of one thread, Zen 4: serial 2.49, doubles 1.05, IFMA
        // 0.49 µs a point.
        (Work::Leaves, [Serial, Doubles, Ifma]),
    ]
};

// No backend is given what its CPU may lack: the IFMA backend asks for AVX2 as well.
const _: () = {
    let mut i = 0;
    while i < CHOICES.len() {
        let [serial, avx2, _] = CHOICES[i].1;
        assert!(matches!(serial, Family::Serial) && !matches!(avx2, Family::Ifma));
        i += 1;
    }
};

impl Work {
    /// What serves it, by backend in the order of the table.
    pub(crate) const fn families(self) -> [Family; 3] {
        let mut i = 0;
        while CHOICES[i].0 as u8 != self as u8 {
            i += 1;
        }
        CHOICES[i].1
    }

    /// Whether this family serves it on any backend: where it does not, it need not be compiled.
    pub(crate) const fn may_run_on(self, family: Family) -> bool {
        let [serial, avx2, ifma] = self.families();
        let family = family as u8;
        serial as u8 == family || avx2 as u8 == family || ifma as u8 == family
    }
}

/// What tests and benchmarks say of a choice, in the place of its table.
#[cfg(feature = "checks")]
pub(crate) struct Forced(core::sync::atomic::AtomicU8);

#[cfg(feature = "checks")]
impl Forced {
    const fn new() -> Self {
        Self(core::sync::atomic::AtomicU8::new(0))
    }

    /// The choice from now on; without one the table's.
    pub(crate) fn set(&self, choice: Option<bool>) {
        let value = choice.map_or(0, |choice| 1 + u8::from(choice));
        self.0.store(value, core::sync::atomic::Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Option<bool> {
        match self.0.load(core::sync::atomic::Ordering::Relaxed) {
            0 => None,
            value => Some(value == 2),
        }
    }
}

/// What limbs are tuned by.
#[cfg_attr(not(helioselene_has = "ifma"), allow(dead_code))]
pub(crate) mod limbs {
    use super::Work;
    use crate::backend::processor::Processor;

    /// Whether limbs do without `vpmullq` on a processor, and have radix 2^52 in eight lanes over p as well.
    const fn without_vpmullq_on(processor: Processor) -> bool {
        match processor {
            // There it is three instructions and 15 cycles, and two ports execute all of 512 bits. Not measured; by
            // llvm-mca the latency of a product in four lanes goes from 67 to 59 cycles over q, from 51 to 44 over p, and by
            // count eight lanes over p from 50 to 41 a product, from 42 to 35 a square (`notes/ifma.md`).
            Processor::GoldenCove => true,
            // `cargo bench -p helioselene-checks --bench choices`, Helios / Selene on Zen 4: k·P without 1.08 / 1.02 of the
            // time with, batch_from_bytes 1.05 / 1, a sum of 604 1.025 / 1.
            Processor::Zen4 | Processor::Zen5 => false,
            // These have no IFMA.
            Processor::Zen3 | Processor::SkylakeSp => false,
        }
    }

    /// Whether work may do without: what may not is compiled with `vpmullq` only. Leaves would add a twentieth to a build.
    pub(crate) const fn may_do_without_vpmullq(work: Work) -> bool {
        !matches!(work, Work::Leaves)
    }

    /// Whether they do on this machine.
    pub(crate) fn without_vpmullq() -> bool {
        without_vpmullq_on(Processor::detected())
    }

    /// What tests and benchmarks say of it, which the door obeys.
    #[cfg(feature = "checks")]
    pub(crate) static WITHOUT_VPMULLQ: super::Forced = super::Forced::new();
}

/// What doubles are tuned by.
#[cfg(feature = "alloc")]
pub(crate) mod doubles {
    use super::Work;
    use crate::backend::processor::Processor;

    /// Whether they have eight lanes on a processor, if that has AVX-512.
    pub(super) const fn in_eight_lanes_on(processor: Processor) -> bool {
        match processor {
            // Not measured there: its ports need 0.53 to 0.56 of the cycles for a product, and its clock falls.
            // `cargo bench -p helioselene-checks --bench choices`, n = 604, Helios / Selene on Zen 4: four lanes 1.65 /
            // 1.97 ms, eight 1.28 / 1.50.
            Processor::SkylakeSp => true,
            // Zen 3 has no AVX-512. The others have IFMA: who asks for AVX2 there gets vectors of 256 bits.
            Processor::Zen3 | Processor::Zen4 | Processor::Zen5 | Processor::GoldenCove => false,
        }
    }

    /// Whether work may be done in eight lanes: what may not is compiled for four only. Roots would add half as much to
    /// a build again as sums do.
    pub(crate) const fn may_have_eight_lanes(work: Work) -> bool {
        matches!(work, Work::ManyPublic)
    }

    /// Whether they have eight lanes on this machine, if it has AVX-512.
    pub(crate) fn in_eight_lanes() -> bool {
        #[cfg(feature = "checks")]
        if let Some(eight) = IN_EIGHT_LANES.get() {
            return eight;
        }
        in_eight_lanes_on(Processor::detected())
    }

    /// What tests and benchmarks say of it.
    #[cfg(feature = "checks")]
    pub(crate) static IN_EIGHT_LANES: super::Forced = super::Forced::new();
}

/// What sums of many points are tuned by.
#[cfg(feature = "alloc")]
pub(crate) mod sums {
    use super::Family;
    use crate::backend::processor::Processor;
    use crate::primes::Modulus;

    /// How often an algorithm does what takes time, in parts of [`Cost::ONCE`]. In integers: a thread's floating-point
    /// environment may trap results that are rounded.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub struct Cost {
        /// Batched affine additions, with what leads to them.
        pub affine_additions: u64,
        /// Passes over lists or tables: each inverts once a round.
        pub passes: u64,
        /// Doublings of a single point.
        pub doublings: u64,
        /// Additions of single points.
        pub additions: u64,
        /// Digits that Horner's rule puts together in the lanes.
        pub digits: u64,
    }

    impl Cost {
        /// What stands for once.
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

        /// The time of all that is done, from the nanoseconds of each; in parts as well.
        pub(crate) fn time(&self, nanoseconds: &[u64; 5]) -> u64 {
            let pairs = self.as_array().into_iter().zip(nanoseconds);
            pairs.map(|(times, nanoseconds)| times * nanoseconds).sum()
        }
    }

    /// A field, as far as kernels differ: over p, whose γ is small, and over q of either cycle.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Field {
        P,
        Q,
    }

    impl Field {
        /// The field of a prime.
        pub(crate) const fn of<M: Modulus>() -> Self {
            if M::GAMMA_IS_SMALL { Self::P } else { Self::Q }
        }
    }

    /// What the parts of a sum take on a processor, by a family of kernels over a field: the nanoseconds of a
    /// [`Cost`] in its order.
    pub(crate) type Row = (Processor, Family, Field, [u64; 5]);

    /// The rows that were measured; of the others [`Processor::neighbours`] says what stands in for them.
    ///
    /// `cargo bench -p helioselene-checks --bench calibrate` prints rows as they stand here. Behind each are its date, the
    /// clock, how far the model is off, and by how much the choices miss the best one that was measured. A row is of the
    /// algorithms of its day: Zen 3's, Zen 5's and Golden Cove's, from before trees, had one accumulator for up to
    /// 25 points.
    #[rustfmt::skip]
    pub(super) const COSTS: [Row; 6] = {
        use {Family::*, Field::*, Processor::*};
        [
            (Zen4, Serial, P, [86, 0, 109, 192, 69]), // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
            (Zen4, Serial, Q, [106, 0, 139, 234, 93]), // 2026-11-25, 3.7 GHz, model ±5 %, choices +1 %
            (Zen4, Doubles, P, [39, 0, 111, 192, 68]), // 2026-11-25, 3.7 GHz, model ±7 %, choices +2 %
            (Zen4, Doubles, Q, [52, 0, 139, 234, 95]), // 2026-11-25, 3.7 GHz, model ±5 %, choices +2 %
            (Zen4, Ifma, P, [21, 928, 47, 78, 19]), // 2026-11-25, 3.7 GHz, model ±4 %, choices +1 %
            (Zen4, Ifma, Q, [28, 971, 60, 95, 31]), // 2026-11-25, 3.7 GHz, model ±4 %, choices +0 %
        ]
    };

    /// The nanoseconds of a row, or of the neighbour's that stands in for it.
    pub(super) const fn find(processor: Processor, family: Family, field: Field) -> [u64; 5] {
        let processors = processor.neighbours();
        let mut i = 0;
        while i < processors.len() {
            let mut row = 0;
            while row < COSTS.len() {
                let (of_processor, of_family, of_field, costs) = COSTS[row];
                if of_processor as u8 == processors[i] as u8
                    && of_family as u8 == family as u8
                    && of_field as u8 == field as u8
                {
                    return costs;
                }
                row += 1;
            }
            i += 1;
        }
        panic!("the last neighbour has a row for all kernels")
    }

    // The last neighbour of all has them.
    const _: () = {
        let mut family = 0;
        while family < 3 {
            let kernels = [Family::Serial, Family::Doubles, Family::Ifma][family];
            find(Processor::Zen5, kernels, Field::P);
            find(Processor::Zen5, kernels, Field::Q);
            family += 1;
        }
    };

    /// The nanoseconds of a family's kernels over a field, on this machine.
    pub(crate) fn costs<M: Modulus>(family: Family) -> [u64; 5] {
        find(Processor::detected(), family, Field::of::<M>())
    }

    /// Additions of a constant-time sum of so many points, in so many lanes, that should share an inversion: more save
    /// inversions, and take more additions at the end.
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
    /// The points of lists that are summed together, in trees: what shares inversions and stays in the second level
    /// cache.
    pub(crate) const LEAVES_AT_ONCE: usize = 8192;
    /// The largest array of points that are not asked for ahead: what stays in the second level cache beside a tree.
    pub(crate) const NEAR_BYTES: usize = 3 << 18;
    /// By how many additions of vectors others are asked for ahead.
    pub(crate) const ADDITIONS_AHEAD: usize = 4;

    /// The buckets of a group of sets that are filled together: what keeps the sums in the second
    /// level cache and the batches full.
    pub(crate) const BUCKETS_AT_ONCE: usize = 4096;
    /// The references of a group, unless a single set has more.
    pub(crate) const REFERENCES_AT_ONCE: usize = 1 << 17;
    /// A set of fewer buckets needs no grid.
    pub(crate) const SMALL_SET: usize = 16;

    /// Whether sets of so many buckets, one for each sum, end by running sums in so many lanes. A grid has fewer products,
    /// and some ten inversions for all sums together.
    ///
    /// Zen 4, 38 points, time of running sums in that of grids: one sum, IFMA 0.82, AVX2 0.91 to 0.98; two, IFMA
    /// 0.96, AVX2 1.3 and more; four, IFMA 1.06. With 256 buckets, one sum: IFMA 0.99, AVX2 1.05.
    pub(crate) const fn by_running_sums(lanes: usize, sums: usize, buckets: usize) -> bool {
        sums <= lanes / 4 && buckets <= 128
    }

    /// How large tables of fixed points become on a processor, unless the caller says: so many bytes, or so many
    /// for each point if that is more. `usize::MAX` is as many as take the fewest additions.
    ///
    /// `cargo bench --bench msm -- --tables` times sums by the size of their tables. A processor without a row has
    /// its neighbour's.
    const TABLE_BYTES: [(Processor, usize, usize); 4] = {
        use Processor::*;
        [
            // AVX2, 38, 228 and 604 points: half the size takes 1.01 to 1.12 of the time; 1024 points: 0.95 to 1.02.
            (Zen3, usize::MAX, 0),
            // IFMA, 38, 228 and 604 points: half the size takes 1.04 to 1.15 of the time; 1024 points: 0.98 to 1.03.
            (Zen4, usize::MAX, 0),
            // 1024 points: half the size takes 1.1 of the time.
            (Zen5, usize::MAX, 0),
            // 228 points: 463 kB, the fewest additions, take 1.2 of the time of 256 kB, with 15 % more additions.
            // Its L2 (2 MB) holds either, its L1 (48 kB) neither; its first TLB reaches 384 kB. More points than
            // were measured get as much for each.
            (GoldenCove, 256 << 10, (256 << 10) / 228),
        ]
    };

    /// The bytes of the tables of so many points on this machine, unless the caller says.
    pub(crate) fn table_bytes(points: usize) -> usize {
        table_bytes_on(Processor::detected(), points)
    }

    pub(super) fn table_bytes_on(processor: Processor, points: usize) -> usize {
        let mut neighbours = processor.neighbours().iter();
        let row = neighbours.find_map(|of| TABLE_BYTES.iter().find(|(on, ..)| on == of));
        let (_, bytes, for_each) = row.expect("the last neighbour has a row");
        points.saturating_mul(*for_each).max(*bytes)
    }
    /// The batched additions that a place of a digit costs a sum over fixed points as much as: there it takes
    /// a doubling and a complete addition.
    pub(crate) const ADDITIONS_OF_A_PLACE: usize = 4;

    /// The points up to which a constant-time sum multiplies one after the other, in so many lanes. Zen 4, Helios / Selene, µs:
    /// a product takes 16.4 / 20.5 on IFMA, a sum of two 34.3 / 40.9, of three 39 / 46; on the serial backend 38 / 50, a sum of
    /// two 60 / 72.
    pub(crate) const fn one_by_one(lanes: usize) -> usize {
        if lanes < 8 { 1 } else { 2 }
    }

    /// Sums that are computed together: what bounds the scratch memory.
    pub(crate) const SUMS_AT_ONCE: usize = 256;

    /// The fewest points worth a thread of their own, by what is done with them: some 0.2 ms of it.
    pub(crate) struct PointsPerThread {
        /// Sums of public points, whose cost per point falls with their number.
        pub vartime_sum: usize,
        /// Sums of public points with tables.
        pub prepared_sum: usize,
        /// Products, or constant-time sums of them.
        pub product: usize,
        /// Divisions by Z.
        pub normalisation: usize,
        /// Square roots.
        pub root: usize,
    }
    /// See there.
    pub(crate) const POINTS_PER_THREAD: PointsPerThread = PointsPerThread {
        vartime_sum: 512,
        prepared_sum: 512,
        product: 16,
        normalisation: 2048,
        root: 64,
    };

    /// The points of the largest sum whose memory a thread keeps: some 3 MB for each curve.
    #[cfg(feature = "std")]
    pub(crate) const KEPT: usize = 4096;

    /// The bytes of constant-time tables that are made at once: what a second level cache holds while all
    /// digits are gone through.
    pub(crate) const TABLES_AT_ONCE: usize = 512 << 10;
}

#[cfg(all(test, feature = "checks"))]
#[path = "../../checks/backend/tuning/tests.rs"]
mod tests;
