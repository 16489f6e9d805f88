//! Sparkline of a share over the runs of a history.

use super::listed::HistoryShares;
use super::text::{clean, percent};
use std::fmt::Write as _;

/// Size of the drawing and the margin for the dot at its last point, in SVG units.
const SIZE: (f64, f64) = (90.0, 20.0);
const MARGIN: f64 = 3.0;

/// Data of the sparkline template.
pub(super) struct Sparkline {
    /// Accessible description of the line.
    pub label: String,
    /// Points of the line in SVG syntax.
    pub line: String,
    /// Outline of the intervals in SVG syntax.
    pub band: String,
    /// Coordinates of the last point.
    pub last: (String, String),
}

impl Sparkline {
    /// Draws the shares of runs. The width spans all runs, so that the lines of all rows align. The
    /// height spans all intervals, so that insignificant changes look small.
    pub fn of(nightly: &HistoryShares) -> Option<Self> {
        let known = nightly.shares.iter().enumerate();
        let known = known.filter_map(|(night, share)| {
            let share = (*share)?;
            let low = nightly.low[night].unwrap_or(share);
            let high = nightly.high[night].unwrap_or(share);
            Some((night, [low, share, high]))
        });
        let known: Vec<(usize, [f64; 3])> = known.collect();
        let last = known.last()?;
        let all = || known.iter().flat_map(|one| one.1);
        let bottom = all().fold(f64::INFINITY, f64::min);
        let top = all().fold(f64::NEG_INFINITY, f64::max);
        let across = |night: usize| {
            let last = nightly.shares.len().saturating_sub(1).max(1);
            MARGIN + (SIZE.0 - 2.0 * MARGIN) * night as f64 / last as f64
        };
        // A constant share is drawn in the middle.
        let up = |share: f64| {
            let part = if top > bottom {
                (share - bottom) / (top - bottom)
            } else {
                0.5
            };
            SIZE.1 - MARGIN - (SIZE.1 - 2.0 * MARGIN) * part
        };
        let mut line = String::new();
        let mut band = String::new();
        for &(night, [low, share, _]) in &known {
            // Writing to a String cannot fail.
            let _ = write!(line, "{:.1},{:.1} ", across(night), up(share));
            let _ = write!(band, "{:.1},{:.1} ", across(night), up(low));
        }
        for &(night, [_, _, high]) in known.iter().rev() {
            let _ = write!(band, "{:.1},{:.1} ", across(night), up(high));
        }
        let shares = || known.iter().map(|one| one.1[1]);
        let label = format!(
            "{} runs: {}; {} between {} and {}, last {}{}",
            known.len(),
            nightly.change.line(),
            clean(&nightly.outcome),
            percent(shares().fold(f64::INFINITY, f64::min), 1),
            percent(shares().fold(f64::NEG_INFINITY, f64::max), 1),
            // An exact share has no interval and may differ from the sampled shares.
            if last.1[0] < last.1[2] {
                ""
            } else {
                "exactly "
            },
            percent(last.1[1], 1),
        );
        Some(Self {
            label,
            line: line.trim_end().to_owned(),
            band: band.trim_end().to_owned(),
            last: (
                format!("{:.1}", across(last.0)),
                format!("{:.1}", up(last.1[1])),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::listed::OutcomeChange;
    use super::*;
    use crate::analysis::ChangeVerdict;

    fn nightly(shares: &[Option<f64>], doubt: f64) -> HistoryShares {
        let moved = |by: f64| shares.iter().map(|share| Some((*share)? + by)).collect();
        HistoryShares {
            outcome: "heroes-of-old".to_owned(),
            shares: shares.to_vec(),
            low: moved(-doubt),
            high: moved(doubt),
            change: OutcomeChange {
                verdict: ChangeVerdict::Changed,
                was: Some(0.5),
                difference: Some(-0.25),
                low: Some(-0.3),
                high: Some(0.000_1),
                p: Some(0.01),
            },
        }
    }

    #[test]
    fn a_sparkline_spans_the_range_of_its_shares() {
        let course = Sparkline::of(&nightly(&[Some(0.5), None, Some(0.25)], 0.0)).unwrap();
        assert_eq!(course.line, "3.0,3.0 87.0,17.0");
        assert_eq!(course.last, ("87.0".to_owned(), "17.0".to_owned()));
        assert_eq!(
            course.label,
            "2 runs: \u{2212}25.0 points (\u{2212}30.0 to 0.0), was 50.0%; \
             heroes-of-old between 25.0% and 50.0%, last exactly 25.0%"
        );
    }

    #[test]
    fn insignificant_changes_look_small_and_a_constant_share_is_level() {
        let course = Sparkline::of(&nightly(&[Some(0.5), Some(0.501)], 0.05)).unwrap();
        assert_eq!(course.line, "3.0,10.1 87.0,9.9");
        assert_eq!(course.band, "3.0,17.0 87.0,16.9 87.0,3.0 3.0,3.1");
        let level = Sparkline::of(&nightly(&[Some(0.5), Some(0.5)], 0.0)).unwrap();
        assert_eq!(level.line, "3.0,10.0 87.0,10.0");
        assert!(Sparkline::of(&nightly(&[None, None], 0.0)).is_none());
    }
}
