//! The AVX-512 IFMA backend: 52-bit multiply-add on four or eight lanes.
//!
//! See `notes/ifma.md`. Everything but [`run`] is generic over the lanes, so that the same text runs
//! in the tests of any machine.

mod constants;
mod kernel;
mod limbs;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use limbs::Loose;
pub(crate) use limbs::Tight;

#[cfg(all(
    feature = "alloc",
    target_arch = "x86_64",
    not(helioselene_backend = "serial")
))]
pub(super) use super::lanes::x86::Zmm;
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) use entry::{missing, run};

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod entry {
    use super::Tight;
    use crate::backend::Operation;
    use crate::backend::lanes::x86::Ymm;
    use crate::params::Curve;
    use crate::point_ops::Parallel;

    // What `avx512f` implies to the compiler is asked for as well: it may use any of it.
    cpufeatures::new!(base, "avx2", "fma");
    cpufeatures::new!(avx512f, "avx512f");
    cpufeatures::new!(avx512dq, "avx512dq");
    cpufeatures::new!(avx512vl, "avx512vl");
    cpufeatures::new!(avx512ifma, "avx512ifma");

    /// The first feature that the CPU or the operating system lacks, if any.
    pub(crate) fn missing() -> Option<&'static str> {
        if !base::get() {
            Some("AVX2 and FMA")
        } else if !avx512f::get() {
            Some("AVX-512F")
        } else if !avx512dq::get() {
            Some("AVX-512DQ")
        } else if !avx512vl::get() {
            Some("AVX-512VL")
        } else if !avx512ifma::get() {
            Some("AVX-512 IFMA")
        } else {
            None
        }
    }

    /// The entry of the IFMA backend.
    ///
    /// # Safety
    ///
    /// [`missing`] must have returned nothing.
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512ifma")]
    pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
        if const { T::INLINED } {
            operation.run::<Parallel<Tight<Ymm, C::Base>, true>>()
        } else {
            operation.run::<Parallel<Tight<Ymm, C::Base>>>()
        }
    }
}
