//! Drama laid out for people and scripts: the sentence, tables on screen and in Markdown, charts, JSON.

mod claim;
mod figures;
mod json;
mod markdown;
#[cfg(test)]
mod sample;
mod screen;
mod tables;

pub use claim::drama_claim;
pub use figures::drama_figures;
pub use json::{drama_json, drama_json_array};
pub use markdown::drama_markdown;
pub use screen::drama_screen;

pub(super) use tables::{lead, tables};

use super::text::{clean, grouped};
use crate::analysis::Drama;

/// What the scenario is called.
fn title(drama: &Drama) -> String {
    let title = clean(&drama.scenario.title);
    if title.is_empty() {
        clean(&drama.scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}

/// How many trials by whom: `10,000 trials, players finisher v finisher, seed 42`.
fn played(drama: &Drama) -> String {
    let noun = if drama.trials == 1 { "trial" } else { "trials" };
    let mut text = format!("{} {noun}", grouped(drama.trials));
    if !drama.played_by.is_empty() {
        text = format!("{text}, {}", clean(&drama.played_by));
    }
    format!("{text}, seed {}", drama.seed)
}
