//! Groups of combatants that are reported together, for all contests with combatants.

use super::{ActingSide, Timeline};
use std::collections::HashMap;

/// Combatants that are reported together: a single one, or all copies of the key `count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name in results.
    pub label: String,
    /// Index of the side.
    pub side: usize,
    /// Number of combatants.
    pub size: u32,
}

impl Group {
    /// Returns the group as an actor.
    pub fn actor(&self) -> ActingSide {
        ActingSide {
            name: self.label.clone(),
            side: self.side,
            count: self.size,
        }
    }

    /// Returns the timeline of the group's standing combatants; `side` is the name of their side.
    pub fn standing(&self, side: &str, unit: &'static str) -> Timeline {
        Timeline {
            base: "standing",
            subject: self.label.clone(),
            section: side.to_owned(),
            unit,
            of: self.size,
        }
    }
}

/// Returns the names of `count` copies of a combatant, numbered from 1; a single one has the name
/// itself.
pub fn copies(name: &str, count: u32) -> Vec<String> {
    if count == 1 {
        vec![name.to_owned()]
    } else {
        (1..=count).map(|copy| format!("{name} {copy}")).collect()
    }
}

/// Unique labels of groups, whose names may be the same: two sides may both have a `Guard`.
pub struct Labels {
    names: HashMap<String, u32>,
}

impl Labels {
    /// Returns the labels of groups with these names on all sides.
    pub fn new<'a>(all: impl Iterator<Item = &'a String>) -> Self {
        let mut names = HashMap::new();
        for name in all {
            *names.entry(name.clone()).or_insert(0) += 1;
        }
        Self { names }
    }

    /// Returns the label of a group: its name, prefixed with its side if it is not unique.
    pub fn of(&self, side: &str, name: &str) -> String {
        if self.names.get(name) == Some(&1) {
            name.to_owned()
        } else {
            format!("{side}.{name}")
        }
    }
}
