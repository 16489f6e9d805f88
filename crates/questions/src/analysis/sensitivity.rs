//! One-at-a-time sensitivity: changes of the encounter by one step, cheap enough for every report.
//!
//! A reduced form of [`advise`](super::advise): changes on the same random seed, limited to a part
//! of the run's work. Work is the estimated cost of the contests, not measured time.

use super::advise::{Advice, AdvisePlan, ChangeScope, Ranking, WithoutDeadlines, advise};
use super::skill::{Cancelled, EstimatedRun};
use super::study::ATTEMPTS;
use crate::contest::Cost;
use crate::scenario::{Quantity, Scenario, Target};
use crate::sim::Progress;

/// Divisor of a run's work that gives the work for the changes: a quarter.
const SHARE: u64 = 4;
/// Upper bound on the solving time that counts as work of a run, in nanoseconds, so that the changes
/// do not prolong a short run.
const MOST_SOLVED: u64 = 20_000_000_000;
/// Minimum work, in nanoseconds.
const LEAST_WORK: u64 = 30_000_000;
/// Minimum number of trials per change; with fewer no effect would be significant.
const LEAST: u64 = 400;
/// Precision to which effects are estimated.
const TOLERANCE: f64 = 0.02;

/// Returns the effects of single changes of the encounter on the main share; `None` if there are
/// none, or if they would take too long.
///
/// # Errors
/// Fails if `progress` cancelled it.
pub fn nearby(
    scenario: &Scenario,
    estimated_run: &EstimatedRun,
    progress: &dyn Progress,
) -> Result<Option<Advice>, Cancelled> {
    let contest = scenario.contest.as_ref();
    let (Some(share), false) = (Quantity::main_share(contest), contest.is_slow()) else {
        return Ok(None);
    };
    let Cost { setup, per_trial } = contest.cost();
    let changes = scenario.steps().len() as u64 + 1;
    let of_run = setup
        .min(MOST_SOLVED)
        .saturating_add(per_trial.saturating_mul(estimated_run.trials));
    let work = (of_run / SHARE).max(LEAST_WORK);
    let Some(left) = work.checked_sub(setup.saturating_mul(changes)) else {
        return Ok(None);
    };
    let most = left / per_trial.max(1);
    if most / changes < LEAST {
        return Ok(None);
    }
    let plan = AdvisePlan {
        ranking: Ranking::Largest,
        tolerance: TOLERANCE,
        most: Some(most),
        reach: ChangeScope::Encounter,
        seed: estimated_run.seed,
        threads: estimated_run.threads,
        attempts: work.min(ATTEMPTS),
        ..AdvisePlan::new(Target::even(share))
    };
    match advise(scenario, &plan, &WithoutDeadlines(progress)) {
        Ok(advice) => advice.map(Some).ok_or(Cancelled),
        // There is no change to try, or a file of the scenario no longer exists.
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::NoProgress;

    fn found(name: &str, trials: u64) -> Option<Advice> {
        let scenario = open(name, &[]).unwrap();
        let estimated_run = EstimatedRun {
            seed: 1,
            trials,
            threads: 0,
            ladder: None,
        };
        nearby(&scenario, &estimated_run, &NoProgress).unwrap()
    }

    #[test]
    fn the_encounter_changes_are_fighters_and_dice() {
        let advice = found("@canyon", 1_000_000).unwrap();
        assert!(advice.changes.len() > 10);
        for change in &advice.changes {
            let path = &change.step.path;
            assert!(path.starts_with("side."), "{path}");
            assert!(
                !path.contains("player") && !path.contains("monster"),
                "{path}"
            );
            assert!(change.effect.known().is_some(), "{path}");
        }
        // One drone fewer helps the heroes; one die fewer does not.
        let effect = |assignment: &str| {
            let mut changes = advice.changes.iter();
            let change = changes.find(|one| one.step.assignment() == assignment);
            change.unwrap().effect.value
        };
        assert!(effect("side.ambushers.'Assassin Drone'.count=3") > 0.1);
        assert!(effect("side.heroes.Emily.classes[0].dice=2") < -0.02);
    }

    #[test]
    fn sensitivity_takes_a_small_part_of_a_small_run() {
        let advice = found("@canyon", 1_000).unwrap();
        assert!(advice.trials <= 160_000, "{}", advice.trials);
    }
}
