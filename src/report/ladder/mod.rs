//! A ladder laid out for people and scripts: the sentence, the matrix on screen, in Markdown, as a
//! chart, JSON and frames.

mod claim;
mod figure;
#[cfg(feature = "frames")]
mod frame;
mod grid;
mod json;
mod markdown;
#[cfg(test)]
mod sample;
mod screen;

pub use claim::ladder_claim;
pub use figure::ladder_figures;
#[cfg(feature = "frames")]
pub use frame::{ladder_csv, ladder_parquet};
pub use json::ladder_json;
pub use markdown::ladder_markdown;
pub use screen::ladder_screen;

pub(super) use grid::{legend, notes, tables};

use super::text::grouped;
use crate::analysis::Ladder;

/// How many pairings of how many trials: `9 pairings, 100,000 trials each`.
fn played(ladder: &Ladder) -> String {
    let pairings = match ladder.cells.len() {
        1 => "1 pairing".to_owned(),
        many => format!("{many} pairings"),
    };
    let mut sizes: Vec<u64> = ladder
        .cells
        .iter()
        .map(|cell| cell.results.trials)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let counts: Vec<(u64, usize)> = sizes
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len()))
        .collect();
    match counts[..] {
        [] => pairings,
        [(trials, _)] => format!("{pairings}, {} trials each", grouped(trials)),
        _ => {
            let parts: Vec<String> = counts
                .iter()
                .map(|&(trials, cells)| format!("{cells} of {} trials", grouped(trials)))
                .collect();
            format!("{pairings}: {}", parts.join(" and "))
        }
    }
}

/// What the scenario is called.
fn title(ladder: &Ladder) -> String {
    let title = super::text::clean(&ladder.scenario.title);
    if title.is_empty() {
        super::text::clean(&ladder.scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}
