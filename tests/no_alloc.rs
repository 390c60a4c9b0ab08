//! The library without an allocator: `cargo test --no-default-features --test no_alloc`. Points are computed on each available
//! backend, including IFMA, which also serves single points.

use helioselene_simd::group::Group;
use helioselene_simd::{Backend, Field25519, SelenePoint};

#[test]
fn backends_compute_points() {
    let g = SelenePoint::GENERATOR;
    let mut names = Vec::new();
    for backend in Backend::available() {
        backend.select().expect("it is available");
        assert_eq!(g.double() + g, g * Field25519::from(3u64), "{backend}");
        names.push(backend.name());
    }
    println!("backends: {}", names.join(", "));
    assert_eq!(
        names.contains(&"avx2"),
        has("avx2", cfg!(feature = "alloc"))
    );
    // In builds with `alloc` the library knows that the compiler had no IFMA.
    let missing = Backend::Ifma.select().err();
    let too_old = missing.is_some_and(|error| error.missing().contains("older than 1.89"));
    assert_eq!(names.contains(&"ifma"), has("ifma", !too_old));
}

/// Whether this CPU has what this backend needs, if the build contains it.
fn has(name: &str, built: bool) -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let ifma = is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2");
        let serial = cfg!(helioselene_backend = "serial");
        return built && !serial && avx2 && (name == "avx2" || ifma);
    }
    #[allow(unreachable_code)]
    {
        let _ = (name, built);
        false
    }
}
