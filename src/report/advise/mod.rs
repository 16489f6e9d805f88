//! Advice laid out for people and scripts: the sentence, the changes as a table, a tornado chart.

mod claim;
mod figure;
mod json;
mod markdown;
#[cfg(test)]
mod sample;
mod screen;
mod tables;

pub use claim::advise_claim;
pub use figure::advise_figures;
pub use json::advise_json;
pub use markdown::advise_markdown;
pub use screen::advise_screen;

use super::aim::Aim;
use super::text::{clean, grouped, words};
use crate::analysis::{Advice, Changed};
use crate::document::{Change, Turn};
use std::collections::HashMap;

/// How the figures of advice are written.
fn aim(advice: &Advice) -> Aim<'_> {
    Aim {
        target: &advice.target,
        tolerance: advice.tolerance,
    }
}

/// What the scenario is called.
fn title(advice: &Advice) -> String {
    let title = clean(&advice.scenario.title);
    if title.is_empty() {
        clean(&advice.scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}

/// How many of the names around a change are enough, unless another change would be called the same.
const NAMES: usize = 2;

/// What each of the changes is called, in their order.
fn labels(advice: &Advice) -> Vec<String> {
    let short = |one: &Changed| called(&one.turn, NAMES);
    let mut times: HashMap<String, usize> = HashMap::new();
    for one in &advice.changes {
        *times.entry(short(one)).or_insert(0) += 1;
    }
    let label = |one: &Changed| match times.get(&short(one)) {
        Some(1) => short(one),
        _ => change_in_words(&one.turn),
    };
    advice.changes.iter().map(label).collect()
}

/// A change in words: `ambushers, Assassin Drone: count 4 → 3`, `heroes: without Emily`.
fn change_in_words(turn: &Turn) -> String {
    called(turn, usize::MAX)
}

/// A change in words, with the innermost names only.
fn called(turn: &Turn, most: usize) -> String {
    let mut owners: Vec<&str> = turn.owners.iter().map(String::as_str).collect();
    // A Class may be called as whoever has it.
    owners.dedup();
    owners.drain(..owners.len().saturating_sub(most));
    let what = match &turn.change {
        Change::Value { key, from, to } => format!("{} {from} → {to}", words(key)),
        Change::Put { key, value } => format!("with {} {value}", words(key)),
        Change::Taken { what } => format!("without {what}"),
        Change::Copied { what } => format!("one more {what}"),
    };
    if owners.is_empty() {
        clean(&what)
    } else {
        clean(&format!("{}: {what}", owners.join(", ")))
    }
}

/// How many trials by whom: `1,052,310 trials, players finisher v finisher, seed 42`.
fn played(advice: &Advice) -> String {
    if advice.trials == 0 {
        return "exact, no trials".to_owned();
    }
    let noun = if advice.trials == 1 {
        "trial"
    } else {
        "trials"
    };
    let mut text = format!("{} {noun}", grouped(advice.trials));
    if !advice.players.is_empty() {
        text = format!("{text}, {}", clean(&advice.players));
    }
    format!("{text}, seed {}", advice.seed)
}
