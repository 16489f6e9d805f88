//! Figures and values of keys as text.

use super::super::table::NONE;
use super::super::text::{clean, decimal, number, own_name, shorten, words};
use super::super::tunables::{full_paths, short_names, value_in_words};
use crate::analysis::{Quantity, SweepResult};
use crate::sim::{LEVEL, OutcomeResult};
use crate::stats::{Figure, Interval};

/// Maximum width of a value in a table.
const WIDEST_VALUE: usize = 28;

/// Returns a value of a key, short enough for a table.
pub fn value(sweep: &SweepResult, key: usize, value: usize) -> String {
    shorten(&value_in_words(sweep.vary[key].label(value)), WIDEST_VALUE)
}

/// Returns the names of the keys, used in every part of the answer.
pub fn names(sweep: &SweepResult) -> Vec<String> {
    let paths = sweep.vary.iter().map(|key| key.path.as_str());
    short_names(&paths.collect::<Vec<_>>())
}

/// Returns the full paths of keys with shortened names.
pub fn places(sweep: &SweepResult) -> Option<String> {
    let (names, axes) = (names(sweep), sweep.axes());
    let names: Vec<String> = axes.iter().map(|&key| names[key].clone()).collect();
    let paths = axes.iter().map(|&key| sweep.vary[key].path.as_str());
    full_paths(&names, &paths.collect::<Vec<_>>())
}

/// Returns a figure as the subject of a sentence: `the chance that heroes win`.
pub fn subject(sweep: &SweepResult, figure: usize) -> String {
    match &sweep.figures[figure] {
        Quantity::Outcome(name) => {
            let results = sweep.settings.iter().map(|one| &one.results);
            let outcomes = results.filter_map(|results| results.outcome_named(name));
            let mut clauses = outcomes.map(OutcomeResult::clause);
            match clauses.next() {
                // A clause that differs between settings cannot be the subject.
                Some(first) if !first.is_empty() && clauses.all(|other| other == first) => {
                    format!("the chance that {}", clean(&first))
                }
                _ => format!("the share of {}", clean(name)),
            }
        }
        Quantity::Metric("mean", name) => format!("the mean of {}", words(&clean(own_name(name)))),
        Quantity::Metric(word, name) => {
            let which = match *word {
                "p05" => "5th percentile",
                "p25" => "lower quartile",
                "p50" => "median",
                "p75" => "upper quartile",
                _ => "95th percentile",
            };
            format!("the {which} of {}", words(&clean(own_name(name))))
        }
    }
}

/// Returns the name of a figure for an axis or a column: `heroes`, `mean of turns`.
pub fn heading(figure: &Quantity) -> String {
    match figure {
        Quantity::Outcome(name) => clean(name),
        Quantity::Metric("mean", name) => format!("mean of {}", words(&clean(own_name(name)))),
        Quantity::Metric(word, name) => format!("{word} of {}", words(&clean(own_name(name)))),
    }
}

/// Yields the known values of a figure, setting by setting.
pub fn all(sweep: &SweepResult, figure: usize) -> impl Iterator<Item = &Figure> {
    let settings = sweep.settings.iter();
    settings.filter_map(move |setting| setting.readings[figure].as_ref())
}

/// Returns the number of decimals in tables that the widest interval of a figure supports.
pub fn decimals(sweep: &SweepResult, figure: usize) -> usize {
    if sweep.figures[figure].quantile().is_some() {
        return 0;
    }
    let is_wide = |known: &Figure| known.is_share() && known.interval.half_width() > 0.001;
    if all(sweep, figure).any(is_wide) {
        1
    } else {
        2
    }
}

/// Returns the half-width of the widest interval of a figure: `95% CI at most ±0.3 points`; `None`
/// without intervals.
pub fn widest_interval(sweep: &SweepResult, figure: usize) -> Option<String> {
    let doubtful =
        all(sweep, figure).filter(|known| !known.is_exact() && known.interval.half_width() > 0.0);
    let halves = doubtful.map(|known| (known.interval.half_width(), known.is_share()));
    let widest = halves.reduce(|widest, one| if one.0 > widest.0 { one } else { widest });
    widest.map(|(half, share)| {
        let half = if share {
            format!("{} points", decimal(half * 100.0, 1))
        } else {
            decimal(half, 2)
        };
        format!("{}% CI at most ±{half}", decimal(LEVEL * 100.0, 0))
    })
}

/// Returns a value for a sentence; 0% and 100% have no decimals.
pub fn rounded(value: f64, share: bool, decimals: usize) -> String {
    let whole = share && (value <= 0.0 || value >= 1.0);
    number(value, share, if whole { 0 } else { decimals })
}

/// Returns a value with half of its interval: `24.3% ±0.3`; only the value if it is exact.
pub fn with_doubt(known: Figure, decimals: usize) -> String {
    let value = number(known.value, known.is_share(), decimals);
    let half = known.interval.half_width();
    if known.is_exact() || half <= 0.0 {
        return value;
    }
    // An interval has a positive width, so it is never rounded to zero.
    let half = (half * known.scale()).max(10_f64.powi(-(decimals as i32)));
    format!("{value} ±{half:.decimals$}")
}

/// Returns an interval, such as `24.1–24.6%`, or a note that the value is exact.
pub fn interval(known: Figure, decimals: usize) -> String {
    let Interval { low, high } = known.interval;
    match known.is_share() {
        _ if known.is_exact() => "exact".to_owned(),
        _ if low >= high => NONE.to_owned(),
        true => format!("{:.decimals$}–{:.decimals$}%", low * 100.0, high * 100.0),
        false => format!("{low:.decimals$}–{high:.decimals$}"),
    }
}
