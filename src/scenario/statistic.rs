//! Statistics of the results of a contest by name: the share of an outcome, the mean or a quantile of a metric.

use crate::contest::{Contest, Metric};
use crate::document::nearest::nearest;
use crate::sim::QUANTILES;

/// The statistics of a metric by the words of a file.
const WORDS: [&str; 9] = [
    "mean", "sd", "min", "p05", "p25", "p50", "p75", "p95", "max",
];

/// A statistic of results, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The share of an outcome.
    Outcome(String),
    /// A statistic of a metric: (`mean`, `turns`).
    Metric(&'static str, String),
}

/// Another name for it.
pub type Quantity = Statistic;

impl Statistic {
    /// The words for statistics of a metric.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.into_iter()
    }

    /// Reads `mean.turns`: the statistic of a metric.
    ///
    /// # Errors
    /// It begins with none of the [words](Self::words): gives what it does begin with.
    pub fn of_metric(name: &str) -> Result<Self, &str> {
        let (word, metric) = name.split_once('.').unwrap_or((name, ""));
        let known = Self::words().find(|known| *known == word).ok_or(word)?;
        Ok(Self::Metric(known, metric.to_owned()))
    }

    /// Its name, as the file has it: `heroes`, `mean.turns`.
    pub fn name(&self) -> String {
        match self {
            Self::Outcome(outcome) => outcome.clone(),
            Self::Metric(word, metric) => format!("{word}.{metric}"),
        }
    }

    /// The same as a figure; none for the other statistics of a metric.
    pub fn figure(&self) -> Option<Figure> {
        Some(match self {
            Self::Outcome(outcome) => Figure::Share(outcome.clone()),
            Self::Metric("mean", metric) => Figure::Mean(metric.clone()),
            Self::Metric(statistic, metric) => {
                let (word, share) = QUANTILES.iter().find(|(word, _)| word == statistic)?;
                Figure::Quantile(word, *share, metric.clone())
            }
        })
    }
}

/// A statistic that trials bound on both sides however long they go on: what sweeps, searches and targets ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// The share of an outcome, by name.
    Share(String),
    /// The mean of a metric, by name.
    Mean(String),
    /// A quantile of a metric: its word, such as `p50`, the share, and the metric by name.
    Quantile(&'static str, f64, String),
}

impl Figure {
    /// Reads the name of a figure: `heroes`, `mean.turns`, `p50.turns`.
    ///
    /// # Errors
    /// The contest has no such figure; the text says which there are.
    pub fn read(name: &str, contest: &dyn Contest) -> Result<Self, String> {
        let outcomes = contest.outcomes().iter();
        let outcomes: Vec<&str> = outcomes.map(|outcome| outcome.name.as_str()).collect();
        if outcomes.contains(&name) {
            return Ok(Self::Share(name.to_owned()));
        }
        let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
        let metrics: Vec<&str> = metrics.iter().map(String::as_str).collect();
        let not_there = |what: &str, typed: &str, names: &[&str]| {
            let near = nearest(typed, names.iter().copied())
                .map_or_else(String::new, |near| format!(": did you mean {near}?"));
            format!(
                "there is no {what} {typed}{near}; there are {}",
                names.join(", ")
            )
        };
        let statistic = Statistic::of_metric(name)
            .ok()
            .filter(|_| name.contains('.'));
        if let Some(figure) = statistic.and_then(|statistic| statistic.figure()) {
            return match &figure {
                Self::Mean(metric) | Self::Quantile(_, _, metric)
                    if !metrics.contains(&metric.as_str()) =>
                {
                    Err(not_there("metric", metric, &metrics))
                }
                _ => Ok(figure),
            };
        }
        let help = if metrics.contains(&name) {
            format!("of a metric there are mean.{name}, and quantiles such as p50.{name}")
        } else {
            "a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot".to_owned()
        };
        Err(format!("{}; {help}", not_there("outcome", name, &outcomes)))
    }

    /// Its name, as it is typed.
    pub fn name(&self) -> String {
        match self {
            Self::Share(outcome) => outcome.clone(),
            Self::Mean(metric) => format!("mean.{metric}"),
            Self::Quantile(word, _, metric) => format!("{word}.{metric}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_metrics_are_read_by_their_words() {
        for word in Statistic::words() {
            let name = format!("{word}.turns.of.x");
            let statistic = Statistic::of_metric(&name).unwrap();
            assert_eq!(statistic.name(), name);
            let figure = statistic.figure().map(|figure| figure.name());
            let is_figure = !["sd", "min", "max"].contains(&word);
            assert_eq!(figure, is_figure.then_some(name));
        }
        assert_eq!(Statistic::of_metric("median.turns"), Err("median"));
        let outcome = Statistic::Outcome("mean.x".to_owned());
        assert_eq!(outcome.figure(), Some(Figure::Share("mean.x".to_owned())));
    }
}
