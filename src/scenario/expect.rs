//! What a scenario promises about its own results.

use crate::contest::{Contest, Metric};
use crate::document::{Fault, Faults, Item, Table, nearest, not_known};

/// A figure of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The share of an outcome.
    Outcome(String),
    /// A statistic of a metric: (`mean`, `turns`).
    Metric(&'static str, String),
}

/// A figure and the range in which it is meant to lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Which figure.
    pub quantity: Quantity,
    /// The lowest value that is meant.
    pub low: f64,
    /// The highest value that is meant.
    pub high: f64,
}

impl Quantity {
    /// Its name, as the file has it: `heroes`, `mean.turns`.
    pub fn name(&self) -> String {
        match self {
            Self::Outcome(outcome) => outcome.clone(),
            Self::Metric(statistic, metric) => format!("{statistic}.{metric}"),
        }
    }
}

/// The statistics that an expectation may name.
const STATISTICS: [&str; 9] = [
    "mean", "sd", "min", "p05", "p25", "p50", "p75", "p95", "max",
];

/// Reads `[expect]` and finds what it names that the contest does not have. Without a contest, in a
/// file with other faults, names are taken on trust.
pub(super) fn read(
    table: &Table,
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
                let advice = not_known(name, known, "the outcomes here");
                refuse(item, "is no outcome here", advice, faults);
            }
            _ => push(
                &mut expectations,
                Quantity::Outcome(name.clone()),
                item,
                faults,
            ),
        }
    }
    let metrics: Option<Vec<String>> =
        contest.map(|contest| contest.metrics().iter().map(Metric::name).collect());
    for (name, item) in expect.map("metrics") {
        let (statistic, metric) = name.split_once('.').unwrap_or((name, ""));
        let Some(statistic) = STATISTICS.into_iter().find(|known| *known == statistic) else {
            let accepted = format!(
                "it begins with one of {}, then comes a dot and the metric, as in \"mean.turns\"",
                STATISTICS.join(", ")
            );
            let help = match &metrics {
                // The metric alone.
                Some(known) if known.iter().any(|known| known == name) => {
                    Some(format!("did you mean \"mean.{name}\"?"))
                }
                _ => nearest::nearest(statistic, STATISTICS)
                    .map(|near| format!("did you mean {near}?")),
            };
            refuse(item, "is no figure of a metric", (accepted, help), faults);
            continue;
        };
        match &metrics {
            Some(known) if !known.iter().any(|known| known == metric) => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let advice = not_known(metric, &known, "the metrics here");
                refuse(item, "names no metric here", advice, faults);
            }
            _ => {
                let quantity = Quantity::Metric(statistic, metric.to_owned());
                push(&mut expectations, quantity, item, faults);
            }
        }
    }
    expectations
}

fn push(expectations: &mut Vec<Expectation>, quantity: Quantity, item: &Item, faults: &mut Faults) {
    let Some([low, high]) = item.as_list() else {
        return;
    };
    let (Some(low), Some(high)) = (low.as_number(), high.as_number()) else {
        return;
    };
    if low > high {
        faults.push(Fault {
            place: item.place(),
            path: item.path(),
            found: format!("is [{low}, {high}]"),
            accepted: "the lowest value comes first".to_owned(),
            help: None,
        });
        return;
    }
    expectations.push(Expectation {
        quantity,
        low,
        high,
    });
}

/// Refuses the name of an expectation; `advice` is what is accepted, and further help.
fn refuse(
    item: &Item,
    found: &str,
    (accepted, help): (String, Option<String>),
    faults: &mut Faults,
) {
    faults.push(Fault {
        place: item.place(),
        path: item.path(),
        found: found.to_owned(),
        accepted,
        help,
    });
}
