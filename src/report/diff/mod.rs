//! What `diff` answers: what changed between two sets of results.

mod rows;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Block, On};
use super::json::{Body, Json, Layout};
use super::replay::Replay;
use super::results::Rows;
use super::text::{clean, counted, grouped};
use crate::analysis::{ChangeVerdict, Diff, FigureDiff, Held, ScenarioDiff};
use crate::records::{Records, RecordsBuilder};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["counts", "old", "new"],
    rows: &["figures"],
};

/// How many pairs a screen tells how to play again.
const MOST_COMMANDS: usize = 3;

/// The answer to what changed.
pub fn diff_answer(diff: &Diff) -> Answer {
    let claim = format!("{}.", claim(diff));
    let mut blocks = Vec::new();
    let changed = rows::changed(diff);
    if !changed.rows.is_empty() {
        blocks.push(On::All.table("Changed beyond doubt", changed));
    }
    let open = rows::open(diff);
    if !open.rows.is_empty() {
        // Not in Markdown: whoever reads a comment has to see what changed.
        for on in [On::Screen, On::Page] {
            blocks.push(on.table("May be chance", open.clone()));
        }
    }
    blocks.push(On::All.notes(rows::notes(diff)));
    blocks.extend(commands(diff));
    let records = records(diff);
    let scenarios = counted(diff.scenarios.len() as u64, "scenario");
    Answer {
        question: "diff",
        heading: "What changed",
        title: scenarios.clone(),
        sentence: format!("{scenarios}: {claim}"),
        closes: false,
        leads: false,
        opens: false,
        claim: format!("{scenarios}: {claim}"),
        blocks,
        facts: String::new(),
        origin: format!("alpha {}", diff.alpha),
        charts: Vec::new(),
        short: Vec::new(),
        json: Body::new(json(diff), LAYOUT),
        rows: Rows::Own(records),
    }
}

/// `2 changed beyond doubt, 1 may have changed by chance alone, 9 are the same`.
fn claim(diff: &Diff) -> String {
    let broken: usize = diff.scenarios.iter().map(|one| one.broken.len()).sum();
    let count = |verdict| diff.count(verdict);
    let all = [
        (
            broken,
            "expectation no longer holds",
            "expectations no longer hold",
        ),
        (
            count(ChangeVerdict::Changed),
            "changed beyond doubt",
            "changed beyond doubt",
        ),
        (
            count(ChangeVerdict::Open),
            "may have changed by chance alone",
            "may have changed by chance alone",
        ),
        (count(ChangeVerdict::Same), "is the same", "are the same"),
        (count(ChangeVerdict::New), "is new", "are new"),
        (count(ChangeVerdict::Gone), "is gone", "are gone"),
        (
            count(ChangeVerdict::Fault),
            "is not comparable",
            "are not comparable",
        ),
    ];
    let parts: Vec<String> = all
        .into_iter()
        .filter(|one| one.0 > 0)
        .map(|(count, one, many)| {
            let words = if count == 1 { one } else { many };
            format!("{} {words}", grouped(count as u64))
        })
        .collect();
    if parts.is_empty() {
        "there is nothing on either side".to_owned()
    } else {
        parts.join(", ")
    }
}

/// How to play pairs on the same luck, which tells apart what two separate runs cannot.
fn commands(diff: &Diff) -> Option<Block> {
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
    let caption = "Paired, on the same luck".to_owned();
    Some(On::Screen.block(super::answer::Content::Commands(caption, commands)))
}

/// A row for each figure: `scenario, kind, scenario_verdict, old_hash, new_hash, old_seed, new_seed, old_trials, new_trials,
/// figure, verdict, old, new, difference, low, high, p`; scenarios without figures to compare have a row without one.
fn records(diff: &Diff) -> Records {
    let rows: Vec<(&ScenarioDiff, Option<&FigureDiff>)> = diff
        .scenarios
        .iter()
        .flat_map(|one| {
            let figures = one.figures.iter().map(move |figure| (one, Some(figure)));
            let alone = one.figures.is_empty().then_some((one, None));
            figures.chain(alone)
        })
        .collect();
    RecordsBuilder::new(&rows)
        .some("scenario", |row| Some(row.0.held()?.scenario.path.as_str()))
        .some("kind", |row| Some(row.0.held()?.scenario.kind.as_str()))
        .all("scenario_verdict", |row| row.0.verdict.name())
        .some("old_hash", |row| {
            Some(side(row.0.old.as_ref())?.scenario.hash.as_str())
        })
        .some("new_hash", |row| {
            Some(side(row.0.new.as_ref())?.scenario.hash.as_str())
        })
        .some("old_seed", |row| Some(side(row.0.old.as_ref())?.seed))
        .some("new_seed", |row| Some(side(row.0.new.as_ref())?.seed))
        .some("old_trials", |row| Some(side(row.0.old.as_ref())?.trials))
        .some("new_trials", |row| Some(side(row.0.new.as_ref())?.trials))
        .some("figure", |row| Some(row.1?.name.as_str()))
        .some("verdict", |row| Some(row.1?.verdict.name()))
        .some("old", |row| Some(row.1?.old?.value()))
        .some("new", |row| Some(row.1?.new?.value()))
        .some("difference", |row| row.1?.difference())
        .some("low", |row| Some(row.1?.interval?.low))
        .some("high", |row| Some(row.1?.interval?.high))
        .some("p", |row| row.1?.p)
        .end()
}

/// A side, where it is a scenario.
fn side(held: Option<&Held>) -> Option<&Held> {
    held.filter(|one| one.fault.is_none())
}

fn json(diff: &Diff) -> Json {
    let count = |verdict: ChangeVerdict| diff.count(verdict).into();
    let counts = Json::object([
        ("changed", count(ChangeVerdict::Changed)),
        ("open", count(ChangeVerdict::Open)),
        ("same", count(ChangeVerdict::Same)),
        ("new", count(ChangeVerdict::New)),
        ("gone", count(ChangeVerdict::Gone)),
        ("fault", count(ChangeVerdict::Fault)),
    ]);
    Json::answer([
        ("alpha", diff.alpha.into()),
        ("tested", diff.tested.into()),
        ("counts", counts),
        (
            "scenarios",
            Json::List(diff.scenarios.iter().map(scenario).collect()),
        ),
    ])
}

fn scenario(changed: &ScenarioDiff) -> Json {
    let held = changed.held();
    let side = |held: &Option<Held>| {
        held.as_ref().map(|held| {
            Json::object([
                ("hash", (&held.scenario.hash).into()),
                ("seed", held.seed.into()),
                ("trials", held.trials.into()),
                ("fault", held.fault.as_deref().into()),
            ])
        })
    };
    let figures = changed.figures.iter().map(|figure| {
        Json::object([
            ("name", (&figure.name).into()),
            ("verdict", figure.verdict.name().into()),
            ("old", figure.old.map(|one| one.value()).into()),
            ("new", figure.new.map(|one| one.value()).into()),
            ("difference", figure.difference().into()),
            ("low", figure.interval.map(|one| one.low).into()),
            ("high", figure.interval.map(|one| one.high).into()),
            ("p", figure.p.into()),
        ])
    });
    Json::object([
        ("path", held.map(|one| one.scenario.path.as_str()).into()),
        ("title", held.map(|one| one.scenario.title.as_str()).into()),
        ("kind", held.map(|one| one.scenario.kind.as_str()).into()),
        ("verdict", changed.verdict.name().into()),
        ("old", side(&changed.old).into()),
        ("new", side(&changed.new).into()),
        ("no_longer_holds", Json::list(&changed.broken)),
        ("figures", Json::List(figures.collect())),
    ])
}

/// What a scenario is called in a row.
fn name(changed: &ScenarioDiff) -> String {
    changed
        .held()
        .map_or_else(String::new, |one| clean(&one.scenario.path))
}
