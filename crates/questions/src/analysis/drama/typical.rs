//! The most typical trial, with its evaluated chances turn by turn.

use crate::analysis::typical_trial;
use crate::contest::{CERTAIN, Contest, Evaluate};
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

/// Returns the [typical trial](typical_trial) with its evaluated chances; `None` without trials.
pub fn typical(contest: &dyn Contest, evaluator: &dyn Evaluate, seed: u64) -> Option<Typical> {
    let trial = typical_trial(contest, seed, None).ok()?;
    let mut outcome = 0;
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
        outcome = trajectory.outcome;
        true
    });
    Some(Typical {
        trial,
        outcome: contest.outcomes()[outcome].name.clone(),
        chances,
    })
}
