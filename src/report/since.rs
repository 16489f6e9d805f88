//! What changed since an earlier index: for each report the share of its first outcome then and now, and how far
//! apart both are.

use super::listed::{Entry, Listed};
use super::summary::{Slice, Summary};
#[cfg(feature = "charts")]
use super::words::percent;
use crate::stats::{Estimate, Interval, holm};
use serde::{Deserialize, Serialize};

/// The chance that anything is called changed though nothing is.
const ALPHA: f64 = 0.05;

/// An earlier index, as far as it is compared.
#[derive(Clone, Debug, Deserialize)]
pub struct Earlier {
    reports: Vec<EarlierReport>,
}

#[derive(Clone, Debug, Deserialize)]
struct EarlierReport {
    path: String,
    folder: Option<String>,
    summary: Option<Summary>,
}

/// What became of a report since an earlier one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Which of all that may be.
    pub verdict: Verdict,
    /// The share of the first outcome then.
    pub was: Option<f64>,
    /// By how much it is larger now.
    pub difference: Option<f64>,
    /// Lower end of the 95 % interval of the difference.
    pub low: Option<f64>,
    /// Upper end of it.
    pub high: Option<f64>,
    /// How likely so large a difference is if nothing changed, raised for the number of reports by Holm's method.
    pub p: Option<f64>,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There was none of that name.
    New,
    /// All shares are the same, to the last digit.
    Same,
    /// Something is different, but the share is not beyond doubt.
    Open,
    /// The share is another one beyond doubt.
    Changed,
    /// The first outcome is another one, so that shares do not compare.
    Other,
    /// There is none on either side: what is wrong with a file has no share.
    Fault,
}

impl Earlier {
    /// Reads `index.json` of an earlier call.
    ///
    /// # Errors
    /// The text is no such index.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Its reports: the file, the folder, and what the report says of itself, where there is one.
    pub fn reports(&self) -> impl Iterator<Item = (&str, Option<&str>, Option<&Summary>)> {
        let reports = self.reports.iter();
        reports.map(|one| (&*one.path, one.folder.as_deref(), one.summary.as_ref()))
    }

    fn find(&self, entry: &Entry) -> Option<&EarlierReport> {
        let mut reports = self.reports.iter();
        let named =
            |report: &&EarlierReport| report.folder.is_some() && report.folder == entry.folder;
        let path = || self.reports.iter().find(|report| report.path == entry.path);
        reports.find(named).or_else(path)
    }
}

/// The share that leads a report.
fn leading(summary: Option<&Summary>) -> Option<(&Slice, Estimate)> {
    let summary = summary.filter(|summary| summary.fault.is_none())?;
    let first = summary.outcomes.first()?;
    let interval = Interval {
        low: first.low,
        high: first.high,
    };
    let estimate = Estimate {
        share: first.share,
        interval,
        trials: summary.trials,
    };
    Some((first, estimate))
}

impl Change {
    fn only(verdict: Verdict) -> Self {
        Self {
            verdict,
            was: None,
            difference: None,
            low: None,
            high: None,
            p: None,
        }
    }

    /// What became of a report; whether it is beyond doubt is for all of them together to say.
    fn of(entry: &Entry, earlier: &Earlier) -> Self {
        let Some(before) = earlier.find(entry) else {
            return Self::only(Verdict::New);
        };
        let (then, now) = (before.summary.as_ref(), entry.summary.as_ref());
        let (Some((old, was)), Some((new, is))) = (leading(then), leading(now)) else {
            return Self::only(Verdict::Fault);
        };
        if old.name != new.name {
            return Self::only(Verdict::Other);
        }
        let same = then
            .zip(now)
            .is_some_and(|(then, now)| then.outcomes == now.outcomes);
        let range = was.difference(&is);
        Self {
            verdict: if same { Verdict::Same } else { Verdict::Open },
            was: Some(was.share),
            difference: Some(is.share - was.share),
            low: Some(range.low),
            high: Some(range.high),
            p: Some(was.equality(&is)),
        }
    }

    /// Whether the leading figure is another one, whatever luck did.
    #[cfg(feature = "charts")]
    pub(super) fn is_beyond_doubt(&self) -> bool {
        matches!(self.verdict, Verdict::Changed | Verdict::Other)
    }

    /// In a cell of a table: `+2.1 points (1.5 to 2.7)`.
    #[cfg(feature = "charts")]
    pub(super) fn line(&self) -> String {
        let points = |share: f64| format!("{:.1}", share * 100.0);
        let (Some(was), Some(by), Some(low), Some(high)) =
            (self.was, self.difference, self.low, self.high)
        else {
            return match self.verdict {
                Verdict::New => "new".to_owned(),
                Verdict::Other => "another first outcome".to_owned(),
                _ => "not comparable: a file was or is at fault".to_owned(),
            };
        };
        let by = format!(
            "{:+.1} points ({} to {})",
            by * 100.0,
            points(low),
            points(high)
        );
        match self.verdict {
            Verdict::Same => "the same".to_owned(),
            Verdict::Changed => format!("{by}, was {}", percent(was, 1)),
            _ => format!("{by}, may be chance"),
        }
    }
}

impl Listed {
    /// The same with what became of each report since an earlier index, and of those that are gone. *Changed* is
    /// called what differs beyond doubt: the chance that any report is called so by luck alone is at most 5 %.
    #[must_use]
    pub fn since(mut self, earlier: &Earlier) -> Self {
        let changes = self.reports.iter().map(|entry| Change::of(entry, earlier));
        let mut changes: Vec<Change> = changes.collect();
        let tested = |change: &&mut Change| change.verdict == Verdict::Open;
        let raised = {
            let open = changes.iter_mut().filter(tested);
            let values: Vec<f64> = open.filter_map(|change| change.p).collect();
            holm(&values)
        };
        for (change, p) in changes.iter_mut().filter(tested).zip(raised) {
            change.p = Some(p);
            if p < ALPHA {
                change.verdict = Verdict::Changed;
            }
        }
        let found: Vec<&str> = self
            .reports
            .iter()
            .filter_map(|entry| Some(earlier.find(entry)?.path.as_str()))
            .collect();
        let gone = earlier.reports.iter().map(|report| report.path.as_str());
        let gone = gone.filter(|path| !found.contains(path)).map(str::to_owned);
        self.gone = Some(gone.collect());
        for (entry, change) in self.reports.iter_mut().zip(changes) {
            entry.since = Some(change);
        }
        self
    }

    /// What changed, in a sentence; empty where nothing is compared.
    pub fn changed(&self) -> String {
        let Some(gone) = &self.gone else {
            return String::new();
        };
        let count = |verdict| {
            let changes = self.reports.iter().filter_map(|entry| entry.since.as_ref());
            changes.filter(|change| change.verdict == verdict).count()
        };
        let parts = [
            (count(Verdict::Changed), "changed beyond doubt"),
            (count(Verdict::Other), "with another first outcome"),
            (count(Verdict::Open), "may have changed by chance alone"),
            (count(Verdict::Same), "the same"),
            (count(Verdict::New), "new"),
            (count(Verdict::Fault), "not comparable"),
            (gone.len(), "gone"),
        ];
        let parts = parts.into_iter().filter(|&(number, _)| number > 0);
        let parts: Vec<String> = parts
            .map(|(number, what)| format!("{number} {what}"))
            .collect();
        format!("Since last time: {}.", parts.join(", "))
    }
}
