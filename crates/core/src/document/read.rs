//! Parser of TOML into a [tree](super::tree) that continues after every fault.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::depth;
use super::faults::{Fault, Faults};
use super::size;
use super::source::{Source, Span};
use super::syntax_advice::{
    begins_with_letter, earlier, unquoted, with_quote, with_sign, without_comma,
};
use super::tree::{Entries, Node, TomlValue, TreeEntry, shortened};
use super::unclosed::{Unclosed, unclosed};

/// Parses a whole document, and collects all syntax faults. Unreadable parts become
/// [`TomlValue::Bad`] or are left out. The span of the root is the start of the text.
pub fn parse(source: &Arc<Source>, faults: &mut Faults) -> Node {
    faults.register(source);
    let empty = |value| Node {
        span: Span::new(source, 0..0),
        value,
    };
    if let Some(offset) = depth::too_deep(source.text()) {
        faults.mark_broken(source);
        faults.push(depth_fault(Span::new(source, offset..offset + 1)));
        return empty(TomlValue::Bad);
    }
    if let Some(offset) = size::too_many_tokens(source.text()) {
        faults.mark_broken(source);
        let accepted = format!(
            "expected at most {} signs, words, texts, comments and line ends",
            size::MOST_TOKENS
        );
        let span = Span::new(source, offset..offset + 1);
        faults.push(Fault::new(span, "", "the document is too large", accepted));
        return empty(TomlValue::Bad);
    }
    let text = without_unclosed(source, faults);
    let (mut root, mut errors) = DeTable::parse_recoverable(&text);
    let repaired = without_valueless_lines(source, &text, &errors);
    if let Some(text) = &repaired {
        // The parser skips the text after a key without a value, so the text is parsed again with
        // such keys blanked.
        let (whole, further) = DeTable::parse_recoverable(text);
        root = whole;
        let known: BTreeSet<(usize, String)> = errors.iter().map(start_of).collect();
        errors.extend(
            further
                .into_iter()
                .filter(|error| !known.contains(&start_of(error))),
        );
    }
    let unreadable = report(source, &errors, faults);
    let mut reader = TreeReader {
        source,
        shift: 0,
        unreadable,
        faults,
    };
    let entries = reader.entries(root.into_inner());
    empty(TomlValue::Table(entries))
}

/// Parses one TOML value at byte offset `shift` of a larger source. Returns `None` if it is
/// invalid.
pub fn parse_value(source: &Arc<Source>, shift: usize, faults: &mut Faults) -> Option<Node> {
    let text = source.text().get(shift..)?;
    if let Some(offset) = depth::too_deep(text) {
        let span = Span::new(source, shift + offset..shift + offset + 1);
        faults.push(depth_fault(span.clone()));
        return Some(Node {
            span,
            value: TomlValue::Bad,
        });
    }
    let value = DeValue::parse(text).ok()?;
    let range = value.span();
    let mut reader = TreeReader {
        source,
        shift,
        unreadable: Vec::new(),
        faults,
    };
    Some(reader.node(range, value.into_inner()))
}

/// Parses a TOML literal from the program's own code. All nodes have this span. Returns
/// `None` if the literal is invalid.
pub fn parse_literal(literal: &str, span: &Span) -> Option<Node> {
    fn move_to(node: &mut Node, span: &Span) {
        node.span = span.clone();
        match &mut node.value {
            TomlValue::List(nodes) => nodes.iter_mut().for_each(|node| move_to(node, span)),
            TomlValue::Table(entries) => {
                for entry in entries.iter_mut() {
                    entry.span = span.clone();
                    move_to(&mut entry.node, span);
                }
            }
            _ => {}
        }
    }
    let mut faults = Faults::new();
    let mut node = parse_value(&Source::new("", literal), 0, &mut faults)?;
    move_to(&mut node, span);
    faults.is_empty().then_some(node)
}

fn depth_fault(span: Span) -> Fault {
    let accepted = format!(
        "expected at most {} levels of tables and lists",
        depth::DEEPEST
    );
    Fault::new(span, "", "too deeply nested", accepted)
}

/// Reports the most specific syntax error of each line, and returns the byte ranges that could not
/// be read.
fn report(
    source: &Arc<Source>,
    errors: &[toml::de::Error],
    faults: &mut Faults,
) -> Vec<Range<usize>> {
    let end = source.text().len();
    let mut unreadable = Vec::new();
    // Errors by line, since one mistake often causes more than one error on its line.
    let mut faults_by_line: BTreeMap<usize, Fault> = BTreeMap::new();
    for error in errors {
        let range = error.span().unwrap_or(end..end);
        let span = Span::new(source, range.clone());
        let fault = syntax_fault(span.clone(), error.message());
        let unclosed = fault.found.starts_with("unclosed");
        faults_by_line
            .entry(span.line())
            .and_modify(|known| {
                if unclosed && !known.found.starts_with("unclosed") {
                    *known = fault.clone();
                }
            })
            .or_insert(fault);
        unreadable.push(range);
    }
    if !faults_by_line.is_empty() {
        faults.mark_broken(source);
    }
    for fault in faults_by_line.into_values() {
        faults.push(fault);
    }
    joined(unreadable)
}

fn syntax_fault(span: Span, message: &str) -> Fault {
    let (found, expected) = match message.split_once(", expected ") {
        Some((found, expected)) => (found, format!("expected {expected}")),
        None => (message, String::new()),
    };
    let mut help = None;
    let (found, accepted) = match found {
        "string values must be quoted" if span.range().is_empty() => {
            ("value is missing", String::new())
        }
        "string values must be quoted" | "invalid boolean" | "invalid float"
            if found.starts_with("string") || begins_with_letter(span.text()) =>
        {
            help = Some(unquoted(span.text()));
            (
                "text without quotes",
                "expected a number, true, false, or a text in quotes".to_owned(),
            )
        }
        "unexpected key or value" if expected.contains("newline") => {
            if span.source().text()[span.range().start..].starts_with(',') {
                help = Some(without_comma(&span));
            }
            (found, "expected the end of the line".to_owned())
        }
        "key with no value" => {
            help = with_sign(&span);
            (
                "key without a value",
                "expected = and a value after the key".to_owned(),
            )
        }
        "invalid basic string" | "invalid literal string" if ends_line(&span) => {
            let quote = if found.contains("basic") { '"' } else { '\'' };
            help = with_quote(&span, quote);
            (
                "unclosed string",
                format!("expected `{quote}` before the line ends"),
            )
        }
        "duplicate key" => {
            help = earlier(&span);
            (
                "duplicate key",
                "expected each key once in a table".to_owned(),
            )
        }
        "invalid boolean" | "invalid float" | "invalid mantissa" | "unexpected leading zero" => (
            "invalid value",
            "expected a number such as 57 or 0.5, true, false, or a text in quotes".to_owned(),
        ),
        other if expected == "expected nothing" => (other, String::new()),
        other => (other, expected),
    };
    // Advice repeats the text, so a file that must not be quoted has none.
    let help = help.filter(|_| span.source().is_quoted());
    Fault::new(span, "", found, accepted).with_help(help)
}

/// Returns whether the line has no text after the start of a span.
fn ends_line(span: &Span) -> bool {
    let source = span.source();
    span.range().start >= source.line_span(span.line()).end
}

/// Returns a key for finding duplicate syntax errors: start and message.
fn start_of(error: &toml::de::Error) -> (usize, String) {
    let start = error.span().map_or(usize::MAX, |range| range.start);
    (start, error.message().to_owned())
}

/// Sorts byte ranges, and joins touching ones.
fn joined(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in spans {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// Returns the text with the lines of unclosed brackets blanked; adds a fault for each bracket.
fn without_unclosed<'a>(source: &'a Arc<Source>, faults: &mut Faults) -> Cow<'a, str> {
    /// Maximum number of brackets to repair. With more, a text has other problems than typing
    /// errors, and each repair parses it again.
    const MOST: usize = 8;
    let mut text = Cow::Borrowed(source.text());
    for _ in 0..MOST {
        let mut errors = DeTable::parse_recoverable(&text).1;
        let start = |error: &toml::de::Error| error.span().map_or(text.len(), |range| range.start);
        errors.sort_by_key(start);
        let offsets: Vec<usize> = errors.iter().map(start).collect();
        let Some(found) = unclosed(&text, &offsets) else {
            break;
        };
        let first = &errors[found.first];
        let inside = first
            .span()
            .filter(|range| found.lines.contains(&range.start));
        let bracket = ["unclosed", "missing"]
            .iter()
            .any(|word| first.message().starts_with(word));
        faults.mark_broken(source);
        // An unclosed string hides the brackets after it.
        let mut string = errors.iter().filter_map(|error| {
            let range = error.span().filter(|range| {
                found.lines.contains(&range.start) || range.start == found.lines.end
            })?;
            let fault = syntax_fault(Span::new(source, range), error.message());
            (fault.found == "unclosed string").then_some(fault)
        });
        faults.push(match (string.next_back(), inside) {
            (Some(string), _) => string,
            // So does any other earlier error.
            (None, Some(range)) if !bracket => {
                syntax_fault(Span::new(source, range), first.message())
            }
            _ => unclosed_fault(source, &found),
        });
        let mut bytes = text.into_owned().into_bytes();
        for byte in &mut bytes[found.lines] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        // Whole lines were blanked, so this is still UTF-8. The depth is checked again, since the
        // lines may have opened a string that hid brackets.
        match String::from_utf8(bytes) {
            Ok(blanked) if depth::too_deep(&blanked).is_none() => text = Cow::Owned(blanked),
            _ => return Cow::Borrowed(source.text()),
        }
    }
    text
}

fn unclosed_fault(source: &Arc<Source>, unclosed: &Unclosed) -> Fault {
    let (what, partner) = if unclosed.bracket == b'[' {
        ("array", ']')
    } else {
        ("inline table", '}')
    };
    let before = if unclosed.lines.end < source.text().len() {
        format!("before line {}", source.line_of(unclosed.lines.end))
    } else {
        "before the end".to_owned()
    };
    let span = Span::new(source, unclosed.offset..unclosed.offset + 1);
    let accepted = format!("expected `{partner}` {before}");
    Fault::new(span, "", format!("unclosed {what}"), accepted)
}

/// Returns the text with all lines blanked that have a key without a value, or `None` if there are
/// none.
fn without_valueless_lines(
    source: &Source,
    text: &str,
    errors: &[toml::de::Error],
) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut blanked = false;
    for error in errors {
        let valueless = ["key with no value", "missing value for key"]
            .iter()
            .any(|message| error.message().starts_with(message));
        if let (true, Some(range)) = (valueless, error.span()) {
            let line = source.line_span(source.line_of(range.start));
            if let Some(bytes) = bytes.get_mut(line) {
                bytes.fill(b' ');
                blanked = true;
            }
        }
    }
    if !blanked {
        return None;
    }
    // Whole lines were blanked, so this is still UTF-8. The depth is checked again, since a line
    // may have opened a string that hid brackets.
    let text = String::from_utf8(bytes).ok()?;
    depth::too_deep(&text).is_none().then_some(text)
}

/// Converter from the parser's values to nodes.
struct TreeReader<'a> {
    source: &'a Arc<Source>,
    /// Byte offset of the parsed text in the source.
    shift: usize,
    /// Byte ranges that already have a fault, sorted and disjoint.
    unreadable: Vec<Range<usize>>,
    faults: &'a mut Faults,
}

impl TreeReader<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(
            self.source,
            range.start + self.shift..range.end + self.shift,
        )
    }

    fn entries(&mut self, table: DeTable<'_>) -> Entries {
        let mut pairs: Vec<_> = table.into_iter().collect();
        // The parser sorts keys by name; their spans give the order of the file.
        pairs.sort_by_key(|(key, _)| key.span().start);
        let mut entries = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let span = self.span(&key.span());
            let length = key.get_ref().chars().count();
            if length > size::LONGEST_KEY {
                let accepted = format!("expected at most {}", size::LONGEST_KEY);
                let found = format!("the key has {length} characters");
                self.faults.push(Fault::new(span, "", found, accepted));
                continue;
            }
            entries.push(TreeEntry {
                span,
                name: key.into_inner().into_owned(),
                node: self.node(value.span(), value.into_inner()),
            });
        }
        entries.into_iter().collect()
    }

    fn node(&mut self, range: Range<usize>, value: DeValue<'_>) -> Node {
        let span = self.span(&range);
        let value = match value {
            DeValue::Array(array) => {
                let nodes = array.into_iter();
                TomlValue::List(
                    nodes
                        .map(|node| self.node(node.span(), node.into_inner()))
                        .collect(),
                )
            }
            DeValue::Table(table) => TomlValue::Table(self.entries(table)),
            scalar => self.scalar(&range, &span, scalar),
        };
        Node { span, value }
    }

    fn scalar(&mut self, range: &Range<usize>, span: &Span, value: DeValue<'_>) -> TomlValue {
        // The parser inserts a placeholder for each value that it cannot read.
        let before = self.unreadable.partition_point(|bad| bad.end < range.start);
        let is_unreadable = self
            .unreadable
            .get(before)
            .is_some_and(|bad| bad.start <= range.end);
        if range.is_empty() || is_unreadable {
            return TomlValue::Bad;
        }
        match value {
            DeValue::String(text) => TomlValue::Text(text.into_owned()),
            DeValue::Boolean(flag) => TomlValue::Flag(flag),
            DeValue::Datetime(moment) => TomlValue::Moment(moment.to_string()),
            DeValue::Integer(integer) => {
                match i64::from_str_radix(integer.as_str(), integer.radix()) {
                    Ok(integer) => TomlValue::Integer(integer),
                    Err(_) => {
                        self.unrepresentable(span, "expected an integer from -2^63 to 2^63 - 1")
                    }
                }
            }
            DeValue::Float(float) => match float.as_str().parse::<f64>() {
                Ok(number)
                    if number.is_finite()
                        || !float
                            .as_str()
                            .contains(|digit: char| digit.is_ascii_digit()) =>
                {
                    TomlValue::Number(number)
                }
                _ => self.unrepresentable(span, "expected a float of at most about 1.8e308"),
            },
            DeValue::Array(_) | DeValue::Table(_) => TomlValue::Bad,
        }
    }

    fn unrepresentable(&mut self, span: &Span, accepted: &str) -> TomlValue {
        let found = format!("{} is out of range", shortened(span.text()));
        let fault = Fault::new(span.clone(), "", found, accepted);
        self.faults.push(fault);
        TomlValue::Bad
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::brief;

    fn read(text: &str) -> (Node, Faults) {
        let mut faults = Faults::new();
        let node = parse(&Source::new("x.toml", text), &mut faults);
        (node, faults)
    }

    #[test]
    fn entries_keep_the_order_of_the_file() {
        let (node, faults) = read(
            "z = 1\na = [2.5, true]\n[m]\n'odd key' = \"x\"\nb.c = 1979-05-27\n[[f]]\n[[f]]\n",
        );
        assert!(faults.is_empty());
        assert_eq!(
            node.literal(),
            "{ z = 1, a = [2.5, true], m = { 'odd key' = \"x\", b = { c = 1979-05-27 } }, f = [{}, {}] }"
        );
    }

    #[test]
    fn spans_match_the_text() {
        let (node, _) = read("a = [1, 22]\n[[side]]\nname = \"é\"\n");
        let list = node
            .as_table()
            .and_then(|entries| entries.get("a"))
            .and_then(Node::as_list)
            .unwrap();
        assert_eq!(list[1].span.text(), "22");
        let side = node
            .as_table()
            .and_then(|entries| entries.get("side"))
            .and_then(Node::as_list)
            .unwrap();
        assert_eq!(side[0].span.to_string(), "x.toml:2:1");
        let name = side[0]
            .as_table()
            .and_then(|entries| entries.iter().next())
            .unwrap();
        assert_eq!((name.span.text(), name.node.span.text()), ("name", "\"é\""));
    }

    #[test]
    fn parsing_continues_after_every_fault() {
        let (node, faults) = read("a = \nb\nc = up\nd = 4\nd = 5\ne = [1, 2\nf = 6\n");
        insta::assert_snapshot!(brief(&faults), @r#"
    x.toml:1:5: value is missing
    x.toml:2:2: key without a value; expected = and a value after the key
    x.toml:3:5: text without quotes; expected a number, true, false, or a text in quotes / help: write "up" where a text is accepted
    x.toml:5:1: duplicate key; expected each key once in a table / help: the first is on line 4; delete one of them
    x.toml:6:5: unclosed array; expected `]` before line 7
    "#);
        insta::assert_snapshot!(node.literal(), @"{ a = unreadable, c = unreadable, d = 4, f = 6 }");
    }

    #[test]
    fn out_of_range_numbers_are_faults() {
        let (_, faults) = read("a = 9223372036854775808\nb = 1e999\nc = inf\nd = 0x7f\n");
        insta::assert_snapshot!(brief(&faults), @"
        x.toml:1:5: 9223372036854775808 is out of range; expected an integer from -2^63 to 2^63 - 1
        x.toml:2:5: 1e999 is out of range; expected a float of at most about 1.8e308
        ");
    }

    #[test]
    fn endless_nesting_is_a_fault() {
        let nested = read(&format!("a = {}", "[".repeat(100_000))).1;
        insta::assert_snapshot!(brief(&nested), @"x.toml:1:69: too deeply nested; expected at most 64 levels of tables and lists");
        let hidden = format!("b\"\"\"\n= {}", "[".repeat(100_000));
        for text in [
            hidden,
            "a.".repeat(100_000) + "a = 1",
            "{a.a=".repeat(50_000),
            "[a.a.a.a]\n".repeat(10_000),
        ] {
            let _ = read(&text);
        }
    }

    #[test]
    fn a_long_text_with_faults_is_parsed_in_reasonable_time() {
        let (_, faults) = read(&"a\n= 1\nb = up\n[[c]]\nname = 'x'\n".repeat(10_000));
        assert!(faults.len() > 20_000);
        assert!(!faults.render(false).is_empty());
    }

    #[test]
    fn byte_order_marks_and_windows_line_ends_are_read() {
        let (node, faults) = read("\u{feff}a = 1\r\nb = 'x'\r\n[c]\r\n");
        assert!(faults.is_empty(), "{faults}");
        assert_eq!(node.literal(), "{ a = 1, b = \"x\", c = {} }");
    }

    #[test]
    fn keys_written_twice_are_faults() {
        insta::assert_snapshot!(brief(&read("a = 1\na = 2\n[b]\n[b]\nc = 1\n[a.d]\n").1), @"
    x.toml:2:1: duplicate key; expected each key once in a table / help: the first is on line 1; delete one of them
    x.toml:4:2: duplicate key; expected each key once in a table
    x.toml:6:2: cannot extend value of type integer with a dotted key
    ");
    }

    #[test]
    fn a_string_without_an_end_is_one_fault() {
        insta::assert_snapshot!(brief(&read("a = \"x\nb = 1\nc = 'y\n[d\ne = 2\n").1), @r#"
        x.toml:1:7: unclosed string; expected `"` before the line ends / help: write a = "x"
        x.toml:3:7: unclosed string; expected `'` before the line ends / help: write c = 'y'
        x.toml:4:3: unclosed table; expected `]`
        "#);
    }
}
