//! The most typical trial, with its evaluated chances turn by turn.

use super::counts::{DramaCounts, TypicalTrial};
use crate::contest::{CERTAIN, Contest, Evaluate};
use crate::stats::{Histogram, Median};
use serde::Serialize;

/// A typical trial with its evaluated chances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Typical {
    /// Its number.
    pub trial: u64,
    /// The name of its outcome.
    pub outcome: String,
    /// Chance before each turn and at the end, by side.
    pub chances: Vec<Vec<f64>>,
}

/// Returns the most typical of the first [`TYPICAL_WITHIN`](super::TYPICAL_WITHIN) trials with the
/// most frequent outcome: the first of those nearest to the medians of turns, lead changes and the
/// time at which the lead was taken for good. Distances are measured in interquartile ranges.
/// `None` without trials.
pub fn typical(
    contest: &dyn Contest,
    evaluator: &dyn Evaluate,
    seed: u64,
    counts: &DramaCounts,
) -> Option<Typical> {
    let most = counts.outcomes.iter().copied().max()?;
    let commonest = counts.outcomes.iter().position(|&count| count == most)?;
    let ending_so: Vec<&TypicalTrial> = counts
        .candidates
        .iter()
        .filter(|candidate| candidate.outcome == commonest)
        .collect();
    let median = |figure: usize| {
        let mut histogram = Histogram::new(0, 63);
        for candidate in &ending_so {
            histogram.add(candidate.figures[figure], 1);
        }
        Median::of(&histogram)
    };
    let medians = [0, 1, 2].map(median);
    let distance = |candidate: &TypicalTrial| Median::distance(&medians, candidate.figures);
    let nearest = ending_so
        .iter()
        .min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
    let trial = nearest.trial;
    let mut chances = Vec::new();
    evaluator.evaluate_trials(seed, trial..trial + 1, &mut |_, trajectory| {
        chances = (0..trajectory.sides)
            .map(|side| {
                let before = trajectory
                    .turn_starts()
                    .map(|start| trajectory.before(start)[side]);
                before
                    .chain([trajectory.end(side)])
                    .map(|chance| f64::from(chance) / f64::from(CERTAIN))
                    .collect()
            })
            .collect();
        true
    });
    Some(Typical {
        trial,
        outcome: contest.outcomes()[commonest].name.clone(),
        chances,
    })
}
