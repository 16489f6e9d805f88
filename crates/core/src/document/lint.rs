//! Check of key tables for mistakes, for the unit tests of contests.

use super::check::{check, check_literal};
use super::faults::Faults;
use super::item::CheckedTable;
use super::key_shapes::{KeyShape, key_shapes};
use super::keys::{Key, Presence};
use super::path::Path;
use super::read::parse;
use super::shape::ValueShape;
use super::source::{Source, Span};
use super::template::{Shown, template};

/// Returns the flaws of a table of keys: duplicate names, defaults or examples that do not fit
/// their key, empty ranges or choices, named arrays whose tables need no `name`, shared keys that
/// are not named arrays of the document, keys for files outside an array of the document, keys for
/// other names in the document itself or more than once in a table, and a template that has faults.
/// Empty if there are none.
pub fn lint(keys: &'static [Key]) -> Vec<String> {
    let table = CheckedTable {
        span: Span::new(&Source::new("", ""), 0..0),
        path: Path::root(),
        fields: Vec::new(),
    };
    let mut flaws = Vec::new();
    for entry in key_shapes(keys) {
        let mut found: Vec<String> = Vec::new();
        if entry.is_whole {
            found.extend(of_key(&entry, &table));
        }
        found.extend(of_shape(entry.shape).into_iter().map(str::to_owned));
        flaws.extend(found.iter().map(|flaw| format!("{} {flaw}", entry.path)));
    }
    let mut faults = Faults::new();
    let node = parse(
        &Source::new("template", template(keys, Shown::All)),
        &mut faults,
    );
    check(&node, keys, &mut faults);
    flaws.extend(faults.iter().map(ToString::to_string));
    flaws
}

/// Returns the flaws of a key. `table` can be any checked table.
fn of_key(entry: &KeyShape, table: &CheckedTable) -> Vec<String> {
    let key = entry.key;
    let mut flaws = Vec::new();
    let fits = |literal: &str| check_literal(key, literal, table).is_some();
    let alike = entry.keys.iter().filter(|other| other.name == key.name);
    if alike.count() > 1 {
        flaws.push("is declared twice".to_owned());
    }
    if let Presence::Default(literal) = key.presence
        && !fits(literal)
    {
        flaws.push(format!("has a default that does not fit it: {literal}"));
    }
    let is_block = matches!(
        key.shape,
        ValueShape::Table(_)
            | ValueShape::Tables { .. }
            | ValueShape::Map(_)
            | ValueShape::Kinded(_)
    );
    if !is_block && !key.example.is_empty() && !fits(key.example) {
        let example = key.example;
        flaws.push(format!("has an example that does not fit it: {example}"));
    }
    if key.others {
        let is_map = matches!(key.shape, ValueShape::Map(_));
        if !is_map || key.presence != Presence::Optional {
            flaws.push("has other names, but is not an optional map".to_owned());
        }
        if entry.keys.iter().filter(|other| other.others).count() > 1 {
            flaws.push("has other names, as another key of the table".to_owned());
        }
        if entry.path == key.pattern().0 {
            flaws.push("has other names, but in the document itself".to_owned());
        }
    }
    let is_named = matches!(key.shape, ValueShape::Tables { named: true, .. });
    let is_top = entry.path == key.name;
    if key.shared && !(is_named && is_top) {
        flaws.push("is shared, but not a named array of the document".to_owned());
    }
    if let Some(target) = key.includes {
        let is_inside = entry.path.strip_suffix(key.name);
        let is_element = is_inside.is_some_and(|array| {
            array
                .strip_suffix("[].")
                .is_some_and(|array| !array.contains(['.', '[']))
        });
        let is_plain = key.presence == Presence::Optional
            && matches!(key.shape, ValueShape::Text | ValueShape::Prose);
        if !is_element || !is_plain {
            flaws.push(
                "names a file, but is not an optional text in an array of tables of the document"
                    .to_owned(),
            );
        }
        if !entry.keys.iter().any(|other| other.name == target) {
            flaws.push(format!(
                "names a file for {target}, which is not a key of the same table"
            ));
        }
    }
    flaws
}

fn of_shape(shape: &ValueShape) -> Vec<&'static str> {
    let mut flaws: Vec<&str> = shape.flaw().into_iter().collect();
    if let ValueShape::Tables {
        keys,
        named,
        elided,
        ..
    } = *shape
    {
        let name = keys.iter().find(|key| key.name == "name");
        let requires_name = name.is_some_and(|key| {
            let is_text = matches!(key.shape, ValueShape::Text | ValueShape::Choice(_));
            key.presence == Presence::Required && is_text
        });
        if named && !requires_name {
            flaws.push("is named, but its tables have no required text `name`");
        }
        if elided && !named {
            flaws.push("is elided, but not named");
        }
    }
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_table_has_no_flaws() {
        assert_eq!(lint(&crate::document::sample::KEYS), Vec::<String>::new());
    }

    #[test]
    fn flaws_of_a_table_are_reported() {
        static PART: [Key; 1] = [Key::optional("name", ValueShape::Text)];
        static FILED: [Key; 3] = [
            Key::required("file", ValueShape::Text).includes("part"),
            Key::optional("other", ValueShape::Text).includes("nothing"),
            Key::optional("part", ValueShape::Table(&PART)),
        ];
        static BAD: [Key; 7] = [
            Key::optional("a", ValueShape::Integer { min: 2, max: 1 }),
            Key::optional("a", ValueShape::Choice(&[])),
            Key::optional("b", ValueShape::Flag).example("1"),
            Key::optional("c", ValueShape::named_tables(&PART, 0, 3)),
            Key::optional("d", ValueShape::Flag).shared(),
            Key::optional("e", ValueShape::tables(&FILED, 0, 3)),
            Key::optional("f", ValueShape::Text).includes("a"),
        ];
        let found = lint(&BAD);
        for flaw in [
            "a has an empty range",
            "a is declared twice",
            "a has no choices",
            "b has an example",
            "c is named",
            "d is shared",
            "e[].file names a file, but is not an optional text",
            "e[].other names a file for nothing",
            "f names a file, but",
        ] {
            assert!(
                found.iter().any(|found| found.starts_with(flaw)),
                "{flaw}: {found:?}"
            );
        }
    }
}
