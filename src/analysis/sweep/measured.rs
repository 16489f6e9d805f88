//! What a figure is in one setting.

use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, Exact, Scale};
use crate::scenario::Quantity;
use crate::sim::{Results, StopReason};
use crate::stats::Interval;

/// A figure with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Its value: the exact one where it is known, else that of the trials.
    pub value: f64,
    /// Lower end of its interval; that of the solver where the value is exact, the value itself where
    /// it is a quantile, of which results know no interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether the value is exact.
    pub exact: bool,
    /// Whether it is a share, to be read in percent.
    pub share: bool,
    /// What the trials say, where the value is exact and there were some: value, lower and upper end.
    pub sampled: Option<(f64, f64, f64)>,
}

impl Measured {
    /// The figure out of results. Where there is an exact answer beside trials that has the figure, it
    /// comes first. `None` where results do not have the figure, or nothing was counted.
    pub fn of(
        figure: &Quantity,
        contest: &dyn Contest,
        exact: Option<&Exact>,
        results: &Results,
    ) -> Option<Self> {
        let statistic = Statistic::of(figure, contest)?;
        let (value, interval) = statistic.told(contest, results)?;
        let Interval { low, high } = interval.unwrap_or(Interval::point(value));
        let told = Self {
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
        let solved = exact.filter(|_| !told.exact);
        let Some(Interval { low, high }) = solved.and_then(|exact| statistic.exact(contest, exact))
        else {
            return Some(told);
        };
        Some(Self {
            value: f64::midpoint(low, high),
            low,
            high,
            exact: true,
            sampled: Some((told.value, told.low, told.high)),
            ..told
        })
    }
}
