//! The value of a figure in one setting.

use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, ExactDistribution, Scale};
use crate::scenario::Quantity;
use crate::sim::{Results, StopReason};
use crate::stats::Interval;

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The exact value if known, else the estimate from the trials.
    pub value: f64,
    /// Lower end of its interval: the solver's if the value is exact, the value itself for a
    /// quantile, which has no interval in results.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// Whether the value is exact.
    pub exact: bool,
    /// Whether the figure is a share, shown in percent.
    pub share: bool,
    /// Value, lower and upper end from the trials, if the value is exact and there were trials too.
    pub sampled: Option<(f64, f64, f64)>,
}

impl Measured {
    /// Returns a figure from results, or from the exact answer if that has the figure. `None` if
    /// the results lack it, or without data.
    pub fn of(
        figure: &Quantity,
        contest: &dyn Contest,
        exact: Option<&ExactDistribution>,
        results: &Results,
    ) -> Option<Self> {
        let statistic = Statistic::of(figure, contest)?;
        let (value, interval) = statistic.measured_value(contest, results)?;
        let Interval { low, high } = interval.unwrap_or(Interval::point(value));
        let measured = Self {
            value,
            low,
            high,
            exact: results.stopped == StopReason::Exact,
            share: match statistic {
                Statistic::Share(_) => true,
                Statistic::Mean(metric) => contest.metrics()[metric].scale == Scale::YesNo,
                _ => false,
            },
            sampled: None,
        };
        let solved = exact.filter(|_| !measured.exact);
        let Some(Interval { low, high }) = solved.and_then(|exact| statistic.exact(contest, exact))
        else {
            return Some(measured);
        };
        Some(Self {
            value: f64::midpoint(low, high),
            low,
            high,
            exact: true,
            sampled: Some((measured.value, measured.low, measured.high)),
            ..measured
        })
    }
}
