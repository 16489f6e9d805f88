//! The settings of a sweep as tables: a list for one key, a matrix for two, a matrix for each value of
//! the third for three, and a list again for more.

use super::super::table::{NONE, Table};
use super::super::text::capital;
use super::words::{all, decimals, heading, interval, names, number, subject, value, with_doubt};
use crate::analysis::{Measured, Sweep};
use crate::sim::LEVEL;

/// The tables with what they show.
pub fn tables(sweep: &Sweep) -> Vec<(String, Table)> {
    let axes = sweep.axes();
    match axes[..] {
        [rows, columns] => matrices(sweep, (rows, columns), None),
        [rows, columns, third] => matrices(sweep, (rows, columns), Some(third)),
        _ => vec![(list_caption(sweep), list(sweep, &axes))],
    }
}

fn list_caption(sweep: &Sweep) -> String {
    let subjects = (0..sweep.figures.len()).map(|figure| capital(&subject(sweep, figure)));
    subjects.collect::<Vec<_>>().join("; ")
}

/// What is shown of a figure in a list.
struct Columns {
    figure: usize,
    decimals: usize,
    /// Whether it has an interval in any setting; quantiles of trials have none.
    interval: bool,
    /// Whether trials stand beside an exact value in any setting.
    sampled: bool,
}

/// A row for each setting.
fn list(sweep: &Sweep, axes: &[usize]) -> Table {
    let names = names(sweep);
    let mut headings: Vec<String> = axes.iter().map(|&key| names[key].clone()).collect();
    let columns: Vec<Columns> = (0..sweep.figures.len())
        .map(|figure| Columns {
            figure,
            decimals: decimals(sweep, figure),
            interval: all(sweep, figure).any(|known| known.exact || known.low < known.high),
            sampled: all(sweep, figure).any(|known| known.sampled.is_some()),
        })
        .collect();
    for columns in &columns {
        headings.push(heading(&sweep.figures[columns.figure]));
        if columns.interval {
            headings.push(format!("{:.0} % interval", LEVEL * 100.0));
        }
        if columns.sampled {
            headings.push("sampled".to_owned());
        }
    }
    let rows = sweep.settings.iter().map(|setting| {
        let mut row: Vec<String> = axes
            .iter()
            .map(|&key| value(sweep, key, setting.values[key]))
            .collect();
        for columns in &columns {
            let known = setting.readings[columns.figure].as_ref();
            row.push(known.map_or_else(
                || NONE.to_owned(),
                |known| number(known.value, known.share, columns.decimals),
            ));
            if columns.interval {
                row.push(interval(known, columns.decimals));
            }
            if columns.sampled {
                row.push(beside(known, columns.decimals));
            }
        }
        row
    });
    Table {
        more_names: axes.len() - 1,
        bars: if axes.len() == 1 && columns.len() == 1 {
            bars(sweep)
        } else {
            Vec::new()
        },
        ..Table::new(headings, rows)
    }
}

/// What the trials say beside an exact value.
fn beside(known: Option<&Measured>, decimals: usize) -> String {
    let sampled = known.and_then(|known| Some((known.sampled?, known.share)));
    sampled.map_or_else(
        || NONE.to_owned(),
        |((value, low, high), share)| {
            let plain = Measured {
                value,
                low,
                high,
                exact: false,
                share,
                sampled: None,
            };
            with_doubt(Some(&plain), decimals)
        },
    )
}

/// A matrix for each figure and each value of the third key.
fn matrices(
    sweep: &Sweep,
    (rows, columns): (usize, usize),
    third: Option<usize>,
) -> Vec<(String, Table)> {
    let names = names(sweep);
    let mut tables = Vec::new();
    for figure in 0..sweep.figures.len() {
        let decimals = decimals(sweep, figure);
        let thirds = third.map_or(1, |key| sweep.vary[key].values.len());
        for third_value in 0..thirds {
            let mut caption = format!(
                "{}: rows are {}, columns {}",
                capital(&subject(sweep, figure)),
                names[rows],
                names[columns]
            );
            if let Some(key) = third {
                let third = value(sweep, key, third_value);
                caption = format!("{caption}; {}={third}", names[key]);
            }
            let count = |key: usize| 0..sweep.vary[key].values.len();
            let mut headings = vec![format!("{} \\ {}", names[rows], names[columns])];
            headings.extend(count(columns).map(|column| value(sweep, columns, column)));
            let mut at = vec![0; sweep.vary.len()];
            if let Some(key) = third {
                at[key] = third_value;
            }
            let rows = count(rows).map(|row| {
                let mut cells = vec![value(sweep, rows, row)];
                cells.extend(count(columns).map(|column| {
                    (at[rows], at[columns]) = (row, column);
                    let setting = sweep.setting(&at);
                    let known = setting.and_then(|setting| setting.readings[figure].as_ref());
                    with_doubt(known, decimals)
                }));
                cells
            });
            tables.push((caption, Table::new(headings, rows)));
        }
    }
    tables
}

/// Bars of shares are of the whole unless all of them would be shorter than this.
const SMALL: f64 = 0.25;

/// The lengths of bars of the first figure; none where a value lies below zero.
fn bars(sweep: &Sweep) -> Vec<Option<f64>> {
    let values = || all(sweep, 0).map(|known| known.value);
    let least = values().fold(0.0, f64::min);
    let most = values().fold(0.0, f64::max);
    if least < 0.0 || most <= 0.0 {
        return Vec::new();
    }
    let is_share = all(sweep, 0).all(|known| known.share);
    let whole = if is_share && most >= SMALL { 1.0 } else { most };
    let settings = sweep.settings.iter();
    let length = |setting: &crate::analysis::Setting| Some(setting.readings[0]?.value / whole);
    settings.map(length).collect()
}
