//! The committed header is the one that cbindgen makes from the source.

use std::path::Path;

#[test]
fn header_is_generated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    // It follows the modules.
    let builder = cbindgen::Builder::new().with_src(root.join("src/lib.rs"));
    let mut generated = Vec::new();
    let bindings = builder.with_config(config).generate().unwrap();
    bindings.write(&mut generated);
    let mut generated = String::from_utf8(generated).unwrap();
    for (of_cbindgen, here) in [
        // Rust's documentation has a heading for the caller's contract, which C does not need.
        (" * # Safety\n *\n", ""),
        // Neither C of 1989 nor C++ of 1998 allows a comma at the end of an enumeration, and that C has no such
        // comments.
        (",\n} helioselene_status;", "\n} helioselene_status;"),
        ("// __cplusplus", "/* __cplusplus */"),
        ("// extern \"C\"", "/* extern \"C\" */"),
    ] {
        assert!(
            generated.contains(of_cbindgen),
            "cbindgen writes {of_cbindgen:?}"
        );
        generated = generated.replace(of_cbindgen, here);
    }
    let path = root.join("include/helioselene.h");
    if std::env::var_os("HELIOSELENE_WRITE_HEADER").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        generated == committed,
        "{} is not what cbindgen makes: run this test with HELIOSELENE_WRITE_HEADER=1",
        path.display()
    );
}

/// Programs that were linked to one version of the interface do not start with the shared object of another.
#[test]
fn soname_has_the_version_of_the_interface() {
    let manifest = include_str!("../Cargo.toml");
    let (_, library) = manifest
        .split_once("[package.metadata.capi.library]")
        .unwrap();
    let (_, version) = library.split_once("version = \"").unwrap();
    let (major, _) = version.split_once('.').unwrap();
    assert_eq!(major, helioselene_ffi::HELIOSELENE_ABI_VERSION.to_string());
}
