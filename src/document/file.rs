//! Reads the bytes of ordinary files, up to the size limit of a text.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Upper bound on the bytes of a text: 16 MB.
pub const MOST_BYTES: u64 = 16_000_000;

/// Reason why a file is not read.
#[derive(Debug)]
pub enum ReadError {
    /// It is not an ordinary file but this, such as `a folder`.
    Kind(&'static str),
    /// It has more than [`MOST_BYTES`].
    Size,
    /// The system reports an error.
    System(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Opens an ordinary file, and returns its length in bytes. It never blocks, as opening a pipe
/// would.
///
/// # Errors
/// It is another kind of file, or the system does not open it.
pub fn open(path: &Path) -> Result<(File, u64), ReadError> {
    // Checked before it is opened, since opening a pipe blocks, and after, since the path may have
    // changed.
    ordinary(&path.metadata()?)?;
    let file = File::open(path)?;
    let about = file.metadata()?;
    ordinary(&about)?;
    Ok((file, about.len()))
}

/// Reads all bytes of an ordinary file.
///
/// # Errors
/// It is another kind of file, too large, or the system cannot read it.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let (file, length) = open(path)?;
    if length > MOST_BYTES {
        return Err(ReadError::Size);
    }
    // It may be longer than its reported length, as files below `/proc` are.
    read_all(file)
}

/// Reads all bytes of an input.
///
/// # Errors
/// There are too many, or the system cannot read them.
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

/// Describes the type of a file that is not an ordinary one.
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
