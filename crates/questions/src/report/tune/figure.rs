//! Charts of `tune`, with the target and its tolerance: a curve along a numeric key, a map over two
//! keys, and a row for each setting with its interval.

use super::super::chart::ReportChart;
use super::super::target::confidence;
use super::super::text::{capital, clean, decimal, distinct, joined};
use super::super::tunables::{full_paths, value_in_words};
use super::tables::mark;
use super::{aim, names, paths, played, setting};
use crate::analysis::{TestedSetting, TuneVerdict, Tuning};
use crate::charts::{Chart, ColorRole, Curve, CurvePoint, HeatMap, RowMark, Targeted, TargetedRow};
use crate::stats::{Figure, Interval};

/// Minimum number of points of a curve, and of values of each key in a map.
const FEWEST_POINTS: usize = 3;
const FEWEST_VALUES: usize = 2;

/// Returns the charts of the settings: one chart of all if their keys allow it, and separate rows
/// if that chart does not show their intervals.
pub fn figures(tuning: &Tuning) -> Vec<ReportChart> {
    let all = || ReportChart::answer("tune", settings(tuning, &|_| true));
    match tuning.keys.len() {
        1 => vec![curve(tuning).map_or_else(all, |chart| ReportChart::answer("tune", chart))],
        2 => match map(tuning) {
            // The colors of the map suffice for settings that are ruled out.
            Some(map) => vec![
                ReportChart::answer("tune", map),
                ReportChart::answer("tune-settings", settings(tuning, &|tried| tried.possible)),
            ],
            None => vec![all()],
        },
        _ => vec![all()],
    }
}

/// Returns the description of the figure, as a heading.
fn what(tuning: &Tuning) -> String {
    capital(&aim(tuning).what(&clean(&tuning.phrase)))
}

fn title(tuning: &Tuning) -> String {
    format!("{}, by {}", what(tuning), names(tuning).join(" and "))
}

fn subtitle(tuning: &Tuning) -> String {
    let full_paths = full_paths(&names(tuning), &paths(tuning));
    joined(full_paths.into_iter().chain([played(tuning)]), "; ")
}

fn interval(tuning: &Tuning) -> String {
    format!("simultaneous {} intervals", confidence(tuning.alpha))
}

/// Returns the name of a setting, with a mark in front if it is proven to meet the target: long names
/// are cut at the end.
fn marked(tried: &TestedSetting, name: String) -> String {
    if tried.meets {
        format!("meets: {name}")
    } else {
        name
    }
}

/// Returns the interval of a figure; its value replaces an unbounded end.
fn bounded(figure: &Figure) -> Interval {
    let end = |end: f64| if end.is_finite() { end } else { figure.value };
    Interval::new(end(figure.interval.low), end(figure.interval.high))
}

/// Returns a curve along a numeric key.
fn curve(tuning: &Tuning) -> Option<Chart> {
    let aim = aim(tuning);
    let number = |tried: &TestedSetting| tried.values.first()?.replace('_', "").parse::<f64>().ok();
    let xs: Option<Vec<f64>> = tuning.tried.iter().map(number).collect();
    let points = xs?.into_iter().zip(&tuning.tried).filter_map(|(x, tried)| {
        let value = tried.figure.known()?;
        Some(CurvePoint {
            x,
            label: marked(tried, setting(tuning, tried)),
            value,
            words: aim.figure(value),
            interval: bounded(&tried.figure),
        })
    });
    let mut points: Vec<CurvePoint> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    (points.len() >= FEWEST_POINTS).then(|| {
        Chart::Curve(Curve {
            title: title(tuning),
            subtitle: subtitle(tuning),
            interval: interval(tuning),
            x_label: names(tuning).join(", "),
            y_label: what(tuning),
            shares: aim.is_share(),
            ordered: true,
            color: ColorRole::Series(0),
            target: Some(aim.of_curve()),
            points,
        })
    })
}

/// Returns the values of a key in order of first occurrence.
fn values(tuning: &Tuning, key: usize) -> Vec<&String> {
    let all = tuning.tried.iter();
    distinct(all.filter_map(|tried| tried.values.get(key)))
}

/// Returns a map over two keys with colors that diverge at the target. Settings that are proven to
/// meet it are outlined.
fn map(tuning: &Tuning) -> Option<Chart> {
    let aim = aim(tuning);
    let (rows, columns) = (values(tuning, 0), values(tuning, 1));
    if rows.len().min(columns.len()) < FEWEST_VALUES {
        return None;
    }
    let known = || tuning.tried.iter().filter_map(|tried| tried.figure.known());
    let target = tuning.target.value;
    let least = known().fold(target, f64::min);
    let most = known().fold(target, f64::max);
    let place = |value: f64| match aim.is_share() {
        true => value,
        false if most > least => (value - least) / (most - least),
        false => 0.5,
    };
    let find = |row: &String, column: &String| {
        let mut all = tuning.tried.iter();
        all.find(|tried| tried.values[0] == *row && tried.values[1] == *column)
    };
    let mut outlined = Vec::new();
    let mut cells = Vec::new();
    for (down, row) in rows.iter().enumerate() {
        let mut line = Vec::new();
        for (across, column) in columns.iter().enumerate() {
            let tried = find(row, column);
            if tried.is_some_and(|tried| tried.meets) {
                outlined.push((down, across));
            }
            let value = tried.and_then(|tried| tried.figure.known());
            line.push(value.map(|value| (place(value), aim.figure(value))));
        }
        cells.push(line);
    }
    let names = names(tuning);
    let words = |values: Vec<&String>| values.into_iter().map(|one| value_in_words(one)).collect();
    Some(Chart::HeatMap(HeatMap {
        title: title(tuning),
        subtitle: subtitle(tuning),
        x_label: names[1].clone(),
        y_label: names[0].clone(),
        columns: words(columns),
        rows: words(rows),
        cells,
        even: place(target),
        ends: (!aim.is_share()).then(|| (decimal(least, 2), decimal(most, 2))),
        outlined,
        outlined_label: aim.near_enough(),
    }))
}

/// Returns a row for the answer and for each setting that `shown` accepts, in the given order.
fn settings(tuning: &Tuning, shown: &dyn Fn(&TestedSetting) -> bool) -> Chart {
    let aim = aim(tuning);
    let is_answer = |index: usize| index == tuning.answer || tuning.other == Some(index);
    let rows = tuning.tried.iter().enumerate();
    let rows = rows.filter(|(index, tried)| shown(tried) || is_answer(*index));
    let rows = rows.map(|(index, tried)| {
        let value = tried.figure.value;
        TargetedRow {
            label: marked(tried, setting(tuning, tried)),
            value,
            interval: bounded(&tried.figure),
            figure: if value.is_finite() {
                aim.figure(value)
            } else {
                mark(tuning, index, tried).to_owned()
            },
            mark: match (is_answer(index), tried.possible) {
                (true, _) if tuning.verdict != TuneVerdict::Undecided => RowMark::Answer,
                (_, true) => RowMark::Plain,
                (_, false) => RowMark::Out,
            },
        }
    });
    Chart::Targeted(Targeted {
        title: title(tuning),
        subtitle: subtitle(tuning),
        interval: interval(tuning),
        x_label: what(tuning),
        shares: aim.is_share(),
        target: tuning.target.value,
        tolerance: tuning.tolerance,
        target_label: format!("target {}", aim.goal()),
        band_label: format!("within {}", aim.tolerance_text()),
        rows: rows.collect(),
        ..Targeted::default()
    })
}
