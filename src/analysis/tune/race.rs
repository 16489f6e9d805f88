//! Which of several values of a key brings a figure nearest to its target? A race: those that can no
//! longer be the answer are left behind, and of the two that matter most the one that is known less is
//! played on.
//!
//! With K values each has a confidence sequence at level alpha / K, so with chance 1 - alpha all of
//! them hold at all times together, and whatever follows from them is true. The two that
//! matter most are the value that seems nearest and the other one that could be nearest best, as in
//! LUCB (S. Kalyanakrishnan, A. Tewari, P. Auer and P. Stone, *PAC subset selection in stochastic
//! multi-armed bandits*, ICML 2012).

use super::field::Field;
use crate::analysis::expect::Verdict;
use crate::analysis::study::goal::{Goal, least};
use crate::analysis::study::{Estimate, Known, Sample, Study};
use crate::analysis::sweep::Trend;

/// A value is played on by a quarter of the trials that it has.
const GROWTH: u64 = 4;
/// No value has much more than this part of all trials, a half: so much will not be spent on one that stays open.
const SHARE: u64 = 2;
/// But each may have so many times the trials of the start.
const LEAST_SHARE: u64 = 100;

/// What the race is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What the figure is meant to be.
    pub goal: Goal,
    /// Trials that every value has before any is left behind, if there is room for them.
    pub first: u64,
    /// Whether the values stand in an order, so that the figure may rise or fall along them.
    pub ordered: bool,
}

impl Settings {
    /// How the values stand by now.
    pub fn field<'a, S>(&self, study: &'a Study<'_, Known<S>>) -> Field<'a, S> {
        Field {
            values: &study.variants,
            goal: self.goal,
            ordered: self.ordered,
            share: (study.most / SHARE).max(LEAST_SHARE.saturating_mul(self.first)),
        }
    }

    /// The trials that every value has at first.
    pub fn first_of<S>(&self, study: &Study<'_, S>) -> u64 {
        let room = study.most / study.variants.len().max(1) as u64;
        self.first.min(room.max(1))
    }
}

/// How a race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// This value is proven to be within the tolerance.
    Within(usize),
    /// This value is proven to be at least as near as any other, and not within the tolerance.
    Outside(usize),
    /// No value is within the tolerance, as is proven. This one seems nearest, and no other is nearer
    /// by more than the tolerance.
    Missed(usize),
    /// This value is proven to be at least as near as any other; whether it is within the tolerance
    /// is open.
    Nearest(usize),
    /// This value is proven to be at least as near as any other, and stands on an edge of the tolerance. With
    /// several keys it only seems nearest of those that do.
    Borderline(usize),
    /// Two values are left, and trials ran out; of exact values, both are equally near. The one that
    /// seems nearer comes first.
    Tied(usize, usize),
    /// More values are left, and trials ran out; this one seems nearest.
    Undecided(usize),
}

/// What came of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub finish: Finish,
    /// How the figure goes along the values; level where they have no order.
    pub trend: Trend,
    /// Which values could still be the nearest.
    pub left: Vec<usize>,
}

/// Runs a race of one value or more; `None` if somebody ended it.
pub fn race<S: Estimate>(study: &mut Study<'_, Known<S>>, settings: &Settings) -> Option<Outcome> {
    let first = settings.first_of(study);
    let everybody: Vec<(usize, u64)> = (0..study.variants.len()).map(|one| (one, first)).collect();
    let mut start = Some(everybody);
    let mut rule = Rule {
        settings,
        bracketed: settings.ordered,
        nearest: None,
    };
    let mut finish = Finish::Undecided(0);
    study.run(|study| {
        if let Some(everybody) = start.take() {
            return everybody;
        }
        let field = settings.field(study);
        match rule.step(&field, study.left()) {
            Step::Play(value) => {
                let trials = study.variants[value].trials();
                vec![(value, trials + (trials / GROWTH).max(settings.first))]
            }
            Step::End(end) => {
                finish = end;
                Vec::new()
            }
        }
    })?;
    let field = settings.field(study);
    Some(Outcome {
        finish,
        trend: field.trend(),
        left: field.candidates(rule.bracketed),
    })
}

/// What comes next.
enum Step {
    /// This value is played on.
    Play(usize),
    /// All is known that can be known.
    End(Finish),
}

/// Who is played on.
struct Rule<'a> {
    settings: &'a Settings,
    /// Whether values beyond those on both sides of the target are left out, as a figure allows that
    /// rises or falls throughout.
    bracketed: bool,
    /// The nearest value once it is known. Then it is open only whether it is within the tolerance.
    nearest: Option<usize>,
}

impl Rule<'_> {
    /// The next step with so many trials left for all values.
    fn step<S: Estimate>(&mut self, field: &Field<'_, S>, left: u64) -> Step {
        let step = self.decide(field, left);
        match step {
            // That a value meets the target is true whatever the others do. That none does, or that one
            // is the nearest, must not rest on a figure that rises or falls throughout: the values
            // beyond the bracket have to be ruled out as well.
            Step::End(finish) if self.bracketed && !matches!(finish, Finish::Within(_)) => {
                (self.bracketed, self.nearest) = (false, None);
                self.decide(field, left)
            }
            step => step,
        }
    }

    fn decide<S: Estimate>(&mut self, field: &Field<'_, S>, left: u64) -> Step {
        if let Some(nearest) = self.nearest {
            return settle(field, nearest, left);
        }
        let candidates = field.candidates(self.bracketed);
        let within: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|&value| field.meets(value) == Verdict::Holds)
            .collect();
        if let Some(within) = field.leader(&within) {
            return Step::End(Finish::Within(within));
        }
        let leader = field.leader(&candidates).unwrap_or(0);
        let challenger = field.challenger(&candidates, leader);
        let open = |&other: &usize| field.distances(leader).1 >= field.distances(other).0;
        let Some(challenger) = challenger.filter(open) else {
            self.nearest = Some(leader);
            return settle(field, leader, left);
        };
        let tolerance = self.settings.goal.tolerance;
        let none = candidates
            .iter()
            .all(|&one| field.meets(one) == Verdict::Fails);
        let alike = field.seeming(challenger) - field.seeming(leader) < tolerance;
        let is_exact = |value: usize| field.values[value].is_exact();
        let solved = is_exact(leader) && is_exact(challenger);
        let doubt = field.distances(leader).1 - field.distances(challenger).0;
        if none && alike && !solved && doubt <= tolerance {
            return Step::End(Finish::Missed(leader));
        }
        let next = next(field, &candidates, (leader, challenger));
        if left == 0 || solved || field.is_enough(next) {
            return Step::End(if solved || candidates.len() == 2 {
                Finish::Tied(leader, challenger)
            } else {
                Finish::Undecided(leader)
            });
        }
        Step::Play(next)
    }
}

/// The nearest value is known: is it within the tolerance?
fn settle<S: Estimate>(field: &Field<'_, S>, nearest: usize, left: u64) -> Step {
    match field.meets(nearest) {
        Verdict::Holds => Step::End(Finish::Within(nearest)),
        Verdict::Fails => Step::End(Finish::Outside(nearest)),
        Verdict::Undecided if field.is_borderline(nearest) => {
            Step::End(Finish::Borderline(nearest))
        }
        Verdict::Undecided if left == 0 || field.is_enough(nearest) => {
            Step::End(Finish::Nearest(nearest))
        }
        Verdict::Undecided => Step::Play(nearest),
    }
}

/// Which value to play on. The race ends when one is proven to be within the tolerance, or to be
/// nearer than all others: what seems to need less doubt to be gone is tried.
fn next<S: Estimate>(
    field: &Field<'_, S>,
    candidates: &[usize],
    (leader, challenger): (usize, usize),
) -> usize {
    let surest = least(candidates.iter().copied(), |value| field.distances(value).1);
    let surest = surest.unwrap_or(leader);
    let to_spare = field.goal.tolerance - field.seeming(surest);
    let ahead = (field.seeming(challenger) - field.seeming(leader)) / 2.0;
    if to_spare > 0.0 && to_spare >= ahead && !field.is_enough(surest) {
        return surest;
    }
    // The less is known of one of them, the more its trials tell.
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
