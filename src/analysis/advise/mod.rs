//! Which single change brings a contest nearest to a target? Every lever turned by one step, one element
//! more or fewer, another player, each played on the same luck as the contest as it is.
//!
//! - `changes`: which changes there are.
//! - `tape`: outcomes trial by trial, so that any two contests can be compared on the same luck.
//! - `standings`: what is known after some trials, and who is surely nearer.
//!
//! Exact answers are taken where there are some; then there is nothing to prove.

mod changes;
mod standings;
mod tape;

pub use changes::MOST_CHANGES;

use super::evidence::solved;
use super::expect::Verdict;
use super::tune::phrase;
use crate::contest::Contest;
use crate::document::Turn;
use crate::scenario::{Figure, LoadError, Scenario, Target};
use crate::sim::{Identity, Watch};
use crate::stats::Interval;
use changes::{Candidate, candidates};
use standings::{Known, Standings};
use tape::Tape;

/// The most trials of all changes together, where nobody says otherwise.
pub const ADVISE_TRIALS: u64 = 20_000_000;
/// The same where players think long.
pub const SLOW_ADVISE_TRIALS: u64 = 200_000;
/// The trials at the first look, and with players who think long; each look has a quarter more.
const FIRST: [u64; 2] = [1_000, 100];
/// The nearest change is known well enough to say whether it meets the target if the interval of its share
/// is within this part of the tolerance.
const FINE: f64 = 0.2;

/// What to look for, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisePlan {
    /// What is meant: the share of an outcome.
    pub target: Target,
    /// How near is near enough, and how well effects are to be known.
    pub tolerance: f64,
    /// The chance that anything said is wrong.
    pub alpha: f64,
    /// Trials of every change, if they are not to stop by themselves.
    pub trials: Option<u64>,
    /// The most trials of all together; `None` for the usual.
    pub most: Option<u64>,
    /// Only changes of keys below these paths; of all where there are none.
    pub only: Vec<String>,
    /// Whether players who think long are tried where none plays.
    pub slow: bool,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

/// Why there is no advice.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdviseError {
    /// The target is no share.
    #[error(
        "{0} is no share of an outcome: advise takes those only; `evenodds tune` takes figures of metrics"
    )]
    NoShare(String),
    /// No change begins with a path.
    #[error(
        "no change of one step begins with {0}; `evenodds list KIND` marks the keys that are turned"
    )]
    NothingBelow(String),
    /// There are too many changes.
    #[error(
        "{0} changes are too many, at most {MOST_CHANGES} are tried: keep to a part with --only PATH"
    )]
    TooMany(usize),
    /// There is no change.
    #[error("no change of one step leaves a contest that can be played")]
    Nothing,
    /// A file that the scenario uses could not be read again.
    #[error("{0}")]
    Unreadable(#[from] LoadError),
}

/// What is known of the contest with a change, or as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Hash of the scenario.
    pub hash: String,
    /// How many trials it had; 0 where it was solved.
    pub trials: u64,
    /// In how many of them the outcome came up.
    pub count: u64,
    /// Its share; none without trials. With a change it is that of the contest as it is and what the change
    /// adds on the trials that both have, which is nearer to the truth than `count` of `trials`.
    pub share: Option<f64>,
    /// Where its share is; all such intervals hold together with chance 1 - alpha.
    pub interval: Interval,
    /// Whether it was solved.
    pub exact: bool,
    /// Whether it is proven to be within the tolerance.
    pub meets: bool,
}

/// A change with what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The change.
    pub turn: Turn,
    /// What is known of the contest with it.
    pub standing: Standing,
    /// How much it adds to the share; none without trials.
    pub effect: Option<f64>,
    /// Where that is.
    pub effect_interval: Interval,
    /// Trials that the outcome came up in without the change only, and with it only.
    pub parted: [u64; 2],
    /// Whether it could be the nearest.
    pub possible: bool,
}

impl Changed {
    /// Whether it changed nothing at all, in any trial or in the exact share.
    pub fn is_idle(&self) -> bool {
        if self.standing.exact {
            self.effect == Some(0.0)
        } else {
            self.standing.trials > 0 && self.parted == [0, 0]
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The scenario as it is.
    pub scenario: Identity,
    /// The seed of all trials.
    pub seed: u64,
    /// What is meant.
    pub target: Target,
    /// How near is near enough.
    pub tolerance: f64,
    /// The chance that anything said is wrong.
    pub alpha: f64,
    /// The contest as it is.
    pub base: Standing,
    /// The changes, the nearest to the target first.
    pub changes: Vec<Changed>,
    /// Whether the first one is proven to be nearest, but for the tolerance.
    pub proven: bool,
    /// Whether it is nearer than the contest as it is; `None` while that is open.
    pub improves: Option<bool>,
    /// Whether it is proven that no change is within the tolerance.
    pub out_of_reach: bool,
    /// How many changes the file refused.
    pub refused: usize,
    /// Trials of all together.
    pub trials: u64,
    /// Who plays the contest as it is, as a phrase; may be empty.
    pub players: String,
    /// What happens when the outcome comes up, as a clause.
    pub phrase: String,
}

impl Advice {
    /// Whether a change, or the contest as it is, is proven to be within the tolerance.
    pub fn is_met(&self) -> bool {
        self.base.meets || self.changes.iter().any(|one| one.standing.meets)
    }

    /// How far the contest as it is seems to be from the target.
    pub fn distance(&self, standing: &Standing) -> f64 {
        let share = standing.share;
        share.map_or(f64::INFINITY, |share| (share - self.target.value).abs())
    }
}

/// Plays all changes of one step. `None` if `watch` cancelled it.
///
/// # Errors
/// The target is no share, or there is nothing to change.
pub fn advise(
    scenario: &Scenario,
    plan: &AdvisePlan,
    watch: &dyn Watch,
) -> Result<Option<Advice>, AdviseError> {
    let Figure::Share(outcome) = &plan.target.figure else {
        return Err(AdviseError::NoShare(plan.target.figure.name()));
    };
    let asked = (&plan.only[..], plan.slow);
    let (candidates, refused) = candidates(scenario, &plan.target.figure, asked)?;
    if candidates.is_empty() {
        return Err(AdviseError::Nothing);
    }
    let all: Vec<&Scenario> = std::iter::once(scenario)
        .chain(candidates.iter().map(|one| &one.scenario))
        .collect();
    let mut standings = Standings {
        entries: Vec::with_capacity(all.len()),
        target: plan.target.value,
        alpha: plan.alpha,
    };
    for one in &all {
        if watch.cancelled() {
            // A solver may take its time over each.
            return Ok(None);
        }
        standings
            .entries
            .push(known(one.contest.as_ref(), &plan.target.figure, watch));
    }
    let mut course = Course {
        plan,
        outcome,
        scenarios: &all,
        standings,
        trials: 0,
        slow: usize::from(all.iter().any(|one| one.contest.is_slow())),
    };
    if course.run(watch).is_none() {
        return Ok(None);
    }
    let trials = course.trials;
    let standings = course.standings;
    Ok(Some(told(
        scenario,
        plan,
        candidates,
        (&standings, trials, refused),
    )))
}

/// What is known before anything is played.
fn known(contest: &dyn Contest, figure: &Figure, watch: &dyn Watch) -> Known {
    let exact = solved(contest, watch);
    let exact = exact.and_then(|exact| figure.exact(contest, &exact));
    exact.map_or_else(|| Known::Sampled(Tape::default()), Known::Exactly)
}

/// The contest and its changes while they are played.
struct Course<'a> {
    plan: &'a AdvisePlan,
    outcome: &'a str,
    scenarios: &'a [&'a Scenario],
    standings: Standings,
    trials: u64,
    slow: usize,
}

impl Course<'_> {
    /// `None` if it was cancelled.
    fn run(&mut self, watch: &dyn Watch) -> Option<()> {
        let everybody: Vec<usize> = (0..self.scenarios.len()).collect();
        if let Some(trials) = self.plan.trials {
            return self.play(&everybody, trials, watch);
        }
        let usual = [ADVISE_TRIALS, SLOW_ADVISE_TRIALS][self.slow];
        let most = self.plan.most.unwrap_or(usual);
        let mut look = FIRST[self.slow].min((most / everybody.len() as u64).max(1));
        let mut open = everybody;
        loop {
            let room = (most - self.trials) / open.len() as u64;
            let behind = open.iter().map(|&entry| self.standings.trials(entry)).min();
            let reach = look.min(behind.unwrap_or(0) + room);
            self.play(&open, reach, watch)?;
            open = self.open();
            if open.is_empty() || reach < look {
                return Some(());
            }
            look = look.saturating_add((look / 4).max(1));
        }
    }

    /// Plays entries until they have so many trials.
    fn play(&mut self, entries: &[usize], end: u64, watch: &dyn Watch) -> Option<()> {
        for &entry in entries {
            let contest = self.scenarios[entry].contest.as_ref();
            let outcomes = contest.outcomes();
            let Some(outcome) = outcomes.iter().position(|one| one.name == self.outcome) else {
                continue;
            };
            let Known::Sampled(tape) = &mut self.standings.entries[entry] else {
                continue;
            };
            let before = tape.trials();
            let luck = (self.plan.seed, self.plan.threads);
            if !tape.play(contest, outcome, luck, end, watch) {
                return None;
            }
            self.trials += tape.trials() - before;
        }
        Some(())
    }

    /// Which entries have to be played on: those whose effect is not known to within the tolerance, and
    /// those that may be nearer than the leader by more than that. With any of them goes the contest as it
    /// is.
    fn open(&self) -> Vec<usize> {
        let standings = &self.standings;
        let tolerance = self.plan.tolerance;
        let sampled = |&entry: &usize| matches!(standings.entries[entry], Known::Sampled(_));
        let leader = leader(standings);
        let rivals: Vec<usize> = (0..standings.entries.len())
            .filter(|&entry| entry != leader)
            .filter(|&entry| standings.behind(leader, entry) < -tolerance)
            .collect();
        let told = standings.meets(leader, tolerance) != Verdict::Undecided
            || standings.share(leader).half_width() <= FINE * tolerance;
        let mut open: Vec<usize> = (1..standings.entries.len())
            .filter(|&entry| standings.apart(0, entry).half_width() > tolerance)
            .chain(rivals.iter().copied())
            .chain((!rivals.is_empty() || !told).then_some(leader))
            .filter(sampled)
            .collect();
        if !open.is_empty() && sampled(&0) {
            open.push(0);
        }
        open.sort_unstable();
        open.dedup();
        open
    }
}

/// The change that seems nearest, the first of equals.
fn leader(standings: &Standings) -> usize {
    let nearer = |one: usize, other: usize| {
        if standings.seeming(other) < standings.seeming(one) {
            other
        } else {
            one
        }
    };
    (1..standings.entries.len()).reduce(nearer).unwrap_or(0)
}

/// All that is known in the end, the nearest change first.
fn told(
    scenario: &Scenario,
    plan: &AdvisePlan,
    candidates: Vec<Candidate>,
    (standings, trials, refused): (&Standings, u64, usize),
) -> Advice {
    let leader = leader(standings);
    let others = || (1..standings.entries.len()).filter(|&entry| entry != leader);
    let contest = scenario.contest.as_ref();
    let mut order: Vec<(usize, Candidate)> = (1..).zip(candidates).collect();
    // Stable: of equals the first in the file stays first.
    order.sort_by(|one, other| {
        let near = |entry: usize| standings.seeming(entry);
        near(one.0).total_cmp(&near(other.0))
    });
    let changes = order.into_iter().map(|(entry, candidate)| {
        let parted = match (&standings.entries[0], &standings.entries[entry]) {
            (Known::Sampled(base), Known::Sampled(own)) => {
                let pairs = base.against(own);
                [pairs.first, pairs.second]
            }
            _ => [0, 0],
        };
        Changed {
            standing: standing(standings, entry, &candidate.scenario, plan.tolerance),
            effect: standings.difference(0, entry),
            effect_interval: standings.apart(0, entry),
            parted,
            possible: entry == leader || standings.behind(leader, entry) <= 0.0,
            turn: candidate.turn,
        }
    });
    Advice {
        scenario: scenario.identity(),
        seed: plan.seed,
        target: plan.target.clone(),
        tolerance: plan.tolerance,
        alpha: plan.alpha,
        base: standing(standings, 0, scenario, plan.tolerance),
        changes: changes.collect(),
        proven: others().all(|entry| standings.behind(leader, entry) >= -plan.tolerance),
        improves: match (
            standings.behind(leader, 0) >= 0.0,
            standings.behind(0, leader) >= 0.0,
        ) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        },
        out_of_reach: (1..standings.entries.len())
            .all(|entry| standings.meets(entry, plan.tolerance) == Verdict::Fails),
        refused,
        trials,
        players: contest.players(),
        phrase: phrase(&plan.target.figure, contest),
    }
}

fn standing(standings: &Standings, entry: usize, scenario: &Scenario, tolerance: f64) -> Standing {
    let (count, exact) = match &standings.entries[entry] {
        Known::Exactly(_) => (0, true),
        Known::Sampled(tape) => (tape.successes(), false),
    };
    Standing {
        hash: scenario.hash.clone(),
        trials: standings.trials(entry),
        count,
        share: standings.value(entry),
        interval: standings.share(entry),
        exact,
        meets: standings.meets(entry, tolerance) == Verdict::Holds,
    }
}

#[cfg(test)]
mod tests;
