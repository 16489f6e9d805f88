//! Answer of `diff`: the changes between two sets of results.

mod rows;
#[cfg(test)]
mod tests;

use super::answer::{Answer, AnswerBlock, Media};
use super::json::{self, Body, JsonLayout};
use super::replay::Replay;
use super::results::AnswerRows;
use super::text::{clean, counted, joined, numbered};
use crate::analysis::{ChangeVerdict, Diff, FigureDiff, LoadedScenario, ScenarioDiff};
use crate::records::Columns;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["counts", "old", "new"],
    rows: &["figures"],
};

/// Maximum number of comparison commands on a screen.
const MOST_COMMANDS: usize = 3;

/// Returns the answer of `diff`.
pub fn diff_answer(diff: &Diff) -> Answer {
    let mut blocks = Vec::new();
    let changed = rows::changed(diff);
    if !changed.rows.is_empty() {
        blocks.push(Media::All.table("Significant changes", changed));
    }
    let open = rows::open(diff);
    if !open.rows.is_empty() {
        // Markdown omits this block: only significant differences belong there.
        let caption = match diff.margin {
            margin if margin > 0.0 => {
                format!(
                    "Differences possibly by chance, or at most {}",
                    margin_in_words(margin)
                )
            }
            _ => "Differences possibly by chance".to_owned(),
        };
        for on in [Media::Screen, Media::Page] {
            blocks.push(on.table(caption.clone(), open.clone()));
        }
    }
    blocks.push(Media::All.notes(rows::notes(diff)));
    blocks.extend(commands(diff));
    let scenarios = counted(diff.scenarios.len() as u64, "scenario");
    let headline = format!("{}.", counts_in_words(diff));
    let media = (
        Body::new(json(diff), LAYOUT),
        AnswerRows::Own(columns(&diff.scenarios).end()),
    );
    Answer {
        blocks,
        origin: format!("alpha {}", diff.alpha),
        ..Answer::titled(("diff", "Changes"), scenarios, headline, media)
    }
}

/// Returns a margin, without zeros at the end: `2 points`, `0.25 points`.
fn margin_in_words(margin: f64) -> String {
    let text = format!("{:.4}", margin * 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let unit = if text == "1" { "point" } else { "points" };
    format!("{text} {unit}")
}

/// Returns the summary: `2 changed significantly, 1 may differ by chance, 9 are the
/// same`.
fn counts_in_words(diff: &Diff) -> String {
    let broken: usize = diff.scenarios.iter().map(|one| one.broken.len()).sum();
    let count = |verdict| diff.count(verdict);
    let (changed, open) = if diff.margin > 0.0 {
        let margin = margin_in_words(diff.margin);
        (
            format!("changed by more than the margin of {margin}"),
            format!("may differ by chance, or by at most the margin of {margin}"),
        )
    } else {
        let texts = ["changed significantly", "may differ by chance"];
        texts.map(str::to_owned).into()
    };
    let (changed, open) = (&*changed, &*open);
    let parts = numbered([
        (
            broken,
            "expectation no longer holds",
            "expectations no longer hold",
        ),
        (count(ChangeVerdict::Changed), changed, changed),
        (count(ChangeVerdict::Open), open, open),
        (count(ChangeVerdict::Same), "is the same", "are the same"),
        (count(ChangeVerdict::New), "is new", "are new"),
        (count(ChangeVerdict::Gone), "is gone", "are gone"),
        (
            count(ChangeVerdict::Fault),
            "is not comparable",
            "are not comparable",
        ),
    ]);
    match joined(parts, ", ") {
        none if none.is_empty() => "there are no results on either side".to_owned(),
        all => all,
    }
}

/// Returns commands that compare pairs of scenarios on common random numbers; they detect smaller
/// differences than two separate runs.
fn commands(diff: &Diff) -> Option<AnswerBlock> {
    let differing = diff.scenarios.iter().filter(|one| {
        matches!(one.verdict, ChangeVerdict::Changed | ChangeVerdict::Open) && one.is_edited()
    });
    let commands: Vec<(String, String)> = differing
        .filter_map(|one| {
            let old = one.old.as_ref()?.file.as_ref()?;
            let new = one.new.as_ref()?.file.as_ref()?;
            let replay = |path| Replay {
                path,
                assignments: &[],
            };
            let other = format!(" {}", replay(new).file());
            Some((replay(old).command("compare", &other), String::new()))
        })
        .take(MOST_COMMANDS)
        .collect();
    if commands.is_empty() {
        return None;
    }
    Some(Media::Screen.commands("Comparisons on common random numbers:", commands))
}

/// A scenario and one of its figures.
type DiffRecord<'a> = (&'a ScenarioDiff, Option<&'a FigureDiff>);

/// Returns a row for each figure; scenarios without comparable figures have one row with no figure.
/// In JSON, each scenario has its own list of figures.
fn columns(scenarios: &[ScenarioDiff]) -> Columns<DiffRecord<'_>> {
    let rows = scenarios.iter().flat_map(|one| {
        let figures = one.figures.iter().map(move |figure| (one, Some(figure)));
        let alone = one.figures.is_empty().then_some((one, None));
        figures.chain(alone)
    });
    Columns::of(rows)
        .file("scenario", |(one, _)| {
            Some(one.held()?.scenario.path.as_str())
        })
        .file("kind", |(one, _)| Some(one.held()?.scenario.kind.as_str()))
        .file("scenario_verdict", |(one, _)| one.verdict.name())
        .file("old_hash", |row| Some(old(row)?.scenario.hash.as_str()))
        .file("new_hash", |row| Some(new(row)?.scenario.hash.as_str()))
        .file("old_seed", |row| Some(old(row)?.seed))
        .file("new_seed", |row| Some(new(row)?.seed))
        .file("old_trials", |row| Some(old(row)?.trials))
        .file("new_trials", |row| Some(new(row)?.trials))
        .both("figure", "name", |(_, figure)| Some(figure?.name.as_str()))
        .all("verdict", |(_, figure)| Some(figure?.verdict.name()))
        .all("old", |(_, figure)| Some(figure?.old?.value))
        .all("new", |(_, figure)| Some(figure?.new?.value))
        .all("difference", |(_, figure)| figure?.difference())
        .all("low", |(_, figure)| Some(figure?.interval?.low))
        .all("high", |(_, figure)| Some(figure?.interval?.high))
        .all("p", |(_, figure)| figure?.p)
}

/// Returns the old results, unless the file is not a valid scenario.
fn old((one, _): DiffRecord<'_>) -> Option<&LoadedScenario> {
    one.old.as_ref().filter(|one| one.fault.is_none())
}

/// Returns the new results, unless the file is not a valid scenario.
fn new((one, _): DiffRecord<'_>) -> Option<&LoadedScenario> {
    one.new.as_ref().filter(|one| one.fault.is_none())
}

fn json(diff: &Diff) -> Json {
    json::answer(json!({
        "alpha": diff.alpha,
        "margin": diff.margin,
        "tested": diff.tested,
        "counts": {
            "changed": diff.count(ChangeVerdict::Changed),
            "open": diff.count(ChangeVerdict::Open),
            "same": diff.count(ChangeVerdict::Same),
            "new": diff.count(ChangeVerdict::New),
            "gone": diff.count(ChangeVerdict::Gone),
            "fault": diff.count(ChangeVerdict::Fault),
        },
        "scenarios": diff.scenarios.iter().map(scenario).collect::<Json>(),
    }))
}

fn scenario(changed: &ScenarioDiff) -> Json {
    let identity = changed.held().map(|one| &one.scenario);
    let side = |held: &LoadedScenario| {
        json!({
            "hash": held.scenario.hash,
            "seed": held.seed,
            "trials": held.trials,
            "fault": held.fault,
        })
    };
    let figures = if changed.figures.is_empty() {
        Vec::new()
    } else {
        json::rows(&columns(std::slice::from_ref(changed)).json)
    };
    json!({
        "path": identity.map(|one| &one.path),
        "title": identity.map(|one| &one.title),
        "kind": identity.map(|one| &one.kind),
        "verdict": changed.verdict.name(),
        "old": changed.old.as_ref().map(side),
        "new": changed.new.as_ref().map(side),
        "no_longer_holds": changed.broken,
        "figures": figures,
    })
}

/// Returns the name of a scenario in a row.
fn name(changed: &ScenarioDiff) -> String {
    clean(changed.held().map_or("", |one| &one.scenario.path))
}
