//! Outcomes that are shown, with their colors, and the caption of trials.

use super::super::text::grouped;
use crate::charts::ColorRole;
use crate::contest::OutcomeOwner;
use crate::sim::{OutcomeResult, Results, StopReason};

/// Colors of failures: shades of one hue, so that no failure looks like a success.
const FAILURES: [usize; 3] = [1, 7, 5];

/// Returns the color of an outcome by index: gray for outcomes that belong to no side.
pub(super) fn outcome_color(results: &Results, index: usize) -> ColorRole {
    match results.outcomes[index].belongs {
        OutcomeOwner::Participant => ColorRole::Series(index),
        OutcomeOwner::Failure => {
            let before = results.outcomes[..index].iter();
            let grade = before
                .filter(|one| one.belongs == OutcomeOwner::Failure)
                .count();
            ColorRole::Series(FAILURES[grade % FAILURES.len()])
        }
        OutcomeOwner::Unowned => ColorRole::Neutral,
    }
}

/// Returns the number of trials as a caption: `1,000,000 trials`.
pub(super) fn of_trials(results: &Results) -> String {
    if results.stopped == StopReason::Exact {
        "exact".to_owned()
    } else {
        format!("{} trials", grouped(results.trials))
    }
}

/// Returns the outcomes that are shown, each with its share and color.
pub(in crate::report) fn ends(
    results: &Results,
) -> impl Iterator<Item = (&OutcomeResult, f64, ColorRole)> {
    let all = results.outcomes.iter().enumerate();
    let shown = all.filter(|(_, one)| one.usual || one.share.is_some_and(|share| share > 0.0));
    shown.filter_map(|(index, one)| Some((one, one.share?, outcome_color(results, index))))
}
