//! Action Dice (`kind = "action_dice"`): rolls of action dice and skill or ability dice, against a
//! difficulty or another roll, and exchanges of attacks between two groups.
//!
//! The key `contest` chooses one of five contests. Four of them consist of one or two rolls, and
//! are implemented here by three types:
//!
//! - [`DifficultyCheck`]: one roll against a difficulty, of a skill (`check`) or an ability
//!   (`ability`);
//! - [`Opposed`]: two rolls against each other (`opposed`, and `ability` with a rival);
//! - [`InitiativeCheck`]: the order in which two actors act, and declare actions.
//!
//! The fifth, `exchange`, is in `rounds`: two groups declare action after action. Combatants, sides
//! and players are in `fighters`.
//!
//! `keys` and `examine` read the file, `options` has the options of the rules, and `roll` the rolls
//! that all contests share. `rules` plays a trial of the three types here, `narrate` narrates it,
//! and `solve` computes the exact distributions.

mod examine;
mod fighters;
mod keys;
mod narrate;
mod options;
mod roll;
pub mod rounds;
mod rules;
mod solve;
#[cfg(test)]
mod tests;

pub use options::{
    AttackOn, DeclareTie, Dive, Frame, HitTie, NoncombatChoice, Options, PassiveCap, ReserveRule,
    TwoDieExtra,
};
pub use roll::{ActionEffort, ActionRoll};
pub use rules::RollEvent;

use evenodds_core::contest::{Describe, Kind, ListOrder, Metric, Outcome, joined};
use evenodds_core::dice::FACES;
use fighters::measure::Layout;

/// The contest kind "Action Dice".
pub static KIND: Kind = Kind {
    name: "action_dice",
    title: "Action Dice",
    summary: "Who succeeds, wins or comes first with action dice and skill?",
    keys: keys::KEYS,
    lists: &[
        ("side", ListOrder::Free),
        (
            "side[].combatant",
            ListOrder::FreeUnless("rules.attack_on", "first"),
        ),
    ],
    positions: rounds::POSITIONS,
    players: &fighters::players::HELP,
    seats: keys::seats,
    outcomes: "against a difficulty `success` and `failure`; of two participants their names and `tie`; in an exchange the sides by their names, `draw` (no combatant is left standing), `unresolved` (no result after `rules.max_rounds` rounds)",
    metrics: &METRICS,
    examine: examine::examine,
    build: keys::build,
};

/// Help of the metrics of all contests, by name.
static METRICS: [(&str, &str); OF_ROLLS.len() + Layout::HELP.len()] =
    joined(OF_ROLLS, Layout::HELP);

/// Metrics of checks, of opposed rolls and of orders of action.
const OF_ROLLS: &[(&str, &str)] = &[
    (
        "total",
        "against a difficulty: the sum of the dice that count",
    ),
    (
        "margin",
        "total minus the difficulty or the rival's total; 0 is just a success, or a tie",
    ),
    (
        "total.<name>",
        "of two participants: the sum of the dice that count",
    ),
    (
        "action_sum.<name>",
        "order: the sum of the action dice, the higher of which acts first among those with as many dice",
    ),
    (
        "declares_first.<name>",
        "order: whether the participant must declare first",
    ),
];

/// A roll of a skill or an ability against a difficulty.
#[derive(Clone, Debug)]
pub struct DifficultyCheck {
    roll: ActionRoll,
    difficulty: i64,
    outcomes: [Outcome; 2],
    metrics: [Metric; 2],
}

/// Index of the outcome `success`.
const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
const FAILURE: usize = 1;

impl DifficultyCheck {
    /// Creates a check against `difficulty`, 1 or more.
    pub fn new(roll: ActionRoll, difficulty: i64) -> Self {
        let (lowest, highest) = roll.range();
        let margin = (lowest - difficulty, highest - difficulty);
        Self {
            outcomes: [
                Outcome::new("success", format!("{} succeeds", roll.name)),
                Outcome::new("failure", format!("{} fails", roll.name)).failing(),
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

impl Describe for DifficultyCheck {
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

/// Two rolls against each other: the higher total wins.
#[derive(Clone, Debug)]
pub struct Opposed {
    rolls: [ActionRoll; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 3],
}

/// Index of the outcome `tie`, after those of the two rollers.
const TIE: usize = 2;

/// Returns the outcome of the roller with the higher total.
#[inline]
fn ahead(values: [i64; 2]) -> usize {
    match values[0].cmp(&values[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => TIE,
    }
}

impl Opposed {
    /// Creates a contest of two rolls with different names.
    pub fn new(rolls: [ActionRoll; 2]) -> Self {
        let [a, b] = [0, 1].map(|actor: usize| rolls[actor].range());
        let wins = |actor: usize| {
            let name = &rolls[actor].name;
            Outcome::new(name, format!("{name} wins"))
        };
        let total = |actor: usize, (lowest, highest)| {
            Metric::number("total", "points", lowest, highest).about(&rolls[actor].name, "")
        };
        Self {
            outcomes: [wins(0), wins(1), Outcome::new("tie", "it is a tie").even()],
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

/// Dice of an actor in an order of action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorDice {
    /// Name of the actor, and of the outcome that it acts first.
    pub name: String,
    /// Action dice thrown: those used, minus one in a two-die action.
    pub action: u32,
    /// Dice that decide which actor declares first.
    pub declaration: DeclarationRoll,
}

/// Numbers of action dice that decide which actor declares first: compared field by field, the
/// lower number does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeclarationRoll {
    /// Action dice left of all sorts, including those about to be used.
    pub left: u32,
    /// Limited action dice left.
    pub limited: u32,
    /// Specialized action dice left.
    pub specialised: u32,
    /// All action dice of the round, including those used; 0 for both actors if the options ignore
    /// it.
    pub total: u32,
}

/// Order of two simultaneously declared actions, decided by their dice.
#[derive(Clone, Debug)]
pub struct InitiativeCheck {
    actors: [ActorDice; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 4],
}

impl InitiativeCheck {
    /// Creates an order of two actors with different names.
    pub fn new(actors: [ActorDice; 2]) -> Self {
        let acts = |actor: usize| {
            let name = &actors[actor].name;
            Outcome::new(name, format!("{name} acts first"))
        };
        let sum = |actor: usize| {
            let actor: &ActorDice = &actors[actor];
            let least = i64::from(actor.action);
            Metric::number("action_sum", "points", least, i64::from(FACES) * least)
                .about(&actor.name, "")
        };
        let declares = |actor: usize| {
            Metric::number("declares_first", "yes or no", 0, 0)
                .about(&actors[actor].name, "")
                .out_of(1)
        };
        Self {
            outcomes: [
                acts(0),
                acts(1),
                Outcome::new("tie", "both act at once").even(),
            ],
            metrics: [sum(0), sum(1), declares(0), declares(1)],
            actors,
        }
    }

    /// Returns the actor with more action dice, which acts first; `TIE` if the sums decide.
    fn first_by_dice(&self) -> usize {
        ahead([0, 1].map(|actor: usize| i64::from(self.actors[actor].action)))
    }

    /// Returns the outcome for these sums of action dice.
    fn first(&self, sums: [i64; 2]) -> usize {
        match self.first_by_dice() {
            TIE => ahead(sums),
            actor => actor,
        }
    }

    /// Returns the actor that declares first; `None` if a drawn lot decides.
    fn declares(&self) -> Option<usize> {
        let [a, b] = [0, 1].map(|actor: usize| self.actors[actor].declaration);
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Describe for InitiativeCheck {
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
