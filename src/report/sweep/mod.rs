//! A sweep laid out for people and scripts: the sentence, tables on screen and in Markdown, charts,
//! JSON and frames.

mod claim;
mod figure;
#[cfg(feature = "frames")]
mod frame;
mod json;
mod markdown;
mod screen;
mod tables;
mod words;

pub use claim::sweep_claim;
pub use figure::sweep_figures;
#[cfg(feature = "frames")]
pub use frame::{sweep_csv, sweep_parquet};
pub use json::sweep_json;
pub use markdown::sweep_markdown;
pub use screen::sweep_screen;

pub(super) use tables::tables;

use super::text::{clean, grouped};
use crate::analysis::Sweep;
use crate::sim::StopReason;

/// How many settings of how many trials: `6 settings, 100,000 trials each, seed 1`.
fn played(sweep: &Sweep) -> String {
    let settings = match sweep.settings.len() {
        1 => "1 setting".to_owned(),
        many => format!("{} settings", grouped(many as u64)),
    };
    let mut sizes: Vec<u64> = sweep
        .settings
        .iter()
        .filter(|setting| setting.results.stopped != StopReason::Exact)
        .map(|setting| setting.results.trials)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let solved = sweep.settings.len() - sizes.len();
    let mut parts: Vec<(usize, String)> = Vec::new();
    if solved > 0 {
        parts.push((solved, "solved exactly".to_owned()));
    }
    parts.extend(
        sizes
            .chunk_by(|a, b| a == b)
            .map(|same| (same.len(), format!("{} trials each", grouped(same[0])))),
    );
    let mut text = if let [(_, single)] = &parts[..] {
        format!("{settings}, {single}")
    } else {
        let parts: Vec<String> = parts
            .iter()
            .map(|(count, what)| match what.strip_suffix(" each") {
                Some(trials) => format!("{count} of {trials}"),
                None => format!("{count} {what}"),
            })
            .collect();
        format!("{settings}: {}", parts.join(", "))
    };
    if !sizes.is_empty() {
        text = format!("{text}, seed {}", sweep.seed);
    }
    text
}

/// The keys with a single value, which are the same in all settings: `rules.half=up`.
fn fixed(sweep: &Sweep) -> Option<String> {
    let axes = sweep.axes();
    let fixed: Vec<String> = (0..sweep.vary.len())
        .filter(|key| !axes.contains(key))
        .map(|key| clean(&sweep.vary[key].assignment(0)))
        .collect();
    (!fixed.is_empty()).then(|| format!("everywhere with {}", fixed.join(", ")))
}

/// Who plays, if it is the same in all settings; else empty.
fn players(sweep: &Sweep) -> String {
    let mut all = sweep.settings.iter().map(|one| &one.results.players);
    match all.next() {
        Some(first) if all.all(|other| other == first) => clean(first),
        _ => String::new(),
    }
}

/// What has to be known to read the tables and charts of a sweep, in sentences.
#[cfg(feature = "charts")]
pub(super) fn lead(sweep: &Sweep) -> String {
    let mut lead = vec![sentence(sweep)];
    let is_played = |one: &crate::analysis::Setting| one.results.stopped != StopReason::Exact;
    let all_exact =
        (0..sweep.figures.len()).all(|figure| words::all(sweep, figure).all(|one| one.exact));
    if all_exact && sweep.settings.iter().any(is_played) {
        lead.push("All figures shown are exact.".to_owned());
    } else if !all_exact {
        lead.push("All settings that were sampled met the same luck.".to_owned());
    }
    let facts = [Some(played(sweep)), fixed(sweep)];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    lead.push(format!("{}.", super::text::capital(&facts.join("; "))));
    lead.join(" ")
}

/// The claims of all figures as sentences.
fn sentence(sweep: &Sweep) -> String {
    let claims = (0..sweep.figures.len()).map(|figure| {
        let claim = sweep_claim(sweep, figure);
        format!("{}.", super::text::capital(&claim))
    });
    claims.collect::<Vec<_>>().join(" ")
}

/// What the scenario is called.
fn title(sweep: &Sweep) -> String {
    let title = clean(&sweep.scenario.title);
    if title.is_empty() {
        clean(&sweep.scenario.path)
    } else {
        title.trim_end_matches(['.', ':']).to_owned()
    }
}
