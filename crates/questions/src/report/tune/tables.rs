//! Table of all settings of a tuning, with its caption, lead and notes.

use super::super::table::Table;
use super::super::target::confidence;
use super::super::text::{capital, clean, control_note, grouped, joined};
use super::super::tunables::{full_paths, left_out_by_constraints};
use super::{aim, columns, names, paths, setting};
use crate::analysis::{TestedSetting, Trend, TuneVerdict, Tuning};

/// Maximum number of rows of a table; files have all rows.
const MOST_ROWS: usize = 40;

/// Returns the settings that a table shows. With one key, these are the neighbors of the answer, in
/// order of their values. With more keys, possible answers come first, then the others, the nearest
/// first.
fn shown_settings(tuning: &Tuning) -> Vec<usize> {
    let count = tuning.tried.len();
    if tuning.keys.len() == 1 {
        let start = tuning.answer.saturating_sub(MOST_ROWS / 2);
        let start = start.min(count.saturating_sub(MOST_ROWS));
        return (start..count.min(start + MOST_ROWS)).collect();
    }
    let mut order: Vec<usize> = (0..count).collect();
    let rank = |index: usize| {
        let tried = &tuning.tried[index];
        let rank = u8::from(!tried.meets) + u8::from(!tried.possible);
        (index != tuning.answer, rank)
    };
    let near = |index: usize| tuning.distance(&tuning.tried[index]);
    order.sort_by(|&one, &other| {
        let ranks = rank(one).cmp(&rank(other));
        ranks.then(near(one).total_cmp(&near(other)))
    });
    order.truncate(MOST_ROWS);
    order
}

/// Returns the settings with their figures, intervals and trials, and whether each could be the
/// answer.
pub fn table(tuning: &Tuning) -> Table {
    let mut table = Table::of(&columns(tuning, shown_settings(tuning)).shown);
    let named = |name: &str| {
        let headings = table.headings.iter().enumerate();
        let named = headings.filter(|(_, heading)| heading.starts_with(name));
        named.map(|(column, _)| column).collect()
    };
    table.optional = vec![named("trials"), named("with "), named("interval")];
    table
}

/// Returns the role of a setting, in one or two words.
pub fn mark(tuning: &Tuning, index: usize, tried: &TestedSetting) -> &'static str {
    let is_answer = index == tuning.answer || tuning.other == Some(index);
    match (tuning.verdict, is_answer) {
        (TuneVerdict::Meets, true) => "the answer",
        (TuneVerdict::Misses | TuneVerdict::Nearest, true) => "nearest",
        (TuneVerdict::Borderline, true) => "borderline",
        (TuneVerdict::Tied, true) => "tied",
        (TuneVerdict::Undecided, true) => "nearest so far",
        _ if tried.meets => "meets",
        _ if tried.possible && tuning.is_borderline(tried) => "borderline",
        (TuneVerdict::Misses, _) if tried.possible => "may be as near",
        _ if tried.possible => "undecided",
        _ => "ruled out",
    }
}

/// Returns the caption of the table.
pub fn caption(tuning: &Tuning) -> String {
    let what = aim(tuning).what(&clean(&tuning.phrase));
    let all = tuning.tried.len();
    let rows = all.min(MOST_ROWS);
    let which = match (rows == all, tuning.keys.len()) {
        (true, _) => format!("all {all} settings"),
        (false, 1) => format!("the {rows} of {all} values around the answer"),
        (false, _) => format!("the first {rows} of {all} settings"),
    };
    format!("{}: {which}", capital(&what))
}

/// Returns the sentences that explain the table.
pub fn lead(tuning: &Tuning) -> String {
    if tuning.tried.iter().all(|one| one.figure.is_exact()) {
        return "All figures are exact.".to_owned();
    }
    format!(
        "The intervals are simultaneous at {} confidence and valid at any stopping time. A setting is \
         ruled out when it is proven to be outside the tolerance, or farther from the target than \
         another setting.",
        confidence(tuning.alpha)
    )
}

/// Returns notes about neighbors, direction and fresh trials.
pub fn notes(tuning: &Tuning) -> Vec<(&'static str, String)> {
    let aim = aim(tuning);
    let mut notes = Vec::new();
    let is_borderline = |one: &TestedSetting| one.possible && tuning.is_borderline(one);
    if tuning.tried.iter().any(is_borderline) {
        let near = aim.near_enough();
        let note = format!(
            "at the limit of the tolerance ({near}): a wider --tolerance decides it sooner than more \
             trials"
        );
        notes.push(("borderline", note));
    }
    if let Some(full_paths) = full_paths(&names(tuning), &paths(tuning)) {
        let one = tuning.keys.len() == 1;
        notes.push((if one { "key" } else { "keys" }, full_paths));
    }
    let beside = tuning.neighbors().into_iter().flatten();
    let beside = beside.filter_map(|tried| {
        let value = tried.figure.known()?;
        let (figure, relative_to_target) = (aim.figure(value), aim.relative_to_target(value));
        Some(format!(
            "{} has {figure}, {relative_to_target}",
            setting(tuning, tried)
        ))
    });
    notes.push(("neighbors", joined(beside, "; ")));
    if let Some(trend) = tuning.trend.filter(|_| tuning.tried.len() > 1) {
        let direction = match trend {
            Trend::Rises => "increasing (no significant decrease)",
            Trend::Falls => "decreasing (no significant increase)",
            Trend::Turns => "not monotonic, so the order of the values rules none of them out",
            Trend::Level => "no significant increase or decrease",
        };
        notes.push(("direction", direction.to_owned()));
    }
    if let Some(fresh) = &tuning.fresh {
        let range = fresh.figure.interval;
        let has_interval = range.low.is_finite();
        let range = has_interval.then(|| format!(" ({})", aim.interval(range)));
        let against = ", which contradicts the answer";
        let note = format!(
            "{}{} in {} new trials, from trial {} on{}",
            aim.figure(fresh.figure.value),
            range.unwrap_or_default(),
            grouped(fresh.results.trials),
            grouped(fresh.first_trial),
            if fresh.contradicts { against } else { "" }
        );
        notes.push(("validation", note));
    }
    notes.extend(left_out_by_constraints(tuning.left_out).map(|note| ("constraints", note)));
    let factors = tuning.tried.iter().map(|one| one.factor);
    notes.extend(control_note(factors, "setting").map(|note| ("precision", note)));
    notes
}
