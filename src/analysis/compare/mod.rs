//! Whether one contest really ends otherwise than another: both are played on the same luck, trial by
//! trial, and what is compared is how the trials differ.
//!
//! - `figures`: which figures both have, and what was asked for; `difference`: what is known of one.
//! - `pairs`: plays both contests, trial by trial.
//! - `family`: what holds of several comparisons together.
//!
//! A share is compared by the trials in which only one of the two has the outcome, a mean by the
//! differences of the values. Both have a confidence sequence, valid however long it ran, so playing
//! stops as soon as all is decided. Where both contests can be solved nothing is played.

mod difference;
mod family;
mod figures;
mod pairs;

pub use difference::{Compared, Difference, Pairing};
pub use family::{alpha_of_each, correct_together, lead_figure};

use super::study::{Luck, Study, affordable};
use crate::scenario::Scenario;
use crate::sim::{Identity, StopReason, Watch, next_look};
use figures::{Common, figures, only};
use pairs::Pairs;

/// Upper bound on the default for the most trials of each contest.
pub const MOST_COMPARE_TRIALS: u64 = 10_000_000;
/// Time that each contest may take on two cores by default, in seconds.
const SECONDS: u64 = 30;

/// A figure that is to be decided on.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Its name: an outcome, or `mean.METRIC`.
    pub name: String,
    /// The difference that does not matter, in shares or in units of the metric. For an outcome the
    /// plan's own where `None`; a mean without one can only turn out to be different.
    pub margin: Option<f64>,
}

/// How to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePlan {
    /// The figures to decide on; the shares of all outcomes that both have where there are none.
    pub figures: Vec<Wanted>,
    /// The difference of shares that does not matter.
    pub margin: f64,
    /// Go on until the difference of every share that is decided on is known to within +- this.
    pub precision: Option<f64>,
    /// The chance at which any of the verdicts may be wrong.
    pub alpha: f64,
    /// The most trials of each; where `None` as many as half a minute pays for, at most
    /// [`MOST_COMPARE_TRIALS`].
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
    /// The size of all chunks of work, for tests; `None` lets them follow the workers' speed.
    pub chunk: Option<u64>,
}

impl ComparePlan {
    /// The most trials of these two.
    pub fn most_of(&self, first: &Scenario, second: &Scenario) -> u64 {
        let usual = || {
            let each = [first, second]
                .map(|one| affordable(one.contest.as_ref(), SECONDS, MOST_COMPARE_TRIALS));
            each[0].min(each[1])
        };
        self.most.unwrap_or_else(usual).max(1)
    }
}

/// Why two contests cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// They have nothing in common.
    #[error(
        "{0} and {1} have neither an outcome nor a metric of the same name, so there is nothing to \
         compare; the first can end as {2}, the second as {3}"
    )]
    NothingInCommon(String, String, String, String),
    /// No outcome is common, and no figure was asked for.
    #[error(
        "{0} and {1} have no outcome of the same name that is to be expected: name what is to be \
         compared with --figure; both have {2}"
    )]
    NoOutcome(String, String, String),
    /// Figures that are not there: what is wrong with each and what is accepted, a line each.
    #[error("{0}")]
    Figures(String),
}

/// What differs between two contests.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The first, A.
    pub first: Identity,
    /// The second, B.
    pub second: Identity,
    /// Who played in A and in B, as phrases; may be empty.
    pub players: [String; 2],
    /// The changes that made B out of A, as `PATH=VALUE`; empty where B is a file of its own.
    pub changes: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// How many trials of each were played.
    pub trials: u64,
    /// Why it ended.
    pub stopped: StopReason,
    /// The chance at which any of the verdicts may be wrong.
    pub alpha: f64,
    /// The figures: those that were decided on first, then all other means that both have.
    pub figures: Vec<Compared>,
    /// In how many trials the outcome was not of the same name.
    pub otherwise: u64,
    /// Outcomes and metrics that only A has, and that only B has.
    pub only: [Vec<String>; 2],
    /// The bases of the metrics that a short summary shows.
    pub highlights: Vec<&'static str>,
}

/// Compares two scenarios. `changes` are those that made the second out of the first.
///
/// # Errors
/// They have nothing in common, or not what is asked for.
pub fn compare(
    (first, second): (&Scenario, &Scenario),
    changes: &[String],
    plan: &ComparePlan,
    watch: &dyn Watch,
) -> Result<Comparison, CompareError> {
    let contests = [first.contest.as_ref(), second.contest.as_ref()];
    let [a, b] = contests;
    let (figures, metrics) = figures((first, second), plan)?;
    let mut comparison = Comparison {
        first: first.identity(),
        second: second.identity(),
        players: [a.players(), b.players()],
        changes: changes.to_vec(),
        seed: plan.seed,
        trials: 0,
        stopped: StopReason::Exact,
        alpha: plan.alpha,
        figures: Vec::new(),
        otherwise: 0,
        only: [only(a, b), only(b, a)],
        highlights: a.highlights().to_vec(),
    };
    let luck = Luck::new(plan.seed, plan.threads, watch);
    if let Some(one) = luck.exact(a)
        && let Some(other) = luck.exact(b)
    {
        let answer = |figure: &Common| (figure.asked, figure.exact(contests, [&one, &other]));
        let answers: Vec<_> = figures.iter().map(answer).collect();
        let is_known = |(asked, answer): &(Option<usize>, Option<Compared>)| {
            asked.is_none() || answer.is_some()
        };
        if answers.iter().all(is_known) {
            comparison.figures = answers.into_iter().filter_map(|one| one.1).collect();
            return Ok(comparison);
        }
    }
    let mut study = Study {
        variants: vec![Pairs::new(contests, figures, metrics, plan.chunk)],
        most: plan.most_of(first, second),
        luck,
    };
    let ended = study.run(|study| {
        let (trials, most) = (study.trials(), study.most);
        if trials > 0 && study.variants[0].look(plan.precision) {
            comparison.stopped = StopReason::Decided;
        } else if trials >= most {
            comparison.stopped = StopReason::Trials;
        } else {
            return vec![(0, next_look(trials))];
        }
        Vec::new()
    });
    if ended.is_none() {
        comparison.stopped = StopReason::Interrupted;
    }
    comparison.trials = study.trials();
    comparison.otherwise = study.variants[0].otherwise();
    comparison.figures = study.variants[0].all();
    Ok(comparison)
}

#[cfg(test)]
mod tests;
