//! Control variates of the differences of shares: the chances of both contests at their openings.

use super::ComparePlan;
use super::difference::{ComparedFigure, PairedData};
use super::figures::{CommonFigure, FigureIndex};
use super::pairs::Pairs;
use crate::analysis::study::{Sample, SeededTrials};
use crate::contest::{CHANCE_UNITS, Contest, SLOPE_UNITS};
use crate::sim::{PILOT, PILOT_SEED, Unreported, bet};
use crate::stats::{AdjustedShare, Discordance, PowerSums, merge_each};

/// Number of pairs of the pilot.
const PAIRS: u64 = 256;
/// Number of the first trial of the pilot of pairs, after those that fix the slopes.
const PAIRS_PILOT: u64 = PILOT + 1_024;
/// Minimum gain in time for which differences are adjusted.
const LEAST_GAIN: f64 = 1.2;

/// Settings of the control variates, fixed before the first trial.
#[derive(Clone, Debug)]
pub struct PairControl {
    /// Number of further openings per trial.
    pub openings: u32,
    /// The adjusted outcomes.
    outcomes: Vec<AdjustedOutcome>,
}

/// An outcome whose difference is adjusted.
#[derive(Clone, Debug)]
struct AdjustedOutcome {
    /// Index of the outcome in each contest.
    positions: [usize; 2],
    /// Slope of the control variate of each contest, in units of 1 / [`SLOPE_UNITS`].
    slopes: [i64; 2],
    /// Half-width for which the sequence is to be fast.
    half_width: f64,
    /// Whether the outcome is to be decided.
    is_asked: bool,
    /// Fraction of the capital that the sequence bets.
    bet: f64,
}

/// Sums of the control variates over pairs of trials.
#[derive(Clone, Debug, Default)]
pub struct PairControlSums {
    /// Sum of the control variate of each contest.
    controls: [i128; 2],
    /// Sums of the adjustments of each adjusted outcome, over the pairs with the outcome only in
    /// the second contest, in neither or both, and only in the first.
    adjustments: Vec<[PowerSums; 3]>,
}

/// The adjusted data of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct AdjustedPair {
    /// The adjusted share in the first contest.
    pub first: f64,
    /// The difference of the shares.
    pub difference: AdjustedShare,
    /// Fraction of the capital that the sequence bets.
    pub bet: f64,
}

impl PairControl {
    /// Returns the settings for two contests, of which at most `most` trials each are played, from
    /// pilots; `None` if control variates do not save time, or if cancelled.
    pub fn new(
        contests: [&dyn Contest; 2],
        figures: &[CommonFigure],
        (plan, most): (&ComparePlan, u64),
        seeded: SeededTrials<'_>,
    ) -> Option<Self> {
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
            let half_width = plan.precision.or(figure.reported.margin);
            let outcome = AdjustedOutcome {
                positions,
                slopes,
                half_width: half_width.unwrap_or(plan.margin),
                is_asked: is_asked(figure),
                bet: 0.0,
            };
            (slopes != [0, 0]).then_some(outcome)
        });
        let mut control = Self {
            openings,
            outcomes: outcomes.collect(),
        };
        let pilot = Pairs::new(contests, (Vec::new(), Vec::new()), plan.chunk);
        let mut pilot = pilot.with_control(control.clone(), PAIRS_PILOT);
        let watch = Unreported(seeded.watch);
        let seeded = SeededTrials::new(PILOT_SEED, seeded.threads, &watch);
        pilot.play(PAIRS, &seeded)?;
        let [trial, opening] = [
            contests.map(|one| one.effort().trial),
            contests.map(|one| one.opening_cost().unwrap_or(0)),
        ]
        .map(|costs| costs.iter().sum::<u64>() as f64);
        let cost = 1.0 + f64::from(1 + openings) * opening / trial.max(1.0);
        let mut gains = false;
        for outcome in &mut control.outcomes {
            let PairedData::Share(_, _, Some(adjusted)) = pilot.outcome(outcome.positions) else {
                continue;
            };
            let (plain, variance) = adjusted.difference.variances();
            outcome.bet = bet(outcome.half_width, variance, (most, plan.alpha));
            gains |= outcome.is_asked && plain > 0.0 && plain >= LEAST_GAIN * cost * variance;
        }
        gains.then_some(control)
    }

    /// Returns sums without trials.
    pub fn sums(&self) -> PairControlSums {
        PairControlSums {
            controls: [0; 2],
            adjustments: vec![Default::default(); self.outcomes.len()],
        }
    }

    /// Adds a pair of trials with these outcomes and control variates.
    pub fn add(&self, sums: &mut PairControlSums, outcomes: [usize; 2], controls: [i64; 2]) {
        for (sum, control) in sums.controls.iter_mut().zip(controls) {
            *sum += i128::from(control);
        }
        for (one, adjustments) in self.outcomes.iter().zip(&mut sums.adjustments) {
            let [first, second] = [0, 1].map(|side: usize| outcomes[side] == one.positions[side]);
            let class = 1 + usize::from(first) - usize::from(second);
            let [a, b] = [0, 1].map(|side: usize| one.slopes[side] * controls[side]);
            adjustments[class].add(a - b);
        }
    }

    /// Returns the adjusted data of an outcome; `None` if it is not adjusted. `first` is the number
    /// of pairs with the outcome in the first contest.
    pub fn adjusted(
        &self,
        sums: &PairControlSums,
        positions: [usize; 2],
        (pairs, first): (&Discordance, u64),
    ) -> Option<AdjustedPair> {
        let mut outcomes = self.outcomes.iter();
        let place = outcomes.position(|one| one.positions == positions)?;
        let outcome = &self.outcomes[place];
        let unit = 1.0 / (SLOPE_UNITS * f64::from(CHANCE_UNITS * self.openings.max(1)));
        let [only_second, same, only_first] = sums.adjustments[place];
        let unchanged = pairs.trials - pairs.first - pairs.second;
        let slopes = outcome.slopes.map(|slope| slope as f64 / SLOPE_UNITS);
        let adjustment = outcome.slopes[0] as f64 * sums.controls[0] as f64 * unit;
        let trials = pairs.trials.max(1) as f64;
        Some(AdjustedPair {
            first: (first as f64 - adjustment) / trials,
            difference: AdjustedShare::difference(
                [
                    (pairs.second, only_second),
                    (unchanged, same),
                    (pairs.first, only_first),
                ],
                unit,
                slopes,
            ),
            bet: outcome.bet,
        })
    }
}

impl AdjustedPair {
    /// Returns the figure with the adjusted shares and their difference.
    pub fn figure(&self, found: ComparedFigure) -> ComparedFigure {
        let difference = self.difference.share();
        ComparedFigure {
            first: Some(self.first.clamp(0.0, 1.0)),
            second: Some((self.first + difference).clamp(0.0, 1.0)),
            difference: Some(difference),
            factor: Some(self.difference.factor()),
            // It would be that of the unadjusted difference.
            pairing: None,
            ..found
        }
    }
}

impl PairControlSums {
    /// Adds the sums of other pairs.
    pub fn merge(&mut self, other: &Self) {
        merge_each(&mut self.controls, &other.controls, |sum, more| {
            *sum += more;
        });
        merge_each(&mut self.adjustments, &other.adjustments, |sums, more| {
            merge_each(sums, more, PowerSums::merge);
        });
    }
}
