//! Named statistics of results: the share of an outcome, or the mean or a quantile of a metric.

use crate::contest::{Contest, MainFigure, Metric};
use crate::document::nearest::nearest;
use crate::document::unknown;
use crate::sim::{QUANTILES, Results, metric_named};
use crate::stats::{Figure, FigureKind, Interval};

/// Names of the statistics of a metric in files.
const WORDS: [&str; 9] = [
    "mean", "sd", "min", "p05", "p25", "p50", "p75", "p95", "max",
];

/// A statistic of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The share of an outcome, or of all successes, which have one name together.
    Outcome(String),
    /// A statistic of a metric, such as (`mean`, `turns`).
    Metric(&'static str, String),
}

impl Quantity {
    /// Returns the main figure of a contest: that with which its results begin, as far as it is the
    /// same for all settings; else the share of the first outcome. `None` without outcomes.
    pub fn main(contest: &dyn Contest) -> Option<Self> {
        let description = contest.description();
        if let MainFigure::Metric(name) = &description.main {
            return Some(Self::Metric("mean", name.clone()));
        }
        Self::main_share(contest)
    }

    /// Returns the main share of a contest: that of its successes, else of the first outcome.
    pub fn main_share(contest: &dyn Contest) -> Option<Self> {
        let description = contest.description();
        if let Some(successes) = description.added_successes() {
            return Some(Self::Outcome(successes.name));
        }
        let first = match &description.main {
            MainFigure::Successes(successes) => successes.first().copied(),
            _ => None,
        };
        let outcome = contest.outcomes().get(first.unwrap_or(0))?;
        Some(Self::Outcome(outcome.name.clone()))
    }

    /// Returns the names of the statistics of a metric.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.into_iter()
    }

    /// Parses a statistic of a metric, such as `mean.turns`.
    ///
    /// # Errors
    /// Returns the first word of the name if it is not one of the [words](Self::words).
    pub fn of_metric(name: &str) -> Result<Self, &str> {
        let (word, metric) = name.split_once('.').unwrap_or((name, ""));
        let known = Self::words().find(|known| *known == word).ok_or(word)?;
        Ok(Self::Metric(known, metric.to_owned()))
    }

    /// Returns the name in files, such as `heroes` or `mean.turns`.
    pub fn name(&self) -> String {
        match self {
            Self::Outcome(outcome) => outcome.clone(),
            Self::Metric(word, metric) => format!("{word}.{metric}"),
        }
    }

    /// Returns whether the statistic is a share, a mean or a quantile. Their intervals shrink on
    /// both sides with more trials, as sweeps, searches and targets require.
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Outcome(_) => true,
            Self::Metric(word, _) => *word == "mean" || self.quantile().is_some(),
        }
    }

    /// Returns the level of a quantile, from 0 to 1; `None` for other statistics.
    pub fn quantile(&self) -> Option<f64> {
        let Self::Metric(statistic, _) = self else {
            return None;
        };
        let found = QUANTILES.iter().find(|(word, _)| word == statistic);
        found.map(|(_, share)| *share)
    }

    /// Returns the statistic in results; only those of shares and means have an interval, the others
    /// have a point. Returns `None` if the results lack the statistic or have no data.
    pub fn figure(&self, results: &Results) -> Option<Figure> {
        let (word, name) = match self {
            Self::Outcome(name) => {
                return results.outcome_named(name)?.share;
            }
            Self::Metric(word, name) => (*word, name),
        };
        // Exact results lack metrics that are not solved.
        let metric = metric_named(&results.metrics, name)?;
        let value = match word {
            "mean" => return metric.mean,
            "sd" => metric.sd?,
            "min" => metric.min? as f64,
            "max" => metric.max? as f64,
            word => metric.quantile(word)? as f64,
        };
        let interval = Interval::point(value);
        Some(Figure::read(
            FigureKind::Mean,
            value,
            interval,
            results.trials,
        ))
    }

    /// Parses the name of a [bounded](Self::is_bounded) statistic: `heroes`, `mean.turns`,
    /// `p50.turns`.
    ///
    /// # Errors
    /// Returns a list of the existing statistics if the contest has no such statistic.
    pub fn read(name: &str, contest: &dyn Contest) -> Result<Self, String> {
        let outcomes = contest.outcomes().iter();
        let outcomes: Vec<&str> = outcomes.map(|outcome| outcome.name.as_str()).collect();
        let successes = contest.description().added_successes();
        if outcomes.contains(&name) || successes.is_some_and(|all| all.name == name) {
            return Ok(Self::Outcome(name.to_owned()));
        }
        let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
        let metrics: Vec<&str> = metrics.iter().map(String::as_str).collect();
        let statistic = Self::of_metric(name).ok();
        let statistic = statistic.filter(|one| name.contains('.') && one.is_bounded());
        if let Some(Self::Metric(word, metric)) = statistic {
            return if metrics.contains(&metric.as_str()) {
                Ok(Self::Metric(word, metric))
            } else {
                Err(unknown_metric(&metric, contest))
            };
        }
        let unknown = unknown("outcome", name, &outcomes);
        if metrics.contains(&name) {
            return Err(format!(
                "{unknown}; for the metric, use mean.{name} or a quantile such as p50.{name}"
            ));
        }
        let is_near = nearest(name, outcomes.iter().copied()).is_some();
        Err(if is_near {
            unknown
        } else {
            format!("{unknown}; for a metric, use mean.NAME or a quantile such as p50.NAME")
        })
    }
}

/// Returns the message for an unknown metric: the nearest one, or all of them.
pub fn unknown_metric(typed: &str, contest: &dyn Contest) -> String {
    const FEW: usize = 8;
    let metrics = contest.metrics();
    let names: Vec<String> = metrics.iter().map(Metric::name).collect();
    let all = folded(metrics);
    match nearest(typed, names.iter().map(String::as_str)) {
        Some(near) if names.len() > FEW => {
            format!(
                "unknown metric {typed}; did you mean {near}? `evenodds list KIND --all` lists all"
            )
        }
        Some(near) => {
            format!("unknown metric {typed}; did you mean {near}? The metrics are {all}")
        }
        None => format!("unknown metric {typed}; the metrics are {all}"),
    }
}

/// Lists metrics by name, grouped by subjects: `turns; taken_out, retreated of Dirk, Emily (as in
/// taken_out.Dirk)`.
fn folded(metrics: &[Metric]) -> String {
    let mut bases: Vec<(&str, Vec<&str>)> = Vec::new();
    for metric in metrics {
        match bases.iter_mut().find(|(base, _)| *base == metric.base) {
            Some((_, subjects)) => subjects.push(&metric.subject),
            None => bases.push((metric.base, vec![&metric.subject])),
        }
    }
    let groups = bases.chunk_by(|(_, one), (_, other)| one == other);
    let groups = groups.map(|group| {
        let names: Vec<&str> = group.iter().map(|(base, _)| *base).collect();
        let (names, subjects) = (names.join(", "), group[0].1.as_slice());
        match subjects {
            [""] => names,
            _ => format!("{names} of {}", subjects.join(", ")),
        }
    });
    let all = groups.collect::<Vec<_>>().join("; ");
    let example = metrics.iter().find(|metric| !metric.subject.is_empty());
    example.map_or(all.clone(), |one| format!("{all} (as in {})", one.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;

    #[test]
    fn metrics_of_the_same_subjects_are_listed_together() {
        let scenario = open("@duel", &[]).unwrap();
        let error = Quantity::read("mean.foo", scenario.contest.as_ref()).unwrap_err();
        insta::assert_snapshot!(error, @"unknown metric foo; the metrics are turns, rerolls, lots; standing, party_lost, anyone_lost of red, blue; left_standing, taken_out, retreated, turns_taken, opponents_taken_out of Rosa, Basil (as in standing.red)");
    }

    #[test]
    fn statistics_of_metrics_are_read_by_their_words() {
        for word in Quantity::words() {
            let name = format!("{word}.turns.of.x");
            let statistic = Quantity::of_metric(&name).unwrap();
            assert_eq!(statistic.name(), name);
            let is_bounded = !["sd", "min", "max"].contains(&word);
            assert_eq!(statistic.is_bounded(), is_bounded);
        }
        assert_eq!(Quantity::of_metric("median.turns"), Err("median"));
        let median = Quantity::of_metric("p50.turns").unwrap();
        assert_eq!(median.quantile(), Some(0.5));
    }
}
