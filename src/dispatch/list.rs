//! The list of backends: their names, what each is missing on this machine, and the dispatch of a job.

use crate::backend::{InstructionSet, Job, PointJob, not_contained, serial};
use crate::field::Prime;

/// An instruction set that the library can compute with.
///
/// All backends give the same field elements, encodings, affine coordinates and comparisons, bit for
/// bit. The projective X, Y and Z of a point may differ by a common factor, in memory and in `Debug`.
///
/// The library picks the fastest available one on first use. To override that choice, set the environment
/// variable `HELIOSELENE_BACKEND` to `serial`, `avx2` or `ifma` (needs the feature `std`; case is ignored, and empty
/// counts as unset), or call [`Backend::select`].
///
/// In builds with an `opt-level` other than 2 and 3, such as Cargo's `dev` profile, vector code is slower than scalar
/// code and uses over half a megabyte of stack. Such builds therefore default to [`Self::Serial`], which needs less
/// than 96 kB. To get the vector backends in `dev` builds as well, add to `Cargo.toml`:
///
/// ```toml
/// [profile.dev.package.helioselene-simd]
/// opt-level = 3
/// ```
///
/// ```
/// use helioselene_simd::Backend;
/// println!("computing on {}", Backend::selected());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
pub enum Backend {
    /// Scalar code for any CPU. It uses BMI2 and ADX if the CPU has them.
    Serial = 1,
    /// Four lanes in 256-bit vectors with AVX2 and FMA, for work on many points (feature `alloc`). Variable-time sums
    /// and the decoding of public points use double precision; constant-time sums and batches use 29-bit integers.
    /// Single points and slices of field elements are faster in scalar code and run as on [`Self::Serial`].
    Avx2,
    /// Limbs of 51 or 52 bits in 256-bit and 512-bit vectors, multiplied by AVX-512 IFMA's 52-bit multiplier.
    Ifma,
}

/// Evaluates `$then` with `$Set` bound to a backend's instruction set. If the backend is scalar code, or not part of
/// this build, evaluates `$otherwise` instead.
macro_rules! with_instruction_set {
    ($backend:expr, $Set:ident => $then:expr, $other:ident => $otherwise:expr) => {
        match $backend {
            #[cfg(helioselene_has = "avx2")]
            Self::Avx2 => {
                type $Set = crate::backend::avx2::Avx2;
                $then
            }
            #[cfg(helioselene_has = "ifma")]
            Self::Ifma => {
                type $Set = crate::backend::ifma::Ifma;
                $then
            }
            $other => $otherwise,
        }
    };
}

impl Backend {
    /// All backends, slowest first, whether this build contains them or not.
    pub(super) const ALL: [Self; 3] = [Self::Serial, Self::Avx2, Self::Ifma];

    /// Returns the name that selects the backend in `HELIOSELENE_BACKEND`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Avx2 => "avx2",
            Self::Ifma => "ifma",
        }
    }

    /// Returns the backend whose discriminant (`self as u8`) is `number`, or `None` for any other number.
    #[inline(always)]
    pub(super) fn from_number(number: u8) -> Option<Self> {
        // Discriminants count from 1, in the order of ALL; 0 wraps to an index out of range.
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }

    /// Returns what the CPU, the operating system or the build lacks to run this backend, or `None` if it can run.
    pub(crate) fn missing(self) -> Option<&'static str> {
        with_instruction_set!(self, Set => Set::missing(), other => match other {
            Self::Serial => None,
            absent => Some(not_contained(absent.name())),
        })
    }

    /// Runs a job over single points; serial code takes it if the instruction set declines.
    #[inline(always)]
    pub(crate) fn one<P: Prime, J: PointJob<P>>(self, job: J) -> J::Output {
        let output = with_instruction_set!(self, Set => run_on(job, Set::one), _other => Err(job));
        output.unwrap_or_else(serial::one)
    }

    /// Runs a job over many points or elements; serial code takes it if the instruction set declines.
    #[inline(always)]
    pub(crate) fn many<P: Prime, J: Job<P>>(self, job: J) -> J::Output {
        let output = with_instruction_set!(self, Set => run_on(job, Set::many), _other => Err(job));
        output.unwrap_or_else(serial::many)
    }
}

/// Runs a job on an instruction set, or returns the job if the CPU lacks the instruction set or the set declines it.
///
/// `open` is asked although only available backends are ever selected: its value is the proof of availability on which
/// the `unsafe` code of the registers relies.
#[allow(dead_code)] // without vectors
#[inline(always)]
fn run_on<S: InstructionSet, J, O>(job: J, run: impl FnOnce(S, J) -> Result<O, J>) -> Result<O, J> {
    match S::open() {
        Some(set) => run(set, job),
        None => Err(job),
    }
}
