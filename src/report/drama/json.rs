//! Drama as JSON.

use super::super::json::laid_out;
use crate::analysis::Drama;
use crate::sim::{IntervalKind, LEVEL};
use serde::Serialize;

#[derive(Serialize)]
struct Shown<'a> {
    format: u32,
    tool: &'static str,
    interval: IntervalKind,
    #[serde(flatten)]
    drama: &'a Drama,
}

fn shown(drama: &Drama) -> Shown<'_> {
    Shown {
        format: 1,
        tool: env!("CARGO_PKG_VERSION"),
        // Of the proportions; means carry normal intervals.
        interval: IntervalKind {
            method: "wilson",
            level: LEVEL,
        },
        drama,
    }
}

/// The JSON text of one scenario's drama, an object, with a line break at the end.
pub fn drama_json(drama: &Drama) -> String {
    laid_out(&shown(drama))
}

/// The JSON text of several, an array, however many they are.
pub fn drama_json_array(dramas: &[Drama]) -> String {
    let all: Vec<Shown> = dramas.iter().map(shown).collect();
    laid_out(&all)
}
