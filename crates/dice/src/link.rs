//! Expressions in the URL of a page: `https://...#dice=4d6kh3;3d6&at-least=15`.

use evenodds_core::document::{percent_decoded, percent_encoded};
use serde::{Deserialize, Serialize};

/// Expressions in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpressionLink {
    /// Expressions, which may have faults.
    pub expressions: Vec<String>,
    /// Values whose probabilities the answer states.
    #[serde(default)]
    pub marks: Vec<i64>,
}

impl ExpressionLink {
    /// Returns the text that follows the `#` in a URL.
    ///
    /// ```
    /// use evenodds_dice::ExpressionLink;
    /// let link = ExpressionLink { expressions: vec!["4d6kh3".into(), "2d6 + 1".into()], marks: vec![-1, 9] };
    /// assert_eq!(link.fragment(), "dice=4d6kh3;2d6%20%2B%201&at-least=-1&at-least=9");
    /// assert_eq!(ExpressionLink::read(&format!("evenodds.html#{}", link.fragment())), Some(Ok(link)));
    /// ```
    pub fn fragment(&self) -> String {
        let all: Vec<String> = (self.expressions.iter())
            .map(|one| percent_encoded(one))
            .collect();
        let marks = self.marks.iter().map(|mark| format!("&at-least={mark}"));
        format!("dice={}{}", all.join(";"), marks.collect::<String>())
    }

    /// Parses a URL. Returns `None` if it has no expressions of dice after its `#`.
    ///
    /// # Errors
    /// Returns the reason if a part of the link is unknown or damaged.
    pub fn read(address: &str) -> Option<Result<Self, String>> {
        let (_, fragment) = address.split_once("#dice=")?;
        let mut parts = fragment.split('&');
        let texts = parts.next()?.split(';').filter(|text| !text.is_empty());
        let expressions = texts.map(|text| {
            percent_decoded(text).ok_or_else(|| {
                format!(
                    "the expression `{text}` is truncated or was changed; copy the whole link again"
                )
            })
        });
        let marks = parts.map(|part| {
            let value = part.strip_prefix("at-least=");
            let value = value.and_then(|value| value.parse().ok());
            value.ok_or_else(|| format!("a part is `{part}`; expected `at-least=` and an integer"))
        });
        let read = || {
            Ok(Self {
                expressions: expressions.collect::<Result<_, _>>()?,
                marks: marks.collect::<Result<_, _>>()?,
            })
        };
        Some(read())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_keep_all_characters_and_name_their_faults() {
        let expressions = ["2d{1, -1}!!", "6d6c>=5 > 5d6c>=5", "d%", "ä&=#%"];
        let link = ExpressionLink {
            expressions: expressions.map(str::to_owned).to_vec(),
            marks: Vec::new(),
        };
        let address = format!("https://example.org/evenodds.html#{}", link.fragment());
        assert_eq!(ExpressionLink::read(&address), Some(Ok(link)));
        assert_eq!(
            ExpressionLink::read("#dice="),
            Some(Ok(ExpressionLink::default()))
        );
        assert_eq!(ExpressionLink::read("evenodds.html#v1.AAAA"), None);
        for (damaged, reason) in [
            ("#dice=d6%2", "`d6%2` is truncated"),
            ("#dice=%FF", "`%FF` is truncated"),
            ("#dice=d6&at-least=x", "`at-least=x`; expected"),
            ("#dice=d6&sum", "`sum`; expected"),
        ] {
            let error = ExpressionLink::read(damaged).unwrap().unwrap_err();
            assert!(error.contains(reason), "{damaged}: {error}");
        }
    }
}
