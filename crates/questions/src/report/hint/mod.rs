//! The answer of `hint`: the best action of the player whose turn it is, and the cost of all
//! others.

mod headline;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Media};
use super::json::{self, Body, JsonLayout};
use super::results::{AnswerRows, identified};
use super::table::Table;
use super::text::{clean, counted, grouped, joined, percent};
use crate::analysis::HintResult;
use crate::contest::{DescribedEntry, HintBy, HintOf, RatedAction};
use crate::records::Columns;
use crate::sim::LEVEL;
use crate::stats::{Interval, wilson};
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval", "judge", "missing"],
    rows: &["table", "actions"],
};
/// Maximum number of actions in tables; JSON and CSV have all.
const MOST_ACTIONS: usize = 20;

/// Returns the difference below which two values are shown as equal.
fn rounding(of: HintOf) -> f64 {
    match of {
        HintOf::Chance => 0.000_5,
        HintOf::Score | HintOf::LowScore => 0.005,
    }
}

/// An action with its rank.
struct RankedAction<'a> {
    rank: u64,
    rated: &'a RatedAction,
    interval: Option<Interval>,
    cost: f64,
    /// Interval of the cost; `None` unless the actions were compared in paired play-outs.
    costs: Option<Interval>,
}

impl RankedAction<'_> {
    /// Returns whether the cost is significantly positive; `None` if the cost has no interval.
    fn is_significant(&self) -> Option<bool> {
        self.costs.map(|costs| costs.low > 0.0)
    }
}

/// Returns the answer of `hint`.
pub fn hint_answer(hinted: &HintResult) -> Answer {
    let headline = headline::headline(hinted);
    let ranked = ranked(hinted);
    let columns = columns(hinted, &ranked);
    let mut blocks = vec![
        Media::All.table("Actions and their costs in points", action_table(&columns)),
        Media::All.table("Position", position_table(hinted)),
    ];
    let mut notes = vec![("turn", clean(&hinted.hint.turn))];
    if !hinted.hint.missing.is_empty() {
        notes.push(("absent", clean(&hinted.hint.missing.join(", "))));
    }
    if ranked.len() > MOST_ACTIONS {
        let more = grouped((ranked.len() - MOST_ACTIONS) as u64);
        notes.push((
            "more",
            format!("{more} other actions cost at least as much; --format json lists all"),
        ));
    }
    if let Some(precision) = precision(&ranked) {
        notes.push(("precision", precision));
    }
    blocks.push(Media::All.notes(notes));
    let body = Body::new(json(hinted, &columns), LAYOUT);
    let rows = AnswerRows::Own(columns.end());
    Answer {
        blocks,
        facts: facts(hinted),
        seed: matches!(hinted.hint.by, HintBy::Played(_)).then_some(hinted.plan.seed),
        ..Answer::about(
            ("hint", "Best action"),
            &hinted.scenario,
            &headline,
            (body, rows),
        )
    }
}

/// Returns all actions with their ranks.
fn ranked(hinted: &HintResult) -> Vec<RankedAction<'_>> {
    let actions = hinted.hint.actions.iter().enumerate();
    let ranked = actions.map(|(place, action)| RankedAction {
        rank: place as u64 + 1,
        rated: action,
        interval: interval(hinted, action),
        cost: hinted.hint.cost(place),
        costs: costs(hinted, place),
    });
    ranked.collect()
}

/// Returns the interval of the cost of an action relative to the first one, from play-outs on
/// common random numbers. The intervals hold simultaneously (Bonferroni correction), so the best
/// action is the first one or one whose interval includes zero.
fn costs(hinted: &HintResult, place: usize) -> Option<Interval> {
    let others = hinted.hint.actions.len().checked_sub(1)?;
    let action = hinted.hint.actions.get(place)?;
    // If an action is a certain win, so is the first one, and the cost is exactly 0.
    let played = action.played.filter(|_| !action.certain)?;
    let level = 1.0 - (1.0 - LEVEL) / others.max(1) as f64;
    (place > 0).then(|| played.behind.interval(level))
}

/// Returns the interval of the chance of an action evaluated in play-outs.
fn interval(hinted: &HintResult, action: &RatedAction) -> Option<Interval> {
    match (hinted.hint.by, action.played) {
        (HintBy::Played(_), Some(_)) if action.certain => Some(Interval::new(1.0, 1.0)),
        (HintBy::Played(count), Some(played)) => Some(wilson(played.wins, count.into(), LEVEL)),
        _ => None,
    }
}

/// Returns the method of evaluation and the number of play-outs.
fn facts(hinted: &HintResult) -> String {
    let method = clean(&hinted.hint.method);
    match hinted.hint.by {
        HintBy::Played(count) => format!(
            "{} of each action, {method}, seed {}",
            counted(count.into(), "play-out"),
            hinted.plan.seed
        ),
        _ => method,
    }
}

/// Returns a sentence about the precision and the actions that play-outs do not distinguish.
fn precision(ranked: &[RankedAction]) -> Option<String> {
    let intervals = ranked.iter().map(|one| one.interval);
    let widths = intervals.map(|interval| Some(interval?.half_width()));
    let width = widths.reduce(|most, width| Some(most?.max(width?)))??;
    let known = format!(
        "each chance is known to within {} (95% CI)",
        headline::points(width, HintOf::Chance)
    );
    if ranked.len() < 2 {
        return Some(known);
    }
    let more = "(more --playouts may separate them)";
    let is_open = |one: &&RankedAction| one.is_significant() == Some(false);
    let indistinct = match ranked.iter().filter(is_open).count() {
        0 => "every other action is worse than the first".to_owned(),
        1 => format!("1 action does not differ significantly from the first {more}"),
        count => format!("{count} actions do not differ significantly from the first {more}"),
    };
    Some(format!(
        "{known}; costs are more precise, as all actions share common random numbers; with 95% \
         confidence for all of them together, {indistinct}"
    ))
}

/// Returns the first actions as a table.
fn action_table(columns: &Columns<&RankedAction>) -> Table {
    let rows = columns.shown.first().map_or(0, |names| names.cells.len());
    Table {
        stacks: true,
        ..Table::of_rows(&columns.shown, 0..rows.min(MOST_ACTIONS))
    }
}

/// Returns the parsed position as a table.
fn position_table(hinted: &HintResult) -> Table {
    let entries = &hinted.hint.table;
    let any = |is: fn(&DescribedEntry) -> bool| entries.iter().any(is);
    let sides = any(|one| !one.side.is_empty());
    let dice = any(|one| !one.dice.is_empty());
    let about = any(|one| !one.about.is_empty());
    let mut columns = Columns::of(entries)
        .cell("who", |one| clean(&one.name))
        .cell_if(sides, "side", |one| clean(&one.side));
    if sides {
        columns = columns.words();
    }
    let columns = columns
        .cell_if(dice, "dice", |one| {
            joined(one.dice.iter().map(u32::to_string), " ")
        })
        .cell_if(dice, "sum", |one| match &one.dice[..] {
            [] => String::new(),
            dice => dice.iter().sum::<u32>().to_string(),
        })
        .cell_if(about, "details", |one| clean(&one.about))
        .words();
    Table::of(&columns.shown)
}

/// Returns an interval in points: `12.3–14.5`.
fn interval_text(interval: Interval) -> String {
    format!("{:.1}–{:.1}", 100.0 * interval.low, 100.0 * interval.high)
}

/// Returns a row for each action.
fn columns<'a>(
    hinted: &'a HintResult,
    ranked: &'a [RankedAction],
) -> Columns<&'a RankedAction<'a>> {
    let playouts = match hinted.hint.by {
        HintBy::Played(count) => u64::from(count),
        _ => 0,
    };
    let of = hinted.hint.of;
    let (heading, is_chance) = match of {
        HintOf::Chance => ("wins", true),
        HintOf::Score | HintOf::LowScore => ("score", false),
    };
    let paired = ranked.iter().any(|one| one.costs.is_some());
    // The table shows intervals of the costs; a sentence covers those of the chances.
    let intervals = !paired && ranked.iter().any(|one| one.interval.is_some());
    let has_no_winner = ranked.iter().any(|one| one.rated.no_winner >= rounding(of));
    identified(ranked, |_| {
        let scenario = &hinted.scenario;
        (scenario, &scenario.hash, hinted.plan.seed, playouts)
    })
    .file("who", |_| hinted.hint.actor.as_str())
    .all("rank", |one| one.rank)
    .all("action", |one| one.rated.action.as_str())
    .cell("action", |one| clean(&one.rated.action))
    .all("effect", |one| one.rated.effect.as_str())
    .all("chance", |one| is_chance.then_some(one.rated.value))
    .cell(heading, |one| match of {
        // An evaluation is accurate to a few points, not to tenths.
        HintOf::Chance if hinted.hint.by == HintBy::Estimated && !one.rated.certain => {
            let chance = percent(one.rated.value, 0);
            if chance.starts_with(['<', '>']) {
                chance
            } else {
                format!("about {chance}")
            }
        }
        HintOf::Chance if one.rated.certain => "always".to_owned(),
        HintOf::Chance => percent(one.rated.value, 1),
        of => format!("{:.2}", of.shown(one.rated.value)),
    })
    .all("low", |one| one.interval.map(|interval| interval.low))
    .all("high", |one| one.interval.map(|interval| interval.high))
    .cell_if(intervals, "95% CI", |one| one.interval.map(interval_text))
    .json("certain", |one| one.rated.certain)
    .all("nobody", |one| one.rated.no_winner)
    .cell_if(has_no_winner, "no winner", |one| {
        percent(one.rated.no_winner, 1)
    })
    .all("cost", |one| one.cost)
    .cell("costs", |one| {
        (one.cost >= rounding(of)).then(|| headline::number(one.cost, of))
    })
    .all("score", |one| {
        (!is_chance).then(|| of.shown(one.rated.value))
    })
    .all("cost_low", |one| one.costs.map(|costs| costs.low))
    .all("cost_high", |one| one.costs.map(|costs| costs.high))
    .cell_if(paired, "95% CI of costs", |one| {
        let is_significant = one.is_significant()?;
        let insignificant = || "not significant".to_owned();
        let costs = one.costs.filter(|_| is_significant);
        Some(costs.map_or_else(insignificant, interval_text))
    })
    .all("told_apart", |one| one.is_significant().map(u64::from))
    .cell("immediate effect", |one| clean(&one.rated.effect))
    .words()
}

fn json(hinted: &HintResult, columns: &Columns<&RankedAction>) -> Json {
    let (hint, plan) = (&hinted.hint, &hinted.plan);
    let (by, playouts) = match hint.by {
        HintBy::Solved => ("solved", None),
        HintBy::Estimated => ("judged", None),
        HintBy::Played(count) => ("play-outs", Some(u64::from(count))),
    };
    let table = hint.table.iter().map(
        |one| json!({"name": one.name, "side": one.side, "dice": one.dice, "about": one.about}),
    );
    json::answer(json!({
        "scenario": hinted.scenario,
        "seed": plan.seed,
        "interval": playouts.map(|_| json::interval("wilson", LEVEL)),
        "judge": {"by": by, "playouts": playouts, "how": hint.method},
        "who": hint.actor,
        "turn": hint.turn,
        "chance_of": hint.then,
        "table": table.collect::<Json>(),
        "missing": hint.missing,
        "actions": json::rows(&columns.json),
    }))
}
