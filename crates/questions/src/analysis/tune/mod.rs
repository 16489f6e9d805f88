//! Search for the setting of keys that brings a figure to a target. Confidence sequences, valid at
//! any stopping time, prove the answer; fresh trials confirm it.
//!
//! - `race`: finds the nearest of a list of values with few trials; `race_field`: the statistics of
//!   a race at a look.
//! - `search`: the search, the holdout trials and the figures of the answer.
//! - `frontier`: with two or more keys, finds all settings that meet the target.
//!
//! Exact answers are used where they exist; they need no test.

mod frontier;
mod race;
mod race_field;
mod search;

use super::study::goal::{Goal, distance};
use super::study::statistic::Statistic;
use super::study::variants::Variants;
use super::study::{SeededTrials, affordable};
use super::sweep::Trend;
use super::{ALPHA, SEED};
use crate::contest::ConfiguredPlayers;
use crate::scenario::{
    Constraint, GridError, LoadError, Quantity, Scenario, Target, Vary, assignments, idle_advice,
    too_many,
};
use crate::sim::{Progress, Results, ScenarioIdentity};
use crate::stats::Figure;
use search::Search;

/// Default tolerance for a share.
pub const SHARE_TOLERANCE: f64 = 0.01;
/// Default tolerance for a mean.
pub const MEAN_TOLERANCE: f64 = 0.1;
/// Upper bound on the default limit on the trials of all settings together.
pub const TUNE_TRIALS: u64 = 20_000_000;
/// Maximum number of proposed settings with a figure under simple play.
const MOST_PROPOSED: usize = 20;
/// Default time budget of a search on two cores, in seconds.
pub(super) const SECONDS: u64 = 30;
/// Number of initial trials of every setting: fast players, slow players.
const FIRST: [u64; 2] = [1_000, 100];
/// Number of holdout trials that confirm the answer: fast players, slow players.
const FRESH: [u64; 2] = [100_000, 5_000];

/// Target and limits of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TunePlan {
    /// The keys, each with its candidate values.
    pub keys: Vec<Vary>,
    /// Constraints on the keys; settings that violate one are left out.
    pub constraints: Vec<Constraint>,
    /// The figure and its target value.
    pub target: Target,
    /// Tolerance around the target; `None` for the default.
    pub tolerance: Option<f64>,
    /// Probability that the answer is wrong.
    pub alpha: f64,
    /// Limit on the trials of all settings together; `None` for the default.
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

impl TunePlan {
    /// Creates a plan with the defaults of `tune` and random seed 1, on all cores.
    pub fn new(keys: Vec<Vary>, target: Target) -> Self {
        Self {
            keys,
            constraints: Vec::new(),
            target,
            tolerance: None,
            alpha: ALPHA,
            most: None,
            seed: SEED,
            threads: 0,
        }
    }

    /// Returns the limit on the trials of all settings together.
    pub fn most_of(&self, scenario: &Scenario) -> u64 {
        let usual = || affordable(scenario.contest.as_ref(), SECONDS, TUNE_TRIALS);
        self.most.unwrap_or_else(usual)
    }
}

impl Target {
    /// Returns the default tolerance: half the width of a range, else 0.01 for a share, 0.1 for a
    /// mean and 0 for a quantile.
    pub fn usual_tolerance(&self) -> f64 {
        if let Some(half_width) = self.half_width {
            return half_width;
        }
        match self.figure {
            Quantity::Outcome(_) => SHARE_TOLERANCE,
            Quantity::Metric("mean", _) => MEAN_TOLERANCE,
            Quantity::Metric(..) => 0.0,
        }
    }
}

/// Error of a search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The keys do not form a grid.
    #[error("{}", grid_error(.0))]
    Grid(#[from] GridError),
    /// A varied key has no effect on the contest.
    #[error("{}", idle_advice(.0))]
    Idle(String),
    /// A setting lacks the requested figure.
    #[error("{figure} does not exist with {setting}: name a figure that all settings have")]
    NoFigure {
        /// The figure.
        figure: String,
        /// The setting.
        setting: String,
    },
    /// There are too many settings times conditions.
    #[error(
        "{settings} settings x {conditions} conditions are too many; expected at most {}: take fewer \
         values, players or error rates",
        super::robust::MOST_CELLS
    )]
    TooManyCells {
        /// Number of settings.
        settings: usize,
        /// Number of conditions.
        conditions: usize,
    },
    /// Two conditions are the same contest with every setting.
    #[error(
        "{} and {} are the same contest with every setting: expected --for-all with players or keys \
         that change the contest, and that --vary does not set",
        .0[0],
        .0[1]
    )]
    SameConditions([String; 2]),
    /// The figure has no value in any trial of the answer.
    #[error("{0} has no value in any trial: name another figure, or keys with which it occurs")]
    NoValue(String),
    /// Some settings are not valid.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

fn grid_error(error: &GridError) -> String {
    match error {
        GridError::Empty => "no key varies: name a key and its values, as in --vary \
                             rules.half=up,down, or give the scenario a [tune] table"
            .to_owned(),
        GridError::TooMany { product } => too_many(product, "tuning"),
        other => other.to_string(),
    }
}

/// Verdict of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneVerdict {
    /// The answer is within the tolerance.
    Meets,
    /// No setting is within the tolerance; the answer is the nearest.
    Misses,
    /// The answer is the nearest; whether it is within the tolerance is undecided.
    Nearest,
    /// The answer is on an edge of the tolerance, so no practical number of trials decides it.
    Borderline,
    /// The trials do not distinguish which of two settings is nearer.
    Tied,
    /// The trials were too few to decide.
    Undecided,
}

/// A setting that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedSetting {
    /// Values of the keys, in their order.
    pub values: Vec<String>,
    /// Hash of the scenario with these values.
    pub hash: String,
    /// The figure. All intervals hold simultaneously with probability 1 - alpha.
    pub figure: Figure,
    /// True if it may be the answer: within the tolerance, or the nearest.
    pub possible: bool,
    /// True if it is proven to be within the tolerance.
    pub meets: bool,
    /// The figure under simple play, for proposed settings.
    pub simple: Option<f64>,
    /// Number of trials without the control variate that give the precision of one trial with it;
    /// `None` if there is no control variate.
    pub factor: Option<f64>,
}

/// The answer on holdout trials, which had no part in the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdout {
    /// Number of the first holdout trial.
    pub first_trial: u64,
    /// Results of the holdout trials.
    pub results: Results,
    /// The figure in the holdout trials, with its fixed-sample interval if it has one.
    pub figure: Figure,
    /// True if the holdout trials contradict the answer: their own confidence sequence at the same
    /// alpha is disjoint from the interval of the search.
    pub contradicts: bool,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The scenario before any key was varied.
    pub scenario: ScenarioIdentity,
    /// The random seed of all trials.
    pub seed: u64,
    /// The figure and its target value.
    pub target: Target,
    /// Tolerance around the target.
    pub tolerance: f64,
    /// Probability that the answer is wrong.
    pub alpha: f64,
    /// The paths of the keys.
    pub keys: Vec<String>,
    /// Verdict about the answer.
    pub verdict: TuneVerdict,
    /// Index of the answer in `tried`.
    pub answer: usize,
    /// Index of the second setting, if two are tied.
    pub other: Option<usize>,
    /// Significant trend of the figure along the values of a single key; `None` if the values are
    /// not numbers or there is more than one key.
    pub trend: Option<Trend>,
    /// All settings, in the order of the values, with the last key varying fastest.
    pub tried: Vec<TestedSetting>,
    /// Number of settings that violate a constraint.
    pub left_out: usize,
    /// Number of trials of all settings together, including the holdout trials.
    pub trials: u64,
    /// The answer on holdout trials; `None` if it was solved.
    pub fresh: Option<Holdout>,
    /// The simple player, if the scenario has another player.
    pub simple: Option<&'static str>,
    /// The players, as a phrase; may be empty.
    pub players: ConfiguredPlayers,
    /// Event of the target's outcome, as a clause: `heroes win`. Empty for figures of metrics.
    pub phrase: String,
}

impl Tuning {
    /// Returns whether the target is met: the answer is proven to be within the tolerance, and the
    /// holdout trials do not contradict it.
    pub fn is_met(&self) -> bool {
        let doubted = self.fresh.as_ref().is_some_and(|fresh| fresh.contradicts);
        self.verdict == TuneVerdict::Meets && !doubted
    }

    /// Returns the answer.
    pub fn best(&self) -> &TestedSetting {
        &self.tried[self.answer]
    }

    /// Returns whether a setting is on an edge of the tolerance, so that no practical number of
    /// trials decides it.
    pub fn is_borderline(&self, tried: &TestedSetting) -> bool {
        let goal = Goal {
            target: self.target.value,
            tolerance: self.tolerance,
        };
        goal.is_borderline(tried.figure.interval, tried.figure.is_exact())
    }

    /// Returns the settings before and after the answer in the order of the values, if there is a
    /// single key.
    pub fn neighbors(&self) -> [Option<&TestedSetting>; 2] {
        if self.keys.len() != 1 {
            return [None, None];
        }
        let before = self.answer.checked_sub(1);
        [before, Some(self.answer + 1)].map(|index| self.tried.get(index?))
    }

    /// Returns the assignments of a setting, as in `--set`.
    pub fn assignments(&self, tried: &TestedSetting) -> Vec<String> {
        let pairs = self.keys.iter().zip(&tried.values);
        pairs
            .map(|(path, value)| format!("{path}={value}"))
            .collect()
    }

    /// Returns the number of trials of the search, without the holdout trials.
    pub fn searched(&self) -> u64 {
        self.tried.iter().map(|one| one.figure.trials).sum()
    }

    /// Returns the distance of a setting's figure from the target; infinite without trials.
    pub fn distance(&self, tried: &TestedSetting) -> f64 {
        distance(tried.figure.known(), self.target.value)
    }
}

/// Searches for the setting that meets the target. Returns `None` if `progress` cancelled it.
///
/// # Errors
/// Fails if the keys or their values do not fit the scenario, or if a setting lacks the figure.
pub fn tune(
    scenario: &Scenario,
    plan: &TunePlan,
    progress: &dyn Progress,
) -> Result<Option<Tuning>, TuneError> {
    let grid = Variants::of(scenario, (&plan.keys, &plan.constraints), TuneError::Idle)
        .map_err(|mut errors| errors.swap_remove(0))?;
    let figure = &plan.target.figure;
    let mut statistics = Vec::with_capacity(grid.scenarios.len());
    for (setting, variant) in grid.settings.iter().zip(&grid.scenarios) {
        // A setting may lack the metric or the side.
        let none = || TuneError::NoFigure {
            figure: figure.name(),
            setting: assignments(&plan.keys, setting).join(", "),
        };
        statistics.push(Statistic::of(figure, variant.contest.as_ref()).ok_or_else(none)?);
    }
    let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
    let search = Search {
        scenario,
        plan,
        grid: &grid,
        statistics: &statistics,
        seeded,
    };
    search.run().transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::NoProgress;
    use crate::stats::confidence_sequence;

    fn plan(keys: &[&str], target: &str, threads: usize) -> TunePlan {
        let (name, value) = target.split_once('=').unwrap();
        let keys = keys.iter().map(|key| key.parse().unwrap()).collect();
        let target = Target {
            figure: Quantity::Outcome(name.to_owned()),
            value: value.parse().unwrap(),
            half_width: None,
            open: None,
        };
        TunePlan {
            tolerance: Some(0.04),
            threads,
            ..TunePlan::new(keys, target)
        }
    }

    fn tuned(name: &str, keys: &[&str], target: &str, threads: usize) -> Tuning {
        let scenario = open(name, &[]).unwrap();
        let plan = plan(keys, target, threads);
        tune(&scenario, &plan, &NoProgress).unwrap().unwrap()
    }

    #[test]
    fn a_key_of_a_fight_is_tuned_and_confirmed_on_fresh_trials() {
        let drones = "side.ambushers.'Assassin Drone'.count=1..6";
        let tuning = tuned("@canyon", &[drones], "heroes=0.4", 0);
        assert_eq!(tuning.verdict, TuneVerdict::Meets, "{tuning:?}");
        assert_eq!(tuning.trend, Some(Trend::Falls));
        let answer = &tuning.tried[tuning.answer];
        assert!(answer.meets && answer.possible && !answer.figure.is_exact());
        let fresh = tuning.fresh.as_ref().unwrap();
        assert!(!fresh.contradicts && (fresh.figure.value - 0.4).abs() < 0.05);
        assert!(
            tuning
                .tried
                .iter()
                .all(|one| one.figure.trials <= fresh.first_trial)
        );
        let all: u64 = tuning.tried.iter().map(|one| one.figure.trials).sum();
        assert_eq!(tuning.trials, all + fresh.results.trials);
        // The error probability is split among the values.
        for one in &tuning.tried {
            let count = (one.figure.value * one.figure.trials as f64).round() as u64;
            let sequence = confidence_sequence(count, one.figure.trials, ALPHA / 6.0);
            assert_eq!(one.figure.interval, sequence);
        }
        assert_eq!(tuning, tuned("@canyon", &[drones], "heroes=0.4", 3));
    }

    #[test]
    fn solved_contests_are_not_played() {
        let tuning = tuned("@lockpick", &["difficulty=4..14"], "success=0.5", 0);
        assert_eq!(tuning.trials, 0);
        assert!(tuning.fresh.is_none() && tuning.tried.iter().all(|one| one.figure.is_exact()));
        assert_eq!(tuning.trend, Some(Trend::Falls));
    }

    #[test]
    fn no_more_trials_are_searched_than_allowed() {
        let scenario = open("@canyon", &[]).unwrap();
        let drones = "side.ambushers.'Assassin Drone'.count=1..6";
        for most in [1, 100, 7_777] {
            let plan = TunePlan {
                most: Some(most),
                ..plan(&[drones], "heroes=0.45", 0)
            };
            let tuning = tune(&scenario, &plan, &NoProgress).unwrap().unwrap();
            assert_eq!(tuning.searched(), most);
            assert!(!tuning.is_met(), "{tuning:?}");
        }
        let keys = [drones, "rules.last_blow=win,draw"];
        let plan = TunePlan {
            most: Some(10),
            ..plan(&keys, "heroes=0.45", 0)
        };
        let tuning = tune(&scenario, &plan, &NoProgress).unwrap().unwrap();
        assert_eq!(tuning.searched(), 10);
        assert_eq!(tuning.verdict, TuneVerdict::Undecided);
    }

    #[test]
    fn two_keys_give_all_settings_that_meet_the_target() {
        let keys = [
            "side.ambushers.'Assassin Drone'.count=1..4",
            "side.ambushers.'Duke Zero'.classes[0].dice=1..4",
        ];
        let tuning = tuned("@canyon", &keys, "heroes=0.5", 0);
        assert_eq!(tuning.tried.len(), 16);
        assert_eq!(tuning.verdict, TuneVerdict::Meets);
        assert!(tuning.best().meets && tuning.is_met());
        // The intervals hold on another random seed.
        let scenario = open("@canyon", &[]).unwrap();
        let other = |tried: &TestedSetting| {
            let varied = scenario.varied(&tuning.assignments(tried)).unwrap();
            let seeded = SeededTrials::new(77, 0, &NoProgress);
            let results = seeded.results(&varied, 0..20_000, None).unwrap();
            (results.outcomes[0].share.unwrap().value - 0.5).abs()
        };
        for tried in &tuning.tried {
            assert!(!tried.meets || tried.possible);
            let distance = other(tried);
            assert!(!tried.meets || distance < 0.05, "{tried:?} {distance}");
            assert!(tried.possible || distance > 0.03, "{tried:?} {distance}");
        }
        let far = tuned("@canyon", &keys, "draw=0.9", 0);
        assert_eq!(far.verdict, TuneVerdict::Misses);
    }
}
