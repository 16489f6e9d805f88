//! What `advise` answers: the single change that brings a contest nearest to a target.

mod claim;
mod figure;
mod nearby;
#[cfg(test)]
mod sample;
mod tables;
#[cfg(test)]
mod tests;

pub use nearby::nearby_answer;

use super::answer::{Answer, Content, On, Short, played_unless_solved};
use super::json::{Body, Json, Layout};
use super::levers::value_in_words;
use super::replay::Replay;
use super::results::{Rows, identified};
use super::table::NONE;
use super::target::TargetFormat;
use super::text::{clean, words};
use super::words::percent;
use crate::analysis::{Advice, Changed, Ranking, Reason, SettledChange, Standing, Vary};
use crate::document::shell::option;
use crate::document::{Change, Step};
use crate::records::Records;
use crate::sim::IntervalKind;
use std::collections::HashMap;

/// The most changes on a screen; documents and files have all.
const MOST_ROWS: usize = 12;

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["scenario", "interval", "target"],
    rows: &["changes", "untried", "same", "idle"],
};

/// The answer to which change comes nearest to a target, or does most; with `replay`, how to play each.
pub fn advise_answer(advice: &Advice, replay: Option<&Replay>) -> Answer {
    let claim = claim::claim(advice);
    let heading = if is_race(advice) {
        "Which change comes nearest"
    } else {
        "What one step of each parameter does"
    };
    let records = records(advice);
    let few = tables::table(advice, MOST_ROWS, false);
    let all = tables::table(advice, usize::MAX, true);
    let mut blocks = vec![
        On::Screen.table(tables::caption(advice, MOST_ROWS), few),
        On::Paper.table(tables::caption(advice, usize::MAX), all),
        On::All.text(tables::lead(advice)),
        On::All.notes(tables::notes(advice)),
    ];
    if let Some(replay) = replay {
        let changes = tables::effective(advice).into_iter().take(MOST_ROWS);
        let commands = changes.map(|row| {
            let run = replay.run(&[row.change.step.assignment()]);
            (row.number.to_string(), run)
        });
        let commands = Content::Commands("To play them:".to_owned(), commands.collect());
        blocks.push(On::Screen.block(commands));
    }
    if let (Some(replay), false) = (replay, advice.together.is_empty()) {
        let lead = format!(
            "No single change is proven to be {}. Several together may be:",
            aim(advice).near_enough()
        );
        let tune = vec![(String::new(), tune_command(advice, replay))];
        blocks.push(On::Screen.block(Content::Commands(lead, tune)));
    }
    let body = Body::new(json(advice, &records), LAYOUT);
    let rows = Rows::Own(records.picked(&[
        "scenario",
        "kind",
        "hash",
        "seed",
        "trials",
        "set",
        "outcome",
        "target",
        "count",
        "share",
        "low",
        "high",
        "exact",
        "effect",
        "effect_low",
        "effect_high",
        "meets",
        "possible",
    ]));
    Answer {
        blocks,
        facts: match advice.budget {
            Some(budget) => format!("{}, budget {}", played(advice), tables::in_words(budget)),
            None => played(advice),
        },
        charts: figure::figures(advice),
        short: vec![short(advice)],
        ..Answer::about(("advise", heading), &advice.scenario, &claim, (body, rows))
    }
}

/// The answer as a row among several.
fn short(advice: &Advice) -> Short {
    let aim = aim(advice);
    let figure = |standing: &Standing| {
        let share = standing.share.map(|share| aim.figure(share));
        share.unwrap_or_else(|| NONE.to_owned())
    };
    let first = advice.changes.first();
    let label = labels(advice).into_iter().next();
    let then = first.map(|first| figure(&first.standing));
    let verdict = match first {
        _ if !is_race(advice) => "largest effect",
        _ if advice.base.meets => "met as it is",
        Some(first) if first.standing.meets => "meets it",
        _ if advice.out_of_reach => "none meets it",
        _ if advice.proven => "nearest",
        _ => "open",
    };
    let figure_name = clean(&advice.target.figure.name());
    let target = if is_race(advice) {
        format!("{figure_name} {}", aim.goal())
    } else {
        figure_name
    };
    Short::new(
        &advice.scenario,
        [
            ("target", target),
            ("now", figure(&advice.base)),
            ("change", label.unwrap_or_else(|| NONE.to_owned())),
            ("then", then.unwrap_or_else(|| NONE.to_owned())),
            ("verdict", verdict.to_owned()),
        ],
    )
}

fn played(advice: &Advice) -> String {
    played_unless_solved(advice.trials, &advice.players, advice.seed)
}

/// The command that looks for a setting of several keys.
fn tune_command(advice: &Advice, replay: &Replay) -> String {
    let mut arguments = String::new();
    for key in &advice.together {
        arguments.push_str(&option("--vary", &written(key)));
    }
    let target = format!("{}={}", advice.target.figure.name(), advice.target.value);
    arguments.push_str(&option("--target", &target));
    let tolerance = option("--tolerance", &advice.tolerance.to_string());
    arguments.push_str(&tolerance);
    arguments.push_str(&option("-s", &advice.seed.to_string()));
    replay.command("tune", &arguments)
}

/// A key with its values as `--vary` takes them: whole numbers that follow each other as a range.
fn written(key: &Vary) -> String {
    let whole: Option<Vec<i64>> = key.values.iter().map(|value| value.parse().ok()).collect();
    match whole.as_deref() {
        Some([first, .., last]) if last - first + 1 == key.values.len() as i64 => {
            format!("{}={first}..{last}", key.path)
        }
        _ => format!("{}={}", key.path, key.values.join(",")),
    }
}

/// What is said of a change, or of the contest as it is, as soon as it is settled: for those who wait.
pub fn settled_line(settled: &SettledChange<'_>) -> String {
    let share = settled
        .share
        .map_or_else(|| NONE.to_owned(), |share| percent(share, 1));
    match settled.step {
        None => format!("  {share:>7}  as it is"),
        Some(step) => format!(
            "  {share:>7}  {}  (nearest of {} of {})",
            called(step, NAMES),
            settled.number,
            settled.all
        ),
    }
}

/// A row for the contest as it is, which has no change, and one for each change. `hash` is that of the contest with
/// the change.
fn records(advice: &Advice) -> Records {
    let changes = advice.changes.iter();
    let changes = changes.map(|one| (&one.standing, Some(one)));
    let rows: Vec<(&Standing, Option<&Changed>)> = std::iter::once((&advice.base, None))
        .chain(changes)
        .collect();
    // Trials can be told apart only where both were played.
    let parted = |row: &(&Standing, Option<&Changed>)| {
        let is_played = !row.0.exact && !advice.base.exact;
        Some(row.1.filter(|_| is_played)?.parted)
    };
    let own = identified(
        &rows,
        |_| &advice.scenario,
        |row| row.0.hash.as_str(),
        (|_| advice.seed, |row| row.0.trials),
    );
    own.some("set", |row| Some(row.1?.step.assignment()))
        .some("change", |row| Some(change_in_words(&row.1?.step)))
        .all("outcome", |_| advice.target.figure.name())
        .some("target", |_| is_race(advice).then_some(advice.target.value))
        .some("count", |row| (!row.0.exact).then_some(row.0.count))
        .some("share", |row| row.0.share)
        .all("low", |row| row.0.interval.low)
        .all("high", |row| row.0.interval.high)
        .all("exact", |row| row.0.exact)
        .some("effect", |row| row.1?.effect)
        .some("effect_low", |row| Some(row.1?.effect_interval.low))
        .some("effect_high", |row| Some(row.1?.effect_interval.high))
        .some("lost", |row| parted(row).map(|[lost, _]| lost))
        .some("gained", |row| parted(row).map(|[_, gained]| gained))
        .all("meets", |row| row.0.meets)
        .all("possible", |row| row.1.is_some_and(|one| one.possible))
        .end()
}

fn json(advice: &Advice, records: &Records) -> Json {
    let same = |names: &[&'static str]| -> Vec<(&'static str, &'static str)> {
        names.iter().map(|&name| (name, name)).collect()
    };
    let of_standing = [
        "hash", "trials", "count", "share", "low", "high", "exact", "meets",
    ];
    let of_change = [
        "change",
        "set",
        "effect",
        "effect_low",
        "effect_high",
        "lost",
        "gained",
        "possible",
    ];
    let base = Json::records(records, &same(&of_standing)).swap_remove(0);
    let all = [&of_change[..], &of_standing].concat();
    let changes = Json::records(records, &same(&all)).split_off(1);
    let step = |step: &Step| {
        [
            ("change", change_in_words(step).into()),
            ("set", step.assignment().into()),
        ]
    };
    let untried: Vec<Json> = advice
        .untried
        .iter()
        .map(|one| {
            let [change, set] = step(&one.step);
            Json::object([change, set, ("reason", reason_key(one.reason).into())])
        })
        .collect();
    let same = advice.changes.iter().flat_map(|one| {
        one.same.iter().map(|other| {
            let [change, set] = step(other);
            Json::object([change, set, ("as", one.step.assignment().into())])
        })
    });
    let same: Vec<Json> = same.collect();
    let idle: Vec<Json> = advice
        .idle
        .iter()
        .map(|one| Json::object(step(one)))
        .collect();
    // Verdicts about a target exist only with one.
    let race = |verdict: bool| is_race(advice).then_some(verdict);
    let target = if is_race(advice) {
        aim(advice).json()
    } else {
        Json::object([
            ("figure", advice.target.figure.name().into()),
            ("value", None::<f64>.into()),
            ("tolerance", advice.tolerance.into()),
        ])
    };
    let together = Json::list(advice.together.iter().map(written));
    let interval = IntervalKind {
        method: if advice.trials > 0 {
            "confidence_sequence"
        } else {
            "exact"
        },
        level: 1.0 - advice.alpha,
    };
    Json::answer([
        ("scenario", (&advice.scenario).into()),
        ("seed", advice.seed.into()),
        ("trials", advice.trials.into()),
        ("interval", interval.into()),
        ("target", target),
        ("met", race(advice.is_met()).into()),
        ("proven", race(advice.proven).into()),
        ("improves", advice.improves.into()),
        ("out_of_reach", race(advice.out_of_reach).into()),
        ("tried", advice.tried().into()),
        (
            "refused",
            advice.untried_for(Reason::Refused).count().into(),
        ),
        ("budget", advice.budget.map(tables::in_words).into()),
        ("looks", advice.looks.into()),
        ("untried", untried.into()),
        ("same", same.into()),
        ("idle", idle.into()),
        ("together", together),
        ("base", base),
        ("changes", changes.into()),
    ])
}

/// Whether changes race for a target, rather than being ranked by their effects.
fn is_race(advice: &Advice) -> bool {
    advice.ranking == Ranking::Nearest
}

/// The reason why a change was not tried, in machine formats.
fn reason_key(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time",
        Reason::Excluded => "excluded",
        Reason::Reach => "reach",
        Reason::Slow => "slow",
        Reason::Refused => "refused",
        Reason::Outcome => "outcome",
    }
}

/// How the figures of advice are written.
fn aim(advice: &Advice) -> TargetFormat<'_> {
    TargetFormat {
        target: &advice.target,
        tolerance: advice.tolerance,
    }
}

/// How many of the names around a change are enough, unless another change would be called the same.
const NAMES: usize = 2;

/// What each of the changes is called, in their order.
fn labels(advice: &Advice) -> Vec<String> {
    let short = |one: &Changed| called(&one.step, NAMES);
    let mut times: HashMap<String, usize> = HashMap::new();
    for one in &advice.changes {
        *times.entry(short(one)).or_insert(0) += 1;
    }
    let label = |one: &Changed| match times.get(&short(one)) {
        Some(1) => short(one),
        _ => change_in_words(&one.step),
    };
    advice.changes.iter().map(label).collect()
}

/// A change in words: `ambushers, Assassin Drone: count 4 → 3`, `heroes: without Emily`.
fn change_in_words(step: &Step) -> String {
    called(step, usize::MAX)
}

/// A change in words, with the innermost names only.
fn called(step: &Step, most: usize) -> String {
    let mut owners: Vec<&str> = step.owners.iter().map(String::as_str).collect();
    // A Class may be called as whoever has it.
    owners.dedup();
    owners.drain(..owners.len().saturating_sub(most));
    let what = match &step.change {
        Change::Value { key, from, to } => format!("{} {from} → {to}", words(key)),
        Change::Put { key, value } => format!("with {} ({})", words(key), value_in_words(value)),
        Change::Taken { what } => format!("without {what}"),
        Change::Copied { what } => format!("one more {what}"),
    };
    if owners.is_empty() {
        clean(&what)
    } else {
        clean(&format!("{}: {what}", owners.join(", ")))
    }
}
