//! Answer of `tune --for-all`: the settings that meet a target under all conditions, or the condition
//! at which each fails first.

use super::answer::{
    Answer, Media, PagePosition, SummaryRow, played_unless_solved, trials_or_exact,
};
use super::chart::ReportChart;
use super::json::{self, Body, JsonLayout};
use super::replay::Replay;
use super::results::{AnswerRows, identified};
use super::table::Table;
use super::target::{TargetFormat, confidence};
use super::text::{capital, clean, counted, decimal, grouped, joined, listed};
use super::tunables::{full_paths, left_out_by_constraints, short_names, value_in_words};
use crate::analysis::{RobustSetting, RobustTuning, RobustVerdict};
use crate::charts::{Chart, HeatMap};
use crate::records::{Column, ColumnValue, Columns};
use crate::scenario::Quantity;
use crate::sim::StopReason;
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// Maximum number of rows of a table; files have all rows.
const MOST_ROWS: usize = 40;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &[
        "scenario", "interval", "target", "answer", "keys", "players",
    ],
    rows: &["conditions", "omitted", "settings", "cells"],
};

/// Returns the answer of `tune --for-all`; with the command that plays the setting under the condition
/// that decides if `replay` is given.
pub fn robust_answer(tuning: &RobustTuning, replay: Option<&Replay>) -> Answer {
    let best = tuning.best();
    let mut blocks = vec![
        Media::All.table(caption(tuning), table(tuning)),
        Media::All.text(lead(tuning)),
        Media::All.notes(notes(tuning)),
    ];
    if let Some(replay) = replay {
        let condition = &tuning.conditions.all[best.worst];
        let run = replay.run(&[&tuning.assignments(best)[..], &condition.assignments].concat());
        let purpose = format!("run it at {}", condition_name(tuning, best));
        blocks.push(Media::Screen.commands("", vec![(purpose, run)]));
    }
    let body = Body::new(json(tuning), LAYOUT);
    Answer {
        blocks,
        facts: played_unless_solved(tuning.trials, &tuning.players, tuning.seed),
        seed: (tuning.trials > 0).then_some(tuning.seed),
        charts: vec![ReportChart::answer("tune", map(tuning))],
        summary_rows: vec![summary_row(tuning)],
        position: PagePosition::First,
        ..Answer::about(
            ("tune", "Settings that meet the target for all"),
            &tuning.scenario,
            &headline(tuning),
            (body, rows(tuning)),
        )
    }
}

fn aim(tuning: &RobustTuning) -> TargetFormat<'_> {
    TargetFormat {
        target: &tuning.target,
        tolerance: tuning.tolerance,
    }
}

/// Returns the accepted range: `within 40 to 60%`, `at 80% or more`.
fn range(tuning: &RobustTuning) -> String {
    let [low, high] = tuning.range.map(|end| aim(tuning).plain(end));
    match tuning.target.open {
        Some(Ordering::Less) => format!("at {high} or less"),
        Some(_) => format!("at {low} or more"),
        None if low == high => format!("at exactly {low}"),
        None => format!("within {} to {high}", low.trim_end_matches('%')),
    }
}

/// Returns the figure as an object: `heroes`, `the mean of turns`.
fn figure(tuning: &RobustTuning) -> String {
    match &tuning.target.figure {
        Quantity::Outcome(name) => clean(name),
        Quantity::Metric(..) => format!("the {}", aim(tuning).what("")),
    }
}

/// Returns the conditions: `all 9 pairings of brawler, finisher and expert`.
fn scope(tuning: &RobustTuning) -> String {
    let conditions = &tuning.conditions;
    let players = listed(&conditions.players);
    let all = counted(conditions.all.len() as u64, conditions.noun);
    match (&conditions.all[..], players.is_empty()) {
        ([single], _) => clean(&single.name),
        (_, true) => format!("all {all}"),
        (_, false) if conditions.noun == "player" => format!("all {all}: {players}"),
        (_, false) if conditions.noun == "pairing" => format!("all {all} of {players}"),
        (_, false) => format!("all {all} with pairings of {players}"),
    }
}

fn names(tuning: &RobustTuning) -> Vec<String> {
    short_names(&paths(tuning))
}

fn paths(tuning: &RobustTuning) -> Vec<&str> {
    tuning.keys.iter().map(String::as_str).collect()
}

/// Returns the values of a setting: `3`, or `count 3 and dice 2` for more than one key.
fn values(tuning: &RobustTuning, setting: &RobustSetting) -> String {
    match &setting.values[..] {
        [value] => value_in_words(value),
        _ => with_keys(tuning, setting),
    }
}

/// Returns the values of a setting with their keys: `Dirk dice 3`.
fn with_keys(tuning: &RobustTuning, setting: &RobustSetting) -> String {
    let names = names(tuning);
    let pairs = names.iter().zip(&setting.values);
    listed(pairs.map(|(name, value)| format!("{name} {}", value_in_words(value))))
}

fn condition_name(tuning: &RobustTuning, setting: &RobustSetting) -> String {
    clean(&tuning.conditions.all[setting.worst].name)
}

const fn verdict(setting: &RobustSetting) -> &'static str {
    match setting.verdict {
        RobustVerdict::Certified => "certified",
        RobustVerdict::Fails => "fails",
        RobustVerdict::Borderline => "borderline",
        RobustVerdict::Undecided => "undecided",
    }
}

/// Returns the verdict on all settings.
fn overall(tuning: &RobustTuning) -> &'static str {
    let failing = tuning.with_verdict(RobustVerdict::Fails).len();
    match (tuning.is_met(), failing == tuning.settings.len()) {
        (true, _) => "certified",
        (_, true) => "none",
        _ => "undecided",
    }
}

/// Returns the headline without the title, ending in a full stop.
fn headline(tuning: &RobustTuning) -> String {
    let best = tuning.best();
    let kept = format!("{} {} for {}", figure(tuning), range(tuning), scope(tuning));
    let with = with_keys(tuning, best);
    let value = aim(tuning).value(best.worst());
    let value = value.unwrap_or_else(|| "no value".to_owned());
    let at = format!("at {} ({value})", condition_name(tuning, best));
    let tried = tuning.settings.len() as u64;
    let all = match &names(tuning)[..] {
        [name] => format!("{} of {name}", counted(tried, "value")),
        _ => counted(tried, "setting"),
    };
    let sure = (tuning.trials > 0).then(|| format!("{} confidence", confidence(tuning.alpha)));
    let doubt = joined(sure.into_iter().chain([format!("{all} tried")]), ", ");
    let open = tuning.settings.len() - tuning.with_verdict(RobustVerdict::Fails).len();
    match (
        overall(tuning),
        tuning.with_verdict(RobustVerdict::Certified).len(),
    ) {
        ("certified", 1) => format!("{with} keeps {kept} ({doubt}); it has least room {at}."),
        ("certified", some) => format!(
            "{with} keeps {kept} ({doubt}); {some} settings do, and this one seems to have most room: \
             it has least {at}."
        ),
        ("none", _) => format!(
            "no setting keeps {kept} ({doubt}); {with} seems nearest, and fails first {at}."
        ),
        _ => format!(
            "whether a setting keeps {kept} is undecided after {} ({doubt}): {open} may, and {with} \
             seems nearest, with least room {at}.",
            counted(tuning.trials, "trial")
        ),
    }
}

fn caption(tuning: &RobustTuning) -> String {
    let all = tuning.settings.len();
    let which = if all > MOST_ROWS {
        format!("the {MOST_ROWS} of {all} settings that look best")
    } else {
        format!("all {all} settings")
    };
    format!(
        "{}: {which}",
        capital(&aim(tuning).what(&clean(&tuning.phrase)))
    )
}

/// Returns a row for each setting: its verdict, and the condition that decides.
fn table(tuning: &RobustTuning) -> Table {
    let aim = aim(tuning);
    let mut shown: Vec<usize> = (0..tuning.settings.len()).collect();
    if shown.len() > MOST_ROWS {
        shown = tuning.ranked();
        shown.truncate(MOST_ROWS);
    }
    let solved = tuning.trials == 0;
    let name = match &names(tuning)[..] {
        [name] => name.clone(),
        _ => "setting".to_owned(),
    };
    let columns = Columns::of(shown.into_iter().map(|index| &tuning.settings[index]))
        .cell(name, |one| values(tuning, one))
        .cell("", verdict)
        .words()
        .cell("at", |one| condition_name(tuning, one))
        .words()
        .cell(clean(&tuning.target.figure.name()), |one| {
            aim.value(one.worst())
        })
        .cell_if(!solved, "interval", |one| {
            aim.interval_or_exact(one.worst())
        })
        .cell_if(!solved, "trials", |one| match one.trials() {
            0 => None,
            trials => Some(grouped(trials)),
        });
    Table::of(&columns.shown)
}

fn lead(tuning: &RobustTuning) -> String {
    let rule = "A setting is certified if every condition is proven to be inside the range, and fails \
                if one is proven to be outside. Of other settings, the row has the condition that looks \
                worst.";
    if tuning.trials == 0 {
        return format!("All figures are exact. {rule}");
    }
    format!(
        "{rule} All verdicts hold together at {} confidence, at any stopping time.",
        confidence(tuning.alpha)
    )
}

fn notes(tuning: &RobustTuning) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if !tuning.with_verdict(RobustVerdict::Borderline).is_empty() {
        let note = format!(
            "too close to an end of the range ({}) to decide at this precision",
            range(tuning)
        );
        notes.push(("borderline", note));
    }
    if !tuning.with_verdict(RobustVerdict::Undecided).is_empty() {
        let note = "the trials were too few: more --max-trials, or a wider range, decide it";
        notes.push(("undecided", note.to_owned()));
    }
    if let Some(full_paths) = full_paths(&names(tuning), &paths(tuning)) {
        notes.push((
            if tuning.keys.len() == 1 {
                "key"
            } else {
                "keys"
            },
            full_paths,
        ));
    }
    let left_out = tuning.conditions.left_out.iter();
    let left_out = left_out.map(|one| format!("{} ({})", one.player, clean(&one.reason)));
    notes.push(("left out", joined(left_out, ", ")));
    notes.extend(left_out_by_constraints(tuning.left_out).map(|note| ("constraints", note)));
    notes
}

fn summary_row(tuning: &RobustTuning) -> SummaryRow {
    let best = tuning.best();
    let target = format!("{} {}", clean(&tuning.target.figure.name()), range(tuning));
    let columns = Columns::of([best])
        .cell("target", |_| target.as_str())
        .cell("for", |_| scope(tuning))
        .cell("setting", |best| values(tuning, best))
        .cell("verdict", verdict)
        .cell("at", |best| condition_name(tuning, best))
        .cell("figure", |best| aim(tuning).value(best.worst()))
        .cell("trials", |_| {
            trials_or_exact(tuning.trials, StopReason::Decided)
        });
    SummaryRow::new(&tuning.scenario, columns)
}

/// Yields each setting under each condition, by index.
fn cells(tuning: &RobustTuning) -> impl Iterator<Item = (usize, usize)> {
    let conditions = tuning.conditions.all.len();
    let settings = 0..tuning.settings.len();
    settings.flat_map(move |setting| (0..conditions).map(move |condition| (setting, condition)))
}

/// Returns a record for each setting under each condition, with a column for each key.
fn rows(tuning: &RobustTuning) -> AnswerRows {
    let cell = |(setting, condition): (usize, usize)| &tuning.settings[setting].cells[condition];
    let keys = tuning.keys.iter().enumerate().map(|(position, path)| {
        let value = |(setting, _): (usize, usize)| {
            let values = &tuning.settings[setting].values;
            Some(values[position].clone())
        };
        Column {
            name: path.clone(),
            values: ColumnValue::column(cells(tuning).map(value).collect()),
        }
    });
    let common = identified(cells(tuning), |at| {
        (
            &tuning.scenario,
            &cell(at).hash,
            tuning.seed,
            cell(at).figure.trials,
        )
    });
    let name = tuning.target.figure.name();
    let [low, high] = tuning.range;
    let own = Columns::of(cells(tuning))
        .file("condition", |(_, one)| {
            tuning.conditions.all[one].name.as_str()
        })
        .file("figure", |_| name.as_str())
        .file("target_low", |_| (low > f64::MIN).then_some(low))
        .file("target_high", |_| (high < f64::MAX).then_some(high))
        .figure("value", |at| Some(cell(at).figure))
        .file("exact", |at| cell(at).figure.is_exact())
        .file("verdict", |(one, _)| verdict(&tuning.settings[one]))
        .file("decides", |(one, condition)| {
            tuning.settings[one].worst == condition
        });
    AnswerRows::Own(common.end().with_varied(keys, own.end()))
}

fn json(tuning: &RobustTuning) -> Json {
    let mut cells_of_all = tuning.settings.iter().flat_map(|one| &one.cells);
    let method = if cells_of_all.all(|cell| cell.figure.is_exact()) {
        "exact"
    } else {
        "confidence_sequence"
    };
    let [low, high] = tuning.range;
    let conditions = tuning.conditions.all.iter();
    let conditions = conditions.map(|one| json!({"name": one.name, "set": one.assignments}));
    let left_out = tuning.conditions.left_out.iter();
    let left_out = left_out.map(|one| json!({"player": one.player, "reason": one.reason}));
    let settings = Columns::of(&tuning.settings)
        .json("verdict", verdict)
        .json("condition", |one| {
            tuning.conditions.all[one.worst].name.as_str()
        })
        .json("trials", RobustSetting::trials)
        .figure("value", |one| Some(*one.worst()))
        .json("exact", |one| one.worst().is_exact());
    let settings = json::rows(&settings.json).into_iter().zip(&tuning.settings);
    let settings = settings.map(|(row, one)| json::joined(json!({"values": one.values}), row));
    let cell = |(setting, condition): (usize, usize)| &tuning.settings[setting].cells[condition];
    let all = Columns::of(cells(tuning))
        .json("condition", |(_, one)| {
            tuning.conditions.all[one].name.as_str()
        })
        .json("hash", |at| cell(at).hash.as_str())
        .json("trials", |at| cell(at).figure.trials)
        .figure("value", |at| Some(cell(at).figure))
        .json("exact", |at| cell(at).figure.is_exact());
    let all = json::rows(&all.json).into_iter().zip(cells(tuning));
    let all = all.map(|(row, (setting, _))| {
        json::joined(json!({"values": tuning.settings[setting].values}), row)
    });
    json::answer(json!({
        "scenario": tuning.scenario,
        "seed": tuning.seed,
        "trials": tuning.trials,
        "interval": json::interval(method, 1.0 - tuning.alpha),
        "target": {
            "figure": tuning.target.figure.name(),
            "low": (low > f64::MIN).then_some(low),
            "high": (high < f64::MAX).then_some(high),
        },
        "verdict": overall(tuning),
        "met": tuning.is_met(),
        "answer": tuning.assignments(tuning.best()),
        "keys": tuning.keys,
        "players": tuning.conditions.players,
        "omitted": left_out.collect::<Json>(),
        "conditions": conditions.collect::<Json>(),
        "settings": settings.collect::<Json>(),
        "left_out": tuning.left_out,
        "cells": all.collect::<Json>(),
    }))
}

/// Returns a map of the conditions by setting, with colors that diverge at the target. The columns of
/// certified settings are outlined.
fn map(tuning: &RobustTuning) -> Chart {
    let aim = aim(tuning);
    let all = || tuning.settings.iter().flat_map(|one| &one.cells);
    let known = || all().filter_map(|cell| cell.figure.known());
    let target = tuning.target.value;
    let least = known().fold(target, f64::min);
    let most = known().fold(target, f64::max);
    let place = |value: f64| match aim.is_share() {
        true => value,
        false if most > least => (value - least) / (most - least),
        false => 0.5,
    };
    let conditions = &tuning.conditions.all;
    let lines = (0..conditions.len()).map(|condition| {
        let cell = |setting: &RobustSetting| {
            let value = setting.cells[condition].figure.known()?;
            Some((place(value), aim.figure(value)))
        };
        tuning.settings.iter().map(cell).collect()
    });
    let certified = tuning.with_verdict(RobustVerdict::Certified);
    let outlined =
        (0..conditions.len()).flat_map(|row| certified.iter().map(move |&column| (row, column)));
    let what = capital(&aim.what(&clean(&tuning.phrase)));
    Chart::HeatMap(HeatMap {
        title: format!(
            "{what}, by {} and {}",
            names(tuning).join(", "),
            tuning.conditions.noun
        ),
        subtitle: format!(
            "target {}; {}",
            range(tuning),
            played_unless_solved(tuning.trials, &tuning.players, tuning.seed)
        ),
        x_label: names(tuning).join(", "),
        y_label: tuning.conditions.noun.to_owned(),
        columns: tuning
            .settings
            .iter()
            .map(|one| values(tuning, one))
            .collect(),
        rows: conditions.iter().map(|one| clean(&one.name)).collect(),
        cells: lines.collect(),
        even: place(target),
        ends: (!aim.is_share()).then(|| (decimal(least, 2), decimal(most, 2))),
        outlined: outlined.collect(),
        outlined_label: format!("certified: {}", range(tuning)),
    })
}
