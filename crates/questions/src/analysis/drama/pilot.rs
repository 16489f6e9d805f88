//! Reliability check of the position evaluation: trials of a pilot, separate from the shown ones.
//! Each trial compares one evaluated decision with the winner; the mean effect of dice is compared
//! with zero.

use super::counts::ChanceBins;
use super::result::{MeanEstimate, Pilot, PilotSide, evaluated_bins};
use super::trial_statistics::TrialStatistics;
use crate::contest::{ActingSide, CERTAIN, Evaluate, RatedSide, Trajectory};
use crate::stats::{Sums, wilson};
use std::ops::Range;

/// First trial number of a pilot, above all numbers of shown trials.
pub const PILOT_FROM: u64 = 1 << 40;
/// Divisor for the number of pilot trials: a quarter of the shown ones.
const DIVISOR: u64 = 4;
/// Minimum number of pilot trials, limited by the number of shown ones.
const LEAST_PILOT: u64 = 500;
/// Confidence level of a reported fault, simultaneously over all checks.
const CONFIDENCE: f64 = 0.999;
/// Tolerated error of the evaluation: two percentage points. A limited number of play-outs may
/// cause that much if chances are unevenly distributed within a bin.
const TOLERANCE: f64 = 0.02;
/// Tolerated mean effect of dice: half a percentage point. For a side that rarely wins, and never
/// in the pilot, it is slightly below zero.
const DICE_TOLERANCE: f64 = 0.005 * CERTAIN as f64;
/// Index of the decision to check, by trial in rotation. The index must not depend on the course of
/// the trial, as the number of decisions does. Trials with too few decisions are skipped.
const DECISIONS: [usize; 6] = [0, 1, 2, 4, 8, 16];
/// Minimum number of trials for an interval of the mean effect of dice.
const LEAST_TRIALS: u64 = 100;

/// Returns the numbers of the pilot trials for this number of shown trials.
pub fn pilot_trials(shown: u64) -> Range<u64> {
    let many = (shown / DIVISOR).max(shown.min(LEAST_PILOT));
    PILOT_FROM..PILOT_FROM + many
}

/// Counts of pilot trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PilotCounts {
    trials: u64,
    sides: Vec<(ChanceBins, Sums)>,
}

impl PilotCounts {
    /// Returns empty counts.
    pub fn new(sides: usize) -> Self {
        Self {
            trials: 0,
            sides: vec![(ChanceBins::default(), Sums::default()); sides],
        }
    }

    /// Plays and counts these trials.
    pub fn play(
        &mut self,
        evaluator: &dyn Evaluate,
        actors: &[ActingSide],
        seed: u64,
        trials: Range<u64>,
        statistics: &mut TrialStatistics,
    ) {
        evaluator.evaluate_trials(seed, trials, &mut |trial, trajectory| {
            statistics.read(trajectory, actors);
            self.add(trial, trajectory, statistics);
            true
        });
    }

    fn add(&mut self, trial: u64, trajectory: &Trajectory, statistics: &TrialStatistics) {
        self.trials += 1;
        if trajectory.decisions.is_empty() {
            return;
        }
        // Only one decision per trial, so that the counts are independent.
        let moment = DECISIONS[(trial % DECISIONS.len() as u64) as usize];
        let seen = moment < trajectory.decisions.len();
        for (side, (bins, dice)) in self.sides.iter_mut().enumerate() {
            if seen {
                bins.add(
                    trajectory.before(moment)[side],
                    trajectory.winner == Some(side),
                );
            }
            dice.add(statistics.parts[side].dice);
        }
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        for ((bins, dice), (more, sums)) in self.sides.iter_mut().zip(&other.sides) {
            bins.merge(more);
            dice.merge(sums);
        }
    }

    /// Returns the result of the reliability check.
    pub fn result(&self, sides: &[RatedSide]) -> Pilot {
        let about = sides.iter().zip(&self.sides);
        let about = about.map(|(side, (bins, dice))| PilotSide {
            name: side.name.clone(),
            bins: evaluated_bins(bins),
            dice: MeanEstimate::of_parts(dice),
        });
        Pilot {
            trials: self.trials,
            fault: self.fault(sides),
            sides: about.collect(),
        }
    }

    /// Returns the first deviation, as a clause, that a reliable evaluation shows in at most one of
    /// a thousand pilots.
    fn fault(&self, sides: &[RatedSide]) -> Option<String> {
        let looks = self.sides.len() * (ChanceBins::default().0.len() + 1);
        let level = 1.0 - (1.0 - CONFIDENCE) / looks as f64;
        let percent = |share: f64| format!("{:.0}%", share * 100.0);
        for (side, (bins, dice)) in sides.iter().zip(&self.sides) {
            for bin in bins.0.iter().filter(|bin| bin.cell.trials > 0) {
                let won = wilson(bin.cell.hits, bin.cell.trials, level);
                let mean = bin.sum as f64 / f64::from(CERTAIN) / bin.cell.trials as f64;
                if mean < won.low - TOLERANCE || mean > won.high + TOLERANCE {
                    let share = bin.cell.hits as f64 / bin.cell.trials as f64;
                    return Some(format!(
                        "positions estimated at {} for {} were won {} of the time",
                        percent(mean),
                        side.name,
                        percent(share)
                    ));
                }
            }
            let moved = dice.moments(level).filter(|_| dice.count() >= LEAST_TRIALS);
            if let Some(moved) = moved.filter(|moved| {
                let range = moved.interval;
                range.low > DICE_TOLERANCE || range.high < -DICE_TOLERANCE
            }) {
                return Some(format!(
                    "dice, whose mean effect must be 0, moved the chance of {} by {:+.1} points",
                    side.name,
                    moved.mean / f64::from(CERTAIN) * 100.0
                ));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Decision, DecisionKind};

    /// Returns the fault of an evaluation that gives red `mean` percent in 2,400 trials with one
    /// decision, of which red wins `won` percent. `thrown` is whether dice decide the trials.
    fn fault(mean: u64, won: u64, thrown: bool) -> Option<String> {
        let side = |name: &str, outcome| RatedSide {
            name: name.to_owned(),
            outcomes: vec![outcome],
        };
        let actor = |side| ActingSide {
            name: String::new(),
            side,
            count: 1,
        };
        let actors = [actor(0), actor(1)];
        let red = (u64::from(CERTAIN) * mean / 100) as u32;
        let mut counts = PilotCounts::new(2);
        let mut statistics = TrialStatistics::default();
        for trial in 0..2_400 {
            let mut trajectory = Trajectory::new(2);
            trajectory.chances.extend([red, CERTAIN - red]);
            trajectory.behind.extend([red, CERTAIN - red]);
            trajectory.decisions.push(Decision {
                turn: 1,
                actor: 0,
                best: red,
                chosen: red,
                choice: DecisionKind::Clear,
                thrown,
            });
            trajectory.turns = 1;
            trajectory.outcome = usize::from(trial / 6 % 100 >= won);
            trajectory.winner = Some(trajectory.outcome);
            statistics.read(&trajectory, &actors);
            counts.add(trial, &trajectory, &statistics);
        }
        counts.result(&[side("red", 0), side("blue", 1)]).fault
    }

    #[test]
    fn the_pilot_detects_wrong_evaluations_only() {
        assert_eq!(fault(30, 30, true), None);
        assert_eq!(fault(30, 31, false), None);
        let wrong = fault(76, 8, false).unwrap();
        assert!(
            wrong.starts_with("positions estimated at 76% for red were won "),
            "{wrong}"
        );
        // An error of five points is within the tolerance of a bin here, but not of the mean effect
        // of dice.
        let generous = fault(35, 29, true).unwrap();
        assert!(generous.contains("the chance of red by "), "{generous}");
    }

    /// Every trial has the same effect, so the mean has no spread.
    #[test]
    fn the_mean_effect_of_dice_may_be_half_a_point() {
        let given = |points: i64| {
            let mut counts = PilotCounts::new(1);
            for _ in 0..1_000 {
                counts.sides[0].1.add(points * i64::from(CERTAIN) / 1_000);
            }
            let red = RatedSide {
                name: "red".to_owned(),
                outcomes: vec![0],
            };
            counts.fault(&[red])
        };
        assert_eq!(given(4), None);
        assert!(given(6).unwrap().contains("of red by +0.6 points"));
    }

    #[test]
    fn a_pilot_has_its_own_trials() {
        assert_eq!(pilot_trials(10_000), PILOT_FROM..PILOT_FROM + 2_500);
        assert_eq!(pilot_trials(40), PILOT_FROM..PILOT_FROM + 40);
        assert_eq!(pilot_trials(600), PILOT_FROM..PILOT_FROM + 500);
    }
}
