//! Explanation of a difference between two contests: the contribution of each change.
//!
//! The contribution is the Shapley value (L. S. Shapley, *A value for n-person games*, 1953): the mean
//! effect of the change over all orders in which the changes can be made one after another. So the
//! contributions add up to the difference. All subsets of the changes are contests on common random
//! numbers. In a trial, a contribution is a linear combination of the values of all subsets, so its
//! mean and standard error come from the trials.

use super::Vary;
use super::compare::{CompareError, ComparePlan, ComparedFigure, RequestedFigure};
use super::compare::{common_figures, lead_figure};
use super::study::statistic::Statistic;
use super::study::{ATTEMPTS, SeededTrials, affordable_together, least_attempt};
use crate::document::{Path, ValueChange, brief, joined};
use crate::scenario::{LoadError, Scenario};
use crate::sim::{Progress, ScenarioIdentity, in_chunks};
use crate::stats::{Figure, FigureKind, FigureMethod, Interval, Sums, merge_each};
use rayon::prelude::*;
use std::ops::Range;

/// Maximum number of changes.
pub const MOST_EXPLAINED: usize = 8;
/// Upper bound on the default number of trials.
pub const EXPLAIN_TRIALS: u64 = 1_000_000;
/// Default time budget of all contests together on two cores, in seconds.
const SECONDS: u64 = 30;
/// Number of buffered values of all contests until they are combined, trial by trial.
const BUFFERED: usize = 1 << 14;
/// Minimum number of trials of one contest in its turn, so that the setup does not cost more than
/// playing, and maximum.
const FEWEST_IN_TURN: usize = 1 << 7;
const MOST_IN_TURN: usize = 1 << 12;

/// Settings of an explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainPlan {
    /// Name of an outcome, or `mean.METRIC`; `None` for the main figure.
    pub figure: Option<String>,
    /// Probability that any of the intervals misses.
    pub alpha: f64,
    /// Number of trials of each contest; `None` for as many as take about half a minute together, at
    /// most [`EXPLAIN_TRIALS`].
    pub trials: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

/// Error of an explanation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The contests lack the figure.
    #[error("{0}")]
    Figure(#[from] CompareError),
    /// All changes together are refused.
    #[error("{0}")]
    Refused(#[from] LoadError),
    /// The changes cannot be explained; a text for people.
    #[error("{0}")]
    Changes(String),
}

/// Changes that are made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeGroup {
    /// Path of the changed value, or of the table with all changes.
    pub path: String,
    /// Literal of the value before; `None` if it is added, or with more than one change.
    pub from: Option<String>,
    /// Literal of the value after; `None` if it is removed, or with more than one change.
    pub to: Option<String>,
    /// The assignments, each with its position in the order of all.
    pub assignments: Vec<(usize, String)>,
}

impl ChangeGroup {
    /// Returns the assignments as typed.
    pub fn typed(&self) -> String {
        joined(self.assignments.iter().map(|(_, one)| one), " ")
    }
}

/// Contribution of a change to the difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// The change.
    pub change: ChangeGroup,
    /// The contribution.
    pub value: Figure,
    /// Effect of the change if it is the only one.
    pub alone: f64,
    /// Effect of the change after all others.
    pub last: f64,
}

/// A difference with the contributions of all changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The first scenario, A.
    pub first: ScenarioIdentity,
    /// The second scenario, B.
    pub second: ScenarioIdentity,
    /// True if B is a file of its own.
    pub is_file: bool,
    /// The figure with its values in A and B.
    pub figure: ComparedFigure,
    /// The contributions, the largest first.
    pub contributions: Vec<Contribution>,
    /// Number of different contests among all combinations of the changes.
    pub contests: usize,
    /// The random seed.
    pub seed: u64,
    /// Number of trials of each contest; 0 for exact answers.
    pub trials: u64,
    /// Probability that any of the intervals misses.
    pub alpha: f64,
}

/// Explains the difference between a scenario and the same one with changes: those of `vary`, or those
/// that make `second` of it. Returns `None` if cancelled.
///
/// # Errors
/// The changes or some of them make no scenario, or the contests lack the figure.
pub fn explain(
    scenario: &Scenario,
    (second, vary): (Option<&Scenario>, &[Vary]),
    plan: &ExplainPlan,
    progress: &dyn Progress,
) -> Result<Option<Explanation>, ExplainError> {
    let groups = match second {
        Some(second) => merged(groups_of_files(scenario, second)?),
        None => groups_of_keys(scenario, vary)?,
    };
    let subsets = Subsets::load(scenario, &groups)?;
    let (variants, last) = (&subsets.variants, subsets.places.len() - 1);
    let full = &variants[subsets.places[last]];
    let wanted = plan
        .figure
        .clone()
        .map(|name| RequestedFigure { name, margin: None });
    let compared = ComparePlan {
        figures: wanted.map_or_else(|| lead_figure((scenario, full), 0.0), |one| vec![one]),
        ..ComparePlan::default()
    };
    let (mut figures, _) = common_figures((scenario, full), &compared)?;
    let common = figures.swap_remove(0);
    let name = common.figure.name();
    let mut statistics = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        let Some(statistic) = Statistic::of(&common.figure, variant.contest.as_ref()) else {
            let subset = subsets.places.iter().position(|&one| one == place);
            let [with, _] = names(&groups, subset.unwrap_or(last));
            return Err(ExplainError::Changes(format!(
                "{name}: the contest with {with} does not have this figure; expected one that all have"
            )));
        };
        statistics.push(statistic);
    }
    let contests = variants.iter().map(|one| one.contest.as_ref());
    let usual = || affordable_together(contests.clone(), SECONDS, EXPLAIN_TRIALS);
    let trials = plan.trials.unwrap_or_else(usual);
    let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
    let beside = (trials, least_attempt(ATTEMPTS, variants.len()));
    let mut exact = Vec::new();
    for (variant, &statistic) in variants.iter().zip(&statistics) {
        let Some(solved) = seeded.exact_values([(variant, statistic)], beside) else {
            return Ok(None);
        };
        // A contribution needs the exact answers of all contests.
        let [Some(solved)] = solved[..] else { break };
        exact.push(solved);
    }
    let kind = common.reported.difference.kind;
    let (values, mut all) = if exact.len() == variants.len() {
        subsets.exact(&exact, kind)
    } else {
        let mut metrics = contests.zip(&statistics);
        if metrics.any(|(one, of)| {
            of.metric()
                .is_some_and(|of| one.metrics()[of].never.is_some())
        }) {
            return Err(ExplainError::Changes(format!(
                "{name}: not every trial has a value; without exact answers, --explain expects an outcome \
                 or a mean over all trials"
            )));
        }
        let Some(sums) = subsets.played(&seeded, &statistics, trials) else {
            return Ok(None);
        };
        subsets.sampled(&sums, kind, plan.alpha)
    };
    let value = |subset: usize| values[subsets.places[subset]];
    let difference = all.pop().unwrap_or_default();
    let found = groups.into_iter().zip(all).enumerate();
    let found = found.map(|(index, (change, figure))| Contribution {
        change,
        value: figure,
        alone: value(1 << index) - value(0),
        last: value(last) - value(last & !(1 << index)),
    });
    let mut contributions: Vec<Contribution> = found.collect();
    contributions.sort_by(|one, other| {
        let sizes = [one, other].map(|one| one.value.value.abs());
        let names = one.change.path.cmp(&other.change.path);
        sizes[1].total_cmp(&sizes[0]).then(names)
    });
    Ok(Some(Explanation {
        first: scenario.identity(),
        second: second.unwrap_or(full).identity(),
        is_file: second.is_some(),
        contributions,
        contests: variants.len(),
        seed: plan.seed,
        trials: difference.trials,
        alpha: plan.alpha,
        figure: ComparedFigure {
            first: Some(value(0)),
            second: Some(value(last)),
            difference,
            ..common.reported
        },
    }))
}

/// Returns the changes that turn one file into another.
fn groups_of_files(old: &Scenario, new: &Scenario) -> Result<Vec<ChangeGroup>, ExplainError> {
    let (old_kind, new_kind) = (old.kind.name, new.kind.name);
    if old_kind != new_kind {
        return Err(ExplainError::Changes(format!(
            "--explain expects files of one kind; this is of the kind {old_kind}, {} of the kind {new_kind}",
            new.path
        )));
    }
    if old.hash == new.hash {
        return Err(ExplainError::Changes(format!(
            "{} is the same contest; there is nothing to explain",
            new.path
        )));
    }
    let changes = old.changes_to(new);
    let assignments: Vec<String> = changes.iter().map(ValueChange::assignment).collect();
    let missing = match old.varied(&assignments) {
        Err(error) => fault(&error),
        Ok(made) => {
            let missing = made.changes_to(new);
            joined(missing.iter().map(|change| change.path.to_string()), ", ")
        }
    };
    if !missing.is_empty() {
        return Err(ExplainError::Changes(format!(
            "the difference from {} cannot be written as assignments: {missing}\nhelp: name the changes \
             with --vary PATH=VALUE",
            new.path
        )));
    }
    let groups = changes.into_iter().zip(assignments).enumerate();
    let groups = groups.map(|(position, (change, text))| ChangeGroup {
        path: change.path.to_string(),
        from: change.from,
        to: change.to,
        assignments: vec![(position, text)],
    });
    Ok(groups.collect())
}

/// Returns a change for each key.
fn groups_of_keys(scenario: &Scenario, vary: &[Vary]) -> Result<Vec<ChangeGroup>, ExplainError> {
    let group = |(position, key): (usize, &Vary)| {
        let text = key.assignment(0);
        // An assignment that is refused alone may be accepted with the others.
        let made = scenario.varied(std::slice::from_ref(&text)).ok();
        let changes = made.as_ref().map(|made| scenario.changes_to(made));
        if changes.as_ref().is_some_and(Vec::is_empty) {
            return Err(ExplainError::Changes(format!(
                "--vary {text} changes nothing; --explain expects changes"
            )));
        }
        let (path, from, to) = match changes.as_deref() {
            Some([change]) => (
                change.path.to_string(),
                change.from.clone(),
                change.to.clone(),
            ),
            _ => (key.path.clone(), None, Some(key.values[0].clone())),
        };
        Ok(ChangeGroup {
            path,
            from,
            to,
            assignments: vec![(position, text)],
        })
    };
    vary.iter().enumerate().map(group).collect()
}

/// Merges the changes below the deepest common tables until there are at most [`MOST_EXPLAINED`].
fn merged(mut groups: Vec<ChangeGroup>) -> Vec<ChangeGroup> {
    let path = |group: &ChangeGroup| group.path.parse::<Path>().unwrap_or_default();
    let depth = |two: &[ChangeGroup]| {
        let [one, other] = [&two[0], &two[1]].map(path);
        let pairs = one.segments().iter().zip(other.segments());
        pairs.take_while(|(one, other)| one == other).count()
    };
    while groups.len() > MOST_EXPLAINED {
        // Changes of one table are adjacent. Of those without one, the last two are merged.
        let depths: Vec<usize> = groups.windows(2).map(depth).collect();
        let deepest = depths.iter().copied().max().unwrap_or_default();
        let first = depths
            .iter()
            .position(|&depth| depth == deepest && depth > 0);
        let first = first.unwrap_or(depths.len() - 1);
        let more = depths[first..]
            .iter()
            .take_while(|&&depth| depth == deepest);
        let part: Vec<ChangeGroup> = groups.drain(first..=first + more.count()).collect();
        let table = match deepest {
            0 => joined(part.iter().map(|one| &one.path), ", "),
            _ => path(&part[0]).prefix(deepest).to_string(),
        };
        let merged = ChangeGroup {
            path: table,
            from: None,
            to: None,
            assignments: part.into_iter().flat_map(|one| one.assignments).collect(),
        };
        groups.insert(first, merged);
    }
    groups
}

/// Returns the changes in a subset, and those outside it.
fn names(groups: &[ChangeGroup], subset: usize) -> [String; 2] {
    let (with, without): (Vec<_>, Vec<_>) =
        (groups.iter().enumerate()).partition(|(index, _)| subset >> index & 1 == 1);
    [with, without].map(|part| match &part[..] {
        [] => "no change".to_owned(),
        part => joined(part.iter().map(|(_, group)| group.typed()), ", "),
    })
}

fn fault(error: &LoadError) -> String {
    match error {
        LoadError::Faults(faults) | LoadError::PartUnreadable(faults) => brief(faults),
        other => other.to_string(),
    }
}

/// The contests with all subsets of the changes.
struct Subsets {
    /// The different contests.
    variants: Vec<Scenario>,
    /// Index of the contest of each subset; the changes of a subset are the bits of its number.
    places: Vec<usize>,
    /// For each change and for all together, the coefficient of each contest.
    forms: Vec<Vec<i64>>,
    /// Common denominator of the coefficients.
    denominator: i64,
}

impl Subsets {
    fn load(scenario: &Scenario, groups: &[ChangeGroup]) -> Result<Self, ExplainError> {
        let count = groups.len();
        let load = |subset: usize| {
            let own = groups.iter().enumerate();
            let own = own.filter(|(index, _)| subset >> index & 1 == 1);
            let mut own: Vec<_> = own.flat_map(|(_, group)| &group.assignments).collect();
            own.sort();
            let own: Vec<String> = own.into_iter().map(|(_, text)| text.clone()).collect();
            scenario.varied(&own)
        };
        let full = (1 << count) - 1;
        // All changes are refused with the faults of the assignments themselves.
        load(full)?;
        let mut order: Vec<usize> = (0..=full).collect();
        order.sort_by_key(|subset| subset.count_ones());
        let loaded: Vec<_> = order.par_iter().map(|&subset| load(subset)).collect();
        let mut variants: Vec<Scenario> = Vec::new();
        let mut places = vec![0; order.len()];
        for (subset, one) in order.into_iter().zip(loaded) {
            let one = one.map_err(|error| {
                let [with, without] = names(groups, subset);
                ExplainError::Changes(format!(
                    "with {with} but without {without}, the scenario is refused: {}\nhelp: every \
                     combination of the changes must be a scenario; make such changes one, with a whole \
                     table as the value of --vary",
                    fault(&error)
                ))
            })?;
            let known = variants.iter().position(|known| known.hash == one.hash);
            places[subset] = known.unwrap_or(variants.len());
            variants.extend(known.is_none().then_some(one));
        }
        let (weights, denominator) = weights(count);
        let mut forms = vec![vec![0; variants.len()]; count + 1];
        for (index, form) in forms[..count].iter_mut().enumerate() {
            for before in (0..=full).filter(|subset| subset >> index & 1 == 0) {
                let weight = weights[before.count_ones() as usize];
                form[places[before | 1 << index]] += weight;
                form[places[before]] -= weight;
            }
        }
        forms[count][places[full]] += denominator;
        forms[count][places[0]] -= denominator;
        Ok(Self {
            variants,
            places,
            forms,
            denominator,
        })
    }

    /// Returns the values of all contests, and the contributions with the difference as the last.
    fn exact(&self, exact: &[Figure], kind: FigureKind) -> (Vec<f64>, Vec<Figure>) {
        let forms = self.forms.iter().map(|form| {
            let sum = |of: &dyn Fn(f64, &Figure) -> f64| -> f64 {
                let parts = form.iter().zip(exact);
                let parts = parts.map(|(&weight, figure)| of(weight as f64, figure));
                parts.sum::<f64>() / self.denominator as f64
            };
            let value = sum(&|weight, figure| weight * figure.value);
            let error = sum(&|weight, figure| weight.abs() * figure.interval.half_width());
            Figure {
                interval: Interval::new(value - error, value + error),
                ..Figure::exact(kind, value)
            }
        });
        (exact.iter().map(|one| one.value).collect(), forms.collect())
    }

    /// Returns the values and contributions from trials, with simultaneous normal intervals of confidence
    /// 1 - `alpha` (Bonferroni).
    fn sampled(&self, sums: &TrialSums, kind: FigureKind, alpha: f64) -> (Vec<f64>, Vec<Figure>) {
        // The contribution of a single change is the difference itself.
        let statements = match self.forms.len() {
            2 => 1,
            forms => forms,
        };
        let alpha = alpha / statements as f64;
        let scale = self.denominator as f64;
        let forms = sums.forms.iter().map(|sums| {
            let trials = sums.count();
            let Some(moments) = sums.moments(1.0 - alpha) else {
                return Figure::default();
            };
            // If hardly any trial differs, the normal interval is too narrow. More than this share of
            // trials that differ would have been seen with probability 1 - alpha.
            let least = match kind {
                FigureKind::Share => -alpha.ln() / trials as f64,
                FigureKind::Mean => 0.0,
            };
            let value = moments.mean / scale;
            let half = (moments.interval.half_width() / scale).max(least);
            Figure {
                standard_error: Some(moments.sd / scale / (trials as f64).sqrt()),
                ..Figure::new(
                    kind,
                    FigureMethod::Sampled,
                    Some(value),
                    Interval::new(value - half, value + half),
                    trials,
                )
            }
        });
        let trials = sums.forms[0].count().max(1) as f64;
        let values = sums.values.iter().map(|&sum| sum as f64 / trials);
        (values.collect(), forms.collect())
    }

    /// Plays the same trials of all contests; `None` if cancelled.
    fn played(
        &self,
        seeded: &SeededTrials<'_>,
        statistics: &[Statistic],
        trials: u64,
    ) -> Option<TrialSums> {
        let contests = self.variants.iter().map(|one| one.contest.as_ref());
        let events = contests
            .clone()
            .zip(statistics)
            .map(|(contest, one)| match one {
                Statistic::Share(event) => event.outcomes(contest),
                _ => Vec::new(),
            });
        let events: Vec<Vec<usize>> = events.collect();
        let in_turn = (BUFFERED / self.variants.len()).clamp(FEWEST_IN_TURN, MOST_IN_TURN);
        let empty = TrialSums {
            forms: vec![Sums::default(); self.forms.len()],
            values: vec![0; self.variants.len()],
        };
        let mut total = empty.clone();
        let play = |mut range: Range<u64>, (own, values): &mut (TrialSums, Vec<i64>)| {
            while !range.is_empty() {
                let part = range.start..range.end.min(range.start + in_turn as u64);
                let count = (part.end - part.start) as usize;
                range.start = part.end;
                values.clear();
                for (contest, (statistic, event)) in
                    contests.clone().zip(statistics.iter().zip(&events))
                {
                    let metric = statistic.metric();
                    contest.watch(seeded.seed, part.clone(), &mut |_, record| {
                        let happens = || i64::from(event.contains(&record.outcome));
                        values.push(metric.map_or_else(happens, |metric| record.values[metric]));
                        true
                    });
                }
                for (sum, values) in own.values.iter_mut().zip(values.chunks(count)) {
                    *sum += values.iter().map(|&value| i128::from(value)).sum::<i128>();
                }
                for trial in 0..count {
                    for (sums, form) in own.forms.iter_mut().zip(&self.forms) {
                        let values = values[trial..].iter().step_by(count);
                        sums.add(
                            form.iter()
                                .zip(values)
                                .map(|(weight, value)| weight * value)
                                .sum(),
                        );
                    }
                }
            }
        };
        let merge = |(own, _): (TrialSums, Vec<i64>)| {
            merge_each(&mut total.forms, &own.forms, Sums::merge);
            merge_each(&mut total.values, &own.values, |sum, more| *sum += more);
        };
        let threads = (seeded.threads, None);
        let new = || (empty.clone(), Vec::new());
        let reached = in_chunks(0..trials, threads, seeded.progress, new, play, merge);
        (reached >= trials).then_some(total)
    }
}

/// Returns the weight of a set of other changes by its size, over the common denominator: the share of
/// the orders of all changes in which exactly these come before a given change.
fn weights(changes: usize) -> (Vec<i64>, i64) {
    let mut inverse = vec![changes as i64];
    for size in 1..changes {
        // The number of sets of this size among the other changes, times the number of all changes.
        inverse.push(inverse[size - 1] * (changes - size) as i64 / size as i64);
    }
    let divisor = |mut one: i64, mut other: i64| {
        while other != 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    let common = inverse
        .iter()
        .fold(1, |all, &one| all / divisor(all, one) * one);
    (inverse.iter().map(|one| common / one).collect(), common)
}

/// Sums over trials.
#[derive(Clone)]
struct TrialSums {
    /// Sums of the values of each form.
    forms: Vec<Sums>,
    /// Sum of the values of each contest.
    values: Vec<i128>,
}

#[cfg(test)]
mod tests;
