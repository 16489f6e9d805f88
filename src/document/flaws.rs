//! Tests a table of keys itself: a contest's unit test asks that it has no flaws.

use super::check::{check, check_literal};
use super::faults::Faults;
use super::item::Table;
use super::keys::{Key, Presence, Shape};
use super::path::Path;
use super::read::parse;
use super::source::{Place, Source};
use super::template::template;

/// What is wrong with a table of keys: names given twice, defaults or examples that do not fit their key, empty ranges or
/// choices, named arrays whose tables need no `name`, shared keys that are no named arrays of the document, and a
/// template that has faults. Empty if it is sound.
pub fn flaws(keys: &'static [Key]) -> Vec<String> {
    let mut flaws = Vec::new();
    in_keys("", keys, &mut flaws);
    let mut faults = Faults::new();
    let node = parse(&Source::new("template", template(keys)), &mut faults);
    check(&node, keys, &mut faults);
    flaws.extend(faults.iter().map(ToString::to_string));
    flaws
}

fn in_keys(prefix: &str, keys: &'static [Key], flaws: &mut Vec<String>) {
    let table = Table {
        place: Place::new(&Source::new("", ""), 0..0),
        path: Path::root(),
        fields: Vec::new(),
    };
    for (position, key) in keys.iter().enumerate() {
        let path = format!("{prefix}{}", key.name);
        if keys
            .iter()
            .take(position)
            .any(|earlier| earlier.name == key.name)
        {
            flaws.push(format!("{path} is there twice"));
        }
        if let Presence::Default(literal) = key.presence
            && check_literal(key, literal, &table).is_none()
        {
            flaws.push(format!(
                "{path} has a default that does not fit it: {literal}"
            ));
        }
        let is_block = matches!(
            key.shape,
            Shape::Table(_) | Shape::Tables { .. } | Shape::Map(_)
        );
        if !is_block && !key.example.is_empty() && check_literal(key, key.example, &table).is_none()
        {
            flaws.push(format!(
                "{path} has an example that does not fit it: {}",
                key.example
            ));
        }
        let is_named = matches!(key.shape, Shape::Tables { named: true, .. });
        note(
            key.shared && !(is_named && prefix.is_empty()),
            &path,
            "is shared, but no named array of the document",
            flaws,
        );
        in_shape(&path, &key.shape, flaws);
    }
}

fn in_shape(path: &str, shape: &'static Shape, flaws: &mut Vec<String>) {
    match shape {
        Shape::Text | Shape::Flag => {}
        Shape::Integer { min, max } => note(min > max, path, "has an empty range", flaws),
        Shape::Number { min, max } => note(
            min.is_nan() || max.is_nan() || min > max,
            path,
            "has an empty range",
            flaws,
        ),
        Shape::Choice(choices) => note(choices.is_empty(), path, "has no choices", flaws),
        Shape::List { item, min, max } => {
            note(min > max, path, "has an empty range", flaws);
            in_shape(&format!("{path}[]"), item, flaws);
        }
        Shape::Table(keys) => in_keys(&format!("{path}."), keys, flaws),
        Shape::Tables {
            keys,
            min,
            max,
            named,
            elided,
        } => {
            let requires_name = keys.iter().any(|key| {
                key.name == "name"
                    && key.presence == Presence::Required
                    && matches!(key.shape, Shape::Text)
            });
            note(min > max, path, "has an empty range", flaws);
            note(
                *named && !requires_name,
                path,
                "is named, but its tables need no text `name`",
                flaws,
            );
            note(*elided && !named, path, "is elided, but not named", flaws);
            in_keys(&format!("{path}[]."), keys, flaws);
        }
        Shape::Map(value) => in_shape(&format!("{path}.*"), value, flaws),
        Shape::Either(shapes) => {
            note(shapes.is_empty(), path, "has no alternatives", flaws);
            for shape in *shapes {
                in_shape(path, shape, flaws);
            }
        }
    }
}

fn note(flawed: bool, path: &str, flaw: &str, flaws: &mut Vec<String>) {
    if flawed {
        flaws.push(format!("{path} {flaw}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_table_has_no_flaws() {
        assert_eq!(flaws(&crate::document::sample::KEYS), Vec::<String>::new());
    }

    #[test]
    fn flaws_of_a_table_are_told() {
        static PART: [Key; 1] = [Key::optional("name", Shape::Text)];
        static BAD: [Key; 5] = [
            Key::optional("a", Shape::Integer { min: 2, max: 1 }),
            Key::optional("a", Shape::Choice(&[])),
            Key::optional("b", Shape::Flag).example("1"),
            Key::optional("c", Shape::named_tables(&PART, 0, 3)),
            Key::optional("d", Shape::Flag).shared(),
        ];
        let found = flaws(&BAD);
        for flaw in [
            "a has an empty range",
            "a is there twice",
            "a has no choices",
            "b has an example",
            "c is named",
            "d is shared",
        ] {
            assert!(
                found.iter().any(|found| found.starts_with(flaw)),
                "{flaw}: {found:?}"
            );
        }
    }
}
