//! Assembles the answer of a sensitivity search from its statistics.

use super::changes::{Candidate, Reason, SkippedChange, are_related};
use super::outcome_bits::OutcomeBits;
use super::statistics::ChangeStatistics;
use super::{Advice, AdvisePlan, ChangeEffect, ChangeEstimate, Ranking};
use crate::analysis::expect::Verdict;
use crate::analysis::study::Sample;
use crate::analysis::study::statistic::phrase;
use crate::document::TunableStep;
use crate::scenario::Scenario;
use crate::stats::{Figure, FigureKind, FigureMethod, Interval};

/// Assembles the answer, with the changes in the order of the plan.
pub(super) fn assembled(
    scenario: &Scenario,
    plan: &AdvisePlan,
    (candidates, mut untried): (&[Candidate], Vec<SkippedChange>),
    statistics: &ChangeStatistics<'_>,
) -> Advice {
    let is_race = plan.ranking == Ranking::Nearest;
    let leader = statistics.leader();
    let contest = scenario.contest.as_ref();
    let (tried, late) = candidates.split_at(statistics.changes().len());
    untried.extend(late.iter().map(|one| SkippedChange {
        step: one.step.clone(),
        reason: Reason::Time,
    }));
    let (changes, idle) = effects(tried, statistics, plan.ranking);
    let mut others = statistics.changes().filter(|&entry| entry != leader);
    let rough = changes
        .iter()
        .filter(|(entry, _)| !statistics.is_settled(*entry));
    let rough = rough.count();
    Advice {
        scenario: scenario.identity(),
        seed: plan.seed,
        target: plan.target.clone(),
        ranking: plan.ranking,
        tolerance: plan.tolerance,
        alpha: plan.alpha,
        base: estimate(statistics, 0, &scenario.hash, is_race),
        changes: changes.into_iter().map(|(_, changed)| changed).collect(),
        idle,
        untried,
        budget: plan.budget,
        steps: None,
        looks: None,
        rough,
        together: Vec::new(),
        constraints: Vec::new(),
        simple: None,
        proven: is_race
            && others.all(|entry| statistics.excess_distance(leader, entry) >= -plan.tolerance),
        improves: if !is_race {
            None
        } else if statistics.excess_distance(leader, 0) >= 0.0 {
            Some(true)
        } else {
            (statistics.excess_distance(0, leader) >= 0.0).then_some(false)
        },
        out_of_reach: is_race
            && statistics
                .changes()
                .all(|entry| statistics.meets(entry) == Verdict::Fails),
        trials: statistics.entries.iter().map(Sample::trials).sum(),
        players: contest.players(),
        phrase: phrase(&plan.target.figure, contest),
    }
}

/// Returns the effects of the changes that have been played, in the order of the plan, each with its
/// entry, and the changes without effect. Related changes with equal trials are one effect.
fn effects(
    tried: &[Candidate],
    statistics: &ChangeStatistics<'_>,
    ranking: Ranking,
) -> (Vec<(usize, ChangeEffect)>, Vec<TunableStep>) {
    let is_race = ranking == Ranking::Nearest;
    let leader = statistics.leader();
    let mut order: Vec<(usize, &Candidate)> = (1..).zip(tried).collect();
    // The sort is stable: equal changes keep the order of the file.
    order.sort_by(|one, other| {
        (statistics.sort_key(one.0)).total_cmp(&statistics.sort_key(other.0))
    });
    let mut changes: Vec<(usize, ChangeEffect)> = Vec::new();
    let mut idle = Vec::new();
    for (entry, candidate) in order {
        let step = candidate.step.clone();
        if statistics.is_same(0, entry) {
            idle.push(step);
            continue;
        }
        let mut known = changes.iter_mut();
        let is_listed = |(other, known): &&mut (usize, ChangeEffect)| {
            are_related(&known.step, &step) && statistics.is_equal(*other, entry)
        };
        if let Some((_, known)) = known.find(is_listed) {
            known.same.push(step);
            continue;
        }
        let (base, own) = (statistics.bits(0), statistics.bits(entry));
        let pairs = base.zip(own).map(|(base, own)| base.against(own));
        let range = statistics.difference_interval(0, entry);
        let changed = ChangeEffect {
            step,
            estimate: estimate(statistics, entry, &candidate.scenario.hash, is_race),
            effect: share(own.or(base), statistics.difference(0, entry), range),
            discordant: pairs.map_or([0, 0], |pairs| [pairs.first, pairs.second]),
            possible: is_race
                && (entry == leader || statistics.excess_distance(leader, entry) <= 0.0),
            same: Vec::new(),
        };
        changes.push((entry, changed));
    }
    (changes, idle)
}

/// Returns the estimate of the target's outcome in an entry of the statistics.
fn estimate(
    statistics: &ChangeStatistics<'_>,
    entry: usize,
    hash: &str,
    is_race: bool,
) -> ChangeEstimate {
    let bits = statistics.bits(entry);
    ChangeEstimate {
        hash: hash.to_owned(),
        count: bits.map_or(0, OutcomeBits::successes),
        share: share(bits, statistics.value(entry), statistics.share(entry)),
        meets: is_race && statistics.meets(entry) == Verdict::Holds,
    }
}

/// Returns a share or a difference of shares from its trials; exact without a sample.
fn share(bits: Option<&OutcomeBits>, value: Option<f64>, interval: Interval) -> Figure {
    let (method, trials) = match bits {
        Some(bits) => (FigureMethod::Sequence, bits.trials()),
        None => (FigureMethod::Exact, 0),
    };
    Figure::new(FigureKind::Share, method, value, interval, trials)
}
