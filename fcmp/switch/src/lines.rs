//! The lines that switch a program over.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::cargo::Cargo;
use crate::check::{check, key, stand_in};
use crate::git;
use crate::program::{DIVISORS, HELIOSELENE, PROOFS, Package, Program, is_of_fcmp, manifest};
use crate::record::{Kept, Record, read, write};
use crate::revisions::{Fitting, folder};

/// The command `lines`.
pub fn lines(cargo: &Cargo, arguments: &[&str]) -> Result<bool, String> {
    let mut set = vec![HELIOSELENE];
    let mut is_written = false;
    for argument in arguments {
        match *argument {
            "curves" => {}
            "divisors" => set.push(DIVISORS),
            "proofs" => set.extend(PROOFS),
            "--write" => is_written = true,
            other => {
                return Err(format!(
                    "There is no set of lines called {other}: curves, divisors, proofs."
                ));
            }
        }
    }
    if is_written {
        return written(cargo, &set);
    }
    let plan = Plan::new(&Program::kept(cargo)?, cargo, &set)?;
    plan.show();
    println!("Nothing was written; --write does it.");
    Ok(true)
}

/// Writes the lines, has cargo take them and checks; if anything is wrong, all files are as before.
fn written(cargo: &Cargo, set: &[&str]) -> Result<bool, String> {
    if cargo.has("--locked") || cargo.has("--frozen") {
        return Err("The lines change Cargo.lock, so --locked cannot be.".into());
    }
    let record = Record::path(cargo)?;
    // For when it fails, and for `undo`.
    let (mut failed, mut before) = (Kept::default(), Kept::default());
    failed.keep(&cargo.lock)?;
    let done = rewritten(cargo, set, &record, &mut failed, &mut before);
    if done == Ok(true) {
        match Record::save(before, &record)? {
            true => println!("`undo` gives the files back as they were."),
            false => println!("Nothing was to be changed."),
        }
    } else {
        failed.restore()?;
        println!("Nothing was changed.");
    }
    done
}

fn rewritten(
    cargo: &Cargo,
    set: &[&str],
    record: &Path,
    failed: &mut Kept,
    before: &mut Kept,
) -> Result<bool, String> {
    // Other lines than those of last time: from the same beginning.
    if let Some(record) = Record::load(record)? {
        if record.changed(&cargo.lock)?.is_empty() {
            record.paths().try_for_each(|path| failed.keep(path))?;
            record.restore(&cargo.lock)?;
        }
    }
    before.keep(&cargo.lock)?;
    let plan = Plan::new(&Program::new(cargo)?, cargo, set)?;
    plan.show();
    for (path, _, text) in &plan.files {
        failed.keep(path)?;
        before.keep(path)?;
        write(path, &Some(text.clone()))?;
    }
    let mut program = Program::new(cargo)?;
    let updates = updates(&program, set);
    if !updates.is_empty() {
        for update in updates {
            cargo.update(&update)?;
        }
        program = Program::new(cargo)?;
    }
    Ok(check(&program, cargo))
}

/// What `cargo update` needs so that lines get their versions: those of git repositories together, as cargo might not resolve one
/// without the others.
fn updates(program: &Program, set: &[&str]) -> Vec<Vec<String>> {
    let own = |name| {
        program
            .named(name, "")
            .filter(|package| !program.is_from_here(package))
    };
    let by_git = set
        .iter()
        .flat_map(|name| own(name))
        .filter(|package| package.git().is_some());
    let together: Vec<_> = by_git.map(Package::spec).collect();
    let mut updates = Vec::new();
    for (name, version) in &program.idle {
        for package in own(name).filter(|package| package.git().is_none()) {
            if stand_in(name, version, None) == stand_in(name, &package.version, None) {
                updates.push(vec![package.spec(), "--precise".into(), version.clone()]);
            }
        }
    }
    if !together.is_empty() {
        updates.push(together);
    }
    updates
}

/// Where FCMP++ comes from.
enum Origin {
    /// A git repository, as cargo writes it.
    Git(String),
    /// Folders.
    Paths,
}

impl Origin {
    fn of(program: &Program) -> Result<Self, String> {
        let (mut sources, mut is_by_path) = (BTreeSet::new(), false);
        for name in [HELIOSELENE, DIVISORS].iter().chain(&PROOFS) {
            for (_, dependency) in program.asked(name) {
                match (&dependency.source, &dependency.path) {
                    (Some(source), _) if source.starts_with("git+") => {
                        _ = sources.insert(git::asked_for(source))
                    }
                    (None, Some(path)) => is_by_path |= !is_here(path),
                    _ => {}
                }
            }
        }
        match sources.into_iter().collect::<Vec<_>>().as_slice() {
            [] => Ok(Self::Paths),
            [one] if !is_by_path => Ok(Self::Git((*one).to_owned())),
            all => Err(format!(
                "FCMP++ comes from more than one place, or also by path. It must be one, written in the same way:\n{}",
                all.join("\n")
            )),
        }
    }
}

/// A line of `[patch]`: its table, its key, the package, and where that comes from.
struct Line {
    table: String,
    key: String,
    package: String,
    value: InlineTable,
}

impl Line {
    fn new(table: &str, package: &str, stand_in: &str, value: InlineTable) -> Self {
        let key = key(package, stand_in);
        let mut all = InlineTable::new();
        if key != package {
            all.insert("package", package.into());
        }
        all.extend(value);
        Self {
            table: table.into(),
            key: key.into(),
            package: package.into(),
            value: all,
        }
    }
}

/// What is to be changed.
struct Plan {
    about: String,
    /// Manifests, before and after.
    files: Vec<(PathBuf, String, String)>,
}

impl Plan {
    fn new(program: &Program, cargo: &Cargo, set: &[&str]) -> Result<Self, String> {
        if program.asked(HELIOSELENE).next().is_none() {
            return Err("helioselene is not in the graph: is this a program over FCMP++?\nIf it has it with a feature, say --features ….".into());
        }
        let origin = Origin::of(program)?;
        let mut replaced = BTreeMap::new();
        for name in set {
            let revision = match program.fitting(cargo, name) {
                Fitting::Revision(revision) => revision,
                Fitting::Nothing(object) | Fitting::Unknown(object) => {
                    return Err(format!(
                        "No {name} of fcmp/crates/ is known to do what that of this FCMP++ does.\n(Git calls its source {object}.)"
                    ));
                }
                Fitting::NotFound(reason) => {
                    return Err(format!(
                        "Which revision of {name} this is could not be found out.\n{reason}"
                    ));
                }
            };
            if program.named(name, "").next().is_some() {
                let stand_in = stand_in(name, "", Some(&revision))
                    .ok_or(format!("There is nothing for {name}."))?;
                replaced.insert(*name, stand_in);
            }
        }
        let mut files = Vec::new();
        let mut root = manifest(&program.manifest)?;
        let mut lines = Vec::new();
        let path = |stand_in: &str| path_to(&program.root, &folder().join(stand_in));
        for (name, series) in [
            ("multiexp", "0.4."),
            ("multiexp", "0.5."),
            ("dalek-ff-group", "0.5."),
        ] {
            if program.named(name, series).next().is_some() {
                let stand_in = stand_in(name, series, None).unwrap_or_default();
                lines.push(Line::new("crates-io", name, &stand_in, path(&stand_in)));
            }
        }
        // That of crates.io is another: our helioselene asks for FCMP++'s by its name.
        if program.named(DIVISORS, "").next().is_some() {
            let value = match (replaced.get(DIVISORS), &origin) {
                (Some(stand_in), _) => path(stand_in),
                (None, Origin::Git(source)) => by_git(source),
                (None, Origin::Paths) => {
                    let folders = program.originals(cargo, DIVISORS)?;
                    path_to(
                        &program.root,
                        folders
                            .first()
                            .ok_or("The folder of ec-divisors is not there.")?,
                    )
                }
            };
            lines.push(Line::new("crates-io", DIVISORS, "", value));
        }
        let about = match &origin {
            Origin::Git(source) => {
                for (name, stand_in) in &replaced {
                    lines.push(Line::new(
                        git::address(source),
                        name,
                        stand_in,
                        path(stand_in),
                    ));
                }
                format!("FCMP++ comes from {}", git::reference(source))
            }
            Origin::Paths => {
                let mut originals = BTreeMap::new();
                for name in replaced.keys() {
                    originals.insert(*name, program.originals(cargo, name)?);
                }
                leave_out(&mut root, program, originals.values().flatten())?;
                for package in program
                    .packages
                    .iter()
                    .filter(|package| package.source.is_none())
                {
                    let path = package.folder.join("Cargo.toml");
                    // One that is replaced stays as it was.
                    let is_replaced = originals
                        .values()
                        .any(|folders| folders.contains(&package.folder));
                    if path == program.manifest || program.is_from_here(package) || is_replaced {
                        continue;
                    }
                    let mut text = manifest(&path)?;
                    replace_paths(&mut text, &package.folder, &replaced)?;
                    files.push((path, text));
                }
                replace_paths(&mut root, &program.root, &replaced)?;
                "FCMP++ is there by its paths".into()
            }
        };
        put(&mut root, &program.root, &origin, lines)?;
        files.push((program.manifest.clone(), root));
        let mut changed = Vec::new();
        for (path, document) in files {
            let (before, after) = (read(&path)?.unwrap_or_default(), document.to_string());
            if before != after {
                changed.push((path, before, after));
            }
        }
        let stand_ins: Vec<_> = replaced.into_values().collect();
        Ok(Self {
            about: format!(
                "{about}; for its revision there are {}.",
                stand_ins.join(", ")
            ),
            files: changed,
        })
    }

    /// Prints the lines that go and those that come.
    fn show(&self) {
        println!("{}", self.about);
        for (path, before, after) in &self.files {
            println!("{}:", path.display());
            for (sign, line) in differences(before, after) {
                println!("{sign} {line}");
            }
        }
    }
}

/// The path from one folder to another, as the value of a line.
fn path_to(from: &Path, to: &Path) -> InlineTable {
    [("path", Value::from(relative(from, to)))]
        .into_iter()
        .collect()
}

fn by_git(source: &str) -> InlineTable {
    let mut value = InlineTable::new();
    value.insert("git", git::address(source).into());
    if let Some((kind, reference)) = git::kind(source) {
        value.insert(kind, reference.into());
    }
    value
}

/// The path from one folder to another, with slashes on every system; the whole path if they are on different drives.
fn relative(from: &Path, to: &Path) -> String {
    let canonical = |path: &Path| path.canonicalize().unwrap_or(path.into());
    let (real_from, real_to) = (canonical(from), canonical(to));
    let (from, there): (Vec<_>, Vec<_>) = (
        real_from.components().collect(),
        real_to.components().collect(),
    );
    let common = from.iter().zip(&there).take_while(|(a, b)| a == b).count();
    if !matches!(
        from[..common],
        [.., Component::RootDir | Component::Normal(_)]
    ) {
        return to.display().to_string();
    }
    let up = from[common..].iter().map(|_| "..".into());
    let down = there[common..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Takes folders out of the workspace but keeps them: what is in them tells the check the revision. Leaves out this repository too
/// if it lies within.
fn leave_out<'a>(
    root: &mut DocumentMut,
    program: &Program,
    folders: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), String> {
    let Some(workspace) = root.get_mut("workspace").and_then(Item::as_table_like_mut) else {
        return Ok(());
    };
    let repository = folder().join("../..").canonicalize().unwrap_or_default();
    let folders = folders.cloned().chain([repository]);
    for folder in folders.filter(|folder| folder.starts_with(&program.root)) {
        for key in ["members", "default-members"] {
            if let Some(members) = workspace.get_mut(key).and_then(Item::as_array_mut) {
                members.retain(|member| {
                    member
                        .as_str()
                        .is_none_or(|member| program.root.join(member) != folder)
                });
            }
        }
        let exclude = workspace.entry("exclude").or_insert(value(Array::new()));
        let exclude = exclude
            .as_array_mut()
            .ok_or("`exclude` of [workspace] is no array")?;
        if !exclude.iter().any(|left| {
            left.as_str()
                .is_some_and(|left| program.root.join(left) == folder)
        }) {
            exclude.push(relative(&program.root, &folder));
        }
    }
    Ok(())
}

/// Changes the paths of dependencies on crates that are replaced.
fn replace_paths(
    document: &mut DocumentMut,
    base: &Path,
    replaced: &BTreeMap<&str, String>,
) -> Result<(), String> {
    const TABLES: [&str; 5] = [
        "dependencies",
        "dev-dependencies",
        "build-dependencies",
        "dev_dependencies",
        "build_dependencies",
    ];
    let in_tables = |table: &mut dyn TableLike| -> Result<(), String> {
        let tables = table
            .iter_mut()
            .filter(|(key, _)| TABLES.contains(&key.get()));
        for (_, dependencies) in tables {
            for (key, dependency) in dependencies
                .as_table_like_mut()
                .into_iter()
                .flat_map(|table| table.iter_mut())
            {
                let Some(dependency) = dependency.as_table_like_mut() else {
                    continue;
                };
                let package = dependency
                    .get("package")
                    .and_then(Item::as_str)
                    .unwrap_or(key.get())
                    .to_owned();
                let Some(Item::Value(path)) = dependency.get_mut("path") else {
                    continue;
                };
                let is_from_here = path.as_str().is_some_and(|path| is_here(&base.join(path)));
                match replaced.get(package.as_str()) {
                    Some(stand_in) => {
                        let mut new = Value::from(relative(base, &folder().join(stand_in)));
                        *new.decor_mut() = path.decor().clone();
                        *path = new;
                    }
                    None if is_from_here && is_of_fcmp(&package) => {
                        return Err(format!(
                            "{package} was replaced before. Take that back first, by `undo` or by hand."
                        ));
                    }
                    None => {}
                }
            }
        }
        Ok(())
    };
    in_tables(document.as_table_mut())?;
    if let Some(workspace) = document
        .get_mut("workspace")
        .and_then(Item::as_table_like_mut)
    {
        in_tables(workspace)?;
    }
    if let Some(targets) = document.get_mut("target").and_then(Item::as_table_like_mut) {
        for (_, target) in targets.iter_mut() {
            target.as_table_like_mut().map_or(Ok(()), &in_tables)?;
        }
    }
    Ok(())
}

/// Whether a folder is that of a crate of this repository.
fn is_here(path: &Path) -> bool {
    path.join("..")
        .canonicalize()
        .is_ok_and(|parent| Some(parent) == folder().canonicalize().ok())
}

/// Puts lines into their tables of `[patch]`, and takes out those of before.
fn put(
    root: &mut DocumentMut,
    base: &Path,
    origin: &Origin,
    lines: Vec<Line>,
) -> Result<(), String> {
    let patch = root.entry("patch").or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let patch = patch.as_table_like_mut().ok_or("`patch` is no table")?;
    for (name, table) in patch.iter_mut() {
        let table = table
            .as_table_like_mut()
            .ok_or(format!("`patch.{name}` is no table"))?;
        let mut old = Vec::new();
        for (key, entry) in table.iter() {
            let value = |key: &str| entry.get(key).and_then(Item::as_str);
            let package = value("package").unwrap_or(key);
            let same_key = |line: &&Line| line.key == key && is_table(&line.table, name.get());
            if value("path").is_some_and(|path| is_here(&base.join(path))) {
                // In its place if it stays.
                if !lines.iter().any(|line| same_key(&line)) {
                    old.push(key.to_owned());
                }
            } else if lines
                .iter()
                .any(|line| line.package == package && is_table(&line.table, name.get()))
            {
                let is_of_fcmp = match origin {
                    Origin::Git(source) => {
                        value("git").is_some_and(|git| git::same(git, git::address(source)))
                    }
                    Origin::Paths => value("path").is_some(),
                };
                if package != DIVISORS || !is_of_fcmp || !lines.iter().any(|line| same_key(&line)) {
                    return Err(format!(
                        "[patch.{:?}] has {key} already, from elsewhere. Take that line out first.",
                        name.get()
                    ));
                }
            }
        }
        for key in old {
            table.remove(&key);
        }
    }
    for line in lines {
        let table = patch
            .iter()
            .map(|(name, _)| name.to_owned())
            .find(|name| is_table(&line.table, name));
        let table = table.unwrap_or(line.table);
        let table = patch.entry(&table).or_insert(Item::Table(Table::new()));
        let table = table
            .as_table_like_mut()
            .ok_or("a table of [patch] is none")?;
        table.insert(&line.key, Item::Value(line.value.into()));
    }
    Ok(())
}

/// Whether a table of `[patch]` is the one that a line belongs into.
fn is_table(wanted: &str, name: &str) -> bool {
    wanted == name || wanted.contains("://") && git::same(wanted, name)
}

/// The lines of a text that are not in another, and the other way round, by the longest common sequence.
fn differences<'a>(before: &'a str, after: &'a str) -> Vec<(char, &'a str)> {
    let (a, b): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let mut common = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = if a[i] == b[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && common[i + 1][j] >= common[i][j + 1] {
            found.push(('-', a[i]));
            i += 1;
        } else {
            found.push(('+', b[j]));
            j += 1;
        }
    }
    found
}
