//! How the share of each first outcome went over the last nights of a history.

use super::listed::{Entry, Listed};
use crate::records::{Column, Records, Values};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many nights an index shows at most.
pub const SHOWN_NIGHTS: usize = 30;

/// The columns of a history that an index is made of.
pub const NIGHT_COLUMNS: [&str; 6] = ["night", "scenario", "figure", "value", "low", "high"];

/// A share over nights; `None` where a night has none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Nightly {
    /// The outcome.
    pub outcome: String,
    /// Its share in each of the nights that the index lists.
    pub shares: Vec<Option<f64>>,
    /// The lower ends of the intervals.
    pub low: Vec<Option<f64>>,
    /// The upper ends of the intervals.
    pub high: Vec<Option<f64>>,
}

impl Listed {
    /// The same with the shares of all nights in these rows, which have the columns [`NIGHT_COLUMNS`], night after
    /// night. A scenario is the same one where its path is.
    #[must_use]
    pub fn with_nights(mut self, rows: &Records) -> Self {
        let [night, scenario, figure] = ["night", "scenario", "figure"].map(|name| {
            let column = rows.column(name);
            column.map_or(&[][..], texts)
        });
        let [value, low, high] = ["value", "low", "high"].map(|name| {
            let column = rows.column(name);
            column.map_or(&[][..], numbers)
        });
        let mut wanted: BTreeMap<(&str, &str), Vec<(usize, usize)>> = BTreeMap::new();
        for (path, outcome) in self.reports.iter().filter_map(leading) {
            wanted.insert((path, outcome), Vec::new());
        }
        let mut nights: Vec<String> = Vec::new();
        for (row, name) in night.iter().enumerate() {
            let name = name.as_deref().unwrap_or_default();
            if nights.last().is_none_or(|last| last != name) {
                nights.push(name.to_owned());
            }
            let key = scenario[row].as_deref().zip(figure[row].as_deref());
            if let Some(found) = key.and_then(|key| wanted.get_mut(&key)) {
                found.push((nights.len() - 1, row));
            }
        }
        let nightly = |entry: &Entry| {
            let (path, outcome) = leading(entry)?;
            let found = wanted.get(&(path, outcome))?;
            let spread = |values: &[Option<f64>]| {
                let mut all = vec![None; nights.len()];
                for &(night, row) in found {
                    all[night] = values[row];
                }
                all
            };
            // One night has no course.
            (found.len() > 1).then(|| Nightly {
                outcome: outcome.to_owned(),
                shares: spread(value),
                low: spread(low),
                high: spread(high),
            })
        };
        let all: Vec<Option<Nightly>> = self.reports.iter().map(nightly).collect();
        for (entry, nightly) in self.reports.iter_mut().zip(all) {
            entry.nightly = nightly;
        }
        self.nights = Some(nights);
        self
    }
}

/// The path of a scenario, and its first outcome.
fn leading(entry: &Entry) -> Option<(&str, &str)> {
    let summary = entry.summary.as_ref().filter(|one| one.fault.is_none())?;
    let first = summary.outcomes.first()?;
    Some((&summary.scenario.path, &first.name))
}

fn texts(column: &Column) -> &[Option<String>] {
    match &column.values {
        Values::Texts(values) => values,
        _ => &[],
    }
}

fn numbers(column: &Column) -> &[Option<f64>] {
    match &column.values {
        Values::Numbers(values) => values,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Columns;
    use crate::report::{Slice, Summary};

    fn entry(path: &str, outcome: &str) -> Entry {
        let mut summary = Summary::empty();
        path.clone_into(&mut summary.scenario.path);
        summary.outcomes = vec![Slice {
            name: outcome.to_owned(),
            share: 0.5,
            low: 0.5,
            high: 0.5,
            color: None,
        }];
        Entry {
            path: path.to_owned(),
            folder: None,
            summary: Some(summary),
            failure: None,
            since: None,
            nightly: None,
        }
    }

    #[test]
    fn a_share_over_nights_is_that_of_the_first_outcome_of_today() {
        let rows = [
            ("mon", "a", "won", 0.25),
            ("mon", "a", "lost", 0.75),
            ("mon", "b", "won", 0.1),
            ("tue", "b", "won", 0.2),
            ("tue", "c", "won", 0.3),
            ("wed", "a", "won", 0.5),
            ("wed", "b", "lost", 0.6),
        ];
        let rows = Columns::of(&rows)
            .all("night", |row| row.0)
            .all("scenario", |row| row.1)
            .all("figure", |row| row.2)
            .all("value", |row| row.3)
            .all("low", |row| row.3 - 0.05)
            .all("high", |row| (row.3 < 0.4).then_some(row.3 + 0.05))
            .end();
        let entries = ["a", "b", "c", "d"].map(|path| entry(path, "won"));
        let listed = Listed::new(entries.into()).with_nights(&rows);
        assert_eq!(listed.nights.unwrap(), ["mon", "tue", "wed"]);
        let [a, b, c, d] = &listed.reports[..] else {
            panic!("four reports");
        };
        let a = a.nightly.as_ref().unwrap();
        assert_eq!(a.shares, [Some(0.25), None, Some(0.5)]);
        assert_eq!(a.low, [Some(0.2), None, Some(0.45)]);
        assert_eq!(a.high, [Some(0.3), None, None]);
        assert_eq!(a.outcome, "won");
        let b = b.nightly.as_ref().unwrap();
        assert_eq!(b.shares, [Some(0.1), Some(0.2), None]);
        // One night is no course, none is nothing.
        assert_eq!((&c.nightly, &d.nightly), (&None, &None));
    }
}
