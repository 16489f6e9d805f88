//! Tests of whether a sample contradicts exact values, beyond any plausible chance.
//!
//! Both tests use bounds that hold for every sample size and every distribution, so that they are
//! valid for probabilities near 0 and for long tails, where normal errors are not: Chernoff's bound
//! for shares (H. Chernoff, *A measure of asymptotic efficiency for tests of a hypothesis*, Annals of
//! Mathematical Statistics 23, 1952), and Bernstein's for means.

/// Logarithm of the inverse of the largest probability of an error, which is 1 in 1.3 thousand
/// million, on either side: that of six standard errors of a normal distribution.
const EXTREME: f64 = 21.0;
/// Smallest bound of the error of an exact probability.
const ROUNDING: f64 = 1e-12;

/// Returns whether `count` of `trials` contradict a probability, which may be wrong by `bound`.
///
/// ```
/// use evenodds_core::stats::contradicts_share;
/// assert!(!contradicts_share(5_290, 10_000, 0.5, 0.0));
/// assert!(contradicts_share(5_400, 10_000, 0.5, 0.0));
/// assert!(!contradicts_share(1, 10_000, 1e-6, 0.0) && contradicts_share(2, 10_000, 0.0, 0.0));
/// ```
pub fn contradicts_share(count: u64, trials: u64, probability: f64, bound: f64) -> bool {
    let (n, share) = (trials as f64, count as f64 / trials as f64);
    let bound = bound.max(ROUNDING);
    let near = share.clamp(probability - bound, probability + bound);
    if trials == 0 || near == share {
        return false;
    }
    let term = |of: f64, to: f64| if of > 0.0 { of * (of / to).ln() } else { 0.0 };
    // A negative number is from rounding; an infinite one is impossible.
    let near = near.clamp(0.0, 1.0);
    n * (term(share, near) + term(1.0 - share, 1.0 - near)) > EXTREME
}

/// Returns whether the mean of `trials` values contradicts a distribution, given as values with
/// probabilities, which may be wrong by `bound`.
///
/// ```
/// use evenodds_core::stats::contradicts_mean;
/// let coin = [(0, 0.5), (1, 0.5)];
/// assert!(!contradicts_mean(0.52, 10_000, &coin, 0.0) && contradicts_mean(0.55, 10_000, &coin, 0.0));
/// // One value of a million in 10,000 trials is plausible.
/// let rare = [(0, 1.0 - 1e-6), (1_000_000, 1e-6)];
/// assert!(!contradicts_mean(100.0, 10_000, &rare, 0.0));
/// ```
pub fn contradicts_mean(mean: f64, trials: u64, distribution: &[(i64, f64)], bound: f64) -> bool {
    let Some(exact) = super::exact_moments(distribution) else {
        return false;
    };
    let values = distribution.iter().map(|one| one.0 as f64);
    let farthest = values.clone().map(|value| (value - exact.mean).abs());
    let farthest = farthest.fold(0.0, f64::max);
    let sizes: f64 = values.map(f64::abs).sum();
    let error = bound * sizes + 1e-9 * (1.0 + exact.mean.abs());
    let apart = ((mean - exact.mean).abs() - error).max(0.0);
    let spread = 2.0 * exact.sd * exact.sd + 2.0 / 3.0 * farthest * apart;
    trials > 0 && apart > 0.0 && trials as f64 * apart * apart > EXTREME * spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    /// True values, of samples of 1 to a million trials and probabilities down to 1 in a million,
    /// are never a contradiction; those that are off by ten standard errors always are.
    #[test]
    fn only_wrong_values_are_contradicted() {
        let mut dice = Sampled::new(5, &["sample".to_owned()]);
        for trial in 0..2_000 {
            dice.start(trial);
            let trials = 1 + u64::from(dice.choose(0, 1 << (1 + trial % 12)));
            let sides = 2 + dice.choose(0, 1 << (1 + trial % 20));
            let count = (0..trials).filter(|_| dice.choose(0, sides) == 0).count() as u64;
            let probability = 1.0 / f64::from(sides);
            assert!(!contradicts_share(count, trials, probability, 0.0));
            let values = [(0, 1.0 - probability), (i64::from(sides), probability)];
            let mean = count as f64 / trials as f64 * f64::from(sides);
            assert!(!contradicts_mean(mean, trials, &values, 0.0));
            let error = (probability * (1.0 - probability) / 1e6).sqrt();
            let wrong = ((probability + 10.0 * error) * 1e6).ceil() as u64;
            if probability > 1e-4 {
                assert!(contradicts_share(wrong, 1_000_000, probability, 0.0));
                let mean = wrong as f64 / 1e6 * f64::from(sides);
                assert!(contradicts_mean(mean, 1_000_000, &values, 0.0));
                // An error of the exact value is allowed for.
                assert!(!contradicts_share(
                    wrong,
                    1_000_000,
                    probability,
                    11.0 * error
                ));
            }
        }
    }
}
