//! Writes a tree as TOML text.

use std::fmt::Write as _;

use super::path::escaped;
use super::tree::{Entries, Node, TomlValue};

/// Returns a document as TOML text that parses to the same tree. Values precede tables. Tables with
/// only plain values are on one line, and all others under headers. Comments, layout and unreadable
/// values are lost. The text is empty for a node that is not a table.
pub fn written(root: &Node) -> String {
    let mut text = String::new();
    if let Some(entries) = root.as_table() {
        write_table(&mut text, "", entries);
    }
    text
}

fn write_table(text: &mut String, prefix: &str, entries: &Entries) {
    let is_top = prefix.is_empty();
    let (blocks, values): (Vec<_>, Vec<_>) = entries
        .iter()
        .filter(|entry| entry.node.value != TomlValue::Bad)
        .partition(|entry| is_block(&entry.node, is_top));
    for entry in values {
        let value = match &entry.node.value {
            TomlValue::Text(lines) if lines.contains('\n') => multi_line(lines),
            _ => literal(&entry.node),
        };
        let _ = writeln!(text, "{} = {value}", key(&entry.name));
    }
    for entry in blocks {
        let path = format!("{prefix}{}", key(&entry.name));
        let below = format!("{path}.");
        match &entry.node.value {
            TomlValue::Table(entries) => {
                let _ = writeln!(text, "\n[{path}]");
                write_table(text, &below, entries);
            }
            TomlValue::List(nodes) => {
                for entries in nodes.iter().filter_map(Node::as_table) {
                    let _ = writeln!(text, "\n[[{path}]]");
                    write_table(text, &below, entries);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether a value is written under its own header.
fn is_block(node: &Node, is_top: bool) -> bool {
    match &node.value {
        TomlValue::Table(entries) => is_top || !entries.iter().all(|entry| is_plain(&entry.node)),
        TomlValue::List(nodes) => {
            let mut tables = nodes.iter().map(Node::as_table);
            let all = !nodes.is_empty() && tables.clone().all(|table| table.is_some());
            let is_small = |entries: &Entries| entries.iter().all(|entry| is_plain(&entry.node));
            all && !tables.all(|table| table.is_some_and(is_small))
        }
        _ => false,
    }
}

fn is_plain(node: &Node) -> bool {
    match &node.value {
        TomlValue::Table(_) => false,
        TomlValue::List(nodes) => nodes.iter().all(is_plain),
        _ => true,
    }
}

/// Formats a key for TOML, which requires quotes for non-ASCII letters.
fn key(name: &str) -> String {
    let bare = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        escaped(name)
    }
}

/// Formats a string that contains line ends as a multi-line string.
fn multi_line(text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            let quoted = escaped(line);
            quoted[1..quoted.len() - 1].to_owned()
        })
        .collect();
    format!("\"\"\"\n{}\"\"\"", lines.join("\n"))
}

fn literal(node: &Node) -> String {
    let readable = |node: &Node| (node.value != TomlValue::Bad).then(|| literal(node));
    node.value.literal_with(&readable, &key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::faults::Faults;
    use crate::document::read::parse;
    use crate::document::source::Source;
    use proptest::prelude::*;

    fn read(text: &str) -> Node {
        let mut faults = Faults::new();
        let root = parse(&Source::new("x.toml", text), &mut faults);
        assert!(faults.is_empty(), "{text}\n{faults}");
        root
    }

    #[test]
    fn a_written_document_parses_to_the_same_tree() {
        let text = "title = \"It's\"\nnotes = \"a\\n\\\"b\\\"\\r\\n\\\\\"\na = [1, -2.5, 1e300, true, 1979-05-27]\nempty = {}\nnone = []\n[[side]]\nname = \"Zoë\"\ncover = { dice = 2 }\n[[side.combatant]]\nname = \"x\\ty\"\nclasses = [{ name = \"A\", dice = 2 }, { name = \"B\" }]\nplayer = { name = \"r\", deep = { er = [{ x = [{}] }] } }\n[[side]]\nname = \"\"\n[expect.outcomes]\n\"Зло и добро\" = [0.25, 1]\n\"ё\" = [0, 1.0]\n";
        let again = written(&read(text));
        assert_eq!(written(&read(&again)), again, "{again}");
        insta::assert_snapshot!(again, @r#"
        title = "It's"
        notes = """
        a
        \"b\"\r
        \\"""
        a = [1, -2.5, 1e300, true, 1979-05-27]
        none = []

        [empty]

        [[side]]
        name = "Zoë"
        cover = { dice = 2 }

        [[side.combatant]]
        name = "x\ty"
        classes = [{ name = "A", dice = 2 }, { name = "B" }]

        [side.combatant.player]
        name = "r"

        [side.combatant.player.deep]

        [[side.combatant.player.deep.er]]
        x = [{}]

        [[side]]
        name = ""

        [expect]
        outcomes = { "Зло и добро" = [0.25, 1], "ё" = [0, 1.0] }
        "#);
    }

    fn any_value() -> impl Strategy<Value = toml::Value> {
        let leaf = prop_oneof![
            any::<String>().prop_map(toml::Value::String),
            any::<i64>().prop_map(toml::Value::Integer),
            any::<f64>()
                .prop_filter("numbers are finite", |number| number.is_finite())
                .prop_map(toml::Value::Float),
            any::<bool>().prop_map(toml::Value::Boolean),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(toml::Value::Array),
                proptest::collection::btree_map(any::<String>(), inner, 0..4)
                    .prop_map(|entries| toml::Value::Table(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_written_document_parses_to_the_same_tree(
            entries in proptest::collection::btree_map(any::<String>(), any_value(), 0..5),
        ) {
            let table: toml::Table = entries.into_iter().collect();
            let text = toml::to_string(&table).unwrap();
            let mut faults = Faults::new();
            let root = parse(&Source::new("x.toml", text.as_str()), &mut faults);
            prop_assume!(faults.is_empty());
            let again: toml::Table = toml::from_str(&written(&root)).unwrap();
            prop_assert_eq!(again, table);
        }
    }
}
