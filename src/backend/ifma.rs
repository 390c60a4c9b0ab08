//! AVX-512 IFMA: 52-bit multiply-add on four or eight lanes, for [`super::limbs`].
//!
//! See `notes/ifma.md`.

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) mod vectors;

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
pub(crate) use detection::missing;

#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod detection {
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
}
