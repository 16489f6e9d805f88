//! Writes results to standard output or to a file.

use super::arguments::{Color, Output};
use super::call::Call;
use super::failure::Failure;
use super::places::{destination, folder_of};
use crate::document::shown;
use crate::report::ScreenOptions;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prints text, or writes it to the file that the command line names.
pub fn deliver(call: &Call, text: &str, output: &Output) -> Result<(), Failure> {
    match &output.out {
        Some(path) if path != Path::new("-") => write(call, path, text.as_bytes()),
        _ => call.print(text),
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

/// Checks that the file that the command line names can be written, before anything is played.
pub fn check(call: &Call, output: &Output) -> Result<(), Failure> {
    match &output.out {
        Some(path) if path != Path::new("-") => target(call, path).map(drop),
        _ => Ok(()),
    }
}

/// How a place is written to.
pub enum Target {
    /// A file that is new, or replaced whole.
    File,
    /// A device or a pipe, which is not replaced.
    Device,
}

/// Returns how a path is written to: a file that is there is replaced.
///
/// # Errors
/// If the path is a folder, lies in a folder that is not there, is read by this call, or has a name of unfinished files.
pub fn target(call: &Call, path: &Path) -> Result<Target, Failure> {
    call.places().may_write(path)?;
    let refused = |why: &str| Failure::Storage(format!("cannot write {}: {why}", shown(path)));
    let place = destination(path);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with(UNFINISHED) {
        return Err(refused(&format!(
            "names with {UNFINISHED} are those of unfinished files, which are removed; choose another name"
        )));
    }
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(Target::File),
        Ok(about) if about.is_dir() => Err(refused("it is a folder; name a file in it")),
        Ok(_) => Ok(Target::Device),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = folder_of(&place);
            if folder.is_dir() {
                Ok(Target::File)
            } else {
                Err(refused(&format!("there is no folder {}", shown(folder))))
            }
        }
        Err(error) => Err(refused(&error.to_string())),
    }
}

/// Writes a file whole or not at all, in place of one that is there.
pub fn write(call: &Call, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let _finishing = call.finishing(&path.display().to_string());
    let written = match target(call, path)? {
        Target::Device => std::fs::write(path, bytes),
        Target::File => Draft::new(path).and_then(|draft| {
            draft.file().write_all(bytes)?;
            draft.keep()
        }),
    };
    written.map_err(|error| Failure::Storage(format!("cannot write {}: {error}", shown(path))))
}

/// A file that is to be written.
pub struct Planned {
    pub path: PathBuf,
    pub text: String,
}

/// Writes files, each whole or not at all, after a check of all of them. Names all that cannot be written at once.
pub fn write_all(call: &Call, files: &[Planned]) -> Result<(), Failure> {
    let checked = files.iter().map(|file| target(call, &file.path));
    let refused: Vec<String> = checked
        .filter_map(|checked| Some(checked.err()?.message()?.to_owned()))
        .collect();
    if !refused.is_empty() {
        return Err(Failure::Storage(refused.join("\n")));
    }
    for file in files {
        write(call, &file.path, file.text.as_bytes())?;
    }
    Ok(())
}

/// What the names of files begin with as long as they are not whole.
pub const UNFINISHED: &str = ".evenodds-";

/// How often a file is begun anew that another process removed before it was locked.
const MOST_TRIES: usize = 100;

/// A file under a temporary name, which gets its own once it is whole.
///
/// It is locked until then. Files of this sort are removed only by a process that holds their lock, so that none is
/// removed while it is written; see [`tidy`].
pub struct Draft {
    file: tempfile::NamedTempFile,
    /// Its own name: where symbolic links lead, which stay.
    place: PathBuf,
}

impl Draft {
    /// Begins the file that will be at `path`, and removes what killed calls left of it.
    pub fn new(path: &Path) -> std::io::Result<Self> {
        let place = destination(path);
        let folder = folder_of(&place);
        // The hash, since the name itself may be as long as names can be.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let hash = blake3::hash(name.as_bytes()).to_hex();
        let prefix = format!("{UNFINISHED}{}-", &hash[..16]);
        tidy(folder, &prefix)?;
        for _ in 0..MOST_TRIES {
            let file = begun(&prefix, folder)?;
            let is_safe = match file.as_file().try_lock() {
                // Until now another process may have taken it for a leftover.
                Ok(()) => file.path().exists(),
                Err(TryLockError::WouldBlock) => false,
                // Where there are no locks, nothing is ever removed.
                Err(TryLockError::Error(_)) => true,
            };
            if is_safe {
                return Ok(Self { file, place });
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// The file, whose errors do not name a temporary file that is gone when they are read.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// The temporary name.
    #[cfg(feature = "frames")]
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Gives the file its own name so that either the old file or this one is there, whole, also after a power failure.
    pub fn keep(self) -> std::io::Result<()> {
        self.file.as_file().sync_all()?;
        let place = self.place;
        self.file.persist(&place).map_err(|error| error.error)?;
        sync_folder(folder_of(&place))
    }
}

/// Writes the names in a folder to the disk: a renamed file has its new name there only then. Not every file system
/// can do that, and on Windows folders cannot be opened.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if [ErrorKind::InvalidInput, ErrorKind::Unsupported].contains(&error.kind()) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Removes the files whose names begin with `prefix` from a folder, but those that another process has locked.
pub fn tidy(folder: &Path, prefix: &str) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)?.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        // The lock is held until the file is gone: who locks it after that finds it without a name.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::thread;

    /// Writes a file through a draft.
    fn put(path: &Path, text: &str) -> std::io::Result<()> {
        let draft = Draft::new(path)?;
        draft.file().write_all(text.as_bytes())?;
        draft.keep()
    }

    #[test]
    fn no_writer_removes_what_another_one_is_writing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..300).for_each(|_| put(&path, "whole").unwrap()));
            }
        });
        let mut left = fs::read_dir(home.path()).unwrap();
        assert_eq!(left.next().unwrap().unwrap().path(), path);
        assert!(left.next().is_none());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn a_leftover_of_the_same_file_is_removed_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        let leftover = Draft::new(&path)
            .unwrap()
            .file
            .into_temp_path()
            .keep()
            .unwrap();
        let open = Draft::new(&home.path().join("other")).unwrap();
        let mine = home.path().join(".evenodds-mine");
        fs::write(&mine, "mine").unwrap();
        // That of a call that is still writing it stays.
        fs::write(&leftover, "torn").unwrap();
        let locked = File::open(&leftover).unwrap();
        locked.try_lock().unwrap();
        put(&path, "whole").unwrap();
        assert!(leftover.exists());
        drop(locked);
        put(&path, "whole").unwrap();
        assert!(!leftover.exists() && open.file.path().exists() && mine.exists());
    }
}
