//! What `hint` answers: what the one who has the turn should do, and what everything else costs.

mod claim;
#[cfg(test)]
mod tests;

use super::answer::{Answer, On};
use super::json::{Body, Json, Layout};
use super::results::{Rows, identified};
use super::table::{NONE, Table};
use super::text::{clean, counted, grouped};
use super::words::percent;
use crate::analysis::Hinted;
use crate::contest::{Considered, HintBy};
use crate::records::Records;
use crate::sim::{IntervalKind, LEVEL};
use crate::stats::{Interval, wilson};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["scenario", "interval", "judge", "missing"],
    rows: &["table", "actions"],
};
/// How many actions people are shown; programs get all of them.
const MOST: usize = 20;
/// Chances that differ by less are shown as the same.
const SAME: f64 = 0.000_5;

/// An action with its place among all.
struct Ranked<'a> {
    rank: u64,
    action: &'a Considered,
    interval: Option<Interval>,
    cost: f64,
}

/// The answer to what should be done.
pub fn hint_answer(hinted: &Hinted) -> Answer {
    let claim = claim::claim(hinted);
    let ranked = ranked(hinted);
    let mut blocks = vec![
        On::All.table("what to do, and what it costs in points", actions(&ranked)),
        On::All.table("the table", table(hinted)),
    ];
    let mut notes = vec![("turn", clean(&hinted.hint.turn))];
    if !hinted.hint.missing.is_empty() {
        notes.push(("not here", clean(&hinted.hint.missing.join(", "))));
    }
    if ranked.len() > MOST {
        let more = grouped((ranked.len() - MOST) as u64);
        notes.push((
            "more",
            format!("{more} actions cost more still; --format json has them"),
        ));
    }
    if let Some(apart) = apart(hinted) {
        notes.push(("within", apart));
    }
    blocks.push(On::All.notes(notes));
    let rows = Rows::Own(records(hinted, &ranked));
    let body = Body::new(json(hinted, &ranked), LAYOUT);
    Answer {
        blocks,
        facts: facts(hinted),
        ..Answer::about(
            ("hint", "What to do now"),
            &hinted.scenario,
            &claim,
            (body, rows),
        )
    }
}

/// All actions with their places.
fn ranked(hinted: &Hinted) -> Vec<Ranked<'_>> {
    let actions = hinted.hint.actions.iter().enumerate();
    let ranked = actions.map(|(place, action)| Ranked {
        rank: place as u64 + 1,
        action,
        interval: interval(hinted, action),
        cost: hinted.hint.cost(place),
    });
    ranked.collect()
}

/// Where the chance of an action lies that was played out.
fn interval(hinted: &Hinted, action: &Considered) -> Option<Interval> {
    match (hinted.hint.by, action.wins) {
        (HintBy::Played(count), Some(wins)) => Some(wilson(wins, count.into(), LEVEL)),
        _ => None,
    }
}

/// By whom and how.
fn facts(hinted: &Hinted) -> String {
    let judge = clean(&hinted.hint.judge);
    match hinted.hint.by {
        HintBy::Played(count) => format!(
            "{} of each action, {judge}, seed {}",
            counted(count.into(), "play-out"),
            hinted.plan.seed
        ),
        _ => judge,
    }
}

/// What play-outs do not tell apart.
fn apart(hinted: &Hinted) -> Option<String> {
    let best = hinted.hint.actions.first()?;
    let width = interval(hinted, best)?.half_width();
    Some(format!(
        "each chance is known to within {} at 95 %; all actions met the same luck, so that costs are known \
         better",
        claim::points(width)
    ))
}

/// The actions as a table.
fn actions(ranked: &[Ranked]) -> Table {
    let any_interval = ranked.iter().any(|one| one.interval.is_some());
    let nobody = ranked.iter().any(|one| one.action.nobody >= SAME);
    let mut headings = vec!["action", "wins"];
    headings.extend(any_interval.then_some("at 95 %"));
    headings.extend(nobody.then_some("nobody wins"));
    headings.extend(["costs", "at once"]);
    let rows = ranked.iter().take(MOST).map(|one| {
        let mut row = vec![clean(&one.action.deed), percent(one.action.chance, 1)];
        if any_interval {
            row.push(one.interval.as_ref().map_or_else(
                || NONE.to_owned(),
                |interval| format!("{:.1}–{:.1}", 100.0 * interval.low, 100.0 * interval.high),
            ));
        }
        if nobody {
            row.push(percent(one.action.nobody, 1));
        }
        row.push(if one.cost < SAME {
            NONE.to_owned()
        } else {
            claim::number(one.cost)
        });
        row.push(clean(&one.action.effect));
        row
    });
    let last = headings.len() - 1;
    Table {
        left: vec![last],
        stacks: true,
        ..Table::new(headings, rows)
    }
}

/// The table as it was understood.
fn table(hinted: &Hinted) -> Table {
    let lying = &hinted.hint.table;
    let sides = lying.iter().any(|one| !one.side.is_empty());
    let about = lying.iter().any(|one| !one.about.is_empty());
    let mut headings = vec!["who"];
    headings.extend(sides.then_some("side"));
    headings.extend(["dice", "sum"]);
    headings.extend(about.then_some("besides"));
    let rows = lying.iter().map(|one| {
        let faces: Vec<String> = one.dice.iter().map(u32::to_string).collect();
        let mut row = vec![clean(&one.name)];
        row.extend(sides.then(|| clean(&one.side)));
        row.extend([faces.join(" "), one.dice.iter().sum::<u32>().to_string()]);
        row.extend(about.then(|| clean(&one.about)));
        row
    });
    let last = headings.len() - 1;
    Table {
        left: if sides { vec![1, last] } else { vec![last] },
        ..Table::new(headings, rows)
    }
}

/// A row for each action.
fn records(hinted: &Hinted, ranked: &[Ranked]) -> Records {
    let playouts = match hinted.hint.by {
        HintBy::Played(count) => u64::from(count),
        _ => 0,
    };
    let own = identified(
        ranked,
        |_| &hinted.scenario,
        |_| hinted.scenario.hash.as_str(),
        (|_| hinted.plan.seed, |_| playouts),
    );
    own.all("who", |_| hinted.hint.who.as_str())
        .all("rank", |one| one.rank)
        .all("action", |one| one.action.deed.as_str())
        .all("effect", |one| one.action.effect.as_str())
        .all("chance", |one| one.action.chance)
        .some("low", |one| {
            one.interval.as_ref().map(|interval| interval.low)
        })
        .some("high", |one| {
            one.interval.as_ref().map(|interval| interval.high)
        })
        .all("nobody", |one| one.action.nobody)
        .all("cost", |one| one.cost)
        .end()
}

fn json(hinted: &Hinted, ranked: &[Ranked]) -> Json {
    let (hint, plan) = (&hinted.hint, &hinted.plan);
    let (by, playouts) = match hint.by {
        HintBy::Solved => ("solved", None),
        HintBy::Judged => ("judged", None),
        HintBy::Played(count) => ("play-outs", Some(u64::from(count))),
    };
    let judge = Json::object([
        ("by", by.into()),
        ("playouts", playouts.into()),
        ("how", (&hint.judge).into()),
    ]);
    let table = hint.table.iter().map(|one| {
        Json::object([
            ("name", (&one.name).into()),
            ("side", (&one.side).into()),
            (
                "dice",
                Json::list(one.dice.iter().map(|&face| u64::from(face))),
            ),
            ("about", (&one.about).into()),
        ])
    });
    let interval = playouts.map(|_| IntervalKind {
        method: "wilson",
        level: LEVEL,
    });
    let columns = [
        "rank", "action", "effect", "chance", "low", "high", "nobody", "cost",
    ];
    let actions = Json::records(&records(hinted, ranked), &columns.map(|name| (name, name)));
    Json::answer([
        ("scenario", (&hinted.scenario).into()),
        ("seed", plan.seed.into()),
        ("interval", interval.into()),
        ("judge", judge),
        ("who", (&hint.who).into()),
        ("turn", (&hint.turn).into()),
        ("chance_of", (&hint.then).into()),
        ("table", Json::list(table)),
        ("missing", Json::list(&hint.missing)),
        ("actions", actions.into()),
    ])
}
