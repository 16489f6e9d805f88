//! The definition of a figure: a statistic of an outcome or a metric.

use crate::contest::{Contest, ExactDistribution, MainFigure, Metric, Outcome, Scale};
use crate::scenario::Quantity;
use crate::stats::{Figure, FigureKind, Interval, exact_moments, exact_quantile};

/// An event whose share is a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An outcome, by index.
    Outcome(usize),
    /// Any of the successes of a contest that adds them up.
    Success,
}

impl Event {
    /// Returns the event of a name; `None` if the contest does not have it.
    pub fn named(name: &str, contest: &dyn Contest) -> Option<Self> {
        let mut outcomes = contest.outcomes().iter();
        let outcome = outcomes.position(|one| one.name == name);
        let successes = || contest.description().added_successes();
        match outcome {
            Some(outcome) => Some(Self::Outcome(outcome)),
            None => successes()
                .filter(|all| all.name == name)
                .map(|_| Self::Success),
        }
    }

    /// Returns the indices of the outcomes of the event.
    pub fn outcomes(self, contest: &dyn Contest) -> Vec<usize> {
        match (self, &contest.description().main) {
            (Self::Outcome(outcome), _) => vec![outcome],
            (Self::Success, MainFigure::Successes(successes)) => successes.clone(),
            (Self::Success, _) => Vec::new(),
        }
    }

    /// Returns the event as one outcome.
    fn outcome(self, contest: &dyn Contest) -> Option<Outcome> {
        match self {
            Self::Outcome(outcome) => contest.outcomes().get(outcome).cloned(),
            Self::Success => contest.description().added_successes(),
        }
    }
}

/// A statistic of an outcome or a metric, each by its index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    /// The share of an event.
    Share(Event),
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
            Quantity::Outcome(name) => return Some(Self::Share(Event::named(name, contest)?)),
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

    /// Returns the index of its metric; `None` for a share.
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
        if let Self::Share(event) = self {
            let outcomes = event.outcomes(contest);
            let bound = exact.bound * outcomes.len() as f64;
            let share: f64 = outcomes
                .iter()
                .map(|&outcome| exact.outcomes[outcome])
                .sum();
            let share = share.min(1.0);
            let interval = Interval::new((share - bound).max(0.0), (share + bound).min(1.0));
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

fn metric(contest: &dyn Contest, name: &str) -> Option<usize> {
    let mut metrics = contest.metrics().iter().map(Metric::name);
    metrics.position(|metric| metric == name)
}

/// Returns the event of a share as a clause; empty for figures of metrics.
pub fn phrase(figure: &Quantity, contest: &dyn Contest) -> String {
    let outcome = match Statistic::of(figure, contest) {
        Some(Statistic::Share(event)) => event.outcome(contest),
        _ => None,
    };
    outcome.map_or_else(String::new, |outcome| outcome.clause())
}
