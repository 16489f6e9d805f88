//! History of the share of the first outcome of each scenario, over the last runs.

use super::listed::{HistoryShares, Listed};
use crate::analysis::{ALPHA, diff};
use crate::records::{ColumnValues, Records};
use crate::stats::{Figure, FigureKind, Interval};
use std::collections::BTreeMap;

/// Maximum number of runs in an index.
pub const SHOWN_RUNS: usize = 30;

impl Listed {
    /// Adds the shares of earlier runs. Each run has a label and the rows of `tidy_records`.
    /// Scenarios are matched by path.
    #[must_use]
    pub fn with_history(mut self, nights: &[(String, Records)]) -> Self {
        let by_night: Vec<_> = nights.iter().map(|(_, rows)| shares(rows)).collect();
        let mut courses = Vec::new();
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for (number, entry) in self.reports.iter().enumerate() {
            let Some((summary, (outcome, _))) = entry.valid_summary().zip(entry.leading()) else {
                continue;
            };
            let key = (&*summary.scenario.path, outcome);
            let share = |night: &Shares| night.get(&key).copied();
            let shares: Vec<Option<Figure>> = by_night.iter().map(share).collect();
            let known: Vec<Figure> = shares.iter().flatten().copied().collect();
            // A single run has no trend.
            if let [one, .., other] = known[..] {
                first.push(entry.held(Some((outcome, one))));
                last.push(entry.held(Some((outcome, other))));
                courses.push((number, outcome.to_owned(), shares));
            }
        }
        let changes = diff(first, last, (ALPHA, 0.0)).scenarios;
        for ((number, outcome, shares), change) in courses.into_iter().zip(&changes) {
            let all = |get: fn(Figure) -> f64| shares.iter().map(|one| one.map(get)).collect();
            self.reports[number].nightly = Some(HistoryShares {
                outcome,
                shares: all(|one| one.value),
                low: all(|one| one.interval.low),
                high: all(|one| one.interval.high),
                change: change.into(),
            });
        }
        self.nights = Some(nights.iter().map(|night| night.0.clone()).collect());
        self
    }
}

/// Shares of a run by scenario and figure.
type Shares<'a> = BTreeMap<(&'a str, &'a str), Figure>;

fn shares(rows: &Records) -> Shares<'_> {
    use ColumnValues::{Counts, Numbers, Texts};
    let column = |name| rows.column(name).map(|column| &column.values);
    let (Some(Texts(scenario)), Some(Texts(figure)), Some(Counts(trials))) =
        (column("scenario"), column("figure"), column("trials"))
    else {
        return Shares::new();
    };
    let (Some(Numbers(share)), Some(Numbers(low)), Some(Numbers(high))) =
        (column("value"), column("low"), column("high"))
    else {
        return Shares::new();
    };
    let estimate = |row: usize| {
        let interval = Interval::new(low[row]?, high[row]?);
        Some((
            (scenario[row].as_deref()?, figure[row].as_deref()?),
            Figure::read(FigureKind::Share, share[row]?, interval, trials[row]?),
        ))
    };
    (0..rows.len()).filter_map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ChangeVerdict;
    use crate::records::Columns;
    use crate::report::{ListedScenario, Slice, Summary};

    fn entry(path: &str, outcome: &str) -> ListedScenario {
        let mut summary = Summary::empty();
        path.clone_into(&mut summary.scenario.path);
        summary.outcomes = vec![Slice {
            name: outcome.to_owned(),
            share: 0.5,
            low: 0.5,
            high: 0.5,
            exact: None,
            color: None,
        }];
        ListedScenario {
            path: path.to_owned(),
            folder: None,
            summary: Some(summary),
            failure: None,
            since: None,
            nightly: None,
        }
    }

    #[test]
    fn a_history_follows_the_first_outcome_of_the_last_run() {
        let figures = [
            ("mon", "a", "won", 0.25),
            ("mon", "a", "lost", 0.75),
            ("mon", "b", "won", 0.1),
            ("tue", "b", "won", 0.2),
            ("tue", "c", "won", 0.3),
            ("wed", "a", "won", 0.5),
            ("wed", "b", "lost", 0.6),
        ];
        let night = |label: &str| {
            let figures = figures.iter().filter(|figure| figure.0 == label);
            let figures: Vec<_> = figures.collect();
            let rows = Columns::of(&figures)
                .all("scenario", |row| row.1)
                .all("trials", |_| 1000_u64)
                .all("figure", |row| row.2)
                .all("value", |row| row.3)
                .all("low", |row| row.3 - 0.05)
                .all("high", |row| row.3 + 0.05)
                .end();
            (label.to_owned(), rows)
        };
        let entries = ["a", "b", "c", "d"].map(|path| entry(path, "won"));
        let listed = Listed::new(entries.into()).with_history(&["mon", "tue", "wed"].map(night));
        assert_eq!(listed.nights.unwrap(), ["mon", "tue", "wed"]);
        let [a, b, c, d] = &listed.reports[..] else {
            panic!("four reports");
        };
        let a = a.nightly.as_ref().unwrap();
        assert_eq!(a.shares, [Some(0.25), None, Some(0.5)]);
        assert_eq!(a.low, [Some(0.2), None, Some(0.45)]);
        assert_eq!(a.high, [Some(0.3), None, Some(0.55)]);
        assert_eq!(a.outcome, "won");
        assert_eq!(
            (a.change.was, a.change.difference),
            (Some(0.25), Some(0.25))
        );
        assert_eq!(a.change.verdict, ChangeVerdict::Changed);
        let b = b.nightly.as_ref().unwrap();
        assert_eq!(b.shares, [Some(0.1), Some(0.2), None]);
        // A trend needs at least two runs.
        assert_eq!((&c.nightly, &d.nightly), (&None, &None));
    }
}
