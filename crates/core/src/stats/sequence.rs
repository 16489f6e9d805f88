//! Confidence sequences: intervals that are valid at any stopping time.

use super::Interval;

/// Returns the confidence sequence for `successes` in `trials`: the set of all shares *p* with (n +
/// 1) Binom(s; n, p) > `alpha`.
///
/// The probability that the true share is outside at *any* number of trials is at most `alpha`. The
/// likelihood averaged over a uniform prior, divided by the likelihood at the true share, is a
/// martingale of mean 1. It reaches 1 / `alpha` with probability `alpha` at most (Ville's
/// inequality). See Waudby-Smith & Ramdas, *Confidence sequences for sampling without replacement*
/// (`NeurIPS` 2020) and *Estimating means of bounded random variables by betting* (JRSS B 86,
/// 2024); the set itself is due to Robbins, *Statistical methods related to the law of the iterated
/// logarithm* (1970).
///
/// Logarithms are computed by `libm`, since stopping decisions depend on them and must be the same
/// on every machine. Without trials the result is 0 to 1.
///
/// ```
/// use evenodds_core::stats::confidence_sequence;
/// let interval = confidence_sequence(500, 1_000, 0.05);
/// assert!(interval.low > 0.44 && interval.high < 0.56);
/// ```
pub fn confidence_sequence(successes: u64, trials: u64, alpha: f64) -> Interval {
    let (s, n) = (successes as f64, trials as f64);
    let share = if trials == 0 { 0.5 } else { s / n };
    let constant = libm::lgamma(n + 2.0) - libm::lgamma(s + 1.0) - libm::lgamma(n - s + 1.0);
    let bound = libm::log(alpha);
    let inside = |p: f64| {
        let likelihood = term(s, p) + term(n - s, 1.0 - p);
        constant + likelihood > bound
    };
    Interval {
        low: if inside(0.0) {
            0.0
        } else {
            edge(0.0, share, inside)
        },
        high: if inside(1.0) {
            1.0
        } else {
            edge(1.0, share, inside)
        },
    }
}

/// Returns `count` × log(`p`), with 0 × log 0 = 0.
fn term(count: f64, p: f64) -> f64 {
    if count == 0.0 {
        0.0
    } else {
        count * libm::log(p)
    }
}

/// Returns the edge of the set `inside` between a point outside the set and one within it.
pub(super) fn edge(mut outside: f64, mut within: f64, inside: impl Fn(f64) -> bool) -> f64 {
    // The likelihood decreases on both sides of its peak, so bisection finds the only crossing.
    // Sixty steps reach the resolution of an `f64`.
    for _ in 0..60 {
        let middle = f64::midpoint(outside, within);
        if inside(middle) {
            within = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};
    use crate::stats::wilson;
    use evenodds_testing::size;

    #[test]
    fn the_ends_meet_the_definition() {
        for (s, n) in [(0_u32, 10_u32), (3, 10), (10, 10), (250, 1_000)] {
            let interval = confidence_sequence(s.into(), n.into(), 0.05);
            let weight = |p: f64| {
                let ways: f64 = (0..s)
                    .map(|k| f64::from(n - k) / f64::from(k + 1))
                    .product();
                f64::from(n + 1) * ways * p.powi(s as i32) * (1.0 - p).powi((n - s) as i32)
            };
            for end in [interval.low, interval.high] {
                assert!(
                    end == 0.0 || end == 1.0 || (weight(end) / 0.05 - 1.0).abs() < 1e-6,
                    "{s} in {n}: {end}"
                );
            }
        }
    }

    #[test]
    fn it_is_wider_than_an_interval_for_one_look_and_shrinks() {
        let mut width = 1.0;
        for n in [10, 100, 1_000, 100_000, 10_000_000, 1_000_000_000_000] {
            let sequence = confidence_sequence(n / 4, n, 0.05);
            let once = wilson(n / 4, n, 0.95);
            assert!(
                sequence.low <= once.low && once.high <= sequence.high,
                "{n}"
            );
            assert!(sequence.high - sequence.low < width);
            width = sequence.high - sequence.low;
        }
        assert_eq!(
            confidence_sequence(0, 0, 0.05),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
    }

    #[test]
    fn it_misses_at_any_of_many_looks_at_most_as_often_as_alpha() {
        let (runs, most) = size((200, 62), (1_000, 251));
        let mut dice = Sampled::new(2, &["coin".to_owned()]);
        let mut missed = 0;
        for run in 0..runs {
            dice.start(run);
            let mut successes = 0;
            let ever = (1..=400_u64).any(|n| {
                successes += u64::from(dice.die(0, 10) <= 3);
                let interval = confidence_sequence(successes, n, 0.2);
                interval.low > 0.3 || interval.high < 0.3
            });
            missed += u64::from(ever);
        }
        // At most a fifth is expected; the bound is 4 standard errors more.
        assert!(missed <= most, "{missed}");
        assert!(missed > 0, "a bound that never misses proves nothing here");
    }
}
