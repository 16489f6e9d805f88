//! One-step changes of a checked document: tunable parameters changed by one step, and optional
//! tables and elements added or removed.
//!
//! Each change is an assignment in the syntax of `--set`. Rules between keys are not considered
//! here, so the checker may reject a change.

use super::canonical::literal;
use super::item::{CheckedTable, Content, Item, KeyField};
use super::key_shapes::key_shapes;
use super::keys::{Key, Presence, Tunable};
use super::path::escaped;
use super::shape::{ChoiceName, ValueShape};
use super::tree::TomlValue;
use serde::Serialize;

/// A change of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TunableStep {
    /// Names of the tables and elements that enclose the change, outermost first. An element
    /// without a name is identified by its characters, else by its key and 1-based number.
    pub owners: Vec<String>,
    /// Kind of change.
    pub change: TunableChange,
    /// Path of the changed value.
    pub path: String,
    /// New value; empty if the value is removed.
    pub value: String,
}

/// Kinds of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TunableChange {
    /// A key gets another value.
    Value {
        /// The key.
        key: String,
        /// Value before the change.
        from: String,
        /// Value after the change.
        to: String,
    },
    /// An absent table is added.
    Added {
        /// Key of the table.
        key: String,
        /// Value of the table.
        value: String,
    },
    /// A table or an element is removed.
    Removed {
        /// Key of the table, or name of the element.
        what: String,
    },
    /// An element is copied under another name.
    Copied {
        /// Name of the element.
        what: String,
    },
}

impl TunableStep {
    /// Formats the change as an assignment in the syntax of `--set`.
    pub fn assignment(&self) -> String {
        format!("{}={}", self.path, self.value)
    }
}

/// Returns all one-step changes of a checked table without faults, in the order of its keys.
pub fn steps(table: &CheckedTable) -> Vec<TunableStep> {
    let mut walk = TableWalk::default();
    walk.table(table);
    walk.steps
}

/// Another reading of an option of the rules, or another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReading {
    /// Path of the option, such as `rules.half`.
    pub path: String,
    /// Other value of the option.
    #[serde(rename = "reading")]
    pub value: String,
    /// Meaning of the value; empty if the option is a yes or no.
    pub meaning: &'static str,
}

impl RuleReading {
    /// Returns whether this is another player rather than another reading.
    pub fn is_of_play(&self) -> bool {
        !self.path.starts_with("rules.")
    }

    /// Formats the reading as an assignment in the syntax of `--set`.
    pub fn assignment(&self) -> String {
        format!("{}={}", self.path, self.value)
    }
}

/// Returns the other readings of each option under `[rules]`: all other values of a choice or of a
/// flag.
pub fn readings(table: &CheckedTable) -> Vec<RuleReading> {
    // A kind without options has no such key.
    let mut fields = table.fields.iter();
    let rules = fields.find(|field| field.key.name == "rules");
    let Some(rules) = rules.and_then(|field| field.item.as_ref()?.as_table()) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for field in &rules.fields {
        let Some(item) = &field.item else { continue };
        let mut add = |value: String, meaning| {
            all.push(RuleReading {
                path: rules.path_of(field.key.name),
                value,
                meaning,
            });
        };
        match &item.content {
            Content::Flag(flag) => add((!flag).to_string(), ""),
            Content::Choice(choice) => {
                let names = list_of(&field.key.shape, choice).map_or(&[][..], |(list, _)| list);
                for other in names.iter().filter(|other| other.name != choice.name) {
                    add(other.name.to_owned(), other.help);
                }
            }
            _ => {}
        }
    }
    all
}

/// Returns the accepted values of the choice or flag at a path, in the order of their declaration;
/// `None` if there is no such key.
pub fn accepted_values(table: &CheckedTable, path: &str) -> Option<Vec<String>> {
    table.fields.iter().find_map(|field| {
        let is_it = table.path_of(field.key.name) == path;
        match &field.item.as_ref()?.content {
            Content::Flag(_) if is_it => Some(["false", "true"].map(str::to_owned).into()),
            Content::Choice(choice) if is_it => {
                let (list, _) = list_of(&field.key.shape, choice)?;
                Some(list.iter().map(|one| one.name.to_owned()).collect())
            }
            Content::Table(inner) => accepted_values(inner, path),
            Content::Tables(all) => all.iter().find_map(|inner| accepted_values(inner, path)),
            _ => None,
        }
    })
}

/// Traversal of a checked table.
#[derive(Default)]
struct TableWalk {
    owners: Vec<String>,
    steps: Vec<TunableStep>,
}

impl TableWalk {
    fn push(&mut self, change: TunableChange, path: String, value: String) {
        self.steps.push(TunableStep {
            owners: self.owners.clone(),
            change,
            path,
            value,
        });
    }

    fn removed(&mut self, what: &str, path: String) {
        let what = what.to_owned();
        self.push(TunableChange::Removed { what }, path, String::new());
    }

    fn inside(&mut self, owner: &str, table: &CheckedTable) {
        self.owners.push(owner.to_owned());
        self.table(table);
        self.owners.pop();
    }

    fn table(&mut self, table: &CheckedTable) {
        for field in &table.fields {
            let path = table.path_of(field.key.name);
            match &field.item {
                None => self.absent(field.key, path),
                Some(item) => self.item(field, item, &path),
            }
        }
    }

    /// Adds the change that inserts an absent table with the fewest values that have an effect.
    fn absent(&mut self, key: &'static Key, path: String) {
        if let ValueShape::Table(keys) = key.shape
            && key.presence == Presence::Optional
            && has_tunable(keys)
            && let Some(value) = least_table(keys)
        {
            let change = TunableChange::Added {
                key: key.name.to_owned(),
                value: value.clone(),
            };
            self.push(change, path, value);
        }
    }

    fn item(&mut self, field: &KeyField, item: &Item, path: &str) {
        let key = field.key;
        if let Some(tunable) = key.tunable {
            let from = match &item.content {
                Content::Choice(choice) => choice.name.to_owned(),
                _ => literal(item),
            };
            for to in values(&key.shape, tunable, &item.content) {
                let change = TunableChange::Value {
                    key: key.name.to_owned(),
                    from: from.clone(),
                    to: to.clone(),
                };
                self.push(change, path.to_owned(), to);
            }
        }
        match (&item.content, &key.shape) {
            (Content::Table(inner), shape) => {
                self.inside(key.name, inner);
                let may_go = key.presence == Presence::Optional && field.given.is_some();
                if may_go && matches!(shape, ValueShape::Table(keys) if has_tunable(keys)) {
                    self.removed(key.name, path.to_owned());
                }
            }
            (Content::Map(entries), ValueShape::Map(shape)) => {
                for (name, item) in entries {
                    if let Content::Table(inner) = &item.content {
                        self.inside(name, inner);
                    }
                    let Some(tunable) = key.tunable else { continue };
                    for to in values(shape, tunable, &item.content) {
                        let change = TunableChange::Value {
                            key: name.clone(),
                            from: literal(item),
                            to: to.clone(),
                        };
                        self.push(change, item.path(), to);
                    }
                }
            }
            (
                Content::Tables(elements),
                ValueShape::Tables {
                    keys,
                    min,
                    max,
                    named,
                    ..
                },
            ) => {
                let count = keys.iter().find(|key| key.counts);
                let may_go = has_tunable(keys) && elements.len() > *min;
                let is_like_others =
                    *named && count.is_none() && is_flat(keys) && has_tunable(keys);
                let may_come = is_like_others && elements.len() < *max;
                for (index, element) in elements.iter().enumerate() {
                    let name = element_name(key, index, element);
                    self.inside(&name, element);
                    let stands_for = count.and_then(|count| element.integer(count.name));
                    if may_go && stands_for.is_none_or(|count| count <= 1) {
                        self.removed(&name, element.path());
                    }
                    if may_come {
                        let path = element.own_path().name("count").to_string();
                        self.push(TunableChange::Copied { what: name }, path, "2".to_owned());
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the values that are one step away.
fn values(shape: &'static ValueShape, tunable: Tunable, content: &Content) -> Vec<String> {
    let shapes = shape.alternatives();
    let accepted = |value: TomlValue| {
        let is_accepted = shapes.iter().any(|shape| shape.read(&value).is_some());
        is_accepted.then(|| value.literal())
    };
    let all = match content {
        Content::Flag(flag) => [Some((!flag).to_string()), None],
        Content::Integer(value) if !tunable.values.is_empty() => {
            let all = tunable.values;
            let below = all.iter().rfind(|one| *one < value);
            [below, all.iter().find(|one| *one > value)].map(|to| Some(to?.to_string()))
        }
        Content::Integer(value) => {
            // A single hit point of a hundred is no change beside a whole die.
            let step = (tunable.step.round().max(1.0) as i64).max(value.saturating_abs() / 10);
            let all = [value.checked_sub(step), value.checked_add(step)];
            all.map(|to| accepted(TomlValue::Integer(to?)))
        }
        Content::Number(value) => [value - tunable.step, value + tunable.step]
            // Rounding keeps steps such as 0.1 exact as text.
            .map(|to| accepted(TomlValue::Number((to * 1e9).round() / 1e9))),
        Content::Choice(choice) => {
            let Some((list, position)) = list_of(shape, choice) else {
                return Vec::new();
            };
            let all = [position.checked_sub(1), Some(position + 1)];
            all.map(|at| Some(list.get(at?)?.name.to_owned()))
        }
        _ => [None, None],
    };
    all.into_iter().flatten().collect()
}

/// Returns the names among which a choice is made, and its index.
fn list_of(
    shape: &'static ValueShape,
    choice: &ChoiceName,
) -> Option<(&'static [ChoiceName], usize)> {
    shape
        .alternatives()
        .into_iter()
        .find_map(|shape| match shape {
            ValueShape::Choice(list) => {
                let index = list.iter().position(|one| one.name == choice.name)?;
                Some((*list, index))
            }
            _ => None,
        })
}

/// Returns a table with its required keys and one tunable parameter, all at their lowest values.
fn least_table(keys: &'static [Key]) -> Option<String> {
    let is_required = |key: &&Key| key.presence == Presence::Required;
    let has_tunable = |key: &&Key| key.tunable.is_some() && !key.others;
    let has_own = keys
        .iter()
        .filter(is_required)
        .any(|key| key.tunable.is_some());
    let more = keys.iter().find(has_tunable).filter(|_| !has_own);
    let entries: Option<Vec<String>> = keys
        .iter()
        .filter(is_required)
        .chain(more)
        .map(|key| Some(format!("{} = {}", key.name, least(key)?)))
        .collect();
    Some(format!("{{ {} }}", entries?.join(", ")))
}

/// Returns the lowest value of a key, else its example.
fn least(key: &'static Key) -> Option<String> {
    let shapes = key.shape.alternatives();
    let of_shape = shapes.iter().find_map(|shape| match shape {
        ValueShape::Choice(list) => list.first().map(|choice| escaped(choice.name)),
        ValueShape::Flag => Some("true".to_owned()),
        other => other.bounds()[0].as_ref().map(TomlValue::literal),
    });
    of_shape.or_else(|| (!key.example.is_empty()).then(|| key.example.to_owned()))
}

/// Returns the name of an element, else its key and 1-based number.
pub(super) fn element_name(key: &Key, index: usize, element: &CheckedTable) -> String {
    let under = |name: &str| {
        let mut fields = element.fields.iter();
        fields.find(|field| field.key.name == name)?.item.as_ref()
    };
    let texts = |item: &Item| match item.as_list() {
        None => item.as_text().map(str::to_owned),
        Some(list) => list
            .iter()
            .map(Item::as_text)
            .collect::<Option<Vec<_>>>()
            .map(|all| all.join(" or ")),
    };
    let names = ["name", "character"].into_iter();
    let mut names = names.filter_map(|name| texts(under(name)?));
    names
        .next()
        .unwrap_or_else(|| format!("{} {}", key.name, index + 1))
}

/// Returns whether any of these keys, or any key inside them, is tunable.
fn has_tunable(keys: &'static [Key]) -> bool {
    key_shapes(keys)
        .iter()
        .any(|entry| entry.key.tunable.is_some())
}

/// Returns whether none of these keys contains tables.
fn is_flat(keys: &'static [Key]) -> bool {
    !key_shapes(keys).iter().any(|entry| {
        matches!(
            entry.shape,
            ValueShape::Table(_)
                | ValueShape::Tables { .. }
                | ValueShape::Map(_)
                | ValueShape::Kinded(_)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample::checked;

    fn steps_text(text: &str) -> String {
        let (table, faults) = checked(text, &[]);
        assert!(faults.is_empty(), "{faults}");
        let lines = steps(&table).into_iter().map(|step| {
            format!(
                "{} | {:?} | {}",
                step.owners.join(", "),
                step.change,
                step.assignment()
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_tunable_parameter_changes_one_step_in_each_direction() {
        let text = "kind = 'x'\n[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 'Mark Four'\n\
                    count = 1\nclasses = [{ name = 'A', dice = 6 }, { name = 'B', dice = 2 }]\n\
                    [[side]]\nname = 'b.c'\nplayer = { name = 'rollout', playouts = 3 }\n";
        insta::assert_snapshot!(steps_text(text), @r#"
        heroes, Mark Four, A | Value { key: "dice", from: "6", to: "5" } | side.heroes.'Mark Four'.classes[0].dice=5
        heroes, Mark Four | Removed { what: "A" } | side.heroes.'Mark Four'.classes[0]=
        heroes, Mark Four, B | Value { key: "dice", from: "2", to: "1" } | side.heroes.'Mark Four'.classes[1].dice=1
        heroes, Mark Four, B | Value { key: "dice", from: "2", to: "3" } | side.heroes.'Mark Four'.classes[1].dice=3
        heroes, Mark Four | Removed { what: "B" } | side.heroes.'Mark Four'.classes[1]=
        heroes, Mark Four | Value { key: "count", from: "1", to: "2" } | side.heroes.'Mark Four'.count=2
        heroes | Removed { what: "Mark Four" } | side.heroes.'Mark Four'=
        b.c, player | Value { key: "playouts", from: "3", to: "1" } | side.'b.c'.player.playouts=1
        b.c, player | Value { key: "playouts", from: "3", to: "5" } | side.'b.c'.player.playouts=5
        rules | Value { key: "half", from: "up", to: "down" } | rules.half=down
        "#);
    }
}
