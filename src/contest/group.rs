//! Combatants that are reported together. Several contests have them, with the same names.

use super::{Actor, Timeline};
use std::collections::HashMap;

/// Combatants that are reported together: one, or the copies of a `count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name in results.
    pub label: String,
    /// Position of the side.
    pub side: usize,
    /// How many they are.
    pub size: u32,
}

impl Group {
    /// Returns them as actors.
    pub fn actor(&self) -> Actor {
        Actor {
            name: self.label.clone(),
            side: self.side,
            count: self.size,
        }
    }

    /// Who of them stands after so many units of time; `side` is their side's name.
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

/// The names of the copies of a combatant, which are numbered.
pub fn copies(name: &str, count: u32) -> Vec<String> {
    if count == 1 {
        vec![name.to_owned()]
    } else {
        (1..=count).map(|copy| format!("{name} {copy}")).collect()
    }
}

/// The labels of groups. Two sides may both have a "Guard".
pub(crate) struct Labels {
    names: HashMap<String, u32>,
}

impl Labels {
    /// Labels for groups of these names on all sides.
    pub(crate) fn new<'a>(all: impl Iterator<Item = &'a String>) -> Self {
        let mut names = HashMap::new();
        for name in all {
            *names.entry(name.clone()).or_insert(0) += 1;
        }
        Self { names }
    }

    /// The label of a group on a side: its name, with the side's where another has the name too.
    pub(crate) fn of(&self, side: &str, name: &str) -> String {
        if self.names.get(name) == Some(&1) {
            name.to_owned()
        } else {
            format!("{side}.{name}")
        }
    }
}
