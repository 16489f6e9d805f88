//! Tests that a sensitivity search is correct, terminates and does not depend on the number of
//! threads.

use super::*;
use crate::scenario::open_simple as open;
use crate::sim::{NoProgress, Plan, run};
use crate::stats::Interval;
use evenodds_testing::size;

pub(super) fn plan(target: f64, outcome: &str) -> AdvisePlan {
    let target = Target {
        figure: Quantity::Outcome(outcome.to_owned()),
        value: target,
        half_width: None,
        open: None,
    };
    AdvisePlan {
        tolerance: 0.03,
        reach: ChangeScope::Rules,
        players: true,
        seed: 42,
        ..AdvisePlan::new(target)
    }
}

fn advised(name: &str, plan: &AdvisePlan) -> Advice {
    let scenario = open(name, &[]).unwrap();
    advise(&scenario, plan, &NoProgress).unwrap().unwrap()
}

#[test]
fn the_nearest_change_to_a_fair_canyon_is_found() {
    let plan = plan(0.5, "heroes");
    let advice = advised("@canyon", &plan);
    assert!(advice.proven, "{advice:?}");
    assert!(advice.changes.len() > 20);
    let near: Vec<f64> = advice
        .changes
        .iter()
        .map(|one| advice.distance(&one.estimate))
        .collect();
    assert!(near.is_sorted());
    // Every interval covers the share from a long run with another random seed, and every effect.
    let base = open("@canyon", &[]).unwrap();
    let share = |scenario: &Scenario| {
        let plan = Plan::new(1_000, 0..60_000);
        let tally = run(scenario.contest.as_ref(), &plan, &NoProgress).tally;
        tally.outcomes()[0] as f64 / 60_000.0
    };
    let now = share(&base);
    // Four standard errors of a share in 60,000 trials.
    let room = 0.0082;
    for one in advice.changes.iter().take(12) {
        let changed = base.with(&[one.step.assignment()]).unwrap();
        assert_eq!(changed.hash, one.estimate.hash);
        let then = share(&changed);
        let Interval { low, high } = one.estimate.share.interval;
        assert!(low - room <= then && then <= high + room, "{one:?} {then}");
        let Interval { low, high } = one.effect.interval;
        let room = 1.5 * room;
        assert!(
            low - room <= then - now && then - now <= high + room,
            "{one:?} {now} {then}"
        );
        assert!(one.effect.interval.half_width() <= plan.tolerance);
    }
}

#[test]
fn advice_is_the_same_on_any_number_of_threads() {
    let on = |threads| {
        let plan = AdvisePlan {
            threads,
            tolerance: 0.05,
            ..plan(0.4, "red")
        };
        advised(
            "@duel",
            &AdvisePlan {
                trials: Some(500),
                ..plan
            },
        )
    };
    assert_eq!(on(1), on(3));
    if size(true, false) {
        return;
    }
    let by_itself = |threads| {
        let plan = AdvisePlan {
            threads,
            tolerance: 0.06,
            only: vec!["side.ambushers".to_owned()],
            ..plan(0.5, "heroes")
        };
        advised("@canyon", &plan)
    };
    assert_eq!(by_itself(1), by_itself(3));
}

#[test]
fn solved_contests_are_not_played() {
    let advice = advised("@lockpick", &plan(0.6, "success"));
    assert_eq!(advice.trials, 0);
    assert!(
        advice
            .changes
            .iter()
            .all(|one| one.estimate.share.is_exact())
    );
    assert!(advice.proven && advice.base.share.is_exact());
    let first = &advice.changes[0];
    let difference = first.estimate.share.value - advice.base.share.value;
    assert!((first.effect.value - difference).abs() < 1e-12);
}

#[test]
fn no_more_trials_are_played_than_allowed() {
    for most in [1, 50, 4_321] {
        let plan = AdvisePlan {
            most: Some(most),
            ..plan(0.5, "heroes")
        };
        let advice = advised("@canyon", &plan);
        // All have the same number of trials, at least one.
        let entries = advice.tried() as u64 + 1;
        assert!(
            advice.trials <= most.max(entries),
            "{} {most}",
            advice.trials
        );
        assert!(!advice.is_met());
    }
    let fixed = AdvisePlan {
        trials: Some(150),
        ..plan(0.5, "heroes")
    };
    let advice = advised("@canyon", &fixed);
    assert!(
        advice
            .changes
            .iter()
            .all(|one| one.estimate.share.trials == 150)
    );
}

#[test]
fn all_changes_get_a_first_look_before_any_is_settled() {
    let plan = AdvisePlan {
        ranking: Ranking::Largest,
        reach: ChangeScope::Encounter,
        players: false,
        ..plan(0.5, "heroes")
    };
    let settled = advised("@canyon", &plan);
    assert_eq!((settled.steps, settled.rough), (None, 0));
    let first = AdvisePlan {
        first: Some(settled.tried()),
        ..plan.clone()
    };
    let looked = advised("@canyon", &first);
    assert_eq!(looked.steps, Some(settled.tried()));
    assert_eq!(looked.untried_for(Reason::Time).count(), 0);
    assert!(looked.rough > 10, "{}", looked.rough);
    assert!(
        looked
            .changes
            .iter()
            .all(|one| one.estimate.share.trials == 1_000)
    );
    // The largest effects are found already.
    let names = |advice: &Advice, most| -> Vec<String> {
        let changes = advice.changes.iter().take(most);
        changes.map(|one| one.step.assignment()).collect()
    };
    let long = names(&settled, 7);
    assert!(names(&looked, 5).iter().all(|one| long.contains(one)));
    // The next step settles the largest of them.
    let one_more = AdvisePlan {
        first: Some(settled.tried() + 1),
        ..plan
    };
    let refined = advised("@canyon", &one_more);
    let refined = refined
        .changes
        .iter()
        .filter(|one| one.estimate.share.trials > 1_000);
    let refined: Vec<String> = refined.map(|one| one.step.assignment()).collect();
    assert_eq!(refined, names(&looked, 1));
}

#[test]
fn targets_that_are_not_shares_are_rejected() {
    let scenario = open("@canyon", &[]).unwrap();
    let target = Target::read("mean.turns=5", scenario.contest.as_ref()).unwrap();
    let plan = AdvisePlan {
        target,
        ..plan(0.5, "heroes")
    };
    let error = advise(&scenario, &plan, &NoProgress).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mean.turns is not the share of an outcome: advise accepts only outcomes; `evenodds tune` accepts \
         figures of metrics"
    );
}
