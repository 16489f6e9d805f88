//! Correction for comparisons made together, such as one change in all scenarios of a folder. Each
//! additional comparison makes a false positive more probable.
//!
//! - Each comparison has its part of the error probability ([`alpha_of_each`]), so that all
//!   intervals, and all verdicts based on them, hold simultaneously (C. Bonferroni, 1936).
//! - At the end Holm's procedure is applied to the p values of all decided figures
//!   ([`correct_together`]). It finds every difference that the intervals find, and may find more.

use super::{Comparison, Difference, RequestedFigure};
use crate::contest::MainFigure;
use crate::scenario::{Quantity, Scenario};
use crate::stats::holm;

/// Returns the default figure of one of many comparisons: the main one, else the first usual outcome of A that B has
/// too, so that each scenario makes one statement. Empty if there is none.
pub fn lead_figure((first, second): (&Scenario, &Scenario), margin: f64) -> Vec<RequestedFigure> {
    let main = [first, second].map(|scenario| {
        let contest = scenario.contest.as_ref();
        let main = &contest.description().main;
        let is_first = matches!(main, MainFigure::First | MainFigure::Score(_));
        Quantity::main(contest).filter(|_| !is_first)
    });
    if let [Some(main), Some(other)] = &main
        && main == other
    {
        let is_share = matches!(main, Quantity::Outcome(_));
        return vec![RequestedFigure {
            name: main.name(),
            margin: is_share.then_some(margin),
        }];
    }
    let others = second.contest.outcomes();
    let own = first.contest.outcomes().iter();
    let mut common = own.filter(|one| others.iter().any(|other| other.name == one.name));
    let wanted = common
        .find(|one| one.always_shown)
        .map(|one| RequestedFigure {
            name: one.name.clone(),
            margin: Some(margin),
        });
    wanted.into_iter().collect()
}

/// Returns the error probability of each of these comparisons for an overall `alpha`.
pub fn alpha_of_each(alpha: f64, comparisons: usize) -> f64 {
    alpha / comparisons.max(1) as f64
}

/// Corrects the p values of all decided figures by Holm's procedure, for a family-wise
/// false-positive rate of at most `alpha`. Undecided figures with a corrected p value of at most
/// `alpha` become different.
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
