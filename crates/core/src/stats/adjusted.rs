//! Shares and differences of shares adjusted by a control variate, with a confidence sequence by
//! betting.

use super::sequence::edge;
use super::{Interval, wilson};
use serde::{Deserialize, Serialize};

/// Coefficient of a lower bound on the logarithm: log(1 + x) ≥ x − x²/2 + x³/3 − `QUARTIC` x⁴ for
/// all x ≥ −1/2. The two sides are equal at −1/2.
const QUARTIC: f64 = 0.423_689;
/// Minimum number of trials for an interval by the variance that they show.
const LEAST_TRIALS: f64 = 30.0;
/// Binomial coefficients of the powers 0 to 4.
const BINOMIALS: [[f64; 5]; 5] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 2.0, 1.0, 0.0, 0.0],
    [1.0, 3.0, 3.0, 1.0, 0.0],
    [1.0, 4.0, 6.0, 4.0, 1.0],
];

/// Sums of the first to fourth powers of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerSums([i128; 4]);

impl PowerSums {
    /// Adds a value. Up to 2^30 values of magnitude at most 2^24 cannot overflow.
    #[inline]
    pub fn add(&mut self, value: i64) {
        let mut power = 1;
        for sum in &mut self.0 {
            power *= i128::from(value);
            *sum = sum.saturating_add(power);
        }
    }

    /// Adds all values of `other`. Sums saturate.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.saturating_add(more);
        }
    }
}

/// Share of an event, or difference of the shares of two events, adjusted by a control variate of
/// mean 0.
///
/// A trial whose control variate is x, −1 to 1, contributes Z = 1 − s x if the event occurred, else
/// −s x. The mean of Z is the probability of the event for any slope s. If x is correlated with the
/// event, Z varies less than the event itself. With s = 0, Z is the event itself. For a difference,
/// Z is the Z of the second event minus that of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdjustedShare {
    trials: f64,
    /// Sums of the powers 0 to 4 of Z − v, over the trials with v = 1, 0 and −1: with the event (only
    /// the second event), with neither or both, and with only the first event.
    sums: [[f64; 5]; 3],
    /// Least possible mean: 0, or −1 for a difference.
    least: f64,
    /// Bound on the distance of Z from its possible means.
    reach: f64,
}

impl AdjustedShare {
    /// Creates the share from the number of trials with the event and of all trials, each with the
    /// sums of the integers x / `unit`.
    pub fn new(
        (events, with_event): (u64, &PowerSums),
        (trials, of_all): (u64, &PowerSums),
        unit: f64,
        slope: f64,
    ) -> Self {
        let mut sums = [[0.0; 5]; 3];
        sums[0][0] = events as f64;
        sums[1][0] = (trials - events) as f64;
        let mut scale = 1.0;
        for (power, (with_event, all)) in (1..).zip(with_event.0.iter().zip(of_all.0)) {
            scale *= -slope * unit;
            sums[0][power] = *with_event as f64 * scale;
            sums[1][power] = all.saturating_sub(*with_event) as f64 * scale;
        }
        Self {
            trials: trials as f64,
            sums,
            least: 0.0,
            reach: 1.0 + slope.abs(),
        }
    }

    /// Creates the difference of two shares from the number of trials with only the second event,
    /// with neither or both, and with only the first, each with the sums of the integers (Z − v) /
    /// `unit`. `slopes` has the slopes of both events.
    pub fn difference(classes: [(u64, PowerSums); 3], unit: f64, slopes: [f64; 2]) -> Self {
        let sums = classes.map(|(count, sums)| {
            let mut scale = 1.0;
            let powers = sums.0.map(|sum| {
                scale *= unit;
                sum as f64 * scale
            });
            [count as f64, powers[0], powers[1], powers[2], powers[3]]
        });
        Self {
            trials: sums.iter().map(|one| one[0]).sum(),
            sums,
            least: -1.0,
            reach: 2.0 + slopes[0].abs() + slopes[1].abs(),
        }
    }

    /// Returns the variance of x and its covariance with the event, provided that the slope is −1.
    pub fn regression(&self) -> (f64, f64) {
        let [with_event, others, _] = &self.sums;
        let mean = |power: usize| (with_event[power] + others[power]) / self.trials;
        let share = with_event[0] / self.trials;
        (
            mean(2) - mean(1) * mean(1),
            with_event[1] / self.trials - share * mean(1),
        )
    }

    /// Returns the sum of (Z − `center`)^`power` over all trials.
    fn central(&self, center: f64, power: usize) -> f64 {
        let of_trials = |sums: &[f64; 5], base: f64| {
            let (mut sum, mut factor) = (0.0, 1.0);
            for of_base in 0..=power {
                let left = power - of_base;
                sum += BINOMIALS[power][left] * factor * sums[left];
                factor *= base;
            }
            sum
        };
        let [one, zero, minus] = &self.sums;
        let sum = of_trials(one, 1.0 - center) + of_trials(zero, -center);
        if self.least < 0.0 {
            sum + of_trials(minus, -1.0 - center)
        } else {
            sum
        }
    }

    /// Returns the mean of Z, which may be slightly beyond the possible means.
    fn mean(&self) -> f64 {
        self.central(0.0, 1) / self.trials
    }

    /// Returns the estimate, 0 to 1, or −1 to 1 for a difference; the middle without trials.
    pub fn share(&self) -> f64 {
        if self.trials > 0.0 {
            self.mean().clamp(self.least, 1.0)
        } else {
            f64::midpoint(self.least, 1.0)
        }
    }

    /// Returns the variance of v in a single trial, and that of Z.
    pub fn variances(&self) -> (f64, f64) {
        if self.trials == 0.0 {
            return (0.0, 0.0);
        }
        let [one, _, minus] = self.sums.map(|sums| sums[0] / self.trials);
        let plain = one * (1.0 - one) + minus * (1.0 - minus) + 2.0 * one * minus;
        let mean = self.mean();
        let adjusted = self.central(mean, 2) / self.trials;
        (plain, adjusted.max(0.0))
    }

    /// Returns how many trials without the control variate give the precision of one trial with it.
    pub fn factor(&self) -> f64 {
        factor([self.variances()])
    }

    /// Returns the interval at confidence `level` for a number of trials fixed in advance: the
    /// Wilson interval of the number of trials that would give this variance without a control
    /// variate, or of the trials themselves if they are too few to estimate it. Not for differences.
    pub fn interval(&self, level: f64) -> Interval {
        let share = self.share();
        let (plain, adjusted) = (share * (1.0 - share), self.variances().1);
        let trials = if plain > 0.0 && adjusted > 0.0 && self.trials >= LEAST_TRIALS {
            self.trials * plain / adjusted
        } else {
            self.trials
        };
        let trials = trials.round();
        wilson((share * trials).round() as u64, trials as u64, level)
    }

    /// Returns the confidence sequence by betting: with probability 1 − `alpha`, it contains the
    /// probability for all numbers of trials simultaneously.
    ///
    /// For a probability p, two gamblers bet the fraction `bet` of their capital on every trial:
    /// one that Z is above p, the other that it is below. Their capitals are the products of 1 ±
    /// `bet` (Z − p). At the true p these are martingales of mean 1, so each ever exceeds 2 /
    /// `alpha` with probability `alpha` / 2 at most (Ville's inequality). The sequence consists of
    /// the p at which neither does (I. Waudby-Smith and A. Ramdas, *Estimating means of bounded
    /// random variables by betting*, JRSS B 86, 2024). A lower bound on the logarithm replaces each
    /// capital with a smaller one that needs only sums of powers.
    ///
    /// `bet` is fixed before the first trial; it is reduced to 1 / (2 d) if larger, where d bounds the
    /// distance of Z from all p.
    pub fn sequence(&self, alpha: f64, bet: f64) -> Interval {
        let bet = bet.min(0.5 / self.reach);
        let threshold = libm::log(2.0 / alpha);
        let inside = |p: f64, bet: f64| {
            let sum = |power| self.central(p, power);
            let capital = bet
                * (sum(1) - bet * (sum(2) / 2.0 - bet * (sum(3) / 3.0 - bet * QUARTIC * sum(4))));
            capital < threshold
        };
        let share = self.share();
        let end = |bound: f64, bet: f64| {
            if inside(bound, bet) {
                bound
            } else {
                edge(bound, share, |p| inside(p, bet))
            }
        };
        Interval::new(end(self.least, bet), end(1.0, -bet))
    }
}

/// Returns the estimates of the shares of all outcomes, 0 to 1, which add up to 1: the nearest point
/// to the means of Z with these properties. A mean may be below 0 for a rare outcome in few trials.
pub fn shares_of_whole(outcomes: &[AdjustedShare]) -> Vec<f64> {
    let means: Vec<f64> = outcomes.iter().map(AdjustedShare::mean).collect();
    let sum: f64 = means.iter().sum();
    if means.iter().all(|&mean| mean >= 0.0) && (sum - 1.0).abs() < 1e-12 {
        return means;
    }
    // All means above a threshold are lowered by the same amount, the others become 0.
    let mut sorted = means.clone();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let (mut sum, mut excess) = (0.0, 0.0);
    for (count, mean) in (1_u32..).zip(sorted) {
        sum += mean;
        let with = (sum - 1.0) / f64::from(count);
        if mean <= with {
            break;
        }
        excess = with;
    }
    let lowered = means
        .into_iter()
        .map(|mean| (mean - excess).clamp(0.0, 1.0));
    lowered.collect()
}

/// Returns the sum of the first variances divided by that of the second, as in
/// [`AdjustedShare::variances`]; 1 if the latter is zero.
pub fn factor(variances: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let add = |sum: (f64, f64), one: (f64, f64)| (sum.0 + one.0, sum.1 + one.1);
    let (plain, adjusted) = variances.into_iter().fold((0.0, 0.0), add);
    if adjusted > 0.0 {
        plain / adjusted
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    /// Sums over the trials, of which those with the event come first.
    #[derive(Default)]
    struct Counted {
        events: u64,
        trials: u64,
        with_event: PowerSums,
        of_all: PowerSums,
    }

    impl Counted {
        fn add(&mut self, event: bool, value: i64) {
            self.trials += 1;
            self.of_all.add(value);
            if event {
                self.events += 1;
                self.with_event.add(value);
            }
        }

        /// Returns the adjusted share; values are in tenths.
        fn share(&self, slope: f64) -> AdjustedShare {
            let with_event = (self.events, &self.with_event);
            AdjustedShare::new(with_event, (self.trials, &self.of_all), 0.1, slope)
        }
    }

    /// Throws a die, the control variate, of mean 5.5. The event has the probability 0.3 and
    /// depends on this die and another.
    fn throw(dice: &mut Sampled, counted: &mut Counted) {
        let first = i64::from(dice.die(0, 10));
        // Twice the difference from the mean, in units that keep it within -1 to 1.
        let event = first <= 2 || first <= 4 && dice.die(0, 2) == 1;
        counted.add(event, 2 * first - 11);
    }

    #[test]
    fn the_bound_on_the_logarithm_holds() {
        for step in -500..3_000 {
            let x = f64::from(step) / 1_000.0;
            let bound = x - x * x / 2.0 + x.powi(3) / 3.0 - QUARTIC * x.powi(4);
            assert!(bound <= x.ln_1p() + 1e-9, "{x}");
        }
    }

    #[test]
    fn sums_give_the_moments_of_the_adjusted_values() {
        let mut counted = Counted::default();
        let trials = [(true, -9), (true, -3), (false, 1), (false, 10), (true, 0)];
        for (event, value) in trials {
            counted.add(event, value);
        }
        let values =
            trials.map(|(event, value)| f64::from(u8::from(event)) + 0.5 * value as f64 / 10.0);
        let share = counted.share(-0.5);
        for (power, center) in [(1, 0.0), (2, 0.3), (3, 0.3), (4, 0.9)] {
            let sum: f64 = values.iter().map(|z| (z - center).powi(power)).sum();
            let found = share.central(center, power as usize);
            assert!((sum - found).abs() < 1e-12, "{power}: {sum} {found}");
        }
        assert!((share.share() - values.iter().sum::<f64>() / 5.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_slope_it_is_the_share_itself() {
        let mut counted = Counted::default();
        for trial in 0..1_000 {
            counted.add(trial % 4 == 0, trial % 7 - 3);
        }
        let share = counted.share(0.0);
        assert_eq!(
            (share.share(), share.interval(0.95)),
            (0.25, wilson(250, 1_000, 0.95))
        );
        let nothing = Counted::default().share(0.3);
        let all = Interval::new(0.0, 1.0);
        assert_eq!(
            (nothing.interval(0.95), nothing.sequence(0.05, 0.1)),
            (all, all)
        );
    }

    #[test]
    fn shares_of_a_whole_add_up_to_1() {
        // A control variate lowers the estimates of the outcomes that never occurred below 0.
        let with = |events: u64, value: i64, slope: f64| {
            let mut counted = Counted::default();
            counted.add(events > 0, value);
            counted.add(events > 1, value);
            counted.share(slope)
        };
        let outcomes = [with(2, 1, -0.5), with(0, 1, 0.2), with(0, 1, 0.3)];
        assert!(outcomes[1].mean() < 0.0);
        for all in [
            &outcomes[..],
            &[with(2, 3, 0.5), with(0, 3, -0.4), with(0, 3, -0.1)],
        ] {
            let shares = shares_of_whole(all);
            assert!(
                (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12,
                "{shares:?}"
            );
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
        assert_eq!(
            shares_of_whole(&[with(1, 0, 0.0), with(1, 0, 0.0)]),
            [0.5, 0.5]
        );
    }

    #[test]
    fn a_control_variate_makes_it_more_precise() {
        let mut dice = Sampled::new(5, &["die".to_owned()]);
        dice.start(0);
        let mut counted = Counted::default();
        for _ in 0..20_000 {
            throw(&mut dice, &mut counted);
        }
        let widths = |slope| {
            let share = counted.share(slope);
            let [once, ever] = [share.interval(0.95), share.sequence(0.05, 0.1)];
            // A 95% interval misses too often for a test, so four standard errors are used.
            for one in [share.interval(0.999_936), ever] {
                assert!(one.low < 0.3 && 0.3 < one.high, "{one:?}");
            }
            (once.half_width(), ever.half_width())
        };
        let (plain, adjusted) = (widths(0.0), widths(-0.65));
        assert!(
            adjusted.0 < 0.7 * plain.0 && adjusted.1 < 0.8 * plain.1,
            "{plain:?} {adjusted:?}"
        );
    }

    /// Sums of the differences of two events that depend on the same die, the control variate of
    /// both; the first has the probability 0.3, the second 0.45.
    #[derive(Default)]
    struct Pairs([(u64, PowerSums); 3]);

    impl Pairs {
        fn throw(&mut self, dice: &mut Sampled) {
            let first = i64::from(dice.die(0, 10));
            let second = first - i64::from(dice.die(0, 2)) + 1;
            let [one, other] = [first <= 3, second <= 4];
            let class = &mut self.0[1 + usize::from(one) - usize::from(other)];
            class.0 += 1;
            // With slopes of -1/2 and -1, in units of 0.05.
            let x = 2 * first - 11;
            class.1.add(2 * x - x);
        }

        fn share(&self) -> AdjustedShare {
            AdjustedShare::difference(self.0, 0.05, [-0.5, -1.0])
        }
    }

    #[test]
    fn sequences_of_differences_miss_at_most_as_often_as_alpha() {
        let mut dice = Sampled::new(9, &["die".to_owned()]);
        let runs = 1_000;
        let mut missed = 0;
        for run in 0..runs {
            dice.start(run);
            let mut pairs = Pairs::default();
            let ever = (0..60).any(|_| {
                (0..10).for_each(|_| pairs.throw(&mut dice));
                let interval = pairs.share().sequence(0.2, 0.2);
                interval.low > 0.15 || interval.high < 0.15
            });
            missed += u64::from(ever);
        }
        // At most 200 of 1,000 are expected; 251 is 4 standard errors more.
        assert!((10..=251).contains(&missed), "{missed}");
        let nothing = Pairs::default().share().sequence(0.05, 0.1);
        assert_eq!(nothing, Interval::new(-1.0, 1.0));
    }

    #[test]
    fn differences_have_the_moments_of_their_values() {
        let mut dice = Sampled::new(2, &["die".to_owned()]);
        dice.start(0);
        let mut pairs = Pairs::default();
        (0..200).for_each(|_| pairs.throw(&mut dice));
        let share = pairs.share();
        let values = [1.0, 0.0, -1.0];
        let counts = pairs.0.iter().zip(values);
        let sum: f64 = counts
            .clone()
            .map(|((count, _), v)| *count as f64 * v)
            .sum();
        let adjusted: f64 = pairs
            .0
            .iter()
            .map(|(_, sums)| 0.05 * sums.0[0] as f64)
            .sum();
        assert!((share.share() - (sum + adjusted) / 200.0).abs() < 1e-12);
        let squares: f64 = counts.map(|((count, _), v)| *count as f64 * v * v).sum();
        let plain = squares / 200.0 - (sum / 200.0) * (sum / 200.0);
        assert!((share.variances().0 - plain).abs() < 1e-12);
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let runs = 1_000;
        let mut dice = Sampled::new(4, &["die".to_owned()]);
        for slope in [0.0, -0.65] {
            let mut missed = 0;
            for run in 0..runs {
                dice.start(run);
                let mut counted = Counted::default();
                let ever = (0..60).any(|_| {
                    (0..10).for_each(|_| throw(&mut dice, &mut counted));
                    let interval = counted.share(slope).sequence(0.2, 0.2);
                    interval.low > 0.3 || interval.high < 0.3
                });
                missed += u64::from(ever);
            }
            // At most 200 of 1,000 are expected; 251 is 4 standard errors more.
            assert!((20..=251).contains(&missed), "{slope}: {missed}");
        }
    }
}
