//! Edits of a text that keep the rest of it, including comments.

use super::scene::kind_of;
use evenodds::contests::KINDS;
use evenodds::document::{Faults, Key, Node, Path, parse, resolve_path, set, writer};
use evenodds::scenario::LIBRARY;
use serde::Deserialize;
use serde_json::Value as Json;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, value,
};

/// Edit of a text.
#[derive(Debug, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// Sets a value; creates missing tables of its path.
    Set { path: Vec<Step>, value: Json },
    /// Removes a value, or an element of a list.
    Remove { path: Vec<Step> },
    /// Inserts a copy of an element of a list after it, with these values in the copy.
    Copy {
        path: Vec<Step>,
        values: serde_json::Map<String, Json>,
    },
    /// Appends an element to a list of tables; creates a missing list.
    Add {
        path: Vec<Step>,
        values: serde_json::Map<String, Json>,
    },
}

/// Step of a path: the name of a key, or an index in a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// Index, from 0.
    Place(usize),
    /// Name of a key.
    Key(String),
}

/// Error of an edit.
#[derive(Debug)]
pub struct Unedited(String);

impl std::fmt::Display for Unedited {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Applies edits to a text, in order.
///
/// # Errors
/// The text is not TOML, or a path does not exist.
pub fn edited(text: &str, edits: &[Edit]) -> Result<String, Unedited> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| Unedited(error.message().to_owned()))?;
    for edit in edits {
        apply(document.as_table_mut(), edit)
            .ok_or_else(|| Unedited(format!("there is nothing to change: {edit:?}")))?;
    }
    Ok(document.to_string())
}

/// Applies an assignment such as `side.heroes.Dirk.count=2` to a text. Changes of values keep the rest of the text;
/// assignments that insert or remove elements rewrite it without its comments.
///
/// # Errors
/// The assignment does not fit the text.
pub fn assigned(text: &str, assignment: &str) -> Result<String, Unedited> {
    let wrong = |faults: &Faults| {
        Unedited(
            faults
                .iter()
                .next()
                .map_or_else(String::new, ToString::to_string),
        )
    };
    let mut faults = Faults::new();
    let mut root = parse(&evenodds::document::Source::new("text", text), &mut faults);
    let kind = KINDS.iter().find(|kind| kind.name == kind_of(text));
    let keys = kind
        .map(|kind| LIBRARY.keys_of(kind))
        .ok_or_else(|| Unedited("the text has no kind".to_owned()))?;
    if let Some(edit) = plain_change(&root, keys, assignment)
        && let Ok(text) = edited(text, &[edit])
    {
        return Ok(text);
    }
    set::apply(&mut root, keys, assignment, &mut faults);
    if faults.is_empty() {
        Ok(writer::written(&root))
    } else {
        Err(wrong(&faults))
    }
}

/// Returns an assignment of a value as an edit; `None` if it is not one.
fn plain_change(root: &Node, keys: &'static [Key], assignment: &str) -> Option<Edit> {
    let (path, _, end) = Path::read(assignment).ok()?;
    let value = assignment
        .get(end..)?
        .trim_start()
        .strip_prefix('=')?
        .trim();
    let steps = resolve_path::resolve(root, keys, &path).ok()?;
    let path = steps.into_iter().map(|step| match step {
        resolve_path::PathStep::Key(name) => Step::Key(name),
        resolve_path::PathStep::Index(place) => Step::Place(place),
    });
    let read = toml::from_str::<toml::Table>(&format!("value = {value}")).ok();
    let value = match read.and_then(|mut table| table.remove("value")) {
        Some(value) => serde_json::to_value(value).ok()?,
        None if value.is_empty() => return None,
        None => Json::String(value.to_owned()),
    };
    Some(Edit::Set {
        path: path.collect(),
        value,
    })
}

/// Position in a document. Tables and lists of tables are items, or values if they are written inline.
enum Spot<'a> {
    Table(&'a mut dyn TableLike),
    Tables(&'a mut ArrayOfTables),
    List(&'a mut Array),
}

fn apply(root: &mut Table, edit: &Edit) -> Option<()> {
    let (path, makes) = match edit {
        Edit::Set { path, .. } | Edit::Add { path, .. } => (path, true),
        Edit::Remove { path } | Edit::Copy { path, .. } => (path, false),
    };
    let (last, before) = path.split_last()?;
    let spot = reach(Spot::Table(root), before, makes)?;
    match (edit, spot, last) {
        (Edit::Set { value, .. }, Spot::Table(table), Step::Key(key)) => {
            let new = item(value)?;
            match (table.get_mut(key), new) {
                // Keeps the comment after the value.
                (Some(Item::Value(old)), Item::Value(mut new)) => {
                    *new.decor_mut() = old.decor().clone();
                    *old = new;
                }
                (_, new) => {
                    table.insert(key, new);
                }
            }
        }
        (Edit::Set { value, .. }, Spot::List(list), Step::Place(place)) => {
            let new = plain(value)?;
            if *place < list.len() {
                list.replace(*place, new);
            } else {
                list.push(new);
            }
        }
        (Edit::Remove { .. }, Spot::Table(table), Step::Key(key)) => {
            table.remove(key)?;
        }
        (Edit::Remove { .. }, Spot::Tables(tables), Step::Place(place)) => {
            (*place < tables.len()).then(|| tables.remove(*place))?;
        }
        (Edit::Remove { .. }, Spot::List(list), Step::Place(place)) => {
            (*place < list.len()).then(|| list.remove(*place))?;
        }
        (Edit::Copy { values, .. }, Spot::Tables(tables), Step::Place(place)) => {
            let mut copy = tables.get(*place)?.clone();
            fill(&mut copy, values)?;
            // The order in the list decides the order in the text.
            copy.set_position(tables.get(*place)?.position());
            let mut all: Vec<Table> = tables.iter().cloned().collect();
            all.insert(place + 1, copy);
            tables.clear();
            all.into_iter().for_each(|table| tables.push(table));
        }
        (Edit::Copy { values, .. }, Spot::List(list), Step::Place(place)) => {
            let mut copy = list.get(*place)?.clone();
            if let Some(table) = copy.as_inline_table_mut() {
                fill(table, values)?;
            }
            // The first element of a line has no blank before it.
            let decor = copy.decor_mut();
            if decor
                .prefix()
                .and_then(|prefix| prefix.as_str())
                .is_none_or(str::is_empty)
            {
                decor.set_prefix(" ");
            }
            list.insert(place + 1, copy);
        }
        (Edit::Add { values, .. }, Spot::Table(table), Step::Key(key)) => {
            match table.get_mut(key) {
                None => {
                    let mut tables = ArrayOfTables::new();
                    let mut new = Table::new();
                    fill(&mut new, values)?;
                    tables.push(new);
                    table.insert(key, Item::ArrayOfTables(tables));
                }
                Some(Item::ArrayOfTables(tables)) => {
                    let mut new = Table::new();
                    fill(&mut new, values)?;
                    tables.push(new);
                }
                Some(Item::Value(Value::Array(list))) => {
                    let mut new = InlineTable::new();
                    fill(&mut new, values)?;
                    list.push(new);
                }
                Some(_) => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn fill(table: &mut dyn TableLike, values: &serde_json::Map<String, Json>) -> Option<()> {
    for (key, json) in values {
        table.insert(key, item(json)?);
    }
    Some(())
}

/// Returns the position at a path. With `makes`, missing tables are created.
fn reach<'a>(from: Spot<'a>, path: &[Step], makes: bool) -> Option<Spot<'a>> {
    let Some((step, rest)) = path.split_first() else {
        return Some(from);
    };
    let next = match (from, step) {
        (Spot::Table(table), Step::Key(key)) => {
            if table.get(key).is_none() && makes {
                table.insert(key, Item::Table(Table::new()));
            }
            of_item(table.get_mut(key)?)?
        }
        (Spot::Tables(tables), Step::Place(place)) => Spot::Table(tables.get_mut(*place)?),
        (Spot::List(list), Step::Place(place)) => of_value(list.get_mut(*place)?)?,
        _ => return None,
    };
    reach(next, rest, makes)
}

fn of_item(item: &mut Item) -> Option<Spot<'_>> {
    match item {
        Item::Table(table) => Some(Spot::Table(table)),
        Item::ArrayOfTables(tables) => Some(Spot::Tables(tables)),
        Item::Value(value) => of_value(value),
        Item::None => None,
    }
}

fn of_value(value: &mut Value) -> Option<Spot<'_>> {
    match value {
        Value::InlineTable(table) => Some(Spot::Table(table)),
        Value::Array(list) => Some(Spot::List(list)),
        _ => None,
    }
}

fn item(json: &Json) -> Option<Item> {
    plain(json).map(value)
}

/// Returns a value in its inline form; `None` for null.
fn plain(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(flag) => (*flag).into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => {
            let list: Option<Array> = list.iter().map(plain).collect();
            list?.into()
        }
        Json::Object(table) => {
            let mut inline = InlineTable::new();
            for (key, json) in table {
                inline.insert(key, plain(json)?);
            }
            inline.into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(text: &str, edits: serde_json::Value) -> String {
        let edits: Vec<Edit> = serde_json::from_value(edits).unwrap();
        edited(text, &edits).unwrap()
    }

    const TEXT: &str = "kind = \"combat\" # a fight\n\n[[side]]\nname = \"heroes\"\n\n[[side.combatant]]\nname = \
                        \"Dirk\" # the first\nclasses = [{ name = \"Soldier\", dice = 4 }]\n\n[[side]]\nname = \
                        \"foes\"\n";

    #[test]
    fn a_value_is_set_and_the_comment_after_it_stays() {
        let path = json!(["side", 0, "combatant", 0, "name"]);
        let text = after(
            TEXT,
            json!([{ "edit": "set", "path": path, "value": "Ann" }]),
        );
        assert!(text.contains("name = \"Ann\" # the first\n"), "{text}");
        let path = json!(["side", 0, "combatant", 0, "classes", 0, "dice"]);
        let text = after(TEXT, json!([{ "edit": "set", "path": path, "value": 5 }]));
        assert!(text.contains("{ name = \"Soldier\", dice = 5 }"), "{text}");
    }

    #[test]
    fn a_table_is_made_for_a_rule() {
        let text = after(
            TEXT,
            json!([{ "edit": "set", "path": ["rules", "half"], "value": "down" }]),
        );
        let read: toml::Table = toml::from_str(&text).unwrap();
        assert_eq!(read["rules"]["half"].as_str(), Some("down"));
    }

    #[test]
    fn elements_are_copied_added_and_removed() {
        let path = json!(["side", 0, "combatant", 0]);
        let text = after(
            TEXT,
            json!([{ "edit": "copy", "path": path, "values": { "name": "Dirk 2" } }]),
        );
        let read: toml::Table = toml::from_str(&text).unwrap();
        let all = read["side"][0]["combatant"].as_array().unwrap();
        assert_eq!(all.len(), 2, "{text}");
        assert_eq!(all[1]["name"].as_str(), Some("Dirk 2"));
        assert_eq!(read["side"][1]["name"].as_str(), Some("foes"));
        let less = after(
            &text,
            json!([{ "edit": "remove", "path": ["side", 0, "combatant", 0] }]),
        );
        let read: toml::Table = toml::from_str(&less).unwrap();
        assert_eq!(
            read["side"][0]["combatant"][0]["name"].as_str(),
            Some("Dirk 2")
        );
        let path = json!(["side", 1, "combatant"]);
        let more = after(
            TEXT,
            json!([{ "edit": "add", "path": path, "values": { "name": "Zero" } }]),
        );
        let read: toml::Table = toml::from_str(&more).unwrap();
        assert_eq!(
            read["side"][1]["combatant"][0]["name"].as_str(),
            Some("Zero"),
            "{more}"
        );
        let path = json!(["side", 0, "combatant", 0, "classes", 0]);
        let text = after(
            TEXT,
            json!([{ "edit": "copy", "path": path, "values": { "dice": 2 } }]),
        );
        assert!(
            text.contains("dice = 4 }, { name = \"Soldier\", dice = 2 }"),
            "{text}"
        );
    }

    #[test]
    fn an_assignment_becomes_part_of_the_text() {
        let fight = evenodds::scenario::BUILTINS
            .iter()
            .find(|one| one.name == "canyon")
            .unwrap()
            .text;
        let text = assigned(fight, "side.heroes.Dirk.classes[0].dice=2").unwrap();
        assert_eq!(
            text.lines().filter(|line| line.starts_with('#')).count(),
            fight.lines().filter(|line| line.starts_with('#')).count()
        );
        assert_ne!(text, fight);
        for assignment in [
            "side.heroes.Dirk.count=2",
            "side.heroes.player=expert",
            "side.ambushers.\"Duke Zero\"=",
            "rules.half=down",
        ] {
            let text = assigned(fight, assignment).unwrap();
            let own = evenodds::scenario::load("@own", text.as_bytes(), &[]).unwrap();
            let other =
                evenodds::scenario::load("@own", fight.as_bytes(), &[assignment.to_owned()])
                    .unwrap();
            assert_eq!(own.hash, other.hash, "{assignment}\n{text}");
        }
        assert!(assigned(fight, "side.heroes.Nobody.count=2").is_err());
    }

    #[test]
    fn missing_paths_are_refused() {
        let edits = [Edit::Remove {
            path: vec![Step::Key("field".to_owned())],
        }];
        assert!(edited(TEXT, &edits).is_err());
        assert!(edited("kind = ", &[]).is_err());
    }
}
