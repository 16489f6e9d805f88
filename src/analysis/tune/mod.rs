//! Which setting brings a figure to its target? The answer comes with its doubt: it is proven by
//! sequences that stay valid however often they are looked at, and shown again on fresh trials.
//!
//! - `race`: which of several values is nearest, with how few trials. Knows no contest.
//! - `frontier`: with several keys, all settings that meet the target.
//!
//! Exact answers are taken where there are some; then there is nothing to prove.

mod frontier;
mod race;

use super::evidence::solved;
use super::expect::Verdict;
use super::gauge::Gauge;
use super::sweep::Trend;
use crate::contest::Contest;
use crate::scenario::{
    Figure, GridError, LoadError, Scenario, Target, Vary, assignments, idle, idle_advice, settings,
    too_many, try_settings,
};
use crate::sim::{Identity, LEVEL, Plan, Results, StopReason, Watch, run};
use crate::stats::Interval;
use race::{Course, Finish, Known, Runner, race};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

/// The chance that an answer is wrong, where nobody says otherwise.
pub const TUNE_ALPHA: f64 = 0.05;
/// How near is near enough to a share, where nobody says otherwise.
pub const SHARE_TOLERANCE: f64 = 0.01;
/// How near is near enough to a mean, where nobody says otherwise.
pub const MEAN_TOLERANCE: f64 = 0.1;
/// The most trials of all settings together, where nobody says otherwise.
pub const TUNE_TRIALS: u64 = 20_000_000;
/// The same where players think long.
pub const SLOW_TUNE_TRIALS: u64 = 200_000;
/// The trials that every setting has at first, and with players who think long.
const FIRST: [u64; 2] = [1_000, 100];
/// Fresh trials that show the answer once more, and with players who think long.
const FRESH: [u64; 2] = [100_000, 5_000];

/// What to look for, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct TunePlan {
    /// The keys, with the values that each may take.
    pub keys: Vec<Vary>,
    /// What is meant.
    pub target: Target,
    /// How near is near enough; `None` for the usual.
    pub tolerance: Option<f64>,
    /// The chance that the answer may be wrong.
    pub alpha: f64,
    /// The most trials of all settings together; `None` for the usual.
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

impl Target {
    /// How near is near enough where nobody says otherwise: a point of a share, a tenth of a mean,
    /// nothing for a quantile.
    pub fn usual_tolerance(&self) -> f64 {
        match self.figure {
            Figure::Share(_) => SHARE_TOLERANCE,
            Figure::Mean(_) => MEAN_TOLERANCE,
            Figure::Quantile(..) => 0.0,
        }
    }
}

/// Why nothing can be looked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The keys span no grid.
    #[error("{}", grid_error(.0))]
    Grid(#[from] GridError),
    /// A key changes nothing.
    #[error("{}", idle_advice(.0))]
    Idle(String),
    /// A setting does not have the figure that is asked for.
    #[error("with {setting} there is no figure {figure}: name one that all settings have")]
    NoFigure {
        /// The figure.
        figure: String,
        /// The setting.
        setting: String,
    },
    /// The file refuses some of the settings.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

fn grid_error(error: &GridError) -> String {
    match error {
        GridError::Empty => "there is nothing to vary: name a key and its values, as in --vary \
                             rules.half=up,down, or give the scenario a [tune] table"
            .to_owned(),
        GridError::TooMany { product } => too_many(product, "tuning"),
        twice @ GridError::Twice { .. } => twice.to_string(),
    }
}

/// A scenario with one value for each of the keys.
struct Setting {
    values: Vec<String>,
    scenario: Scenario,
}

/// Loads all settings, the values of the last key in turn first; all that is wrong with any of them is
/// found at once.
fn all_settings(scenario: &Scenario, keys: &[Vary]) -> Result<Vec<Setting>, TuneError> {
    let positions = settings(keys)?;
    // They are loaded side by side, in any order.
    let loaded = Mutex::new(HashMap::with_capacity(positions.len()));
    let hashes = try_settings(keys, &positions, |assignments| {
        let varied = scenario.varied(assignments)?;
        let hash = varied.hash.clone();
        // A loader that panicked hands its panic on before anybody sees what it left.
        if let Ok(mut loaded) = loaded.lock() {
            loaded.insert(assignments.to_vec(), varied);
        }
        Ok(hash)
    })?;
    let mut loaded = loaded.into_inner().unwrap_or_default();
    if let Some(&key) = idle(keys, &positions, &hashes).first() {
        return Err(TuneError::Idle(keys[key].path.clone()));
    }
    let values = |setting: &[usize]| -> Vec<String> {
        let pairs = keys.iter().zip(setting);
        pairs
            .map(|(key, &value)| key.values[value].clone())
            .collect()
    };
    Ok(positions
        .iter()
        .filter_map(|setting| {
            Some(Setting {
                values: values(setting),
                scenario: loaded.remove(&assignments(keys, setting))?,
            })
        })
        .collect())
}

/// What the search says in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneVerdict {
    /// The answer is within the tolerance.
    Meets,
    /// No setting is; the answer is nearest.
    Misses,
    /// The answer is nearest; whether it is within the tolerance is open.
    Nearest,
    /// Two settings are equally near, as far as the trials can tell.
    Tied,
    /// The trials were too few to tell.
    Undecided,
}

/// A setting that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The values of the keys, in their order.
    pub values: Vec<String>,
    /// Hash of the scenario with them.
    pub hash: String,
    /// How many trials it had; 0 where it was solved.
    pub trials: u64,
    /// Its figure; none without trials.
    pub value: Option<f64>,
    /// Where its figure is: all such intervals together are right with chance 1 - alpha. Ends that
    /// nothing bounds are infinite.
    pub interval: Interval,
    /// Whether it was solved.
    pub exact: bool,
    /// Whether it could be the answer: it meets the target, or could be the nearest.
    pub possible: bool,
    /// Whether it is proven to be within the tolerance.
    pub meets: bool,
}

/// The answer on trials that had no part in finding it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fresh {
    /// The number of the first of them.
    pub first_trial: u64,
    /// Everything about them.
    pub results: Results,
    /// The figure in them.
    pub value: f64,
    /// Its interval for one look, where the figure has one.
    pub interval: Option<Interval>,
    /// Whether they speak against what was found: their own sequence at the same alpha leaves out
    /// all that the answer was said to be.
    pub contradicts: bool,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The scenario before any key was varied.
    pub scenario: Identity,
    /// The seed of all trials.
    pub seed: u64,
    /// What was meant.
    pub target: Target,
    /// How near is near enough.
    pub tolerance: f64,
    /// The chance that the answer is wrong.
    pub alpha: f64,
    /// The paths of the keys.
    pub keys: Vec<String>,
    /// What was found.
    pub verdict: TuneVerdict,
    /// The setting that it speaks of.
    pub answer: usize,
    /// The other one, where two are tied.
    pub other: Option<usize>,
    /// How the figure goes along the values of a single key, as far as it is proven. None where the values
    /// are no numbers, and with several keys: there is no order to go along.
    pub trend: Option<Trend>,
    /// All settings, the values of the last key in turn first.
    pub tried: Vec<Tried>,
    /// Trials of all settings together, with the fresh ones.
    pub trials: u64,
    /// The answer once more; none where it was solved.
    pub fresh: Option<Fresh>,
    /// Who plays, as a phrase; may be empty.
    pub players: String,
    /// What happens when the outcome comes up whose share is meant, as a clause: `heroes win`; empty for
    /// figures of metrics.
    pub phrase: String,
}

impl Tuning {
    /// Whether the target is met: the answer is proven to be within the tolerance, and fresh trials do
    /// not speak against it.
    pub fn is_met(&self) -> bool {
        let doubted = self.fresh.as_ref().is_some_and(|fresh| fresh.contradicts);
        self.verdict == TuneVerdict::Meets && !doubted
    }

    /// The setting of the answer.
    pub fn best(&self) -> &Tried {
        &self.tried[self.answer]
    }

    /// The settings beside the answer, where a single key is varied: the value before it and the one
    /// behind it, in the order in which they were given.
    pub fn neighbours(&self) -> [Option<&Tried>; 2] {
        if self.keys.len() != 1 {
            return [None, None];
        }
        let before = self.answer.checked_sub(1);
        [before, Some(self.answer + 1)].map(|index| self.tried.get(index?))
    }

    /// The assignments that make a setting, as `--set` takes them.
    pub fn assignments(&self, tried: &Tried) -> Vec<String> {
        let pairs = self.keys.iter().zip(&tried.values);
        pairs
            .map(|(path, value)| format!("{path}={value}"))
            .collect()
    }

    /// Trials of the search, without the fresh ones behind it.
    pub fn searched(&self) -> u64 {
        self.tried.iter().map(|one| one.trials).sum()
    }

    /// How far a setting seems to be from the target; infinite without trials.
    pub fn distance(&self, tried: &Tried) -> f64 {
        let value = tried.value;
        value.map_or(f64::INFINITY, |value| (value - self.target.value).abs())
    }
}

/// Looks for the setting that meets the target. `None` if `watch` cancelled it.
///
/// # Errors
/// The keys or their values are not those of the scenario.
pub fn tune(
    scenario: &Scenario,
    plan: &TunePlan,
    watch: &dyn Watch,
) -> Result<Option<Tuning>, TuneError> {
    let grid = all_settings(scenario, &plan.keys)?;
    let slow = grid.iter().any(|one| one.scenario.contest.is_slow());
    let slow_at = usize::from(slow);
    let course = Course {
        target: plan.target.value,
        tolerance: plan
            .tolerance
            .unwrap_or_else(|| plan.target.usual_tolerance()),
        alpha: plan.alpha,
        first: FIRST[slow_at],
        most: plan
            .most
            .unwrap_or(if slow { SLOW_TUNE_TRIALS } else { TUNE_TRIALS }),
        ordered: matches!(&plan.keys[..], [single] if single.numbers().is_some()),
    };
    let figure = &plan.target.figure;
    let mut runners: Vec<Runner> = Vec::with_capacity(grid.len());
    for (index, setting) in grid.iter().enumerate() {
        if watch.cancelled() {
            // A solver may take its time over each.
            return Ok(None);
        }
        let Some(known) = known(setting, figure, watch) else {
            // A metric or side that this setting does not have.
            let positions = settings(&plan.keys)?;
            return Err(TuneError::NoFigure {
                figure: figure.name(),
                setting: assignments(&plan.keys, &positions[index]).join(", "),
            });
        };
        runners.push(Runner::new(known, plan.alpha));
    }
    let mut play = |setting: usize, trials: Range<u64>, gauge: &mut Gauge| {
        let contest = grid[setting].scenario.contest.as_ref();
        add(contest, plan, trials, gauge, watch)
    };
    let mut outcome = if plan.keys.len() == 1 {
        race(&mut runners, &course, &mut play)
    } else {
        frontier::search(&mut runners, &course, &mut play)
    };
    let (verdict, mut answer, other) = match outcome.finish {
        Finish::Within(answer) => (TuneVerdict::Meets, answer, None),
        Finish::Outside(answer) | Finish::Missed(answer) => (TuneVerdict::Misses, answer, None),
        Finish::Nearest(answer) => (TuneVerdict::Nearest, answer, None),
        Finish::Tied(one, other) => (TuneVerdict::Tied, one, Some(other)),
        Finish::Undecided(answer) => (TuneVerdict::Undecided, answer, None),
        Finish::Interrupted => return Ok(None),
    };
    // No setting saw trials beyond those of the one that saw most.
    let start = runners.iter().map(Runner::trials).max().unwrap_or(0);
    let fresh_trials = start..start + FRESH[slow_at];
    let mut fresh = None;
    for candidate in frontier::others_first(answer, &outcome, &runners, &course) {
        if matches!(runners[candidate].known, Known::Exactly(_)) {
            break;
        }
        let contest = &grid[candidate].scenario;
        let Some(shown) = certify(contest, plan, &runners[candidate], &fresh_trials, watch) else {
            return Ok(None);
        };
        outcome.trials += shown.results.trials;
        let again = shown.contradicts && verdict == TuneVerdict::Meets;
        if fresh.is_none() || !again {
            answer = candidate;
            fresh = Some(shown);
        }
        if !again {
            break;
        }
    }
    let tolerance = course.tolerance;
    Ok(Some(Tuning {
        scenario: scenario.identity(),
        seed: plan.seed,
        target: plan.target.clone(),
        tolerance,
        alpha: plan.alpha,
        keys: plan.keys.iter().map(|key| key.path.clone()).collect(),
        verdict,
        answer,
        other,
        trend: course.ordered.then_some(outcome.trend),
        tried: grid
            .iter()
            .zip(&runners)
            .enumerate()
            .map(|(index, (setting, runner))| Tried {
                values: setting.values.clone(),
                hash: setting.scenario.hash.clone(),
                trials: runner.trials(),
                value: runner.value(),
                interval: runner.interval,
                exact: matches!(runner.known, Known::Exactly(_)),
                possible: outcome.left.contains(&index),
                meets: runner.meets(&course) == Verdict::Holds,
            })
            .collect(),
        trials: outcome.trials,
        fresh,
        players: grid[answer].scenario.contest.players(),
        phrase: phrase(figure, grid[answer].scenario.contest.as_ref()),
    }))
}

/// What is known of a setting before anything is played; `None` if it does not have the figure.
fn known(setting: &Setting, figure: &Figure, watch: &dyn Watch) -> Option<Known> {
    let contest = setting.scenario.contest.as_ref();
    let gauge = figure.gauge(contest)?;
    let exact = solved(contest, watch);
    let exact = exact.and_then(|exact| figure.exact(contest, &exact));
    Some(exact.map_or(Known::Sampled(gauge), Known::Exactly))
}

/// What happens when the outcome of a share comes up.
pub(super) fn phrase(figure: &Figure, contest: &dyn Contest) -> String {
    let Figure::Share(name) = figure else {
        return String::new();
    };
    let outcome = contest.outcomes().iter().find(|one| one.name == *name);
    outcome.map_or_else(String::new, |outcome| outcome.phrase.clone())
}

/// Plays trials and adds them to a gauge; false if it was cancelled.
fn add(
    contest: &dyn Contest,
    plan: &TunePlan,
    trials: Range<u64>,
    gauge: &mut Gauge,
    watch: &dyn Watch,
) -> bool {
    let finished = run(contest, &trial_plan(plan, trials), watch);
    gauge.add(&finished.tally);
    finished.stopped != StopReason::Interrupted
}

fn trial_plan(plan: &TunePlan, trials: Range<u64>) -> Plan {
    Plan {
        seed: plan.seed,
        trials,
        threads: plan.threads,
        precision: None,
        alpha: 1.0 - LEVEL,
        piece: None,
    }
}

/// Plays a setting on trials that had no part in finding it; `None` if it was cancelled.
fn certify(
    scenario: &Scenario,
    plan: &TunePlan,
    runner: &Runner,
    trials: &Range<u64>,
    watch: &dyn Watch,
) -> Option<Fresh> {
    let contest = scenario.contest.as_ref();
    let finished = run(contest, &trial_plan(plan, trials.clone()), watch);
    if finished.stopped == StopReason::Interrupted {
        return None;
    }
    let mut gauge = plan.target.figure.gauge(contest)?;
    gauge.add(&finished.tally);
    let results = Results::sampled(
        scenario.identity(),
        contest,
        plan.seed,
        &finished,
        false,
        None,
    );
    let sequence = gauge.interval(plan.alpha);
    let interval = match &plan.target.figure {
        Figure::Share(name) => results
            .outcomes
            .iter()
            .find(|one| one.name == *name)
            .map(|one| Interval {
                low: one.low,
                high: one.high,
            }),
        Figure::Mean(name) => results
            .metrics
            .iter()
            .find(|one| one.name == *name)
            .and_then(|one| one.low.zip(one.high))
            .map(|(low, high)| Interval { low, high }),
        Figure::Quantile(..) => None,
    };
    Some(Fresh {
        first_trial: trials.start,
        value: gauge.value()?,
        interval,
        contradicts: sequence.high < runner.interval.low || runner.interval.high < sequence.low,
        results,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;
    use crate::sim::Unwatched;

    fn plan(keys: &[&str], target: &str, threads: usize) -> TunePlan {
        let (name, value) = target.split_once('=').unwrap();
        TunePlan {
            keys: keys.iter().map(|key| key.parse().unwrap()).collect(),
            target: Target {
                figure: Figure::Share(name.to_owned()),
                value: value.parse().unwrap(),
            },
            tolerance: Some(0.04),
            alpha: TUNE_ALPHA,
            most: None,
            seed: 1,
            threads,
        }
    }

    fn tuned(name: &str, keys: &[&str], target: &str, threads: usize) -> Tuning {
        let scenario = open(name, &[]).unwrap();
        let plan = plan(keys, target, threads);
        tune(&scenario, &plan, &Unwatched).unwrap().unwrap()
    }

    #[test]
    fn a_key_of_a_fight_is_tuned_and_shown_on_fresh_trials() {
        let drones = "side.ambushers.'Assassin Drone'.count=1..6";
        let tuning = tuned("@canyon", &[drones], "heroes=0.4", 0);
        assert_eq!(tuning.verdict, TuneVerdict::Meets, "{tuning:?}");
        assert_eq!(tuning.trend, Some(Trend::Falls));
        let answer = &tuning.tried[tuning.answer];
        assert!(answer.meets && answer.possible && !answer.exact);
        let fresh = tuning.fresh.as_ref().unwrap();
        assert!(!fresh.contradicts && (fresh.value - 0.4).abs() < 0.05);
        assert!(
            tuning
                .tried
                .iter()
                .all(|one| one.trials <= fresh.first_trial)
        );
        let all: u64 = tuning.tried.iter().map(|one| one.trials).sum();
        assert_eq!(tuning.trials, all + fresh.results.trials);
        assert_eq!(tuning, tuned("@canyon", &[drones], "heroes=0.4", 3));
    }

    #[test]
    fn what_can_be_solved_is_not_played() {
        let tuning = tuned("@lockpick", &["difficulty=4..14"], "success=0.5", 0);
        assert_eq!(tuning.trials, 0);
        assert!(tuning.fresh.is_none() && tuning.tried.iter().all(|one| one.exact));
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
            let tuning = tune(&scenario, &plan, &Unwatched).unwrap().unwrap();
            assert_eq!(tuning.searched(), most);
            assert!(!tuning.is_met(), "{tuning:?}");
        }
        let keys = [drones, "rules.last_blow=win,draw"];
        let plan = TunePlan {
            most: Some(10),
            ..plan(&keys, "heroes=0.45", 0)
        };
        let tuning = tune(&scenario, &plan, &Unwatched).unwrap().unwrap();
        assert_eq!(tuning.searched(), 10);
        assert_eq!(tuning.verdict, TuneVerdict::Undecided);
    }

    #[test]
    fn several_keys_give_all_settings_that_meet_the_target() {
        let keys = [
            "side.ambushers.'Assassin Drone'.count=1..4",
            "side.ambushers.'Duke Zero'.classes[0].dice=1..4",
        ];
        let tuning = tuned("@canyon", &keys, "heroes=0.5", 0);
        assert_eq!(tuning.tried.len(), 16);
        assert_eq!(tuning.verdict, TuneVerdict::Meets);
        assert!(tuning.best().meets && tuning.is_met());
        // What is said of each holds on other luck.
        let scenario = open("@canyon", &[]).unwrap();
        let other = |tried: &Tried| {
            let varied = scenario.varied(&tuning.assignments(tried)).unwrap();
            let mut luck = plan(&keys, "heroes=0.5", 0);
            luck.seed = 77;
            let contest = varied.contest.as_ref();
            let mut gauge = luck.target.figure.gauge(contest).unwrap();
            assert!(add(contest, &luck, 0..20_000, &mut gauge, &Unwatched));
            (gauge.value().unwrap() - 0.5).abs()
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
