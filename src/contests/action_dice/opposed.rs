//! Two rolls against each other.

use super::check::too_many_dice;
use super::roll::{Roll, told};
use crate::contest::{
    Describe, Exact, ExactMetric, Metric, NoExact, Observer, Outcome, Record, Rules, Solve,
};
use crate::dice::{Dice, Pool};
use std::collections::BTreeMap;

/// Two who roll against each other: the higher total wins.
#[derive(Clone, Debug)]
pub struct Opposed {
    rolls: [Roll; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 3],
}

/// What happens between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpposedEvent {
    /// Somebody threw.
    Threw {
        /// Who, 0 or 1.
        who: usize,
        /// The dice.
        pool: Pool,
    },
    /// The totals were compared.
    Judged {
        /// Both totals.
        totals: [i64; 2],
    },
}

/// Position of the outcome `tie`.
const TIE: usize = 2;

/// The outcomes of two who compete: their names and `tie`.
pub(super) fn outcomes(names: [&str; 2], verb: &str, tie: &str) -> [Outcome; 3] {
    let [first, second] = names.map(|name| Outcome {
        name: name.to_owned(),
        phrase: format!("{name} {verb}"),
        usual: true,
    });
    let tie = Outcome {
        name: "tie".to_owned(),
        phrase: tie.to_owned(),
        usual: true,
    };
    [first, second, tie]
}

/// Who is ahead of two: the position of the outcome.
#[inline]
pub(super) fn ahead(values: [i64; 2]) -> usize {
    match values[0].cmp(&values[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => TIE,
    }
}

impl Opposed {
    /// A contest of two whose names differ.
    pub fn new(rolls: [Roll; 2]) -> Self {
        let [a, b] = [0, 1].map(|who: usize| rolls[who].range());
        let total = |who: usize, (lowest, highest)| {
            Metric::number("total", "points", lowest, highest).about(&rolls[who].name, "")
        };
        Self {
            outcomes: outcomes([&rolls[0].name, &rolls[1].name], "wins", "it is a tie"),
            metrics: [
                total(0, a),
                total(1, b),
                Metric::number("margin", "points", a.0 - b.1, a.1 - b.0),
            ],
            rolls,
        }
    }
}

impl Describe for Opposed {
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

impl Rules for Opposed {
    type Event = OpposedEvent;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        self.rolls.iter().map(|roll| roll.name.clone()).collect()
    }

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<OpposedEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let mut totals = [0; 2];
        for (who, (total, roll)) in totals.iter_mut().zip(&self.rolls).enumerate() {
            let pool = dice.pool(who, roll.dice());
            observer.note(|| OpposedEvent::Threw { who, pool });
            *total = roll.total(pool);
        }
        observer.note(|| OpposedEvent::Judged { totals });
        let [a, b] = totals;
        record.outcome = ahead(totals);
        record.values.copy_from_slice(&[a, b, a - b]);
    }

    fn sentence(&self, event: &OpposedEvent) -> String {
        match *event {
            OpposedEvent::Threw { who, pool } => format!("{}.", told(&self.rolls[who], pool)),
            OpposedEvent::Judged { totals } => {
                let [a, b] = totals;
                match ahead(totals) {
                    TIE => format!("{a} against {b}: a tie."),
                    who => format!("{a} against {b}: {} wins.", self.rolls[who].name),
                }
            }
        }
    }
}

impl Solve for Opposed {
    fn exact(&self) -> Result<Exact, NoExact> {
        let [a, b] = [0, 1].map(|who: usize| self.rolls[who].distribution());
        let (a, b) = (a.ok_or_else(too_many_dice)?, b.ok_or_else(too_many_dice)?);
        Ok(compared(
            a.probabilities(),
            &b.probabilities().collect::<Vec<_>>(),
            |a, b| a - b,
        ))
    }
}

/// The answer about two independent numbers: who is ahead, both numbers and a third that is made of
/// them.
pub(super) fn compared(
    first: impl Iterator<Item = (i64, f64)>,
    second: &[(i64, f64)],
    third: fn(i64, i64) -> i64,
) -> Exact {
    let mut outcomes = vec![0.0; 3];
    let mut values: [[BTreeMap<i64, f64>; 3]; 3] = Default::default();
    for (a, chance) in first {
        for &(b, other) in second {
            let outcome = ahead([a, b]);
            let share = chance * other;
            outcomes[outcome] += share;
            for (metric, value) in values.iter_mut().zip([a, b, third(a, b)]) {
                *metric[outcome].entry(value).or_insert(0.0) += share;
            }
        }
    }
    Exact {
        outcomes,
        bound: 0.0,
        metrics: (0..)
            .zip(values)
            .map(|(metric, by_outcome)| ExactMetric {
                metric,
                by_outcome: by_outcome
                    .map(|values| values.into_iter().collect())
                    .to_vec(),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::conformance::{assert_enumerated, assert_sampled};
    use crate::contest::tell_with;
    use crate::dice::Scripted;

    fn opposed(first: (u32, u32, Option<u32>), second: (u32, u32, Option<u32>)) -> Opposed {
        let roll = |name: &str, (action, other, kept)| Roll {
            name: name.to_owned(),
            action,
            other,
            kept,
        };
        Opposed::new([roll("Runner", first), roll("Chaser", second)])
    }

    #[test]
    fn equals_win_as_often_as_each_other() {
        let exact = opposed((2, 3, None), (2, 3, None)).exact().unwrap();
        assert!((exact.outcomes[0] - exact.outcomes[1]).abs() < 1e-15);
        let die = opposed((1, 0, None), (1, 0, None)).exact().unwrap();
        assert!((die.outcomes[TIE] - 1.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (a, b) in [
            ((1, 0, None), (1, 1, None)),
            ((2, 2, Some(3)), (1, 2, Some(3))),
            ((3, 0, None), (1, 2, Some(1))),
        ] {
            assert_enumerated(&opposed(a, b), 4, 0.0);
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for action in [1, 2, 3] {
            for other in [0, 2, 5] {
                for kept in [None, Some(3)] {
                    assert_sampled(&opposed((action, other, kept), (2, 2, None)), 7, 20_000);
                    assert_sampled(&opposed((2, 3, Some(3)), (action, other, kept)), 7, 20_000);
                }
            }
        }
    }

    /// The footrace of the source: of four dice the runner counts the best three.
    #[test]
    fn the_best_three_of_four_dice_beat_three_dice() {
        let race = opposed((2, 2, Some(3)), (1, 2, Some(3)));
        let mut dice = Scripted::new(vec![vec![1, 4, 6, 3], vec![6, 4, 3]]);
        insta::assert_snapshot!(tell_with(&race, &mut dice).lines.join("\n"), @"
        Runner throws 4 dice, {1,3,4,6}, the best 3 make 13.
        Chaser throws 3 dice, {3,4,6}: 13.
        13 against 13: a tie.
        ");
        let shares = race.exact().unwrap().outcomes;
        assert_eq!(
            shares
                .iter()
                .map(|share| format!("{share:.4}"))
                .collect::<Vec<_>>(),
            ["0.6222", "0.2922", "0.0856"]
        );
    }
}
