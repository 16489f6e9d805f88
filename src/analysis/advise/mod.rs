//! Which single change brings a contest nearest to a target? Every tunable key turned by one step, one element
//! more or fewer, another player, each played on the same luck as the contest as it is.
//!
//! - `changes`: which changes there are, and in which order they are tried.
//! - `settle`: each of them by itself, until its effect is known; `listen`: who hears of it, and says when it is too late
//!   for another.
//! - `tape`: outcomes trial by trial, so that any two contests can be compared on the same luck.
//! - `standings`: what is known after some trials, and who is surely nearer.
//! - `together`: which keys to turn together where no single change will do.
//!
//! Exact answers are taken where there are some; then there is nothing to prove.

mod changes;
mod listen;
mod settle;
mod standings;
mod tape;
mod together;

pub use changes::{MOST_CHANGES, Reach, Reason, Untried};
pub use listen::{Deadlines, Listen, Patient, SettledChange};

use super::expect::Verdict;
use super::skill::{Cancelled, simple_play};
use super::study::goal::{Goal, distance};
use super::study::statistic::{Statistic, phrase};
use super::study::{Known, Luck, Sample, Study};
use crate::contest::{Contest, deadline};
use crate::document::Step;
use crate::scenario::{LoadError, Quantity, Scenario, Target, Vary};
use crate::sim::Identity;
use crate::stats::Interval;
use changes::{Candidate, candidates};
use settle::Shares;
use standings::Standings;
use std::time::Duration;
use tape::{OutcomeBits, Taped};

/// The most trials of all changes together, where nobody says otherwise.
pub const ADVISE_TRIALS: u64 = 20_000_000;
/// The same where players think long.
pub const SLOW_ADVISE_TRIALS: u64 = 200_000;
/// The trials at the first look, and with players who think long; each look has a quarter more.
const FIRST: [u64; 2] = [1_000, 100];
/// Telling the nearest changes apart takes no more than this part of the work before, a third: time is kept free for it.
const REST: u64 = 3;
/// So much work may go into telling the nearest changes apart in any case, in nanoseconds, roughly.
const LEAST_WORK: u64 = 2_000_000_000;

/// Which changes come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Those nearest to the target.
    Nearest,
    /// Those with the largest effects in either direction: the target then only names the outcome.
    Largest,
}

/// What to look for, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvisePlan {
    /// What is meant: the share of an outcome.
    pub target: Target,
    /// Which changes come first.
    pub ranking: Ranking,
    /// How near is near enough, and how well effects are to be known.
    pub tolerance: f64,
    /// The chance that anything said is wrong.
    pub alpha: f64,
    /// Trials of every change, if they are not to stop by themselves.
    pub trials: Option<u64>,
    /// The most trials of all together; `None` for the usual.
    pub most: Option<u64>,
    /// Which changes are tried where `only` names none.
    pub reach: Reach,
    /// Only changes of keys below these paths.
    pub only: Vec<String>,
    /// No changes of keys below these paths.
    pub keep: Vec<String>,
    /// Whether players who think long are tried where none plays.
    pub slow: bool,
    /// The number of changes to try, in their usual order and whatever the time; `None` for as many as the listener has
    /// time for.
    pub first: Option<usize>,
    /// The most looks at the changes that may be the nearest; `None` for as many as it takes to distinguish them, or as
    /// the listener has time for.
    pub looks: Option<u64>,
    /// The time that they may take, for reports only: the listener keeps the time.
    pub budget: Option<Duration>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

impl AdvisePlan {
    /// What the share is meant to be.
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
    /// The time was over before the first change was settled.
    #[error(
        "the budget of {} s is over before one change is settled; expected a longer one, or cheaper players", .0.as_secs_f64()
    )]
    NoTime(Duration),
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
    pub step: Step,
    /// What is known of the contest with it.
    pub standing: Standing,
    /// How much it adds to the share; none without trials.
    pub effect: Option<f64>,
    /// Where that is.
    pub effect_interval: Interval,
    /// Trials that the outcome came up in without the change only, and with it only; 0 where one of the two is solved.
    pub parted: [u64; 2],
    /// Whether it could be the nearest.
    pub possible: bool,
    /// Other changes with the same outcome in every trial, or with the same exact share.
    pub same: Vec<Step>,
}

/// What single changes do to the share of an outcome.
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
    /// Which changes come first.
    pub ranking: Ranking,
    /// The changes that were tried and do something, each effect once.
    pub changes: Vec<Changed>,
    /// The changes that were tried and do nothing in any trial.
    pub idle: Vec<Step>,
    /// The changes that were not tried; those for which it was too late in the order in which they would have been
    /// tried.
    pub untried: Vec<Untried>,
    /// How long all was to take, if it was to take no longer than that.
    pub budget: Option<Duration>,
    /// How often the nearest were compared, if they were not compared to the end.
    pub looks: Option<u64>,
    /// Where no change is proven to be near enough: keys with values, one setting of which may well be.
    pub together: Vec<Vary>,
    /// What simple play comes to, where there is a target and the scenario is played otherwise.
    pub simple: Option<SimplePlay>,
    /// Whether the first one is proven to be nearest, but for the tolerance.
    pub proven: bool,
    /// Whether it is nearer than the contest as it is; `None` while that is open.
    pub improves: Option<bool>,
    /// Whether it is proven that no change is within the tolerance.
    pub out_of_reach: bool,
    /// Trials of all together.
    pub trials: u64,
    /// Who plays the contest as it is, as a phrase; may be empty.
    pub players: String,
    /// What happens when the outcome comes up, as a clause.
    pub phrase: String,
}

impl Advice {
    /// The number of changes that were tried.
    pub fn tried(&self) -> usize {
        let listed = self.changes.iter().map(|one| 1 + one.same.len());
        listed.sum::<usize>() + self.idle.len()
    }

    /// The changes that were not tried for a reason.
    pub fn untried_for(&self, reason: Reason) -> impl Iterator<Item = &Step> {
        let untried = self.untried.iter();
        let untried = untried.filter(move |one| one.reason == reason);
        untried.map(|one| &one.step)
    }

    /// Whether a change, or the contest as it is, is proven to be within the tolerance.
    pub fn is_met(&self) -> bool {
        self.base.meets || self.changes.iter().any(|one| one.standing.meets)
    }

    /// How far the contest as it is seems to be from the target.
    pub fn distance(&self, standing: &Standing) -> f64 {
        distance(standing.share, self.target.value)
    }
}

/// Plays all changes of one step, one after the other, as many as `listener` has the time for, and then those that may
/// be the nearest once more. `None` if `listener` cancelled it.
///
/// # Errors
/// The target is no share, or there is nothing to change.
pub fn advise(
    scenario: &Scenario,
    plan: &AdvisePlan,
    listener: &dyn Listen,
) -> Result<Option<Advice>, AdviseError> {
    let figure = &plan.target.figure;
    let mut shares = vec![share(figure, scenario)?];
    let first = listener.deadlines().map(|all| all.first);
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
        listener,
    };
    let Some(entries) = shares.settled(&candidates)? else {
        return Ok(None);
    };
    let Some((entries, looks)) = compared(&shares, entries) else {
        return Ok(None);
    };
    let standings = shares.standings(&entries);
    let mut advice = told(scenario, plan, (&candidates, untried), &standings);
    advice.looks = looks;
    if plan.ranking == Ranking::Nearest {
        let first = advice.changes.iter().take(MOST_SIMPLE);
        let first =
            first.filter_map(|change| candidates.iter().find(|one| one.step == change.step));
        let Ok(found) = simple(scenario, plan, (first, listener)) else {
            return Ok(None);
        };
        advice.simple = found;
    }
    let is_open = plan.ranking == Ranking::Nearest && !advice.is_met();
    if let (Some(base), true) = (advice.base.share, is_open) {
        let shares = (base, plan.target.value);
        advice.together = together::together(scenario, shares, &advice.changes)?;
    }
    Ok(Some(advice))
}

/// Shares of the outcome under simple play.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplePlay {
    /// Its player.
    pub player: &'static str,
    /// The share as the scenario is.
    pub base: f64,
    /// The shares with the first of the changes, in their order; `None` for changes of players and for contests that
    /// take long to solve.
    pub changes: Vec<Option<f64>>,
}

/// Shares under simple play are found for at most this many changes.
const MOST_SIMPLE: usize = 5;

/// Plays the scenario and some of its changes with simple play.
fn simple<'a>(
    scenario: &Scenario,
    plan: &AdvisePlan,
    (changes, listener): (impl Iterator<Item = &'a Candidate>, &dyn Listen),
) -> Result<Option<SimplePlay>, Cancelled> {
    /// Solving time that the shares may take, in nanoseconds.
    const MOST_SOLVING: u64 = 1_000_000_000;
    let luck = Luck::new(plan.seed, plan.threads, listener);
    let share = |scenario: &Scenario| {
        let contest = scenario.contest.as_ref();
        if contest.effort().once > MOST_SOLVING {
            return Ok(None);
        }
        let Some((player, results)) = simple_play(scenario, &luck)? else {
            return Ok(None);
        };
        let value = Statistic::of(&plan.target.figure, contest)
            .and_then(|statistic| statistic.told(contest, &results));
        Ok(value.map(|(value, _)| (player, value)))
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

/// A contest, and the position of the outcome whose share is meant.
fn share<'a>(
    figure: &Quantity,
    scenario: &'a Scenario,
) -> Result<(&'a dyn Contest, usize), AdviseError> {
    let contest = scenario.contest.as_ref();
    match Statistic::of(figure, contest) {
        Some(Statistic::Share(outcome)) => Ok((contest, outcome)),
        _ => Err(AdviseError::NoShare(figure.name())),
    }
}

/// Statistics of the contest and of the settled changes, and the number of looks after which the time was over, if it
/// was.
type Compared<'a> = (Vec<Known<Taped<'a>>>, Option<u64>);

/// Continues to play the settled changes that may be the nearest, until they can be distinguished or the time is over.
/// `None` if it was cancelled.
fn compared<'a>(shares: &Shares<'a>, entries: Vec<Known<Taped<'a>>>) -> Option<Compared<'a>> {
    let plan = shares.plan;
    let open = open(&shares.standings(&entries));
    if plan.trials.is_some() || plan.ranking == Ranking::Largest || open.is_empty() {
        return Some((entries, None));
    }
    shares
        .listener
        .comparing(open.iter().filter(|&&entry| entry > 0).count());
    let played: u64 = entries.iter().map(Sample::trials).sum();
    let slow = usize::from(shares.all.iter().any(|(contest, _)| contest.is_slow()));
    let usual = [ADVISE_TRIALS, SLOW_ADVISE_TRIALS][slow];
    let most = plan.most.unwrap_or(usual);
    let mut study = Study {
        most: most.min(played.saturating_add(further(shares, &entries, &open))),
        variants: entries,
        luck: Luck::new(plan.seed, plan.threads, shares.listener),
    };
    let behind = |open: &[usize], study: &Study<'_, Known<Taped<'_>>>| {
        let trials = open.iter().map(|&entry| study.variants[entry].trials());
        trials.min().unwrap_or(0)
    };
    // What was to be reached, and what trials sufficed for.
    let (mut look, mut reach) = (behind(&open, &study), u64::MAX);
    // What is known after the looks that were finished, and how many they are.
    let (mut finished, mut looks) = ((study.variants.clone(), 0), 0);
    let mut is_cut = false;
    let until = shares.listener.deadlines().map(|all| all.comparing);
    let rule = |study: &mut Study<'_, Known<Taped<'a>>>| {
        finished.0.clone_from(&study.variants);
        finished.1 = looks;
        let open = self::open(&shares.standings(&study.variants));
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
        reach = look.min(behind(&open, study).saturating_add(room));
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

/// How many trials those that are open may have to be told apart: they may take a part of the work of all changes
/// before, and a little in any case.
fn further(shares: &Shares<'_>, entries: &[Known<Taped<'_>>], open: &[usize]) -> u64 {
    let trial = |entry: usize| shares.all[entry].0.effort().trial.max(1);
    let work = (0..entries.len()).fold(0_u64, |work, entry| {
        work.saturating_add(entries[entry].trials().saturating_mul(trial(entry)))
    });
    let each = open
        .iter()
        .fold(0_u64, |sum, &entry| sum.saturating_add(trial(entry)));
    let each = (each / open.len().max(1) as u64).max(1);
    (work / REST).max(LEAST_WORK) / each
}

/// Which entries have to be played on: those whose effect is not known well enough, and those that may be nearer than
/// the leader by more than that; once there are none, those whose effect is not known to within the tolerance. With any
/// of them goes the contest as it is.
fn open(standings: &Standings<'_>) -> Vec<usize> {
    let tolerance = standings.goal.tolerance;
    let sampled = |&entry: &usize| standings.tape(entry).is_some();
    let leader = standings.leader();
    let rivals: Vec<usize> = (0..standings.entries.len())
        .filter(|&entry| entry != leader)
        .filter(|&entry| standings.behind(leader, entry) < -tolerance)
        .collect();
    let told = standings.meets(leader) != Verdict::Undecided
        || standings.goal.is_fine(standings.share(leader));
    let mut open: Vec<usize> = standings
        .changes()
        .filter(|&entry| !standings.is_settled(entry))
        .chain(rivals.iter().copied())
        .chain((!rivals.is_empty() || !told).then_some(leader))
        .filter(sampled)
        .collect();
    if open.is_empty() {
        let rough = |&entry: &usize| standings.apart(0, entry).half_width() > tolerance;
        open.extend(standings.changes().filter(rough).filter(sampled));
    }
    if !open.is_empty() && sampled(&0) {
        open.push(0);
    }
    open.sort_unstable();
    open.dedup();
    open
}

/// All that is known in the end, in the order of the plan.
fn told(
    scenario: &Scenario,
    plan: &AdvisePlan,
    (candidates, mut untried): (&[Candidate], Vec<Untried>),
    standings: &Standings<'_>,
) -> Advice {
    let is_race = plan.ranking == Ranking::Nearest;
    let leader = standings.leader();
    let contest = scenario.contest.as_ref();
    let (tried, late) = candidates.split_at(standings.changes().len());
    untried.extend(late.iter().map(|one| Untried {
        step: one.step.clone(),
        reason: Reason::Time,
    }));
    let mut order: Vec<(usize, &Candidate)> = (1..).zip(tried).collect();
    let place = |entry: usize| match plan.ranking {
        Ranking::Nearest => standings.seeming(entry),
        Ranking::Largest => -standings.difference(0, entry).map_or(0.0, f64::abs),
    };
    // Stable: of equals the first in the file stays first.
    order.sort_by(|one, other| place(one.0).total_cmp(&place(other.0)));
    let mut changes: Vec<(usize, Changed)> = Vec::new();
    let mut idle = Vec::new();
    for (entry, candidate) in order {
        let step = candidate.step.clone();
        if standings.is_same(0, entry) {
            idle.push(step);
            continue;
        }
        let mut known = changes.iter_mut();
        if let Some((_, known)) = known.find(|(known, _)| standings.is_equal(*known, entry)) {
            known.same.push(step);
            continue;
        }
        let pairs = standings.tape(0).zip(standings.tape(entry));
        let pairs = pairs.map(|(base, own)| base.against(own));
        let changed = Changed {
            step,
            standing: standing(standings, entry, &candidate.scenario.hash, is_race),
            effect: standings.difference(0, entry),
            effect_interval: standings.apart(0, entry),
            parted: pairs.map_or([0, 0], |pairs| [pairs.first, pairs.second]),
            possible: is_race && (entry == leader || standings.behind(leader, entry) <= 0.0),
            same: Vec::new(),
        };
        changes.push((entry, changed));
    }
    let mut others = standings.changes().filter(|&entry| entry != leader);
    Advice {
        scenario: scenario.identity(),
        seed: plan.seed,
        target: plan.target.clone(),
        ranking: plan.ranking,
        tolerance: plan.tolerance,
        alpha: plan.alpha,
        base: standing(standings, 0, &scenario.hash, is_race),
        changes: changes.into_iter().map(|(_, changed)| changed).collect(),
        idle,
        untried,
        budget: plan.budget,
        looks: None,
        together: Vec::new(),
        simple: None,
        proven: is_race && others.all(|entry| standings.behind(leader, entry) >= -plan.tolerance),
        improves: if !is_race {
            None
        } else if standings.behind(leader, 0) >= 0.0 {
            Some(true)
        } else {
            (standings.behind(0, leader) >= 0.0).then_some(false)
        },
        out_of_reach: is_race
            && standings
                .changes()
                .all(|entry| standings.meets(entry) == Verdict::Fails),
        trials: standings.entries.iter().map(Sample::trials).sum(),
        players: contest.players(),
        phrase: phrase(&plan.target.figure, contest),
    }
}

fn standing(standings: &Standings<'_>, entry: usize, hash: &str, is_race: bool) -> Standing {
    let tape = standings.tape(entry);
    Standing {
        hash: hash.to_owned(),
        trials: tape.map_or(0, OutcomeBits::trials),
        count: tape.map_or(0, OutcomeBits::successes),
        share: standings.value(entry),
        interval: standings.share(entry),
        exact: tape.is_none(),
        meets: is_race && standings.meets(entry) == Verdict::Holds,
    }
}

#[cfg(test)]
mod tests;
