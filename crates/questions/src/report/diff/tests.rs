use super::super::ResultContext;
use super::super::json::json;
use super::super::results::results_answer;
use crate::analysis::{ALPHA, ChangeVerdict, LoadedScenario, diff};
use crate::scenario::{Scenario, open_simple as open};
use crate::sim::{LEVEL, NoProgress, Plan, Results, run};

fn results(scenario: &Scenario, seed: u64, trials: u64) -> Vec<LoadedScenario> {
    let plan = Plan {
        threads: 1,
        alpha: 1.0 - LEVEL,
        ..Plan::new(seed, 0..trials)
    };
    let contest = scenario.contest.as_ref();
    let finished = run(contest, &plan, &NoProgress);
    let results = Results::sampled(scenario.identity(), contest, seed, &finished, false, None);
    let answer = results_answer(&results, &ResultContext::default());
    LoadedScenario::read(&json(&answer)).unwrap()
}

fn scenario(name: &str, assignments: &[&str]) -> Scenario {
    let assignments: Vec<String> = assignments.iter().map(|&one| one.to_owned()).collect();
    open(name, &assignments).unwrap()
}

#[test]
fn at_most_alpha_of_pairs_of_equal_scenarios_change_significantly() {
    let names = ["@canyon", "@heist", "@lockpick", "@making-ends-meet"];
    let mut called = 0;
    for pair in 0..200_u64 {
        let scenario = scenario(names[pair as usize % names.len()], &[]);
        let side = |seed| results(&scenario, seed, 400);
        let diff = diff(side(2 * pair + 1), side(2 * pair + 2), (ALPHA, 0.0));
        called += diff.count(ChangeVerdict::Changed);
    }
    // 10 of 200 are expected; 22 or more have a probability of 0.0002.
    assert!(called < 22, "{called} of 200 were called changed");
}

#[test]
fn pairs_one_die_apart_all_change_significantly() {
    let pairs: [(&str, &[&str]); 3] = [
        ("@canyon", &["side.heroes.Dirk.classes[0].dice=5"]),
        ("@heist", &["leader.dice=5"]),
        ("@lockpick", &["actor.dice=3"]),
    ];
    for (name, change) in pairs {
        for seed in 0..5 {
            let old = results(&scenario(name, &[]), 2 * seed + 1, 20_000);
            let new = results(&scenario(name, change), 2 * seed + 2, 20_000);
            let diff = diff(old, new, (ALPHA, 0.0));
            assert_eq!(diff.count(ChangeVerdict::Changed), 1, "{name} {change:?}");
            assert!(diff.needs_attention() && diff.scenarios[0].is_edited());
        }
    }
}

#[test]
fn equal_results_have_the_verdict_same() {
    let one = results(&scenario("@heist", &[]), 1, 500);
    let diff = diff(one.clone(), one, (ALPHA, 0.0));
    assert_eq!(diff.count(ChangeVerdict::Same), 1);
    assert_eq!((diff.tested, diff.needs_attention()), (0, false));
}
