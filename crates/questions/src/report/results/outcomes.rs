//! Outcomes that are shown, with their colors, and the caption of trials.

use super::super::text::{clean, counted};
use crate::charts::ColorRole;
use crate::contest::OutcomeOwner;
use crate::sim::{OutcomeResult, Results, StopReason};
use crate::stats::Figure;

/// Series of failures in order, so that no failure has the color of the main success.
const FAILURES: [usize; 5] = [1, 7, 5, 3, 6];

/// Returns the color of an outcome by index, which is its own among the first six outcomes: gray for
/// a draw or a rare outcome, the first colors without those of failures for all others.
pub(super) fn outcome_color(results: &Results, index: usize) -> ColorRole {
    let outcomes = &results.outcomes;
    let is_failure = |one: &&OutcomeResult| one.owner == OutcomeOwner::Failure;
    let unowned = |one: &&OutcomeResult| one.owner == OutcomeOwner::Unowned;
    let usual = outcomes
        .iter()
        .filter(unowned)
        .filter(|one| one.always_shown)
        .count();
    let is_rest = |one: &OutcomeResult| unowned(&one) && (usual == 1 || !one.always_shown);
    let gray = outcomes.iter().position(is_rest);
    if gray == Some(index) {
        return ColorRole::Neutral;
    }
    let failures_before = outcomes[..index].iter().filter(is_failure).count();
    if is_failure(&&outcomes[index]) {
        return ColorRole::Series(FAILURES[failures_before % FAILURES.len()]);
    }
    let failures = outcomes.iter().filter(is_failure).count();
    let taken = &FAILURES[..failures.min(FAILURES.len())];
    let gray_before = usize::from(gray.is_some_and(|gray| gray < index));
    let mut free = (0..).filter(|series| !taken.contains(series));
    ColorRole::Series(
        free.nth(index - failures_before - gray_before)
            .unwrap_or(index),
    )
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

#[cfg(test)]
mod tests {
    use super::super::super::sample::{Ambush, with_outcomes};
    use super::*;

    #[test]
    fn six_outcomes_of_any_owners_have_six_colors() {
        let mut results = Ambush::new().results(100);
        let names = ["a", "b", "c", "d", "e", "f"];
        with_outcomes(&mut results, &names.map(|name| (name, name, 10, true)));
        let owners = [
            OutcomeOwner::Participant,
            OutcomeOwner::Failure,
            OutcomeOwner::Unowned,
        ];
        for code in 0..3_usize.pow(6) {
            // The last two may be rare.
            for rare in 0..3 {
                for (index, outcome) in results.outcomes.iter_mut().enumerate() {
                    outcome.owner = owners[code / 3_usize.pow(index as u32) % 3];
                    outcome.always_shown = index + rare < 6;
                }
                let colors = (0..6).map(|index| outcome_color(&results, index));
                let mut colors: Vec<String> = colors.map(|color| format!("{color:?}")).collect();
                colors.sort_unstable();
                colors.dedup();
                let failures = results.outcomes.iter();
                let failures = failures.filter(|one| one.owner == OutcomeOwner::Failure);
                assert!(
                    colors.len() == 6 || failures.count() == 6,
                    "{:?}",
                    results.outcomes
                );
            }
        }
    }

    #[test]
    fn draws_and_rare_outcomes_are_gray_and_failures_warm() {
        use ColorRole::{Neutral, Series};
        use OutcomeOwner::{Failure, Participant, Unowned};

        let colors = |owners: &[(OutcomeOwner, bool)]| {
            let mut results = Ambush::new().results(100);
            let names = owners.iter().map(|&(_, shown)| ("a", "a", 10, shown));
            with_outcomes(&mut results, &names.collect::<Vec<_>>());
            for (outcome, (owner, _)) in results.outcomes.iter_mut().zip(owners) {
                outcome.owner = *owner;
            }
            let colors = (0..owners.len()).map(|index| outcome_color(&results, index));
            colors.collect::<Vec<_>>()
        };
        let side = (Participant, true);
        let fight = [side, side, (Unowned, false), (Unowned, false)];
        assert_eq!(colors(&fight), [Series(0), Series(1), Neutral, Series(2)]);
        let tie = [side, side, (Unowned, true)];
        assert_eq!(colors(&tie), [Series(0), Series(1), Neutral]);
        let test = [side, (Failure, true), side];
        assert_eq!(colors(&test), [Series(0), Series(1), Series(2)]);
        let table = [side, (Unowned, true), (Unowned, true), (Unowned, false)];
        assert_eq!(colors(&table), [Series(0), Series(1), Series(2), Neutral]);
    }
}
