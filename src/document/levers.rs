//! One-step changes of a checked document: every key with a lever turned once, tables and elements that
//! may be there or not put in or taken out.
//!
//! A change is an assignment, as `--set` takes it. Whether the document accepts it is for the checks to
//! say: what keys rule out between them is not known here.

use super::canonical::literal;
use super::item::{Content, Field, Item, Table};
use super::keys::{Key, Lever, Presence, Shape};
use super::naming::alternatives;
use super::path::escaped;
use super::tree::number_literal;

/// The key by which an element stands for several of its kind. One fewer of those is a turn of that key,
/// and so is one more.
const COUNT: &str = "count";

/// A change of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The names of the tables and elements around what changes, outermost first; an element without a
    /// name is called by its key and position.
    pub owners: Vec<String>,
    /// What changes.
    pub change: Change,
    /// The path of what changes.
    pub path: String,
    /// The value that it gets; empty if it is taken away.
    pub value: String,
}

/// What a change does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A key gets another value.
    Value {
        /// The key.
        key: String,
        /// Its value before.
        from: String,
        /// Its value behind.
        to: String,
    },
    /// A table that was not there is put in.
    Put {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
    },
    /// A table or an element is taken away.
    Taken {
        /// Its key or its name.
        what: String,
    },
    /// An element is there once more, under another name.
    Copied {
        /// The name of the element.
        what: String,
    },
}

impl Turn {
    /// The change as `--set` takes it.
    pub fn assignment(&self) -> String {
        format!("{}={}", self.path, self.value)
    }
}

/// All changes of one step of a checked table without faults, in the order of its keys.
pub fn turns(table: &Table) -> Vec<Turn> {
    let mut turns = Vec::new();
    of_table(table, &[], &mut turns);
    turns
}

fn of_table(table: &Table, owners: &[String], turns: &mut Vec<Turn>) {
    for field in &table.fields {
        let path = table.path_of(field.key.name);
        match &field.item {
            None => put(field.key, &path, owners, turns),
            Some(item) => of_item(field, item, &path, owners, turns),
        }
    }
}

fn of_item(field: &Field, item: &Item, path: &str, owners: &[String], turns: &mut Vec<Turn>) {
    let key = field.key;
    if let Some(lever) = key.lever {
        for (from, to) in values(key, lever, &item.content) {
            turns.push(Turn {
                owners: owners.to_vec(),
                change: Change::Value {
                    key: key.name.to_owned(),
                    from,
                    to: to.clone(),
                },
                path: path.to_owned(),
                value: to,
            });
        }
    }
    match &item.content {
        Content::Table(inner) => {
            let own = [owners, &[key.name.to_owned()]].concat();
            of_table(inner, &own, turns);
            let may_go = key.presence == Presence::Optional && field.given;
            if may_go && matches!(key.shape, Shape::Table(keys) if has_lever(keys)) {
                turns.push(taken(owners, key.name, path.to_owned()));
            }
        }
        Content::Tables(elements) => of_elements(key, elements, path, owners, turns),
        _ => {}
    }
}

/// The values one step away, each with the one that is there.
fn values(key: &Key, lever: Lever, content: &Content) -> Vec<(String, String)> {
    let shapes = alternatives_of(key);
    let beside = |from: String, all: [Option<String>; 2]| -> Vec<(String, String)> {
        let steps = all.into_iter().flatten();
        steps.map(|to| (from.clone(), to)).collect()
    };
    match content {
        Content::Flag(flag) => vec![(flag.to_string(), (!flag).to_string())],
        Content::Integer(value) => {
            let within = |to: i64| {
                shapes.iter().any(
                    |shape| matches!(shape, Shape::Integer { min, max } if (min..=max).contains(&&to)),
                )
            };
            let step = lever.step.round().max(1.0) as i64;
            let all = [value.checked_sub(step), value.checked_add(step)];
            let all = all.map(|to| to.filter(|&to| within(to)).map(|to| to.to_string()));
            beside(value.to_string(), all)
        }
        Content::Number(value) => {
            let within = |to: f64| {
                shapes.iter().any(
                    |shape| matches!(shape, Shape::Number { min, max } if (min..=max).contains(&&to)),
                )
            };
            let all = [value - lever.step, value + lever.step].map(|to| {
                // Steps of 0.1 stay steps of 0.1.
                let to = (to * 1e9).round() / 1e9;
                (to.is_finite() && within(to)).then(|| number_literal(to))
            });
            beside(number_literal(*value), all)
        }
        Content::Choice(choice) => {
            let list = shapes.iter().find_map(|shape| match shape {
                Shape::Choice(list) if list.iter().any(|one| one.name == choice.name) => Some(list),
                _ => None,
            });
            let Some(list) = list else {
                return Vec::new();
            };
            let position = list.iter().position(|one| one.name == choice.name);
            let position = position.unwrap_or_default();
            let all = [position.checked_sub(1), Some(position + 1)];
            let all = all.map(|at| Some(list.get(at?)?.name.to_owned()));
            beside(choice.name.to_owned(), all)
        }
        _ => Vec::new(),
    }
}

fn alternatives_of(key: &Key) -> Vec<Shape> {
    match key.shape {
        Shape::Either(shapes) => shapes.iter().flat_map(alternatives).copied().collect(),
        shape => vec![shape],
    }
}

/// A table that is not there is put in with the least that makes a difference.
fn put(key: &Key, path: &str, owners: &[String], turns: &mut Vec<Turn>) {
    let Shape::Table(keys) = key.shape else {
        return;
    };
    if key.presence != Presence::Optional || !has_lever(keys) {
        return;
    }
    let Some(value) = least_table(keys) else {
        return;
    };
    turns.push(Turn {
        owners: owners.to_vec(),
        change: Change::Put {
            key: key.name.to_owned(),
            value: value.clone(),
        },
        path: path.to_owned(),
        value,
    });
}

/// A table with its required keys, and with one that has a lever, at their least values.
fn least_table(keys: &[Key]) -> Option<String> {
    let required: Vec<&Key> = keys
        .iter()
        .filter(|key| key.presence == Presence::Required)
        .collect();
    let turned = required.iter().any(|key| key.lever.is_some());
    let first = keys.iter().find(|key| key.lever.is_some());
    let more = first.filter(|_| !turned);
    let entries: Option<Vec<String>> = required
        .into_iter()
        .chain(more)
        .map(|key| Some(format!("{} = {}", key.name, least(key)?)))
        .collect();
    Some(format!("{{ {} }}", entries?.join(", ")))
}

/// The least value of a key, else its example.
fn least(key: &Key) -> Option<String> {
    let of_shape = alternatives_of(key).iter().find_map(|shape| match shape {
        Shape::Integer { min, .. } if *min > i64::MIN => Some(min.to_string()),
        Shape::Number { min, .. } if min.is_finite() => Some(number_literal(*min)),
        Shape::Choice(list) => list.first().map(|choice| escaped(choice.name)),
        Shape::Flag => Some("true".to_owned()),
        _ => None,
    });
    of_shape.or_else(|| (!key.example.is_empty()).then(|| key.example.to_owned()))
}

fn of_elements(
    key: &Key,
    elements: &[Table],
    path: &str,
    owners: &[String],
    turns: &mut Vec<Turn>,
) {
    let Shape::Tables {
        keys,
        min,
        max,
        named,
        ..
    } = key.shape
    else {
        return;
    };
    for (index, element) in elements.iter().enumerate() {
        let name = element_name(key, index, element);
        let own = [owners, std::slice::from_ref(&name)].concat();
        of_table(element, &own, turns);
        let counts = keys.iter().any(|key| key.name == COUNT);
        let several = counts && element.integer(COUNT).is_some_and(|count| count > 1);
        if has_lever(keys) && elements.len() > min && !several {
            turns.push(taken(owners, &name, element.path()));
        }
        if named && !counts && is_flat(keys) && has_lever(keys) && elements.len() < max {
            turns.extend(copied(elements, element, &name, path, owners));
        }
    }
}

/// An element once more, behind all others. Elements cannot be added one by one, so the array is
/// written out.
fn copied(
    elements: &[Table],
    element: &Table,
    name: &str,
    path: &str,
    owners: &[String],
) -> Option<Turn> {
    let names: Vec<&str> = elements.iter().filter_map(|one| one.text("name")).collect();
    let free = (2..).map(|number| format!("{name} {number}"));
    let new = free
        .take(elements.len() + 2)
        .find(|new| !names.contains(&new.as_str()))?;
    let mut all: Vec<String> = elements.iter().map(written).collect();
    all.push(with_name(element, &new));
    Some(Turn {
        owners: owners.to_vec(),
        change: Change::Copied {
            what: name.to_owned(),
        },
        path: path.to_owned(),
        value: format!("[{}]", all.join(", ")),
    })
}

/// What an author wrote into a table without tables inside.
fn written(table: &Table) -> String {
    with_name(table, table.text("name").unwrap_or_default())
}

fn with_name(table: &Table, name: &str) -> String {
    let entries = table
        .fields
        .iter()
        .filter(|field| field.given)
        .filter_map(|field| {
            let value = match field.key.name {
                "name" => escaped(name),
                _ => literal(field.item.as_ref()?),
            };
            Some(format!("{} = {value}", field.key.name))
        });
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

fn taken(owners: &[String], what: &str, path: String) -> Turn {
    Turn {
        owners: owners.to_vec(),
        change: Change::Taken {
            what: what.to_owned(),
        },
        path,
        value: String::new(),
    }
}

fn element_name(key: &Key, index: usize, element: &Table) -> String {
    let has_name = element.fields.iter().any(|field| field.key.name == "name");
    let name = has_name.then(|| element.text("name")).flatten();
    name.map_or_else(|| format!("{}[{index}]", key.name), str::to_owned)
}

/// Whether any of these keys, or of tables below them, has a lever.
fn has_lever(keys: &[Key]) -> bool {
    keys.iter().any(|key| {
        key.lever.is_some()
            || alternatives_of(key).iter().any(|shape| match shape {
                Shape::Table(keys) | Shape::Tables { keys, .. } => has_lever(keys),
                _ => false,
            })
    })
}

/// Whether none of these keys holds tables.
fn is_flat(keys: &[Key]) -> bool {
    !keys.iter().any(|key| {
        alternatives_of(key).iter().any(|shape| {
            matches!(
                shape,
                Shape::Table(_) | Shape::Tables { .. } | Shape::Map(_)
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample::checked;

    fn turned(text: &str) -> String {
        let (table, faults) = checked(text, &[]);
        assert!(faults.is_empty(), "{faults}");
        let lines = turns(&table).into_iter().map(|turn| {
            format!(
                "{} | {:?} | {}",
                turn.owners.join(", "),
                turn.change,
                turn.assignment()
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_lever_is_turned_once_in_each_direction() {
        let text = "kind = 'x'\n[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 'Mark Four'\n\
                    count = 1\nclasses = [{ name = 'A', dice = 6 }, { name = 'B', dice = 2 }]\n\
                    [[side]]\nname = 'b.c'\nplayer = { name = 'rollout', playouts = 3 }\n";
        insta::assert_snapshot!(turned(text), @r#"
        heroes, Mark Four, A | Value { key: "dice", from: "6", to: "5" } | side.heroes.'Mark Four'.classes[0].dice=5
        heroes, Mark Four | Taken { what: "A" } | side.heroes.'Mark Four'.classes[0]=
        heroes, Mark Four, B | Value { key: "dice", from: "2", to: "1" } | side.heroes.'Mark Four'.classes[1].dice=1
        heroes, Mark Four, B | Value { key: "dice", from: "2", to: "3" } | side.heroes.'Mark Four'.classes[1].dice=3
        heroes, Mark Four | Taken { what: "B" } | side.heroes.'Mark Four'.classes[1]=
        heroes, Mark Four | Value { key: "count", from: "1", to: "2" } | side.heroes.'Mark Four'.count=2
        heroes | Taken { what: "Mark Four" } | side.heroes.'Mark Four'=
        b.c, player | Value { key: "playouts", from: "3", to: "1" } | side.'b.c'.player.playouts=1
        b.c, player | Value { key: "playouts", from: "3", to: "5" } | side.'b.c'.player.playouts=5
        rules | Value { key: "half", from: "up", to: "down" } | rules.half=down
        "#);
    }
}
