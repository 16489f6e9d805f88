//! Pilots that decide whether control variates save time in a comparison.

use super::ComparePlan;
use super::control::{AdjustedOutcome, PairControl};
use super::difference::PairedData;
use super::figures::{CommonFigure, FigureIndex};
use super::pairs::Pairs;
use crate::analysis::study::{Sample, SeededTrials};
use crate::contest::{Contest, Openings};
use crate::sim::{PILOT, PILOT_SEED, Unreported, bet};

/// Number of pairs of the pilot.
const PAIRS: u64 = 256;
/// Number of the first trial of the pilot of pairs, after those that fix the slopes.
const PAIRS_PILOT: u64 = PILOT + 1_024;
/// Minimum gain in time for which differences are adjusted.
const LEAST_GAIN: f64 = 1.2;

/// Returns the settings for two contests, of which at most `most` trials each are played, from
/// pilots; `None` if control variates do not save time, or if cancelled.
pub fn pair_control(
    contests: [&dyn Contest; 2],
    figures: &[CommonFigure],
    (plan, most): (&ComparePlan, u64),
    seeded: SeededTrials<'_>,
) -> Option<PairControl> {
    let is_asked = |figure: &CommonFigure| {
        figure.asked.is_some() && matches!(figure.place, FigureIndex::Outcome(_))
    };
    if !figures.iter().any(is_asked) {
        return None;
    }
    let half_width = plan.precision.unwrap_or(plan.margin);
    let needs = (most, Some(half_width));
    let first = seeded.control(contests[0], needs)?;
    let controls = [first, seeded.control(contests[1], needs)?];
    let openings = controls[0].openings.max(controls[1].openings);
    // All outcomes with a slope are adjusted, so that the shares add up to 1.
    let outcomes = figures.iter().filter_map(|figure| {
        let FigureIndex::Outcome(positions) = figure.place else {
            return None;
        };
        let slopes = [0, 1].map(|one: usize| controls[one].slope(positions[one]));
        let outcome = AdjustedOutcome {
            positions,
            slopes,
            bet: 0.0,
        };
        (slopes != [0, 0]).then_some((outcome, figure))
    });
    let (outcomes, adjusted): (Vec<_>, Vec<_>) = outcomes.unzip();
    let mut control = PairControl { openings, outcomes };
    let pilot = Pairs::new(contests, (Vec::new(), Vec::new()), plan.chunk);
    let mut pilot = pilot.with_control(control.clone(), PAIRS_PILOT);
    let progress = Unreported(seeded.progress);
    let seeded = SeededTrials::new(PILOT_SEED, seeded.threads, &progress);
    pilot.play(PAIRS, &seeded)?;
    let [trial, opening] = [
        contests.map(|one| one.cost().per_trial),
        contests.map(|one| one.openings().map_or(0, Openings::opening_cost)),
    ]
    .map(|costs| costs.iter().sum::<u64>() as f64);
    let cost = 1.0 + f64::from(1 + openings) * opening / trial.max(1.0);
    let mut gains = false;
    for (outcome, figure) in control.outcomes.iter_mut().zip(adjusted) {
        let PairedData::Share(_, _, Some(data)) = pilot.outcome(outcome.positions) else {
            continue;
        };
        let (plain, variance) = data.difference.variances();
        let half_width = plan.precision.or(figure.reported.margin);
        let half_width = half_width.unwrap_or(plan.margin);
        outcome.bet = bet(half_width, variance, (most, plan.alpha));
        gains |= is_asked(figure) && plain > 0.0 && plain >= LEAST_GAIN * cost * variance;
    }
    gains.then_some(control)
}
