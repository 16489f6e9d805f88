//! Output to the terminal and to files, each of which is written completely or not at all.

use super::arguments::{Color, Output};
use super::call::Call;
use super::call_files::{destination, folder_of};
use super::failure::Failure;
use crate::document::{file, printable_path};
use crate::report::ScreenOptions;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prints a text, or writes it to the file of `--out`.
pub fn deliver(call: &Call, text: &str, output: &Output) -> Result<(), Failure> {
    match &output.out {
        Some(path) if path != Path::new("-") => write(call, path, text.as_bytes()),
        _ => call.print(text),
    }
}

/// Returns the failure of printing to standard output.
pub fn unprinted(error: &std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Storage(format!(
            "cannot write to standard output: {}",
            file::reason(error)
        )),
    }
}

/// Width of text for readers without a terminal.
const WIDTH: usize = 100;

/// Returns the width of text on standard output.
pub fn width() -> usize {
    columns(&console::Term::stdout()).unwrap_or(WIDTH)
}

/// Returns the width of text on a terminal: that of the environment variable `COLUMNS`, else that of
/// the terminal, 40 to 120; `None` without either.
pub fn columns(terminal: &console::Term) -> Option<usize> {
    let set = std::env::var("COLUMNS").ok();
    let set = set.and_then(|text| text.trim().parse().ok());
    let set = set.filter(|&columns: &usize| columns > 0);
    let own = || terminal.is_term().then(|| usize::from(terminal.size().1));
    set.or_else(own).map(|columns| columns.clamp(40, 120))
}

/// Wraps the lines of a text between words, except excerpts of files and commands, which must stay
/// whole.
pub fn wrapped(text: &str, columns: usize) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(line, columns));
    lines.collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    let plain = console::strip_ansi_codes(line);
    let body = plain.trim_start();
    let after_number = body.trim_start_matches(|one: char| one.is_ascii_digit());
    let is_excerpt = after_number.trim_start().starts_with('|');
    let is_command = body.starts_with("evenodds ") || body.contains("  evenodds ");
    if console::measure_text_width(line) <= columns || is_excerpt || is_command {
        return line.to_owned();
    }
    let indent = " ".repeat(plain.len() - body.len() + 2);
    let (mut text, mut used) = (String::new(), 0);
    for (index, word) in line.split(' ').enumerate() {
        let width = console::measure_text_width(word);
        if used + 1 + width > columns && used > indent.len() {
            text.extend(["\n", &indent, word]);
            used = indent.len() + width;
        } else {
            let gap = if index > 0 { " " } else { "" };
            text.extend([gap, word]);
            used += gap.len() + width;
        }
    }
    text
}

/// Returns color and width for the destination of the results.
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
    let width = if output.out.is_none() { width() } else { WIDTH };
    ScreenOptions {
        width,
        color,
        elapsed,
        command,
    }
}

/// Checks that the file of `--out` can be written, before anything is played.
pub fn check(call: &Call, output: &Output) -> Result<(), Failure> {
    match &output.out {
        Some(path) if path != Path::new("-") => target(call, path).map(drop),
        _ => Ok(()),
    }
}

/// Way of writing to a path.
pub enum OutputTarget {
    /// A file, new or to be replaced.
    File,
    /// A device or a pipe, which is not replaced.
    Device,
}

/// Returns how a path is written to. An existing file is replaced.
///
/// # Errors
/// The path is a folder, its folder does not exist, this call reads it, or its name is reserved for
/// temporary files.
pub fn target(call: &Call, path: &Path) -> Result<OutputTarget, Failure> {
    call.places().may_write(path)?;
    let refused =
        |why: &str| Failure::Storage(format!("cannot write {}: {why}", printable_path(path)));
    let place = destination(path);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with(UNFINISHED) {
        return Err(refused(&format!(
            "names that begin with {UNFINISHED} are reserved for temporary files; choose another name"
        )));
    }
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(OutputTarget::File),
        Ok(about) if about.is_dir() => Err(refused("it is a folder; expected a file")),
        Ok(_) => Ok(OutputTarget::Device),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = folder_of(&place);
            if folder.is_dir() {
                Ok(OutputTarget::File)
            } else {
                Err(refused(&format!(
                    "the folder {} does not exist",
                    printable_path(folder)
                )))
            }
        }
        Err(error) => Err(refused(&file::reason(&error))),
    }
}

/// Writes a file completely or not at all. Replaces an existing file.
pub fn write(call: &Call, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let _finishing = call.finishing(&path.display().to_string());
    let written = match target(call, path)? {
        OutputTarget::Device => std::fs::write(path, bytes),
        OutputTarget::File => DraftFile::new(path).and_then(|draft| {
            draft.file().write_all(bytes)?;
            draft.keep()
        }),
    };
    written.map_err(|error| {
        let reason = file::reason(&error);
        Failure::Storage(format!("cannot write {}: {reason}", printable_path(path)))
    })
}

/// File to write.
pub struct PlannedFile {
    pub path: PathBuf,
    pub text: String,
}

/// Checks all files, then writes each completely or not at all.
///
/// # Errors
/// Some files cannot be written; the check reports all of them.
pub fn write_all(call: &Call, files: &[PlannedFile]) -> Result<(), Failure> {
    let checked = files.iter().map(|file| target(call, &file.path));
    call.fail_all(checked.filter_map(Result::err).collect())?;
    for file in files {
        write(call, &file.path, file.text.as_bytes())?;
    }
    Ok(())
}

/// Prefix of the names of temporary files.
pub const UNFINISHED: &str = ".evenodds-";

/// Maximum number of attempts to create a temporary file, which another process may remove before it is
/// locked.
const MOST_TRIES: usize = 100;

/// Temporary file that is renamed into place when complete.
///
/// It is locked until then. [`tidy`] removes a temporary file only while it holds the lock, so no file
/// is removed while another process writes it.
pub struct DraftFile {
    file: tempfile::NamedTempFile,
    /// Final path, with symbolic links resolved; the links stay.
    place: PathBuf,
}

impl DraftFile {
    /// Creates the temporary file for `path`, and removes those that killed calls left for this path.
    pub fn new(path: &Path) -> std::io::Result<Self> {
        let place = destination(path);
        let folder = folder_of(&place);
        // A hash, since the name itself may have the maximum length already.
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let hash = blake3::hash(name.as_bytes()).to_hex();
        let prefix = format!("{UNFINISHED}{}-", &hash[..16]);
        tidy(folder, &prefix)?;
        for _ in 0..MOST_TRIES {
            let file = begun(&prefix, folder)?;
            let is_safe = match file.as_file().try_lock() {
                // Before the lock, another process may have removed it as a leftover.
                Ok(()) => file.path().exists(),
                Err(TryLockError::WouldBlock) => false,
                // Without support for locks, no leftover is ever removed.
                Err(TryLockError::Error(_)) => true,
            };
            if is_safe {
                return Ok(Self { file, place });
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// Returns the bare file, whose errors do not name the temporary path.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Returns the temporary path.
    #[cfg(feature = "frames")]
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Renames the file into place and syncs it, so that even after a power failure either the old file
    /// or the new one is complete.
    pub fn keep(self) -> std::io::Result<()> {
        self.file.as_file().sync_all()?;
        let place = self.place;
        self.file.persist(&place).map_err(|error| error.error)?;
        sync_folder(folder_of(&place))
    }
}

/// Syncs a folder, which makes renames in it durable. Does nothing where the file system or the platform
/// (Windows) has no such operation.
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

/// Removes the files whose names begin with `prefix` from a folder, except those that another process
/// has locked.
pub fn tidy(folder: &Path, prefix: &str) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)?.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        // The lock is held until the file is removed; a later lock finds a file without a name.
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
        // Like other new files; the umask applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::thread;

    #[test]
    fn long_lines_are_wrapped_but_excerpts_and_commands_are_not() {
        let text = "a.toml:1:7: actor.dic is not a key here\n\n1 | actor.dic=3 and a long comment behind it\n\
                    \x20   {3,4}: seven points against a difficulty\nagain  evenodds trace @lockpick --trial 0 -s 1";
        insta::assert_snapshot!(wrapped(text, 30), @"
        a.toml:1:7: actor.dic is not a
          key here

        1 | actor.dic=3 and a long comment behind it
            {3,4}: seven points
              against a difficulty
        again  evenodds trace @lockpick --trial 0 -s 1
        ");
        assert_eq!(wrapped(text, 60), text);
    }

    /// Writes a file through a [`DraftFile`].
    fn put(path: &Path, text: &str) -> std::io::Result<()> {
        let draft = DraftFile::new(path)?;
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
        let leftover = DraftFile::new(&path)
            .unwrap()
            .file
            .into_temp_path()
            .keep()
            .unwrap();
        let open = DraftFile::new(&home.path().join("other")).unwrap();
        let mine = home.path().join(".evenodds-mine");
        fs::write(&mine, "mine").unwrap();
        // A leftover that another call is still writing stays.
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
