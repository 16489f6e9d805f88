//! Answer of `ladder --errors`: the main figure by the error rate of the players.

use super::super::answer::{Answer, Media, SummaryRow, sizes_of};
use super::super::chart::ReportChart;
use super::super::json::{self, Body, JsonLayout};
use super::super::results::AnswerRows;
use super::super::sweep::words::{heading, rounded, with_doubt};
use super::super::text::{
    capital, clean, counted, distinct, grouped, joined, number, own_name, words,
};
use crate::analysis::{ErrorCurve, ErrorCurves};
use crate::charts::{Chart, ColorRole, Curve, CurvePoint};
use crate::records::{Column, ColumnValue, Columns};
use crate::scenario::Quantity;
use crate::sim::LEVEL;
use crate::stats::Figure;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval", "rates", "errs"],
    rows: &["seats", "points"],
};

/// Returns the answer of `ladder --errors`.
pub fn errors_answer(errors: &ErrorCurves) -> Answer {
    let headline = headline(errors);
    let caption = capital(&format!("{}, by error rate", often(errors)));
    let media = (Body::new(json(errors), LAYOUT), rows(errors));
    Answer {
        blocks: vec![
            Media::Page.text(
                "An error is an action drawn uniformly among all but retreat, in place of the \
                 player's choice. All rates use common random numbers.",
            ),
            Media::All.table(caption, table(errors)),
            Media::All.notes(fixed(errors)),
        ],
        facts: format!("{}, seed {}", played(errors), errors.seed),
        seed: Some(errors.seed),
        charts: figures(errors),
        summary_rows: vec![summary_row(errors)],
        ..Answer::about(
            ("errors", "Errors of the players"),
            &errors.scenario,
            &headline,
            media,
        )
    }
}

/// Returns the clause of the main figure: `heroes win`; for a mean `the mean of score`.
fn subject(errors: &ErrorCurves) -> String {
    let points = errors.curves.iter().flat_map(|curve| &curve.points);
    let mut outcomes = points.filter_map(|point| point.outcome_named(&errors.figure.name()));
    match &errors.figure {
        Quantity::Metric(_, name) => format!("the mean of {}", words(&clean(own_name(name)))),
        Quantity::Outcome(name) => outcomes
            .next()
            .map_or_else(|| clean(name), |outcome| clean(&outcome.clause())),
    }
}

/// Returns the meaning of the values: `how often heroes win`, `the mean of score`.
fn often(errors: &ErrorCurves) -> String {
    match &errors.figure {
        Quantity::Outcome(_) => format!("how often {}", subject(errors)),
        Quantity::Metric(..) => subject(errors),
    }
}

/// Returns the seats of a curve as the subject of a clause: `heroes`, `all`.
fn who(errors: &ErrorCurves, curve: &ErrorCurve) -> String {
    match curve.seats[..] {
        [seat] => clean(&errors.seats[seat].name),
        _ => "all".to_owned(),
    }
}

/// Returns a rate as a percentage with its digits: `12.5%`.
fn percentage(rate: f64) -> String {
    // A rate has at most nine decimals.
    format!("{}%", (rate * 1e9).round() / 1e7)
}

/// Returns the number of decimals that the widest interval supports.
fn decimals(errors: &ErrorCurves) -> usize {
    let is_wide = |known: Figure| known.is_share() && known.interval.half_width() > 0.001;
    if errors.known().any(is_wide) { 1 } else { 2 }
}

/// Returns the headline: the figure at the lowest and at the highest rate.
fn headline(errors: &ErrorCurves) -> String {
    let decimals = decimals(errors);
    let (count, curves) = (errors.rates.len(), &errors.curves);
    let is_free = |place: usize| errors.rates[place] == 0.0;
    let mut values = Vec::new();
    let ends = distinct([0, count.saturating_sub(1)]).into_iter();
    for place in ends.filter(|&place| place < count) {
        // Without errors all curves have the same value, unless the file has errors.
        let same = is_free(place)
            && curves
                .windows(2)
                .all(|two| two[0].points[place] == two[1].points[place]);
        for curve in &curves[..if same { 1 } else { curves.len() }] {
            let rate = percentage(errors.rates[place]);
            let clause = match (same, is_free(place)) {
                (true, _) => "without errors".to_owned(),
                (_, true) => format!("without errors of {}", who(errors, curve)),
                _ => format!("with {rate} errors of {}", who(errors, curve)),
            };
            let known = errors.at(&curve.points[place]);
            let known = known.map(|known| rounded(known.value, known.is_share(), decimals));
            values.push((known.unwrap_or_default(), clause));
        }
    }
    let verb = match errors.figure {
        Quantity::Outcome(_) => "",
        Quantity::Metric(..) => "is ",
    };
    let values = values.iter().enumerate();
    let values = values.map(|(number, (value, clause))| match (&errors.figure, number) {
        (Quantity::Outcome(_), 0) => format!("{value} of the time {clause}"),
        _ => format!("{value} {clause}"),
    });
    format!("{} {verb}{}.", subject(errors), joined(values, ", "))
}

/// Returns a row for each rate and a column for each curve.
fn table(errors: &ErrorCurves) -> super::super::table::Table {
    let decimals = decimals(errors);
    let mut columns = Columns::of(0..errors.rates.len())
        .cell("error rate", |place| percentage(errors.rates[place]));
    for curve in &errors.curves {
        columns = columns.cell(format!("errors of {}", who(errors, curve)), |place| {
            errors
                .at(&curve.points[place])
                .map(|known| with_doubt(known, decimals))
        });
    }
    super::super::table::Table::of(&columns.shown)
}

/// Returns notes about participants whose players do not change.
fn fixed(errors: &ErrorCurves) -> Vec<(&'static str, String)> {
    let own = errors.seats.iter().filter(|seat| !seat.own.is_empty());
    own.map(|seat| {
        let names = joined(seat.own.iter().map(|name| clean(name)), ", ");
        ("fixed", format!("{names} of {}", clean(&seat.name)))
    })
    .collect()
}

/// Returns the points, each once, with the index of its curve and of its rate.
fn points(errors: &ErrorCurves) -> Vec<(usize, usize)> {
    let mut known: Vec<&str> = Vec::new();
    let mut points = Vec::new();
    for (curve, one) in errors.curves.iter().enumerate() {
        for (place, point) in one.points.iter().enumerate() {
            let hash = point.scenario.hash.as_str();
            if !known.contains(&hash) {
                known.push(hash);
                points.push((curve, place));
            }
        }
    }
    points
}

/// Returns the numbers of settings and trials as text: `10 settings, 100,000 trials each`.
fn played(errors: &ErrorCurves) -> String {
    let points = points(errors);
    let settings = counted(points.len() as u64, "setting");
    let trials = points.iter();
    let trials = trials.map(|&(curve, place)| errors.curves[curve].points[place].trials);
    let sizes = sizes_of(trials.collect());
    if let [(trials, _)] = sizes[..] {
        return format!("{settings}, {} trials each", grouped(trials));
    }
    let parts = sizes.iter();
    let parts = parts.map(|&(trials, count)| format!("{count} of {} trials", grouped(trials)));
    format!("{settings}: {}", joined(parts, " and "))
}

fn summary_row(errors: &ErrorCurves) -> SummaryRow {
    let decimals = decimals(errors);
    let mut columns = Columns::of([()]).cell("figure", |()| clean(&errors.figure.name()));
    for curve in &errors.curves {
        let known = |point| {
            let known = errors.at(point)?;
            Some(number(known.value, known.is_share(), decimals))
        };
        let ends = [curve.points.first(), curve.points.last()];
        let ends = ends.map(|point| point.and_then(known).unwrap_or_default());
        columns = columns.cell(format!("errors of {}", who(errors, curve)), |()| {
            ends.join(" to ")
        });
    }
    SummaryRow::new(&errors.scenario, columns)
}

/// Returns the results of the points, with the error rate of each seat that errs as a varied key.
fn rows(errors: &ErrorCurves) -> AnswerRows {
    let points = points(errors);
    let varied = errors.seats.iter().enumerate().map(|(seat, one)| {
        let rate = |&(curve, place): &(usize, usize)| {
            let errs = errors.curves[curve].seats.contains(&seat);
            Some(errs.then_some(errors.rates[place]))
        };
        Column {
            name: format!("{}.error", one.path),
            values: ColumnValue::column(points.iter().map(rate).collect()),
        }
    });
    let results = points.iter();
    let results = results.map(|&(curve, place)| errors.curves[curve].points[place].clone());
    AnswerRows::Results {
        varied: varied.collect(),
        results: results.collect(),
    }
}

/// Returns the JSON. The figures of a point equal those of a run with the same players and estimator.
fn json(errors: &ErrorCurves) -> Json {
    let seats = errors.seats.iter().map(|seat| {
        json!({
            "name": seat.name,
            "path": seat.path,
            "outcome": seat.outcome,
            "own": seat.own,
        })
    });
    let curves = errors.curves.iter().map(|curve| {
        let points = Columns::of(errors.rates.iter().zip(&curve.points))
            .json("error", |(&rate, _)| rate)
            .json("hash", |(_, point)| point.scenario.hash.as_str())
            .json("trials", |(_, point)| point.trials)
            .json("value", |(_, point)| Some(errors.at(point)?.value))
            .json_fields(&Figure::FIELDS, |(_, point)| errors.at(point));
        let errs = curve.seats.iter().map(|&seat| &errors.seats[seat].name);
        json!({"errs": errs.collect::<Vec<_>>(), "points": json::rows(&points.json)})
    });
    json::answer(json!({
        "scenario": errors.scenario,
        "seed": errors.seed,
        "interval": json::interval("wilson", LEVEL),
        "figure": errors.figure.name(),
        "seats": seats.collect::<Json>(),
        "rates": errors.rates,
        "curves": curves.collect::<Json>(),
    }))
}

/// Returns a chart for each curve.
fn figures(errors: &ErrorCurves) -> Vec<ReportChart> {
    let decimals = decimals(errors);
    let curves = errors.curves.iter().enumerate();
    let curves = curves.map(|(place, curve)| {
        let who = who(errors, curve);
        let points = errors.rates.iter().zip(&curve.points);
        let points = points.filter_map(|(&rate, point)| {
            let known = errors.at(point)?;
            Some(CurvePoint {
                x: rate,
                label: percentage(rate),
                value: known.value,
                words: number(known.value, known.is_share(), decimals),
                interval: known.interval,
            })
        });
        let chart = Chart::Curve(Curve {
            title: capital(&format!("{}, by errors of {who}", often(errors))),
            subtitle: played(errors),
            interval: format!("{:.0}% interval", LEVEL * 100.0),
            x_label: format!("error rate of {who}"),
            y_label: match errors.figure {
                Quantity::Outcome(_) => format!("share of {}", heading(&errors.figure)),
                Quantity::Metric(..) => heading(&errors.figure),
            },
            shares: errors.known().all(|known| known.is_share()),
            ordered: true,
            color: ColorRole::Series(place),
            target: None,
            points: points.collect(),
        });
        ReportChart::answer(format!("ladder-errors-{who}"), chart)
    });
    curves.collect()
}
