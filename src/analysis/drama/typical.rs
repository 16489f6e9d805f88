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
    let ending_so = counts.candidates.iter();
    let ending_so = ending_so.filter(|candidate| candidate.outcome == commonest);
    let ending_so: Vec<&TypicalTrial> = ending_so.collect();
    let median = |figure: usize| {
        let mut histogram = Histogram::new(0, 63);
        for candidate in &ending_so {
            histogram.add(candidate.figures[figure], 1);
        }
        Median::of(&histogram)
    };
    let medians = [0, 1, 2].map(median);
    let distance = |candidate: &TypicalTrial| Median::distance(&medians, candidate.figures);
    let nearest = ending_so.iter();
    let nearest = nearest.min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
    let trial = nearest.trial;
    let mut chances = Vec::new();
    evaluator.evaluate_trials(seed, trial..trial + 1, &mut |_, trajectory| {
        let of_side = |side: usize| {
            let starts = trajectory.turn_starts();
            let before = starts.map(|start| trajectory.before(start)[side]);
            let all = before.chain([trajectory.end(side)]);
            all.map(|chance| f64::from(chance) / f64::from(CERTAIN))
                .collect()
        };
        chances = (0..trajectory.sides).map(of_side).collect();
        true
    });
    Some(Typical {
        trial,
        outcome: contest.outcomes()[commonest].name.clone(),
        chances,
    })
}
