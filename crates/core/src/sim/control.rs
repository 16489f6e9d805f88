//! Settings of estimates by a control variate, from a pilot: the slopes, the number of further
//! openings, and the bet of confidence sequences.
//!
//! The pilot has a fixed seed and trial numbers that no run has. So the settings depend only on the
//! contest and the precision, and are independent of the trials of the run.

use super::chunks::play_section;
use super::permits::WorkerPermits;
use super::plan::{Plan, Progress, ShareEstimator};
use crate::contest::{Contest, ControlVariate, MOST_OPENINGS, Tally};

/// First trial number of pilots.
pub const PILOT: u64 = 1 << 41;
/// Number of trials of the pilot of a run with a precision.
const PRECISE_PILOT: u64 = 1_024;
/// Number of trials of other pilots: fast players, slow players. They have few trials to save.
const SHORT_PILOT: [u64; 2] = [256, 64];
/// Random seed of pilots.
pub const PILOT_SEED: u64 = 0;
/// Number of further openings per trial of the pilot.
const PILOT_OPENINGS: u32 = 8;
/// Minimum cost of a trial, in nanoseconds, at which `Auto` is not `Plain`: a run of a million
/// trials takes more than a second on two cores.
const EXPENSIVE: u64 = 2_000;
/// Minimum gain in time, as a factor, for which `Auto` uses the control variate.
const LEAST_GAIN: f64 = 1.2;
/// Minimum gain in time where a sequence may be decisive long before it reaches the precision.
const LEAST_SEQUENCE_GAIN: f64 = 2.0;
/// Approximate factor by which the variance may exceed the pilot's without more trials.
const MARGIN: f64 = 1.25;
/// Minimum variance for choosing the bet, since the pilot may miss rare outcomes.
const LEAST_VARIANCE: f64 = 0.005;

/// Observer of a pilot: forwards cancellation, but not progress.
pub struct Unreported<'a>(pub &'a dyn Progress);

impl Progress for Unreported<'_> {
    fn advanced(&self, _trials: u64) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }

    fn worker_permits(&self) -> Option<&WorkerPermits> {
        self.0.worker_permits()
    }
}

/// Returns the settings for the estimator of a plan from a short pilot; `None` for plain shares, or
/// if the pilot is cancelled.
pub fn control(
    contest: &dyn Contest,
    plan: &Plan,
    progress: &dyn Progress,
) -> Option<ControlVariate> {
    let is_forced = plan.estimator == ShareEstimator::Control;
    cheap_opening(contest, is_forced)?;
    let trials = SHORT_PILOT[usize::from(contest.is_slow())];
    // The bet suits the precision, so sequences are wide at first. A large gain makes up for it.
    let gain = plan.precision.map_or(LEAST_GAIN, |_| LEAST_SEQUENCE_GAIN);
    control_after(contest, plan, (trials, gain), progress)
}

/// Returns the settings for a run; `None` like [`control`].
pub(super) fn control_of_run(
    contest: &dyn Contest,
    plan: &Plan,
    progress: &dyn Progress,
) -> Option<ControlVariate> {
    match plan.precision {
        Some(_) => control_after(contest, plan, (PRECISE_PILOT, LEAST_GAIN), progress),
        None => control(contest, plan, progress),
    }
}

/// Returns the settings after a pilot with this number of trials, if the gain in time is at least
/// `least_gain`.
fn control_after(
    contest: &dyn Contest,
    plan: &Plan,
    (trials, least_gain): (u64, f64),
    progress: &dyn Progress,
) -> Option<ControlVariate> {
    let trial = contest.cost().per_trial;
    let is_forced = match plan.estimator {
        ShareEstimator::Plain => return None,
        ShareEstimator::Control => true,
        ShareEstimator::Auto if trial < EXPENSIVE => return None,
        ShareEstimator::Auto => false,
    };
    let opening = cheap_opening(contest, is_forced);
    let openings = opening.map_or(0, |_| PILOT_OPENINGS);
    let pilot = pilot(contest, plan, (trials, openings), progress)?;
    let costs = opening.map(|opening| (trial.max(1) as f64, opening as f64));
    let least_gain = if is_forced { 0.0 } else { least_gain };
    let (openings, slopes, variance) = chosen(&pilot, costs, least_gain);
    if openings == 0 && plan.precision.is_none() {
        return None;
    }
    let largest = slopes
        .iter()
        .fold(0.0_f64, |most, slope| most.max(slope.abs()));
    let bet = plan.precision.map_or(0.0, |half_width| {
        let most = plan.trials.end - plan.trials.start;
        bet(half_width, variance, (most, plan.alpha)).min(0.5 / (1.0 + largest))
    });
    Some(ControlVariate::new(openings, &slopes, bet))
}

/// Returns the cost of an opening; `None` without a control variate, or if an opening costs too large
/// a part of a trial for a control variate to pay.
fn cheap_opening(contest: &dyn Contest, is_forced: bool) -> Option<u64> {
    let cost = contest.openings()?.opening_cost();
    let is_cheap = is_forced || 4 * cost <= contest.cost().per_trial;
    is_cheap.then_some(cost)
}

/// Returns the bet for sequences at `alpha`, from the variance in a pilot: the one that minimizes
/// the number of trials for a half-width, or the half-width after `most` trials if these do not reach
/// it.
pub fn bet(half_width: f64, variance: f64, (most, alpha): (u64, f64)) -> f64 {
    let variance = (MARGIN * variance).max(LEAST_VARIANCE);
    let after_all = 2.0 * libm::log(2.0 / alpha) / (most.max(1) as f64 * variance);
    (half_width / variance).max(after_all.sqrt())
}

/// Returns the tally of a pilot with this number of trials, each with further openings; `None` if
/// cancelled.
fn pilot(
    contest: &dyn Contest,
    plan: &Plan,
    (trials, openings): (u64, u32),
    progress: &dyn Progress,
) -> Option<Tally> {
    let slopes = vec![0.0; contest.outcomes().len()];
    let control = ControlVariate::new(openings, &slopes, 0.0);
    let mut tally = Tally::new(contest).with_control(Some(&control));
    let plan = Plan {
        seed: PILOT_SEED,
        ..plan.clone()
    };
    let end = PILOT + trials;
    let played = play_section(
        contest,
        &plan,
        PILOT..end,
        &Unreported(progress),
        &mut tally,
    );
    (played == end).then_some(tally)
}

/// Returns the number of further openings with the largest gain in time, the slope of each outcome,
/// and the largest variance. The gain is at least `least_gain`; `costs` has the costs of a trial and
/// of an opening.
fn chosen(pilot: &Tally, costs: Option<(f64, f64)>, least_gain: f64) -> (u32, Vec<f64>, f64) {
    let counts = pilot.outcomes();
    let trials = pilot.trials() as f64;
    let variance = |&count: &u64| {
        let share = count as f64 / trials;
        share * (1.0 - share)
    };
    let plain = counts.iter().map(variance).fold(0.0, f64::max);
    let without = || (0, vec![0.0; counts.len()], plain);
    let (Some((trial, opening)), Some(sums)) = (costs, pilot.control()) else {
        return without();
    };
    let (spread, covariances) = sums.regression(counts);
    // Variance of the estimate alone, without the mean of the further openings.
    let spread = spread / (1.0 + 1.0 / f64::from(PILOT_OPENINGS));
    if spread <= 0.0 {
        return without();
    }
    let mut best = (0.0, without());
    let numbers = (0..=MOST_OPENINGS.ilog2()).map(|power| 1_u32 << power);
    for openings in numbers {
        let spread = spread * (1.0 + 1.0 / f64::from(openings));
        let residual = counts.iter().zip(&covariances);
        let residual = residual.map(|(count, cov)| variance(count) - cov * cov / spread);
        let residual = residual.fold(1e-6, f64::max);
        let cost = trial + f64::from(1 + openings) * opening;
        let gain = plain / residual * trial / cost;
        if gain > best.0 {
            let slopes = covariances.iter().map(|cov| cov / spread).collect();
            best = (gain, (openings, slopes, residual));
        }
    }
    if best.0 >= least_gain {
        best.1
    } else {
        without()
    }
}
