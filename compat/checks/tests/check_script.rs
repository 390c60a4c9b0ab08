//! `check.sh` on a small program with all lines, and on the same without one of them.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

const DEPENDENCIES: [&str; 3] = [
    r#"multiexp = "0.4""#,
    r#"dalek-ff-group = "0.5""#,
    r#"helioselene = { path = "{compat}/helioselene" }"#,
];
const LINES: [&str; 3] = [
    r#"multiexp = { path = "{compat}/multiexp" }"#,
    r#"dalek-ff-group = { path = "{compat}/dalek-ff-group" }"#,
    // In the place of FCMP++'s, which is not at hand.
    r#"ec-divisors = { path = "{compat}/ec-divisors-stand-in" }"#,
];

/// The exit code for a program of these dependencies and lines, and what was printed.
fn check(name: &str, dependencies: &[&str], lines: &[&str]) -> (i32, String) {
    let compat = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let compat = compat.canonicalize().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(program.join("src")).unwrap();
    fs::write(program.join("src/lib.rs"), "").unwrap();
    // The versions that are downloaded already.
    fs::copy(compat.join("../Cargo.lock"), program.join("Cargo.lock")).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\n{}\n[patch.crates-io]\n{}\n",
        dependencies.join("\n"),
        lines.join("\n")
    )
    .replace("{compat}", compat.to_str().unwrap());
    fs::write(program.join("Cargo.toml"), manifest).unwrap();

    let output = Command::new("sh")
        .arg(compat.join("check.sh"))
        .arg("--offline")
        .current_dir(&program)
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(printed).unwrap(),
    )
}

#[test]
fn all_lines() {
    let (code, printed) = check("all-lines", &DEPENDENCIES, &LINES);
    assert_eq!(code, 0, "{printed}");
    assert_eq!(printed.matches("ok: ").count(), 3, "{printed}");
    assert!(!printed.contains("FAIL"), "{printed}");
}

#[test]
fn line_missing() {
    let all = LINES;
    for (name, missing, remaining) in [
        ("no-multiexp", "multiexp = {", [all[1], all[2]]),
        ("no-dalek-ff-group", "dalek-ff-group = {", [all[0], all[2]]),
        ("no-ec-divisors", "If ec-divisors has", [all[0], all[1]]),
    ] {
        let (code, printed) = check(name, &DEPENDENCIES, &remaining);
        assert_eq!(code, 1, "{printed}");
        assert!(printed.contains(missing), "{printed}");
        assert_eq!(printed.matches("FAIL").count(), 1, "{printed}");
    }
}

/// A line for version 0.5 does nothing for users of 0.4.
#[test]
fn line_of_another_version() {
    let other = r#"multiexp = { path = "{compat}/multiexp-0.5" }"#;
    let lines = [other, LINES[1], LINES[2]];
    let (code, printed) = check("other-version", &DEPENDENCIES, &lines);
    assert_eq!(code, 1, "{printed}");
    assert!(printed.contains("FAIL: multiexp v0.4.2"), "{printed}");
}

#[test]
fn another_helioselene() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other-helioselene/helioselene");
    fs::create_dir_all(dir.join("src")).unwrap();
    fs::write(dir.join("src/lib.rs"), "").unwrap();
    let manifest = "[package]\nname = \"helioselene\"\nversion = \"0.1.0\"\n";
    fs::write(dir.join("Cargo.toml"), manifest).unwrap();

    let other = r#"helioselene = { path = "helioselene" }"#;
    let dependencies = [DEPENDENCIES[0], DEPENDENCIES[1], other];
    let (code, printed) = check("other-helioselene", &dependencies, &LINES);
    assert_eq!(code, 1, "{printed}");
    assert!(printed.contains("If helioselene collides"), "{printed}");
}

#[test]
fn no_lines() {
    let published = &DEPENDENCIES[..2];
    let (code, printed) = check("no-lines", published, &[]);
    assert_eq!(code, 1, "{printed}");
    assert!(printed.contains("no line had an effect"), "{printed}");
}
