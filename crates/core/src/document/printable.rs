//! Escapes for texts from files and names in messages, which must not control the terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// Returns whether a character controls the terminal, such as its cursor, colors or writing
/// direction, rather than being printed.
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// Returns the text with all control characters escaped, including line ends.
///
/// ```
/// use evenodds_core::document::printable;
/// assert_eq!(printable("a\u{1b}[2J\u{202e}"), r"a\u{1b}[2J\u{202e}");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, &[], |text, character| {
        text.extend(character.escape_default());
    })
}

/// Returns JSON with all control characters escaped. Values do not change.
///
/// ```
/// use evenodds_core::document::printable_json;
/// assert_eq!(printable_json("{\"a\": \"\u{9b}\u{202e}\"}\n"), "{\"a\": \"\\u009b\\u202e\"}\n");
/// ```
pub fn printable_json(json: &str) -> Cow<'_, str> {
    // In JSON, control characters occur only in strings, except for line ends between members.
    escaped(json, &['\n'], |text, character| {
        let _ = write!(text, "\\u{:04x}", u32::from(character));
    })
}

/// Returns CSV with control characters escaped as in messages, except tabs and line ends, which CSV
/// allows.
///
/// ```
/// use evenodds_core::document::printable_csv;
/// assert_eq!(printable_csv("scenario\n\u{1b}[2J.toml\n"), "scenario\n\\u{1b}[2J.toml\n");
/// ```
pub fn printable_csv(csv: &str) -> Cow<'_, str> {
    escaped(csv, &['\n', '\t'], |text, character| {
        text.extend(character.escape_default());
    })
}

/// Returns the text with control characters, except those in `kept`, replaced by the output of
/// `escape`.
fn escaped<'a>(text: &'a str, kept: &[char], escape: impl Fn(&mut String, char)) -> Cow<'a, str> {
    let is_unsafe = |character: char| is_control(character) && !kept.contains(&character);
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unsafe(character) {
            escape(&mut escaped, character);
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Formats a file path for messages, with control characters and invalid UTF-8 escaped.
pub fn printable_path(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(&printable(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let name = Path::new("a\u{1b}[31m\n\u{202e}b.toml");
        assert_eq!(printable_path(name), r"a\u{1b}[31m\n\u{202e}b.toml");
        assert_eq!(printable_path(Path::new("Засада 🎲")), "Засада 🎲");
    }

    #[cfg(unix)]
    #[test]
    fn invalid_utf8_is_shown_as_byte_escapes() {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"caf\xe9.toml");
        assert_eq!(printable_path(Path::new(name)), r"caf\xE9.toml");
    }
}
