//! Limit on the number of tokens in a text before it is parsed.
//!
//! The parser stores all tokens and errors, which takes several hundred times the size of the text.
//! This scan does not allocate.

use super::depth::{line_length, string_length, word_length};

/// Maximum number of tokens in a document: punctuation, words, strings, comments and line ends.
pub const MOST_TOKENS: usize = 500_000;
/// Maximum number of characters in a key.
pub const LONGEST_KEY: usize = 1_000;

/// Returns the byte offset at which a text exceeds [`MOST_TOKENS`], if it does.
pub fn too_many_tokens(text: &str) -> Option<usize> {
    exceeds(text, MOST_TOKENS)
}

/// Returns the byte offset at which a text has more than `bound` tokens, if it does. Possible
/// errors within a token, such as an escape or a nonbinary digit, also count.
fn exceeds(text: &str, bound: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut offset = 0;
    while let Some(&byte) = bytes.get(offset) {
        let rest = &bytes[offset..];
        let (length, is_word) = match byte {
            b'"' | b'\'' => (string_length(rest), false),
            b'#' => (line_length(rest), false),
            b' ' | b'\t' => {
                let blanks = rest.iter().take_while(|byte| b" \t".contains(byte));
                (blanks.count(), false)
            }
            b'.' | b'=' | b',' | b'[' | b']' | b'{' | b'}' | b'\r' | b'\n' => (1, false),
            _ => (word_length(rest), true),
        };
        let token = &rest[..length];
        // `0b222` has an error for each digit.
        let has_radix = is_word && token.iter().find(|byte| !b"+-".contains(byte)) == Some(&b'0');
        let marks = token.iter().filter(|byte| match **byte {
            b'\t' => false,
            byte if is_word => has_radix || !byte.is_ascii_alphanumeric() && byte != b'-',
            byte => byte == b'\\' || byte.is_ascii_control(),
        });
        count += 1 + marks.count();
        if count > bound {
            return Some(offset);
        }
        offset += length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::de::DeTable;

    fn count(text: &str) -> usize {
        let mut bounds = 0..=2 * text.len() + 1;
        bounds
            .find(|bound| exceeds(text, *bound).is_none())
            .unwrap()
    }

    #[test]
    fn all_kinds_of_tokens_are_counted() {
        for (text, tokens) in [
            ("", 0),
            ("=\n", 3),
            ("a = \"x y\" # b c\n", 9),
            ("a=[{},{}]", 9),
            ("    a.b", 4),
            (r#""\q\q""#, 3),
            // Each of these characters may be an error.
            ("a=1__0b", 5),
            ("1_\"\"\"1_\"\"\"", 9),
            ("-0b22", 6),
        ] {
            assert_eq!(count(text), tokens, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_has_no_more_errors_than_tokens(
            pieces in proptest::collection::vec("[a-c=.,{}\\[\\]\"'#\\\\ \n\r\u{1}é0-]{1,6}|\"\"\"|'''|\\\\u|1_|0b|[+-]?0[box]2{1,9}|__", 0..60)
        ) {
            let text = pieces.concat();
            if crate::document::depth::too_deep(&text).is_none() {
                let errors = DeTable::parse_recoverable(&text).1.len();
                prop_assert!(errors <= 2 * count(&text) + 1, "{errors} errors in {text:?}");
            }
        }
    }
}
