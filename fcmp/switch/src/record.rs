//! What files were before `lines --write`, kept where cargo compiles to, so that `undo` gives the same bytes back.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha1_smol::Sha1;

use crate::cargo::Cargo;

/// A file's text; none where it is not there.
pub type Text = Option<String>;

pub fn read(path: &Path) -> Result<Text, String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

pub fn write(path: &Path, text: &Text) -> Result<(), String> {
    match text {
        Some(text) => fs::write(path, text),
        None if path.exists() => fs::remove_file(path),
        None => Ok(()),
    }
    .map_err(|error| format!("{}: {error}", path.display()))
}

/// Files as they were.
#[derive(Default)]
pub struct Kept(Vec<(PathBuf, Text)>);

impl Kept {
    /// Notes what a file is now, unless it was noted before.
    pub fn keep(&mut self, path: &Path) -> Result<(), String> {
        if !self.0.iter().any(|(kept, _)| kept == path) {
            self.0.push((path.to_owned(), read(path)?));
        }
        Ok(())
    }

    pub fn restore(&self) -> Result<(), String> {
        self.0.iter().try_for_each(|(path, text)| write(path, text))
    }
}

/// Files as they were before and after.
pub struct Record(Vec<(PathBuf, Text, Text)>);

impl Record {
    /// Where that of a program is; other programs may be compiled to the same folder.
    pub fn path(cargo: &Cargo) -> Result<PathBuf, String> {
        let program = Sha1::from(cargo.manifest.as_os_str().as_encoded_bytes())
            .digest()
            .to_string();
        Ok(cargo
            .target()?
            .join(format!("helioselene-switch-{}.json", &program[..12])))
    }

    /// What was written down; none if there is none.
    pub fn load(path: &Path) -> Result<Option<Self>, String> {
        let Some(text) = read(path)? else {
            return Ok(None);
        };
        let broken = || format!("{} is not a record of `lines --write`.", path.display());
        let value: Value = serde_json::from_str(&text).map_err(|_| broken())?;
        let text = |value: &Value| match value {
            Value::Null => Some(None),
            text => Some(Some(text.as_str()?.to_owned())),
        };
        let files = value.as_object().ok_or_else(broken)?.iter();
        let files =
            files.map(|(path, texts)| Some((path.into(), text(&texts[0])?, text(&texts[1])?)));
        Ok(Some(Self(files.collect::<Option<_>>().ok_or_else(broken)?)))
    }

    /// Writes down what files were and what they are now; whether any has changed.
    pub fn save(before: Kept, path: &Path) -> Result<bool, String> {
        let mut files = Map::new();
        for (file, before) in before.0 {
            let after = read(&file)?;
            if before != after {
                files.insert(file.display().to_string(), json!([before, after]));
            }
        }
        if files.is_empty() {
            return Ok(false);
        }
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        write(path, &Some(Value::Object(files).to_string()))?;
        Ok(true)
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|(path, ..)| path.as_path())
    }

    /// The files that are not what was written, the lock file apart.
    pub fn changed(&self, lock: &Path) -> Result<Vec<String>, String> {
        let mut changed = Vec::new();
        for (path, _, after) in &self.0 {
            if path != lock && read(path)? != *after {
                changed.push(path.display().to_string());
            }
        }
        Ok(changed)
    }

    /// Gives the files back as they were. A lock file that has changed since stays.
    pub fn restore(&self, lock: &Path) -> Result<(), String> {
        for (path, before, after) in &self.0 {
            if path == lock && read(path)? != *after {
                println!(
                    "note: {} has changed since and stays; cargo takes the lines out of it.",
                    path.display()
                );
            } else {
                write(path, before)?;
            }
        }
        Ok(())
    }
}

/// The command `undo`.
pub fn undo(cargo: &Cargo) -> Result<bool, String> {
    let path = Record::path(cargo)?;
    let by_hand = "Take the lines out by hand, or have git give the files back.";
    let none = || {
        format!(
            "{} is not there, so what files were is not known.\n{by_hand}",
            path.display()
        )
    };
    let record = Record::load(&path)?.ok_or_else(none)?;
    let changed = record.changed(&cargo.lock)?;
    if !changed.is_empty() {
        return Err(format!(
            "Files have changed since the lines were written. {by_hand}\n{}",
            changed.join("\n")
        ));
    }
    record.restore(&cargo.lock)?;
    write(&path, &None)?;
    println!("The program is as it was before the lines.");
    Ok(true)
}
