//! What a figure must carry so that it can be compared with another: where and how it was measured.

use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::measure::Machine;

/// Where and how figures were measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The processor's name.
    pub processor: String,
    /// Its make, if its execution units are known here.
    pub make: Option<String>,
    /// The core's frequency as it was measured at the start, see [`crate::measure::gigahertz`].
    pub gigahertz: f64,
    /// The core that the program kept to, or the cores that it was free to use.
    pub core: String,
    /// The compiler's version.
    pub compiler: String,
    /// The level of optimisation, and the flags beside it.
    pub flags: String,
    /// The commit that was compiled, with a mark if files were changed since.
    pub commit: String,
    /// How much was measured, and what a figure is of it.
    pub effort: String,
}

impl Conditions {
    /// The conditions of this process, which keeps to a core if one is given.
    pub fn detect(core: Option<usize>, effort: String) -> Self {
        let machine = Machine::detect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let flags = format!("-O{} {}", env!("BENCH_OPTIMISATION"), env!("BENCH_FLAGS"));
        Self {
            processor: machine.processor,
            make: machine.make.map(|make| make.name().into()),
            gigahertz: machine.gigahertz,
            core: core.map_or_else(|| format!("any of {cores}"), |core| core.to_string()),
            compiler: env!("BENCH_COMPILER").into(),
            flags: flags.trim().into(),
            commit: commit().unwrap_or_else(|| "unknown".into()),
            effort,
        }
    }

    /// All of it, in one line.
    pub fn line(&self) -> String {
        let Self {
            processor,
            make,
            gigahertz,
            core,
            compiler,
            flags,
            commit,
            effort,
        } = self;
        // Names are hidden in virtual machines; makes are not.
        let make = make.as_ref().map(|make| format!(" ({make})"));
        let make = make.unwrap_or_default();
        format!(
            "{processor}{make}, {gigahertz:.2} GHz, core {core}; {compiler}, {flags}; commit {commit}; {effort}"
        )
    }
}

/// The commit of the sources.
fn commit() -> Option<String> {
    let output = Command::new("git")
        .args([
            "-C",
            env!("CARGO_MANIFEST_DIR"),
            "describe",
            "--always",
            "--dirty",
            "--exclude=*",
        ])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|commit| !commit.is_empty())
}
