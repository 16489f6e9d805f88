//! Several comparisons made together, such as one change in all scenarios of a folder: the more there are, the likelier
//! one of them is to look like a difference by luck alone.
//!
//! - Each is played at its part of the chance of an error ([`alpha_of_each`]), so that all intervals hold together, and with them
//!   every verdict that rests on them (C. Bonferroni, 1936).
//! - In the end Holm's procedure goes over the p values of all figures that were to be decided on ([`correct_together`]). It
//!   calls different whatever the intervals do, and where many are it needs less for the others.

use super::{Comparison, Difference, Wanted};
use crate::scenario::Scenario;
use crate::stats::holm;

/// What a comparison among several decides on, where nobody says: the first outcome of A that is to be expected and
/// that B has too, so that a scenario is one statement. Empty where there is none.
pub fn lead_figure((first, second): (&Scenario, &Scenario), margin: f64) -> Vec<Wanted> {
    let others = second.contest.outcomes();
    let own = first.contest.outcomes().iter();
    let mut common = own.filter(|one| others.iter().any(|other| other.name == one.name));
    let wanted = common.find(|one| one.usual).map(|one| Wanted {
        name: one.name.clone(),
        margin: Some(margin),
    });
    wanted.into_iter().collect()
}

/// The chance of an error that each of so many comparisons may have, so that all together have `alpha`.
pub fn alpha_of_each(alpha: f64, comparisons: usize) -> f64 {
    alpha / comparisons.max(1) as f64
}

/// Raises the p values of all figures that were to be decided on by Holm's procedure, so that the chance that any
/// equal pair is called different is `alpha` at most, and calls different what was undecided and is below it now.
pub fn correct_together(comparisons: &mut [Comparison], alpha: f64) {
    let asked = |comparison: &Comparison| -> Vec<f64> {
        let figures = comparison.figures.iter();
        figures.filter_map(|one| one.p).collect()
    };
    let values: Vec<f64> = comparisons.iter().flat_map(asked).collect();
    let mut raised = holm(&values).into_iter();
    for comparison in comparisons {
        for figure in comparison.figures.iter_mut().filter(|one| one.p.is_some()) {
            figure.raised = raised.next();
            let is_below = figure.raised.is_some_and(|raised| raised <= alpha);
            if figure.verdict == Some(Difference::Undecided) && is_below {
                figure.verdict = Some(Difference::Different);
            }
        }
    }
}
