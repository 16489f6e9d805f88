//! Results as JSON: pretty, with short things on one line each.

use crate::sim::Results;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Keys of lists that stand on one line, however long.
const FLAT: [&str; 21] = [
    "histogram",
    "ended",
    "scenario",
    "interval",
    "players",
    "turns",
    "judged",
    "settles",
    "won",
    "leaves",
    "then_misses",
    "misses",
    "values",
    "counts",
    "a",
    "b",
    "target",
    "answer",
    "other",
    "keys",
    "fresh",
];
/// Keys of lists whose members stand on a line each.
const ROWS: [&str; 17] = [
    "outcomes",
    "seats",
    "left_out",
    "leads",
    "settled",
    "aftermath",
    "comebacks",
    "choices",
    "luck",
    "bins",
    "chances",
    "vary",
    "expectations",
    "faulty",
    "figures",
    "settings",
    "changes",
];

/// The JSON text of one scenario's results as an object, of several as an array, with a line break
/// at the end. Numbers are the shortest that read back as the same bits.
pub fn json(results: &[Results]) -> String {
    match results {
        [single] => laid_out(single),
        several => json_array(several),
    }
}

/// The JSON text of results as an array, however many they are: for a reader who asked for several
/// and may get fewer.
pub fn json_array(results: &[Results]) -> String {
    laid_out(results)
}

pub(super) fn laid_out<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Layout::default());
    let written = value.serialize(&mut serializer);
    // Keys are strings, numbers that JSON lacks become null, and a Vec takes all bytes.
    debug_assert!(written.is_ok(), "results can always be written");
    bytes.push(b'\n');
    // serde_json writes nothing but UTF-8.
    String::from_utf8_lossy(&bytes).into_owned()
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
#[derive(Default)]
struct Layout {
    open: Vec<(Set, bool)>,
    key: String,
    in_key: bool,
}

impl Layout {
    fn set(&self) -> Set {
        self.open.last().map_or(Set::Block, |&(set, _)| set)
    }

    fn begin(&mut self) {
        let set = match self.set() {
            Set::Line | Set::Rows => Set::Line,
            Set::Block if FLAT.contains(&self.key.as_str()) => Set::Line,
            Set::Block if ROWS.contains(&self.key.as_str()) => Set::Rows,
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

impl Formatter for Layout {
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
    use super::super::sample::{Ambush, spoil};
    use super::*;
    use serde_json::Value;

    #[test]
    fn one_scenario_is_an_object_and_several_are_an_array() {
        let results = Ambush::new().results(500);
        let one: Value = serde_json::from_str(&json(std::slice::from_ref(&results))).unwrap();
        let two: Value = serde_json::from_str(&json(&[results.clone(), results])).unwrap();
        assert_eq!(two, Value::Array(vec![one.clone(), one]));
        assert_eq!(json(&[]), "[]\n");
    }

    #[test]
    fn the_layout_changes_nothing_but_blanks() {
        let mut results = Ambush::new().results(500);
        spoil(&mut results);
        let compact = serde_json::to_string(&results).unwrap();
        let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
        let pretty = json(&[results]);
        assert_eq!(without_blanks(&pretty), without_blanks(&compact));
        assert!(serde_json::from_str::<Value>(&pretty).is_ok());
    }

    #[test]
    fn keys_come_in_the_promised_order_and_short_things_on_one_line() {
        let text = json(&[Ambush::new().results(500)]);
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
