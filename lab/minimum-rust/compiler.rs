//! The library's statements about the compiler. Vectors and the choice of a backend are tested by the files in the folder above.

#[cfg(all(test, target_arch = "x86_64", not(helioselene_backend = "serial")))]
mod tests {
    use std::process::Command;

    use helioselene_simd::Backend;

    /// The minor version of this compiler.
    fn minor() -> u32 {
        let output = Command::new("rustc").arg("--version").output();
        let version = String::from_utf8(output.expect("rustc runs").stdout).expect("text");
        let minor = version.split('.').nth(1).expect("rustc 1.minor.patch");
        minor.parse().expect("a number")
    }

    #[test]
    fn ifma_waits_for_a_compiler() {
        let compiler = "this build of the library was compiled by Rust older than 1.89, which lacks its instructions";
        let missing = Backend::Ifma.select().map_err(|refusal| refusal.missing());
        assert_eq!(missing == Err(compiler), minor() < 89, "{missing:?}");
    }
}
