//! Charts of a sweep: a curve for one key, a map for two keys, more than one map for more keys; and
//! the shares of all outcomes along a number.

use super::super::chart::ReportChart;
use super::super::results::ends;
use super::super::target::TargetFormat;
use super::super::text::{
    bare_percent, capital, clean, decimal, distinct, joined, listed, number, percent,
};
use super::words::{all, heading, names, places, subject, value, widest_interval};
use super::{played, players};
use crate::analysis::{Quantity, SweepResult};
use crate::charts::{
    AreaLayer, Chart, ColorRole, Curve, CurvePoint, CurveTarget, HeatMap, Multiples, Panel,
    StackedAreas,
};
use crate::sim::{LEVEL, Results};
use crate::stats::Figure;

/// Upper ends of a color scale for shares.
const ENDS: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];
/// Number of columns from which cells have room for whole numbers only.
const MANY_COLUMNS: usize = 9;
/// Number of columns above which a map is transposed if it has fewer rows.
const WIDE: usize = 16;
/// Minimum and maximum number of outcomes whose shares are drawn together.
const AREAS: std::ops::RangeInclusive<usize> = 3..=12;

/// Returns a chart for each figure, and one of all outcomes if there are more than two along a
/// number.
pub fn figures(sweep: &SweepResult) -> Vec<ReportChart> {
    let figures = sweep.figures.iter().enumerate().map(|(figure, asked)| {
        let name = match figure {
            0 => "sweep".to_owned(),
            _ => format!("sweep-{}", asked.name()),
        };
        let chart = match sweep.axes()[..] {
            [key] => curve(sweep, figure, key),
            [rows, columns] => map(sweep, figure, (rows, columns)),
            _ => maps(sweep, figure),
        };
        ReportChart::answer(name, chart)
    });
    let outcomes = outcomes(sweep).map(|chart| ReportChart::answer("sweep-outcomes", chart));
    figures.chain(outcomes).collect()
}

/// Returns the shares of all outcomes along the only key, if it has numbers.
fn outcomes(sweep: &SweepResult) -> Option<Chart> {
    let [key] = sweep.axes()[..] else { return None };
    let numbers = sweep.vary[key].numbers().filter(|all| all.len() > 1)?;
    let shown = sweep.settings.iter().flat_map(|one| ends(&one.results));
    let shown: Vec<(String, ColorRole)> = shown
        .map(|(one, _, color)| (one.name.clone(), color))
        .collect();
    let layers = distinct(shown.iter().map(|one| &one.0));
    let layers = layers.into_iter().map(|name| {
        let share = |results: &Results| Some(results.outcome_named(name)?.best()?.value);
        let shares = sweep.settings.iter();
        let color = shown.iter().find(|one| one.0 == *name);
        AreaLayer {
            label: super::super::text::words(&clean(name)),
            color: color.map_or(ColorRole::Neutral, |one| one.1),
            shares: shares
                .map(|one| share(&one.results).unwrap_or(0.0))
                .collect(),
        }
    });
    let layers: Vec<AreaLayer> = layers.collect();
    let points = sweep.settings.iter().map(|setting| {
        let position = setting.values[key];
        (numbers[position], value(sweep, key, position))
    });
    AREAS.contains(&layers.len()).then(|| {
        Chart::StackedAreas(StackedAreas {
            title: format!("Outcomes, by {}", names(sweep)[key]),
            // Only the subtitle of a map depends on the figure.
            subtitle: subtitle(sweep, 0),
            x_label: names(sweep)[key].clone(),
            y_label: String::new(),
            points: points.collect(),
            layers,
        })
    })
}

/// Returns the target of a figure, if the scenario has one.
fn target(sweep: &SweepResult, figure: usize) -> Option<CurveTarget> {
    let (target, tolerance) = sweep.target.as_ref()?;
    let aim = TargetFormat {
        target,
        tolerance: *tolerance,
    };
    (target.figure == sweep.figures[figure]).then(|| aim.of_curve())
}

fn title(sweep: &SweepResult, figure: usize) -> String {
    let names = names(sweep);
    let axes = sweep.axes();
    let by = listed(axes.iter().map(|&key| &names[key]));
    format!("{}, by {by}", capital(&subject(sweep, figure)))
}

fn subtitle(sweep: &SweepResult, figure: usize) -> String {
    let mut parts = vec![super::title(&sweep.scenario), played(sweep)];
    if sweep.axes().len() > 1 {
        parts.extend(widest_interval(sweep, figure));
    }
    parts.extend(super::fixed(sweep));
    parts.extend(super::left_out(sweep));
    parts.extend(places(sweep));
    parts.extend(Some(players(sweep)).filter(|players| !players.is_empty()));
    parts.join("; ")
}

fn curve(sweep: &SweepResult, figure: usize, key: usize) -> Chart {
    let numbers = sweep.vary[key].numbers();
    let known: Vec<&Figure> = all(sweep, figure).collect();
    let decimals = precision(&known);
    let points = sweep.settings.iter().filter_map(|setting| {
        let known = setting.readings[figure]?;
        let position = setting.values[key];
        Some(CurvePoint {
            x: numbers.as_ref().map_or(0.0, |numbers| numbers[position]),
            label: value(sweep, key, position),
            value: known.value,
            words: words(&sweep.figures[figure], &known, decimals),
            interval: known.interval,
        })
    });
    let mut points: Vec<CurvePoint> = points.collect();
    if numbers.is_some() {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    Chart::Curve(Curve {
        title: title(sweep, figure),
        subtitle: subtitle(sweep, figure),
        interval: format!("{}% interval", decimal(LEVEL * 100.0, 0)),
        x_label: names(sweep)[key].clone(),
        y_label: axis(sweep, figure),
        shares: known.iter().all(|known| known.is_share()),
        ordered: numbers.is_some(),
        color: ColorRole::Series(0),
        target: target(sweep, figure),
        points,
    })
}

/// Returns the label of the vertical axis: `share of heroes`, `mean of turns`.
fn axis(sweep: &SweepResult, figure: usize) -> String {
    let asked = &sweep.figures[figure];
    match asked {
        Quantity::Outcome(_) => format!("share of {}", heading(asked)),
        Quantity::Metric(_, name) => {
            let mut metrics = sweep.settings.iter().flat_map(|one| &one.results.metrics);
            let unit = metrics.find(|metric| metric.name == *name);
            let unit = unit.map_or("", |metric| metric.unit);
            let words = heading(asked);
            if unit.is_empty() || words.ends_with(unit) {
                words
            } else {
                format!("{words}, {unit}")
            }
        }
    }
}

/// Returns the decimals of the labels at points and in cells.
fn precision(known: &[&Figure]) -> usize {
    let half_width =
        |known: &&Figure| known.interval.half_width() * if known.is_share() { 1.0 } else { 0.1 };
    let widest = known.iter().map(half_width).fold(0.0, f64::max);
    usize::from(widest < 0.025)
}

fn words(asked: &Quantity, known: &Figure, decimals: usize) -> String {
    let decimals = asked.quantile().map_or(decimals, |_| 0);
    number(known.value, known.is_share(), decimals)
}

/// Range of values of a color scale.
struct Colors {
    low: f64,
    high: f64,
    ends: (String, String),
}

impl Colors {
    fn of(known: &[&Figure]) -> Self {
        let values = known.iter().map(|known| known.value);
        let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
        if known.iter().all(|known| known.is_share()) {
            let high = ENDS.into_iter().find(|&end| end >= most).unwrap_or(1.0);
            return Self {
                low: 0.0,
                high,
                ends: (percent(0.0, 0), percent(high, 0)),
            };
        }
        let low = values.fold(f64::INFINITY, f64::min);
        Self {
            low,
            high: most,
            ends: (decimal(low, 2), decimal(most, 2)),
        }
    }

    fn position(&self, value: f64) -> f64 {
        let range = self.high - self.low;
        if range > 0.0 {
            (value - self.low) / range
        } else {
            0.5
        }
    }
}

/// Returns the cells over two keys; `at` has the values of all other keys.
fn cells(
    sweep: &SweepResult,
    figure: usize,
    (rows, columns): (usize, usize),
    at: &[usize],
) -> Vec<Vec<Option<(f64, String)>>> {
    let known: Vec<&Figure> = all(sweep, figure).collect();
    let colors = Colors::of(&known);
    let narrow = sweep.vary[columns].values.len() >= MANY_COLUMNS;
    let decimals = if narrow { 0 } else { precision(&known) };
    let mut at = at.to_vec();
    let mut cell = |row: usize, column: usize| {
        (at[rows], at[columns]) = (row, column);
        let known = sweep.setting(&at)?.readings[figure]?;
        let label = if narrow && known.is_share() {
            bare_percent(known.value, decimals)
        } else {
            words(&sweep.figures[figure], &known, decimals)
        };
        Some((colors.position(known.value), label))
    };
    let count = |key: usize| 0..sweep.vary[key].values.len();
    let row = |row| count(columns).map(|column| cell(row, column)).collect();
    count(rows).map(row).collect()
}

fn labels(sweep: &SweepResult, key: usize) -> Vec<String> {
    let all = 0..sweep.vary[key].values.len();
    all.map(|position| value(sweep, key, position)).collect()
}

fn map(sweep: &SweepResult, figure: usize, (rows, columns): (usize, usize)) -> Chart {
    let count = |key: usize| sweep.vary[key].values.len();
    let (rows, columns) = if count(columns) > WIDE && count(rows) < count(columns) {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let known: Vec<&Figure> = all(sweep, figure).collect();
    Chart::HeatMap(HeatMap {
        title: title(sweep, figure),
        subtitle: subtitle(sweep, figure),
        x_label: names(sweep)[columns].clone(),
        y_label: names(sweep)[rows].clone(),
        columns: labels(sweep, columns),
        rows: labels(sweep, rows),
        cells: cells(sweep, figure, (rows, columns), &vec![0; sweep.vary.len()]),
        even: 0.0,
        ends: Some(Colors::of(&known).ends),
        ..HeatMap::default()
    })
}

/// Returns a map for each combination of values of all keys but the first two.
fn maps(sweep: &SweepResult, figure: usize) -> Chart {
    let axes = sweep.axes();
    let (rows, columns) = (axes[0], axes[1]);
    let others = &axes[2..];
    let known: Vec<&Figure> = all(sweep, figure).collect();
    let names = names(sweep);
    let panels = sweep.settings.iter().map(|one| {
        let mut values = one.values.clone();
        (values[rows], values[columns]) = (0, 0);
        values
    });
    let panels = distinct(panels).into_iter().map(|values| {
        let value = |key: usize| value(sweep, key, values[key]);
        let names = others
            .iter()
            .map(|&key| format!("{}={}", names[key], value(key)));
        Panel {
            name: joined(names, ", "),
            cells: cells(sweep, figure, (rows, columns), &values),
        }
    });
    Chart::Multiples(Multiples {
        title: title(sweep, figure),
        subtitle: subtitle(sweep, figure),
        x_label: names[columns].clone(),
        y_label: names[rows].clone(),
        columns: labels(sweep, columns),
        rows: labels(sweep, rows),
        panels: panels.collect(),
        ends: Colors::of(&known).ends,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{SweepPlan, Target, grid};
    use crate::scenario::open_simple as open;
    use crate::sim::NoProgress;

    fn swept(name: &str, vary: &[&str], figure: &str) -> SweepResult {
        let scenario = open(name, &[]).unwrap();
        let plan = SweepPlan {
            vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
            figures: vec![figure.to_owned()],
            trials: Some(200),
            seed: 1,
            ..SweepPlan::default()
        };
        let grid = grid(&scenario, &plan).unwrap();
        grid.play(&NoProgress, &|_, _| {}).unwrap()
    }

    fn drawn(sweep: &SweepResult) -> Chart {
        figures(sweep).remove(0).chart
    }

    #[test]
    fn one_key_is_a_curve_in_the_order_of_its_numbers() {
        let sweep = swept(
            "@canyon",
            &["side.heroes.Emily.classes[0].dice=3,1,2"],
            "heroes",
        );
        let Chart::Curve(curve) = drawn(&sweep) else {
            panic!("no curve")
        };
        let places: Vec<f64> = curve.points.iter().map(|point| point.x).collect();
        assert_eq!(places, [1.0, 2.0, 3.0]);
        assert!(curve.ordered && curve.shares);
        assert!(
            curve
                .points
                .iter()
                .all(|point| point.interval.half_width() > 0.0)
        );
        assert_eq!(curve.title, "The chance that heroes win, by Emily dice");
        let sweep = swept(
            "@canyon",
            &["side.heroes.player=random,brawler"],
            "mean.turns",
        );
        let Chart::Curve(curve) = drawn(&sweep) else {
            panic!("no points")
        };
        assert!(!curve.ordered && !curve.shares);
        assert_eq!(curve.points[0].label, "random");
    }

    #[test]
    fn a_target_is_a_band_and_more_than_two_outcomes_are_areas() {
        let mut sweep = swept("@lockpick", &["difficulty=9..12"], "success");
        sweep.target = Some((Target::even(sweep.figures[0].clone()), 0.05));
        assert_eq!(figures(&sweep).len(), 1);
        let Chart::Curve(curve) = drawn(&sweep) else {
            panic!("no curve")
        };
        let target = curve.target.as_ref().unwrap();
        assert_eq!((target.value, target.tolerance), (0.5, 0.05));
        let sweep = swept(
            "@three-sides",
            &["side.pirates.Deckhand.count=2..4"],
            "pirates",
        );
        let charts = figures(&sweep);
        let Some(Chart::StackedAreas(areas)) = charts.last().map(|one| &one.chart) else {
            panic!("no areas")
        };
        let total: f64 = areas.layers.iter().map(|layer| layer.shares[1]).sum();
        assert!((total - 1.0).abs() < 1e-9);
    }

    #[test]
    fn two_keys_are_a_map_that_is_transposed_if_too_wide() {
        let sweep = swept(
            "@lockpick",
            &["difficulty=9..10", "actor.dice=1..3"],
            "success",
        );
        let Chart::HeatMap(map) = drawn(&sweep) else {
            panic!("no map")
        };
        assert_eq!((map.rows.len(), map.columns.len()), (2, 3));
        let exact = sweep.setting(&[1, 2]).unwrap().readings[0].unwrap().value;
        assert_eq!(map.cells[1][2].as_ref().unwrap().0, exact);
        assert_eq!(map.ends, Some(("0%".to_owned(), "100%".to_owned())));
        let sweep = swept(
            "@lockpick",
            &["actor.dice=1..3", "difficulty=1..30"],
            "mean.total",
        );
        let Chart::HeatMap(map) = drawn(&sweep) else {
            panic!("no map")
        };
        assert_eq!((map.rows.len(), map.columns.len()), (30, 3));
        let places = map.cells.iter().flatten().flatten().map(|cell| cell.0);
        assert!(places.clone().any(|place| place == 0.0) && places.clone().any(|one| one == 1.0));
    }

    #[test]
    fn more_keys_are_a_map_for_each_setting_of_the_others() {
        let vary = [
            "difficulty=9..10",
            "actor.dice=1..3",
            "helper[0].dice=1..2",
            "actor.fit=full,semi",
        ];
        let Chart::Multiples(maps) = drawn(&swept("@lockpick", &vary, "success")) else {
            panic!("no maps")
        };
        let titles: Vec<&str> = maps
            .panels
            .iter()
            .map(|panel| panel.name.as_str())
            .collect();
        assert_eq!(
            titles,
            [
                "helper dice=1, actor fit=full",
                "helper dice=1, actor fit=semi",
                "helper dice=2, actor fit=full",
                "helper dice=2, actor fit=semi"
            ]
        );
    }
}
