//! Sensitivity toward a target: finds the single change that brings a contest nearest to it. Every
//! tunable key is changed by one step, every list loses or gains one element, and, if asked for,
//! every player is replaced. Each change is played on the same random seed as the unchanged contest.
//!
//! - `changes`: the changes and the order in which they are tried.
//! - `settle`: plays the changes from coarse to fine until their effects are settled; `observer`:
//!   what reports progress and sets deadlines.
//! - `outcome_bits`: outcomes trial by trial, for paired comparisons of any two contests.
//! - `statistics`: comparisons and intervals after some trials.
//! - `together`: the keys to vary together where no single change reaches the target.
//!
//! Exact answers are used where they exist; they need no test.

mod assemble;
mod changes;
mod observer;
mod outcome_bits;
mod settle;
mod statistics;
mod together;

pub(super) use changes::is_below;
pub use changes::{ChangeScope, MOST_CHANGES, Reason, SkippedChange};
pub use observer::{AdviseProgress, Deadlines, SettledChange, WithoutDeadlines};

use super::expect::Verdict;
use super::skill::{Cancelled, simple_play};
use super::study::goal::{Goal, distance};
use super::study::statistic::{Event, Statistic};
use super::study::{ATTEMPTS, Sample, SeededTrials, Study, VariantFigure};
use super::{ALPHA, SEED};
use crate::contest::ConfiguredPlayers;
use crate::contest::deadline;
use crate::document::TunableStep;
use crate::scenario::{Constraint, LoadError, Quantity, Scenario, Target, TextError, Vary};
use crate::sim::ScenarioIdentity;
use crate::stats::Figure;
use assemble::assembled;
use changes::{Candidate, candidates};
use outcome_bits::OutcomeSample;
use settle::{FirstLooks, Shares};
use statistics::ChangeStatistics;
use std::time::Duration;

/// Default limit on the trials of all changes together.
pub const ADVISE_TRIALS: u64 = 20_000_000;
/// Default limit on the trials of all changes together if a slow player takes part.
pub const SLOW_ADVISE_TRIALS: u64 = 200_000;
/// Number of trials at the first look: fast players, slow players. Each later look adds a quarter.
const FIRST: [u64; 2] = [1_000, 100];
/// Divisor of the work so far that gives the work reserved for comparing the nearest changes.
const REST: u64 = 3;
/// Minimum work for comparing the nearest changes, in nanoseconds.
const LEAST_WORK: u64 = 2_000_000_000;

/// Order of the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Changes nearest to the target first.
    Nearest,
    /// Largest effects first, in either direction; the target then only selects the outcome.
    Largest,
}

/// Target and limits of a sensitivity search.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisePlan {
    /// Target share of an outcome.
    pub target: Target,
    /// Order of the changes.
    pub ranking: Ranking,
    /// Tolerance around the target, and the precision to which effects are estimated.
    pub tolerance: f64,
    /// Probability that any statement of the answer is wrong.
    pub alpha: f64,
    /// Trials per change; `None` to stop adaptively.
    pub trials: Option<u64>,
    /// Limit on the trials of all changes together; `None` for the default.
    pub most: Option<u64>,
    /// Kinds of changes to try if `only` is empty.
    pub reach: ChangeScope,
    /// Path prefixes; only changes of keys below them are tried.
    pub only: Vec<String>,
    /// Path prefixes; no key below them is changed.
    pub keep: Vec<String>,
    /// Constraints on numbers of the scenario; changes that violate one are not tried.
    pub constraints: Vec<Constraint>,
    /// True if other players are tried.
    pub players: bool,
    /// True if slow players are tried even if the scenario has none.
    pub slow: bool,
    /// Number of steps, regardless of time: first looks at the changes in their usual order, then
    /// changes to settle. `None` for as many as the observer's deadlines allow.
    pub first: Option<usize>,
    /// Maximum number of interim analyses of the changes that may be the nearest; `None` to
    /// continue until they are distinguished or the observer's deadline passes.
    pub looks: Option<u64>,
    /// Time budget, shown in reports only: the observer sets the deadlines.
    pub budget: Option<Duration>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
    /// Time in which exact answers of all changes are given up, in nanoseconds.
    pub attempts: u64,
}

impl AdvisePlan {
    /// Creates a plan with the defaults of `advise` for a target and random seed 1, on all cores.
    pub fn new(target: Target) -> Self {
        Self {
            ranking: Ranking::Nearest,
            tolerance: target.usual_tolerance(),
            target,
            alpha: ALPHA,
            trials: None,
            most: None,
            reach: ChangeScope::Scenario,
            only: Vec::new(),
            keep: Vec::new(),
            constraints: Vec::new(),
            players: false,
            slow: false,
            first: None,
            looks: None,
            budget: None,
            seed: SEED,
            threads: 0,
            attempts: ATTEMPTS,
        }
    }

    fn goal(&self) -> Goal {
        Goal {
            target: self.target.value,
            tolerance: self.tolerance,
        }
    }

    fn no_time(&self) -> AdviseError {
        AdviseError::NoTime(self.budget.unwrap_or_default())
    }
}

/// Error of a sensitivity search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdviseError {
    /// The target is not the share of an outcome.
    #[error(
        "{0} is not the share of an outcome: advise accepts only outcomes; `evenodds tune` accepts figures of metrics"
    )]
    NoShare(String),
    /// No change has a path with this prefix.
    #[error("no one-step change has a path that begins with {path}; {help}")]
    NothingBelow {
        /// Path as typed.
        path: String,
        /// The likely intended path, or the command that lists all.
        help: String,
    },
    /// A constraint cannot be evaluated.
    #[error("--where {0}")]
    Constraint(TextError),
    /// The number of changes exceeds [`MOST_CHANGES`].
    #[error(
        "{0} changes are too many; expected at most {MOST_CHANGES}: select a part with --only PATH"
    )]
    TooMany(usize),
    /// The time budget ended before the first change was settled.
    #[error(
        "--budget: {} s ended before the effect of the first change was estimated; pass a longer --budget, or --set faster players", .0.as_secs_f64()
    )]
    NoTime(Duration),
    /// No change gives a playable contest.
    #[error("no one-step change leaves a contest that can be played")]
    Nothing,
    /// A file that the scenario uses could not be read again.
    #[error("{0}")]
    Unreadable(#[from] LoadError),
}

/// Estimate for the contest with a change, or unchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeEstimate {
    /// Hash of the scenario.
    pub hash: String,
    /// Number of trials with the outcome.
    pub count: u64,
    /// Share of the outcome. With a change it is the share of the unchanged contest plus the effect
    /// on the common trials, which is more precise than `count / trials`. All intervals hold
    /// simultaneously with probability 1 - alpha.
    pub share: Figure,
    /// True if the share is proven to be within the tolerance.
    pub meets: bool,
}

/// A change and its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeEffect {
    /// The change.
    pub step: TunableStep,
    /// Estimate for the contest with the change.
    pub estimate: ChangeEstimate,
    /// Effect on the share.
    pub effect: Figure,
    /// Numbers of trials with the outcome in only one contest: the unchanged one, then the changed
    /// one. Both are 0 if one of the contests is solved.
    pub discordant: [u64; 2],
    /// True if the change may be the nearest.
    pub possible: bool,
    /// Other changes of the same or a related key with the same outcome in every trial, or with the
    /// same exact share.
    pub same: Vec<TunableStep>,
}

/// Effects of single changes on the share of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The unchanged scenario.
    pub scenario: ScenarioIdentity,
    /// The random seed of all trials.
    pub seed: u64,
    /// Target share of an outcome.
    pub target: Target,
    /// Tolerance around the target.
    pub tolerance: f64,
    /// Probability that any statement of the answer is wrong.
    pub alpha: f64,
    /// Estimate for the unchanged contest.
    pub base: ChangeEstimate,
    /// Order of the changes.
    pub ranking: Ranking,
    /// The tried changes that have an effect; changes with equal effects are one entry.
    pub changes: Vec<ChangeEffect>,
    /// The tried changes without an effect in any trial.
    pub idle: Vec<TunableStep>,
    /// The changes that were not tried. Those skipped for lack of time are in their usual order.
    pub untried: Vec<SkippedChange>,
    /// Time budget, if any.
    pub budget: Option<Duration>,
    /// Number of steps, first looks and changes settled, if not all changes were settled.
    pub steps: Option<usize>,
    /// Number of entries of `changes` whose effects are not as precise as intended.
    pub rough: usize,
    /// Number of looks at the nearest changes, if the comparison was cut short.
    pub looks: Option<u64>,
    /// Keys and values to vary together, if no single change is proven to be within the tolerance.
    pub together: Vec<Vary>,
    /// Constraints that the settings of `together` must satisfy.
    pub constraints: Vec<Constraint>,
    /// Shares under simple play, if there is a target and the scenario has another player.
    pub simple: Option<SimplePlay>,
    /// True if the first change is proven to be the nearest, up to the tolerance.
    pub proven: bool,
    /// True if the first change is nearer to the target than the unchanged contest; `None` if
    /// undecided.
    pub improves: Option<bool>,
    /// True if every change is proven to miss the tolerance.
    pub out_of_reach: bool,
    /// Number of trials of all contests together.
    pub trials: u64,
    /// Players of the unchanged contest, as a phrase; may be empty.
    pub players: ConfiguredPlayers,
    /// Event of the outcome, as a clause.
    pub phrase: String,
}

impl Advice {
    /// Returns the number of changes that were tried.
    pub fn tried(&self) -> usize {
        let listed = self.changes.iter().map(|one| 1 + one.same.len());
        listed.sum::<usize>() + self.idle.len()
    }

    /// Returns the changes that were not tried for `reason`.
    pub fn untried_for(&self, reason: Reason) -> impl Iterator<Item = &TunableStep> {
        let untried = self.untried.iter();
        let untried = untried.filter(move |one| one.reason == reason);
        untried.map(|one| &one.step)
    }

    /// Returns whether a change, or the unchanged contest, is proven to be within the tolerance.
    pub fn is_met(&self) -> bool {
        self.base.meets || self.changes.iter().any(|one| one.estimate.meets)
    }

    /// Returns the distance of an estimate from the target.
    pub fn distance(&self, estimate: &ChangeEstimate) -> f64 {
        distance(estimate.share.known(), self.target.value)
    }
}

/// Takes a first look at each change, settles one after another, as far as the observer's deadlines
/// allow, then continues those that may be the nearest. Returns `None` if `observer` cancelled it.
///
/// # Errors
/// Fails if the target is not a share, or if there is nothing to change.
pub fn advise(
    scenario: &Scenario,
    plan: &AdvisePlan,
    observer: &dyn AdviseProgress,
) -> Result<Option<Advice>, AdviseError> {
    let figure = &plan.target.figure;
    let mut shares = vec![share(figure, scenario)?];
    let first = observer.deadlines().map(|all| all.first);
    let found = deadline::before(first, || candidates(scenario, plan));
    let (candidates, untried) = found.ok_or_else(|| plan.no_time())??;
    if candidates.is_empty() {
        return Err(AdviseError::Nothing);
    }
    for candidate in &candidates {
        shares.push(share(figure, &candidate.scenario)?);
    }
    let shares = Shares {
        plan,
        all: shares,
        observer,
    };
    let Some(FirstLooks { entries, steps }) = shares.settled(&candidates)? else {
        return Ok(None);
    };
    let Some((entries, looks)) = compared(&shares, entries) else {
        return Ok(None);
    };
    let statistics = shares.statistics(&entries);
    let mut advice = assembled(scenario, plan, (&candidates, untried), &statistics);
    (advice.steps, advice.looks) = (steps, looks);
    if plan.ranking == Ranking::Nearest {
        let first = advice.changes.iter().take(MOST_SIMPLE);
        let first =
            first.filter_map(|change| candidates.iter().find(|one| one.step == change.step));
        let Ok(found) = simple(scenario, plan, (first, observer)) else {
            return Ok(None);
        };
        advice.simple = found;
    }
    let is_open = plan.ranking == Ranking::Nearest && !advice.is_met();
    if let (Some(base), true) = (advice.base.share.known(), is_open) {
        let shares = (base, plan.target.value);
        let found = (&advice.changes[..], &plan.constraints[..]);
        advice.together = together::together(scenario, shares, found)?;
        advice.constraints.clone_from(&plan.constraints);
    }
    Ok(Some(advice))
}

/// Shares of the outcome with a simple player in every seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplePlay {
    /// Name of the simple player.
    pub player: &'static str,
    /// Share of the unchanged scenario.
    pub base: f64,
    /// Shares with the first changes, in their order; `None` for changes of players and for
    /// contests that take long to solve.
    pub changes: Vec<Option<f64>>,
}

/// Maximum number of changes with a share under simple play.
const MOST_SIMPLE: usize = 5;

/// Returns the shares of the scenario and of some of its changes under simple play.
fn simple<'a>(
    scenario: &Scenario,
    plan: &AdvisePlan,
    (changes, observer): (impl Iterator<Item = &'a Candidate>, &dyn AdviseProgress),
) -> Result<Option<SimplePlay>, Cancelled> {
    /// Maximum estimated time to solve a contest, in nanoseconds.
    const MOST_SOLVING: u64 = 1_000_000_000;
    let seeded = SeededTrials::new(plan.seed, plan.threads, observer);
    let share = |scenario: &Scenario| {
        let contest = scenario.contest.as_ref();
        if contest.cost().setup > MOST_SOLVING {
            return Ok(None);
        }
        let Some((player, results)) = simple_play(scenario, &seeded)? else {
            return Ok(None);
        };
        let share = plan.target.figure.figure(&results);
        Ok(share.map(|share| (player, share.value)))
    };
    let Some((player, base)) = share(scenario)? else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for change in changes {
        let mut seats = scenario.seats.iter();
        let of_player = seats.any(|seat| change.step.path.starts_with(&seat.path));
        let value = if of_player {
            None
        } else {
            share(&change.scenario)?.map(|(_, value)| value)
        };
        found.push(value);
    }
    Ok(Some(SimplePlay {
        player,
        base,
        changes: found,
    }))
}

/// Returns a scenario with the target's event.
fn share<'a>(
    figure: &Quantity,
    scenario: &'a Scenario,
) -> Result<(&'a Scenario, Event), AdviseError> {
    match Statistic::of(figure, scenario.contest.as_ref()) {
        Some(Statistic::Share(event)) => Ok((scenario, event)),
        _ => Err(AdviseError::NoShare(figure.name())),
    }
}

/// Statistics of the unchanged contest and of the settled changes, and the number of finished looks
/// if the deadline passed.
type FinishedComparison<'a> = (Vec<VariantFigure<OutcomeSample<'a>>>, Option<u64>);

/// Plays more trials of the settled changes that may be the nearest, until they are distinguished
/// or the deadline passes. Returns `None` if cancelled.
fn compared<'a>(
    shares: &Shares<'a>,
    entries: Vec<VariantFigure<OutcomeSample<'a>>>,
) -> Option<FinishedComparison<'a>> {
    let plan = shares.plan;
    let open = open(&shares.statistics(&entries));
    if plan.trials.is_some() || plan.ranking == Ranking::Largest || open.is_empty() {
        return Some((entries, None));
    }
    shares
        .observer
        .comparing(open.iter().filter(|&&entry| entry > 0).count());
    let played: u64 = entries.iter().map(Sample::trials).sum();
    let mut all = shares.all.iter();
    let slow = usize::from(all.any(|(scenario, _)| scenario.contest.is_slow()));
    let usual = [ADVISE_TRIALS, SLOW_ADVISE_TRIALS][slow];
    let most = plan.most.unwrap_or(usual);
    let mut study = Study {
        most: most.min(played.saturating_add(further(shares, &entries, &open))),
        variants: entries,
        seeded: SeededTrials::new(plan.seed, plan.threads, shares.observer),
    };
    let least_trials = |open: &[usize], study: &Study<'_, VariantFigure<OutcomeSample<'_>>>| {
        let trials = open.iter().map(|&entry| study.variants[entry].trials());
        trials.min().unwrap_or(0)
    };
    // Number of trials of each open entry at the next look, and how many of them the limit allows.
    let (mut look, mut reach) = (least_trials(&open, &study), u64::MAX);
    // The statistics after the last finished look, and the number of finished looks.
    let (mut finished, mut looks) = ((study.variants.clone(), 0), 0);
    let mut is_cut = false;
    let until = shares.observer.deadlines().map(|all| all.comparing);
    let rule = |study: &mut Study<'_, VariantFigure<OutcomeSample<'a>>>| {
        finished.0.clone_from(&study.variants);
        finished.1 = looks;
        let open = self::open(&shares.statistics(&study.variants));
        if open.is_empty() || reach < look {
            return Vec::new();
        }
        if plan.looks.is_some_and(|most| looks >= most) {
            is_cut = true;
            return Vec::new();
        }
        looks += 1;
        look = look.saturating_add((look / 4).max(1));
        let room = study.left() / open.len() as u64;
        reach = look.min(least_trials(&open, study).saturating_add(room));
        open.into_iter().map(|entry| (entry, reach)).collect()
    };
    let is_cut = match deadline::before(until, || study.run(rule)) {
        Some(ran) => {
            ran?;
            is_cut
        }
        None => true,
    };
    let (entries, looks) = finished;
    Some((entries, is_cut.then_some(looks)))
}

/// Returns the number of additional trials for each open entry, worth a third of the work of all
/// changes so far, but at least `LEAST_WORK`.
fn further(
    shares: &Shares<'_>,
    entries: &[VariantFigure<OutcomeSample<'_>>],
    open: &[usize],
) -> u64 {
    let trial = |entry: usize| shares.all[entry].0.contest.cost().per_trial.max(1);
    let work = (0..entries.len()).fold(0_u64, |work, entry| {
        work.saturating_add(entries[entry].trials().saturating_mul(trial(entry)))
    });
    let each = open.iter().map(|&entry| trial(entry));
    let each = each.fold(0_u64, u64::saturating_add);
    let each = (each / open.len().max(1) as u64).max(1);
    (work / REST).max(LEAST_WORK) / each
}

/// Returns the entries to extend: those with an unsettled effect, and those that may be nearer than
/// the leader by more than the tolerance. If there are none, returns those with an effect not
/// estimated to within the tolerance. If any entry is returned, so is the unchanged contest, unless
/// it was solved.
fn open(statistics: &ChangeStatistics<'_>) -> Vec<usize> {
    let tolerance = statistics.goal.tolerance;
    let sampled = |&entry: &usize| statistics.bits(entry).is_some();
    let leader = statistics.leader();
    let excess = |entry: usize| statistics.excess_distance(leader, entry);
    let is_rival = |&entry: &usize| entry != leader && excess(entry) < -tolerance;
    let rivals: Vec<usize> = (0..statistics.entries.len()).filter(is_rival).collect();
    let is_decided = statistics.meets(leader) != Verdict::Undecided
        || statistics.goal.is_fine(statistics.share(leader));
    let rough = statistics
        .changes()
        .filter(|&entry| !statistics.is_settled(entry));
    let leading = (!rivals.is_empty() || !is_decided).then_some(leader);
    let open = rough.chain(rivals).chain(leading).filter(sampled);
    let mut open: Vec<usize> = open.collect();
    if open.is_empty() {
        let rough =
            |&entry: &usize| statistics.difference_interval(0, entry).half_width() > tolerance;
        open.extend(statistics.changes().filter(rough).filter(sampled));
    }
    if !open.is_empty() && sampled(&0) {
        open.push(0);
    }
    open.sort_unstable();
    open.dedup();
    open
}

#[cfg(test)]
mod tests;
