//! What a figure must carry so that it can be compared with another: where and how it was measured.

use std::process::Command;

use crate::measure::Machine;

/// Where and how figures are measured, in one line: the processor and its clock; the core, or none if all are used; the
/// compiler and its flags; the commit, with a mark if files were changed since; how much is measured.
pub fn conditions(core: Option<usize>, effort: &str) -> String {
    let Machine {
        processor,
        make,
        gigahertz,
    } = Machine::detect();
    // Names are hidden in virtual machines; makes are not.
    let make = make.map(|make| format!(" ({})", make.name()));
    let core = core.map_or_else(|| "any core".to_owned(), |core| format!("core {core}"));
    let (compiler, flags) = (env!("BENCH_COMPILER"), env!("BENCH_FLAGS"));
    let flags = format!("-O{} {flags}", env!("BENCH_OPTIMISATION"));
    let describe = "describe --always --dirty --exclude=*".split(' ');
    let commit = Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR")])
        .args(describe)
        .output();
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!(
        "{processor}{}, {gigahertz:.2} GHz, {core}; {compiler}, {}; commit {}; {effort}",
        make.unwrap_or_default(),
        flags.trim(),
        commit.unwrap_or_default(),
    )
}
