//! A tuning laid out for people and scripts: the sentence with its guarantee, all settings as a table,
//! the neighbours of the answer, a chart.

mod claim;
mod figure;
mod json;
mod markdown;
#[cfg(test)]
mod sample;
mod screen;
mod tables;

pub use claim::tune_claim;
pub use figure::tune_figures;
pub use json::tune_json;
pub use markdown::tune_markdown;
pub use screen::tune_screen;

pub(super) use tables::{caption, lead, notes, table};

use super::aim::Aim;
use super::text::{clean, grouped};
use crate::analysis::{Tried, Tuning};
use crate::document::{Path, Segment};

/// How the figures of a tuning are written.
fn aim(tuning: &Tuning) -> Aim<'_> {
    Aim {
        target: &tuning.target,
        tolerance: tuning.tolerance,
    }
}

/// What the scenario is called.
fn title(tuning: &Tuning) -> String {
    let title = clean(&tuning.scenario.title);
    if title.is_empty() {
        clean(&tuning.scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}

/// The last name of a path: what a key is called where it is clear whose it is.
fn key_name(path: &str) -> String {
    let read: Option<Path> = path.parse().ok();
    let name = read.and_then(|path| {
        path.segments()
            .iter()
            .rev()
            .find_map(|segment| match segment {
                Segment::Name(name) => Some(name.clone()),
                Segment::Index(_) => None,
            })
    });
    clean(&name.unwrap_or_else(|| path.to_owned()))
}

/// A setting in words: `3`, or `count 3 and dice 2` where there are several keys.
fn setting(tuning: &Tuning, tried: &Tried) -> String {
    let [value] = &tried.values[..] else {
        let pairs = tuning.keys.iter().zip(&tried.values);
        let parts: Vec<String> = pairs
            .map(|(path, value)| format!("{} {}", key_name(path), clean(value)))
            .collect();
        return match parts.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => parts.join(""),
        };
    };
    clean(value)
}

/// How many trials by whom: `52,310 trials, players finisher v finisher, seed 42`.
fn played(tuning: &Tuning) -> String {
    if tuning.trials == 0 {
        return "exact, no trials".to_owned();
    }
    let noun = if tuning.trials == 1 {
        "trial"
    } else {
        "trials"
    };
    let mut text = format!("{} {noun}", grouped(tuning.trials));
    if !tuning.players.is_empty() {
        text = format!("{text}, {}", clean(&tuning.players));
    }
    format!("{text}, seed {}", tuning.seed)
}
