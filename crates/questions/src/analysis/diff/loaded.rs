//! Results read from a file, reduced to the compared figures.

use crate::analysis::ExpectationResult;
use crate::sim::{RESULTS_FORMAT, ScenarioIdentity};
use crate::stats::{Figure, FigureKind, Interval};
use serde::Deserialize;

/// Results of a scenario on one side of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedScenario {
    /// The scenario; without a hash if the file was not a valid scenario.
    pub scenario: ScenarioIdentity,
    /// Name of its report folder, if the results are from a report.
    pub folder: Option<String>,
    /// The random seed.
    pub seed: u64,
    /// Number of trials; 0 if solved.
    pub trials: u64,
    /// Figures of the scenario by name.
    pub figures: Vec<(String, Figure)>,
    /// Results of its expectations, if known.
    pub expectations: Vec<ExpectationResult>,
    /// Error message for a file that is not a valid scenario.
    pub fault: Option<String>,
    /// Path of a file that reproduces the results, if there is one.
    pub file: Option<String>,
}

/// Error of reading results.
#[derive(Debug, thiserror::Error)]
pub enum LoadedError {
    /// The text is not JSON, or not the JSON of results.
    #[error(
        "it has no results; expected `results.json` of a report, or the output of `run` or \
         `exact` with --format json"
    )]
    Other(serde_json::Error),
    /// The file has another format version.
    #[error("it has format {0}; expected format {RESULTS_FORMAT}")]
    Format(u32),
}

#[derive(Deserialize)]
struct LoadedFile {
    format: u32,
    scenario: ScenarioIdentity,
    seed: u64,
    trials: u64,
    outcomes: Vec<LoadedOutcome>,
    metrics: Vec<LoadedMetric>,
    given: Option<LoadedConditions>,
}

#[derive(Deserialize)]
struct LoadedConditions {
    conditions: Vec<String>,
}

#[derive(Deserialize)]
struct LoadedOutcome {
    name: String,
    share: f64,
    low: f64,
    high: f64,
    exact: Option<f64>,
}

#[derive(Deserialize)]
struct LoadedMetric {
    name: String,
    unit: String,
    count: Option<u64>,
    mean: Option<f64>,
    sd: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// The unit of metrics with the values 0 and 1.
const TRUTH: &str = "yes or no";

impl LoadedScenario {
    /// Parses results from JSON: an object for one scenario, or an array for more.
    ///
    /// # Errors
    /// Fails if the text is not the JSON of results.
    pub fn read(text: &str) -> Result<Vec<Self>, LoadedError> {
        let is_array = text.trim_start().starts_with('[');
        let files: Vec<LoadedFile> = if is_array {
            serde_json::from_str(text).map_err(LoadedError::Other)?
        } else {
            vec![serde_json::from_str(text).map_err(LoadedError::Other)?]
        };
        if let Some(other) = files.iter().find(|file| file.format != RESULTS_FORMAT) {
            return Err(LoadedError::Format(other.format));
        }
        Ok(files.into_iter().map(Self::from).collect())
    }

    /// Returns an entry for a file that is not a valid scenario.
    pub fn faulty(path: &str, fault: &str) -> Self {
        Self {
            scenario: ScenarioIdentity {
                path: path.to_owned(),
                ..ScenarioIdentity::default()
            },
            fault: Some(fault.to_owned()),
            ..Self::default()
        }
    }
}

impl From<LoadedFile> for LoadedScenario {
    fn from(file: LoadedFile) -> Self {
        let trials = file.trials;
        let outcomes = file.outcomes.into_iter().map(|one| {
            let interval = Interval::new(one.low, one.high);
            let figure = Figure::read(FigureKind::Share, one.share, interval, trials);
            (one.name, figure.or_exact(one.exact))
        });
        let metrics = file.metrics.into_iter().filter_map(|one| {
            let mean = one.mean?;
            // Without an interval, only the figure itself is compared.
            let low = one.low.unwrap_or(f64::NEG_INFINITY);
            let interval = Interval::new(low, one.high.unwrap_or(f64::INFINITY));
            let figure = if one.unit == TRUTH {
                Figure::read(FigureKind::Share, mean, interval, trials)
            } else {
                let count = one.count.unwrap_or(trials);
                Figure {
                    standard_error: (count > 0).then_some(one.sd? / (count as f64).sqrt()),
                    ..Figure::read(FigureKind::Mean, mean, interval, count)
                }
            };
            Some((format!("mean.{}", one.name), figure))
        });
        let mut scenario = file.scenario;
        // Figures of the trials that meet conditions are those of another question.
        if let Some(given) = file.given {
            let conditions = format!(" where {}", given.conditions.join(" and "));
            scenario.path.push_str(&conditions);
            scenario.hash.push_str(&conditions);
        }
        Self {
            figures: outcomes.chain(metrics).collect(),
            scenario,
            seed: file.seed,
            trials,
            ..Self::default()
        }
    }
}
