//! Short names of varied keys for titles, axes and column headings.

use super::text::{clean, counted, joined, listed, words};
use crate::analysis::Vary;
use crate::document::{Path, Segment};

/// Names of tables that never count as owners.
const TABLES: [&str; 3] = ["rules", "run", "contest"];
/// Maximum depth of a path.
const DEEPEST: usize = 10;

/// Returns the last name of each key after the name of its owner, such as `Goblin count`. Ambiguous
/// names get the innermost unique owner, such as `Ogre dice` and `Anna dice`, else the shortest
/// unique end of the path.
pub(super) fn short_names(paths: &[&str]) -> Vec<String> {
    let owned = owned(paths);
    let is_unique = |name: &String| owned.iter().filter(|other| *other == name).count() == 1;
    if owned.iter().all(is_unique) {
        return owned;
    }
    let mut depths = vec![1; paths.len()];
    let named = |depths: &[usize]| -> Vec<String> {
        let paths = paths.iter().zip(depths);
        let names = paths.map(|(path, &depth)| clean(&Vary::name_of(path, depth)));
        names.collect()
    };
    for _ in 1..DEEPEST {
        let names = named(&depths);
        for (depth, name) in depths.iter_mut().zip(&names) {
            *depth += usize::from(names.iter().filter(|other| *other == name).count() > 1);
        }
    }
    named(&depths)
}

/// Returns the last name of each key after the name of its owner, which is unique among keys with
/// the same last name.
fn owned(paths: &[&str]) -> Vec<String> {
    let names = |path: &&str| -> Vec<String> {
        let read: Option<Path> = path.parse().ok();
        let segments = read.iter().flat_map(Path::segments);
        let names = segments.filter_map(|segment| match segment {
            Segment::Name(name) => Some(name.clone()),
            Segment::Index(_) => None,
        });
        names.collect()
    };
    // Only names from the file are owners, not `classes` of `classes[0]` or the tables of a kind.
    let owner = |path: &str| -> Option<String> {
        let read: Path = path.parse().ok()?;
        let segments: Vec<&Segment> = read.segments().iter().collect();
        let (_, before) = segments.split_last()?;
        let ends = before.iter().zip(&segments[1..]);
        let named = ends.filter_map(|(segment, next)| match (segment, next) {
            (Segment::Name(name), Segment::Name(_)) => Some(name.clone()),
            _ => None,
        });
        named.rev().find(|name| !TABLES.contains(&name.as_str()))
    };
    let all: Vec<Vec<String>> = paths.iter().map(names).collect();
    let called = paths.iter().zip(&all).enumerate();
    let called = called.map(|(own, (path, names))| {
        let last = clean(&Vary::name_of(path, 1));
        let others = || all.iter().enumerate().filter(|(other, _)| *other != own);
        let is_alike = others().any(|(_, other)| other.last() == names.last());
        let is_own = |name: &&String| others().all(|(_, other)| !other.contains(name));
        let owner = if is_alike {
            names.iter().rev().find(is_own).cloned()
        } else {
            owner(path)
        };
        match owner {
            Some(owner) => format!("{} {last}", clean(&owner)),
            None => last,
        }
    });
    called.collect()
}

/// Returns a value in words: tables without braces and equals signs, and lists of named items as
/// names.
///
/// `{ dice = 1, fit = "semi" }` is `dice 1, fit semi`, `[]` is `none`, and `[{ name = "Ann" }, {
/// name = "Bo" }]` is `Ann and Bo`.
pub(super) fn value_in_words(text: &str) -> String {
    let text = text.trim();
    let is_many = |text: &str| text.starts_with('{') || text.starts_with('[');
    if !is_many(text) {
        return clean(text);
    }
    let read = toml::from_str::<toml::Table>(&format!("value = {text}")).ok();
    let value = read.and_then(|mut table| table.remove("value"));
    clean(&value.map_or_else(|| text.to_owned(), |value| in_words(&value)))
}

fn in_words(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let part = |(key, value): (&String, &toml::Value)| match key.as_str() {
                "name" => in_words(value),
                key => format!("{} {}", words(key), in_words(value)),
            };
            joined(table.iter().map(part), ", ")
        }
        toml::Value::Array(list) if list.is_empty() => "none".to_owned(),
        toml::Value::Array(list) => {
            // A table with a name is shown as its name.
            let name = |value: &toml::Value| {
                let name = value.get("name").and_then(toml::Value::as_str);
                name.map_or_else(|| in_words(value), str::to_owned)
            };
            listed(list.iter().map(name))
        }
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the full paths of shortened names: `dice is side.heroes.Dirk.classes[0].dice`; `None` if
/// all names are paths.
pub(super) fn full_paths(names: &[String], paths: &[&str]) -> Option<String> {
    let pairs = names.iter().zip(paths);
    let shortened = pairs.filter(|(name, path)| **name != clean(path));
    let phrase = joined(
        shortened.map(|(name, path)| format!("{name} is {}", clean(path))),
        ", ",
    );
    (!phrase.is_empty()).then_some(phrase)
}

/// Returns the number of settings that violate a constraint: `9 settings left out that violate a condition`; `None` if
/// there are none.
pub(super) fn left_out_by_constraints(count: usize) -> Option<String> {
    let number = counted(count as u64, "setting");
    let verb = if count == 1 { "violates" } else { "violate" };
    (count > 0).then(|| format!("{number} left out that {verb} a condition"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lists_are_shown_without_punctuation() {
        for (text, phrase) in [
            ("3", "3"),
            ("semi", "semi"),
            ("{ dice = 1, fit = \"semi\" }", "dice 1, fit semi"),
            (
                "{ name = \"rollout\", playouts = 16 }",
                "rollout, playouts 16",
            ),
            ("[]", "none"),
            ("[6, 5]", "6 and 5"),
            (
                "[{ name = \"Ann\", dice = 2 }, { name = \"Bo\", dice = 1 }]",
                "Ann and Bo",
            ),
            ("{ broken", "{ broken"),
        ] {
            assert_eq!(value_in_words(text), phrase);
        }
    }

    #[test]
    fn keys_with_the_same_name_get_their_owners_names() {
        let paths = [
            "side.toll.Ogre.classes[0].dice",
            "side.heroes.Anna.classes[0].dice",
        ];
        assert_eq!(short_names(&paths), ["Ogre dice", "Anna dice"]);
        assert_eq!(
            short_names(&["rules.half", "field.size", "side.toll.'Small Goblin'.count"]),
            ["half", "field size", "Small Goblin count"]
        );
        assert_eq!(
            short_names(&["side.heroes.Anna.classes[0].dice"]),
            ["Anna dice"]
        );
        let alike = [
            "side.heroes.Anna.classes[0].dice",
            "side.heroes.Anna.classes[1].dice",
        ];
        assert_eq!(short_names(&alike), ["classes[0].dice", "classes[1].dice"]);
    }
}
