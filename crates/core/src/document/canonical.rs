//! Canonical text of a document's values, for hashing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::item::{CheckedTable, Content, Item};
use super::keys::{Key, Presence};
use super::path::{escaped, quoted};
use super::tree::number_literal;

/// Returns the canonical text of a document's checked values.
///
/// The text has a line for each top-level key that has a value. Keys are sorted at every level,
/// defaults are written out, arrays keep their order, and floats are the shortest text that parses
/// to the same value. Top-level keys in `skip` are left out.
///
/// Two documents have the same text if and only if they have the same values. The text does not
/// depend on whether defaults are written out, on the order of keys or on notation. A table with
/// only a `name` from a choice has the same text as that name. An [added](Key::added) key is left
/// out if it has its default. The text of an invalid document is meaningless.
pub fn canonical(table: &CheckedTable, skip: &[&str]) -> String {
    let mut text = String::new();
    for (name, item) in sorted(table)
        .into_iter()
        .filter(|(name, _)| !skip.contains(name))
    {
        let _ = write!(text, "{name} = ");
        write_item(&mut text, item);
        text.push('\n');
    }
    text
}

/// Returns the values of a document by path, with defaults written out, as [`literal`]s. Tables are
/// split into their values, so that two documents can be compared key by key.
pub fn values_by_path(table: &CheckedTable) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect_table(&mut found, table);
    found
}

fn collect_table(found: &mut BTreeMap<String, String>, table: &CheckedTable) {
    for (_, item) in sorted(table) {
        collect_item(found, item);
    }
}

fn collect_item(found: &mut BTreeMap<String, String>, item: &Item) {
    let text = literal(item);
    match &item.content {
        // A table with only a name equals that name.
        Content::Table(table) if text.starts_with('{') => collect_table(found, table),
        Content::Tables(tables) => tables.iter().for_each(|one| collect_table(found, one)),
        Content::Map(entries) => entries.iter().for_each(|(_, one)| collect_item(found, one)),
        _ => {
            found.insert(item.path(), text);
        }
    }
}

fn sorted(table: &CheckedTable) -> Vec<(&str, &Item)> {
    let hashed = table
        .values()
        .filter(|(_, field, item)| !(field.key.added && is_default(field.key, item)));
    let mut values: Vec<_> = hashed.map(|(name, _, item)| (name, item)).collect();
    values.sort_by_key(|(name, _)| *name);
    values
}

/// Returns whether an item has the default value of its key.
fn is_default(key: &Key, item: &Item) -> bool {
    matches!(key.presence, Presence::Default(text) if text == literal(item))
}

fn write_item(text: &mut String, item: &Item) {
    match &item.content {
        Content::Invalid => text.push_str("invalid"),
        Content::Text(value) => text.push_str(&escaped(value)),
        Content::Choice(choice) => text.push_str(&escaped(choice.name)),
        Content::Flag(flag) => {
            let _ = write!(text, "{flag}");
        }
        Content::Integer(integer) => {
            let _ = write!(text, "{integer}");
        }
        // Adding 0.0 turns -0.0 into 0.0, so that equal values have equal text.
        Content::Number(number) => text.push_str(&number_literal(number + 0.0)),
        Content::Table(table) => write_table(text, table),
        Content::List(items) => write_all(text, ['[', ']'], items, write_item),
        Content::Tables(tables) => write_all(text, ['[', ']'], tables, write_table),
        Content::Map(entries) => {
            let mut entries: Vec<&(String, Item)> = entries.iter().collect();
            entries.sort_by(|(first, _), (second, _)| first.cmp(second));
            write_all(text, ['{', '}'], entries, |text, (name, item)| {
                write_pair(text, name, item);
            });
        }
    }
}

/// Returns a checked value as a TOML literal for a file or an assignment.
pub fn literal(item: &Item) -> String {
    let mut text = String::new();
    write_item(&mut text, item);
    text
}

/// Returns a checked table as a TOML literal like [`literal`], without the value of a key.
pub fn literal_without(table: &CheckedTable, key: &str) -> String {
    let mut table = table.clone();
    table.fields.retain(|field| field.key.name != key);
    let mut text = String::new();
    write_table(&mut text, &table);
    text
}

pub(super) fn write_table(text: &mut String, table: &CheckedTable) {
    // A table with only a name is written as that name, since such keys accept both.
    if let [("name", item)] = sorted(table)[..]
        && item.as_choice().is_some()
    {
        return write_item(text, item);
    }
    write_all(text, ['{', '}'], sorted(table), |text, (name, item)| {
        write_pair(text, name, item);
    });
}

fn write_pair(text: &mut String, name: &str, item: &Item) {
    text.push_str(&quoted(name));
    text.push_str(" = ");
    write_item(text, item);
}

pub(super) fn write_all<T>(
    text: &mut String,
    [open, close]: [char; 2],
    values: impl IntoIterator<Item = T>,
    mut write_one: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (position, value) in values.into_iter().enumerate() {
        if position > 0 {
            text.push_str(", ");
        }
        write_one(text, value);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample::{KEYS, checked};
    use crate::document::{ChoiceName, Faults, Source, ValueShape, check, parse};

    fn text(document: &str) -> String {
        let (table, faults) = checked(document, &[]);
        assert!(faults.is_empty(), "{faults}");
        canonical(&table, &["title"])
    }

    const SIDES: &str = "[[side]]\nname = 'a'\n[[side]]\nname = 'b'\n";

    #[test]
    fn defaults_order_and_notation_change_nothing() {
        let short = text(&format!("kind = 'x'\n[field]\nweight = 2\n{SIDES}"));
        let long = text(&format!(
            "title = 'T'\nfield.weight = 2.0\nkind = \"x\"\n{SIDES}[rules]\nhalf = 'up'\nbonus = {{ 'b b' = 1, a = 2 }}\n"
        ));
        let other_order = text(
            &format!("{SIDES}[rules.bonus]\na = 2\n'b b' = 0x1\n[field]\nweight = 2e0\n")
                .replace("[[side]]\nname = 'a'", "kind = 'x'\n[[side]]\nname = 'a'"),
        );
        assert_eq!(long, other_order);
        assert_eq!(
            short,
            text(&format!(
                "kind = 'x'\nfield = {{ weight = 2 }}\n{SIDES}[rules]\nhalf = 'up'\n"
            ))
        );
        assert_ne!(short, long);
        insta::assert_snapshot!(long, @r#"
        field = {weight = 2.0}
        kind = "x"
        rules = {bonus = {a = 2, 'b b' = 1}, half = "up"}
        side = [{combatant = [], name = "a", player = "finisher", reinforcement = []}, {combatant = [], name = "b", player = "finisher", reinforcement = []}]
        "#);
    }

    #[test]
    fn a_table_with_only_a_chosen_name_equals_that_name() {
        let text = |player: &str| text(&format!("kind = 'x'\n{SIDES}player = {player}\n"));
        let word = text("'rollout'");
        assert_eq!(word, text("{ name = 'rollout' }"));
        assert_ne!(word, text("{ name = 'rollout', playouts = 3 }"));
    }

    #[test]
    fn an_added_key_is_in_the_text_only_if_it_differs_from_its_default() {
        static CHOICES: [ChoiceName; 2] = [ChoiceName::new("any", ""), ChoiceName::new("some", "")];
        static OLD: [Key; 1] = [Key::required("level", ValueShape::integer(0, 9))];
        static NEW: [Key; 3] = [
            OLD[0],
            Key::default("decimals", ValueShape::integer(0, 2), "0").added(),
            Key::default("build", ValueShape::Choice(&CHOICES), "\"any\"").added(),
        ];
        let text = |keys, document| {
            let mut faults = Faults::new();
            let root = parse(&Source::new("x.toml", document), &mut faults);
            let table = check(&root, keys, &mut faults);
            assert!(faults.is_empty(), "{faults}");
            canonical(&table, &[])
        };
        let before = text(&OLD, "level = 1");
        assert_eq!(before, text(&NEW, "level = 1"));
        assert_eq!(before, text(&NEW, "level = 1\ndecimals = 0\nbuild = 'any'"));
        for document in ["level = 1\ndecimals = 2", "level = 1\nbuild = 'some'"] {
            assert_ne!(before, text(&NEW, document));
        }
    }

    #[test]
    fn other_values_give_another_text() {
        let one = text(&format!("kind = 'x'\n{SIDES}"));
        assert_ne!(one, text(&format!("kind = 'y'\n{SIDES}")));
        assert_ne!(
            one,
            text("kind = 'x'\n[[side]]\nname = 'b'\n[[side]]\nname = 'a'\n")
        );
        assert!(KEYS.iter().any(|key| key.name == "title") && !one.contains("title"));
    }
}
