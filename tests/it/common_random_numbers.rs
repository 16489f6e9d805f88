//! Efficiency of common random numbers: the factor by which fewer trials give the same precision
//! for a difference than independent seeds would.

use crate::simple;
use evenodds::analysis::{Advice, AdvisePlan, ChangeEffect, Target, advise};
use evenodds::sim::NoProgress;

const TRIALS: u64 = 40_000;

/// Returns the variance of the difference of two shares from independent seeds, divided by that
/// from common random numbers.
fn factor(advice: &Advice, change: &ChangeEffect) -> f64 {
    let trials = TRIALS as f64;
    let spread = |count: u64| {
        let share = count as f64 / trials;
        share * (1.0 - share)
    };
    let [lost, gained] = change.discordant.map(|count| count as f64 / trials);
    let apart = gained - lost;
    (spread(advice.base.count) + spread(change.estimate.count)) / (lost + gained - apart * apart)
}

fn canyon(only: &[&str]) -> Advice {
    let scenario = simple::scenario("@canyon", &[]);
    let target = Target::read("heroes=0.5", scenario.contest.as_ref()).unwrap();
    let plan = AdvisePlan {
        trials: Some(TRIALS),
        reach: evenodds::analysis::ChangeScope::Rules,
        only: only.iter().map(|&path| path.to_owned()).collect(),
        seed: 42,
        ..AdvisePlan::new(target)
    };
    advise(&scenario, &plan, &NoProgress).unwrap().unwrap()
}

#[test]
fn common_random_numbers_save_the_documented_share_of_trials() {
    let advice = canyon(&["side.heroes", "side.ambushers", "rules"]);
    let mut factors: Vec<(f64, String)> = advice
        .changes
        .iter()
        .flat_map(|one| {
            let all = std::iter::once(&one.step).chain(&one.same);
            all.map(|step| (factor(&advice, one), step.assignment()))
        })
        .filter(|(_, assignment)| !assignment.contains("player="))
        .collect();
    factors.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert!(factors.len() > 30);
    let (least, _) = factors[0];
    let (median, _) = factors[factors.len() / 2];
    let (most, _) = factors[factors.len() - 1];
    // Common random numbers must never do harm.
    assert!(least > 1.0 && median > 2.0);
    let drones = "side.ambushers.'Assassin Drone'.count=3";
    let (neighbours, _) = factors.iter().find(|one| one.1 == drones).unwrap();
    let page = include_str!("../../docs/reference/method.md");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!("a factor of {median:.1} for half of them"),
        format!("from {least:.1} to {most:.0}"),
        format!("is {neighbours:.1} times"),
    ] {
        assert!(
            page.contains(&sentence),
            "docs/reference/method.md does not say: {sentence}"
        );
    }
}
