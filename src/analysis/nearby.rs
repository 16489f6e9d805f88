//! What would change a contest: its encounter turned by one step, small enough to go with every report.
//!
//! It is the beginning of [`advise`](super::advise): the same changes on the same luck, within a part of the
//! run's work. Work is what contests say of themselves, never a time.

use super::advise::{Advice, AdvisePlan, Patient, Ranking, Reach, advise};
use super::skill::{Cancelled, Glanced};
use crate::contest::Effort;
use crate::scenario::{Scenario, Target};
use crate::sim::Watch;

/// As much work is done in any case.
const LEAST_WORK: u64 = 30_000_000;
/// With fewer trials of each change than these there is nothing to be seen.
const LEAST: u64 = 400;
/// How well effects are to be known.
const TOLERANCE: f64 = 0.02;
/// The chance that anything said is wrong.
const ALPHA: f64 = 0.05;

/// What single changes of the encounter do to the share of the first outcome. Nothing where there are none,
/// or where they would take too long.
///
/// # Errors
/// `watch` cancelled it.
pub fn nearby(
    scenario: &Scenario,
    glanced: &Glanced,
    watch: &dyn Watch,
) -> Result<Option<Advice>, Cancelled> {
    let contest = scenario.contest.as_ref();
    let (Some(first), false) = (contest.outcomes().first(), contest.is_slow()) else {
        return Ok(None);
    };
    let Effort { once, trial } = contest.effort();
    let changes = scenario.steps().len() as u64 + 1;
    let work = glanced.work(contest).max(LEAST_WORK);
    let Some(left) = work.checked_sub(once.saturating_mul(changes)) else {
        return Ok(None);
    };
    let most = left / trial.max(1);
    if most / changes < LEAST {
        return Ok(None);
    }
    let plan = AdvisePlan {
        target: Target::even(&first.name),
        ranking: Ranking::Largest,
        tolerance: TOLERANCE,
        alpha: ALPHA,
        trials: None,
        most: Some(most),
        reach: Reach::Encounter,
        only: Vec::new(),
        keep: Vec::new(),
        slow: false,
        first: None,
        looks: None,
        budget: None,
        seed: glanced.seed,
        threads: glanced.threads,
    };
    match advise(scenario, &plan, &Patient(watch)) {
        Ok(advice) => advice.map(Some).ok_or(Cancelled),
        // There is nothing to change, or a file is gone that was read before.
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::Unwatched;

    fn found(name: &str, trials: u64) -> Option<Advice> {
        let scenario = open(name, &[]).unwrap();
        let glanced = Glanced {
            seed: 1,
            trials,
            threads: 0,
            ladder: None,
        };
        nearby(&scenario, &glanced, &Unwatched).unwrap()
    }

    #[test]
    fn a_fight_is_turned_by_its_fighters_and_their_dice_alone() {
        let advice = found("@canyon", 1_000_000).unwrap();
        assert!(advice.changes.len() > 10);
        for change in &advice.changes {
            let path = &change.step.path;
            assert!(path.starts_with("side."), "{path}");
            assert!(
                !path.contains("player") && !path.contains("monster"),
                "{path}"
            );
            assert!(change.effect.is_some(), "{path}");
        }
        // A drone fewer helps the heroes, a die fewer does not.
        let effect = |assignment: &str| {
            let mut changes = advice.changes.iter();
            let change = changes.find(|one| one.step.assignment() == assignment);
            change.unwrap().effect.unwrap()
        };
        assert!(effect("side.ambushers.'Assassin Drone'.count=3") > 0.1);
        assert!(effect("side.heroes.Emily.classes[0].dice=2") < -0.02);
    }

    #[test]
    fn it_takes_little_of_a_small_run() {
        let advice = found("@canyon", 1_000).unwrap();
        assert!(advice.trials <= 160_000, "{}", advice.trials);
    }
}
