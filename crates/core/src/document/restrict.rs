//! Options of a participant that can be forbidden, each as an assignment: a permission, one of the
//! values of a choice, an element such as a Class.
//!
//! Rules between keys are not considered here, so the checker may reject a change.

use super::canonical::literal;
use super::item::{CheckedTable, Content, Item, KeyField};
use super::keys::Presence;
use super::shape::ValueShape;
use super::tunable::{TunableChange, TunableStep, element_name, steps};

/// An option that is forbidden, or the only one that is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// Names of the tables and elements that enclose the option, outermost first.
    pub owners: Vec<String>,
    /// Name of the option.
    pub option: String,
    /// Name of the side that has the option, if its table names one.
    pub by: Option<String>,
    /// True if the option is the only one that is left, instead of forbidden.
    pub is_only: bool,
    /// Assignment in the syntax of `--set`.
    pub assignment: String,
}

/// Returns the restrictions of a checked table without faults, in the order of its keys: those of
/// keys marked with [`restricts`](super::Key::restricts), then the elements and tables that can be
/// removed.
pub fn restrictions(table: &CheckedTable) -> Vec<Restriction> {
    let mut walk = RestrictionWalk::default();
    walk.table(table);
    let removed = steps(table).into_iter().filter_map(|step| {
        let TunableChange::Removed { what } = &step.change else {
            return None;
        };
        Some(Restriction {
            option: what.clone(),
            by: None,
            is_only: false,
            assignment: TunableStep::assignment(&step),
            owners: step.owners,
        })
    });
    walk.found.extend(removed);
    walk.found
}

#[derive(Default)]
struct RestrictionWalk {
    owners: Vec<String>,
    found: Vec<Restriction>,
}

impl RestrictionWalk {
    fn push(&mut self, option: &str, (by, is_only): (Option<&str>, bool), assignment: String) {
        self.found.push(Restriction {
            owners: self.owners.clone(),
            option: option.to_owned(),
            by: by.map(str::to_owned),
            is_only,
            assignment,
        });
    }

    fn inside(&mut self, owner: &str, table: &CheckedTable) {
        self.owners.push(owner.to_owned());
        self.table(table);
        self.owners.pop();
    }

    fn table(&mut self, table: &CheckedTable) {
        // A choice is made `by` a side, and a step belongs to `each` member of a team.
        let mut fields = table.fields.iter();
        let by = fields.find(|field| ["by", "each"].contains(&field.key.name));
        let by = by.and_then(|field| field.item.as_ref()?.as_text());
        for field in &table.fields {
            let path = table.path_of(field.key.name);
            match &field.item {
                Some(item) => self.item(field, item, (&path, by)),
                None if field.key.restricts => self.absent(field, &path),
                None => {}
            }
        }
    }

    /// Adds the permissions of a table that is absent, since all have their defaults.
    fn absent(&mut self, field: &KeyField, path: &str) {
        let ValueShape::Table(keys) = field.key.shape else {
            return;
        };
        for key in keys.iter().filter(|key| key.restricts) {
            if key.presence == Presence::Default("true") {
                let assignment = format!("{path}.{}=false", key.name);
                self.push(key.name, (None, false), assignment);
            }
        }
    }

    fn item(&mut self, field: &KeyField, item: &Item, (path, by): (&str, Option<&str>)) {
        let key = field.key;
        match &item.content {
            Content::Flag(true) if key.restricts => {
                self.push(key.name, (by, false), format!("{path}=false"));
            }
            Content::List(options) if key.restricts && options.len() > 1 => {
                let all: Vec<String> = options.iter().map(literal).collect();
                for (index, option) in all.iter().enumerate() {
                    let others = all.iter().enumerate().filter(|(other, _)| *other != index);
                    let others: Vec<&str> = others.map(|(_, other)| other.as_str()).collect();
                    let name = options[index].as_text().unwrap_or(option);
                    let without = format!("{path}=[{}]", others.join(", "));
                    self.push(name, (by, false), without);
                    // Of two options, forbidding one leaves the other.
                    if all.len() > 2 {
                        self.push(name, (by, true), format!("{path}=[{option}]"));
                    }
                }
            }
            Content::Table(inner) if key.restricts => self.table(inner),
            Content::Table(inner) => self.inside(key.name, inner),
            Content::Map(entries) => {
                for (name, item) in entries {
                    if let Content::Table(inner) = &item.content {
                        self.inside(name, inner);
                    }
                }
            }
            Content::Tables(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let name = element_name(key, index, element);
                    if key.restricts && elements.len() > 1 {
                        self.push(&name, (by, false), format!("{}=", element.path()));
                    }
                    self.inside(&name, element);
                }
            }
            _ => {}
        }
    }
}
