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
use crate::contest::{Considered, HintBy, HintOf};
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

/// What differs by less is shown as the same.
fn same(of: HintOf) -> f64 {
    match of {
        HintOf::Chance => 0.000_5,
        HintOf::Score => 0.005,
    }
}

/// An action with its place among all.
struct Ranked<'a> {
    rank: u64,
    action: &'a Considered,
    interval: Option<Interval>,
    cost: f64,
    /// Where the cost lies, where play-outs were paired.
    costs: Option<Interval>,
}

impl Ranked<'_> {
    /// Whether it is beyond doubt that it costs something; nothing where there is no doubt at all.
    fn is_apart(&self) -> Option<bool> {
        self.costs.map(|costs| costs.low > 0.0)
    }
}

/// The answer to what should be done.
pub fn hint_answer(hinted: &Hinted) -> Answer {
    let claim = claim::claim(hinted);
    let ranked = ranked(hinted);
    let mut blocks = vec![
        On::All.table(
            "what to do, and what it costs in points",
            actions(hinted, &ranked),
        ),
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
    if let Some(apart) = apart(&ranked) {
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
        costs: costs(hinted, place),
    });
    ranked.collect()
}

/// Where the cost of an action lies beside the first one, by play-outs on the same luck. All of these
/// intervals hold together: the others share what one alone would have to miss (Bonferroni). So the best
/// action is the first one or one that is not told apart from it: its own interval would have to miss.
fn costs(hinted: &Hinted, place: usize) -> Option<Interval> {
    let others = hinted.hint.actions.len().checked_sub(1)?;
    let played = hinted.hint.actions.get(place)?.played?;
    let level = 1.0 - (1.0 - LEVEL) / others.max(1) as f64;
    (place > 0).then(|| played.behind.interval(level))
}

/// Where the chance of an action lies that was played out.
fn interval(hinted: &Hinted, action: &Considered) -> Option<Interval> {
    match (hinted.hint.by, action.played) {
        (HintBy::Played(count), Some(played)) => Some(wilson(played.wins, count.into(), LEVEL)),
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

/// What play-outs tell, and what they do not tell apart.
fn apart(ranked: &[Ranked]) -> Option<String> {
    let best = ranked.first()?;
    let width = best.interval?.half_width();
    let known = format!(
        "each chance is known to within {} at 95 %",
        claim::points(width, HintOf::Chance)
    );
    if ranked.len() < 2 {
        return Some(known);
    }
    let alike = ranked.iter().filter(|one| one.is_apart() == Some(false));
    let alike = match alike.count() {
        0 => "every other action is behind the first one".to_owned(),
        1 => "one action is not told apart from the first one".to_owned(),
        count => format!("{count} actions are not told apart from the first one"),
    };
    let more = if alike.starts_with("every") {
        ""
    } else {
        ", which more --playouts may do"
    };
    Some(format!(
        "{known}; costs are those of the same luck, and known better: at 95 % for all of them \
         together {alike}{more}"
    ))
}

/// The actions as a table.
fn actions(hinted: &Hinted, ranked: &[Ranked]) -> Table {
    let of = hinted.hint.of;
    let paired = ranked.iter().any(|one| one.costs.is_some());
    // Costs are what is asked about; how far the chances are known is said once for all of them.
    let any_interval = !paired && ranked.iter().any(|one| one.interval.is_some());
    let nobody = ranked.iter().any(|one| one.action.nobody >= same(of));
    let mut headings = vec!["action"];
    headings.push(match of {
        HintOf::Chance => "wins",
        HintOf::Score => "score",
    });
    headings.extend(any_interval.then_some("at 95 %"));
    headings.extend(nobody.then_some("nobody wins"));
    headings.push("costs");
    headings.extend(paired.then_some("costs at 95 %"));
    headings.push("at once");
    let rows = ranked.iter().take(MOST).map(|one| {
        let worth = match of {
            // A judgment is right to some points, not to tenths.
            HintOf::Chance if hinted.hint.by == HintBy::Judged => {
                format!("about {}", percent(one.action.worth, 0))
            }
            HintOf::Chance => percent(one.action.worth, 1),
            HintOf::Score => format!("{:.2}", one.action.worth),
        };
        let mut row = vec![clean(&one.action.deed), worth];
        if any_interval {
            row.push(one.interval.as_ref().map_or_else(
                || NONE.to_owned(),
                |interval| format!("{:.1}–{:.1}", 100.0 * interval.low, 100.0 * interval.high),
            ));
        }
        if nobody {
            row.push(percent(one.action.nobody, 1));
        }
        row.push(if one.cost < same(of) {
            NONE.to_owned()
        } else {
            claim::number(one.cost, of)
        });
        if paired {
            row.push(match (&one.costs, one.is_apart()) {
                (Some(costs), Some(true)) => {
                    format!("{:.1}–{:.1}", 100.0 * costs.low, 100.0 * costs.high)
                }
                (Some(_), _) => "not told apart".to_owned(),
                (None, _) => NONE.to_owned(),
            });
        }
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
    let dice = lying.iter().any(|one| !one.dice.is_empty());
    let about = lying.iter().any(|one| !one.about.is_empty());
    let mut headings = vec!["who"];
    headings.extend(sides.then_some("side"));
    headings.extend(dice.then_some(["dice", "sum"]).into_iter().flatten());
    headings.extend(about.then_some("besides"));
    let rows = lying.iter().map(|one| {
        let faces: Vec<String> = one.dice.iter().map(u32::to_string).collect();
        let mut row = vec![clean(&one.name)];
        row.extend(sides.then(|| clean(&one.side)));
        if dice {
            let sum = one.dice.iter().sum::<u32>();
            let sum = (!faces.is_empty()).then(|| sum.to_string());
            row.extend([faces.join(" "), sum.unwrap_or_default()]);
        }
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
    let of = hinted.hint.of;
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
        .some("chance", |one| {
            (of == HintOf::Chance).then_some(one.action.worth)
        })
        .some("low", |one| {
            one.interval.as_ref().map(|interval| interval.low)
        })
        .some("high", |one| {
            one.interval.as_ref().map(|interval| interval.high)
        })
        .all("nobody", |one| one.action.nobody)
        .all("cost", |one| one.cost)
        .some("score", |one| {
            (of == HintOf::Score).then_some(one.action.worth)
        })
        .some("cost_low", |one| one.costs.as_ref().map(|costs| costs.low))
        .some("cost_high", |one| {
            one.costs.as_ref().map(|costs| costs.high)
        })
        .some("told_apart", |one| one.is_apart().map(u64::from))
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
        "rank",
        "action",
        "effect",
        "chance",
        "low",
        "high",
        "nobody",
        "cost",
        "score",
        "cost_low",
        "cost_high",
        "told_apart",
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
