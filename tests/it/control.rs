//! Shares by a control variate: coverage, bytes, shards, and the number of trials saved.

use evenodds::analysis::{
    ComparePlan, ComparedFigure, LadderPlan, TunePlan, compare, ladder, tune,
};
use evenodds::contest::{Contest, Tally};
use evenodds::scenario::{Scenario, Target, open};
use evenodds::sim::{
    Finished, NoProgress, Plan, Results, ShareEstimator, StopReason, run, run_from,
};
use evenodds::stats::{Discordance, confidence_sequence};
use evenodds_testing::size;
use std::ops::Range;

fn expert(name: &str) -> Scenario {
    let players = ["side[0].player=expert", "side[1].player=expert"];
    open(name, &players.map(str::to_owned)).unwrap()
}

fn plan(seed: u64, trials: Range<u64>) -> Plan {
    Plan {
        estimator: ShareEstimator::Control,
        ..Plan::new(seed, trials)
    }
}

fn results(scenario: &Scenario, plan: &Plan, finished: &Finished) -> Results {
    let contest = scenario.contest.as_ref();
    let by_itself = plan.precision.is_some();
    Results::sampled(
        scenario.identity(),
        contest,
        plan.seed,
        finished,
        by_itself,
        None,
    )
}

/// Returns the tally of a plan's first trials and those after them, as if played in one run.
fn extended(contest: &dyn Contest, plan: &Plan, earlier: Tally, next: u64) -> Finished {
    run_from(
        contest,
        plan,
        &NoProgress,
        (earlier, next),
        &|_| u64::MAX,
        &mut |_, _| {},
    )
}

#[test]
fn shares_of_few_trials_add_up_to_1() {
    for name in ["@three-sides", "@duel"] {
        let scenario = match name {
            "@duel" => open(name, &["side.red.Rosa.classes[0].dice=1".to_owned()]).unwrap(),
            _ => open(name, &[]).unwrap(),
        };
        for seed in 0..size(10, 40) {
            for trials in [2, 5, 30, 120] {
                let plan = Plan {
                    threads: 1,
                    ..plan(seed, 0..trials)
                };
                let finished = run(scenario.contest.as_ref(), &plan, &NoProgress);
                let outcomes = results(&scenario, &plan, &finished).outcomes;
                let sum: f64 = outcomes
                    .iter()
                    .filter_map(|one| one.share)
                    .map(|share| share.value)
                    .sum();
                assert!((sum - 1.0).abs() < 1e-9, "{name} {seed} {trials}: {sum}");
                for one in outcomes {
                    let share = one.share.unwrap();
                    let value = share.value;
                    assert!((0.0..=1.0).contains(&value) && share.interval.contains(value));
                }
            }
        }
    }
}

#[test]
fn intervals_of_a_duel_cover_its_exact_share() {
    let duel = expert("@duel");
    let contest = duel.contest.as_ref();
    let exact = contest.exact().unwrap().outcomes[0];
    let sizes = [500, 2_000, 5_000];
    let mut covered = [0; 3];
    // The nominal coverage of 95%: give or take four standard errors of few seeds, two of many.
    let (seeds, expected) = size((60, 51..=60), (1_000, 935..=965));
    for seed in 0..seeds {
        let (mut tally, mut next) = (Tally::new(contest), 0);
        for (size, covered) in sizes.iter().zip(&mut covered) {
            let plan = Plan {
                threads: 1,
                ..plan(seed, 0..*size)
            };
            let finished = extended(contest, &plan, tally, next);
            let found = results(&duel, &plan, &finished).outcomes[0].share.unwrap();
            *covered += u64::from(found.interval.contains(exact));
            (tally, next) = (finished.tally, *size);
        }
    }
    for (size, covered) in sizes.iter().zip(covered) {
        assert!(expected.contains(&covered), "{size}: {covered}");
    }
}

#[test]
fn sequences_of_a_duel_cover_its_exact_share_wherever_they_stop() {
    let duel = expert("@duel");
    let contest = duel.contest.as_ref();
    let exact = contest.exact().unwrap().outcomes[0];
    let mut missed = 0;
    let seeds = size(100, 1_000);
    for seed in 0..seeds {
        let plan = Plan {
            precision: Some(0.02),
            threads: 1,
            ..plan(seed, 0..1_000_000)
        };
        let finished = run(contest, &plan, &NoProgress);
        assert_eq!(finished.stopped, StopReason::Precision);
        let found = results(&duel, &plan, &finished).outcomes[0].share.unwrap();
        assert!(found.interval.half_width() <= 0.02);
        missed += u64::from(!found.interval.contains(exact));
    }
    // At most 5% are expected.
    assert!(missed <= seeds / 20, "{missed}");
}

#[test]
fn the_trials_are_those_of_a_plain_run_whatever_threads_and_chunks() {
    let canyon = expert("@canyon");
    let contest = canyon.contest.as_ref();
    let plain = run(contest, &Plan::new(7, 0..2_000), &NoProgress).tally;
    for precision in [None, Some(0.05)] {
        let of = |threads, chunk| {
            let plan = Plan {
                threads,
                chunk,
                precision,
                ..plan(7, 0..2_000)
            };
            let finished = run(contest, &plan, &NoProgress);
            serde_json::to_string(&results(&canyon, &plan, &finished)).unwrap()
        };
        let alone = of(1, None);
        for (threads, chunk) in [(2, Some(7)), (3, None), (1, Some(1))] {
            assert_eq!(of(threads, chunk), alone);
        }
    }
    let whole = run(contest, &plan(7, 0..2_000), &NoProgress).tally;
    assert_ne!(whole, plain);
    assert_eq!(whole.clone().with_control(None), plain);
    // In parts and resumed.
    let part = |trials| run(contest, &plan(7, trials), &NoProgress).tally;
    let mut merged = part(1_500..2_000);
    merged.merge(&part(0..1_500));
    assert_eq!(merged, whole);
    let counts = serde_json::to_string(&part(0..1_500).counts()).unwrap();
    let read = Tally::from_counts(contest, &serde_json::from_str(&counts).unwrap()).unwrap();
    assert_eq!(
        extended(contest, &plan(7, 0..2_000), read, 1_500).tally,
        whole
    );
}

#[test]
fn a_precision_needs_a_fraction_of_the_trials() {
    let canyon = expert("@canyon");
    let contest = canyon.contest.as_ref();
    let trials = |estimator| {
        let plan = Plan {
            precision: Some(0.01),
            estimator,
            ..plan(1, 0..1_000_000)
        };
        let finished = run(contest, &plan, &NoProgress);
        let found = results(&canyon, &plan, &finished);
        let share = found.outcomes[0].share.unwrap().value;
        // 10,000,000 trials give 50.32%.
        assert!((share - 0.5032).abs() < 0.01, "{share}");
        (found.trials, found.interval)
    };
    let (plain, interval) = trials(ShareEstimator::Plain);
    assert_eq!(
        (interval.method, interval.factor),
        ("confidence_sequence", None)
    );
    let (fewer, interval) = trials(ShareEstimator::Auto);
    assert_eq!(interval.method, "betting");
    assert!(interval.factor.unwrap() > 4.0, "{interval:?}");
    assert!(8 * fewer < plain, "{fewer} {plain}");
}

#[test]
fn cheap_trials_stay_plain() {
    let changes = ["side[0].player=finisher", "side[1].player=finisher"];
    let canyon = open("@canyon", &changes.map(str::to_owned)).unwrap();
    let plan = Plan {
        precision: Some(0.02),
        estimator: ShareEstimator::Auto,
        ..Plan::new(1, 0..1_000_000)
    };
    let plain = Plan {
        estimator: ShareEstimator::Plain,
        ..plan.clone()
    };
    let contest = canyon.contest.as_ref();
    assert_eq!(
        run(contest, &plan, &NoProgress),
        run(contest, &plain, &NoProgress)
    );
}

#[test]
fn a_cell_of_a_ladder_is_the_run_by_the_control_variate() {
    let canyon = expert("@canyon");
    let plan = LadderPlan {
        players: Some(vec!["expert".to_owned()]),
        trials: Some(1_000),
        seed: 3,
        threads: 2,
        ..LadderPlan::default()
    };
    let ladder = ladder(&canyon, &plan, &NoProgress, &|_, _| {});
    let ladder = ladder.unwrap().expect("the work is not cancelled");
    let of_run = self::plan(3, 0..1_000);
    let finished = run(canyon.contest.as_ref(), &of_run, &NoProgress);
    let expected = results(&canyon, &of_run, &finished);
    let found = &ladder.cells[0].results;
    assert_eq!(found.interval, expected.interval);
    assert_eq!(found.outcomes, expected.outcomes);
    assert!(found.interval.factor.unwrap() > 3.0);
}

#[test]
fn comparisons_are_adjusted_where_that_saves_time() {
    let canyon = expert("@canyon");
    let with = |change: &str| canyon.varied(&[change.to_owned()]).unwrap();
    let plan = |threads, chunk| ComparePlan {
        precision: Some(0.01),
        most: Some(1_000_000),
        seed: 5,
        threads,
        chunk,
        ..ComparePlan::default()
    };
    let compared = |other: &Scenario, threads, chunk| {
        compare((&canyon, other), &[], &plan(threads, chunk), &NoProgress).unwrap()
    };
    let stronger = with("side.heroes.Emily.classes[0].dice=4");
    let comparison = compared(&stronger, 1, None);
    assert_eq!(comparison.stopped, StopReason::Decided);
    assert_eq!(compared(&stronger, 3, Some(7)), comparison);
    let heroes = &comparison.figures[0];
    assert!(heroes.factor.unwrap() > 2.0, "{heroes:?}");
    let shares = [heroes.first, heroes.second, heroes.difference.known()].map(Option::unwrap);
    assert!((shares[1] - shares[0] - shares[2]).abs() < 1e-12);
    // By plain trials of another seed, whose difference is known to within about 0.6 points.
    let share = |scenario: &Scenario| {
        let contest = scenario.contest.as_ref();
        let tally = run(contest, &Plan::new(6, 0..40_000), &NoProgress).tally;
        tally.outcomes()[0] as f64 / 40_000.0
    };
    let plain = share(&stronger) - share(&canyon);
    assert!((plain - shares[2]).abs() < 0.016, "{plain} {shares:?}");
    // The unadjusted difference needs about three times as many trials.
    let [first, second] = heroes.discordant.unwrap();
    let pairs = Discordance {
        trials: comparison.trials,
        first,
        second,
    };
    assert!(pairs.sequence(heroes.alpha).half_width() > 1.4 * 0.01);
    let sum = |side: fn(&ComparedFigure) -> Option<f64>| -> f64 {
        let outcomes = comparison
            .figures
            .iter()
            .filter(|one| !one.name.starts_with("mean."));
        outcomes.filter_map(side).sum()
    };
    assert!((sum(|one| one.first) - 1.0).abs() < 1e-9, "{comparison:?}");
    assert!(sum(|one| one.difference.known()).abs() < 1e-9);
    // A precision out of reach does not make the interval wider.
    let plan = ComparePlan {
        precision: Some(0.000_1),
        most: Some(5_000),
        ..plan(1, None)
    };
    let cut = compare((&canyon, &stronger), &[], &plan, &NoProgress).unwrap();
    let heroes = &cut.figures[0];
    assert!(
        heroes.factor.is_some() && heroes.difference.interval.half_width() < 0.03,
        "{heroes:?}"
    );
    // A change without an effect is compared by its plain trials.
    let same = compared(&with("rules.half=down"), 1, None);
    assert_eq!(same.figures[0].factor, None);
    assert_eq!(same.figures[0].difference.known(), Some(0.0));
}

#[test]
fn tuning_takes_fewer_trials_whatever_the_threads() {
    let canyon = expert("@canyon");
    let target = Target::read("heroes=0.5", canyon.contest.as_ref()).unwrap();
    let tuned = |threads| {
        let keys = vec!["side.heroes.Dirk.classes[0].dice=3..5".parse().unwrap()];
        let plan = TunePlan {
            tolerance: Some(0.01),
            seed: 2,
            threads,
            ..TunePlan::new(keys, target.clone())
        };
        let found = tune(&canyon, &plan, &NoProgress).unwrap();
        found.expect("the work is not cancelled")
    };
    let tuning = tuned(1);
    assert_eq!(tuned(3), tuning);
    let best = tuning.best();
    assert!(best.factor.unwrap() > 3.0, "{best:?}");
    // A plain confidence sequence takes about 60,000 trials to such a half-width.
    let (half_width, trials) = (best.figure.interval.half_width(), best.figure.trials);
    let plain = confidence_sequence(trials / 2, trials, 0.05 / 3.0).half_width();
    assert!(half_width < 0.7 * plain, "{half_width} {plain}");
}
