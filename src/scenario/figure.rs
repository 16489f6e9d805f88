//! Figures of a contest by name: the share of an outcome, the mean or a quantile of a metric.

use crate::contest::{Contest, Metric};
use crate::document::nearest;

/// The quantiles of a metric that can be asked for.
const QUANTILES: [(&str, f64); 5] = [
    ("p05", 0.05),
    ("p25", 0.25),
    ("p50", 0.5),
    ("p75", 0.75),
    ("p95", 0.95),
];

/// A figure of a contest.
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
        let outcomes = contest.outcomes();
        if outcomes.iter().any(|outcome| outcome.name == name) {
            return Ok(Self::Share(name.to_owned()));
        }
        let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
        let near = |typed: &str, names: &[&str]| {
            nearest::nearest(typed, names.iter().copied())
                .map_or_else(String::new, |near| format!(": did you mean {near}?"))
        };
        let metric_names: Vec<&str> = metrics.iter().map(String::as_str).collect();
        if let Some((word, metric)) = name.split_once('.') {
            let quantile = QUANTILES.iter().find(|(known, _)| *known == word);
            if word == "mean" || quantile.is_some() {
                if !metric_names.contains(&metric) {
                    return Err(format!(
                        "there is no metric {metric}{}; there are {}",
                        near(metric, &metric_names),
                        metric_names.join(", ")
                    ));
                }
                return Ok(match quantile {
                    Some((word, share)) => Self::Quantile(word, *share, metric.to_owned()),
                    None => Self::Mean(metric.to_owned()),
                });
            }
        }
        let names: Vec<&str> = outcomes
            .iter()
            .map(|outcome| outcome.name.as_str())
            .collect();
        let help = if metric_names.contains(&name) {
            format!("; of a metric there are mean.{name}, and quantiles such as p50.{name}")
        } else {
            "; a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot".to_owned()
        };
        Err(format!(
            "there is no outcome {name}{}; there are {}{help}",
            near(name, &names),
            names.join(", ")
        ))
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
