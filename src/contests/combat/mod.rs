//! Combat: sides of combatants whose dice on the table are their initiative, until one side stands.
//!
//! - [`keys`](self): the table of keys of its file, and how a checked file becomes a [`Combat`].
//! - `fight`: the dice and fates on the table; `order`: whose turn it is.
//! - `rules`: the turns; `view` and `players`: who decides what, and from what.
//! - `measure`: the metrics; `tell`: the story; `solve`: the exact answer.

mod fight;
mod keys;
mod measure;
mod order;
mod players;
mod rules;
mod solve;
mod tell;
mod view;

pub use fight::Fate;
pub use players::Player;
pub use rules::Event;
pub use view::{Action, View, Whims};

use crate::contest::{Describe, Kind, Metric, Outcome, Timeline};
use crate::document::Table;
use measure::Layout;
use std::ops::Range;

/// Combat, as `kind = "combat"` chooses it.
pub static KIND: Kind = Kind {
    name: "combat",
    title: "Combat",
    summary: "Who wins a fight, how long does it take, and who is left standing?",
    keys: keys::KEYS,
    players: players::HELP,
    outcomes: "the sides by their names, `draw` (nobody is left standing), `unresolved` (a deadlock that re-rolls did not end)",
    metrics: measure::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// One who fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    /// Name in stories; copies of a `count` are numbered.
    pub name: String,
    /// Position of the side.
    pub side: usize,
    /// Position of the group that it is counted with: its own, or that of its copies.
    pub group: usize,
    /// The Classes in the order of their use.
    pub classes: Vec<Class>,
    /// Who decides for it.
    pub player: Player,
}

/// A Class as it is rolled in this fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The dice that are rolled, 1 to 6: half of the Class's where it fits only half.
    pub dice: u32,
}

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

/// Those who win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// The positions of its combatants.
    pub members: Range<usize>,
}

/// The readings of the rules, see the keys under `[rules]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `last_blow = "draw"`: who spends the last die to take out the last opponent retreats.
    pub last_blow_draws: bool,
    /// `deadlock = "lot"`: a lot among the highest instead of re-rolls.
    pub deadlock_lot: bool,
    /// Rounds of re-rolling in a row, after which the fight is unresolved.
    pub max_rerolls: u32,
}

/// A prepared fight.
#[derive(Clone, Debug)]
pub struct Combat {
    sides: Vec<Side>,
    combatants: Vec<Combatant>,
    groups: Vec<Group>,
    options: Options,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    timelines: Vec<Timeline>,
    layout: Layout,
}

impl Combat {
    /// A fight of these sides. Sides and their members are in file order, members of a side next
    /// to each other, groups by side.
    pub fn new(
        sides: Vec<Side>,
        combatants: Vec<Combatant>,
        groups: Vec<Group>,
        options: Options,
    ) -> Self {
        let mut outcomes: Vec<Outcome> = sides
            .iter()
            .map(|side| Outcome {
                name: side.name.clone(),
                phrase: format!(
                    "{} {}",
                    side.name,
                    // One alone wins, unless the name sounds like several.
                    if side.members.len() == 1 && !side.name.ends_with('s') {
                        "wins"
                    } else {
                        "win"
                    }
                ),
                usual: true,
            })
            .collect();
        outcomes.extend(
            [
                ("draw", "nobody is left standing"),
                ("unresolved", "no end is found"),
            ]
            .map(|(name, phrase)| Outcome {
                name: name.to_owned(),
                phrase: phrase.to_owned(),
                usual: false,
            }),
        );
        let layout = Layout::new(sides.len(), groups.len());
        Self {
            metrics: measure::metrics(&sides, &groups),
            timelines: measure::timelines(&sides, &groups),
            sides,
            combatants,
            groups,
            options,
            outcomes,
            layout,
        }
    }

    /// The fight of a checked file; `None` where the file has faults.
    pub fn read(table: &Table) -> Option<Self> {
        keys::combat(table)
    }

    /// The combatants in file order.
    pub fn combatants(&self) -> &[Combatant] {
        &self.combatants
    }

    /// The sides in file order.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The groups that are reported together, in file order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The readings of the rules.
    pub fn options(&self) -> Options {
        self.options
    }
}

impl Describe for Combat {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn highlights(&self) -> &[&'static str] {
        &["turns", "taken_out"]
    }

    fn players(&self) -> String {
        let of_side = |side: &Side| {
            let mut names: Vec<&str> = Vec::new();
            for combatant in &self.combatants[side.members.clone()] {
                if !names.contains(&combatant.player.name()) {
                    names.push(combatant.player.name());
                }
            }
            names.join("+")
        };
        let sides: Vec<String> = self.sides.iter().map(of_side).collect();
        format!("players {}", sides.join(" v "))
    }
}
