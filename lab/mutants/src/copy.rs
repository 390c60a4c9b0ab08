//! The copy of the repository, with all mutants in it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use syn::visit_mut::VisitMut;

use crate::mutate::{Mutant, Mutator};
use crate::{Options, ROOT};

/// Crates with mutants, and the tests that judge them.
pub struct Subject {
    /// The folders of their sources.
    sources: &'static [&'static str],
    /// What must compile for each group of tests: cargo's arguments, and the profile.
    checked: &'static [(&'static str, &'static str)],
    /// Packages of the workspace without mutants, which are optimised.
    optimised: &'static [&'static str],
    /// The tests: arguments of `cargo test`.
    pub tests: &'static [&'static str],
}

pub const LIBRARY: Subject = Subject {
    sources: &["src/", "fcmp/leaves/src/"],
    checked: &[
        ("--package=helioselene-simd", "dev"),
        (
            "--manifest-path=fcmp/Cargo.toml --package=helioselene-leaves",
            "dev",
        ),
        (
            "--package=helioselene-simd --config=profile.test.debug-assertions=true",
            "test",
        ),
    ],
    optimised: &[],
    tests: &[
        "--package=helioselene-simd --test=batch --test=bignum --test=contract --test=ed25519 --test=ff_group --test=fork \
         --test=interfaces --test=msm --test=newer_traits --test=selection --test=slices --test=threads --test=vectors",
        "--manifest-path=fcmp/Cargo.toml --package=helioselene-leaves --lib --test=hash_to_point --test=leaves",
        // Without debug assertions there are no unit tests.
        "--package=helioselene-simd --lib --config=profile.dev.debug-assertions=true",
        "--manifest-path=lab/Cargo.toml --package=helioselene-library-checks --test=properties --test=wiped",
    ],
};

pub const PROOF_LAYER: Subject = Subject {
    sources: &[
        "fcmp/crates/generalized-bulletproofs-core/src/",
        "fcmp/crates/generalized-bulletproofs-circuit-abstraction/src/",
        "fcmp/crates/generalized-bulletproofs-ec-gadgets/src/",
        "fcmp/crates/multiexp-core/src/",
        "fcmp/crates/slices/src/",
    ],
    checked: &[(
        "--manifest-path=fcmp/Cargo.toml --package=helioselene-multiexp --package=helioselene-slices --package=helioselene-proofs \
         --package=generalized-bulletproofs --package=generalized-bulletproofs-circuit-abstraction \
         --package=generalized-bulletproofs-ec-gadgets",
        "dev",
    )],
    optimised: &["helioselene-simd", "helioselene-divisors"],
    tests: &[
        "--manifest-path=fcmp/Cargo.toml --package=helioselene-multiexp --package=helioselene-slices --package=helioselene-proofs \
         --package=generalized-bulletproofs --package=generalized-bulletproofs-ec-gadgets --tests",
    ],
};

const INSTRUCTIONS: &str = "single instructions, which this machine may lack";
const CHOICES: &str = "choices that change the time alone";

/// Files or folders without mutants, and why.
const WITHOUT: [(&str, &str); 11] = [
    ("src/testing", "only tests run it"),
    ("src/inside", "only the lab runs it"),
    ("src/backend/machine_code", "only the lab runs it"),
    ("src/backend/ifma", INSTRUCTIONS),
    ("src/backend/avx2", INSTRUCTIONS),
    ("src/backend/elements", INSTRUCTIONS),
    ("src/backend/tuning", CHOICES),
    ("src/backend/processor", CHOICES),
    ("src/msm/vartime/cells/choice", CHOICES),
    ("src/msm/vartime/cost", CHOICES),
    ("src/unstable", "only tests run it"),
];

/// The module that tells which mutant runs.
const QUESTION: &str = r#"//! Which mutant runs.
#![allow(missing_docs, unsafe_code)]
extern crate std;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

const NONE: usize = usize::MAX;
static LOG: std::sync::OnceLock<std::fs::File> = std::sync::OnceLock::new();
static RUNNING: AtomicUsize = AtomicUsize::new(NONE);
// Without bits while the run notes which mutants are reached.
static COMPARED: AtomicUsize = AtomicUsize::new(usize::MAX);
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

// A single branch, since there are thousands of them.
#[inline]
pub(crate) fn is(number: usize) -> bool {
    (RUNNING.load(Relaxed) ^ number) & COMPARED.load(Relaxed) == 0 && runs(number)
}

#[cold]
#[inline(never)]
fn runs(number: usize) -> bool {
    if RUNNING.load(Relaxed) == number {
        return true;
    }
    if !REACHED[number].swap(true, Relaxed) {
        note(number);
    }
    false
}

extern "C" fn ask() {
    let running = std::env::var("MUTANT").ok().and_then(|n| n.parse().ok());
    RUNNING.store(running.unwrap_or(NONE), Relaxed);
    COMPARED.store(running.map_or(0, |_| NONE), Relaxed);
    if let Ok(path) = std::env::var("MUTANTS_REACHED") {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(path);
        LOG.set(log.unwrap()).unwrap();
    }
}

// Runs before `main`, because the interpreter of machine code cannot read the environment.
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = ask;

// Without heap memory, which some tests search.
fn note(number: usize) {
    if let Some(mut log) = LOG.get() {
        let mut line = [0; 24];
        let mut rest = &mut line[..];
        writeln!(rest, "{number}").unwrap();
        let unused = rest.len();
        log.write_all(&line[..line.len() - unused]).unwrap();
    }
}
"#;

impl Subject {
    /// Whether a path, or the name of a mutant, belongs to these sources.
    fn has(&self, path: &str) -> bool {
        self.sources.iter().any(|source| path.starts_with(source))
    }
}

pub struct Copy {
    subject: &'static Subject,
    optimised: u8,
    features: Vec<String>,
    jobs: usize,
    pub folder: PathBuf,
    /// Names of mutants listed in `equivalent.txt`.
    equivalent: HashSet<String>,
    /// Names of mutants that other runs noticed.
    judged: HashSet<String>,
    /// Numbers of mutants that do not compile.
    left_out: HashSet<usize>,
}

impl Copy {
    pub fn new(options: &Options) -> Self {
        let root = Path::new(ROOT);
        let listed = fs::read_to_string(root.join("lab/mutants/equivalent.txt"));
        let listed = listed.expect("equivalent.txt");
        let subject = options.subject();
        let listed = listed.lines().filter(|line| subject.has(line));
        Self {
            subject,
            equivalent: listed.map(str::to_string).collect(),
            folder: root.join("target/mutants/copy"),
            optimised: options.optimised,
            features: match &options.features {
                None => vec!["--all-features".into()],
                Some(list) => vec!["--no-default-features".into(), format!("--features={list}")],
            },
            jobs: options.jobs,
            judged: options.judged(),
            left_out: HashSet::new(),
        }
    }

    /// Makes the copy and returns its mutants.
    pub fn mutate(&mut self, options: &Options) -> Vec<Mutant> {
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(ROOT)
            .output()
            .expect("git");
        let files = String::from_utf8(listed.stdout).expect("names in UTF-8");
        let mut mutants = Vec::new();
        let mut chosen = Vec::new();
        for file in files.lines() {
            let (from, to) = (Path::new(ROOT).join(file), self.folder.join(file));
            let Ok(text) = fs::read(&from) else { continue };
            let is_test = |part| ["tests", "tests.rs", "in_memory.rs"].contains(&part);
            let has_mutants = self.subject.has(file)
                && file.ends_with(".rs")
                && !file.split('/').any(is_test)
                && !WITHOUT.iter().any(|(prefix, _)| file.starts_with(prefix));
            let text = if has_mutants {
                let text = String::from_utf8(text).expect("UTF-8");
                let mut syntax = syn::parse_file(&text).expect("Rust");
                let wanted = |mutant: &Mutant| {
                    options
                        .parts
                        .contains(&((hash(&mutant.name) >> 20) % options.one_in))
                        && (!options.wiping || mutant.is_wiping())
                        && (options.only.is_empty()
                            || options.only.iter().any(|only| file.contains(only)))
                        && !self.equivalent.contains(&mutant.name)
                        && !self.judged.contains(&mutant.name)
                        && !self.left_out.contains(&mutant.number)
                };
                let first = mutants.len();
                let mut mutator = Mutator {
                    file,
                    lines: text.lines().collect(),
                    function: String::new(),
                    names: HashMap::new(),
                    mutants: &mut mutants,
                    wanted: &wanted,
                };
                mutator.visit_file_mut(&mut syntax);
                let new = mutants[first..].iter().filter(|mutant| wanted(mutant));
                chosen.extend(new.cloned());
                let mut text = prettyplease::unparse(&syntax);
                if file.ends_with("src/lib.rs") {
                    text += "mod mutant;\n";
                }
                text.into_bytes()
            } else {
                text
            };
            if !options.list {
                write_if_changed(&to, &text);
            }
        }
        let names: HashSet<_> = mutants.iter().map(|mutant| mutant.name.clone()).collect();
        let unknown: Vec<_> = self.equivalent.difference(&names).collect();
        assert!(
            unknown.is_empty(),
            "equivalent.txt lists what is no mutant: {unknown:#?}"
        );
        let question = QUESTION
            .replace("COUNT]", &format!("{}]", mutants.len()))
            .replace("; COUNT", &format!("; {}", mutants.len()));
        if options.list {
            return chosen;
        }
        for source in self.subject.sources {
            let file = self.folder.join(source).join("mutant.rs");
            write_if_changed(&file, question.as_bytes());
        }
        chosen
    }

    /// Leaves out mutants that do not compile, for example because two types have a sum but no difference.
    pub fn leave_out_what_does_not_compile(
        &mut self,
        mutants: &mut Vec<Mutant>,
        options: &Options,
    ) {
        loop {
            let check = |(packages, profile): &(&str, &str)| {
                self.cargo(&["check", "--lib", "--message-format=json"])
                    .args(packages.split(' '))
                    .args(["--profile", profile])
                    .stderr(Stdio::null())
                    .output()
                    .expect("cargo")
            };
            let checked = options.of_groups(self.subject.checked);
            let failed_or = |output: Output, next| match output.status.success() {
                true => next,
                false => output,
            };
            let output = checked.map(check).reduce(failed_or).expect("a package");
            if output.status.success() {
                let (mutants, left_out) = (mutants.len(), self.left_out.len());
                println!("{mutants} mutants, and {left_out} that do not compile");
                return;
            }
            let (mut found, mut in_lines) = (BTreeSet::new(), BTreeSet::new());
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
                    continue;
                };
                let message = &message["message"];
                if message["level"] == "error" {
                    for span in message["spans"].as_array().into_iter().flatten() {
                        if span["is_primary"] == true {
                            found.extend(self.mutants_at(span, false));
                        }
                        in_lines.extend(self.mutants_at(span, true));
                    }
                }
            }
            let before = self.left_out.len();
            self.left_out.extend(found);
            if self.left_out.len() == before {
                self.left_out.extend(in_lines);
            }
            if self.left_out.len() == before {
                eprintln!("{}", String::from_utf8_lossy(&output.stdout));
                panic!("the copy does not compile, for a reason that is no mutant");
            }
            *mutants = self.mutate(options);
        }
    }

    /// The mutant that causes an error: the last one that begins before it; or all mutants in its lines.
    fn mutants_at(&self, span: &serde_json::Value, all: bool) -> Vec<usize> {
        let file = span["file_name"].as_str().expect("a file");
        // From the root of the workspace that was compiled.
        let read = |house| fs::read_to_string(self.folder.join(house).join(file)).ok();
        let Some(text) = ["", "fcmp"].into_iter().find_map(read) else {
            return Vec::new();
        };
        // Macros print a space after `crate`.
        let numbers = |text: &str| -> Vec<usize> {
            let parts = text.split("::mutant::is(").skip(1);
            let number = |part: &str| part.split("usize").next()?.parse().ok();
            parts.filter_map(number).collect()
        };
        let place = |key: &str| span[key].as_u64().expect("a place") as usize;
        if all {
            let lines: Vec<&str> = text.lines().collect();
            numbers(&lines[place("line_start") - 1..place("line_end")].concat())
        } else {
            let before = numbers(&text[..place("byte_start")]);
            before.last().copied().into_iter().collect()
        }
    }

    pub fn cargo(&self, arguments: &[&str]) -> Command {
        // Keeps the caller's flags: with `--cfg helioselene_backend="serial"` it compiles in a fraction of the time.
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        let flags = format!("--cap-lints=warn -Awarnings {flags}");
        let mut settings = vec![
            "debug=0".to_string(),
            format!("opt-level={}", self.optimised),
            "package.\"*\".opt-level=3".into(),
            "build-override.opt-level=0".into(),
            "lto=\"off\"".into(),
            // With more units, inlined functions would be compiled in each.
            format!("codegen-units={}", self.jobs),
            "overflow-checks=false".into(),
            "debug-assertions=false".into(),
        ];
        let optimised = self.subject.optimised.iter();
        settings.extend(optimised.map(|package| format!("package.{package}.opt-level=3")));
        let option = |setting: &String| format!("--config=profile.dev.{setting}");
        let mut command = Command::new("cargo");
        command
            .args(settings.iter().map(option))
            .args(arguments)
            .arg(format!("--jobs={}", self.jobs))
            .args(&self.features)
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", flags)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(ROOT).join("target/mutants/target"),
            )
            .current_dir(&self.folder);
        command
    }
}

/// A hash that stays the same between versions: FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Keeps unchanged files' times, so that cargo compiles only what is new.
fn write_if_changed(file: &Path, text: &[u8]) {
    if fs::read(file).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}
