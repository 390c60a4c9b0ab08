//! The choice of a backend by `HELIOSELENE_BACKEND`, each case in its own process, and by `Backend::select`.
#![cfg(feature = "std")]

use std::ffi::OsStr;
use std::process::Command;

use helioselene_simd::group::Group;
use helioselene_simd::{Backend, HeliosPoint};

const VARIABLE: &str = "HELIOSELENE_BACKEND";
const ALL: [Backend; 3] = [Backend::Serial, Backend::Avx2, Backend::Ifma];

/// What the child process does, which finds the variable in its environment.
const CHILD: &str = "in_a_child_process";

/// Not a test by itself: uses the library and prints the backend.
#[test]
#[ignore = "run by the other tests, in processes of their own"]
fn in_a_child_process() {
    // Not `Backend::selected` first: any use must make the choice.
    assert_ne!(HeliosPoint::generator().double(), HeliosPoint::generator());
    println!("computed on {}", Backend::selected());
}

/// Whether a child process with this value succeeds, and what it prints.
fn child(value: Option<impl AsRef<OsStr>>) -> (bool, String) {
    let mut command = Command::new(std::env::current_exe().expect("a test has a file"));
    command.args([
        CHILD,
        "--exact",
        "--ignored",
        "--nocapture",
        "--test-threads=1",
    ]);
    match value {
        Some(value) => command.env(VARIABLE, value),
        None => command.env_remove(VARIABLE),
    };
    let output = command.output().expect("the child process runs");
    let all = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    (output.status.success(), all.concat())
}

#[test]
fn the_variable_selects() {
    let available: Vec<_> = Backend::available().collect();
    for backend in ALL {
        let (succeeds, said) = child(Some(backend.name()));
        if available.contains(&backend) {
            assert!(succeeds, "{backend}: {said}");
            assert!(said.contains(&format!("computed on {backend}")), "{said}");
        } else {
            // A choice that the CPU cannot run is refused, not replaced.
            assert!(!succeeds, "{backend}: {said}");
            assert!(said.contains(&refusal(backend.name())), "{said}");
            assert!(!said.contains("computed on"), "{said}");
        }
    }
    let names: Vec<_> = available.iter().map(|backend| backend.name()).collect();
    println!("selected by the variable: {}", names.join(", "));
}

/// A refusal names the value, the backends that can run, and what each other one lacks.
fn refusal(value: &str) -> String {
    let mut text = format!("{VARIABLE} is {value:?}");
    for backend in ALL {
        text += &if Backend::available().any(|available| available == backend) {
            format!("; the {backend} backend can run")
        } else {
            format!("; {}", backend.select().unwrap_err())
        };
    }
    text
}

/// Vectors are the default only in optimised builds. An empty variable counts as unset.
#[test]
fn without_the_variable_the_fastest_is_selected() {
    let fastest = if cfg!(helioselene_has = "optimised") {
        Backend::available().last()
    } else {
        Some(Backend::Serial)
    };
    let fastest = fastest.expect("serial code always runs");
    for value in [None, Some(""), Some(" "), Some("\t\n")] {
        let (succeeds, said) = child(value);
        assert!(succeeds, "{value:?}: {said}");
        assert!(said.contains(&format!("computed on {fastest}")), "{said}");
    }
}

#[test]
fn case_and_space_do_not_matter() {
    for value in ["Serial", "SERIAL", " serial\n"] {
        let (_, said) = child(Some(value));
        assert!(said.contains("computed on serial"), "{value:?}: {said}");
    }
}

#[test]
fn other_values_are_refused() {
    for value in ["none", "avx512", "serial,avx2", "ser ial", "0"] {
        let (succeeds, said) = child(Some(value));
        assert!(!succeeds, "{value:?}: {said}");
        assert!(said.contains(&refusal(value)), "{said}");
    }
}

/// A value that is not UTF-8 names no backend either, not even with a backend's name before the wrong byte.
#[cfg(unix)]
#[test]
fn values_without_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    for value in [&b"\xff"[..], b"serial\xff", b"\x80", b" \xc3"] {
        let (succeeds, said) = child(Some(OsStr::from_bytes(value)));
        assert!(!succeeds, "{value:?}: {said}");
        let refusal = format!(
            "{VARIABLE} is {:?}; the serial backend",
            OsStr::from_bytes(value)
        );
        assert!(said.contains(&refusal), "{said}");
        assert!(!said.contains("computed on"), "{said}");
    }
}

#[test]
fn what_cannot_run_cannot_be_selected() {
    let available: Vec<_> = Backend::available().collect();
    for backend in ALL {
        let before = Backend::selected();
        match backend.select() {
            Ok(()) => {
                assert!(available.contains(&backend));
                assert_eq!(Backend::selected(), backend);
            }
            Err(unavailable) => {
                assert!(!available.contains(&backend));
                assert_eq!(unavailable.backend(), backend);
                let (message, missing) = (unavailable.to_string(), unavailable.missing());
                assert_eq!(
                    message,
                    format!("the {backend} backend cannot run: {missing}")
                );
                assert!(!missing.is_empty());
                assert_eq!(Backend::selected(), before, "the choice stays");
            }
        }
    }
}
