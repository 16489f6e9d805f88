//! Expected results of a scenario.

use super::quantity::Quantity;
use crate::contest::{Contest, Metric};
use crate::document::nearest::nearest;
use crate::document::{CheckedTable, Faults, Item, not_known};

/// A statistic and its expected range.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The statistic.
    pub quantity: Quantity,
    /// Lowest expected value.
    pub low: f64,
    /// Highest expected value.
    pub high: f64,
}

/// Reads `[expect]`, and reports names that the contest lacks. Without a contest, since the file
/// has other faults, names are not checked.
pub(super) fn read(
    table: &CheckedTable,
    contest: Option<&dyn Contest>,
    faults: &mut Faults,
) -> Vec<Expectation> {
    let Some(expect) = table.table("expect") else {
        return Vec::new();
    };
    let mut expectations = Vec::new();
    let outcomes: Option<Vec<&str>> = contest.map(|contest| {
        let outcomes = contest.outcomes().iter();
        outcomes.map(|outcome| outcome.name.as_str()).collect()
    });
    for (name, item) in expect.map("outcomes") {
        match &outcomes {
            Some(known) if !known.contains(&name.as_str()) => {
                let (accepted, help) = not_known(name, known, "outcomes");
                faults.refuse_item(item, "is not an outcome", accepted, help);
            }
            _ => expectations.extend(range(Quantity::Outcome(name.clone()), item, faults)),
        }
    }
    let metrics: Option<Vec<String>> =
        contest.map(|contest| contest.metrics().iter().map(Metric::name).collect());
    let metrics: Option<Vec<&str>> = metrics
        .as_ref()
        .map(|metrics| metrics.iter().map(String::as_str).collect());
    for (name, item) in expect.map("metrics") {
        match (Quantity::of_metric(name), &metrics) {
            (Err(word), _) => {
                let accepted = format!(
                    "expected one of {}, a dot, and a metric, as in \"mean.turns\"",
                    Quantity::words().collect::<Vec<_>>().join(", ")
                );
                let help = match &metrics {
                    // The name is a metric without a statistic.
                    Some(known) if known.contains(&name.as_str()) => {
                        Some(format!("did you mean \"mean.{name}\"?"))
                    }
                    _ => {
                        nearest(word, Quantity::words()).map(|near| format!("did you mean {near}?"))
                    }
                };
                faults.refuse_item(item, "is not a figure of a metric", accepted, help);
            }
            (Ok(Quantity::Metric(_, metric)), Some(known)) if !known.contains(&metric.as_str()) => {
                let (accepted, help) = not_known(&metric, known, "metrics");
                faults.refuse_item(item, "names an unknown metric", accepted, help);
            }
            (Ok(statistic), _) => expectations.extend(range(statistic, item, faults)),
        }
    }
    expectations
}

/// Returns a statistic with its expected range; `None`, with a fault, if the range is invalid.
fn range(quantity: Quantity, item: &Item, faults: &mut Faults) -> Option<Expectation> {
    let [low, high] = item.as_list()? else {
        return None;
    };
    let (low, high) = (low.as_number()?, high.as_number()?);
    if low > high {
        let found = format!("is [{low}, {high}]");
        faults.refuse_item(item, found, "expected the lowest value first", None);
        return None;
    }
    Some(Expectation {
        quantity,
        low,
        high,
    })
}
