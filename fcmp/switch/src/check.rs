//! The check that a program has this library in all the places that it is for, and for its revision of FCMP++.

use crate::cargo::Cargo;
use crate::git;
use crate::program::{DIVISORS, HELIOSELENE, PROOFS, Package, Program};
use crate::revisions::{Fitting, folder};

/// Prints what is there and what is not; whether nothing is missing or idle.
pub fn check(program: &Program, cargo: &Cargo) -> bool {
    let mut check = Check {
        program,
        cargo,
        idle: program.idle.clone(),
        updated: Vec::new(),
        failed: false,
    };
    check.all();
    if !check.failed {
        println!("All that helioselene-simd has a stand-in for comes from it.");
    }
    !check.failed
}

/// Prints that something is wrong, and what to do.
pub fn fail(what: &str, advice: &[String]) {
    println!("FAIL: {what}");
    for line in advice.iter().flat_map(|text| text.trim_end().lines()) {
        println!("      {line}");
    }
}

/// The version of this repository's package for a revision of FCMP++.
pub fn version_for(name: &str, revision: &str) -> &'static str {
    match revision {
        "0e438ae" => "0.1.0",
        _ if [HELIOSELENE, DIVISORS, PROOFS[0]].contains(&name) => "0.1.1",
        _ => "0.1.0",
    }
}

/// The folder of this repository that replaces a crate, of a version or for a revision of FCMP++; none if there is nothing for it.
pub fn stand_in(name: &str, version: &str, revision: Option<&str>) -> Option<String> {
    match (name, revision) {
        ("multiexp", _) if version.starts_with("0.4.") => Some("multiexp".into()),
        ("multiexp", _) if version.starts_with("0.5.") => Some("multiexp-0.5".into()),
        ("dalek-ff-group", _) if version.starts_with("0.5.") => Some("dalek-ff-group".into()),
        (HELIOSELENE | DIVISORS, Some(revision)) => Some(format!("{name}-{revision}")),
        (_, Some(revision)) if name == PROOFS[0] => Some(format!("{name}-{revision}")),
        (_, Some(_)) if PROOFS.contains(&name) => Some(name.into()),
        _ => None,
    }
}

/// The key of a line of `[patch]`, as a table has each key once, and a program can need both versions of multiexp.
pub fn key<'a>(name: &'a str, stand_in: &str) -> &'a str {
    if stand_in == "multiexp-0.5" {
        "multiexp-0_5"
    } else {
        name
    }
}

fn line(name: &str, stand_in: &str) -> String {
    let key = key(name, stand_in);
    let package = if key == name {
        String::new()
    } else {
        format!("package = {name:?}, ")
    };
    format!(
        "{key} = {{ {package}path = {:?} }}",
        folder().join(stand_in)
    )
}

struct Check<'a> {
    program: &'a Program,
    cargo: &'a Cargo,
    /// The idle lines that have not been spoken of.
    idle: Vec<(String, String)>,
    /// The packages of git repositories whose versions are to be chosen anew.
    updated: Vec<String>,
    failed: bool,
}

impl Check<'_> {
    fn fail(&mut self, what: &str, advice: &[String]) {
        self.failed = true;
        fail(what, advice);
    }

    fn all(&mut self) {
        let library: Vec<_> = self
            .program
            .named("helioselene-simd", "")
            .map(Package::shown)
            .collect();
        match library.len() {
            0 => self.fail(
                "helioselene-simd is not in the graph: no line had an effect.",
                &[
                    "Cargo reads [patch] only in the Cargo.toml at the root of the workspace, which is".into(),
                    self.program.manifest.display().to_string(),
                    "The command `lines --write` switches the program over.".into(),
                ],
            ),
            1 => {}
            _ => {
                self.fail("helioselene-simd must come from one place, or its types are not the same:", &library);
                return;
            }
        }
        // Version 0.4 of dalek-ff-group may be there, for ciphersuite's own Ed25519, but not as FCMP++'s.
        let mut divisors = self
            .program
            .named(DIVISORS, "")
            .flat_map(|package| &package.dependencies);
        if divisors
            .any(|used| used.name == "dalek-ff-group" && used.requirement.starts_with("^0.4"))
        {
            self.fail(
                "This FCMP++ is of before 2025-09: it uses dalek-ff-group 0.4, for which there is no stand-in.",
                &[],
            );
            return;
        }
        if self.program.inverts_wrongly(self.cargo) {
            println!(
                "note: this FCMP++ is of before 00bafcf (2026-04-21), whose field of q inverts elements odd·2^k wrongly, 3·2^66 for \
                 one. This library does not, so results that depend on such an inverse are others."
            );
        }
        self.published("multiexp", "0.4.");
        self.published("multiexp", "0.5.");
        let others = self
            .program
            .named("multiexp", "")
            .filter(|package| stand_in("multiexp", &package.version, None).is_none());
        let others: Vec<_> = others.map(Package::shown).collect();
        if !others.is_empty() {
            self.fail(
                "There is nothing in fcmp/crates/ for this version:",
                &others,
            );
        }
        if !self.published("dalek-ff-group", "0.5.") {
            self.fail(
                "dalek-ff-group 0.5 is not in the graph: is this a program over FCMP++?",
                &[],
            );
        }
        if self.program.named(HELIOSELENE, "").next().is_none() {
            self.fail(
                "helioselene is not in the graph: is this a program over FCMP++?",
                &["If it has FCMP++ with a feature, run the check with it: --features …, or --all-features.".into()],
            );
        } else {
            self.of_fcmp(&[HELIOSELENE]);
        }
        self.divisors();
        self.layer();
        if !self.updated.is_empty() {
            println!("      Run: cargo update {}", self.updated.join(" "));
        }
        if !self.idle.is_empty() {
            let idle: Vec<_> = self
                .idle
                .iter()
                .map(|(name, version)| format!("{name} v{version}"))
                .collect();
            self.fail(
                "Lines of [patch] have no effect: nothing in the graph asks for these versions.",
                &[vec!["Remove them:".into()], idle].concat(),
            );
        }
    }

    /// A crate of crates.io: whether it is there, in a version that begins so.
    fn published(&mut self, name: &str, version: &str) -> bool {
        let program = self.program;
        let mut is_there = false;
        for package in program.named(name, version) {
            is_there = true;
            let Some(wanted) = stand_in(name, &package.version, None) else {
                continue;
            };
            if program.stand_in(package) == Some(&wanted) {
                println!("ok: {}", package.shown());
            } else {
                self.advise(package, &line(name, &wanted));
            }
        }
        is_there
    }

    /// FCMP++'s crates, which all must be those that are for its revision.
    fn of_fcmp(&mut self, names: &[&str]) {
        let program = self.program;
        let fitting = program.fitting(self.cargo, names[0]);
        let revision = match &fitting {
            Fitting::Revision(revision) => revision,
            Fitting::Nothing(object) => {
                return self.fail(
                    &format!(
                        "There is no {} for this FCMP++, whose source is another:",
                        names[0]
                    ),
                    &[format!(
                        "(Git calls it {object}.) Its lines are not to be taken."
                    )],
                );
            }
            Fitting::Unknown(object) => {
                return self.fail(
                    &format!("No {} of fcmp/crates/ is known to do what that of this FCMP++ does. Its lines are not to be taken.", names[0]),
                    &[format!("(Git calls its source {object}; fcmp/revisions.txt has those that are known.)")],
                );
            }
            Fitting::NotFound(reason) => {
                let name = names[0];
                return self.fail(
                    &format!("Which revision of FCMP++ this is could not be found out by {name}, so no line is known to be for it."),
                    std::slice::from_ref(reason),
                );
            }
        };
        for name in names {
            let Some(wanted) = stand_in(name, "", Some(revision)) else {
                continue;
            };
            let line = line(name, &wanted);
            let is_other =
                |idle: &(String, String)| idle.0 == *name && idle.1 != version_for(name, revision);
            if let Some(index) = self.idle.iter().position(is_other) {
                let (name, version) = self.idle.remove(index);
                self.fail(
                    &format!("{name} v{version}, whose line has no effect, is for another revision of FCMP++. The line for this one is"),
                    &[line],
                );
                continue;
            }
            let packages: Vec<_> = program.named(name, "").collect();
            let is_other = |package: &&&Package| {
                program
                    .stand_in(package)
                    .is_some_and(|taken| taken != wanted)
            };
            if let Some(other) = packages.iter().find(is_other) {
                self.fail(
                    &format!(
                        "{} is for another revision of FCMP++. The line for this one is",
                        other.shown()
                    ),
                    &[line],
                );
                continue;
            }
            for package in packages {
                match program.stand_in(package) {
                    Some(_) => println!("ok: {}", package.shown()),
                    None => self.advise(package, &line),
                }
            }
        }
    }

    /// None without an allocator; else one, and not that of crates.io.
    fn divisors(&mut self) {
        let all: Vec<_> = self.program.named(DIVISORS, "").collect();
        match all.as_slice() {
            [] => {}
            _ if self.has_idle(&[DIVISORS]) => self.of_fcmp(&[DIVISORS]),
            all if all
                .iter()
                .any(|package| self.program.stand_in(package).is_some()) =>
            {
                self.of_fcmp(&[DIVISORS])
            }
            [one] if one.source.is_none() || one.git().is_some() => {
                println!("ok: {}, which is FCMP++'s own", one.shown())
            }
            _ => {
                let all: Vec<_> = all.iter().map(|package| package.shown()).collect();
                self.fail(
                    "ec-divisors must be there once, from FCMP++ or from fcmp/crates/. [patch.crates-io] lacks its line, or the line has \
                     not the repository and revision, letter by letter, of the dependency on FCMP++:",
                    &all,
                );
            }
        }
    }

    /// The proof layer: all of it FCMP++'s own, or all of it from here.
    fn layer(&mut self) {
        let program = self.program;
        let all = || PROOFS.iter().flat_map(|name| program.named(name, ""));
        if all().any(|package| program.stand_in(package).is_some()) || self.has_idle(&PROOFS) {
            match program.fitting(self.cargo, PROOFS[0]) {
                Fitting::Unknown(objects) | Fitting::Nothing(objects) => self.fail(
                    "The proof layer is not for this revision of FCMP++, whose proofs may be others. Remove its three lines.",
                    &[format!("(Git calls the folders `src` of the originals {objects}.)")],
                ),
                _ => self.of_fcmp(&PROOFS),
            }
        } else {
            for package in all() {
                println!("ok: {}, which is FCMP++'s own", package.shown());
            }
        }
    }

    fn has_idle(&self, names: &[&str]) -> bool {
        self.idle
            .iter()
            .any(|idle| names.contains(&idle.0.as_str()))
    }

    /// What is to be done about a package that is not from here, with the line that should have replaced it.
    fn advise(&mut self, package: &Package, line: &str) {
        let is_not = format!("{} is not from helioselene-simd.", package.shown());
        let table = match (&package.source, package.git()) {
            (None, _) => {
                let advice = "It is there by its path, which is to be changed in the Cargo.toml of every user:";
                return self.fail(&is_not, &[advice.into(), line.into()]);
            }
            (_, Some(source)) => format!("[patch.\"{}\"]", git::address(source)),
            _ => "[patch.crates-io]".into(),
        };
        // Of the same first two numbers.
        let series = package
            .version
            .rsplit_once('.')
            .map_or("", |(series, _)| series);
        let is_for_it = |idle: &(String, String)| {
            idle.0 == package.name && idle.1.starts_with(&format!("{series}."))
        };
        let found = self
            .idle
            .iter()
            .position(is_for_it)
            .map(|index| self.idle.remove(index));
        let keeps =
            format!("{is_not} Its line has no effect, as the lock file asks for another version.");
        match found {
            Some((_, version)) if version == package.version => {
                self.fail(
                    &format!("{is_not} Its line has no effect where it is. It belongs into"),
                    &[table],
                );
            }
            // Together, as cargo could not resolve one without the others.
            _ if package.git().is_some() && (found.is_some() || self.program.has_line(package)) => {
                self.fail(&keeps, &[]);
                self.updated.push(package.spec());
            }
            Some((_, version)) => self.fail(
                &keeps,
                &[format!(
                    "Run: cargo update {} --precise {version}",
                    package.spec()
                )],
            ),
            None => self.fail(&format!("{is_not} {table} lacks"), &[line.into()]),
        }
    }
}
