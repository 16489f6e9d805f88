//! The content of an index, with summary sentences, as JSON.

use super::summary::Summary;
use super::text::{counted, joined, numbered};
use crate::analysis::{ChangeVerdict, ExpectationResult, Verdict};
use crate::document::{self, printable_json};
use crate::sim::RESULTS_FORMAT;
use serde::{Deserialize, Serialize};

/// Shares of an outcome over runs; `None` for a run without the outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HistoryShares {
    /// Name of the outcome.
    pub outcome: String,
    /// Share in each run that the index lists.
    pub shares: Vec<Option<f64>>,
    /// Lower ends of the intervals of the shares.
    pub low: Vec<Option<f64>>,
    /// Upper ends of the intervals of the shares.
    pub high: Vec<Option<f64>>,
    /// Change from the first to the last of these shares.
    pub change: OutcomeChange,
}

/// Change of the first outcome of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeChange {
    /// Verdict of [`diff`](crate::analysis::diff).
    pub verdict: ChangeVerdict,
    /// Share of the first outcome in the earlier index.
    pub was: Option<f64>,
    /// Difference of the shares, current minus earlier.
    pub difference: Option<f64>,
    /// Lower end of the 95% interval of the difference.
    pub low: Option<f64>,
    /// Upper end of the 95% interval of the difference.
    pub high: Option<f64>,
    /// P-value of the difference, corrected for the number of scenarios by Holm's method.
    pub p: Option<f64>,
}

/// All reports of a call. Comparisons with other calls are written to JSON but not read back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    #[serde(skip_deserializing)]
    format: u32,
    #[serde(skip_deserializing)]
    tool: &'static str,
    /// Reports in the order of the scenarios.
    pub reports: Vec<ListedScenario>,
    /// Files that are in an earlier index but not in this one; `None` without a comparison.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<String>>,
    /// Labels of the last runs of a history, if there is one.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub nights: Option<Vec<String>>,
}

/// Result of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedScenario {
    /// Path as given on the command line or found in a folder.
    pub path: String,
    /// Folder of its report beside the index, if there is one.
    pub folder: Option<String>,
    /// Summary from its report.
    pub summary: Option<Summary>,
    /// Error message in place of a report.
    pub failure: Option<String>,
    /// Change since an earlier report, if compared.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub since: Option<OutcomeChange>,
    /// Trend over the last runs, if there are at least two.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub nightly: Option<HistoryShares>,
}

impl ListedScenario {
    /// Returns the summary of the report; `None` if the file is not a valid scenario.
    pub(super) fn valid_summary(&self) -> Option<&Summary> {
        let summary = self.summary.as_ref();
        summary.filter(|summary| summary.fault.is_none())
    }

    /// Returns the error message of a scenario without a report.
    pub(super) fn problem(&self) -> Option<&str> {
        let summary = self.summary.as_ref();
        let fault = summary.and_then(|found| found.fault.as_deref());
        fault.or(self.failure.as_deref())
    }

    /// Returns whether any expectation fails or is undecided.
    pub fn is_broken(&self) -> bool {
        let mut expectations = self.expectations().iter();
        expectations.any(|one| one.verdict != Verdict::Holds)
    }

    /// Returns the results of the expectations; empty without a report.
    pub(super) fn expectations(&self) -> &[ExpectationResult] {
        let summary = self.summary.as_ref();
        summary.map_or(&[], |found| &found.expectations)
    }
}

impl Listed {
    /// Returns a list of reports without comparisons.
    pub fn new(reports: Vec<ListedScenario>) -> Self {
        Self {
            format: RESULTS_FORMAT,
            tool: env!("CARGO_PKG_VERSION"),
            reports,
            gone: None,
            nights: None,
        }
    }

    /// Reads `index.json` of an earlier call.
    ///
    /// # Errors
    /// Fails if the text is not such an index.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Yields the path of each scenario, its report folder and its summary.
    pub fn scenarios(&self) -> impl Iterator<Item = (&str, Option<&str>, Option<&Summary>)> {
        let reports = self.reports.iter();
        reports.map(|one| (&*one.path, one.folder.as_deref(), one.summary.as_ref()))
    }

    /// Returns JSON with the content of the index.
    pub fn json(&self) -> String {
        // Plain data without maps always converts to JSON.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        printable_json(&text).into_owned()
    }

    /// Returns the number of reports, in words: `300 reports, and 2 files without one`.
    pub fn in_short(&self) -> String {
        let without = |entry: &&ListedScenario| entry.problem().is_some();
        let faulty = self.reports.iter().filter(without).count();
        let reports = counted((self.reports.len() - faulty) as u64, "report");
        match faulty as u64 {
            0 => reports,
            faulty => format!("{reports}, and {} without one", counted(faulty, "file")),
        }
    }

    /// Returns the number of expectations by verdict, in a sentence; empty if there are none.
    pub fn expected(&self) -> String {
        let result = || self.reports.iter().flat_map(ListedScenario::expectations);
        let count = |verdict| result().filter(|result| result.verdict == verdict).count();
        let all = result().count();
        if all == 0 {
            return String::new();
        }
        let hold = document::counted(count(Verdict::Holds) as u64, "holds", "hold");
        let others = numbered([
            (count(Verdict::Fails), "fails", "fail"),
            (count(Verdict::Undecided), "is undecided", "are undecided"),
        ]);
        let verdicts = joined(std::iter::once(hold).chain(others), ", ");
        format!("Of {}, {verdicts}.", counted(all as u64, "expectation"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(verdicts: &[Verdict]) -> ListedScenario {
        let promise = |&verdict: &Verdict| ExpectationResult {
            verdict,
            line: String::new(),
            expected: String::new(),
        };
        let mut summary = Summary::empty();
        summary.expectations = verdicts.iter().map(promise).collect();
        ListedScenario {
            path: "a.toml".to_owned(),
            folder: Some("a".to_owned()),
            summary: Some(summary),
            failure: None,
            since: None,
            nightly: None,
        }
    }

    #[test]
    fn reports_and_expectations_are_counted_in_words() {
        use Verdict::{Fails, Holds, Undecided};
        assert_eq!(Listed::new(vec![entry(&[])]).expected(), "");
        let some = Listed::new(vec![entry(&[Holds, Fails]), entry(&[Undecided; 2])]);
        assert_eq!(some.in_short(), "2 reports");
        assert_eq!(
            some.expected(),
            "Of 4 expectations, 1 holds, 1 fails, 2 are undecided."
        );
        let mut broken = entry(&[Fails]);
        broken.failure = Some("gone".to_owned());
        let one = Listed::new(vec![broken, entry(&[])]);
        assert_eq!(one.in_short(), "1 report, and 1 file without one");
        assert_eq!(one.expected(), "Of 1 expectation, 0 hold, 1 fails.");
    }
}
