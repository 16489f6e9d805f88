//! Text formatting for all modules: lists, counts and capitalization.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Returns the text with its first letter capitalized.
///
/// ```
/// assert_eq!(evenodds_core::document::capital("wound choice"), "Wound choice");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Formats an integer with commas as thousands separators.
///
/// ```
/// assert_eq!(evenodds_core::document::grouped(1_000_000), "1,000,000");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun in the singular or plural.
///
/// ```
/// use evenodds_core::document::counted;
/// assert_eq!(counted(1_u32, "die", "dice"), "1 die");
/// assert_eq!(counted(2_000_u64, "die", "dice"), "2,000 dice");
/// ```
pub fn counted(number: impl Into<u64>, one: &str, more: &str) -> String {
    let number = number.into();
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { more }
    )
}

/// Joins texts with a separator.
///
/// ```
/// assert_eq!(evenodds_core::document::joined(["a", "b"], "; "), "a; b");
/// ```
pub fn joined(parts: impl IntoIterator<Item: AsRef<str>>, between: &str) -> String {
    let mut text = String::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            text.push_str(between);
        }
        text.push_str(part.as_ref());
    }
    text
}

/// Joins texts with commas, and the last with "and".
///
/// ```
/// assert_eq!(evenodds_core::document::listed(["a", "b", "c"]), "a, b and c");
/// ```
pub fn listed(parts: impl IntoIterator<Item: AsRef<str>>) -> String {
    let parts: Vec<_> = parts.into_iter().collect();
    match &parts[..] {
        [others @ .., last] if !others.is_empty() => {
            format!("{} and {}", joined(others, ", "), last.as_ref())
        }
        _ => joined(parts, ""),
    }
}

/// Joins at most `most` texts, with the number of those omitted.
pub fn few(parts: impl IntoIterator<Item: AsRef<str>>, most: usize) -> String {
    let parts: Vec<_> = parts.into_iter().collect();
    let shown = joined(parts.iter().take(most), ", ");
    match parts.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Escapes a text for XML elements and double-quoted attributes.
pub fn xml(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a text percent-encoded for a URL: only ASCII letters, digits and `-._~` are kept.
///
/// ```
/// assert_eq!(evenodds_core::document::percent_encoded("2d6 + 1"), "2d6%20%2B%201");
/// ```
pub fn percent_encoded(text: &str) -> String {
    const ENCODED: AsciiSet = (NON_ALPHANUMERIC.remove(b'-').remove(b'.'))
        .remove(b'_')
        .remove(b'~');
    utf8_percent_encode(text, &ENCODED).to_string()
}

/// Decodes a percent-encoded text; `None` if an escape is incomplete or the bytes are not UTF-8.
pub fn percent_decoded(text: &str) -> Option<String> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    // The decoder keeps incomplete escapes, and makes one byte of three otherwise.
    let complete = decoded.len() + 2 * text.matches('%').count() == text.len();
    complete.then(|| decoded.into_owned())
}
