//! Answers as JSON: pretty, with short things on one line each.

use super::answer::Answer;
use crate::document::printable_json;
use crate::records::{Records, Values};
use crate::sim::{Identity, IntervalKind, OutcomeResult, RESULTS_FORMAT};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as Writer};
use std::io::{self, Write};
use std::sync::Arc;

/// What JSON can hold. Members of objects keep their order; numbers that JSON lacks become null.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Flag(bool),
    /// A whole number from 0 on.
    Count(u64),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Values in a row.
    List(Vec<Self>),
    /// Values by name.
    Object(Vec<(&'static str, Self)>),
}

impl Json {
    /// An object that begins as all of this program do: with the version of the format and that of the program.
    pub fn answer<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        let start = [
            ("format", Self::Count(RESULTS_FORMAT.into())),
            ("tool", env!("CARGO_PKG_VERSION").into()),
        ];
        Self::Object(start.into_iter().chain(members).collect())
    }

    /// An object.
    pub fn object<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        Self::Object(members.into())
    }

    /// A list of what can become JSON.
    pub fn list<T: Into<Self>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }

    /// An object for each record, of these columns under names of their own: (name, column).
    pub fn records(records: &Records, members: &[(&'static str, &str)]) -> Vec<Self> {
        let object = |row: usize| {
            let value = |column: &str| match &records.column(column)?.values {
                Values::Texts(values) => Some(values[row].clone().into()),
                Values::Counts(values) => Some(values[row].into()),
                Values::Integers(values) => Some(values[row].into()),
                Values::Numbers(values) => Some(values[row].into()),
                Values::Flags(values) => Some(values[row].into()),
            };
            let members = members.iter();
            let members =
                members.map(|&(name, column)| (name, value(column).unwrap_or(Self::Null)));
            Self::Object(members.collect())
        };
        (0..records.len()).map(object).collect()
    }
}

macro_rules! from {
    ($($of:ty => $make:expr),* $(,)?) => {
        $(impl From<$of> for Json {
            fn from(value: $of) -> Self {
                $make(value)
            }
        })*
    };
}

from! {
    bool => Json::Flag,
    u64 => Json::Count,
    usize => |count| Json::Count(count as u64),
    i64 => Json::Integer,
    f64 => Json::Number,
    String => Json::Text,
    &str => |text: &str| Json::Text(text.to_owned()),
    &String => |text: &String| Json::Text(text.clone()),
    Vec<Json> => Json::List,
    &Identity => |one: &Identity| Json::object([
        ("path", (&one.path).into()),
        ("title", (&one.title).into()),
        ("kind", (&one.kind).into()),
        ("hash", (&one.hash).into()),
    ]),
    IntervalKind => |one: IntervalKind| Json::object([
        ("method", one.method.into()),
        ("level", one.level.into()),
    ]),
    &OutcomeResult => |one: &OutcomeResult| Json::object([
        ("name", (&one.name).into()),
        ("count", one.count.into()),
        ("share", one.share.into()),
        ("low", one.low.into()),
        ("high", one.high.into()),
        ("exact", one.exact.into()),
    ]),
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Count(number) => serializer.serialize_u64(*number),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                values
                    .iter()
                    .try_for_each(|value| list.serialize_element(value))?;
                list.end()
            }
            Self::Object(members) => {
                let mut object = serializer.serialize_map(Some(members.len()))?;
                let mut members = members.iter();
                members.try_for_each(|(name, value)| object.serialize_entry(name, value))?;
                object.end()
            }
        }
    }
}

/// The JSON of an answer, written only where somebody wants it.
#[derive(Clone)]
pub struct Body(Arc<dyn Fn() -> String + Send + Sync>);

impl Body {
    /// What can be written, with how it is laid out.
    pub fn new(value: impl Serialize + Send + Sync + 'static, layout: Layout) -> Self {
        Self(Arc::new(move || laid_out(&value, layout)))
    }
}

impl std::fmt::Debug for Body {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Body")
    }
}

/// How the lists and objects of an answer are set, by their names; all others have a line for each member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Those that stand on one line, however long.
    pub lines: &'static [&'static str],
    /// Those whose members stand on a line each.
    pub rows: &'static [&'static str],
}

/// The JSON text of an answer as an object, with a line break at the end. Numbers are the shortest that read back as
/// the same bits.
pub fn json(answer: &Answer) -> String {
    (answer.json.0)()
}

/// The JSON text of answers as an array, however many they are: for a reader who asked for several and may get
/// fewer.
pub fn json_array(answers: &[Answer]) -> String {
    // No text in JSON goes over the end of a line.
    let indented = |answer: &Answer| {
        let lines: Vec<String> = json(answer)
            .lines()
            .map(|line| format!("  {line}"))
            .collect();
        lines.join("\n")
    };
    let all: Vec<String> = answers.iter().map(indented).collect();
    if all.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n{}\n]\n", all.join(",\n"))
}

fn laid_out<T: Serialize + ?Sized>(value: &T, layout: Layout) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Writer::with_formatter(&mut bytes, Setter::new(layout));
    let written = value.serialize(&mut serializer);
    // Keys are strings, numbers that JSON lacks become null, and a Vec takes all bytes.
    debug_assert!(written.is_ok(), "answers can always be written");
    bytes.push(b'\n');
    // serde_json writes nothing but UTF-8.
    printable_json(&String::from_utf8_lossy(&bytes)).into_owned()
}

/// How the members of an array or object are set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    /// A line each.
    Block,
    /// A line each, but each of them on one.
    Rows,
    /// All on one line.
    Line,
}

/// A formatter that sets lists by their key.
struct Setter {
    layout: Layout,
    open: Vec<(Set, bool)>,
    key: String,
    in_key: bool,
}

impl Setter {
    fn new(layout: Layout) -> Self {
        Self {
            layout,
            open: Vec::new(),
            key: String::new(),
            in_key: false,
        }
    }

    fn set(&self) -> Set {
        self.open.last().map_or(Set::Block, |&(set, _)| set)
    }

    fn begin(&mut self) {
        let is = |names: &[&str]| names.contains(&self.key.as_str());
        let set = match self.set() {
            Set::Line | Set::Rows => Set::Line,
            Set::Block if is(self.layout.lines) => Set::Line,
            Set::Block if is(self.layout.rows) => Set::Rows,
            Set::Block => Set::Block,
        };
        self.key.clear();
        self.open.push((set, false));
    }

    fn member<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let line = self.set() == Set::Line;
        if let Some((_, filled)) = self.open.last_mut() {
            *filled = true;
        }
        match (first, line) {
            (true, true) => Ok(()),
            (false, true) => writer.write_all(b", "),
            (true, false) => self.line_break(writer),
            (false, false) => {
                writer.write_all(b",")?;
                self.line_break(writer)
            }
        }
    }

    fn line_break<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        for _ in &self.open {
            writer.write_all(b"  ")?;
        }
        Ok(())
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, mark: &[u8]) -> io::Result<()> {
        if let Some((set, filled)) = self.open.pop()
            && filled
            && set != Set::Line
        {
            self.line_break(writer)?;
        }
        writer.write_all(mark)
    }
}

impl Formatter for Setter {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin();
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.member(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin();
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.in_key = true;
        self.key.clear();
        self.member(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_key = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if self.in_key {
            self.key.push_str(fragment);
        }
        writer.write_all(fragment.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::results_answer;
    use super::super::sample::{Ambush, spoil};
    use super::*;
    use crate::report::Background;
    use serde_json::Value;

    #[test]
    fn one_scenario_is_an_object_and_several_are_an_array() {
        let results = Ambush::new().results(500);
        let answer = results_answer(&results, &Background::default());
        let one: Value = serde_json::from_str(&json(&answer)).unwrap();
        let two: Value = serde_json::from_str(&json_array(&[answer.clone(), answer])).unwrap();
        assert_eq!(two, Value::Array(vec![one.clone(), one]));
        assert_eq!(json_array(&[]), "[]\n");
    }

    #[test]
    fn the_layout_changes_nothing_but_blanks() {
        let mut results = Ambush::new().results(500);
        spoil(&mut results);
        let compact = serde_json::to_string(&results).unwrap();
        let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
        let pretty = json(&results_answer(&results, &Background::default()));
        assert_eq!(without_blanks(&pretty), without_blanks(&compact));
        assert!(serde_json::from_str::<Value>(&pretty).is_ok());
    }

    #[test]
    fn keys_come_in_the_promised_order_and_short_things_on_one_line() {
        let text = json(&results_answer(
            &Ambush::new().results(500),
            &Background::default(),
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
                "timelines"
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
