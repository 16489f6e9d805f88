//! Writes results to standard output or to a file.

use super::arguments::{Color, Output};
use super::embedded;
use super::failure::Failure;
use super::interrupts::finishing;
use super::places;
use crate::document::shown;
use crate::report::{self, ScreenOptions};
use std::fs::File;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prints to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    if embedded::keep(|called| called.printed.push_str(text)) {
        return Ok(());
    }
    let _finishing = finishing("what is being printed");
    let mut output = std::io::stdout().lock();
    output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
        .map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Storage(format!("cannot write to standard output: {error}")),
        })
}

/// Prints results, or writes them to the file that the command line names.
pub fn deliver(text: &str, output: &Output) -> Result<(), Failure> {
    put(&is_ours, text, output)
}

/// Prints a part of a run, or writes it to the file that the command line names.
pub fn deliver_part(text: &str, output: &Output) -> Result<(), Failure> {
    put(&is_shard, text, output)
}

fn put(is_ours: IsOurs, text: &str, output: &Output) -> Result<(), Failure> {
    match &output.out {
        None => print(text),
        Some(path) if path == Path::new("-") => print(text),
        Some(path) => write_as(&temporary, is_ours, path, text.as_bytes(), output.force),
    }
}

/// How to print where the results go.
pub fn screen_options<'a>(
    output: &Output,
    elapsed: Option<Duration>,
    command: &'a str,
) -> ScreenOptions<'a> {
    let to_terminal = output.out.is_none() && std::io::stdout().is_terminal();
    let color = match output.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => to_terminal && std::env::var_os("NO_COLOR").is_none(),
    };
    let width = if to_terminal {
        usize::from(console::Term::stdout().size().1).clamp(40, 120)
    } else {
        100
    };
    ScreenOptions {
        width,
        color,
        elapsed,
        command,
    }
}

/// Whether results may be written where the command line says: asked before anything is played, so
/// that nobody waits for a refusal.
pub fn check(output: &Output) -> Result<(), Failure> {
    check_as(&is_ours, output)
}

/// The same for a part of a run.
pub fn check_part(output: &Output) -> Result<(), Failure> {
    check_as(&is_shard, output)
}

fn check_as(is_ours: IsOurs, output: &Output) -> Result<(), Failure> {
    match &output.out {
        Some(path) if path != Path::new("-") => target(path, output.force, is_ours).map(drop),
        _ => Ok(()),
    }
}

/// Whether a file may be written in a folder that may not be there yet.
pub fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() {
        check_file(path, force)
    } else {
        Ok(())
    }
}

/// Whether a file may be written.
pub fn check_file(path: &Path, force: bool) -> Result<(), Failure> {
    target(path, force, &is_ours).map(drop)
}

/// Whether what is in a file may be replaced unasked by what is written.
pub type IsOurs<'a> = &'a dyn Fn(&Path) -> std::io::Result<bool>;

/// More than any results have, which nobody wants to be read to its end.
const MOST_RESULTS: u64 = 1 << 30;

/// Whether a file holds results.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    let is_small = std::fs::metadata(path)?.len() <= MOST_RESULTS;
    Ok(is_small && report::is_ours(&std::fs::read(path)?))
}

/// Whether a file holds a part of a run, or nothing.
fn is_shard(path: &Path) -> std::io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut start)?;
    Ok(start.is_empty() || crate::sim::is_shard(&start))
}

/// How a place is written to.
pub enum Target {
    /// A file that is new, or replaced whole.
    File,
    /// A device or a pipe, which is not replaced.
    Device,
}

/// What stands at a place; one that must not be written to is a failure. `is_ours` says of a file whether
/// it may be replaced unasked.
pub fn target(path: &Path, force: bool, is_ours: IsOurs) -> Result<Target, Failure> {
    places::may_write(path)?;
    let refused = |why: &str| Failure::Storage(format!("cannot write {}: {why}", shown(path)));
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => {
            let ours = is_ours(path).map_err(|error| refused(&error.to_string()))?;
            if !force && !ours {
                return Err(Failure::Storage(format!(
                    "{} is there already and does not come from evenodds: choose another name, or \
                     add --force to replace it",
                    shown(path)
                )));
            }
            Ok(Target::File)
        }
        Ok(about) if about.is_dir() => Err(refused("it is a folder; name a file in it")),
        Ok(_) => Ok(Target::Device),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = folder_of(path);
            if folder.is_dir() {
                Ok(Target::File)
            } else {
                Err(refused(&format!("there is no folder {}", shown(folder))))
            }
        }
        Err(error) => Err(refused(&error.to_string())),
    }
}

/// The folder in which a file is, or is to be.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes a file whole or not at all; one that is not ours is replaced only by force.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    write_as(&temporary, &is_ours, path, bytes, force)
}

/// The same under a temporary name that begins with `prefix`, for folders that are cleared of those.
pub fn write_under(prefix: &str, path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let begin = |path: &Path| begun(prefix, folder_of(path));
    write_as(&begin, &is_ours, path, bytes, force)
}

/// A file that is to be written.
pub struct Planned {
    pub path: PathBuf,
    pub text: String,
}

/// Writes several files, each whole or not at all, once it is known that all of them may be written; all that may
/// not be are named at once. `is_ours` says of a file whether it may be replaced unasked.
pub fn write_all(files: &[Planned], is_ours: IsOurs, force: bool) -> Result<(), Failure> {
    let checked = files.iter().map(|file| target(&file.path, force, is_ours));
    let refused: Vec<String> = checked
        .filter_map(|checked| Some(checked.err()?.message()?.to_owned()))
        .collect();
    if !refused.is_empty() {
        return Err(Failure::Storage(refused.join("\n")));
    }
    for file in files {
        write_as(&temporary, is_ours, &file.path, file.text.as_bytes(), force)?;
    }
    Ok(())
}

/// How a file is begun that takes its name once it is whole.
type Begin<'a> = &'a dyn Fn(&Path) -> std::io::Result<tempfile::NamedTempFile>;

fn write_as(
    begin: Begin,
    is_ours: IsOurs,
    path: &Path,
    bytes: &[u8],
    force: bool,
) -> Result<(), Failure> {
    let _finishing = finishing(&path.display().to_string());
    let written = match target(path, force, is_ours)? {
        Target::Device => std::fs::write(path, bytes),
        Target::File => begin(path).and_then(|mut file| {
            file.write_all(bytes)?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        }),
    };
    written.map_err(|error| Failure::Storage(format!("cannot write {}: {error}", shown(path))))
}

/// What the names of files begin with as long as they are not whole.
const UNFINISHED: &str = ".evenodds-";

/// A file that takes the name `path` once it is whole. What calls that were killed left of it is taken
/// away; what another call is writing just now is locked, and stays.
pub fn temporary(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = folder_of(path);
    // The hash, since the name itself may be as long as names can be.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let hash = blake3::hash(name.as_bytes()).to_hex();
    let prefix = format!("{UNFINISHED}{}-", &hash[..16]);
    for entry in std::fs::read_dir(folder)?.flatten() {
        let is_its = entry.file_name().to_string_lossy().starts_with(&prefix);
        if is_its && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    let file = begun(&prefix, folder)?;
    // Where there are no locks, nothing is ever taken away.
    let _ = file.as_file().try_lock();
    Ok(file)
}

fn begun(prefix: &str, folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As other new files: whatever the user's mask leaves of it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Gives a file its final name so that whatever happens either the old one or this one is there, whole.
pub fn keep(file: tempfile::NamedTempFile, path: &Path) -> std::io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name is on the disk only once its folder is; elsewhere folders cannot be opened.
    #[cfg(unix)]
    File::open(folder_of(path))?.sync_all()?;
    Ok(())
}
