//! Figures of a run that contradict their exact values, which is a fault of the program.

use super::LEVEL;
use crate::contest::{Contest, ExactDistribution, Tally};
use crate::stats::{Histogram, Moments, contradicts_mean, contradicts_share};

/// Returns the first figure of a run that contradicts its exact value, as a clause with both
/// figures; `None` if there is none.
pub fn contradiction(
    contest: &dyn Contest,
    tally: &Tally,
    exact: &ExactDistribution,
) -> Option<String> {
    let trials = tally.trials();
    let shares = tally.outcomes().iter().zip(&exact.outcomes);
    for (outcome, (&count, &probability)) in contest.outcomes().iter().zip(shares) {
        if contradicts_share(count, trials, probability, exact.bound) {
            return Some(format!(
                "{} occurs in {count} of {trials} trials, but its exact probability is {probability}",
                outcome.name
            ));
        }
    }
    for solved in &exact.metrics {
        let metric = &contest.metrics()[solved.metric];
        let (lowest, highest) = metric.expected;
        let mut sum = Histogram::new(lowest, highest);
        for outcome in 0..contest.outcomes().len() {
            sum.merge(&tally.histogram(solved.metric, outcome));
        }
        let found = metric.measured(sum);
        let (share, distribution) = metric.distribution(&solved.overall());
        let name = metric.name();
        let count = found.total();
        if contradicts_share(count, trials, share, exact.bound) {
            return Some(format!(
                "{name} is measured in {count} of {trials} trials, but its exact probability is {share}"
            ));
        }
        let Some(mean) = Moments::of(&found, LEVEL).map(|moments| moments.mean) else {
            continue;
        };
        if contradicts_mean(mean, count, &distribution, exact.bound) {
            let exact: f64 = distribution.iter().map(|one| one.0 as f64 * one.1).sum();
            return Some(format!(
                "the mean of {name} is {mean} in {count} trials, but its exact value is {exact}"
            ));
        }
    }
    None
}
