//! The definition of a figure: a statistic of an outcome or a metric.

use crate::contest::{Contest, ExactDistribution, Metric, Scale};
use crate::scenario::Quantity;
use crate::stats::{Figure, FigureKind, Interval, exact_moments, exact_quantile};

/// A statistic of an outcome or a metric, each by its index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    /// The share of an outcome.
    Share(usize),
    /// The mean of a yes-or-no metric, as a share.
    Yes(usize),
    /// The mean of a metric.
    Mean(usize),
    /// The standard deviation of a metric.
    Deviation(usize),
    /// A quantile of a metric: the index, the name such as `p50`, and the probability.
    Quantile(usize, &'static str, f64),
    /// The lowest value of a metric.
    Lowest(usize),
    /// The highest value of a metric.
    Highest(usize),
}

impl Statistic {
    /// Returns the statistic of a figure; `None` if the contest does not have it. The mean of a
    /// yes-or-no metric is treated like any other mean.
    pub fn of(figure: &Quantity, contest: &dyn Contest) -> Option<Self> {
        Some(match Self::expected(figure, contest)? {
            Self::Yes(metric) => Self::Mean(metric),
            statistic => statistic,
        })
    }

    /// Returns the statistic of an expectation; `None` if the contest does not have it.
    pub fn expected(quantity: &Quantity, contest: &dyn Contest) -> Option<Self> {
        let (word, name) = match quantity {
            Quantity::Outcome(name) => return Some(Self::Share(outcome(contest, name)?)),
            Quantity::Metric(word, name) => (*word, name),
        };
        let metric = metric(contest, name)?;
        Some(match word {
            "mean" if contest.metrics()[metric].scale == Scale::YesNo => Self::Yes(metric),
            "mean" => Self::Mean(metric),
            "sd" => Self::Deviation(metric),
            "min" => Self::Lowest(metric),
            "max" => Self::Highest(metric),
            word => Self::Quantile(metric, word, quantity.quantile()?),
        })
    }

    /// Returns what its figures measure.
    pub fn kind(self) -> FigureKind {
        match self {
            Self::Share(_) | Self::Yes(_) => FigureKind::Share,
            _ => FigureKind::Mean,
        }
    }

    /// Returns the index of its metric; `None` for an outcome.
    pub fn metric(self) -> Option<usize> {
        match self {
            Self::Share(_) => None,
            Self::Yes(metric)
            | Self::Mean(metric)
            | Self::Deviation(metric)
            | Self::Quantile(metric, ..)
            | Self::Lowest(metric)
            | Self::Highest(metric) => Some(metric),
        }
    }

    /// Returns the exact figure, if the solver has it.
    pub fn exact(self, contest: &dyn Contest, exact: &ExactDistribution) -> Option<Figure> {
        if let Self::Share(outcome) = self {
            let share = exact.outcomes[outcome];
            let low = (share - exact.bound).max(0.0);
            let interval = Interval::new(low, (share + exact.bound).min(1.0));
            return Some(Figure::solved(FigureKind::Share, interval));
        }
        // The solver's bound on probabilities applies to no other statistic.
        if exact.bound > 0.0 {
            return None;
        }
        let metric = self.metric()?;
        let solved = exact.metrics.iter().find(|one| one.metric == metric)?;
        let about = &contest.metrics()[metric];
        let mut shares = solved.overall();
        if about.never.is_some() {
            shares = about.distribution(&shares).1;
        }
        // A metric that is never measured has no figure.
        if shares.is_empty() {
            return None;
        }
        let mut possible = shares.iter().filter(|&&(_, share)| share > 0.0).copied();
        let value = match self {
            Self::Deviation(_) => exact_moments(&possible.collect::<Vec<_>>())?.sd,
            Self::Quantile(_, _, share) => exact_quantile(&shares, share)? as f64,
            Self::Lowest(_) => possible.next()?.0 as f64,
            Self::Highest(_) => possible.last()?.0 as f64,
            _ => {
                let parts = shares.iter().map(|&(value, share)| value as f64 * share);
                parts.sum()
            }
        };
        Some(Figure::exact(self.kind(), value))
    }
}

fn outcome(contest: &dyn Contest, name: &str) -> Option<usize> {
    let mut outcomes = contest.outcomes().iter();
    outcomes.position(|one| one.name == name)
}

fn metric(contest: &dyn Contest, name: &str) -> Option<usize> {
    let mut metrics = contest.metrics().iter().map(Metric::name);
    metrics.position(|metric| metric == name)
}

/// Returns the event of a share's outcome, as a clause; empty for figures of metrics.
pub fn phrase(figure: &Quantity, contest: &dyn Contest) -> String {
    match Statistic::of(figure, contest) {
        Some(Statistic::Share(outcome)) => contest.outcomes()[outcome].phrase.clone(),
        _ => String::new(),
    }
}
