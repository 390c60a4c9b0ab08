//! Which vectors serve which job: the list of backends, and that it is obeyed.

use super::Backend;
pub(crate) use super::select::tests::with_backend;
use crate::backend::{FieldVector, Job};
use crate::field::Prime;
use crate::primes::{P25519, Q};

/// The vectors that a job comes to.
struct Vectors<const PUBLIC: bool, const SUMS: bool>;

impl<P: Prime, const PUBLIC: bool, const SUMS: bool> Job<P> for Vectors<PUBLIC, SUMS> {
    type Output = &'static str;
    const PUBLIC: bool = PUBLIC;
    const SUMS: bool = SUMS;

    fn run<V: FieldVector<Prime = P>>(self) -> &'static str {
        core::any::type_name::<V>()
    }
}

/// What must serve each kind of job: written down again, so that no choice changes unnoticed.
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
    let (one, many, public) = match backend {
        Backend::Serial => (serial, serial, serial),
        Backend::Avx2 => (serial, serial, ["Fma<", "F64x4"].as_slice()),
        Backend::AvxIfma => {
            let all = ["Limbs<", "avxifma", "Ymm"].as_slice();
            (all, all, all)
        }
        Backend::Ifma => {
            let many = ["Limbs<", "Zmm"].as_slice();
            (["Limbs<", "Ymm"].as_slice(), many, many)
        }
    };
    of(backend.one::<P, _>(Vectors::<false, false>), one);
    of(backend.one::<P, _>(Vectors::<true, false>), one);
    of(backend.many::<P, _>(Vectors::<false, false>), many);
    of(backend.many::<P, _>(Vectors::<false, true>), many);
    of(backend.many::<P, _>(Vectors::<true, false>), public);
    if backend == Backend::Ifma {
        of(backend.many::<P, _>(Vectors::<false, true>), &["Radix52"]);
        // The other radix is a default parameter, whose name is not printed.
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

/// What may come to doubles, and what may not.
#[cfg(feature = "alloc")]
#[test]
fn public_jobs_are_public() {
    use crate::curve::many::*;
    use crate::curves::Helios;
    use crate::field::{FieldElement, OnSlices};
    use crate::msm::VartimeDecode;

    const fn public<J: Job<P25519>>() -> bool {
        J::PUBLIC
    }
    const {
        assert!(public::<VartimeSum<'_, Helios>>());
        assert!(public::<VartimePrepare<'_, Helios>>());
        assert!(public::<VartimePreparedSums<'_, Helios>>());
        assert!(public::<VartimeDecode<'_, Helios>>());
        assert!(!public::<Decode<'_, Helios>>());
        assert!(!public::<Sum<'_, Helios>>());
        assert!(!public::<Prepare<'_, Helios>>());
        assert!(!public::<Products<'_, Helios>>());
        assert!(!public::<Normalize<'_, Helios>>());
        assert!(!public::<&mut OnSlices<'_, FieldElement<P25519>>>());
    }
}

/// A list of others, the first of which does what the second gives back.
#[allow(unexpected_cfgs)] // a part that no build has
mod another_list {
    use super::*;
    use crate::backend::serial::Scalar;
    use crate::backend::{self, not_contained};

    #[derive(Clone, Copy)]
    pub struct Many;

    impl backend::Backend for Many {
        const NAME: &'static str = "many";
        const MEASURED: bool = false;
        fn missing() -> Option<&'static str> {
            None
        }
        fn open() -> Option<Self> {
            Some(Self)
        }
        fn one<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
            Err(job)
        }
        fn many<P: Prime, J: Job<P>>(self, job: J) -> Result<J::Output, J> {
            use crate::arithmetic::portable::Portable;
            use crate::checks::instruments::quad::Quad;
            Ok(job.run::<Quad<crate::backend::serial::Serial<Portable, P>>>())
        }
    }

    crate::backends! {
        in crate::backend;
        pub enum List, fn;
        Serial: Scalar,
        Many: Many;
        Nowhere: NoSuchType, if "no such part";
    }

    #[test]
    fn is_made_of_its_lines() {
        assert_eq!(
            List::ALL.map(List::name),
            ["serial", "many", "no such part"]
        );
        assert_eq!(List::of_name("MANY"), Some(List::Many));
        assert_eq!(List::of_name("none"), None);
        assert_eq!(
            [0, 1, 2, 3, 4].map(List::of_number),
            [
                None,
                Some(List::Serial),
                Some(List::Many),
                Some(List::Nowhere),
                None
            ]
        );
        assert_eq!(List::ALL.map(List::is_measured), [true, false, false]);
        assert_eq!(List::Many.missing(), None);
        assert_eq!(List::Nowhere.missing(), Some(not_contained("")));
        let one = List::Serial.one::<Q, _>(Vectors::<false, false>);
        assert_eq!(List::Many.one::<Q, _>(Vectors::<false, false>), one);
        let many = List::Many.many::<Q, _>(Vectors::<false, false>);
        assert!(many.contains("Quad<"), "{many}");
        assert_eq!(List::Nowhere.many::<Q, _>(Vectors::<false, false>), one);
    }
}
