//! A single trial with its evaluated chances turn by turn, and the choice of the closest one.

use super::trial_statistics::TrialStatistics;
use crate::contest::{CERTAIN, Contest, Evaluate, Trajectory};
use serde::Serialize;
use std::cmp::Reverse;

/// Maximum number of swings of a trial.
const MOST_SWINGS: usize = 3;
/// Smallest change that is a swing.
const LEAST_SWING: f64 = 0.05;

/// A trial with its evaluated chances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluatedTrial {
    /// Number of the trial, from 0.
    pub trial: u64,
    /// The name of its outcome.
    pub outcome: String,
    /// Chance before each turn and at the end, by side.
    pub chances: Vec<Vec<f64>>,
    /// The turns with the largest changes of the first side's chance, in order of turns.
    pub swings: Vec<Swing>,
    /// Number of lead changes.
    pub lead_changes: u32,
    /// The first decision of each turn, by its number in the trial.
    #[serde(skip)]
    pub turn_starts: Vec<usize>,
}

/// A turn that changes the chances much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Swing {
    /// Number of the turn, from 1.
    pub turn: usize,
    /// Change of the first side's chance, -1 to 1.
    pub change: f64,
}

/// Rank of a trial among others: the number of lead changes, and of equal ones the lowest chance from
/// which the winner won.
pub type Closeness = (u32, Reverse<u32>);

/// Returns the closeness of a trial.
pub fn closeness(statistics: &TrialStatistics) -> Closeness {
    let lowest = statistics.lowest.unwrap_or(CERTAIN);
    (statistics.lead_changes, Reverse(lowest))
}

/// Returns the first of the closest trials from 0 to `within` - 1; `None` if none has a decision.
pub fn closest_trial(
    contest: &dyn Contest,
    evaluator: &dyn Evaluate,
    (seed, within): (u64, u64),
) -> Option<u64> {
    let mut statistics = TrialStatistics::default();
    let mut closest: Option<(Closeness, Reverse<u64>)> = None;
    let actors = &contest.description().actors;
    evaluator.evaluate_trials(seed, 0..within, &mut |trial, trajectory| {
        if !trajectory.decisions.is_empty() {
            statistics.read(trajectory, actors);
            closest = closest.max(Some((closeness(&statistics), Reverse(trial))));
        }
        true
    });
    closest.map(|(_, Reverse(trial))| trial)
}

impl EvaluatedTrial {
    /// Evaluates a trial.
    pub fn new(contest: &dyn Contest, evaluator: &dyn Evaluate, (seed, trial): (u64, u64)) -> Self {
        let mut outcome = 0;
        let (mut chances, mut turn_starts) = (Vec::new(), Vec::new());
        let mut statistics = TrialStatistics::default();
        let actors = &contest.description().actors;
        evaluator.evaluate_trials(seed, trial..trial + 1, &mut |_, trajectory| {
            let sides = 0..trajectory.sides;
            chances = sides.map(|side| of_side(trajectory, side)).collect();
            turn_starts = trajectory.turn_starts().collect();
            outcome = trajectory.outcome;
            statistics.read(trajectory, actors);
            true
        });
        Self {
            trial,
            outcome: contest.outcomes()[outcome].name.clone(),
            swings: chances.first().map_or(Vec::new(), |first| swings(first)),
            chances,
            lead_changes: statistics.lead_changes,
            turn_starts,
        }
    }
}

/// Returns the chance of a side before each turn and at the end.
fn of_side(trajectory: &Trajectory, side: usize) -> Vec<f64> {
    let starts = trajectory.turn_starts();
    let before = starts.map(|start| trajectory.before(start)[side]);
    let all = before.chain([trajectory.end(side)]);
    all.map(|chance| f64::from(chance) / f64::from(CERTAIN))
        .collect()
}

/// Returns the largest changes of a side's chance from turn to turn.
fn swings(chances: &[f64]) -> Vec<Swing> {
    let changes = chances.windows(2).zip(1..);
    let changes = changes.map(|(pair, turn)| Swing {
        turn,
        change: pair[1] - pair[0],
    });
    let mut swings: Vec<Swing> = changes
        .filter(|swing| swing.change.abs() >= LEAST_SWING)
        .collect();
    swings.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
    swings.truncate(MOST_SWINGS);
    swings.sort_by_key(|swing| swing.turn);
    swings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_changes_are_swings_in_order_of_turns() {
        let found = swings(&[0.5, 0.3, 0.32, 0.9, 0.8, 1.0]);
        let turns: Vec<(usize, i64)> = found
            .iter()
            .map(|swing| (swing.turn, (swing.change * 100.0).round() as i64))
            .collect();
        assert_eq!(turns, [(1, -20), (3, 58), (5, 20)]);
    }
}
