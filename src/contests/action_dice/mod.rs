//! Action Dice (`kind = "action_dice"`): rolls of action dice with the dice of a skill or an ability,
//! alone against a difficulty or against each other, and exchanges of attacks between two groups.
//!
//! The key `contest` chooses one of five contests. Three are a throw or two, and stand here together:
//!
//! - [`Check`]: one roll against a difficulty, of a skill (`check`) or an ability (`ability`);
//! - [`Opposed`]: two rolls against each other (`opposed`, and `ability` with a rival);
//! - [`Order`]: who acts first, and who declares first.
//!
//! The fourth, `exchange`, is in `rounds`: two groups declare action after action. Who fights is in
//! `fighters`.
//!
//! `keys` and `examine` read the file, `options` are the readings of the rules, `roll` is what all of
//! them throw; `rules` plays a trial of the three, `tell` puts it into words, `solve` knows the answer.

mod examine;
mod fighters;
mod keys;
mod options;
mod roll;
pub mod rounds;
mod rules;
mod solve;
mod tell;
#[cfg(test)]
mod tests;

pub use options::{
    AttackOn, DeclareTie, Dive, Frame, HitTie, NoncombatChoice, Options, PassiveCap, ReserveRule,
    TwoDieExtra,
};
pub use roll::{Effort, Roll};
pub use rules::RollEvent;

use crate::contest::{Describe, Kind, Metric, Outcome, joined};
use crate::dice::FACES;
use fighters::measure::Layout;

/// Action Dice.
pub static KIND: Kind = Kind {
    name: "action_dice",
    title: "Action Dice",
    summary: "Who succeeds, wins or comes first with action dice and skill?",
    keys: keys::KEYS,
    positions: rounds::POSITIONS,
    players: &rounds::HELP,
    seats: keys::seats,
    outcomes: "against a difficulty `success` and `failure`; of two the names and `tie`; in an exchange the sides by their names, `draw` (nobody is left standing), `unresolved` (the rounds are over)",
    metrics: &METRICS,
    examine: examine::examine,
    build: keys::build,
};

/// The metrics of all contests by name, for people.
static METRICS: [(&str, &str); OF_ROLLS.len() + Layout::HELP.len()] =
    joined(OF_ROLLS, Layout::HELP);

/// Those of checks, of rolls against each other and of orders of action.
const OF_ROLLS: &[(&str, &str)] = &[
    (
        "total",
        "against a difficulty: the sum of the dice that count",
    ),
    (
        "margin",
        "the total less the difficulty or the rival's total; 0 just succeeds, or ties",
    ),
    ("total.<name>", "of two: the sum of the dice that count"),
    (
        "action_sum.<name>",
        "order: the sum of the action dice, which settles who goes first with as many",
    ),
    (
        "declares_first.<name>",
        "order: whether it has to declare first",
    ),
];

/// A roll of a skill or an ability against a difficulty.
#[derive(Clone, Debug)]
pub struct Check {
    roll: Roll,
    difficulty: i64,
    outcomes: [Outcome; 2],
    metrics: [Metric; 2],
}

/// Position of the outcome `success`.
const SUCCESS: usize = 0;
/// Position of the outcome `failure`.
const FAILURE: usize = 1;

impl Check {
    /// A check against `difficulty`, 1 or more.
    pub fn new(roll: Roll, difficulty: i64) -> Self {
        let (lowest, highest) = roll.range();
        let margin = (lowest - difficulty, highest - difficulty);
        Self {
            outcomes: [
                Outcome::usual("success", format!("{} succeeds", roll.name)),
                Outcome::usual("failure", format!("{} fails", roll.name)).failing(),
            ],
            metrics: [
                Metric::number("total", "points", lowest, highest),
                Metric::number("margin", "points", margin.0, margin.1),
            ],
            roll,
            difficulty,
        }
    }
}

impl Describe for Check {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["total", "margin"]
    }
}

/// Two who roll against each other: the higher total wins.
#[derive(Clone, Debug)]
pub struct Opposed {
    rolls: [Roll; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 3],
}

/// Position of the outcome `tie` of two.
const TIE: usize = 2;

/// Who is ahead of two: the position of the outcome.
#[inline]
fn ahead(values: [i64; 2]) -> usize {
    match values[0].cmp(&values[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => TIE,
    }
}

impl Opposed {
    /// A contest of two whose names differ.
    pub fn new(rolls: [Roll; 2]) -> Self {
        let [a, b] = [0, 1].map(|who: usize| rolls[who].range());
        let wins = |who: usize| {
            let name = &rolls[who].name;
            Outcome::usual(name, format!("{name} wins"))
        };
        let total = |who: usize, (lowest, highest)| {
            Metric::number("total", "points", lowest, highest).about(&rolls[who].name, "")
        };
        Self {
            outcomes: [
                wins(0),
                wins(1),
                Outcome::usual("tie", "it is a tie").even(),
            ],
            metrics: [
                total(0, a),
                total(1, b),
                Metric::number("margin", "points", a.0 - b.1, a.1 - b.0),
            ],
            rolls,
        }
    }
}

impl Describe for Opposed {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["total", "margin"]
    }
}

/// Somebody who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The name.
    pub name: String,
    /// The action dice that are thrown: those used, and of a two-die action one fewer.
    pub action: u32,
    /// What settles who declares first.
    pub declaration: Declaration,
}

/// The action dice of a round that settle who declares first: fewer go first, number by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Declaration {
    /// Action dice left of all sorts, those about to be used among them.
    pub left: u32,
    /// Limited ones left.
    pub limited: u32,
    /// Specialised ones left.
    pub specialised: u32,
    /// All action dice of the round, used ones among them; 0 for both if that settles nothing.
    pub total: u32,
}

/// Two who act at the same time, as far as dice do not put one before the other.
#[derive(Clone, Debug)]
pub struct Order {
    actors: [Actor; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 4],
}

impl Order {
    /// Two whose names differ.
    pub fn new(actors: [Actor; 2]) -> Self {
        let acts = |who: usize| {
            let name = &actors[who].name;
            Outcome::usual(name, format!("{name} acts first"))
        };
        let sum = |who: usize| {
            let actor: &Actor = &actors[who];
            let least = i64::from(actor.action);
            Metric::number("action_sum", "points", least, i64::from(FACES) * least)
                .about(&actor.name, "")
        };
        let declares = |who: usize| {
            Metric::number("declares_first", "yes or no", 0, 0)
                .about(&actors[who].name, "")
                .out_of(1)
        };
        Self {
            outcomes: [
                acts(0),
                acts(1),
                Outcome::usual("tie", "both act at once").even(),
            ],
            metrics: [sum(0), sum(1), declares(0), declares(1)],
            actors,
        }
    }

    /// Who acts first by using more action dice: the position of the outcome, which is `tie` where
    /// their sums settle it.
    fn first_by_dice(&self) -> usize {
        ahead([0, 1].map(|who: usize| i64::from(self.actors[who].action)))
    }

    /// Who acts first, by the sums of the action dice: the position of the outcome.
    fn first(&self, sums: [i64; 2]) -> usize {
        match self.first_by_dice() {
            TIE => ahead(sums),
            who => who,
        }
    }

    /// Who declares first, if that is no matter of luck.
    fn declares(&self) -> Option<usize> {
        let [a, b] = [0, 1].map(|who: usize| self.actors[who].declaration);
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Describe for Order {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["declares_first", "action_sum"]
    }
}
