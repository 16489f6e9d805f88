//! Reads regular files as bytes, up to the size limit of a text.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a text in bytes (16 MB).
pub const MOST_BYTES: u64 = 16_000_000;

/// Reason why a file cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The path is not a regular file; contains its type, such as `a folder`.
    Kind(&'static str),
    /// The file has more than [`MOST_BYTES`].
    Size,
    /// The operating system reports an error.
    System(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Returns why a file or folder could not be read or written, as a clause that follows a colon. Common
/// reasons have the same words on every system.
pub fn reason(error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let known = match error.kind() {
        Kind::NotFound => "it does not exist",
        Kind::PermissionDenied => "permission is denied",
        Kind::AlreadyExists => "it already exists",
        Kind::NotADirectory => "a part of its path is a file; expected a folder",
        Kind::IsADirectory => "it is a folder; expected a file",
        Kind::FileTooLarge => "it is larger than the disk or a limit allows",
        Kind::StorageFull => "the disk is full",
        Kind::ReadOnlyFilesystem => "the disk is read-only",
        Kind::InvalidFilename => "the name is too long or has invalid characters",
        _ => return error.to_string(),
    };
    known.to_owned()
}

/// Opens a regular file; returns it with its length in bytes. Never blocks, unlike opening a pipe.
///
/// # Errors
/// Returns an error if the file is not a regular one or cannot be opened.
pub fn open(path: &Path) -> Result<(File, u64), ReadError> {
    // The type is checked before opening, which blocks for a pipe, and afterward, since the path
    // may have changed.
    ordinary(&path.metadata()?)?;
    let file = File::open(path)?;
    let about = file.metadata()?;
    ordinary(&about)?;
    Ok((file, about.len()))
}

/// Reads all bytes of a regular file.
///
/// # Errors
/// Returns an error if the file is not a regular one, is too large or cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let (file, length) = open(path)?;
    if length > MOST_BYTES {
        return Err(ReadError::Size);
    }
    // The file may be longer than its reported length, as files in `/proc` are.
    read_all(file)
}

/// Reads all bytes of an input.
///
/// # Errors
/// Returns an error if there are too many bytes or they cannot be read.
pub fn read_all(input: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ReadError::Size);
    }
    Ok(bytes)
}

fn ordinary(about: &Metadata) -> Result<(), ReadError> {
    if about.is_file() {
        Ok(())
    } else {
        Err(ReadError::Kind(kind(about.file_type())))
    }
}

/// Describes the type of a path that is not a regular file.
fn kind(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() {
        "a folder"
    } else {
        "not a regular file"
    }
}
