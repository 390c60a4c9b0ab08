//! Valgrind's memcheck as a judge of constant time.
//!
//! Memcheck reports every branch and address that depends on a byte which was never written. Secrets are marked as such
//! bytes, so it reports all branches and addresses that depend on them, whatever their values (Adam Langley's ctgrind,
//! 2010). It does not report instructions whose time depends on operands, and does not know AVX-512.
//!
//! Programs talk to it by instructions that change nothing, see `valgrind.h` and `memcheck.h`. Without Valgrind they do
//! nothing.

use std::hint::black_box;
use std::process::Command;

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
/// The first number of memcheck's requests: the letters M and C.
const MEMCHECK: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16;
const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn request(code: usize, [a, b]: [usize; 2]) -> usize {
    let arguments = [code, a, b, 0, 0, 0];
    let mut result = 0;
    // SAFETY: `rdi` is rotated by 128 bits in all, and `rbx` exchanged with itself. Valgrind reads the arguments and
    // changes `rdx`.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &raw const arguments,
            inlateout("rdx") result,
            options(nostack)
        );
    }
    result
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn request(_: usize, _: [usize; 2]) -> usize {
    0
}

/// Whether this program runs under Valgrind.
pub fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, [0; 2]) != 0
}

/// Makes a value a secret.
pub fn secret<T: Copy>(mut value: T) -> T {
    mark(std::slice::from_mut(&mut value));
    value
}

/// Makes values secrets.
pub fn mark<T: Copy>(values: &mut [T]) {
    let values = black_box(values);
    let start = values.as_ptr() as usize;
    request(MAKE_MEM_UNDEFINED, [start, size_of_val(values)]);
}

/// Makes values public: they were computed from secrets, but may be revealed.
pub fn publish<T: Copy>(values: &[T]) {
    let values = black_box(values);
    let start = values.as_ptr() as usize;
    request(MAKE_MEM_DEFINED, [start, size_of_val(values)]);
}

/// How many branches and addresses depend on secrets in a function.
fn leaks<R>(run: impl FnOnce() -> R) -> usize {
    let errors = || request(COUNT_ERRORS, [0; 2]);
    let before = errors();
    black_box(run());
    errors() - before
}

/// Memcheck's findings.
#[derive(Debug, Default)]
pub struct Report {
    right: Vec<String>,
    wrong: Vec<String>,
}

impl Report {
    /// Runs a function of secrets that must take constant time.
    pub fn constant_time<R>(&mut self, name: &str, run: impl FnOnce() -> R) {
        match leaks(run) {
            0 => self.right.push(name.into()),
            leaks => self.wrong.push(format!("{name}: {leaks} leaks")),
        }
    }

    /// Runs a function with this many branches on secrets, each of which reveals only what the result does.
    pub fn constant_time_but<R>(&mut self, branches: usize, name: &str, run: impl FnOnce() -> R) {
        let leaks = leaks(run);
        if leaks == branches {
            self.right.push(format!("{name} but for its result"));
        } else {
            let wrong = format!("{name}: {leaks} leaks instead of {branches}");
            self.wrong.push(wrong);
        }
    }

    /// Runs a function that is not constant time, which must be noticed.
    pub fn variable_time<R>(&mut self, name: &str, run: impl FnOnce() -> R) {
        match leaks(run) {
            0 => self
                .wrong
                .push(format!("{name}: its leaks are not noticed")),
            _ => self.right.push(format!("({name} leaks, as it may)")),
        }
    }

    /// Prints what was checked.
    ///
    /// # Panics
    ///
    /// If a function is not as claimed.
    pub fn finish(self) {
        println!("memcheck: {}", self.right.join(", "));
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
    }
}

/// Runs an ignored test of this test program under memcheck, or prints that there is no Valgrind. Memcheck's messages
/// go to a file beside the program.
///
/// # Panics
///
/// If the test fails.
pub fn rerun(test: &str) {
    if cfg!(debug_assertions) {
        println!("{test}: not run, overflow checks are branches");
        return;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("{test}: not run, there is no valgrind");
        return;
    }
    let program = std::env::current_exe().expect("a program has a path");
    let log = program.with_extension("memcheck.log");
    let status = Command::new("valgrind")
        .args(["--error-limit=no", "--undef-value-errors=yes"])
        .arg(format!("--log-file={}", log.display()))
        .arg(program)
        .args(["--exact", test, "--ignored", "--nocapture"])
        .status()
        .expect("valgrind starts");
    assert!(status.success(), "{test}: see {}", log.display());
}
