//! What git calls files and folders, computed from the files themselves: no git, no history, no settings.

use std::fs;
use std::io;
use std::path::Path;

use sha1_smol::Sha1;

/// The first twelve digits of the id of a file's blob or a folder's tree.
pub fn object(path: &Path) -> io::Result<String> {
    let id = if path.is_dir() {
        tree(path)?.unwrap_or_else(|| id("tree", b""))
    } else {
        id("blob", &fs::read(path)?)
    };
    Ok(id.to_string()[..12].to_owned())
}

fn id(kind: &str, content: &[u8]) -> sha1_smol::Digest {
    let mut hash = Sha1::from(format!("{kind} {}\0", content.len()));
    hash.update(content);
    hash.digest()
}

/// The id of a folder's tree; none of a folder without files, which git does not have.
fn tree(folder: &Path) -> io::Result<Option<sha1_smol::Digest>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_encoded_bytes();
        let (path, kind) = (entry.path(), entry.file_type()?);
        let (mode, id) = if kind.is_symlink() {
            let target = fs::read_link(path)?.into_os_string().into_encoded_bytes();
            ("120000", id("blob", &target))
        } else if kind.is_dir() {
            match tree(&path)? {
                Some(id) => ("40000", id),
                None => continue,
            }
        } else {
            let mode = if is_executable(&entry.metadata()?) {
                "100755"
            } else {
                "100644"
            };
            (mode, id("blob", &fs::read(path)?))
        };
        // Git sorts folders as if their names ended in a slash.
        let mut key = name.clone();
        key.extend(kind.is_dir().then_some(b'/'));
        entries.push((key, mode, name, id));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let mut content = Vec::new();
    for (_, mode, name, id) in &entries {
        content.extend_from_slice(mode.as_bytes());
        content.push(b' ');
        content.extend_from_slice(name);
        content.push(0);
        content.extend_from_slice(&id.bytes());
    }
    Ok((!entries.is_empty()).then(|| id("tree", &content)))
}

#[cfg(unix)]
fn is_executable(file: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against ids that `git rev-parse HEAD:…` prints.
    #[test]
    fn files_and_folders_have_the_ids_that_git_gives_them() {
        let folder =
            std::env::temp_dir().join(format!("helioselene-objects-{}", std::process::id()));
        let file = |name: &str, content: &str| {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        file("empty", "");
        assert_eq!(object(&folder.join("empty")).unwrap(), "e69de29bb2d1");
        file("a.rs", "fn a() {}\n");
        // Sorted behind the file, as if its name ended in a slash.
        file("a/b.rs", "fn b() {}\n");
        fs::create_dir_all(folder.join("without/files")).unwrap();
        assert_eq!(object(&folder.join("a.rs")).unwrap(), "ca05282d78fc");
        assert_eq!(object(&folder).unwrap(), "80d4a8bfa75f");
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            fs::set_permissions(folder.join("empty"), fs::Permissions::from_mode(0o755)).unwrap();
            symlink("a.rs", folder.join("link")).unwrap();
            assert_eq!(object(&folder).unwrap(), "a27319261909");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
