//! The answer of `matchups`: the scores of designs against each other.

mod junit;
mod statements;
#[cfg(test)]
mod tests;

pub use junit::matchups_junit;

use super::answer::{Answer, Media, SummaryRow, title};
use super::chart::ReportChart;
use super::json::{self, Body, JsonLayout};
use super::results::{AnswerRows, identified};
use super::table::Table;
use super::text::{clean, counted, decimal, grouped, percent};
use crate::analysis::{Matchups, Relation, verdict};
use crate::charts::{Chart, HeatMap};
use crate::records::{Columns, NONE};
use crate::stats::Figure;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval", "seats", "within", "even", "cycles"],
    rows: &["designs", "pairs"],
};
/// Number of designs above which the cells of the chart have no decimals.
const MANY: usize = 8;

/// Returns the answer of `matchups`, with verdicts on a range of scores if given.
pub fn matchups_answer(found: &Matchups, within: Option<[f64; 2]>) -> Answer {
    let headline = statements::headline(found);
    let caption = "Score of the row against the column, over both seats";
    let blocks = vec![
        Media::Page.text("All pairs use common random numbers."),
        Media::All.table(caption, matrix(found)),
        Media::All.text("▲ ahead, ▼ behind, = even within the margin; all are proven."),
        Media::All.notes(statements::notes(found, within)),
    ];
    let columns = pairs(found, within);
    let media = (
        Body::new(json(found, within, &columns), LAYOUT),
        AnswerRows::Own(columns.end()),
    );
    let best = found.best().map(|best| name(found, best));
    let summary = Columns::of([()])
        .cell("designs", |()| grouped(found.designs.len() as u64))
        .cell("ahead of all others", |()| best.clone());
    Answer {
        blocks,
        facts: played(found),
        seed: (found.trials > 0).then_some(found.seed),
        charts: vec![chart(found)],
        summary_rows: vec![SummaryRow::new(&found.scenario, summary)],
        origin: format!("hash {}", clean(&found.scenario.hash)),
        ..Answer::titled(("matchups", "Matchups"), heading(found), headline, media)
    }
}

/// Returns the number of designs, with the scenario if they are values of its keys.
fn heading(found: &Matchups) -> String {
    let designs = counted(found.designs.len() as u64, "design");
    let is_one = found
        .designs
        .iter()
        .all(|one| one.path == found.scenario.path);
    match title(&found.scenario) {
        scenario if is_one => format!("{scenario}, {designs}"),
        _ => designs,
    }
}

fn name(found: &Matchups, design: usize) -> String {
    clean(&found.designs[design].name)
}

/// Returns the number of pairs and trials: `66 pairs, 5,000 trials in each seat, seed 1`.
fn played(found: &Matchups) -> String {
    let exact = found
        .pairs()
        .filter(|&[own, other]| found.scores[own][other].is_exact());
    let (all, exact) = (found.pairs().count(), exact.count());
    let pairs = counted(all as u64, "pair");
    if exact == all {
        return format!("{pairs}, exact, no trials");
    }
    let exact = match exact {
        0 => String::new(),
        exact => format!(" ({exact} exact)"),
    };
    let trials = counted(found.trials, "trial");
    format!("{pairs}{exact}, {trials} in each seat, seed {}", found.seed)
}

/// Returns the mark of what is proven about a score.
const fn mark(relation: Relation) -> &'static str {
    match relation {
        Relation::Ahead => "▲",
        Relation::Behind => "▼",
        Relation::Even => "=",
        Relation::Open => " ",
    }
}

/// Returns the score of each design against each other, with its mean and its weight in the
/// equilibrium; on narrow screens without intervals.
fn matrix(found: &Matchups) -> Table {
    let weights = found.weights();
    let table = |cell: &dyn Fn(&Figure) -> String| {
        let mut columns = Columns::of(0..found.designs.len())
            .cell("design", |own| name(found, own))
            .cell("mean", |own| percent(found.designs[own].mean, 1))
            .cell("weight", |own| {
                weights.get(own).map(|&weight| percent(weight, 0))
            });
        for other in 0..found.designs.len() {
            columns = columns.cell(name(found, other), |own| {
                if own == other {
                    return NONE.to_owned();
                }
                let mark = mark(found.relation([own, other]));
                format!("{} {mark}", cell(&found.scores[own][other]))
            });
        }
        Table::of(&columns.shown)
    };
    let short = table(&|score| decimal(score.value * 100.0, 0));
    Table {
        compact: Some(Box::new(short)),
        ..table(&words)
    }
}

/// Returns a score with half of its interval: `54.3% ±1.2`.
fn words(score: &Figure) -> String {
    let value = percent(score.value, 1);
    if score.has_exact_value() {
        return value;
    }
    // An interval has a positive width, so it is never rounded to zero.
    let half = (score.interval.half_width() * 100.0).max(0.1);
    format!("{value} ±{half:.1}")
}

/// Returns a row for each pair, as seen by the design with the higher mean score.
fn pairs(found: &Matchups, within: Option<[f64; 2]>) -> Columns<[usize; 2]> {
    let score = |[own, other]: [usize; 2]| found.scores[own][other];
    let seated = |[own, other]: [usize; 2]| found.seated[own][other];
    let columns = identified(found.pairs(), |pair| {
        let trials = score(pair).trials;
        (&found.scenario, &*found.scenario.hash, found.seed, trials)
    })
    .all("design", |[own, _]| found.designs[own].name.as_str())
    .all("against", |[_, other]| found.designs[other].name.as_str())
    .figure("score", |pair| Some(score(pair)))
    .all("exact", |pair| score(pair).is_exact())
    .json("trials", |pair| score(pair).trials)
    .all("in_first_seat", seated)
    .all("in_second_seat", |[own, other]| {
        seated([other, own]).map(|share| 1.0 - share)
    })
    .all("relation", |pair| found.relation(pair).name())
    .all("even", |pair| found.is_even(pair));
    match within {
        None => columns,
        Some(range) => columns.all("within", |pair| {
            verdict(score(pair).interval, score(pair).is_exact(), range).name()
        }),
    }
}

fn json(found: &Matchups, within: Option<[f64; 2]>, pairs: &Columns<[usize; 2]>) -> Json {
    let (weights, never) = (found.weights(), found.never_chosen());
    let dominated = found.dominated();
    let designs = Columns::of(0..found.designs.len())
        .json("name", |own| found.designs[own].name.as_str())
        .json("path", |own| found.designs[own].path.as_str())
        .json("mean", |own| found.designs[own].mean)
        .json("weight", |own| weights.get(own).copied())
        .json("never_chosen", |own| never[own])
        .json("dominated_by", |own| {
            let by = dominated.iter().find(|one| one[0] == own)?[1];
            Some(found.designs[by].name.as_str())
        });
    let names = |all: &[usize]| -> Json {
        all.iter()
            .map(|&one| found.designs[one].name.as_str())
            .collect()
    };
    let even = found.pairs().filter(|&pair| found.is_even(pair));
    let cycles = found.cycles();
    json::answer(json!({
        "scenario": found.scenario,
        "seed": found.seed,
        "trials": found.trials,
        "interval": json::interval("bonferroni", 1.0 - found.alpha),
        "seats": found.seats,
        "margin": found.margin,
        "within": within,
        "best": found.best().map(|best| found.designs[best].name.as_str()),
        "even": even.map(|pair| names(&pair)).collect::<Json>(),
        "cycles": cycles.iter().map(|cycle| names(cycle)).collect::<Json>(),
        "designs": json::rows(&designs.json),
        "pairs": json::rows(&pairs.json),
    }))
}

/// Returns a heat map of the scores.
fn chart(found: &Matchups) -> ReportChart {
    let names: Vec<String> = (0..found.designs.len())
        .map(|own| name(found, own))
        .collect();
    let decimals = usize::from(names.len() <= MANY);
    let cell = |own: usize, other: usize| {
        let score = found.scores[own][other].value;
        let label = format!(
            "{} {}",
            percent(score, decimals),
            mark(found.relation([own, other]))
        );
        (own != other).then(|| (score, label.trim_end().to_owned()))
    };
    let row = |own: usize| (0..names.len()).map(|other| cell(own, other)).collect();
    let cells = (0..names.len()).map(row).collect();
    let chart = Chart::HeatMap(HeatMap {
        title: format!("{}: score of the row against the column", heading(found)),
        subtitle: played(found),
        columns: names.clone(),
        rows: names,
        cells,
        even: 0.5,
        ..HeatMap::default()
    });
    ReportChart::answer("matchups", chart)
}
