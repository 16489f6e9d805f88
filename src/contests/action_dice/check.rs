//! One roll against a difficulty.

use super::roll::{Roll, told};
use crate::contest::{
    Describe, Exact, ExactMetric, Metric, NoExact, Observer, Outcome, Record, Rules, Solve,
};
use crate::dice::{Dice, Pool};

/// A roll of a skill or an ability against a difficulty.
#[derive(Clone, Debug)]
pub struct Check {
    roll: Roll,
    difficulty: i64,
    outcomes: [Outcome; 2],
    metrics: [Metric; 2],
}

/// What happens during a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckEvent {
    /// The dice were thrown.
    Threw {
        /// The dice.
        pool: Pool,
    },
    /// The total was compared with the difficulty.
    Judged {
        /// The total.
        total: i64,
    },
}

/// Position of the outcome `success`.
const SUCCESS: usize = 0;
/// Position of the outcome `failure`.
const FAILURE: usize = 1;

impl Check {
    /// A check against `difficulty`, 1 or more.
    pub fn new(roll: Roll, difficulty: i64) -> Self {
        let outcome = |name: &str, verb| Outcome {
            name: name.to_owned(),
            phrase: format!("{} {verb}", roll.name),
            usual: true,
        };
        let (lowest, highest) = roll.range();
        let margin = (lowest - difficulty, highest - difficulty);
        Self {
            outcomes: [outcome("success", "succeeds"), outcome("failure", "fails")],
            metrics: [
                Metric::number("total", "points", lowest, highest),
                Metric::number("margin", "points", margin.0, margin.1),
            ],
            roll,
            difficulty,
        }
    }
}

impl Describe for Check {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["total", "margin"]
    }
}

impl Rules for Check {
    type Event = CheckEvent;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        vec![self.roll.name.clone()]
    }

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<CheckEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let pool = dice.pool(0, self.roll.dice());
        observer.note(|| CheckEvent::Threw { pool });
        let total = self.roll.total(pool);
        observer.note(|| CheckEvent::Judged { total });
        let margin = total - self.difficulty;
        record.outcome = if margin >= 0 { SUCCESS } else { FAILURE };
        record.values.copy_from_slice(&[total, margin]);
    }

    fn sentence(&self, event: &CheckEvent) -> String {
        match *event {
            CheckEvent::Threw { pool } => format!("{}.", told(&self.roll, pool)),
            CheckEvent::Judged { total } => {
                let margin = total - self.difficulty;
                let ending = match margin {
                    0 => "succeeds with nothing to spare".to_owned(),
                    1.. => format!("succeeds with {margin} to spare"),
                    _ => format!("fails, {} short", -margin),
                };
                format!(
                    "{total} against a difficulty of {}: {} {ending}.",
                    self.difficulty, self.roll.name
                )
            }
        }
    }
}

impl Solve for Check {
    fn exact(&self) -> Result<Exact, NoExact> {
        let totals = self.roll.distribution().ok_or_else(too_many_dice)?;
        let mut ways = [0_u128; 2];
        let mut values: [[Vec<(i64, f64)>; 2]; 2] = Default::default();
        let all = totals.total() as f64;
        for (total, weight) in totals.iter() {
            let margin = total - self.difficulty;
            let outcome = if margin >= 0 { SUCCESS } else { FAILURE };
            ways[outcome] += weight;
            for (metric, value) in values.iter_mut().zip([total, margin]) {
                metric[outcome].push((value, weight as f64 / all));
            }
        }
        Ok(Exact {
            outcomes: ways.map(|ways| ways as f64 / all).to_vec(),
            bound: 0.0,
            metrics: (0..)
                .zip(values)
                .map(|(metric, by_outcome)| ExactMetric {
                    metric,
                    by_outcome: by_outcome.to_vec(),
                })
                .collect(),
        })
    }
}

/// Why a roll has no exact answer.
pub(super) fn too_many_dice() -> NoExact {
    NoExact(format!(
        "more than {} dice are thrown",
        crate::dice::MOST_D6
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::conformance::{assert_enumerated, assert_sampled};
    use crate::contest::tell_with;
    use crate::dice::Scripted;

    fn roll(action: u32, other: u32, kept: Option<u32>) -> Roll {
        Roll {
            name: "Emily".to_owned(),
            action,
            other,
            kept,
        }
    }

    #[test]
    fn a_skill_of_six_dice_does_worse_at_worst_than_no_skill_does_at_best() {
        // The source says "still better": with one action die the worst is 7, and the best without is 6.
        let skilled = Check::new(roll(1, 6, None), 7);
        assert_eq!(skilled.exact().unwrap().outcomes, [1.0, 0.0]);
        let unskilled = Check::new(roll(1, 0, None), 7);
        assert_eq!(unskilled.exact().unwrap().outcomes, [0.0, 1.0]);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (action, other, kept, difficulty) in [
            (1, 0, None, 4),
            (2, 2, Some(3), 13),
            (3, 2, None, 17),
            (1, 5, Some(2), 10),
            (2, 2, Some(0), 1),
        ] {
            assert_enumerated(&Check::new(roll(action, other, kept), difficulty), 3, 0.0);
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for action in [1, 2, 4] {
            for other in [0, 3, 8] {
                for kept in [None, Some(2), Some(4)] {
                    for difficulty in [5, 12, 24] {
                        assert_sampled(
                            &Check::new(roll(action, other, kept), difficulty),
                            11,
                            20_000,
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_story_shows_every_die() {
        let story = |kept| {
            let dice = &mut Scripted::new(vec![vec![2, 6, 3, 5]]);
            tell_with(&Check::new(roll(2, 2, kept), 15), dice)
                .lines
                .join("\n")
        };
        insta::assert_snapshot!(story(None), @"
        Emily throws 4 dice, {2,3,5,6}: 16.
        16 against a difficulty of 15: Emily succeeds with 1 to spare.
        ");
        insta::assert_snapshot!(story(Some(3)), @"
        Emily throws 4 dice, {2,3,5,6}, the best 3 make 14.
        14 against a difficulty of 15: Emily fails, 1 short.
        ");
    }
}
