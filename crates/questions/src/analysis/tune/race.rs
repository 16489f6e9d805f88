//! Race for the value of a key that brings a figure nearest to its target. A value drops out once
//! it can no longer be the answer. Of the two most relevant values, the one with the wider interval
//! gets more trials.
//!
//! With K values each has a confidence sequence at level alpha / K, so with probability 1 - alpha
//! all of them hold simultaneously at all times. The two most relevant values are the one with the
//! smallest estimated distance and, of the others, the one with the smallest possible distance, as
//! in LUCB (S. Kalyanakrishnan, A. Tewari, P. Auer and P. Stone, *PAC subset selection in
//! stochastic multi-armed bandits*, ICML 2012).

use super::race_field::RaceField;
use crate::analysis::expect::Verdict;
use crate::analysis::study::goal::{Goal, least};
use crate::analysis::study::{Estimation, Sample, Study, VariantFigure};
use crate::analysis::sweep::Trend;

/// Divisor for the growth of a value's sample: a quarter of its trials per look.
const GROWTH: u64 = 4;
/// Divisor for the share of all trials that one value may use: a half. It limits the cost of a
/// value that stays undecided.
const SHARE: u64 = 2;
/// Multiple of the initial trials that each value may use in any case.
const LEAST_SHARE: u64 = 100;

/// Settings of a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Target and tolerance of the figure.
    pub goal: Goal,
    /// Trials of every value before any drops out, as far as the limit allows.
    pub first: u64,
    /// True if the values are ordered, so that the figure may rise or fall along them.
    pub ordered: bool,
}

impl Settings {
    /// Returns the current statistics of the values.
    pub fn field<'a, S>(&self, study: &'a Study<'_, VariantFigure<S>>) -> RaceField<'a, S> {
        RaceField {
            values: &study.variants,
            goal: self.goal,
            ordered: self.ordered,
            share: (study.most / SHARE).max(LEAST_SHARE.saturating_mul(self.first)),
        }
    }

    /// Returns the initial number of trials of every value.
    pub fn first_of<S>(&self, study: &Study<'_, S>) -> u64 {
        let room = study.most / study.variants.len().max(1) as u64;
        self.first.min(room.max(1))
    }
}

/// Final state of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Value that is proven to be within the tolerance.
    Within(usize),
    /// Value that is proven to be at least as near as any other, and not within the tolerance.
    Outside(usize),
    /// Value that seems nearest if all are proven to miss the tolerance; no other is nearer by more
    /// than the tolerance.
    Missed(usize),
    /// Value that is proven to be at least as near as any other, but undecided as to the tolerance.
    Nearest(usize),
    /// Value on an edge of the tolerance that is proven to be at least as near as any other. With
    /// more than one key it only seems the nearest of such values.
    Borderline(usize),
    /// Two values that are left after the last trial, or two exact values that are equally near. The
    /// one that seems nearer comes first.
    Tied(usize, usize),
    /// Value that seems nearest if more than two are left after the last trial.
    Undecided(usize),
}

/// Result of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceResult {
    /// Final state.
    pub finish: Finish,
    /// Trend of the figure along the values; level if they have no order.
    pub trend: Trend,
    /// Values that may still be the nearest.
    pub left: Vec<usize>,
}

/// Runs a race between one or more values. Returns `None` if cancelled.
pub fn race<S: Estimation>(
    study: &mut Study<'_, VariantFigure<S>>,
    settings: &Settings,
) -> Option<RaceResult> {
    let first = settings.first_of(study);
    let every_value: Vec<(usize, u64)> =
        (0..study.variants.len()).map(|one| (one, first)).collect();
    let mut start = Some(every_value);
    let mut rule = Rule {
        settings,
        bracketed: settings.ordered,
        nearest: None,
    };
    let mut finish = Finish::Undecided(0);
    study.run(|study| {
        if let Some(every_value) = start.take() {
            return every_value;
        }
        let field = settings.field(study);
        match rule.step(&field, study.left()) {
            RaceStep::Play(value) => {
                let trials = study.variants[value].trials();
                vec![(value, trials + (trials / GROWTH).max(settings.first))]
            }
            RaceStep::End(end) => {
                finish = end;
                Vec::new()
            }
        }
    })?;
    let field = settings.field(study);
    Some(RaceResult {
        finish,
        trend: field.trend(),
        left: field.candidates(rule.bracketed),
    })
}

/// Next step of a race.
enum RaceStep {
    /// Plays more trials of this value.
    Play(usize),
    /// Ends the race.
    End(Finish),
}

/// Rule for the next step.
struct Rule<'a> {
    settings: &'a Settings,
    /// True if values outside the bracket around the target are ignored, which is valid if the
    /// figure is monotone.
    bracketed: bool,
    /// The nearest value, once known; then only the tolerance is undecided.
    nearest: Option<usize>,
}

impl Rule<'_> {
    /// Returns the next step with this number of trials left for all values.
    fn step<S: Estimation>(&mut self, field: &RaceField<'_, S>, left: u64) -> RaceStep {
        let step = self.decide(field, left);
        match step {
            // The proof that a value meets the target does not depend on the other values. The
            // proof that none does, or that one is the nearest, must not assume a monotone figure,
            // so values outside the bracket must be ruled out as well.
            RaceStep::End(finish) if self.bracketed && !matches!(finish, Finish::Within(_)) => {
                (self.bracketed, self.nearest) = (false, None);
                self.decide(field, left)
            }
            step => step,
        }
    }

    fn decide<S: Estimation>(&mut self, field: &RaceField<'_, S>, left: u64) -> RaceStep {
        if let Some(nearest) = self.nearest {
            return settle(field, nearest, left);
        }
        let candidates = field.candidates(self.bracketed);
        let mut within = candidates.clone();
        within.retain(|&value| field.meets(value) == Verdict::Holds);
        if let Some(within) = field.leader(&within) {
            return RaceStep::End(Finish::Within(within));
        }
        let leader = field.leader(&candidates).unwrap_or(0);
        let challenger = field.challenger(&candidates, leader);
        let open = |&other: &usize| field.distances(leader).1 >= field.distances(other).0;
        let Some(challenger) = challenger.filter(open) else {
            self.nearest = Some(leader);
            return settle(field, leader, left);
        };
        let tolerance = self.settings.goal.tolerance;
        let fails = |&one: &usize| field.meets(one) == Verdict::Fails;
        let none = candidates.iter().all(fails);
        let alike =
            field.estimated_distance(challenger) - field.estimated_distance(leader) < tolerance;
        let is_exact = |value: usize| field.values[value].is_exact();
        let solved = is_exact(leader) && is_exact(challenger);
        let doubt = field.distances(leader).1 - field.distances(challenger).0;
        if none && alike && !solved && doubt <= tolerance {
            return RaceStep::End(Finish::Missed(leader));
        }
        let next = next(field, &candidates, (leader, challenger));
        if left == 0 || solved || field.is_enough(next) {
            return RaceStep::End(if solved || candidates.len() == 2 {
                Finish::Tied(leader, challenger)
            } else {
                Finish::Undecided(leader)
            });
        }
        RaceStep::Play(next)
    }
}

/// Returns the step that decides whether the nearest value is within the tolerance.
fn settle<S: Estimation>(field: &RaceField<'_, S>, nearest: usize, left: u64) -> RaceStep {
    match field.meets(nearest) {
        Verdict::Holds => RaceStep::End(Finish::Within(nearest)),
        Verdict::Fails => RaceStep::End(Finish::Outside(nearest)),
        Verdict::Undecided if field.is_borderline(nearest) => {
            RaceStep::End(Finish::Borderline(nearest))
        }
        Verdict::Undecided if left == 0 || field.is_enough(nearest) => {
            RaceStep::End(Finish::Nearest(nearest))
        }
        Verdict::Undecided => RaceStep::Play(nearest),
    }
}

/// Returns the value to extend: the one closest to a proof that it is within the tolerance, if that
/// proof probably takes fewer trials than one that the leader is the nearest; otherwise the leader
/// or the challenger, whichever is estimated less precisely.
fn next<S: Estimation>(
    field: &RaceField<'_, S>,
    candidates: &[usize],
    (leader, challenger): (usize, usize),
) -> usize {
    let surest = least(candidates.iter().copied(), |value| field.distances(value).1);
    let surest = surest.unwrap_or(leader);
    let to_spare = field.goal.tolerance - field.estimated_distance(surest);
    let ahead = (field.estimated_distance(challenger) - field.estimated_distance(leader)) / 2.0;
    if to_spare > 0.0 && to_spare >= ahead && !field.is_enough(surest) {
        return surest;
    }
    // Trials of the value with the wider interval are more informative.
    let width = |value: usize| field.values[value].interval().half_width();
    let is_enough = |value: usize| field.is_enough(value);
    if is_enough(leader) || (width(challenger) > width(leader) && !is_enough(challenger)) {
        challenger
    } else {
        leader
    }
}

#[cfg(test)]
mod tests;
