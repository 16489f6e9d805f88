//! Verdicts on expectations: the same for all commands, and exact results before any trial.

use crate::shipped::shipped;
use crate::simple;
use evenodds::analysis::{
    CheckPlan, ExpectationResult, TestedExpectation, Verdict, check, verdicts,
};
use evenodds::scenario::{Expectation, Quantity, Scenario, open};
use evenodds::sim::{NoProgress, Plan, Results, run};

/// Returns the verdicts of `run` and `report` after `trials` trials.
fn promised(scenario: &Scenario, trials: u64) -> Vec<ExpectationResult> {
    let contest = scenario.contest.as_ref();
    let plan = Plan {
        threads: 1,
        ..Plan::new(1, 0..trials)
    };
    let finished = run(contest, &plan, &NoProgress);
    let exact = contest.exact().ok();
    let identity = scenario.identity();
    let results = Results::sampled(identity, contest, 1, &finished, false, exact.as_ref());
    verdicts(&scenario.expectations, contest, exact.as_ref(), &results)
}

/// Returns the verdicts of `check` after as many trials.
fn result(scenario: &Scenario, trials: u64) -> Vec<TestedExpectation> {
    let plan = CheckPlan {
        trials: Some(trials),
        most: Some(trials),
        ..CheckPlan::default()
    };
    check(scenario, &plan, &NoProgress).expectations
}

/// Returns whether the solver gives the figure of an expectation.
fn is_solved(scenario: &Scenario, expectation: &Expectation) -> bool {
    let contest = scenario.contest.as_ref();
    contest
        .exact()
        .is_ok_and(|exact| match &expectation.quantity {
            Quantity::Outcome(_) => exact.bound < 1e-9,
            Quantity::Metric(_, name) => exact
                .metrics
                .iter()
                .any(|one| contest.metrics()[one.metric].name() == *name),
        })
}

#[test]
fn solved_expectations_of_built_in_scenarios_are_decided() {
    let (mut solved, mut open_ones) = (0, 0);
    for builtin in shipped(4) {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        if scenario.expectations.is_empty() || scenario.contest.is_slow() {
            continue;
        }
        // Contests that take seconds to solve are not solved a second time.
        let takes_seconds = ["three-fights"].contains(&builtin.name);
        let is_quick = scenario.contest.cost().setup < 300_000_000 && !takes_seconds;
        let promises = promised(&scenario, 200);
        let checked = if is_quick {
            result(&scenario, 200)
        } else {
            Vec::new()
        };
        for (index, expectation) in scenario.expectations.iter().enumerate() {
            let promise = &promises[index];
            let exact = promise.line.contains(", exactly ");
            assert_eq!(
                exact,
                is_solved(&scenario, expectation),
                "@{}: {}",
                builtin.name,
                promise.line
            );
            if exact {
                solved += 1;
                assert_eq!(promise.verdict, Verdict::Holds, "{}", promise.line);
            } else {
                open_ones += usize::from(promise.verdict == Verdict::Undecided);
            }
            if let Some(result) = checked.get(index) {
                assert_eq!(result.figure.is_exact(), exact, "{}", promise.line);
                // The confidence sequence of `check` is wider than an interval for a fixed number
                // of trials. So its verdict may be undecided near a bound, but never the opposite.
                let same = result.verdict == promise.verdict;
                assert!(
                    same || !exact && result.verdict == Verdict::Undecided,
                    "@{}: {:?}, {}",
                    builtin.name,
                    result.verdict,
                    promise.line
                );
            }
        }
    }
    assert!(solved >= 25 && open_ones >= 5, "{solved} {open_ones}");
}

/// Returns the canyon with these expectations.
fn expecting(expected: &[(Quantity, f64, f64)]) -> Scenario {
    let mut scenario = simple::scenario("@canyon", &[]);
    let expected = expected.iter();
    scenario.expectations = expected
        .map(|(quantity, low, high)| Expectation {
            quantity: quantity.clone(),
            low: *low,
            high: *high,
        })
        .collect();
    scenario
}

#[test]
fn few_trials_leave_verdicts_undecided() {
    use Verdict::{Fails, Holds, Undecided};
    let turns = |statistic, low, high| (Quantity::Metric(statistic, "turns".to_owned()), low, high);
    let all = expecting(&[
        turns("mean", 5.3, 5.5),
        turns("sd", 1.4, 2.5),
        turns("p50", 5.0, 5.0),
        turns("p95", 7.0, 9.0),
        turns("max", 5.0, 50.0),
        turns("max", 1.0, 4.0),
        turns("min", 40.0, 50.0),
    ]);
    let verdicts = |trials| -> Vec<Verdict> {
        let promises = promised(&all, trials).into_iter();
        promises.map(|promise| promise.verdict).collect()
    };
    // One trial does not determine a mean, a spread or a quantile, though it is the whole sample.
    assert_eq!(verdicts(1)[..4], [Undecided; 4]);
    assert_eq!(verdicts(30)[..4], [Undecided; 4]);
    assert_eq!(
        verdicts(100_000),
        [Holds, Holds, Holds, Holds, Holds, Fails, Fails]
    );
}
