//! Path conflicts of a call: no input may be an output, and no two outputs the same file.
//!
//! All files of the command line are compared before a command begins. Files that are found later, such
//! as scenarios below folders and the files that they use, are compared when they are found, and
//! [`super::output`] checks again before each write. Paths are compared by identity, so other spellings,
//! symbolic links and hard links are the same file. Devices and pipes are ignored, since writing to them
//! loses nothing.

use super::failure::Failure;
use crate::document::printable_path;
use crate::scenario::{LoadError, Scenario};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, ValueHint};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Files that a call reads and writes, as far as they are known.
#[derive(Default)]
pub struct CallFiles {
    inputs: Vec<CallFile>,
    outputs: Vec<CallFile>,
}

/// Path with its role in the call.
struct CallFile {
    /// Role in messages: `--out`, or `the scenario`.
    role: String,
    path: PathBuf,
    marks: Vec<FileIdentity>,
    /// True if it is a folder that is replaced with all its contents.
    is_folder: bool,
}

/// Identity of a file.
#[derive(PartialEq)]
enum FileIdentity {
    /// Canonical path.
    Path(PathBuf),
    /// Device and inode, which all hard links of a file share.
    #[cfg(unix)]
    Node(u64, u64),
}

impl CallFile {
    fn new(role: &str, path: &Path) -> Self {
        let mut marks = Vec::new();
        let about = std::fs::metadata(path);
        if about.as_ref().map_or(true, std::fs::Metadata::is_file) {
            // The path may not exist yet, or be a link to a missing file, or a link in a replaced folder.
            for place in [path, &destination(path)] {
                let folder = folder_of(place).canonicalize();
                if let (Ok(folder), Some(name)) = (folder, place.file_name()) {
                    marks.push(FileIdentity::Path(folder.join(name)));
                }
            }
            marks.extend(path.canonicalize().ok().map(FileIdentity::Path));
        }
        #[cfg(unix)]
        if let Some(about) = about.ok().filter(std::fs::Metadata::is_file) {
            use std::os::unix::fs::MetadataExt;
            // The inode of a file that another process replaces may be reused, so only hard links count.
            if about.nlink() > 1 {
                marks.push(FileIdentity::Node(about.dev(), about.ino()));
            }
        }
        Self {
            role: role.to_owned(),
            path: path.to_owned(),
            marks,
            is_folder: false,
        }
    }

    /// Creates the entry of a folder that is replaced as a whole, whether or not it exists.
    fn folder(role: &str, path: &Path) -> Self {
        let whole = path.canonicalize().ok().or_else(|| {
            let folder = folder_of(path).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        });
        Self {
            role: role.to_owned(),
            path: path.to_owned(),
            marks: whole.into_iter().map(FileIdentity::Path).collect(),
            is_folder: true,
        }
    }

    /// Returns whether writing this file or folder changes the other one.
    fn covers(&self, other: &Self) -> bool {
        let within = |mark: &FileIdentity| {
            self.is_folder
                && self.marks.iter().any(|own| match (own, mark) {
                    (FileIdentity::Path(folder), FileIdentity::Path(file)) => {
                        file.starts_with(folder)
                    }
                    #[cfg(unix)]
                    _ => false,
                })
        };
        let mut marks = other.marks.iter();
        marks.any(|mark| self.marks.contains(mark) || within(mark))
    }
}

impl CallFiles {
    /// Adds an input.
    ///
    /// # Errors
    /// An output overwrites it.
    fn read(&mut self, input: CallFile) -> Result<(), Failure> {
        let clash = self.outputs.iter().find(|output| output.covers(&input));
        let result = clash.map(|output| Err(overwritten(output, &input)));
        self.inputs.push(input);
        result.unwrap_or(Ok(()))
    }

    /// Adds an output.
    ///
    /// # Errors
    /// It overwrites an input or another output.
    fn write(&mut self, output: CallFile) -> Result<(), Failure> {
        if let Some(input) = self.inputs.iter().find(|input| output.covers(input)) {
            return Err(overwritten(&output, input));
        }
        if let Some(first) = self.outputs.iter().find(|first| output.covers(first)) {
            return Err(Failure::Input(format!(
                "{} {} and {} {} are the same file; choose a different file for each",
                first.role,
                printable_path(&first.path),
                output.role,
                printable_path(&output.path)
            )));
        }
        self.outputs.push(output);
        Ok(())
    }

    /// Compares the files among the arguments of this command.
    pub fn check(&mut self, command: &Command, matches: &ArgMatches) -> Result<(), Failure> {
        let mut outputs = Vec::new();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            // clap gives this hint to arguments of type `PathBuf` only.
            let is_path = argument.get_value_hint() == ValueHint::AnyPath;
            for value in matches.get_raw(id).into_iter().flatten() {
                let path = Path::new(value);
                match argument.get_long() {
                    Some(long) if is_path => outputs.push((format!("--{long}"), path)),
                    None if is_path => self.read(CallFile::new("the part", path))?,
                    None => self.scenario(&value.to_string_lossy())?,
                    _ => {}
                }
            }
        }
        // In a conflict of two outputs, `--out` comes first.
        outputs.sort_by_key(|(option, _)| option != "--out");
        for (role, path) in outputs {
            if path.as_os_str() != OsStr::new("-") {
                self.write(CallFile::new(&role, path))?;
            }
        }
        Ok(())
    }

    /// Compares a scenario with all outputs before it is read.
    pub fn scenario(&mut self, file: &str) -> Result<(), Failure> {
        match file {
            // The file that the shell opened, if it is one.
            "-" if cfg!(unix) => self.read(CallFile::new("standard input", Path::new(STDIN))),
            _ if is_file(file) => self.read(CallFile::new(SCENARIO, Path::new(file))),
            _ => Ok(()),
        }
    }

    /// Compares the files that an opened scenario uses, as far as they were found, with all outputs.
    pub fn used(&mut self, opened: &Result<Scenario, LoadError>) -> Result<(), Failure> {
        let files = match opened {
            Ok(scenario) => scenario.used_files(),
            Err(error) => error.files(),
        };
        for file in files {
            self.read(CallFile::new("the used file", &file))?;
        }
        Ok(())
    }

    /// Compares the folders and index files of reports with all inputs.
    pub fn reports<'a>(
        &mut self,
        folders: impl IntoIterator<Item = &'a Path>,
        files: &[PathBuf],
    ) -> Result<(), Failure> {
        for folder in folders {
            self.write(CallFile::folder("the report", folder))?;
        }
        for file in files {
            self.write(CallFile::new("the index", file))?;
        }
        Ok(())
    }

    /// Checks that a file to be written is not an input.
    pub fn may_write(&self, path: &Path) -> Result<(), Failure> {
        let output = CallFile::new("the output", path);
        let clash = self.inputs.iter().find(|input| output.covers(input));
        clash.map_or(Ok(()), |input| Err(overwritten(&output, input)))
    }

    /// Returns whether an output overwrites an input.
    pub fn clash(&self) -> bool {
        let mut outputs = self.outputs.iter();
        outputs.any(|output| self.inputs.iter().any(|input| output.covers(input)))
    }
}

fn overwritten(output: &CallFile, input: &CallFile) -> Failure {
    let (out, role) = (printable_path(&output.path), &output.role);
    let (read, what) = (printable_path(&input.path), &input.role);
    Failure::Input(if output.is_folder {
        format!(
            "{what} {read} is inside {role} {out}, whose contents are replaced; choose another folder"
        )
    } else {
        format!(
            "{role} {out} is the same file as {what} {read}; choose another file, because inputs are never \
             overwritten"
        )
    })
}

/// Link to the file of standard input.
const STDIN: &str = "/dev/stdin";

/// Role of a FILE argument.
const SCENARIO: &str = "the scenario";

fn is_file(name: &str) -> bool {
    name != "-" && !name.starts_with('@')
}

/// Returns the folder of a file, which need not exist.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Upper bound on the length of a chain of symbolic links, as on Linux.
const MOST_LINKS: usize = 40;

/// Follows symbolic links and returns the last path, which need not exist.
pub fn destination(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match place.read_link() {
            // A relative target is resolved from the folder of the link.
            Ok(target) => place = folder_of(&place).join(target),
            Err(_) => break,
        }
    }
    place
}
