//! A program over FCMP++: the packages that cargo compiles for it, and the originals of those that were replaced.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml_edit::{DocumentMut, Item};

use crate::cargo::{Cargo, explained, folder_of};
use crate::git;
use crate::objects::object;
use crate::revisions::{Fitting, Revisions};

pub const HELIOSELENE: &str = "helioselene";
pub const DIVISORS: &str = "ec-divisors";
pub const PROOFS: [&str; 3] = [
    "generalized-bulletproofs",
    "generalized-bulletproofs-circuit-abstraction",
    "generalized-bulletproofs-ec-gadgets",
];
/// FCMP++'s crates for which there are others here, the folder of each in FCMP++, and what of it tells the revision.
const ORIGINALS: [(&str, &str, &str); 5] = [
    (HELIOSELENE, "crypto/helioselene", "src/point.rs"),
    (DIVISORS, "crypto/divisors", "src/lib.rs"),
    (PROOFS[0], "crypto/generalized-bulletproofs", "src"),
    (PROOFS[1], "crypto/fcmps/circuit-abstraction", "src"),
    (PROOFS[2], "crypto/fcmps/ec-gadgets", "src"),
];

/// Whether the crate is one of FCMP++'s for which there is another here.
pub fn is_of_fcmp(name: &str) -> bool {
    ORIGINALS.iter().any(|original| original.0 == name)
}

pub struct Package {
    pub name: String,
    pub version: String,
    /// The registry or git repository; none of a package that is there by its path.
    pub source: Option<String>,
    pub folder: PathBuf,
    pub is_member: bool,
    /// Those that are compiled.
    pub dependencies: Vec<Dependency>,
}

pub struct Dependency {
    pub name: String,
    pub requirement: String,
    pub source: Option<String>,
    pub path: Option<PathBuf>,
}

impl Package {
    /// The name, version and source, as cargo prints them.
    pub fn shown(&self) -> String {
        match &self.source {
            None => format!(
                "{} v{} ({})",
                self.name,
                self.version,
                self.folder.display()
            ),
            Some(source) if source.starts_with("git+") => {
                format!(
                    "{} v{} ({})",
                    self.name,
                    self.version,
                    &source["git+".len()..]
                )
            }
            Some(_) => format!("{} v{}", self.name, self.version),
        }
    }

    /// What `cargo update` calls it.
    pub fn spec(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }

    pub fn git(&self) -> Option<&str> {
        self.source
            .as_deref()
            .filter(|source| source.starts_with("git+"))
    }
}

pub struct Program {
    pub packages: Vec<Package>,
    /// The workspace's folder.
    pub root: PathBuf,
    /// The lines of `[patch]` that cargo has no use for: name and version.
    pub idle: Vec<(String, String)>,
    /// The lines of `[patch]`: table and package.
    lines: Vec<(String, String)>,
    pub revisions: Revisions,
    pub manifest: PathBuf,
    /// What was found out of originals.
    found: RefCell<HashMap<String, Folders>>,
}

/// Folders of a crate, or why they are not known.
type Folders = Result<BTreeSet<PathBuf>, String>;

impl Program {
    /// The program, with its lock file left as it was: cargo writes it where it has not the lines yet, unless it gets --locked.
    pub fn kept(cargo: &Cargo) -> Result<Self, String> {
        let before = fs::read(&cargo.lock).ok();
        let program = Self::new(cargo);
        let after = fs::read(&cargo.lock).ok();
        if before != after {
            match &before {
                Some(bytes) => fs::write(&cargo.lock, bytes),
                None => fs::remove_file(&cargo.lock),
            }
            .map_err(|error| format!("{}: {error}", cargo.lock.display()))?;
            if before.is_some() {
                println!(
                    "note: Cargo.lock has not what the lines ask for. It was left so; cargo without --locked changes it."
                );
            }
        }
        program
    }

    /// Reads what cargo makes of the workspace, which may change its lock file.
    pub fn new(cargo: &Cargo) -> Result<Self, String> {
        let metadata = cargo.metadata().map_err(explained)?;
        let members: Vec<_> = array(&metadata["workspace_members"]).collect();
        let all = || array(&metadata["packages"]);
        let names: HashMap<_, _> = all()
            .map(|package| (&package["id"], &package["name"]))
            .collect();
        let used = |package: &Value| {
            let node =
                array(&metadata["resolve"]["nodes"]).find(|node| node["id"] == package["id"]);
            let dependencies = node
                .into_iter()
                .flat_map(|node| array(&node["dependencies"]));
            dependencies
                .filter_map(|id| names.get(id).copied())
                .collect::<Vec<_>>()
        };
        let packages = all().map(|package| {
            let is_member = members.contains(&&package["id"]);
            let used = used(package);
            let dependencies = array(&package["dependencies"]).filter(|dependency| {
                used.contains(&&dependency["name"]) && (is_member || dependency["kind"] != "dev")
            });
            Package {
                name: text(&package["name"]),
                version: text(&package["version"]),
                source: package["source"].as_str().map(str::to_owned),
                folder: folder_of(package),
                is_member,
                dependencies: dependencies
                    .map(|dependency| Dependency {
                        name: text(&dependency["name"]),
                        requirement: text(&dependency["req"]),
                        source: dependency["source"].as_str().map(str::to_owned),
                        path: dependency["path"].as_str().map(PathBuf::from),
                    })
                    .collect(),
            }
        });
        Ok(Self {
            packages: packages.collect(),
            root: text(&metadata["workspace_root"]).into(),
            idle: idle(&cargo.lock)?,
            lines: lines(&manifest(&cargo.manifest)?),
            revisions: Revisions::new()?,
            manifest: cargo.manifest.clone(),
            found: RefCell::default(),
        })
    }

    /// The packages of a name whose version begins so.
    pub fn named<'a>(
        &'a self,
        name: &'a str,
        version: &'a str,
    ) -> impl Iterator<Item = &'a Package> {
        let all = self.packages.iter();
        all.filter(move |package| package.name == name && package.version.starts_with(version))
    }

    /// The folder of this repository that a package comes from, if it does.
    ///
    /// They name helioselene-simd by its path, so that all have one source: folders of one checkout, or one commit of one git
    /// repository.
    pub fn stand_in<'a>(&self, package: &'a Package) -> Option<&'a str> {
        let library = self.named("helioselene-simd", "").next()?;
        let is_from_here = match &library.source {
            None => {
                // In fcmp/crates of the checkout.
                package.source.is_none() && package.folder.ancestors().nth(3)? == library.folder
            }
            source => package.source == *source,
        };
        is_from_here.then(|| package.folder.file_name()?.to_str())?
    }

    /// Whether there is a line for a package of a git repository. Cargo does not call it idle if the same one is taken elsewhere.
    pub fn has_line(&self, package: &Package) -> bool {
        let address = package.git().map(git::address);
        let mut lines = self.lines.iter();
        address.is_some_and(|address| {
            lines.any(|(table, name)| *name == package.name && git::same(table, address))
        })
    }

    /// Whether it is of this repository.
    pub fn is_from_here(&self, package: &Package) -> bool {
        self.stand_in(package).is_some() || package.name == "helioselene-simd"
    }

    /// What FCMP++'s crates ask for by the name of one of them, by the package that asks.
    pub fn asked<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (&'a Package, &'a Dependency)> {
        let users = self
            .packages
            .iter()
            .filter(|package| !self.is_from_here(package));
        users.flat_map(move |user| {
            let named = user
                .dependencies
                .iter()
                .filter(move |dependency| dependency.name == name);
            named.map(move |dependency| (user, dependency))
        })
    }

    /// The folders of one of FCMP++'s crates that the program is over: where it was not replaced, those that are compiled, else
    /// those that would be.
    pub fn originals(&self, cargo: &Cargo, name: &str) -> Folders {
        if let Some(found) = self.found.borrow().get(name) {
            return found.clone();
        }
        let found = self.search(cargo, name);
        self.found.borrow_mut().insert(name.into(), found.clone());
        found
    }

    fn search(&self, cargo: &Cargo, name: &str) -> Folders {
        let compiled = self
            .named(name, "")
            .filter(|package| !self.is_from_here(package));
        let mut folders: BTreeSet<_> = compiled.map(|package| package.folder.clone()).collect();
        let is_replaced = self
            .named(name, "")
            .any(|package| self.is_from_here(package));
        for (user, dependency) in self.asked(name).filter(|_| is_replaced) {
            match (&dependency.source, &dependency.path) {
                (Some(source), _) if source.starts_with("git+") => {
                    let of_it = |package: &&Package| {
                        package
                            .git()
                            .is_some_and(|git| git::asked_for(git) == git::asked_for(source))
                    };
                    let mut others = self.packages.iter().filter(of_it);
                    let beside =
                        others.find_map(|package| above(&package.folder, name, Last::Checkout));
                    folders.insert(match beside {
                        Some(folder) => folder,
                        None => cargo.folder_of(name, source)?,
                    });
                }
                (None, Some(path)) if !folders.contains(path) => {
                    let kept = user
                        .is_member
                        .then(|| self.excluded(name))
                        .transpose()?
                        .flatten();
                    folders.extend(kept);
                    folders.extend(above(&user.folder, name, Last::Workspace(&self.root)));
                }
                _ => {}
            }
        }
        if folders.is_empty() && PROOFS[1..].contains(&name) {
            // Not in the graph, but beside another.
            for folder in self.originals(cargo, PROOFS[0])? {
                folders.extend(
                    above(&folder, name, Last::Checkout)
                        .or_else(|| above(&folder, name, Last::Workspace(&self.root))),
                );
            }
        }
        Ok(folders)
    }

    /// The folder of a crate that was replaced and that the workspace leaves out.
    fn excluded(&self, name: &str) -> Result<Option<PathBuf>, String> {
        let manifest = manifest(&self.root.join("Cargo.toml"))?;
        let exclude = manifest
            .get("workspace")
            .and_then(|workspace| workspace.get("exclude"));
        let folders = exclude
            .and_then(|exclude| exclude.as_array())
            .into_iter()
            .flatten();
        let mut folders = folders.filter_map(|folder| Some(self.root.join(folder.as_str()?)));
        Ok(folders.find(|folder| is_package(folder, name)))
    }

    /// What of this repository fits the program's revision of a crate.
    pub fn fitting(&self, cargo: &Cargo, name: &str) -> Fitting {
        let names = if PROOFS.contains(&name) {
            &PROOFS[..]
        } else {
            &[name]
        };
        let mut objects = Vec::new();
        for name in names {
            let found = self.objects_of(cargo, name);
            match found
                .as_ref()
                .map(|found| found.iter().collect::<Vec<_>>())
                .as_deref()
            {
                Ok([one]) => objects.push(one.to_string()),
                Ok([]) => return Fitting::NotFound(self.advice(name)),
                Ok(all) => {
                    return Fitting::NotFound(format!(
                        "There are {} different {name}, of which only one can fit.",
                        all.len()
                    ));
                }
                Err(error) => return Fitting::NotFound((*error).clone()),
            }
        }
        let of = if PROOFS.contains(&name) {
            "proofs"
        } else {
            name
        };
        self.revisions.fitting(of, &objects.join("+"))
    }

    fn objects_of(&self, cargo: &Cargo, name: &str) -> Result<BTreeSet<String>, String> {
        let part = ORIGINALS
            .iter()
            .find(|original| original.0 == name)
            .map_or("src", |original| original.2);
        let mut objects = BTreeSet::new();
        for folder in self.originals(cargo, name)? {
            let path = folder.join(part);
            objects.insert(object(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
        Ok(objects)
    }

    /// Whether FCMP++'s field of q inverts odd·2^k wrongly, as far as its file is found.
    pub fn inverts_wrongly(&self, cargo: &Cargo) -> bool {
        let folders = self.originals(cargo, HELIOSELENE).unwrap_or_default();
        let mut objects = folders
            .iter()
            .filter_map(|folder| object(&folder.join("src/field.rs")).ok());
        objects.any(|object| {
            matches!(
                self.revisions.fitting("field", &object),
                Fitting::Revision(_)
            )
        })
    }

    /// How the original of a crate is found out.
    fn advice(&self, name: &str) -> String {
        let folder = ORIGINALS
            .iter()
            .find(|original| original.0 == name)
            .map_or("", |original| original.1);
        if self
            .asked(name)
            .any(|(_, dependency)| dependency.path.is_some())
        {
            format!(
                "The folder that it had, {folder}, is not there. Get it back, by `git checkout <commit> -- {folder}` or from FCMP++ at \
                 this revision, and add it to `exclude` of [workspace]."
            )
        } else {
            "Run the check with the features with which the program has FCMP++ (--features …, --all-features), and not over \
             vendored sources."
                .into()
        }
    }
}

/// A crate's folder in FCMP++, of which another folder is a part. The search goes up to the root of cargo's checkout, where there is a
/// file `.cargo-ok`, or to that of the workspace.
fn above(folder: &Path, name: &str, last: Last) -> Option<PathBuf> {
    let within = ORIGINALS.iter().find(|original| original.0 == name)?.1;
    let is_last = |root: &Path| match last {
        Last::Checkout => root.join(".cargo-ok").exists(),
        Last::Workspace(own) => {
            root == own
                || manifest(&root.join("Cargo.toml"))
                    .is_ok_and(|text| text.contains_key("workspace"))
        }
    };
    let last = folder.ancestors().find(|root| is_last(root))?;
    let mut roots = folder.ancestors().take_while(|root| root.starts_with(last));
    roots.find_map(|root| Some(root.join(within)).filter(|found| is_package(found, name)))
}

#[derive(Clone, Copy)]
enum Last<'a> {
    Checkout,
    /// The program's, or another.
    Workspace(&'a Path),
}

fn is_package(folder: &Path, name: &str) -> bool {
    manifest(&folder.join("Cargo.toml")).is_ok_and(|manifest| {
        let package = manifest
            .get("package")
            .and_then(|package| package.get("name"));
        package.and_then(|package| package.as_str()) == Some(name)
    })
}

pub fn manifest(path: &Path) -> Result<DocumentMut, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse()
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn idle(lock: &Path) -> Result<Vec<(String, String)>, String> {
    let lock = manifest(lock)?;
    let patch = lock.get("patch").and_then(|patch| patch.get("unused"));
    let unused = patch
        .and_then(|unused| unused.as_array_of_tables())
        .into_iter()
        .flatten();
    let of = |table: &toml_edit::Table, key| {
        table
            .get(key)
            .and_then(|value| value.as_str())
            .map(str::to_owned)
    };
    Ok(unused
        .filter_map(|table| Some((of(table, "name")?, of(table, "version")?)))
        .collect())
}

fn lines(manifest: &DocumentMut) -> Vec<(String, String)> {
    let tables = manifest
        .get("patch")
        .and_then(Item::as_table_like)
        .into_iter()
        .flat_map(|patch| patch.iter());
    let lines = tables.flat_map(|(table, lines)| {
        let lines = lines
            .as_table_like()
            .into_iter()
            .flat_map(|lines| lines.iter());
        lines.map(move |(key, line)| {
            (
                table.to_owned(),
                line.get("package")
                    .and_then(Item::as_str)
                    .unwrap_or(key)
                    .to_owned(),
            )
        })
    });
    lines.collect()
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
