//! Cargo, run in the program's workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;

use crate::revisions::folder;

/// Monero's crate, from the root of its repository, which has no manifest of its own.
const OF_MONERO: &str = "src/fcmp_pp/fcmp_pp_rust/Cargo.toml";
const FLAGS: [&str; 5] = [
    "--offline",
    "--locked",
    "--frozen",
    "--all-features",
    "--no-default-features",
];
const WITH_VALUES: [&str; 4] = ["--features", "-F", "--filter-platform", "--config"];

/// How cargo is called, and for which workspace.
pub struct Cargo {
    /// The `Cargo.toml` at the root of the workspace.
    pub manifest: PathBuf,
    pub lock: PathBuf,
    options: Vec<String>,
}

impl Cargo {
    /// Takes cargo's options out of the arguments and finds the workspace.
    pub fn new(arguments: &mut Vec<String>) -> Result<Self, String> {
        let (mut options, mut others) = (Vec::new(), Vec::new());
        let mut manifest = None;
        let mut rest = arguments.drain(..);
        while let Some(argument) = rest.next() {
            let name = argument.split('=').next().unwrap_or_default();
            if name == "--manifest-path" || WITH_VALUES.contains(&name) {
                let value = match argument.split_once('=') {
                    Some((_, value)) => value.to_owned(),
                    None => rest.next().ok_or(format!("{name} lacks its value"))?,
                };
                if name == "--manifest-path" {
                    manifest = Some(PathBuf::from(value));
                } else {
                    options.extend([name.to_owned(), value]);
                }
            } else if FLAGS.contains(&name) {
                options.push(argument);
            } else {
                others.push(argument);
            }
        }
        drop(rest);
        *arguments = others;
        let mut locate = cargo("locate-project");
        locate.args(["--workspace", "--message-format", "plain"]);
        let here = Path::new("Cargo.toml").exists();
        if let Some(manifest) =
            manifest.or((!here && Path::new(OF_MONERO).exists()).then(|| OF_MONERO.into()))
        {
            locate.arg("--manifest-path").arg(manifest);
        }
        let manifest = PathBuf::from(run(&mut locate)?.trim_end());
        Ok(Self {
            lock: manifest.with_extension("lock"),
            manifest,
            options,
        })
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
    }

    /// What cargo compiles for this machine with the features that were asked for. It may write the lock file.
    pub fn metadata(&self) -> Result<Value, String> {
        let mut command = self.metadata_of(&self.manifest);
        command.args(&self.options);
        if !self.has("--filter-platform") {
            let rustc = Command::new("rustc")
                .arg("-vV")
                .output()
                .map_err(|error| format!("rustc: {error}"))?;
            let text = String::from_utf8_lossy(&rustc.stdout).into_owned();
            let host = text.lines().find_map(|line| line.strip_prefix("host: "));
            command.args(["--filter-platform", host.ok_or("rustc -vV names no host")?]);
        }
        json(&run(&mut command)?)
    }

    /// The folder that cargo compiles to.
    pub fn target(&self) -> Result<PathBuf, String> {
        let metadata = json(&run(self.metadata_of(&self.manifest).arg("--no-deps"))?)?;
        Ok(metadata["target_directory"]
            .as_str()
            .ok_or("cargo metadata names no target_directory")?
            .into())
    }

    /// The folder from which cargo takes a package of a git repository, by a package that depends on it and nothing else.
    pub fn folder_of(&self, package: &str, source: &str) -> Result<PathBuf, String> {
        let folder = env::temp_dir().join(format!("helioselene-original-{}", std::process::id()));
        let found = (|| -> Result<PathBuf, String> {
            fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let manifest = folder.join("Cargo.toml");
            let text = format!(
                "[package]\nname = \"original\"\nversion = \"0.0.0\"\n[lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n{package} = {{ {}, default-features = false }}\n",
                crate::git::reference(source)
            );
            fs::write(&manifest, text).map_err(|error| error.to_string())?;
            fs::write(folder.join("lib.rs"), "").map_err(|error| error.to_string())?;
            if self.lock.exists() {
                // The versions that the program has are downloaded already.
                fs::copy(&self.lock, folder.join("Cargo.lock"))
                    .map_err(|error| error.to_string())?;
            }
            let mut command = self.metadata_of(&manifest);
            if self.has("--offline") || self.has("--frozen") {
                command.arg("--offline");
            }
            let metadata = json(&run(&mut command).map_err(|errors| {
                eprint!("{errors}");
                cause(&errors).unwrap_or("cargo does not get it, see above.".into())
            })?)?;
            let mut all = metadata["packages"].as_array().into_iter().flatten();
            let found = all.find(|found| found["name"] == package);
            found
                .map(folder_of)
                .ok_or(format!("cargo names no folder of {package}"))
        })();
        let _ = fs::remove_dir_all(folder);
        found
    }

    /// Has cargo choose these packages' versions anew.
    pub fn update(&self, arguments: &[String]) -> Result<(), String> {
        let mut command = cargo("update");
        command
            .arg("--manifest-path")
            .arg(&self.manifest)
            .args(arguments);
        if self.has("--offline") {
            command.arg("--offline");
        }
        run(&mut command).map(drop)
    }

    fn metadata_of(&self, manifest: &Path) -> Command {
        let mut command = cargo("metadata");
        command
            .args(["--format-version", "1", "--manifest-path"])
            .arg(manifest);
        command
    }
}

fn cargo(subcommand: &str) -> Command {
    // `cargo run` says which one it is.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.arg(subcommand);
    command
}

/// Its output; if it fails, what it prints of errors. Warnings go on to the user.
fn run(command: &mut Command) -> Result<String, String> {
    let done = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo does not run: {error}"))?;
    let errors = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        return Err(errors.into_owned());
    }
    eprint!("{errors}");
    String::from_utf8(done.stdout).map_err(|error| error.to_string())
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("cargo metadata: {error}"))
}

/// The folder of a package's manifest.
pub fn folder_of(package: &Value) -> PathBuf {
    let manifest = package["manifest_path"].as_str().unwrap_or_default();
    Path::new(manifest)
        .parent()
        .unwrap_or(Path::new(""))
        .to_owned()
}

/// What cargo says, and its cause.
pub fn explained(errors: String) -> String {
    eprint!("{errors}");
    let cause = cause(&errors).unwrap_or_default();
    format!("cargo does not resolve the workspace, see above.\n{cause}")
}

/// Where a crate of this repository is now that was in `compat/` until 29 November 2026.
fn moved(manifest: &Path) -> Option<PathBuf> {
    let before = manifest.parent()?;
    let (name, compat) = (before.file_name()?, before.parent()?);
    let is_moved = compat.file_name()? == "compat" && folder().join(name).is_dir();
    is_moved.then(|| compat.with_file_name("fcmp").join("crates").join(name))
}

/// What is wrong with a workspace that cargo refuses, by what cargo says; nothing if that is all there is to say.
fn cause(errors: &str) -> Option<String> {
    let between = |before: &str, after: &str| {
        let rest = &errors[errors.find(before)? + before.len()..];
        Some(rest[..rest.find(after)?].to_owned())
    };
    if errors.contains("because --locked was passed") {
        return Some(
            "The lines are newer than the lock file. Run cargo once without --locked.".into(),
        );
    }
    if let Some(name) = between("package collision in the lockfile: packages ", " ") {
        return Some(format!(
            "There are two {name}: a Cargo.toml of the workspace has the other one by its path, or it is still a member."
        ));
    }
    if errors.contains("resolved to more than one candidate") {
        let name = between("patch for `", "`")?;
        let versions = match name.as_str() {
            "multiexp" => "`version = \"=0.4.2\"` or `\"=0.5.2\"`.",
            _ => "`version = \"=0.1.0\"` for 0e438ae, or `\"=0.1.1\"` for a later revision.",
        };
        return Some(format!(
            "The line of {name} must say which one it is: {versions}"
        ));
    }
    if errors.contains("helioselene-points")
        && errors.contains("ec-divisors")
        && !errors.contains("failed to load source")
    {
        return Some("[patch.crates-io] lacks the line of ec-divisors.".into());
    }
    if let Some(manifest) = between("failed to read `", "`") {
        if let Some(new) = moved(Path::new(&manifest)) {
            return Some(format!(
                "A path leads to a folder that is not there: {manifest}. It is {} now: in every path, write fcmp/crates for compat.",
                new.display()
            ));
        }
        return Some(format!(
            "A path leads to a folder that is not there: {manifest}. The guide, fcmp/notes/drop-in.md, has those of this repository."
        ));
    }
    if errors.contains("offline") {
        return Some("Not all is downloaded. Run `cargo fetch`, or leave out --offline.".into());
    }
    None
}
