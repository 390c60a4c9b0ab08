//! Which kernels serve what: the table of choices.

use super::Backend;

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
}

/// A family of kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Words of 64 bits, one element at a time.
    Serial,
    /// `avx2::fma`: four elements, public ones.
    Doubles,
    /// `ifma`: four elements, or eight where there are many.
    Ifma,
}

/// What serves each kind of work on the serial, AVX2 and IFMA backend.
///
/// Each row comes with the benchmark that justifies it, Helios / Selene on Zen 5 at 4.5 GHz; a change is
/// to be justified by the same one. What AVX2 lost with is measured by putting it here.
#[rustfmt::skip]
const CHOICES: [(Work, [Family; 3]); 7] = {
    use Family::*;
    [
        // `cargo bench --bench point`, add: serial 0.117 / 0.140, IFMA 0.056 / 0.074 µs.
        (Work::Addition, [Serial, Serial, Ifma]),
        // `cargo bench --bench scalar_mul`, variable base: serial 26.8 / 31.3, IFMA 12.6 / 15.6 µs.
        (Work::Product, [Serial, Serial, Ifma]),
        // `cargo bench --bench dalek`, double base of random scalars, at 4.2 GHz: serial 31.1 / 35.9, IFMA
        // 15.2 / 19.0 µs (131 / 151 and 64 / 80 kilocycles).
        (Work::PublicProduct, [Serial, Serial, Ifma]),
        // `cargo bench --bench msm`, batch_mul of 64: serial 24.3 / 29.3 µs a product, IFMA 4.6 / 7.1.
        (Work::Many, [Serial, Serial, Ifma]),
        // The same, variable time, n = 604: serial 1.86 / 2.10 ms, doubles 0.98 / 1.31, IFMA 0.49 / 0.65.
        (Work::ManyPublic, [Serial, Doubles, Ifma]),
        // The same, batch_from_bytes of 165: serial 1.35 / 2.20 µs a point, IFMA 0.22 / 0.45.
        (Work::Roots, [Serial, Serial, Ifma]),
        // The same, vartime_batch_from_bytes of 165, Zen 3: serial TODO, doubles TODO.
        (Work::PublicRoots, [Serial, Doubles, Ifma]),
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
    /// Every kind.
    #[cfg(test)]
    pub(crate) const ALL: [Self; CHOICES.len()] = {
        let mut all = [Self::Addition; CHOICES.len()];
        let mut i = 0;
        while i < CHOICES.len() {
            all[i] = CHOICES[i].0;
            i += 1;
        }
        all
    };

    /// What serves it, by backend in the order of the table.
    pub(crate) const fn families(self) -> [Family; 3] {
        let mut i = 0;
        while CHOICES[i].0 as u8 != self as u8 {
            i += 1;
        }
        CHOICES[i].1
    }

    /// Whether this family serves it on any backend: where it does not, it need not be compiled.
    #[cfg(feature = "alloc")]
    pub(crate) const fn may_run_on(self, family: Family) -> bool {
        let [serial, avx2, ifma] = self.families();
        let family = family as u8;
        serial as u8 == family || avx2 as u8 == family || ifma as u8 == family
    }
}

impl Family {
    /// The selected backend's one of [`Work::families`].
    #[inline(always)]
    pub(crate) fn selected(families: [Self; 3]) -> Self {
        Self::of(families, Backend::selected())
    }

    /// A backend's one of [`Work::families`].
    #[inline(always)]
    pub(crate) fn of([serial, avx2, ifma]: [Self; 3], backend: Backend) -> Self {
        match backend {
            Backend::Serial => serial,
            Backend::Avx2 => avx2,
            Backend::Ifma => ifma,
        }
    }
}
