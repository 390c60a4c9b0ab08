//! Runs mutants by the tests that reach them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Options;
use crate::copy::Copy;
use crate::mutate::Mutant;

/// Tests that take minutes without optimisation, by parts of their names.
const SKIPPED: [&str; 11] = [
    "add_subtract",
    "changed_texts_fail",
    "every_matrix_fits",
    "four_lanes::every",
    "independent::every",
    "large::",
    "largest::",
    "of_2025",
    "sizes::",
    "toy::msm",
    "widths::",
];

/// A test, and how long it takes without a mutant.
struct Test {
    program: PathBuf,
    name: String,
    time: Duration,
}

impl Test {
    /// Whether the test succeeds, or `None` if it takes more CPU seconds than the limit; and its time.
    #[allow(clippy::zombie_processes)] // `wait4` waits, and tells the time
    fn run(&self, limit: u64, environment: (&str, &OsStr)) -> (Option<bool>, Duration) {
        let child = Command::new("sh")
            // A mutant may ask for memory or run without end, or wait, though nothing here should. Stacks of many
            // threads need addresses. CPU time counts, because a machine may be stopped for minutes.
            .args([
                "-c",
                r#"ulimit -v 8000000; ulimit -t "$0"; exec timeout 3000 "$@""#,
            ])
            .arg(limit.to_string())
            .arg(&self.program)
            .args(["--exact", &self.name])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Unoptimised frames are large, but the stacks of 32 threads must fit into the limit above.
            .env("RUST_MIN_STACK", (128 << 20).to_string())
            .env("RUST_BACKTRACE", "0")
            .env(environment.0, environment.1)
            .spawn()
            .expect("a test");
        let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
        // SAFETY: both are valid places for results; only this code waits for the child.
        let usage = unsafe {
            let waited = libc::wait4(child.id().cast_signed(), &mut status, 0, usage.as_mut_ptr());
            assert_eq!(waited, child.id().cast_signed());
            usage.assume_init()
        };
        let time =
            |t: libc::timeval| Duration::new(t.tv_sec.cast_unsigned(), t.tv_usec as u32 * 1000);
        let time = time(usage.ru_utime) + time(usage.ru_stime);
        let too_slow = status != 0 && time.as_secs_f64() > limit as f64 - 0.5;
        let success = (!too_slow).then_some(status == 0);
        (success, time)
    }

    /// Whether the test notices the mutant: it fails, or takes ten times as long.
    fn notices(&self, mutant: &Mutant) -> bool {
        let number = mutant.number.to_string();
        let (success, _) = self.run(3 + self.time.as_secs() * 10, ("MUTANT", number.as_ref()));
        success != Some(true)
    }
}

/// Tests' programs, compiled.
pub fn programs(copy: &Copy, which: &str) -> Vec<PathBuf> {
    let mut arguments = vec!["test", "--no-run", "--message-format=json"];
    arguments.extend(which.split(' '));
    let output = copy.cargo(&arguments).stderr(Stdio::inherit()).output();
    let output = output.expect("cargo");
    assert!(output.status.success(), "the tests do not compile");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let message = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok();
    let messages = text.lines().filter_map(message);
    let built = messages.filter(|message| message["profile"]["test"] == true);
    let program = |message: serde_json::Value| message["executable"].as_str().map(PathBuf::from);
    built.filter_map(program).collect()
}

/// Calls the function for all items on this many threads.
pub fn for_each<T: Sync>(threads: usize, items: &[T], f: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    f(item);
                }
            });
        }
    });
}

/// The tests, and for each mutant those that reach it, the quickest first.
fn reach(copy: &Copy, options: &Options) -> (Vec<Test>, BTreeMap<usize, Vec<usize>>) {
    let mut named = Vec::new();
    let groups = options.of_groups(options.subject().tests);
    for program in groups.flat_map(|tests| programs(copy, tests)) {
        let listed = Command::new(&program)
            .args(["--list", "--format", "terse"])
            .output();
        let listed = String::from_utf8(listed.expect("tests").stdout).expect("UTF-8");
        let names = listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"));
        let is_skipped = |name: &str| SKIPPED.iter().any(|part| name.contains(part));
        let names = names.filter(|name| options.optimised > 0 || !is_skipped(name));
        named.extend(names.map(|name| (program.clone(), name.to_string())));
    }
    let found = Mutex::new(Vec::new());
    for_each(options.jobs, &named, |(program, name)| {
        let file = program.file_name().unwrap().display();
        let unique = format!("reached-{file}-{}", name.replace("::", "-"));
        let log = copy.folder.with_file_name(unique);
        let _ = fs::remove_file(&log);
        let mut test = Test {
            program: program.clone(),
            name: name.clone(),
            time: Duration::ZERO,
        };
        let (result, time) = test.run(options.slowest, ("MUTANTS_REACHED", log.as_ref()));
        test.time = time;
        let reached = numbers(&log);
        let _ = fs::remove_file(&log);
        assert!(result != Some(false), "{name} fails without mutants");
        if result.is_none() {
            println!("too slow: {name}");
        } else {
            found.lock().unwrap().push((test, reached));
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|(test, _)| test.time);
    let (tests, reached): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let mut by_mutant: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, mutants) in reached.iter().enumerate() {
        for &mutant in mutants {
            by_mutant.entry(mutant).or_default().push(i);
        }
    }
    (tests, by_mutant)
}

fn numbers(log: &Path) -> Vec<usize> {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines()
        .map(|line| line.parse().expect("a number"))
        .collect()
}

/// Whether every mutant is noticed.
pub fn run(copy: &Copy, mutants: &[Mutant], options: &Options) -> bool {
    let start = Instant::now();
    let (tests, reach) = reach(copy, options);
    let total: Duration = tests.iter().map(|test| test.time).sum();
    let (count, elapsed) = (tests.len(), start.elapsed());
    println!("{count} tests of together {total:.0?}, in {elapsed:.0?}");
    for test in tests.iter().filter(|_| options.list_tests) {
        println!("{:.2?} {}", test.time, test.name);
    }
    let judged = options.judged.as_ref().map(|file| {
        let file = OpenOptions::new().create(true).append(true).open(file);
        file.expect("a file")
    });
    let (noticed, survived) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Another run may have noticed mutants while this one was compiled.
    let known = options.judged();
    for_each(options.jobs, mutants, |mutant| {
        if known.contains(&mutant.name) {
            return;
        }
        let mut by = reach.get(&mutant.number).cloned().unwrap_or_default();
        // The module's own tests first.
        by.sort_by_key(|&i| !tests[i].name.starts_with(&mutant.module()));
        let mut spent = Duration::ZERO;
        let mut within = by.iter().take_while(|&&i| {
            spent += tests[i].time;
            spent <= Duration::from_secs(options.budget)
        });
        if let Some(&i) = within.find(|&&i| tests[i].notices(mutant)) {
            noticed.fetch_add(1, Ordering::Relaxed);
            println!("noticed by {} {mutant}", tests[i].name);
            if let Some(mut judged) = judged.as_ref() {
                writeln!(judged, "{}", mutant.name).expect("a file");
            }
        } else {
            survived.fetch_add(1, Ordering::Relaxed);
            println!("SURVIVES {} tests {mutant}", by.len());
        }
    });
    let (noticed, survived) = (noticed.into_inner(), survived.into_inner());
    let elapsed = start.elapsed();
    println!("{noticed} mutants noticed, {survived} not; {elapsed:.0?}");
    survived == 0
}
