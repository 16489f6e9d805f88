//! The Quick Formula (`kind = "quick"`): one throw decides, and the sixes of helpers count.
//!
//! The actor throws all or half of the dice of a Class. Each helper throws too, and every six of a
//! helper adds 6. The throw succeeds if the total is at least the difficulty. There are no
//! decisions, and therefore no players. The answer is exact: the convolution of two distributions
//! with integer weights.
//!
//! `keys` reads the file, `rules` plays a trial, `narrate` renders the transcript, `solve` computes
//! the exact answer.

mod keys;
mod narrate;
mod rules;
mod solve;

use evenodds_core::contest::{
    Describe, Description, Half, Kind, ListOrder, Outcome, Seat, metrics,
};

pub use rules::Event;

/// Kind of the Quick Formula.
pub static KIND: Kind = Kind {
    name: "quick",
    title: "Quick Formula",
    summary: "Does one throw, with the sixes of helpers added, reach a difficulty?",
    keys: keys::KEYS,
    lists: &[("helper", ListOrder::Free)],
    positions: &[],
    players: &[],
    seats: Seat::none,
    outcomes: "`success` if the total reaches the difficulty, else `failure`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// Character or tool that throws dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrower {
    name: String,
    class: u32,
    dice: u32,
}

impl Thrower {
    /// Creates a thrower whose Class of `class` dice fits the task fully: all its dice are thrown.
    pub fn full(name: &str, class: u32) -> Self {
        Self {
            name: name.to_owned(),
            class,
            dice: class,
        }
    }

    /// Creates a thrower whose Class of `class` dice fits the task only half: half of its dice are
    /// thrown.
    pub fn semi(name: &str, class: u32, half: Half) -> Self {
        Self {
            dice: half.of(class),
            ..Self::full(name, class)
        }
    }
}

/// Contest of the Quick Formula.
#[derive(Clone, Debug)]
pub struct Quick {
    difficulty: i64,
    actor: Thrower,
    helpers: Vec<Thrower>,
    description: Description,
}

metrics! {
    /// Indices of the metrics.
    const Layout(all, difficulty: i64, actor: &Thrower, helpers: &[Thrower]) {
        /// the actor's points plus 6 for each six of a helper
        TOTAL = "total" => all.number("points", i64::from(actor.dice), highest(actor, helpers)),
        /// total minus difficulty; 0 is just a success
        MARGIN = "margin" => {
            let highest = highest(actor, helpers);
            all.number("points", i64::from(actor.dice) - difficulty, highest - difficulty)
        },
        /// sixes of all helpers together; only with helpers
        HELPER_SIXES = "helper_sixes" => if !helpers.is_empty() {
            all.number("sixes", 0, i64::from(together(helpers)));
        },
    }
}

/// Returns the number of dice of all helpers.
fn together(helpers: &[Thrower]) -> u32 {
    helpers.iter().map(|helper| helper.dice).sum()
}

/// Returns the highest possible total.
fn highest(actor: &Thrower, helpers: &[Thrower]) -> i64 {
    6 * i64::from(actor.dice + together(helpers))
}

/// Index of the outcome `success`.
const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
const FAILURE: usize = 1;

impl Quick {
    /// Creates a contest against `difficulty`, 1 or more.
    pub fn new(difficulty: i64, actor: Thrower, helpers: Vec<Thrower>) -> Self {
        let description = Description {
            outcomes: vec![
                Outcome::new("success", format!("{} succeeds", actor.name)),
                Outcome::new("failure", format!("{} fails", actor.name)).failing(),
            ],
            metrics: Layout::list(difficulty, &actor, &helpers),
            highlights: &["total", "margin", "helper_sixes"],
            ..Description::default()
        };
        Self {
            difficulty,
            actor,
            helpers,
            description,
        }
    }
}

impl Describe for Quick {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let helpers = self
            .helpers
            .iter()
            .map(|helper| format!("helper/{}", helper.name));
        std::iter::once("actor".to_owned()).chain(helpers).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::Metric;

    #[test]
    fn half_of_an_odd_class_is_the_larger_or_the_smaller_half_and_never_nothing() {
        let halves = |half: Half| (1..=6).map(|dice| half.of(dice)).collect::<Vec<_>>();
        assert_eq!(halves(Half::Up), [1, 1, 2, 2, 3, 3]);
        assert_eq!(halves(Half::Down), [1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn sixes_of_helpers_are_measured_only_with_helpers() {
        let names = |helpers| -> Vec<String> {
            let quick = Quick::new(10, Thrower::full("Skinner", 2), helpers);
            quick.metrics().iter().map(Metric::name).collect()
        };
        assert_eq!(names(vec![]), ["total", "margin"]);
        assert_eq!(
            names(vec![Thrower::full("Lockpick", 6)]),
            ["total", "margin", "helper_sixes"]
        );
    }

    #[test]
    fn the_highest_difficulty_does_not_overflow_the_margin() {
        let quick = Quick::new(i64::MAX, Thrower::full("Skinner", 1), vec![]);
        assert_eq!(quick.metrics()[1].expected, (1 - i64::MAX, 6 - i64::MAX));
    }
}
