//! Answers as JSON, indented, with short values on one line each.

use super::answer::Answer;
use crate::document::{self, printable_json};
use crate::records::ColumnValues;
use crate::sim::{IntervalKind, RESULTS_FORMAT};
use serde::Serialize;
use serde_json::Value as Json;
use serde_json::json;
use std::sync::Arc;

/// Returns an answer as JSON, with the version of the format and of the program first.
pub(super) fn answer(members: Json) -> Json {
    let start = json!({"format": RESULTS_FORMAT, "tool": env!("CARGO_PKG_VERSION")});
    joined(start, members)
}

/// Appends the members of another object.
pub(super) fn joined(mut object: Json, more: Json) -> Json {
    if let (Json::Object(members), Json::Object(more)) = (&mut object, more) {
        members.extend(more);
    }
    object
}

/// Returns the method of the intervals and the confidence of each.
pub(super) fn interval(method: &'static str, level: f64) -> Json {
    json!(IntervalKind {
        method,
        level,
        factor: None,
    })
}

/// Returns an object for each row of columns.
pub(super) fn rows(columns: &[(&'static str, ColumnValues)]) -> Vec<Json> {
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    let columns = columns.iter().map(|(name, values)| (*name, json!(values)));
    let columns: Vec<(&str, Json)> = columns.collect();
    let member =
        |row: usize| move |(name, values): &(&'static str, Json)| (*name, values[row].clone());
    (0..rows)
        .map(|row| columns.iter().map(member(row)).collect())
        .collect()
}

/// JSON of an answer, built only on demand.
#[derive(Clone)]
pub struct Body {
    value: Arc<dyn Fn() -> Json + Send + Sync>,
    layout: JsonLayout,
}

impl Body {
    /// Returns the JSON of a value with its layout.
    pub fn new(value: impl Serialize + Send + Sync + 'static, layout: JsonLayout) -> Self {
        // Plain data with string keys always converts to JSON; NaN and infinite numbers become
        // null.
        let value = move || serde_json::to_value(&value).unwrap_or_default();
        Self {
            value: Arc::new(value),
            layout,
        }
    }

    /// Returns the JSON with the members of another object appended.
    #[must_use]
    pub fn with(self, more: Json) -> Self {
        let Self { value, layout } = self;
        Self {
            value: Arc::new(move || joined(value(), more.clone())),
            layout,
        }
    }
}

impl std::fmt::Debug for Body {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Body")
    }
}

/// Names of the lists and objects with a compact layout; all others have a line for each member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonLayout {
    /// Names of values on one line, whatever their length.
    pub lines: &'static [&'static str],
    /// Names of values with a line for each member.
    pub rows: &'static [&'static str],
}

/// Returns an answer as a JSON object, with a line break at the end. Numbers have the fewest digits
/// that read back as the same bits.
pub fn json(answer: &Answer) -> String {
    laid_out(&(answer.json.value)(), answer.json.layout)
}

/// Returns answers as a JSON array, even a single one: a call about many files may have only one
/// answer.
pub fn json_array(answers: &[Answer]) -> String {
    // A JSON string has no line breaks, so indentation cannot change it.
    let indented = |answer: &Answer| format!("  {}", json(answer).trim_end().replace('\n', "\n  "));
    match document::joined(answers.iter().map(indented), ",\n") {
        none if none.is_empty() => "[]\n".to_owned(),
        all => format!("[\n{all}\n]\n"),
    }
}

fn laid_out(value: &Json, layout: JsonLayout) -> String {
    let mut text = String::new();
    write(&mut text, value, ("", Set::Block, 0), layout);
    text.push('\n');
    printable_json(&text).into_owned()
}

/// Layout of the members of an array or object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    /// Each member starts a line and keeps its own layout.
    Block,
    /// Each member is on one line.
    Rows,
    /// The whole value is on one line.
    Line,
}

/// Writes a value with its name, the layout of its parent and its depth.
fn write(
    text: &mut String,
    value: &Json,
    (name, around, depth): (&str, Set, usize),
    layout: JsonLayout,
) {
    let members: Vec<(&str, &Json)> = match value {
        Json::Array(values) => values.iter().map(|one| ("", one)).collect(),
        Json::Object(members) => members.iter().map(|(name, one)| (&**name, one)).collect(),
        plain => return text.push_str(&plain.to_string()),
    };
    let own = match around {
        Set::Line | Set::Rows => Set::Line,
        Set::Block if layout.lines.contains(&name) => Set::Line,
        Set::Block if layout.rows.contains(&name) => Set::Rows,
        Set::Block => Set::Block,
    };
    let between = |depth: usize| match own {
        Set::Line => String::new(),
        _ => format!("\n{}", "  ".repeat(depth)),
    };
    let [start, end] = if value.is_array() {
        ['[', ']']
    } else {
        ['{', '}']
    };
    text.push(start);
    for (index, (name, member)) in members.iter().enumerate() {
        match (index, own) {
            (0, _) => {}
            (_, Set::Line) => text.push_str(", "),
            _ => text.push(','),
        }
        text.push_str(&between(depth + 1));
        if value.is_object() {
            text.push_str(&json!(name).to_string());
            text.push_str(": ");
        }
        write(text, member, (name, own, depth + 1), layout);
    }
    if !members.is_empty() {
        text.push_str(&between(depth));
    }
    text.push(end);
}

#[cfg(test)]
mod tests {
    use super::super::results::results_answer;
    use super::super::sample::{Ambush, spoil};
    use super::*;
    use crate::report::ResultContext;
    use serde_json::Value;

    #[test]
    fn one_answer_is_an_object_and_more_are_an_array() {
        let results = Ambush::new().results(500);
        let answer = results_answer(&results, &ResultContext::default());
        let one: Value = serde_json::from_str(&json(&answer)).unwrap();
        let two: Value = serde_json::from_str(&json_array(&[answer.clone(), answer])).unwrap();
        assert_eq!(two, Value::Array(vec![one.clone(), one]));
        assert_eq!(json_array(&[]), "[]\n");
    }

    #[test]
    fn the_layout_changes_only_whitespace() {
        let mut results = Ambush::new().results(500);
        spoil(&mut results);
        let answer = results_answer(&results, &ResultContext::default());
        let compact = (answer.json.value)().to_string();
        let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
        let pretty = json(&answer);
        assert_eq!(without_blanks(&pretty), without_blanks(&compact));
        assert!(serde_json::from_str::<Value>(&pretty).is_ok());
    }

    #[test]
    fn keys_are_in_the_documented_order_and_short_values_on_one_line() {
        let text = json(&results_answer(
            &Ambush::new().results(500),
            &ResultContext::default(),
        ));
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("  \"")?.split('"').next())
            .collect();
        assert_eq!(
            keys,
            [
                "format",
                "tool",
                "scenario",
                "seed",
                "first_trial",
                "trials",
                "stopped",
                "interval",
                "outcomes",
                "metrics",
                "by_outcome",
                "timelines",
                "verdict",
                "good_play",
                "simple_play",
                "readings"
            ]
        );
        let histograms = text
            .lines()
            .filter(|line| line.contains("\"histogram\": [["));
        assert!(histograms.count() > 10);
        assert!(text.contains("\n    {\"name\": \"heroes\", \"count\": "));
        assert!(text.ends_with("\n}\n"));
    }
}
