//! Exact solution of the Abstract RPG.
//!
//! Let *q* be the probability that a die continues, and *d* the lead of the skill. Two runs differ
//! by *k* with probability (1 - *q*) / (1 + *q*) * *q*^|*k*|. It follows for *d* >= 0 that the net
//! is below 0 with probability *q*^(*d* + 1) / (1 + *q*), and 0 with probability (1 - *q*) / (1 +
//! *q*) * *q*^*d*. If a coin decides at 0, the probability of failure is *q*^*d* / 2.
//!
//! All other unbounded random terms are sums over branches, truncated when the probability of the
//! rest is below 10^-18. The error bound includes that rest.

use super::random_term::{RandomTerm, combined, first, run, share, stopped};
use super::{AbstractRpg, FAILURE, RandomTermForm, SUCCESS, TIE, TieRule, lead_dice};
use evenodds_core::contest::{
    Describe, DistributionBuilder, ExactDistribution, MetricSums, NoExact, Solve,
};

/// Probability that one die continues, in a throw for the lead.
const GOES_ON: f64 = 0.8;
/// Probability that one die for a ten of the lead continues.
const TEN_GOES_ON: f64 = 0.1;

impl Solve for AbstractRpg {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        Ok(match (self.form.run(), self.form) {
            (Some((sides, stop)), _) => {
                let random_term = run(sides, stop);
                ExactDistribution {
                    outcomes: self.runs(1.0 - share(stop, sides)),
                    ..self.two_sides(&random_term)
                }
            }
            (None, RandomTermForm::Combined) => self.one_throw(&combined()),
            (None, RandomTermForm::Shortcut | RandomTermForm::Tens) => self.lead(),
            (None, _) => self.two_sides(&first()),
        })
    }
}

impl AbstractRpg {
    /// Returns the probabilities of the outcomes if the active side is ahead (above 0), behind
    /// (below 0) or neither.
    fn shares(&self, sign: i64) -> [f64; 3] {
        let mut shares = [0.0; 3];
        match (sign, self.tie) {
            (1.., _) | (0, TieRule::Active) => shares[SUCCESS] = 1.0,
            (..0, _) | (0, TieRule::Passive) => shares[FAILURE] = 1.0,
            (0, TieRule::Coin) => (shares[SUCCESS], shares[FAILURE]) = (0.5, 0.5),
            (0, TieRule::Tie) => shares[TIE] = 1.0,
        }
        shares
    }

    /// Returns the probabilities of the outcomes, from those of the active side being ahead, level
    /// and behind.
    fn outcome_chances(&self, [above, level, below]: [f64; 3]) -> Vec<f64> {
        let parts = [(1, above), (0, level), (-1, below)];
        (0..self.outcomes().len())
            .map(|outcome| {
                parts
                    .iter()
                    .map(|&(sign, chance)| self.shares(sign)[outcome] * chance)
                    .sum()
            })
            .collect()
    }

    /// Returns the outcomes of two runs whose dice continue with probability `goes_on`, in closed
    /// form.
    fn runs(&self, goes_on: f64) -> Vec<f64> {
        let ahead = self.ahead();
        let reached = libm::pow(goes_on, ahead.abs() as f64);
        let level = reached * (1.0 - goes_on) / (1.0 + goes_on);
        let overtaken = reached * goes_on / (1.0 + goes_on);
        let kept = 1.0 - level - overtaken;
        self.outcome_chances(if ahead >= 0 {
            [kept, level, overtaken]
        } else {
            [overtaken, level, kept]
        })
    }

    /// Adds the probability of a value, divided among the outcomes in proportion to `shares`.
    fn share_out(&self, sums: &mut MetricSums, shares: [f64; 3], value: i64, chance: f64) {
        for (outcome, share) in shares.into_iter().enumerate().take(self.outcomes().len()) {
            sums.add(outcome, value, chance * share);
        }
    }

    /// Returns the distribution with these metrics. The probabilities of the outcomes are sums over
    /// the first metric.
    fn solved<const METRICS: usize>(
        &self,
        bound: f64,
        metrics: &[MetricSums; METRICS],
    ) -> ExactDistribution {
        let mut outcomes = metrics[0].outcomes();
        // The likeliest outcome gets 1 minus the others, so that rounding makes no probability
        // exceed 1.
        let most_likely = (0..outcomes.len()).max_by(|&a, &b| outcomes[a].total_cmp(&outcomes[b]));
        if let Some(most_likely) = most_likely {
            outcomes[most_likely] = 0.0;
            outcomes[most_likely] = 1.0 - outcomes.iter().sum::<f64>();
        }
        let mut ends = DistributionBuilder::new(self);
        for (outcome, chance) in outcomes.into_iter().enumerate() {
            ends.add_outcome(outcome, chance);
        }
        for (metric, sums) in metrics.iter().enumerate() {
            ends.add_sums(metric, sums);
        }
        if self.decimals > 0 {
            self.refine(&mut ends, METRICS, &metrics[0]);
        }
        ExactDistribution {
            bound,
            ..ends.build()
        }
    }

    /// Adds the metric with index `metric`: the net with its decimals, all of which are equally
    /// likely.
    fn refine(&self, ends: &mut DistributionBuilder<f64>, metric: usize, nets: &MetricSums) {
        let scale = self.scale();
        for (outcome, net, chance) in nets.values() {
            if outcome == TIE {
                ends.add_value(metric, outcome, 0, chance);
                continue;
            }
            for decimals in 0..scale {
                let fine = self.fine_net(net, outcome, decimals);
                ends.add_value(metric, outcome, fine, chance / scale as f64);
            }
        }
    }

    fn sums(&self, (lowest, highest): (i64, i64)) -> MetricSums {
        MetricSums::new(self.outcomes().len(), lowest, highest)
    }

    /// Solves a contest in which the luck of each side has this distribution, independently. The
    /// metrics are net, active, passive and dice.
    fn two_sides(&self, random_term: &RandomTerm) -> ExactDistribution {
        let ahead = self.ahead();
        let (_, most) = random_term.range(|branch| branch.value);
        let (fewest_dice, most_dice) = random_term.range(|branch| branch.dice);
        let mut metrics = [
            (ahead - most, ahead + most),
            (0, most),
            (0, most),
            (2 * fewest_dice, 2 * most_dice),
        ]
        .map(|range| self.sums(range));
        for active in &random_term.branches {
            for passive in &random_term.branches {
                let net = ahead + active.value - passive.value;
                let values = [net, active.value, passive.value, active.dice + passive.dice];
                let chance = active.chance * passive.chance;
                let shares = self.shares(net);
                for (sums, value) in metrics.iter_mut().zip(values) {
                    self.share_out(sums, shares, value, chance);
                }
            }
        }
        self.solved(2.0 * random_term.rest, &metrics)
    }

    /// Solves a contest with one throw for both sides. The metrics are net, luck and dice.
    fn one_throw(&self, random_term: &RandomTerm) -> ExactDistribution {
        let ahead = self.ahead();
        let (lowest, highest) = random_term.range(|branch| branch.value);
        let mut metrics = [
            (ahead + lowest, ahead + highest),
            (lowest, highest),
            random_term.range(|branch| branch.dice),
        ]
        .map(|range| self.sums(range));
        for branch in &random_term.branches {
            let net = ahead + branch.value;
            let shares = self.shares(net);
            for (sums, value) in metrics.iter_mut().zip([net, branch.value, branch.dice]) {
                self.share_out(sums, shares, value, branch.chance);
            }
        }
        self.solved(random_term.rest, &metrics)
    }

    /// Solves a contest with dice for the lead. The metrics are dice and stops.
    fn lead(&self) -> ExactDistribution {
        let ahead = self.ahead();
        let (tens, ones) = lead_dice(ahead, self.form);
        let thrown = tens + ones;
        let (mut dice, mut stops) = (self.sums((thrown, thrown)), self.sums((0, thrown)));
        let by_tens = stopped(tens, TEN_GOES_ON);
        let by_ones = stopped(ones, GOES_ON);
        for (first, chance) in (0..).zip(&by_tens) {
            for (second, further) in (0..).zip(&by_ones) {
                let count = first + second;
                let shares = self.shares(if count == 0 { 0 } else { ahead });
                self.share_out(&mut stops, shares, count, chance * further);
            }
        }
        let level = by_tens[0] * by_ones[0];
        self.share_out(&mut dice, self.shares(0), thrown, level);
        self.share_out(&mut dice, self.shares(ahead), thrown, 1.0 - level);
        self.solved(0.0, &[dice, stops])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sums_to_one,
    };
    use evenodds_testing::size;

    fn exact(ahead: i64, tie: TieRule, form: RandomTermForm) -> ExactDistribution {
        AbstractRpg::new(ahead, 0, tie, form).exact().unwrap()
    }

    #[test]
    fn with_a_coin_the_lower_side_wins_half_of_0_8_to_the_lead() {
        for form in [
            RandomTermForm::D5,
            RandomTermForm::D10,
            RandomTermForm::Shortcut,
        ] {
            for ahead in (-300..=300_i64).step_by(size(10, 1)) {
                let half = libm::pow(0.8, ahead.abs() as f64) / 2.0;
                let (success, failure) = if ahead >= 0 {
                    (1.0 - half, half)
                } else {
                    (half, 1.0 - half)
                };
                let outcomes = exact(ahead, TieRule::Coin, form).outcomes;
                assert!(
                    (outcomes[SUCCESS] - success).abs() < 1e-15,
                    "{form:?} {ahead}"
                );
                assert!(
                    (outcomes[FAILURE] / failure - 1.0).abs() < 1e-12,
                    "{form:?} {ahead}"
                );
            }
        }
    }

    #[test]
    fn the_climber_succeeds_11_times_in_12() {
        let success = exact(57 - 49, TieRule::Coin, RandomTermForm::D5).outcomes[SUCCESS];
        assert!((success - (1.0 - 0.167_772_16 / 2.0)).abs() < 1e-15);
    }

    #[test]
    fn closed_form_and_sums_over_branches_agree() {
        for form in [RandomTermForm::D5, RandomTermForm::D6, RandomTermForm::D10] {
            let (sides, stop) = form.run().unwrap();
            for tie in TieRule::ALL {
                for ahead in [-40, -7, -1, 0, 1, 3, 12] {
                    let contest = AbstractRpg::new(ahead, 0, tie, form);
                    let closed = contest.runs(1.0 - share(stop, sides));
                    let summed = contest.two_sides(&run(sides, stop));
                    assert!(summed.bound < 1e-18);
                    for (closed, summed) in closed.iter().zip(summed.outcomes) {
                        assert!((closed - summed).abs() < 1e-13, "{closed} {summed}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_answer_sums_to_one_at_any_levels_and_its_bound_is_below_1e_18() {
        for form in RandomTermForm::ALL {
            for tie in TieRule::ALL {
                for (skill, task) in [(0, 0), (3, 5), (57, 49), (1000, -1000), (-1000, 1000)] {
                    let exact = AbstractRpg::new(skill, task, tie, form).exact().unwrap();
                    assert!(exact.bound < 1e-18);
                    assert_sums_to_one(&exact);
                }
            }
        }
    }

    #[test]
    fn the_solver_agrees_with_every_play_enumerated() {
        for tie in TieRule::ALL {
            let assert_enumerated = |ahead, form, depth, most_left| {
                assert_enumerated(&AbstractRpg::new(ahead, 0, tie, form), depth, most_left);
            };
            for ahead in [-3, 0, 2] {
                assert_enumerated(ahead, RandomTermForm::D5, 7, 0.6);
                assert_enumerated(ahead, RandomTermForm::D6, 6, 0.76);
                assert_enumerated(ahead, RandomTermForm::D10, 5, 0.76);
                assert_enumerated(ahead, RandomTermForm::Combined, 3, 0.02);
                assert_enumerated(ahead, RandomTermForm::Shortcut, 4, 0.0);
            }
            assert_enumerated(-1, RandomTermForm::First, 3, 0.04);
            assert_enumerated(12, RandomTermForm::Tens, 4, 0.0);
            assert_enumerated(-20, RandomTermForm::Tens, 3, 0.0);
        }
    }

    #[test]
    fn decimals_are_solved_and_change_no_other_figure() {
        for tie in [TieRule::Coin, TieRule::Tie] {
            for form in [
                RandomTermForm::D10,
                RandomTermForm::First,
                RandomTermForm::Combined,
            ] {
                for decimals in [1, 2] {
                    let plain = AbstractRpg::new(3, 2, tie, form);
                    let fine = plain.clone().with_decimals(decimals);
                    let (plain, exact) = (plain.exact().unwrap(), fine.exact().unwrap());
                    assert_eq!(plain.outcomes, exact.outcomes);
                    let (added, same) = exact.metrics.split_last().unwrap();
                    assert_eq!(plain.metrics, same);
                    assert_sums_to_one(&exact);
                    // On average, decimals add half a point minus half a unit of the last digit,
                    // away from 0.
                    let scale = 10_f64.powi(decimals as i32);
                    let mean = |metric: &evenodds_core::contest::ExactMetric, outcome: usize| {
                        let values = metric.by_outcome[outcome].iter();
                        values
                            .map(|&(value, chance)| value as f64 * chance)
                            .sum::<f64>()
                    };
                    for (outcome, side) in [(SUCCESS, 0.5), (FAILURE, -0.5)] {
                        let digits = side * (scale - 1.0) * exact.outcomes[outcome];
                        let expected = mean(&same[0], outcome) * scale + digits;
                        assert!((mean(added, outcome) - expected).abs() < 1e-9);
                    }
                }
                assert_sampled(
                    &AbstractRpg::new(3, 2, tie, form).with_decimals(1),
                    5,
                    20_000,
                );
            }
        }
        for tie in TieRule::ALL {
            let fine = AbstractRpg::new(1, 0, tie, RandomTermForm::Combined).with_decimals(2);
            assert_enumerated(&fine, 4, 0.02);
        }
    }

    #[test]
    fn samples_agree_with_the_solver_within_four_standard_errors() {
        for form in RandomTermForm::ALL {
            for tie in TieRule::ALL {
                for ahead in [-13, -2, 0, 1, 8, 24] {
                    assert_sampled(&AbstractRpg::new(ahead, 0, tie, form), 5, 20_000);
                }
            }
        }
    }

    #[test]
    fn the_shortcut_is_the_full_roll_with_a_coin_whatever_the_tie_rule() {
        for ahead in [-8, 0, 1, 8] {
            let full = exact(ahead, TieRule::Coin, RandomTermForm::D5).outcomes;
            for tie in TieRule::ALL {
                let short = exact(ahead, tie, RandomTermForm::Shortcut).outcomes;
                assert_eq!(short.len(), full.len(), "{tie:?}");
                for (full, short) in full.iter().zip(short) {
                    assert!((full - short).abs() < 1e-15, "{tie:?} {ahead}");
                }
            }
        }
    }

    #[test]
    fn a_ten_stands_for_0_8_to_the_tenth_at_a_tenth() {
        let below = |ahead| exact(ahead, TieRule::Coin, RandomTermForm::Tens).outcomes[FAILURE];
        assert!((below(10) - 0.05).abs() < 1e-15);
        assert!((below(23) - 0.01 * 0.512 / 2.0).abs() < 1e-15);
        assert_eq!(
            below(9),
            exact(9, TieRule::Coin, RandomTermForm::Shortcut).outcomes[FAILURE]
        );
    }
}
