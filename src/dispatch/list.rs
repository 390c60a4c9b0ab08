//! The backends: their names, what each lacks here, and the dispatch of a job.

use crate::backend::{InstructionSet, Job, PointJob, not_contained, serial};
use crate::field::Prime;

/// An instruction set that the library can compute with.
///
/// All backends give the same field elements, encodings, affine coordinates and comparisons, bit for
/// bit. The projective X, Y and Z of a point may differ by a common factor, in memory and in `Debug`.
///
/// The fastest available one is picked when the library is first used. The environment
/// variable `HELIOSELENE_BACKEND=serial|avx2|ifma` (feature `std`; in upper or lower case, empty is unset)
/// or [`Backend::select`] override that choice.
///
/// In builds with an `opt-level` other than 2 and 3, such as Cargo's `dev` profile, vectors are slower than scalar
/// code and take half a megabyte of stack. There [`Self::Serial`] is picked, for which 96 kB suffice. For fast
/// `dev` builds add to `Cargo.toml`:
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
    /// Scalar code for any CPU; uses BMI2 and ADX if the CPU has them.
    Serial = 1,
    /// Four lanes in 256-bit vectors with AVX2 and FMA, for work on many points (feature `alloc`): in double precision
    /// variable-time sums and decoding of public points, in integers of 29 bits constant-time sums and batches. Single
    /// points and slices are faster in scalar code, and run as on [`Self::Serial`].
    Avx2,
    /// Limbs of 51 bits in 256-bit and 512-bit vectors, multiplied by AVX-512 IFMA's 52-bit multiplier.
    Ifma,
}

/// Evaluates `$then` for the instruction set `$Set` of a backend, or `$otherwise` if it is scalar code or not in this build.
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

    /// The name by which `HELIOSELENE_BACKEND` knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Avx2 => "avx2",
            Self::Ifma => "ifma",
        }
    }

    /// The backend of a number, as `self as u8` gives it.
    #[inline(always)]
    pub(super) fn from_number(number: u8) -> Option<Self> {
        // Numbers count from 1, in the order of the list.
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }

    /// What the CPU, the operating system or the build lacks to run it, if anything.
    pub(crate) fn missing(self) -> Option<&'static str> {
        with_instruction_set!(self, Set => Set::missing(), other => match other {
            Self::Serial => None,
            absent => Some(not_contained(absent.name())),
        })
    }

    /// Runs a job on single points.
    #[inline(always)]
    pub(crate) fn one<P: Prime, J: PointJob<P>>(self, job: J) -> J::Output {
        let output = with_instruction_set!(self, Set => run_on(job, Set::one), _other => Err(job));
        output.unwrap_or_else(serial::one)
    }

    /// Runs a job on many points or elements.
    #[inline(always)]
    pub(crate) fn many<P: Prime, J: Job<P>>(self, job: J) -> J::Output {
        let output = with_instruction_set!(self, Set => run_on(job, Set::many), _other => Err(job));
        output.unwrap_or_else(serial::many)
    }
}

/// Runs a job on an instruction set, or returns it if that is missing or does not take it.
#[allow(dead_code)] // without vectors
#[inline(always)]
fn run_on<S: InstructionSet, J, O>(job: J, run: impl FnOnce(S, J) -> Result<O, J>) -> Result<O, J> {
    match S::open() {
        Some(set) => run(set, job),
        None => Err(job),
    }
}
