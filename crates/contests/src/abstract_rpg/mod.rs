//! The contest of the Abstract RPG (`kind = "abstract"`): skill and luck against task and luck.
//!
//! Each side throws five-sided dice until one shows a 1; its luck is the number of dice before that
//! one. The net is skill plus active luck, minus task plus passive luck. The attempt succeeds if
//! the net is above 0. The rules also have faster methods, each a [`RandomTermForm`]; some of them are
//! approximate.
//!
//! Two of the forms, `shortcut` and `tens`, decide success without a net. They throw dice for the
//! lead of the higher side. If no die stops the lower side, the sides are *level* and a coin
//! decides. Without a lead no dice are thrown, and the sides are level at once. [`TieRule`] applies
//! to a net of 0, so it has no effect on these two. The probabilities of the shortcut are exactly
//! those of the full roll with a coin: a lower side that catches up is equally likely to get ahead
//! or not, and the coin decides that as well as a tie.
//!
//! The net may have decimals, for each of which a d10 is thrown. They refine the net and never
//! decide the outcome.
//!
//! `keys` reads the file, `tables` holds the percentile tables, `rules` plays a trial, `narrate`
//! renders the transcript, and `solve` adds up the branches of `random_term`.

#[cfg(test)]
mod claims;
mod keys;
mod narrate;
mod random_term;
mod rules;
mod solve;
mod tables;

use evenodds_core::contest::{Describe, Description, Kind, Metric, Outcome, Seat, choices};

pub use narrate::{Event, Side};

/// Kind of the Abstract RPG.
pub static KIND: Kind = Kind {
    name: "abstract",
    title: "Abstract RPG",
    summary: "Does a skill beat a task when open-ended dice are added to both?",
    keys: keys::KEYS,
    lists: &[],
    positions: &[],
    players: &[],
    seats: Seat::none,
    outcomes: "`success` if skill plus dice beats task plus dice, else `failure`; `tie` only with `rules.tie = \"tie\"`, and not with `shortcut` and `tens`",
    metrics: &[
        (
            "net",
            "skill plus active count, minus task and passive count; not with `shortcut` and `tens`",
        ),
        (
            "active",
            "what the dice add to the skill; with `d5`, `d6`, `d10`, `d100`",
        ),
        (
            "passive",
            "what the dice add to the task; with `d5`, `d6`, `d10`, `d100`",
        ),
        (
            "luck",
            "what the dice add to the skill minus what they add to the task; with `d100_net`",
        ),
        ("dice", "dice thrown, without coins and decimals"),
        (
            "stops",
            "dice that stop the lower side; with `shortcut` and `tens`",
        ),
        (
            FINE_NET,
            "the net with its decimals, in tenths or hundredths of a point; with `rules.decimals`",
        ),
    ],
    examine: keys::examine,
    build: keys::build,
};

choices! {
    /// Winner when the net is 0.
    pub enum TieRule {
        /// a coin decides
        Coin = "coin",
        /// the active side: success
        Active = "active",
        /// the passive side: failure
        Passive = "passive",
        /// neither side: an outcome of its own
        Tie = "tie",
    }
}

choices! {
    /// Dice of the contest.
    pub enum RandomTermForm {
        /// each side counts its rolls of a d5 before a 1
        D5 = "d5",
        /// rolls of a d6 before a 1: a substitute for d5
        D6 = "d6",
        /// rolls of a d10 before a 1 or 2: the same chances as d5
        D10 = "d10",
        /// each side rolls on the first table; 91-100 adds 10 and rolls again
        First = "d100",
        /// one roll on the combined table replaces the rolls of both sides
        Combined = "d100_net",
        /// a d10 for each point of the lead: a 1 or 2 stops the lower side, else a coin decides;
        /// success only, no net
        Shortcut = "shortcut",
        /// as `shortcut`, but each full ten of the lead is one d10 that must show 1
        Tens = "tens",
    }
}

impl RandomTermForm {
    /// Returns the faces of a die and the highest face that stops, or `None` for forms without runs
    /// of dice.
    #[inline]
    fn run(self) -> Option<(u32, u32)> {
        match self {
            Self::D5 => Some((5, 1)),
            Self::D6 => Some((6, 1)),
            Self::D10 => Some((10, 2)),
            Self::First | Self::Combined | Self::Shortcut | Self::Tens => None,
        }
    }
}

/// Contest of the Abstract RPG.
#[derive(Clone, Debug)]
pub struct AbstractRpg {
    skill: i64,
    task: i64,
    tie: TieRule,
    form: RandomTermForm,
    /// Decimals of the net, 0 to [`MOST_DECIMALS`]; 0 without a net.
    decimals: u32,
    description: Description,
}

/// Index of the outcome `success`.
const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
const FAILURE: usize = 1;
/// Index of the outcome `tie`, if there is one.
const TIE: usize = 2;

/// Maximum number of decimals of a net, as in the rules.
const MOST_DECIMALS: u32 = 2;
/// Name of the metric of the net with its decimals.
const FINE_NET: &str = "fine_net";

/// Highest expected length of a run of dice. With five sides, fewer than one run in a billion is
/// longer; with six, about one in ten million.
const LONG_RUN: i64 = 95;
/// Highest expected result of a table. Only one roll in ten billion is repeated ten times, which a
/// higher result requires.
const HIGH_ROLL: i64 = 99;

impl AbstractRpg {
    /// Creates a contest of `skill` against `task`, both from -1000 to 1000.
    ///
    /// `tie` is used only by the forms with a net; [`RandomTermForm::Shortcut`] and [`RandomTermForm::Tens`] always use
    /// a coin.
    pub fn new(skill: i64, task: i64, tie: TieRule, form: RandomTermForm) -> Self {
        let tie = match form {
            RandomTermForm::Shortcut | RandomTermForm::Tens => TieRule::Coin,
            _ => tie,
        };
        let mut outcomes = vec![
            Outcome::new("success", "the attempt succeeds"),
            Outcome::new("failure", "the attempt fails").failing(),
        ];
        if tie == TieRule::Tie {
            outcomes.push(Outcome::new("tie", "neither side prevails").even());
        }
        let ahead = skill - task;
        let net = |most| Metric::number("net", "points", ahead - most, ahead + most);
        let dice = |least, most| Metric::number("dice", "dice", least, most);
        let sides = |most| {
            [
                Metric::number("active", "points", 0, most),
                Metric::number("passive", "points", 0, most),
            ]
        };
        let metrics = match form {
            RandomTermForm::D5 | RandomTermForm::D6 | RandomTermForm::D10 => {
                let [active, passive] = sides(LONG_RUN);
                vec![net(LONG_RUN), active, passive, dice(2, 2 + 2 * LONG_RUN)]
            }
            RandomTermForm::First => {
                let [active, passive] = sides(HIGH_ROLL);
                vec![net(HIGH_ROLL), active, passive, dice(2, 22)]
            }
            RandomTermForm::Combined => vec![
                net(HIGH_ROLL),
                Metric::number("luck", "points", -HIGH_ROLL, HIGH_ROLL),
                dice(1, 11),
            ],
            RandomTermForm::Shortcut | RandomTermForm::Tens => {
                let (tens, ones) = lead_dice(ahead, form);
                let most = tens + ones;
                vec![dice(most, most), Metric::number("stops", "dice", 0, most)]
            }
        };
        Self {
            skill,
            task,
            tie,
            form,
            decimals: 0,
            description: Description {
                outcomes,
                metrics,
                highlights: &["net", "stops", "dice"],
                ..Description::default()
            },
        }
    }

    /// Returns the contest with `decimals` decimals of the net, 0 to 2. [`RandomTermForm::Shortcut`] and
    /// [`RandomTermForm::Tens`] have no net and ignore the number.
    #[must_use]
    pub fn with_decimals(mut self, decimals: u32) -> Self {
        if matches!(self.form, RandomTermForm::Shortcut | RandomTermForm::Tens) || decimals == 0 {
            return self;
        }
        self.decimals = decimals.min(MOST_DECIMALS);
        let unit = ["tenths", "hundredths"][self.decimals as usize - 1];
        let (lowest, highest) = self.metrics()[0].expected;
        let [lowest, highest] = [lowest - 1, highest + 1].map(|net| net * self.scale());
        let fine_net = Metric::number(FINE_NET, unit, lowest, highest);
        self.description.metrics.push(fine_net);
        self
    }

    /// Returns the number of parts into which decimals divide a point: 1, 10 or 100.
    fn scale(&self) -> i64 {
        10_i64.pow(self.decimals)
    }

    /// Returns the net with its decimals, in parts of a point.
    ///
    /// Decimals move the net away from 0; they move a net of 0 toward the side that has prevailed.
    /// If neither side has, the result is 0.
    fn fine_net(&self, net: i64, outcome: usize, decimals: i64) -> i64 {
        match outcome {
            SUCCESS => net * self.scale() + decimals,
            FAILURE => net * self.scale() - decimals,
            _ => 0,
        }
    }

    /// Returns the lead of the skill over the task, before luck.
    fn ahead(&self) -> i64 {
        self.skill - self.task
    }
}

/// Returns the numbers of dice thrown for a lead: the dice for ten points each, and the dice for
/// one point each.
fn lead_dice(ahead: i64, form: RandomTermForm) -> (i64, i64) {
    let lead = ahead.abs();
    if form == RandomTermForm::Tens {
        (lead / 10, lead % 10)
    } else {
        (0, lead)
    }
}

impl Describe for AbstractRpg {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let throwers: &[&str] = match self.form {
            RandomTermForm::D5
            | RandomTermForm::D6
            | RandomTermForm::D10
            | RandomTermForm::First => &["coin", "active", "passive"],
            RandomTermForm::Combined => &["coin", "luck"],
            RandomTermForm::Shortcut | RandomTermForm::Tens => &["coin", "lead"],
        };
        let decimals = (self.decimals > 0).then_some("decimals");
        let throwers = throwers.iter().copied().chain(decimals);
        throwers.map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_is_an_outcome_only_where_nothing_breaks_it() {
        let names = |tie| -> Vec<String> {
            let contest = AbstractRpg::new(3, 3, tie, RandomTermForm::D5);
            let outcomes = contest.outcomes().iter();
            outcomes.map(|outcome| outcome.name.clone()).collect()
        };
        assert_eq!(names(TieRule::Tie), ["success", "failure", "tie"]);
        for tie in [TieRule::Coin, TieRule::Active, TieRule::Passive] {
            assert_eq!(names(tie), ["success", "failure"]);
        }
    }

    #[test]
    fn one_throw_for_the_lead_has_no_net_to_tie() {
        for form in [RandomTermForm::Shortcut, RandomTermForm::Tens] {
            for tie in [
                TieRule::Coin,
                TieRule::Active,
                TieRule::Passive,
                TieRule::Tie,
            ] {
                let contest = AbstractRpg::new(3, 3, tie, form);
                assert_eq!((contest.tie, contest.outcomes().len()), (TieRule::Coin, 2));
            }
        }
    }

    #[test]
    fn each_form_measures_what_it_has() {
        let names = |form| -> Vec<String> {
            let contest = AbstractRpg::new(57, 49, TieRule::Coin, form);
            contest.metrics().iter().map(Metric::name).collect()
        };
        for form in [
            RandomTermForm::D5,
            RandomTermForm::D6,
            RandomTermForm::D10,
            RandomTermForm::First,
        ] {
            assert_eq!(names(form), ["net", "active", "passive", "dice"]);
        }
        assert_eq!(names(RandomTermForm::Combined), ["net", "luck", "dice"]);
        assert_eq!(names(RandomTermForm::Shortcut), ["dice", "stops"]);
        assert_eq!(names(RandomTermForm::Tens), ["dice", "stops"]);
    }

    #[test]
    fn decimals_add_a_metric_where_there_is_a_net() {
        for form in RandomTermForm::ALL {
            let plain = AbstractRpg::new(57, 49, TieRule::Coin, form);
            let fine = plain.clone().with_decimals(2);
            let (same, added) = fine.metrics().split_at(plain.metrics().len());
            assert_eq!(same, plain.metrics());
            let names: Vec<(String, &str)> =
                (added.iter().map(|metric| (metric.name(), metric.unit))).collect();
            let expected = match form {
                RandomTermForm::Shortcut | RandomTermForm::Tens => vec![],
                _ => vec![("fine_net".to_owned(), "hundredths")],
            };
            assert_eq!(names, expected, "{form:?}");
        }
    }

    #[test]
    fn full_tens_of_a_lead_are_one_die_each() {
        assert_eq!(lead_dice(27, RandomTermForm::Tens), (2, 7));
        assert_eq!(lead_dice(-27, RandomTermForm::Tens), (2, 7));
        assert_eq!(lead_dice(-27, RandomTermForm::Shortcut), (0, 27));
        assert_eq!(lead_dice(0, RandomTermForm::Tens), (0, 0));
    }
}
