//! The answer of `restrict`: the worth of each option of a side.

use super::super::answer::{Answer, Media, SummaryRow, sizes_of, title};
use super::super::chart::ReportChart;
use super::super::json::{self, Body, JsonLayout};
use super::super::results::{AnswerRows, identified};
use super::super::table::Table;
use super::super::text::{clean, counted, few, grouped, joined, numbered, p_value, percent};
use super::headline::{amount, between, level, signed, value};
use super::multiple::{SUBTITLE, axis, intervals, within};
use crate::analysis::{MUST_HAVE, RestrictedOption, RestrictedOptions, Worth};
use crate::charts::{Chart, RowMark, Targeted, TargetedRow};
use crate::document::Restriction;
use crate::records::Columns;
use crate::sim::StopReason;
use crate::stats::Interval;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval"],
    rows: &["options"],
};

/// Maximum number of options that a sentence names for each worth.
const MOST_NAMED: usize = 4;

/// Returns the answer of `restrict`.
pub fn restrict_answer(found: &RestrictedOptions) -> Answer {
    let columns = columns(found);
    let mut table = Table::of(&columns.shown);
    let named = |name: &str| table.headings.iter().position(|heading| heading == name);
    let optional = ["trials", "p", "with", "interval"].into_iter();
    table.optional = optional
        .filter_map(|name| Some(vec![named(name)?]))
        .collect();
    table.stacks = true;
    let headline = headline(found);
    let body = Body::new(json(found, &columns), LAYOUT);
    let solved = found.options.iter().all(is_solved);
    let charts = chart(found).map(|chart| ReportChart::answer("restrict", chart));
    Answer {
        blocks: vec![Media::All.table("", table), Media::All.notes(notes(found))],
        facts: facts(found),
        seed: (!solved).then_some(found.seed),
        charts: charts.into_iter().collect(),
        summary_rows: found.options.iter().map(|one| row(found, one)).collect(),
        ..Answer::about(
            ("restrict", "Worth of options"),
            &found.scenario,
            &headline,
            (body, AnswerRows::Own(columns.end())),
        )
    }
}

fn is_solved(one: &RestrictedOption) -> bool {
    one.comparison.stopped == StopReason::Exact
}

/// Returns the option with what is done to it: `without Dirk: Captain`, `only bid 4`.
fn label(restriction: &Restriction, side: Option<&str>) -> String {
    let word = if restriction.is_only {
        "only"
    } else {
        "without"
    };
    format!("{word} {}", name(restriction, side))
}

/// Returns the name of an option: `support`, `Dirk: Captain`, `bid 4`.
fn name(restriction: &Restriction, side: Option<&str>) -> String {
    let option = clean(&restriction.option);
    let mut owners = restriction.owners.iter().rev();
    let owner = owners.find(|owner| Some(owner.as_str()) != side);
    let is_value = restriction.assignment.ends_with(']');
    match owner {
        Some(owner) if is_value => format!("{} {option}", clean(owner)),
        Some(owner) if *owner != restriction.option => format!("{}: {option}", clean(owner)),
        _ => option,
    }
}

const fn words(worth: Worth) -> &'static str {
    match worth {
        Worth::MustHave => "must have",
        Worth::Useful => "useful",
        Worth::Dead => "dead",
        Worth::Hinders => "hinders",
        Worth::Matters => "matters",
        Worth::Undecided => "undecided",
    }
}

/// Returns the verdict on an option, or on its being the only one left.
fn verdict(one: &RestrictedOption) -> &'static str {
    match (one.restriction.is_only, one.worth()) {
        (false, worth) => words(worth),
        (true, Worth::MustHave | Worth::Useful) => "not enough",
        (true, Worth::Dead) => "enough",
        (true, Worth::Hinders) => "better alone",
        (true, Worth::Matters) => "matters",
        (true, Worth::Undecided) => "undecided",
    }
}

/// Returns the headline without the title, ending in a full stop.
fn headline(found: &RestrictedOptions) -> String {
    let side = found.side.as_deref();
    let is_own = |one: &&RestrictedOption| !one.restriction.is_only;
    let has_own = found.options.iter().any(|one| is_own(&one));
    let all = || {
        found
            .options
            .iter()
            .filter(move |one| is_own(one) || !has_own)
    };
    let called = |one: &RestrictedOption| {
        if has_own {
            name(&one.restriction, side)
        } else {
            label(&one.restriction, side)
        }
    };
    let mut is_first = true;
    let mut loss = |one: &RestrictedOption| {
        let figure = one.figure()?;
        let loss = signed(figure, figure.difference.known()?);
        // The unit and the condition follow the first number only.
        let unit = match (std::mem::take(&mut is_first), has_own) {
            (false, _) => "",
            (true, _) if !figure.difference.is_share() => " without it",
            (true, true) => " points without it",
            (true, false) => " points",
        };
        Some(format!("{} ({loss}{unit})", called(one)))
    };
    let mut parts = Vec::new();
    for worth in [
        Worth::MustHave,
        Worth::Useful,
        Worth::Hinders,
        Worth::Matters,
        Worth::Dead,
        Worth::Undecided,
    ] {
        let with = all().filter(|one| one.worth() == worth);
        let names: Vec<String> = match worth {
            Worth::Dead | Worth::Undecided => with.map(called).collect(),
            _ => with.filter_map(&mut loss).collect(),
        };
        let names = few(names, MOST_NAMED);
        if !names.is_empty() {
            let word = all().find(|one| one.worth() == worth).map_or("", verdict);
            parts.push(format!("{word}: {names}"));
        }
    }
    let of = side.map_or_else(String::new, |side| format!(" of {}", clean(side)));
    format!(
        "{}{of}; {}.",
        counted(all().count() as u64, "option"),
        joined(parts, "; ")
    )
}

fn columns(found: &RestrictedOptions) -> Columns<&RestrictedOption> {
    let side = found.side.as_deref();
    let is_played = found.options.iter().any(|one| !is_solved(one));
    let columns = identified(&found.options, |one| {
        let comparison = &one.comparison;
        (
            &found.scenario,
            &comparison.second.hash,
            found.seed,
            comparison.trials,
        )
    });
    let distinct_label = |one: &RestrictedOption| {
        let own = label(&one.restriction, side);
        let others = found.options.iter();
        let is_same = |other: &&RestrictedOption| label(&other.restriction, side) == own;
        match others.filter(is_same).count() {
            1 => own,
            _ => format!("{own} ({})", clean(&one.restriction.assignment)),
        }
    };
    let columns = columns
        .all("option", |one| name(&one.restriction, side))
        .cell("", distinct_label)
        .all("only", |one| one.restriction.is_only)
        .both("set", "set", |one| one.restriction.assignment.as_str())
        .all("worth", |one| one.worth().name())
        .cell("verdict", verdict)
        .words()
        .all("figure", |one| {
            one.figure().map(|figure| figure.name.as_str())
        })
        .all("with", |one| one.figure()?.first)
        .cell("with", |one| {
            one.figure().map(|figure| value(figure, figure.first))
        })
        .all("without", |one| one.figure()?.second)
        .cell("without", |one| {
            one.figure().map(|figure| value(figure, figure.second))
        })
        .figure("difference", |one| Some(one.figure()?.difference))
        .cell("difference", |one| {
            let figure = one.figure()?;
            figure.difference.known().map(|known| signed(figure, known))
        })
        .cell_if(is_played, "interval", |one| one.figure().map(between))
        .all("p_holm", |one| one.figure()?.raised)
        .cell_if(is_played, "p", |one| {
            let p = one.figure()?.raised?;
            (!is_solved(one)).then(|| p_value(p))
        });
    columns.cell_if(is_played, "trials", |one| {
        (!is_solved(one)).then(|| grouped(one.comparison.trials))
    })
}

fn row(found: &RestrictedOptions, one: &RestrictedOption) -> SummaryRow {
    let side = found.side.as_deref();
    let columns = Columns::of([one])
        .cell("option", |one| label(&one.restriction, side))
        .words()
        .cell("verdict", verdict)
        .words()
        .cell("difference", |one| {
            let figure = one.figure()?;
            figure.difference.known().map(|known| signed(figure, known))
        });
    SummaryRow::new(&found.scenario, columns)
}

fn notes(found: &RestrictedOptions) -> Vec<(&'static str, String)> {
    let side = found.side.as_deref();
    let figure = found.options.iter().find_map(RestrictedOption::figure);
    let margin = figure.and_then(|figure| Some(amount(figure, figure.margin?)));
    let mut notes = Vec::new();
    if let Some(figure) = figure {
        let what = match &*clean(&figure.phrase) {
            "" => clean(&figure.name),
            phrase => format!("how often {phrase}"),
        };
        let must = if figure.difference.is_share() {
            format!(
                "; must have: at least {} points",
                percent(MUST_HAVE, 0).trim_end_matches('%')
            )
        } else {
            String::new()
        };
        let dead = margin.map_or_else(String::new, |margin| format!("; dead: at most {margin}"));
        notes.push(("measured", format!("{what}{must}{dead}")));
    }
    if !found.players.is_empty() {
        notes.push(("players", clean(&found.players.to_string())));
    }
    if found.options.iter().any(|one| !is_solved(one)) {
        notes.push((
            "certainty",
            format!(
                "intervals are simultaneous at {}% confidence and valid at any stopping time; p is adjusted for {} \
                 by Holm's method; both contests of a row use common random numbers",
                level(found.alpha),
                counted(found.options.len() as u64, "option")
            ),
        ));
    }
    let refused = found.refused.iter().map(|one| label(one, side));
    notes.push(("not possible", few(refused, MOST_NAMED)));
    notes
}

fn facts(found: &RestrictedOptions) -> String {
    let solved = found.options.iter().filter(|one| is_solved(one)).count();
    let sizes = found.options.iter().filter(|one| !is_solved(one));
    let sizes = sizes_of(sizes.map(|one| one.comparison.trials).collect());
    if sizes.is_empty() {
        return "exact, no trials".to_owned();
    }
    let total: u64 = sizes
        .iter()
        .map(|(trials, count)| trials * *count as u64)
        .sum();
    let exact = numbered([(solved, "option solved", "options solved")]);
    let played = format!(
        "{} trials of each contest, seed {}",
        grouped(total),
        found.seed
    );
    joined(exact.into_iter().chain([played]), ", ")
}

fn json(found: &RestrictedOptions, columns: &Columns<&RestrictedOption>) -> Json {
    let method = if found.options.iter().all(is_solved) {
        "exact"
    } else {
        "confidence_sequence"
    };
    let refused = found.refused.iter().map(|one| one.assignment.as_str());
    json::answer(json!({
        "scenario": found.scenario,
        "side": found.side,
        "players": found.players.to_string(),
        "seed": found.seed,
        "interval": json::interval(method, 1.0 - found.alpha),
        "options": json::rows(&columns.json),
        "refused": refused.collect::<Json>(),
    }))
}

/// Returns the effects as a forest plot, the largest first; `None` without figures.
fn chart(found: &RestrictedOptions) -> Option<Chart> {
    let first = found.options.iter().find_map(RestrictedOption::figure)?;
    let is_share = first.difference.is_share();
    let scale = if is_share { 100.0 } else { 1.0 };
    let rows = found.options.iter().filter_map(|one| {
        let figure = one.figure()?;
        let Interval { low, high } = figure.difference.interval;
        Some(TargetedRow {
            label: label(&one.restriction, found.side.as_deref()),
            value: figure.difference.known()? * scale,
            interval: Interval::new(low * scale, high * scale),
            figure: signed(figure, figure.difference.value),
            mark: match one.worth() {
                Worth::MustHave => RowMark::Answer,
                Worth::Dead => RowMark::Out,
                _ => RowMark::Plain,
            },
        })
    });
    let margin = first.margin.unwrap_or(0.0);
    Some(Chart::Targeted(Targeted {
        title: format!("Worth of options: {}", title(&found.scenario)),
        subtitle: SUBTITLE.replace("B − A", "without the option − with it"),
        interval: intervals(found.alpha),
        x_label: axis(is_share).to_owned(),
        tolerance: margin * scale,
        target_label: "no difference".to_owned(),
        band_label: if margin > 0.0 {
            within(first, margin)
        } else {
            String::new()
        },
        rows: rows.collect(),
        ..Targeted::default()
    }))
}
