//! Stopping rules and checkpoint intervals.

use crate::contest::ControlSums;
use crate::stats::confidence_sequence;

/// First number of trials at which the precision is checked.
const FIRST_LOOK: u64 = 1_000;

/// Returns the next number of trials after `trials` at which the precision is checked: 1,000, then
/// a quarter more each time.
///
/// These numbers are fixed, so results do not depend on speed.
///
/// ```
/// use evenodds_core::sim::next_look;
/// assert_eq!(next_look(0), 1_000);
/// assert_eq!(next_look(1_000), 1_250);
/// ```
pub fn next_look(trials: u64) -> u64 {
    let mut look = FIRST_LOOK;
    while look <= trials {
        look = look.saturating_add(look / 4);
    }
    look
}

/// First number of trials at which a run can be saved for resumption.
const FIRST_STOP: u64 = 256;

/// Returns the next number of trials after `trials` at which a run can be saved: 256, then a
/// sixty-fourth more each time, and at least 256 more.
///
/// These numbers are fixed, and close enough together that an interruption loses little work.
///
/// ```
/// use evenodds_core::sim::next_stop;
/// assert_eq!((next_stop(0), next_stop(256), next_stop(64_000_000) - 64_000_000 < 1_000_000), (256, 512, true));
/// ```
pub fn next_stop(trials: u64) -> u64 {
    let mut stop = FIRST_STOP;
    while stop <= trials {
        stop = stop.saturating_add((stop / 64).max(FIRST_STOP));
    }
    stop
}

/// Returns whether the half-width of every outcome's confidence sequence is at most `half_width`.
pub(super) fn precise_enough(
    counts: &[u64],
    control: Option<&ControlSums>,
    alpha: f64,
    half_width: f64,
) -> bool {
    if let Some(sums) = control {
        let bet = sums.bet();
        let mut shares = sums.shares(counts).into_iter();
        return shares.all(|share| share.sequence(alpha, bet).half_width() <= half_width);
    }
    let trials = counts.iter().sum();
    counts
        .iter()
        .all(|&count| confidence_sequence(count, trials, alpha).half_width() <= half_width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_by_a_quarter_from_any_start() {
        let mut looks = vec![next_look(0)];
        for _ in 0..60 {
            looks.push(next_look(looks[looks.len() - 1]));
        }
        assert!(
            looks
                .windows(2)
                .all(|pair| pair[1] == pair[0] + pair[0] / 4)
        );
        assert_eq!(next_look(1_100), 1_250);
    }

    #[test]
    fn precision_applies_to_every_outcome() {
        assert!(!precise_enough(&[0, 0], None, 0.05, 0.4));
        assert!(precise_enough(&[500_000, 500_000], None, 0.05, 0.003));
        assert!(!precise_enough(&[500_000, 500_000], None, 0.05, 0.001));
        assert!(precise_enough(&[0, 1_000_000], None, 0.05, 0.001));
    }
}
