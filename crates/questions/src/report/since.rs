//! Changes since an earlier index: [`diff`] of the first outcomes of both.

use super::listed::{Listed, ListedScenario, OutcomeChange};
use super::text::joined;
#[cfg(feature = "charts")]
use super::text::percent;
use crate::analysis::{ALPHA, ChangeVerdict, FigureDiff, LoadedScenario, ScenarioDiff, diff};
use crate::stats::Figure;

impl ListedScenario {
    /// Returns the name and share of the first outcome; the share is exact if known.
    pub(super) fn leading(&self) -> Option<(&str, Figure)> {
        let summary = self.valid_summary()?;
        let first = summary.outcomes.first()?;
        Some((&first.name, first.figure(summary.trials)))
    }

    /// Returns the share as a figure for [`diff`], or a fault if there is none.
    pub(super) fn held(&self, share: Option<(&str, Figure)>) -> LoadedScenario {
        let figure = share.map(|(name, share)| (name.to_owned(), share));
        LoadedScenario {
            folder: self.folder.clone(),
            fault: figure.is_none().then(String::new),
            figures: figure.into_iter().collect(),
            ..LoadedScenario::faulty(&self.path, "")
        }
    }
}

impl From<&ScenarioDiff> for OutcomeChange {
    fn from(changed: &ScenarioDiff) -> Self {
        let mut figures = changed.figures.iter();
        let figure = figures.find(|figure| figure.difference().is_some());
        Self {
            verdict: changed.verdict,
            was: figure.and_then(|figure| Some(figure.old?.value)),
            difference: figure.and_then(FigureDiff::difference),
            low: figure.and_then(|figure| Some(figure.interval?.low)),
            high: figure.and_then(|figure| Some(figure.interval?.high)),
            p: figure.and_then(|figure| figure.p),
        }
    }
}

impl OutcomeChange {
    /// Returns the text for a cell of a table: `+2.1 points (1.5 to 2.7), was 24.0%`.
    #[cfg(feature = "charts")]
    pub(super) fn line(&self) -> String {
        let (Some(was), Some(by), Some(low), Some(high)) =
            (self.was, self.difference, self.low, self.high)
        else {
            return match self.verdict {
                ChangeVerdict::New => "new".to_owned(),
                ChangeVerdict::Changed => "different first outcome".to_owned(),
                _ => "not comparable: one of the files is faulty".to_owned(),
            };
        };
        let by = points(by, "+");
        let by = if low < high {
            let [low, high] = [low, high].map(|end| points(end, ""));
            format!("{by} points ({low} to {high})")
        } else {
            format!("{by} points")
        };
        match self.verdict {
            ChangeVerdict::Same => "the same".to_owned(),
            ChangeVerdict::Changed => format!("{by}, was {}", percent(was, 1)),
            _ => format!("{by}, possibly by chance"),
        }
    }
}

/// Returns a difference of shares in percentage points, with `plus` in front unless it is negative.
#[cfg(feature = "charts")]
fn points(by: f64, plus: &str) -> String {
    let text = format!("{:.1}", by.abs() * 100.0);
    let is_less = by < 0.0 && text != "0.0";
    let sign = if is_less { "\u{2212}" } else { plus };
    format!("{sign}{text}")
}

impl Listed {
    /// Returns the list with the change of each report since an earlier index, and the files that
    /// no longer exist.
    #[must_use]
    pub fn since(mut self, earlier: &Self) -> Self {
        let [then, now] = [earlier, &self].map(|listed| {
            let reports = listed.reports.iter();
            reports.map(|entry| entry.held(entry.leading())).collect()
        });
        let mut changes = diff(then, now, (ALPHA, 0.0)).scenarios;
        let gone = changes.split_off(self.reports.len()).into_iter();
        let gone = gone.filter_map(|one| Some(one.old?.scenario.path));
        self.gone = Some(gone.collect());
        for (entry, change) in self.reports.iter_mut().zip(&changes) {
            entry.since = Some(change.into());
        }
        self
    }

    /// Returns a sentence about the changes; empty without a comparison.
    pub fn changed(&self) -> String {
        use ChangeVerdict::{Changed, Fault, New, Open, Same};
        let Some(gone) = &self.gone else {
            return String::new();
        };
        let changes = self.reports.iter().filter_map(|entry| entry.since.as_ref());
        let verdicts: Vec<ChangeVerdict> = changes.map(|change| change.verdict).collect();
        let count = |verdict| verdicts.iter().filter(|&&one| one == verdict).count();
        let parts = [
            (count(Changed), "changed significantly"),
            (count(Open), "may differ by chance"),
            (count(Same), "the same"),
            (count(New), "new"),
            (count(Fault), "not comparable"),
            (gone.len(), "gone"),
        ];
        let parts = parts.into_iter().filter(|&(number, _)| number > 0);
        let parts = parts.map(|(number, what)| format!("{number} {what}"));
        format!("Since the last run: {}.", joined(parts, ", "))
    }
}
