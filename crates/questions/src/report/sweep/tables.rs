//! Tables of the settings of a sweep: a list for one key, a matrix for two, a matrix for each value
//! of the third key for three, and a list for more.

use super::super::table::Table;
use super::super::text::{bare_percent, capital, decimal, joined, number};
use super::words::{
    all, decimals, heading, interval, names, subject, value, widest_interval, with_doubt,
};
use crate::analysis::{Setting, SweepResult};
use crate::records::Columns;
use crate::sim::LEVEL;
use crate::stats::Figure;

/// Returns the tables with their captions.
pub fn tables(sweep: &SweepResult) -> Vec<(String, Table)> {
    let axes = sweep.axes();
    match axes[..] {
        [rows, columns] => matrices(sweep, (rows, columns), None),
        [rows, columns, third] => matrices(sweep, (rows, columns), Some(third)),
        _ => vec![(list_caption(sweep), list(sweep, &axes))],
    }
}

fn list_caption(sweep: &SweepResult) -> String {
    let subjects = (0..sweep.figures.len()).map(|figure| capital(&subject(sweep, figure)));
    joined(subjects, "; ")
}

/// Returns a row for each setting.
fn list(sweep: &SweepResult, axes: &[usize]) -> Table {
    let names = names(sweep);
    let mut columns = Columns::of(&sweep.settings);
    for &key in axes {
        columns = columns.cell(names[key].as_str(), |setting| {
            value(sweep, key, setting.values[key])
        });
    }
    for figure in 0..sweep.figures.len() {
        let decimals = decimals(sweep, figure);
        // Quantiles from trials have no interval, and only some settings have trials beside an
        // exact value.
        let has_interval =
            all(sweep, figure).any(|known| known.is_exact() || known.interval.half_width() > 0.0);
        // The estimate beside an exact value.
        let sampled = |setting: &Setting| {
            let is_exact = setting.readings[figure]?.is_exact();
            let found = sweep.figures[figure].figure(&setting.results);
            found.filter(|found| is_exact && !found.is_exact())
        };
        let is_sampled = sweep.settings.iter().any(|one| sampled(one).is_some());
        let level = format!("{:.0}% CI", LEVEL * 100.0);
        let known = |setting: &'_ Setting| setting.readings[figure];
        columns = columns
            .cell(heading(&sweep.figures[figure]), |setting| {
                known(setting).map(|known| number(known.value, known.is_share(), decimals))
            })
            .cell_if(has_interval, level, |setting| {
                known(setting).map(|known| interval(known, decimals))
            })
            .cell_if(is_sampled, "sampled", |setting| {
                sampled(setting).map(|found| with_doubt(found, decimals))
            });
    }
    Table {
        more_names: axes.len() - 1,
        bars: if axes.len() == 1 && sweep.figures.len() == 1 {
            bars(sweep)
        } else {
            Vec::new()
        },
        ..Table::of(&columns.shown)
    }
}

/// Returns a matrix for each figure and each value of the third key.
fn matrices(
    sweep: &SweepResult,
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
            let mut at = vec![0; sweep.vary.len()];
            if let Some(key) = third {
                at[key] = third_value;
            }
            let corner = format!("{} \\ {}", names[rows], names[columns]);
            let matrix = |cell: &dyn Fn(&Figure) -> String| {
                let mut at = at.clone();
                let mut cells =
                    Columns::of(count(rows)).cell(&*corner, |row| value(sweep, rows, row));
                for column in count(columns) {
                    at[columns] = column;
                    cells = cells.cell(value(sweep, columns, column), |row| {
                        let mut at = at.clone();
                        at[rows] = row;
                        sweep.setting(&at)?.readings[figure].as_ref().map(cell)
                    });
                }
                Table::of(&cells.shown)
            };
            let mut table = matrix(&|known| with_doubt(*known, decimals));
            table.compact = Some(Box::new(compact(sweep, figure, &matrix)));
            tables.push((caption, table));
        }
    }
    tables
}

/// Matrix of a sweep with the text of each figure.
type Matrix<'a> = dyn Fn(&dyn Fn(&Figure) -> String) -> Table + 'a;

/// Returns a matrix with whole percentages or rounded numbers, without intervals.
fn compact(sweep: &SweepResult, figure: usize, matrix: &Matrix<'_>) -> Table {
    let mut table = matrix(&|known| {
        if known.is_share() {
            bare_percent(known.value, 0)
        } else {
            decimal(known.value, 1)
        }
    });
    // The caption has the names of both keys.
    table.headings[0].clear();
    let unit = all(sweep, figure)
        .all(Figure::is_share)
        .then(|| "in percent".to_owned());
    let notes = joined(unit.into_iter().chain(widest_interval(sweep, figure)), "; ");
    if !notes.is_empty() {
        table.above.push((table.rows.len(), format!("  {notes}")));
    }
    table
}

/// Share below which bars are scaled to the largest share instead of 100%.
const SMALL: f64 = 0.25;

/// Returns the lengths of the bars of the first figure; none if any value is negative.
fn bars(sweep: &SweepResult) -> Vec<Option<f64>> {
    let values = || all(sweep, 0).map(|known| known.value);
    let least = values().fold(0.0, f64::min);
    let most = values().fold(0.0, f64::max);
    if least < 0.0 || most <= 0.0 {
        return Vec::new();
    }
    let is_share = all(sweep, 0).all(Figure::is_share);
    let whole = if is_share && most >= SMALL { 1.0 } else { most };
    let settings = sweep.settings.iter();
    let length = |setting: &Setting| Some(setting.readings[0]?.value / whole);
    settings.map(length).collect()
}
