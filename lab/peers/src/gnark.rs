//! BN254 of gnark-crypto, which is in Go: `lab/peers/gnark` is a process that waits for its turns. It inherits
//! this process's core.

use std::array;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use helioselene_bench_support::measure::Timed;
use helioselene_bench_support::report::at;

use crate::{OPERATIONS, Peer, TERMS};

/// Builds the program.
///
/// # Errors
///
/// If that is not possible on this machine.
pub fn build() -> Result<PathBuf, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = this.with_file_name("peers-gnark");
    let go = Command::new("go")
        .args(["build", "-buildvcs=false", "-o"])
        .arg(&program)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/gnark"))
        .output();
    match go {
        Ok(output) if output.status.success() => Ok(program),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().last().unwrap_or_default();
            Err(format!("go does not build it here: {last}"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Err("no go here".into()),
        Err(error) => Err(format!("go: {error}")),
    }
}

/// Starts the program: the peers are its curve, and the field of its scalars.
///
/// # Errors
///
/// If its results are wrong, or it does not start.
pub fn start(program: &Path) -> Result<[Peer; 2], String> {
    let mut process = at(program, Process::start(program))?;
    let answer = process.answer();
    let version = answer
        .strip_prefix("ready v")
        .ok_or("gnark-crypto's program is not ready")?;
    let names = ["BN254", "BN254's scalars"].map(|name| format!("{name}, gnark-crypto {version}"));

    let process = Rc::new(RefCell::new(process));
    let timed = |operation: String| {
        let process = process.clone();
        Timed::by_its_own_clock(move |n| process.borrow_mut().time(&operation, n))
    };
    // In the order of the columns.
    let operations = |names: &[&str]| -> [_; OPERATIONS.len()] {
        array::from_fn(|i| Some(timed(names.get(i)?.to_string())))
    };
    let mut of_curve = operations(&[
        "mul", "square", "inverse", "root", "add", "double", "product", "joint",
    ]);
    let [.., sum] = &mut of_curve;
    *sum = Some(timed(format!("sum.{TERMS}")).each(TERMS));
    let of_scalars = operations(&["scalar.mul", "scalar.square", "scalar.inverse"]);
    let [curve, scalars] = names;
    let peers = [(curve, of_curve), (scalars, of_scalars)];
    Ok(peers.map(|(name, operations)| Peer {
        name,
        bits: 254,
        operations,
    }))
}

struct Process {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Process {
    fn start(program: &Path) -> std::io::Result<Self> {
        let mut child = Command::new(program)
            .arg(TERMS.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Self { child, answers })
    }

    /// The next line, empty if the process has ended.
    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it is text");
        line.trim_end().into()
    }

    /// Runs the operation this many times, and returns how long that took.
    fn time(&mut self, operation: &str, iterations: u64) -> Duration {
        let orders = self.child.stdin.as_mut().expect("it is piped");
        writeln!(orders, "{operation} {iterations}").expect("gnark-crypto's program runs");
        let nanoseconds = self.answer().parse();
        Duration::from_nanos(nanoseconds.expect("gnark-crypto's program answers"))
    }
}

impl Drop for Process {
    /// It ends when its input does.
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
