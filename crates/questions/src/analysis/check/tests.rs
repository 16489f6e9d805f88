use super::*;
use crate::scenario::{Quantity, open_simple as open};
use crate::sim::{NoProgress, Plan, Results, run};
use evenodds_testing::size;

fn plan() -> CheckPlan {
    CheckPlan {
        most: Some(200_000),
        threads: 1,
        ..CheckPlan::default()
    }
}

fn expecting(name: &str, expected: &[(Quantity, f64, f64)]) -> Scenario {
    let mut scenario = open(name, &[]).unwrap();
    scenario.trials = None;
    scenario.expectations = expected
        .iter()
        .map(|(quantity, low, high)| Expectation {
            quantity: quantity.clone(),
            low: *low,
            high: *high,
        })
        .collect();
    scenario
}

fn outcome(name: &str) -> Quantity {
    Quantity::Outcome(name.to_owned())
}

fn metric(statistic: &'static str, name: &str) -> Quantity {
    Quantity::Metric(statistic, name.to_owned())
}

/// Returns the verdict, method and number of trials of each expectation, one line each.
fn lines(checked: &CheckResult) -> String {
    let line = |result: &TestedExpectation| {
        format!(
            "{} {:?} {} {}",
            result.expectation.quantity.name(),
            result.verdict,
            result.figure.method.name(),
            result.figure.trials
        )
    };
    checked
        .expectations
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn every_figure_is_tested_by_its_method() {
    let scenario = expecting(
        "@canyon",
        &[
            (outcome("heroes"), 0.2, 0.3),
            (outcome("draw"), 0.1, 1.0),
            (metric("mean", "turns"), 5.3, 5.5),
            (metric("mean", "taken_out.Dirk"), 0.775, 0.795),
            (metric("sd", "turns"), 1.5, 2.5),
            (metric("p50", "turns"), 5.0, 5.0),
            (metric("min", "turns"), 2.0, 3.0),
            (metric("max", "turns"), 0.0, 9.0),
            (metric("max", "turns"), 200.0, 300.0),
        ],
    );
    let checked = check(&scenario, &plan(), &NoProgress);
    insta::assert_snapshot!(lines(&checked), @"
    heroes Holds confidence_sequence 10000
    draw Fails confidence_sequence 10000
    mean.turns Holds confidence_sequence 40000
    mean.taken_out.Dirk Holds confidence_sequence 80000
    sd.turns Holds confidence_sequence 160000
    p50.turns Holds confidence_sequence 20000
    min.turns Holds trials 200000
    max.turns Fails trials 10000
    max.turns Undecided trials 200000
    ");
    for result in &checked.expectations {
        let value = result.figure.value;
        assert!(result.figure.interval.low <= value && value <= result.figure.interval.high);
        assert_eq!(result.outside, 0);
    }
}

#[test]
fn solved_contests_are_not_played() {
    let scenario = expecting(
        "@lockpick",
        &[
            (outcome("success"), 0.6, 0.7),
            (metric("mean", "total"), 1.0, 2.0),
            (metric("sd", "total"), 1.0, 9.0),
            (metric("min", "total"), 2.0, 2.0),
            (metric("max", "total"), 2.0, 5.0),
            (metric("p95", "total"), 24.0, 24.0),
        ],
    );
    let checked = check(&scenario, &plan(), &NoProgress);
    assert_eq!(checked.trials, 0);
    insta::assert_snapshot!(lines(&checked), @"
    success Holds exact 0
    mean.total Fails exact 0
    sd.total Holds exact 0
    min.total Holds exact 0
    max.total Fails exact 0
    p95.total Holds exact 0
    ");
    // An exact figure at the end of its range is within the range.
    let exact = scenario.contest.exact().unwrap().outcomes[0];
    let scenario = expecting("@lockpick", &[(outcome("success"), exact, 1.0)]);
    let checked = check(&scenario, &plan(), &NoProgress);
    assert_eq!(checked.expectations[0].verdict, Verdict::Holds);
}

#[test]
fn trials_are_doubled_until_all_is_decided_or_the_limit_is_reached() {
    let near = |low| expecting("@canyon", &[(outcome("heroes"), low, 1.0)]);
    let sure = check(&near(0.1), &plan(), &NoProgress);
    assert_eq!(sure.trials, CHECK_TRIALS);
    let close = check(&near(0.235), &plan(), &NoProgress);
    assert_eq!(
        (close.trials, close.expectations[0].verdict),
        (80_000, Verdict::Holds)
    );
    let cap = CheckPlan {
        most: Some(25_000),
        ..plan()
    };
    let open = check(&near(0.235), &cap, &NoProgress);
    assert_eq!(
        (open.trials, open.expectations[0].verdict),
        (25_000, Verdict::Undecided)
    );
    let few = CheckPlan {
        trials: Some(300),
        ..plan()
    };
    assert_eq!(check(&near(0.1), &few, &NoProgress).trials, 300);
    let nothing = expecting("@canyon", &[]);
    assert_eq!(check(&nothing, &plan(), &NoProgress).trials, 0);
}

#[test]
fn the_figures_equal_those_of_a_run_with_the_same_number_of_trials() {
    let scenario = expecting(
        "@three-sides",
        &[
            (outcome("pirates"), 0.0, 0.5),
            (metric("mean", "turns"), 1.0, 2.0),
            (metric("sd", "turns"), 0.1, 0.2),
        ],
    );
    let checked = check(&scenario, &plan(), &NoProgress);
    let contest = scenario.contest.as_ref();
    for result in &checked.expectations {
        let piece = Plan {
            threads: 1,
            ..Plan::new(1, 0..result.figure.trials)
        };
        let finished = run(contest, &piece, &NoProgress);
        let identity = scenario.identity();
        let results = Results::sampled(identity, contest, 1, &finished, false, None);
        let turns = results.metrics.iter().find(|metric| metric.name == "turns");
        let expected = match result.expectation.quantity.name().as_str() {
            "mean.turns" => turns.unwrap().mean.map(|mean| mean.value),
            "sd.turns" => turns.unwrap().sd,
            _ => results.outcomes[0].share.map(|share| share.value),
        };
        assert_eq!(result.figure.known(), expected);
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let scenario = expecting(
        "@canyon",
        &[
            (outcome("heroes"), 0.24, 1.0),
            (metric("mean", "turns"), 5.4, 9.0),
        ],
    );
    let on = |threads| check(&scenario, &CheckPlan { threads, ..plan() }, &NoProgress);
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(8));
}

#[test]
fn a_true_expectation_fails_at_most_as_often_as_alpha() {
    // The exact mean is an end of the expected range.
    let scenario = open("@climber", &[]).unwrap();
    let contest = scenario.contest.as_ref();
    let exact = contest.exact().unwrap();
    let net = contest.metrics().iter().position(|one| one.name() == "net");
    let solved = exact.metrics.iter().find(|one| Some(one.metric) == net);
    let mean: f64 = solved
        .unwrap()
        .overall()
        .iter()
        .map(|&(value, share)| value as f64 * share)
        .sum();
    let (seeds, most) = size((100, 36), (400, 112));
    let wrong = |low, high, verdict| {
        let scenario = expecting("@climber", &[(metric("mean", "net"), low, high)]);
        let broken = (0..seeds).filter(|&seed| {
            let plan = CheckPlan {
                trials: Some(50),
                most: Some(3_200),
                alpha: 0.4,
                seed,
                threads: 1,
            };
            let checked = check(&scenario, &plan, &NoProgress);
            assert_eq!(
                checked.expectations[0].figure.method,
                FigureMethod::Sequence
            );
            checked.expectations[0].verdict == verdict
        });
        broken.count()
    };
    // The error probability is 160 in 400, half of it on either side; 4 standard errors above 80
    // would be 112, and above 20 in 100, 36.
    assert!(wrong(mean - 1e-9, 1e9, Verdict::Fails) <= most);
    assert!(wrong(-1e9, mean + 1e-9, Verdict::Fails) <= most);
    // A range that barely excludes the mean does not hold either.
    assert!(wrong(mean + 1e-9, 1e9, Verdict::Holds) <= most);
}
