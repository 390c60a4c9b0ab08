//! Which vectors serve which job, for every backend in the list.

use super::Backend;
use super::select::tests::with_backend;
use crate::backend::{BatchVector, FieldVector, Job, PointJob, PointVector};
use crate::field::Prime;
use crate::primes::{P25519, Q};

/// The vectors that a job runs on.
struct Vectors<const PUBLIC: bool, const SUMS: bool>;

impl<P: Prime, const PUBLIC: bool, const SUMS: bool> Job<P> for Vectors<PUBLIC, SUMS> {
    type Output = &'static str;
    const PUBLIC: bool = PUBLIC;
    const SUMS: bool = SUMS;

    fn run<V: BatchVector<Prime = P>>(self) -> &'static str {
        core::any::type_name::<V>()
    }
}

impl<P: Prime> PointJob<P> for Vectors<false, false> {
    type Output = &'static str;

    fn run<V: FieldVector<Prime = P>>(self) -> &'static str {
        core::any::type_name::<V>()
    }

    fn run_in_four_lanes<V: PointVector<Prime = P>>(self) -> &'static str {
        core::any::type_name::<V>()
    }
}

/// The vectors for each kind of job, written down a second time, so that no choice changes
/// unnoticed.
fn check<P: Prime>(backend: Backend) {
    let of = |vectors: &'static str, parts: &[&str]| {
        let contained = parts.iter().all(|part| vectors.contains(part));
        assert!(contained, "{backend}: {vectors} for {parts:?}");
    };
    let serial: &[&str] = if cfg!(helioselene_has = "radix29") {
        &["Lazy<"]
    } else {
        &["Serial<"]
    };
    let (one, many, sums, public) = match backend {
        Backend::Serial => (serial, serial, serial, serial),
        Backend::Avx2 => {
            let integers = ["Integers<", "U32x8"].as_slice();
            (serial, integers, serial, ["Fma<", "F64x4"].as_slice())
        }
        Backend::Ifma => {
            let many = ["Limbs<", "Zmm"].as_slice();
            (["Limbs<", "Ymm"].as_slice(), many, many, many)
        }
    };
    of(backend.one::<P, _>(Vectors::<false, false>), one);
    of(backend.many::<P, _>(Vectors::<false, false>), many);
    of(backend.many::<P, _>(Vectors::<false, true>), sums);
    of(backend.many::<P, _>(Vectors::<true, false>), public);
    if backend == Backend::Ifma {
        of(backend.many::<P, _>(Vectors::<false, true>), &["Radix52"]);
        // The other radix is the default parameter, whose name is not printed.
        let one = backend.one::<P, _>(Vectors::<false, false>);
        assert!(!one.contains("Radix52"), "{one}");
        if !P::GAMMA_IS_SMALL {
            of(backend.many::<P, _>(Vectors::<true, false>), &["Radix52"]);
        }
    }
}

#[test]
fn each_job_runs_on_its_vectors() {
    for backend in Backend::available() {
        check::<P25519>(backend);
        check::<Q>(backend);
        // The selected backend is the one that runs.
        with_backend(backend, || {
            let selected = super::run_batch::<Q, _>(Vectors::<true, false>);
            assert_eq!(selected, backend.many::<Q, _>(Vectors::<true, false>));
        });
    }
}

/// Which jobs may run in doubles, and which may not.
#[cfg(feature = "alloc")]
#[test]
fn public_jobs_are_public() {
    use crate::curves::Helios;
    use crate::field::FieldElement;
    use crate::msm::*;
    use crate::slices::Slices;

    const fn public<J: Job<P25519>>() -> bool {
        J::PUBLIC
    }
    const {
        assert!(public::<VartimeSum<'_, Helios>>());
        assert!(public::<VartimePrepare<'_, Helios>>());
        assert!(public::<VartimePreparedSums<'_, Helios>>());
        assert!(public::<VartimeDecode<'_, Helios>>());
        assert!(!public::<Decode<'_, Helios>>());
        assert!(!public::<ConstantTimeSum<'_, Helios>>());
        assert!(!public::<Prepare<'_, Helios>>());
        assert!(!public::<Products<'_, Helios>>());
        assert!(!public::<Normalize<'_, Helios>>());
        assert!(!public::<&mut Slices<'_, FieldElement<P25519>>>());
    }
}
