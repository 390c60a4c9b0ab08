//! What is known of FCMP++'s revisions: `fcmp/revisions.txt`.

use std::fs;
use std::path::{Path, PathBuf};

/// This repository's folder `fcmp`.
fn house() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// This repository's folder of crates that replace others.
pub fn folder() -> PathBuf {
    house().join("crates")
}

/// What of this repository fits a crate of FCMP++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fitting {
    /// What is for this revision.
    Revision(String),
    /// Nothing: the source is known and is another.
    Nothing(String),
    /// The source, which nobody has compared.
    Unknown(String),
    /// It could not be found out, and why.
    NotFound(String),
}

pub struct Revisions(Vec<[String; 3]>);

impl Revisions {
    pub fn new() -> Result<Self, String> {
        let path = house().join("revisions.txt");
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let rows = text.lines().filter_map(|line| line.strip_prefix("source "));
        let rows = rows.filter_map(|row| {
            let columns: Vec<_> = row.split_whitespace().map(str::to_owned).collect();
            match columns.as_slice() {
                [of, _, object, revision, ..] => {
                    Some([of.clone(), object.clone(), revision.clone()])
                }
                _ => None,
            }
        });
        Ok(Self(rows.collect()))
    }

    pub fn fitting(&self, of: &str, object: &str) -> Fitting {
        let row = self.0.iter().find(|row| row[0] == of && row[1] == object);
        match row.map(|row| row[2].as_str()) {
            Some("none") => Fitting::Nothing(object.into()),
            Some(revision) => Fitting::Revision(revision.into()),
            None => Fitting::Unknown(object.into()),
        }
    }
}
