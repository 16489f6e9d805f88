//! Search for scenarios in a folder and its subfolders.

use super::error::LoadError;
use super::parsed::Parsed;
use crate::document::{file, printable_path};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that identify a folder as a report on a scenario.
const REPORT: [&str; 2] = ["results.json", "scenario.toml"];

/// Files found in folders and their subfolders.
#[derive(Debug, Default)]
pub struct FolderSearch {
    /// Scenarios and files that may be intended as scenarios, without duplicates, sorted by path.
    pub files: Vec<String>,
    /// TOML files without a `kind`: parties and files of other programs.
    pub others: Vec<String>,
    /// Folders and files that could not be read.
    pub unreadable: Vec<LoadError>,
    /// Canonical paths of visited folders and files; a cycle of symbolic links ends at the second
    /// visit.
    seen: BTreeSet<PathBuf>,
}

impl FolderSearch {
    /// Searches `folder` and its subfolders; returns the number of files added. Adds all `*.toml`
    /// files with a `kind` or a syntax error. Skips names with a leading dot, reports (which
    /// contain a copy of their scenario) and files already found.
    pub fn search(&mut self, folder: &Path) -> usize {
        let before = self.files.len() + self.others.len();
        self.descend(folder);
        // Paths are compared by components, so that the files of a folder stay together.
        self.files.sort_by(|a, b| Path::new(a).cmp(Path::new(b)));
        self.others.sort_by(|a, b| Path::new(a).cmp(Path::new(b)));
        self.files.len() + self.others.len() - before
    }

    fn descend(&mut self, folder: &Path) {
        // A report contains a copy of its scenario.
        if is_report(folder) {
            return;
        }
        match folder.canonicalize() {
            Ok(canonical) => {
                if !self.seen.insert(canonical) {
                    return;
                }
            }
            Err(reason) => return self.refuse(folder, reason),
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut paths: Vec<PathBuf> = match entries {
            Ok(entries) => entries.iter().map(fs::DirEntry::path).collect(),
            Err(reason) => return self.refuse(folder, reason),
        };
        // The order of directory entries is not defined, and it determines which of two links is
        // followed.
        paths.sort();
        for path in paths {
            let hidden = path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if hidden {
                continue;
            }
            if path.is_dir() {
                self.descend(&path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                self.classify(&path);
            }
        }
    }

    /// Adds a TOML file to the appropriate list.
    fn classify(&mut self, path: &Path) {
        let canonical = match path.canonicalize() {
            Ok(canonical) => canonical,
            Err(reason) => return self.refuse(path, reason),
        };
        if !canonical.is_file() || !self.seen.insert(canonical) {
            return;
        }
        let Some(name) = path.to_str().map(str::to_owned) else {
            let shown = printable_path(path);
            return self.unreadable.push(LoadError::Unnameable { shown });
        };
        match file::read(path) {
            Ok(bytes) if is_other(&name, &bytes) => self.others.push(name),
            Ok(_) => self.files.push(name),
            Err(error) => self.unreadable.push(LoadError::unread(&name, error)),
        }
    }

    fn refuse(&mut self, path: &Path, reason: std::io::Error) {
        self.unreadable.push(LoadError::Unreadable {
            path: path.to_string_lossy().into_owned(),
            reason,
        });
    }
}

/// Returns whether a folder contains a report on a scenario.
fn is_report(folder: &Path) -> bool {
    REPORT.iter().all(|name| folder.join(name).is_file())
}

/// Returns whether a TOML file is well-formed and has no `kind`.
fn is_other(name: &str, bytes: &[u8]) -> bool {
    let Ok(parsed) = Parsed::read(name, bytes) else {
        return false;
    };
    let has_kind = parsed
        .root
        .as_table()
        .is_some_and(|entries| entries.get("kind").is_some());
    parsed.faults.is_empty() && !has_kind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(folder: &Path) -> FolderSearch {
        let mut below = FolderSearch::default();
        below.search(folder);
        below
    }

    fn names(folder: &Path, paths: &[String]) -> Vec<String> {
        let relative = |path: &String| {
            let path = Path::new(path).strip_prefix(folder).unwrap();
            path.to_string_lossy().replace('\\', "/")
        };
        paths.iter().map(relative).collect()
    }

    #[test]
    fn scenarios_are_found_in_order_and_other_files_are_listed_separately() {
        let home = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        put("b.toml", "kind = \"quick\"\n");
        put("a/z.toml", "kind = \"combat\"\n");
        put("a/party.toml", "[[side]]\nname = \"x\"\n");
        put("a.toml", "kind = 3\n");
        put("broken.toml", "title = \n");
        put("empty.toml", "");
        put("notes.txt", "kind = \"quick\"\n");
        put(".git/x.toml", "kind = \"quick\"\n");
        put(".hidden.toml", "kind = \"quick\"\n");
        put("report/b/scenario.toml", "kind = \"quick\"\n");
        put("report/b/results.json", "{}");
        let mut found = below(home.path());
        assert_eq!(
            names(home.path(), &found.files),
            ["a/z.toml", "a.toml", "b.toml", "broken.toml"]
        );
        assert_eq!(
            names(home.path(), &found.others),
            ["a/party.toml", "empty.toml"]
        );
        assert!(found.unreadable.is_empty());
        // A second search finds no further files.
        assert_eq!(found.search(&home.path().join("a")), 0);
        assert_eq!(found.files.len(), 4);
    }

    #[cfg(unix)]
    #[test]
    fn cycles_of_links_end_and_dangling_links_are_reported() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let inner = home.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("one.toml"), "kind = \"quick\"\n").unwrap();
        symlink(home.path(), inner.join("up")).unwrap();
        symlink(inner.join("one.toml"), home.path().join("same.toml")).unwrap();
        symlink("nowhere", home.path().join("gone.toml")).unwrap();
        let found = below(home.path());
        assert_eq!(names(home.path(), &found.files), ["inner/one.toml"]);
        assert_eq!(found.unreadable.len(), 1);
        assert!(found.unreadable[0].to_string().contains("gone.toml"));
    }
}
