//! The answer of `advise`: the single change that brings a contest nearest to a target.

mod figure;
mod headline;
#[cfg(test)]
mod sample;
mod sensitivity;
mod tables;
#[cfg(test)]
mod tests;

pub use sensitivity::{nearby_answer, own_share};

use super::answer::{Answer, Media, SummaryRow, played_unless_solved};
use super::json::{self, Body, JsonLayout};
use super::replay::Replay;
use super::results::{AnswerRows, identified};
use super::target::TargetFormat;
use super::text::{clean, join_parts, percent, words};
use super::tunables::value_in_words;
use crate::analysis::{Advice, ChangeEffect, ChangeEstimate, Ranking, Reason, SettledChange, Vary};
use crate::document::shell::option;
use crate::document::{TunableChange, TunableStep};
use crate::records::{Cell, ColumnValues, Columns};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// Maximum number of changes on a screen; documents and files list all.
const MOST_ROWS: usize = 12;

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval", "target"],
    rows: &["changes", "untried", "same", "idle"],
};

/// Returns the answer of `advise`; with the commands that play each change if `replay` is given.
pub fn advise_answer(advice: &Advice, replay: Option<&Replay>) -> Answer {
    let headline = headline::headline(advice);
    let heading = if is_race(advice) {
        "Changes nearest to the target"
    } else {
        "Sensitivity to one-step changes"
    };
    let columns = columns(advice);
    let few = tables::table(advice, MOST_ROWS, false);
    let all = tables::table(advice, usize::MAX, true);
    let mut blocks = vec![
        Media::Screen.table(tables::caption(advice, MOST_ROWS), few),
        Media::Documents.table(tables::caption(advice, usize::MAX), all),
        Media::All.text(tables::lead(advice)),
        Media::All.notes(tables::notes(advice)),
    ];
    if let Some(replay) = replay {
        let changes = tables::effective(advice).into_iter().take(MOST_ROWS);
        let commands = changes.map(|row| {
            let run = replay.run(&[row.change.step.assignment()]);
            (row.number.to_string(), run)
        });
        blocks.push(Media::Screen.commands("Commands that run them:", commands.collect()));
    }
    if let (Some(replay), false) = (replay, advice.together.is_empty()) {
        let lead = format!(
            "No single change is proven to be {}. This command searches combinations:",
            aim(advice).near_enough()
        );
        let tune = vec![(String::new(), tune_command(advice, replay))];
        blocks.push(Media::Screen.commands(&lead, tune));
    }
    let rows = AnswerRows::Own(columns.files);
    let body = Body::new(json(advice, columns.json), LAYOUT);
    Answer {
        blocks,
        facts: match advice.budget {
            Some(budget) => format!("{}, budget {}", played(advice), tables::in_words(budget)),
            None => played(advice),
        },
        seed: (advice.trials > 0).then_some(advice.seed),
        charts: figure::figures(advice),
        summary_rows: vec![summary_row(advice)],
        ..Answer::about(
            ("advise", heading),
            &advice.scenario,
            &headline,
            (body, rows),
        )
    }
}

fn summary_row(advice: &Advice) -> SummaryRow {
    let aim = aim(advice);
    let figure = |estimate: &ChangeEstimate| aim.value(&estimate.share);
    let verdict = match advice.changes.first() {
        _ if !is_race(advice) => "largest effect",
        _ if advice.base.meets => "met unchanged",
        Some(first) if first.estimate.meets => "meets it",
        _ if advice.out_of_reach => "none meets it",
        _ if advice.proven => "nearest",
        _ => "undecided",
    };
    let columns = Columns::of([advice.changes.first()])
        .cell("target", |_| match clean(&advice.target.figure.name()) {
            name if is_race(advice) => format!("{name} {}", aim.goal()),
            name => name,
        })
        .cell("now", |_| figure(&advice.base))
        .cell("change", |_| labels(advice).into_iter().next())
        .cell("then", |first| figure(&first?.estimate))
        .cell("verdict", |_| verdict);
    SummaryRow::new(&advice.scenario, columns)
}

fn played(advice: &Advice) -> String {
    played_unless_solved(advice.trials, &advice.players, advice.seed)
}

/// Returns the `tune` command that searches for a setting of more than one key.
fn tune_command(advice: &Advice, replay: &Replay) -> String {
    let vary = advice.together.iter();
    let vary: String = vary.map(|key| option("--vary", &written(key))).collect();
    let constraints = advice.constraints.iter();
    let constraints: String = constraints
        .map(|one| option("--where", &one.to_string()))
        .collect();
    let target = format!("{}={}", advice.target.figure.name(), advice.target.value);
    let arguments = [
        vary,
        constraints,
        option("--target", &target),
        option("--tolerance", &advice.tolerance.to_string()),
        option("-s", &advice.seed.to_string()),
    ];
    replay.command("tune", &arguments.concat())
}

/// Returns a key with its values as in `--vary`; consecutive whole numbers become a range.
fn written(key: &Vary) -> String {
    let whole: Option<Vec<i64>> = key.values.iter().map(|value| value.parse().ok()).collect();
    match whole.as_deref() {
        Some([first, .., last]) if last - first + 1 == key.values.len() as i64 => {
            format!("{}={first}..{last}", key.path)
        }
        _ => format!("{}={}", key.path, key.values.join(",")),
    }
}

/// Returns the progress line for a change, or for the unchanged contest, that is settled.
pub fn settled_line(settled: &SettledChange<'_>) -> String {
    let share = settled.share.map(|share| percent(share, 1)).text();
    match settled.step {
        None => format!("  {share:>7}  unchanged"),
        Some(step) => format!("  {share:>7}  {}  (nearest so far)", called(step, NAMES)),
    }
}

/// Yields the unchanged contest as number 0, then each change with its number from 1.
fn rows(advice: &Advice) -> impl Iterator<Item = (usize, &ChangeEstimate, Option<&ChangeEffect>)> {
    let changes = (1..).zip(&advice.changes);
    let changes = changes.map(|(number, one)| (number, &one.estimate, Some(one)));
    std::iter::once((0, &advice.base, None)).chain(changes)
}

/// JSON members of the unchanged contest; each change has them too.
const OF_STANDING: [&str; 8] = [
    "hash", "trials", "count", "share", "low", "high", "exact", "meets",
];

/// Returns a row for the unchanged contest and one for each change. `hash` is that of the contest
/// with the change.
fn columns(advice: &Advice) -> Columns<(usize, &ChangeEstimate, Option<&ChangeEffect>)> {
    // Discordant trials are counted only if both contests were played.
    let discordant = |(_, estimate, change): (usize, &ChangeEstimate, Option<&ChangeEffect>)| {
        let is_played = !estimate.share.is_exact() && !advice.base.share.is_exact();
        Some(change.filter(|_| is_played)?.discordant)
    };
    let figure = advice.target.figure.name();
    identified(rows(advice), |(_, estimate, _)| {
        (
            &advice.scenario,
            &estimate.hash,
            advice.seed,
            estimate.share.trials,
        )
    })
    .json("hash", |(_, estimate, _)| estimate.hash.as_str())
    .json("trials", |(_, estimate, _)| estimate.share.trials)
    .json("change", |(.., change)| {
        Some(change_in_words(&change?.step))
    })
    .all("set", |(.., change)| Some(change?.step.assignment()))
    .file("outcome", |_| figure.as_str())
    .file("target", |_| is_race(advice).then_some(advice.target.value))
    .all("count", |(_, one, _)| {
        (!one.share.is_exact()).then_some(one.count)
    })
    .figure("share", |(_, one, _)| Some(one.share))
    .all("exact", |(_, one, _)| one.share.is_exact())
    .all("effect", |(.., change)| change?.effect.known())
    .all("effect_low", |(.., change)| {
        Some(change?.effect.interval.low)
    })
    .all("effect_high", |(.., change)| {
        Some(change?.effect.interval.high)
    })
    .json("lost", |row| discordant(row).map(|[lost, _]| lost))
    .json("gained", |row| discordant(row).map(|[_, gained]| gained))
    .all("meets", |(_, one, _)| one.meets)
    .all("possible", |(.., change)| {
        change.is_some_and(|one| one.possible)
    })
}

fn json(advice: &Advice, columns: Vec<(&'static str, ColumnValues)>) -> Json {
    let columns = columns.into_iter();
    let (of_standing, mut all): (Vec<_>, Vec<_>) =
        columns.partition(|(name, _)| OF_STANDING.contains(name));
    let base = json::rows(&of_standing).swap_remove(0);
    all.extend(of_standing);
    let changes = json::rows(&all).split_off(1);
    let change =
        |step: &TunableStep| json!({"change": change_in_words(step), "set": step.assignment()});
    let untried = advice.untried.iter();
    let untried = untried.map(|one| json::joined(change(&one.step), json!({"reason": one.reason})));
    let same = advice.changes.iter().flat_map(|one| {
        let same = json!({"as": one.step.assignment()});
        let others = one.same.iter();
        others.map(move |other| json::joined(change(other), same.clone()))
    });
    let idle = advice.idle.iter().map(change);
    // Without a target, changes have no verdicts about it.
    let race = |verdict: bool| is_race(advice).then_some(verdict);
    let method = match advice.trials {
        0 => "exact",
        _ => "confidence_sequence",
    };
    json::answer(json!({
        "scenario": advice.scenario,
        "seed": advice.seed,
        "trials": advice.trials,
        "interval": json::interval(method, 1.0 - advice.alpha),
        "target": {
            "figure": advice.target.figure.name(),
            "value": is_race(advice).then_some(advice.target.value),
            "tolerance": advice.tolerance,
        },
        "met": race(advice.is_met()),
        "proven": race(advice.proven),
        "improves": advice.improves,
        "out_of_reach": race(advice.out_of_reach),
        "tried": advice.tried(),
        "refused": advice.untried_for(Reason::Refused).count(),
        "rough": advice.rough,
        "steps": advice.steps,
        "budget": advice.budget.map(tables::in_words),
        "looks": advice.looks,
        "untried": untried.collect::<Json>(),
        "same": same.collect::<Json>(),
        "idle": idle.collect::<Json>(),
        "together": advice.together.iter().map(written).collect::<Json>(),
        "base": base,
        "changes": changes,
    }))
}

/// Returns whether changes are ranked by their distance from a target, rather than by their
/// effects.
fn is_race(advice: &Advice) -> bool {
    advice.ranking == Ranking::Nearest
}

fn aim(advice: &Advice) -> TargetFormat<'_> {
    TargetFormat {
        target: &advice.target,
        tolerance: advice.tolerance,
    }
}

/// Number of owner names in the label of a change, unless two labels would be equal.
const NAMES: usize = 2;

/// Returns the labels of the changes, in their order.
fn labels(advice: &Advice) -> Vec<String> {
    let brief = |one: &ChangeEffect| called(&one.step, NAMES);
    let mut times: HashMap<String, usize> = HashMap::new();
    for one in &advice.changes {
        *times.entry(brief(one)).or_insert(0) += 1;
    }
    let label = |one: &ChangeEffect| match times.get(&brief(one)) {
        Some(1) => brief(one),
        _ => change_in_words(&one.step),
    };
    advice.changes.iter().map(label).collect()
}

/// Returns a change in words: `ambushers, Assassin Drone: count 4 → 3`, `heroes: without Emily`.
fn change_in_words(step: &TunableStep) -> String {
    called(step, usize::MAX)
}

/// Returns a change in words, with the innermost `most` owner names only. A scene of an adventure is
/// always named before the names inside its contest.
fn called(step: &TunableStep, most: usize) -> String {
    let mut owners: Vec<&str> = step.owners.iter().map(String::as_str).collect();
    let scene = match owners[..] {
        [scene, "contest", ..] => owners.drain(..2).next().map(|_| scene),
        _ => None,
    };
    // A class can have the same name as its owner.
    owners.dedup();
    owners.drain(..owners.len().saturating_sub(most));
    owners.splice(0..0, scene);
    owners.dedup();
    let what = match &step.change {
        TunableChange::Value { key, from, to } => format!("{} {from} → {to}", words(key)),
        TunableChange::Added { key, value } => {
            format!("with {} ({})", words(key), value_in_words(value))
        }
        TunableChange::Removed { what } => format!("without {what}"),
        TunableChange::Copied { what } => format!("one more {what}"),
    };
    clean(&join_parts([&*owners.join(", "), &what], ": "))
}
