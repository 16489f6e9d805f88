//! The exact answer to the Quick Formula.
//!
//! The total is *S* + 6 *K*: *S* the sum of the actor's dice, *K* the number of sixes among the
//! helpers' dice, independent of each other. Both are counted in integers, out of 6^dice throws;
//! the only division is the last step.

use super::{FAILURE, Quick, SUCCESS};
use crate::contest::{Exact, ExactMetric, NoExact, Solve};
use crate::dice::{Distribution, MOST_D6};
use std::collections::BTreeMap;

/// Ways to throw by value, for each outcome.
type Ways = [BTreeMap<i64, u128>; 2];

impl Solve for Quick {
    fn exact(&self) -> Result<Exact, NoExact> {
        let (points, sixes, all) = self
            .parts()
            .ok_or_else(|| NoExact(format!("more than {MOST_D6} dice are thrown")))?;
        let mut ends = [0_u128; 2];
        let mut metrics: Vec<Ways> = vec![Ways::default(); self.metrics.len()];
        for (sum, first) in points.iter() {
            for (count, second) in sixes.iter() {
                let total = sum + 6 * count;
                let margin = total - self.difficulty;
                let outcome = if margin >= 0 { SUCCESS } else { FAILURE };
                let ways = first * second;
                ends[outcome] += ways;
                for (metric, value) in metrics.iter_mut().zip([total, margin, count]) {
                    *metric[outcome].entry(value).or_insert(0) += ways;
                }
            }
        }
        let share = |ways: u128| ways as f64 / all as f64;
        Ok(Exact {
            outcomes: ends.map(share).to_vec(),
            bound: 0.0,
            metrics: metrics
                .into_iter()
                .enumerate()
                .map(|(metric, ways)| ExactMetric {
                    metric,
                    by_outcome: ways
                        .map(|values| {
                            let shares = values.into_iter();
                            shares.map(|(value, ways)| (value, share(ways))).collect()
                        })
                        .to_vec(),
                })
                .collect(),
        })
    }
}

impl Quick {
    /// The actor's points, the helpers' sixes, and the number of all throws; `None` where that
    /// does not fit into 128 bits.
    fn parts(&self) -> Option<(Distribution, Distribution, u128)> {
        let points = Distribution::of_dice(self.actor.dice, 6)?;
        let sixes = Distribution::of_hits(self.helping_dice(), 1, 6)?;
        let all = points.total().checked_mul(sixes.total())?;
        Some((points, sixes, all))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Half, Thrower};
    use super::*;
    use crate::contest::{Describe, Play, Record, Silent, Tally, play_record};
    use crate::dice::Enumerated;

    fn quick(difficulty: i64, actor: u32, helpers: &[u32]) -> Quick {
        let helpers = helpers.iter().enumerate();
        Quick::new(
            difficulty,
            Thrower::full("actor", actor),
            helpers
                .map(|(index, &dice)| Thrower::full(&format!("helper {index}"), dice))
                .collect(),
        )
    }

    fn success(quick: &Quick) -> f64 {
        quick.exact().unwrap().outcomes[SUCCESS]
    }

    /// (outcome, metric, value) with probability, of the solver.
    fn cells(exact: &Exact) -> BTreeMap<(usize, usize, i64), f64> {
        let mut cells = BTreeMap::new();
        for metric in &exact.metrics {
            for (outcome, values) in metric.by_outcome.iter().enumerate() {
                for &(value, share) in values {
                    cells.insert((outcome, metric.metric, value), share);
                }
            }
        }
        cells
    }

    #[test]
    fn three_dice_against_ten_succeed_in_135_of_216_throws() {
        assert_eq!(success(&quick(10, 3, &[])), 135.0 / 216.0);
    }

    #[test]
    fn certain_and_impossible_difficulties_are_just_that() {
        assert_eq!(success(&quick(2, 2, &[1])), 1.0);
        assert_eq!(success(&quick(19, 2, &[1])), 0.0);
        assert_eq!(success(&quick(18, 2, &[1])), 1.0 / 216.0);
        assert_eq!(success(&quick(i64::MAX, 6, &[6, 6])), 0.0);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (difficulty, actor, helpers) in [
            (7, 1, &[][..]),
            (10, 3, &[]),
            (10, 2, &[6]),
            (13, 2, &[3, 1]),
            (12, 6, &[1, 1, 1]),
        ] {
            let quick = quick(difficulty, actor, helpers);
            let mut outcomes = [0.0; 2];
            let mut found = BTreeMap::new();
            let seen = Enumerated::explore(
                10,
                |dice| play_record(&quick, dice, &mut Silent),
                |chance,
                 Record {
                     outcome, values, ..
                 }| {
                    outcomes[outcome] += chance;
                    for (metric, value) in values.into_iter().enumerate() {
                        *found.entry((outcome, metric, value)).or_insert(0.0) += chance;
                    }
                },
            );
            assert_eq!(seen.left, 0.0);
            let exact = quick.exact().unwrap();
            for (share, by_hand) in exact.outcomes.iter().zip(outcomes) {
                assert!((share - by_hand).abs() < 1e-12);
            }
            let cells = cells(&exact);
            assert!(cells.keys().eq(found.keys()), "{cells:?} v {found:?}");
            for (cell, share) in cells {
                assert!((share - found[&cell]).abs() < 1e-12, "{cell:?}");
            }
        }
    }

    /// Shares within 4 standard errors for outcomes, 5 for the many cells of the metrics.
    fn assert_sampled(quick: &Quick, trials: u64) {
        let exact = quick.exact().unwrap();
        let mut tally = Tally::new(quick);
        quick.play(11, 0..trials, &mut tally);
        let within = |count: u64, share: f64, errors: f64| {
            let error = (share * (1.0 - share) / trials as f64).sqrt();
            let bound = errors * error + 1.5 / trials as f64;
            (count as f64 / trials as f64 - share).abs() <= bound
        };
        for (outcome, &share) in exact.outcomes.iter().enumerate() {
            assert!(within(tally.outcomes()[outcome], share, 4.0), "{quick:?}");
        }
        let cells = cells(&exact);
        for outcome in [SUCCESS, FAILURE] {
            for metric in 0..quick.metrics().len() {
                for (value, count) in tally.histogram(metric, outcome).iter() {
                    let share = cells.get(&(outcome, metric, value)).copied();
                    let share = share.unwrap_or_else(|| panic!("{value} cannot come up"));
                    assert!(within(count, share, 5.0), "{value}: {count} {share}");
                }
            }
        }
    }

    #[test]
    fn samples_agree_with_the_solver_within_four_standard_errors() {
        for actor in [1, 3, 6] {
            for helpers in [&[][..], &[2], &[6, 1, 4]] {
                for difficulty in [4, 10, 20] {
                    assert_sampled(&quick(difficulty, actor, helpers), 20_000);
                }
            }
        }
        for half in [Half::Up, Half::Down] {
            let helpers = vec![Thrower::semi("helper", 5, half)];
            let actor = Thrower::semi("actor", 3, half);
            assert_sampled(&Quick::new(8, actor, helpers), 20_000);
        }
    }

    #[test]
    fn half_of_three_dice_against_six_is_a_matter_of_rounding() {
        let share = |half| success(&Quick::new(6, Thrower::semi("x", 3, half), vec![]));
        assert_eq!(share(Half::Up), 26.0 / 36.0);
        assert_eq!(share(Half::Down), 1.0 / 6.0);
    }

    #[test]
    fn the_most_dice_are_still_counted_and_one_more_is_refused_with_words() {
        let most = quick(60, 1, &[6; 8]).exact().unwrap();
        assert!((most.outcomes.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let refused = quick(60, 2, &[6; 8]).exact().unwrap_err();
        assert_eq!(refused.to_string(), "more than 49 dice are thrown");
    }
}
