//! Outcomes that are shown, with their colors, and the caption of trials.

use super::super::text::{clean, counted};
use crate::charts::ColorRole;
use crate::contest::OutcomeOwner;
use crate::sim::{OutcomeResult, Results, StopReason};
use crate::stats::Figure;

/// Colors of failures: shades of one hue, so that no failure looks like a success.
const FAILURES: [usize; 3] = [1, 7, 5];

/// Returns the color of an outcome by index: gray for outcomes that belong to no side.
pub(super) fn outcome_color(results: &Results, index: usize) -> ColorRole {
    match results.outcomes[index].owner {
        OutcomeOwner::Participant => ColorRole::Series(index),
        OutcomeOwner::Failure => {
            let before = results.outcomes[..index].iter();
            let grade = before
                .filter(|one| one.owner == OutcomeOwner::Failure)
                .count();
            ColorRole::Series(FAILURES[grade % FAILURES.len()])
        }
        OutcomeOwner::Unowned => ColorRole::Neutral,
    }
}

/// Returns the number of trials as a caption: `1,000,000 trials`, `421 trials where turns>=6`.
pub(super) fn of_trials(results: &Results) -> String {
    if results.stopped == StopReason::Exact {
        "exact".to_owned()
    } else {
        format!("{}{}", counted(results.trials, "trial"), condition(results))
    }
}

/// Returns the conditions on the trials after their noun: ` where turns>=6`; empty without any.
pub(super) fn condition(results: &Results) -> String {
    let given = results.given.as_ref();
    given.map_or_else(String::new, |given| {
        format!(" where {}", clean(&given.clause()))
    })
}

/// Returns the outcomes that are shown, each with its share and color: the exact share if known, else
/// that of the trials.
pub(in crate::report) fn ends(
    results: &Results,
) -> impl Iterator<Item = (&OutcomeResult, Figure, ColorRole)> {
    let all = results.outcomes.iter().enumerate();
    let shown =
        all.filter(|(_, one)| one.always_shown || one.share.is_some_and(|share| share.value > 0.0));
    shown.filter_map(|(index, one)| {
        let figure = one.best()?;
        Some((one, figure, outcome_color(results, index)))
    })
}
