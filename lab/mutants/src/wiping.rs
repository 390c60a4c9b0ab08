//! Mutants that leave out a wiping, judged by the secrets that the interpreter of machine code then finds.
//!
//! No test reads the stack of a function that has returned. `lab/library/tests/constant_time.rs` executes the public functions
//! in an interpreter that does, and lists what each leaves.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::copy::Copy;
use crate::mutate::Mutant;
use crate::run::{for_each, programs};

/// Bytes of secrets left, by CPU and function.
type Left = BTreeMap<String, usize>;

/// What is left while this mutant runs. Lists are written beside the program, so each mutant has its own copy of it.
///
/// The test may fail: its limits are for the library without mutants.
fn left(program: &Path, mutant: usize) -> Left {
    let folder = program.with_file_name(format!("wiping-{mutant}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder");
    let own = folder.join("constant_time");
    fs::hard_link(program, &own).expect("a program of its own");
    Command::new(&own)
        .args(["--exact", "public_functions_interpreted"])
        .env("MUTANT", mutant.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a test");
    let mut left = Left::new();
    for list in fs::read_dir(&folder).expect("the folder") {
        let list = list.expect("a file").path();
        if list.extension().is_none_or(|kind| kind != "remains") {
            continue;
        }
        let cpu = list.file_stem().expect("a name").display();
        let text = fs::read_to_string(&list).expect("a list");
        for line in text.lines().filter(|line| !line.starts_with(' ')) {
            let (function, bytes) = line.split_once(": ").expect("a function");
            let bytes = bytes
                .split(' ')
                .filter_map(|word| word.parse::<usize>().ok());
            // Both curves and both fields have functions with the same names.
            *left.entry(format!("{cpu} {function}")).or_default() += bytes.sum::<usize>();
        }
    }
    fs::remove_dir_all(&folder).expect("a folder");
    left
}

/// Whether every mutant leaves more than the unchanged library.
pub fn run(copy: &Copy, mutants: &[Mutant], jobs: usize) -> bool {
    let test =
        "--manifest-path=lab/Cargo.toml --package=helioselene-library-checks --test=constant_time";
    let program = programs(copy, test).remove(0);
    let without = left(&program, usize::MAX - 2);
    let total: usize = without.values().sum();
    println!("{} functions leave {total} bytes", without.len());
    let survived = AtomicUsize::new(0);
    for_each(jobs, mutants, |mutant| {
        let left = left(&program, mutant.number);
        let more = without.iter().filter_map(|(function, bytes)| {
            let more = left.get(function)?.saturating_sub(*bytes);
            (more > 0).then_some((more, function))
        });
        if let Some((more, function)) = more.max() {
            println!("noticed by {more} bytes more of {function} {mutant}");
        } else {
            survived.fetch_add(1, Ordering::Relaxed);
            println!("SURVIVES {mutant}");
        }
    });
    let survived = survived.into_inner();
    let noticed = mutants.len() - survived;
    println!("{noticed} mutants noticed, {survived} not");
    survived == 0
}
