//! Files as bytes: ordinary ones only, and no more of them than a text may have.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a text: 16 MB.
pub const MOST_BYTES: u64 = 16_000_000;

/// Why a file is not read.
#[derive(Debug)]
pub enum ReadError {
    /// It is no ordinary file but this, such as `a folder`.
    Kind(&'static str),
    /// It has more than [`MOST_BYTES`].
    Size,
    /// The system does not give it.
    System(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Opens an ordinary file, and says how long it is. It never waits, as it would for somebody to write into a pipe.
///
/// # Errors
/// It is another kind of file, or the system does not open it.
pub fn open(path: &Path) -> Result<(File, u64), ReadError> {
    // Looked at before it is opened, since opening a pipe waits, and after, since it may have become another.
    ordinary(&path.metadata()?)?;
    let file = File::open(path)?;
    let about = file.metadata()?;
    ordinary(&about)?;
    Ok((file, about.len()))
}

/// All bytes of an ordinary file.
///
/// # Errors
/// It is another kind of file, too large, or the system does not give it.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let (file, length) = open(path)?;
    if length > MOST_BYTES {
        return Err(ReadError::Size);
    }
    // It may be longer than it says, as the files of Linux about itself are.
    read_all(file)
}

/// All bytes that come from somewhere.
///
/// # Errors
/// There are too many, or the system does not give them.
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

/// What a file is that is no ordinary one.
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
        "no ordinary file"
    }
}
