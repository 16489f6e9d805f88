use super::*;
use crate::analysis::study::Sample;
use crate::scenario::open_simple as open;
use crate::sim::{NoProgress, Plan, Results, run};
use evenodds_testing::size;

const DRONES: &str = "side.ambushers.'Assassin Drone'.count=3";

fn plan() -> ComparePlan {
    ComparePlan {
        margin: 0.02,
        most: Some(100_000),
        threads: 1,
        ..ComparePlan::default()
    }
}

fn wanted(name: &str, margin: Option<f64>) -> RequestedFigure {
    RequestedFigure {
        name: name.to_owned(),
        margin,
    }
}

fn opened(name: &str, change: &str) -> Scenario {
    let changes: Vec<String> = change.split_whitespace().map(str::to_owned).collect();
    open(name, &changes).unwrap()
}

/// Returns the canyon scenario with three drones instead of four.
fn easier() -> Scenario {
    open("@canyon", &[DRONES.to_owned()]).unwrap()
}

fn found(first: &Scenario, second: &Scenario, plan: &ComparePlan) -> Comparison {
    compare((first, second), &[], plan, &NoProgress).unwrap()
}

/// Returns the name and verdict of each decided figure.
fn verdicts(comparison: &Comparison) -> Vec<(String, Difference)> {
    let decided = comparison.figures.iter();
    decided
        .filter_map(|figure| Some((figure.name.clone(), figure.verdict?)))
        .collect()
}

#[test]
fn a_difference_is_found_and_its_figures_are_those_of_two_runs() {
    let (first, second) = (opened("@canyon", ""), easier());
    let comparison = found(&first, &second, &plan());
    assert_eq!(comparison.stopped, StopReason::Decided);
    assert!(comparison.trials < 10_000, "{}", comparison.trials);
    let expected = |name: &str, verdict| (name.to_owned(), verdict);
    assert_eq!(
        verdicts(&comparison),
        [
            expected("heroes", Difference::Different),
            expected("ambushers", Difference::Different),
            expected("draw", Difference::Within),
            expected("unresolved", Difference::Within),
        ]
    );
    for (scenario, second) in [(&first, false), (&second, true)] {
        let contest = scenario.contest.as_ref();
        let played = Plan {
            threads: 1,
            ..Plan::new(1, 0..comparison.trials)
        };
        let finished = run(contest, &played, &NoProgress);
        let results = Results::sampled(scenario.identity(), contest, 1, &finished, false, None);
        for figure in &comparison.figures {
            let value = if second { figure.second } else { figure.first };
            let own = match figure.name.strip_prefix("mean.") {
                None => {
                    let mut outcomes = results.outcomes.iter();
                    outcomes
                        .find(|one| one.name == figure.name)
                        .unwrap()
                        .share
                        .map(|share| share.value)
                }
                Some(name) => {
                    let mut metrics = results.metrics.iter();
                    metrics
                        .find(|one| one.name == name)
                        .unwrap()
                        .mean
                        .map(|mean| mean.value)
                }
            };
            assert_eq!(value, own, "{}", figure.name);
        }
    }
}

#[test]
fn precision_continues_until_the_differences_are_precise() {
    let (first, second) = (opened("@canyon", ""), easier());
    let precise = ComparePlan {
        precision: Some(0.01),
        ..plan()
    };
    let comparison = found(&first, &second, &precise);
    assert!(comparison.trials > 10_000, "{}", comparison.trials);
    assert_eq!(comparison.stopped, StopReason::Decided);
    let decided = comparison
        .figures
        .iter()
        .filter(|one| one.verdict.is_some());
    for figure in decided {
        assert!(
            figure.difference.interval.half_width() <= 0.01,
            "{}",
            figure.name
        );
    }
}

#[test]
fn equal_contests_are_proven_equal_with_few_trials() {
    let scenario = opened("@canyon", "");
    let comparison = found(&scenario, &scenario, &plan());
    assert!(
        verdicts(&comparison)
            .iter()
            .all(|one| one.1 == Difference::Within)
    );
    assert_eq!(comparison.otherwise, 0);
    assert!(comparison.trials <= 2_000, "{}", comparison.trials);
    assert!(
        comparison
            .figures
            .iter()
            .all(|one| one.difference.value == 0.0)
    );
    assert!(comparison.figures.iter().all(|one| one.pairing.is_none()));
}

#[test]
fn too_few_trials_leave_a_difference_undecided() {
    let first = opened("@three-sides", "");
    let second = opened("@three-sides", "side.navy.player=brawler");
    let few = ComparePlan {
        most: Some(2_000),
        margin: 0.000_01,
        ..plan()
    };
    let comparison = found(&first, &second, &few);
    assert_eq!(
        (comparison.trials, comparison.stopped),
        (2_000, StopReason::Trials)
    );
    assert!(
        verdicts(&comparison)
            .iter()
            .any(|one| one.1 == Difference::Undecided)
    );
}

#[test]
fn swapping_the_contests_negates_every_difference() {
    let (first, second) = (opened("@canyon", ""), easier());
    let one = found(&first, &second, &plan());
    let other = found(&second, &first, &plan());
    assert_eq!((one.trials, one.otherwise), (other.trials, other.otherwise));
    assert_eq!(one.only[0], other.only[1]);
    for (one, other) in one.figures.iter().zip(&other.figures) {
        assert_eq!(one.name, other.name);
        assert_eq!(one.verdict, other.verdict);
        assert_eq!((one.first, one.second), (other.second, other.first));
        let turned = |a: f64, b: f64| assert!((a + b).abs() < 1e-12, "{}", one.name);
        turned(one.difference.value, other.difference.value);
        turned(one.difference.interval.low, other.difference.interval.high);
        turned(one.difference.interval.high, other.difference.interval.low);
        assert_eq!(
            one.discordant.map(|pair| [pair[1], pair[0]]),
            other.discordant
        );
    }
}

#[test]
fn results_do_not_depend_on_threads_and_chunks() {
    let (first, second) = (opened("@canyon", ""), easier());
    let on = |threads, chunk| {
        let plan = ComparePlan {
            threads,
            chunk,
            ..plan()
        };
        found(&first, &second, &plan)
    };
    let one = on(1, None);
    for (threads, chunk) in [(2, None), (8, None), (3, Some(7)), (1, Some(5_000))] {
        assert_eq!(one, on(threads, chunk), "{threads} {chunk:?}");
    }
}

#[test]
fn two_solved_contests_are_not_played() {
    let (first, second) = (
        opened("@lockpick", ""),
        opened("@lockpick", "difficulty=12"),
    );
    let comparison = found(&first, &second, &plan());
    assert_eq!(
        (comparison.trials, comparison.stopped),
        (0, StopReason::Exact)
    );
    let success = &comparison.figures[0];
    let exact = |scenario: &Scenario| scenario.contest.exact().unwrap().outcomes[0];
    assert_eq!(success.difference.value, exact(&second) - exact(&first));
    assert_eq!(success.verdict, Some(Difference::Different));
    assert_eq!(success.alpha, 0.0);
    let wide = ComparePlan {
        margin: 0.4,
        ..plan()
    };
    let within = found(&first, &second, &wide);
    assert_eq!(within.figures[0].verdict, Some(Difference::Within));
    // A figure without a solver is sampled.
    let net = ComparePlan {
        figures: vec![wanted("mean.net", Some(0.5))],
        ..plan()
    };
    let (first, second) = (opened("@climber", ""), opened("@climber", "skill=60"));
    assert!(found(&first, &second, &net).trials > 0);
}

#[test]
fn the_requested_figures_are_decided() {
    let (first, second) = (opened("@canyon", ""), easier());
    let asked = |figures| ComparePlan { figures, ..plan() };
    let mean = asked(vec![
        wanted("mean.turns", None),
        wanted("heroes", Some(0.3)),
    ]);
    let comparison = found(&first, &second, &mean);
    assert_eq!(comparison.figures[0].name, "mean.turns");
    assert_eq!(
        verdicts(&comparison)
            .iter()
            .map(|one| one.1)
            .collect::<Vec<_>>(),
        [Difference::Different, Difference::Within]
    );
    assert_eq!(comparison.figures[0].alpha, 0.025);
    let wide = asked(vec![wanted("mean.turns", Some(5.0))]);
    let comparison = found(&first, &second, &wide);
    assert_eq!(comparison.figures[0].verdict, Some(Difference::Within));
    let refused = |name: &str| {
        let plan = asked(vec![wanted(name, None), wanted("heros", None)]);
        let refused = compare((&first, &second), &[], &plan, &NoProgress);
        refused.unwrap_err().to_string()
    };
    let mut summary = String::new();
    for name in ["turns", "p50.turns", "mean.trns"] {
        let text = refused(name);
        let cut = |line: &str| line.chars().take(120).collect::<String>();
        summary.push_str(&text.lines().map(cut).collect::<Vec<_>>().join("\n"));
        summary.push('\n');
    }
    summary.push_str(&refused_share(&first, &second));
    insta::assert_snapshot!(summary, @"
    turns: expected a statistic of the metric: mean.turns
    unknown common figure heros; did you mean heroes? The common figures are heroes, ambushers, draw, unresolved, mean.turns
    unknown common figure p50.turns; the common figures are heroes, ambushers, draw, unresolved, mean.turns, mean.rerolls, m
    unknown common figure heros; did you mean heroes? The common figures are heroes, ambushers, draw, unresolved, mean.turns
    unknown common figure mean.trns; did you mean mean.turns? The common figures are heroes, ambushers, draw, unresolved, me
    unknown common figure heros; did you mean heroes? The common figures are heroes, ambushers, draw, unresolved, mean.turns
    heroes=5: shares differ by less than 1; expected a margin such as 0.01, which is one percentage point
    heroes: it is given twice
    ");
}

fn refused_share(first: &Scenario, second: &Scenario) -> String {
    let plan = ComparePlan {
        figures: vec![wanted("heroes", Some(5.0)), wanted("heroes", None)],
        ..plan()
    };
    let refused = compare((first, second), &[], &plan, &NoProgress);
    refused.unwrap_err().to_string()
}

#[test]
fn two_outcomes_are_one_statement_and_more_outcomes_one_each() {
    let alpha = |name: &str| {
        let scenario = opened(name, "");
        found(&scenario, &scenario, &plan()).figures[0].alpha
    };
    assert_eq!(alpha("@three-sides"), 0.05 / 5.0);
    // Both contests are exact, so this part tests how alpha is split for sampled figures.
    let scenario = opened("@climber", "");
    let (all, metrics) = figures((&scenario, &scenario), &plan()).unwrap();
    let none = Pairs::new([scenario.contest.as_ref(); 2], (all, metrics), None);
    assert_eq!(none.otherwise(), 0);
    assert_eq!(none.compared(0).alpha, 0.05);
}

#[test]
fn contests_of_different_kinds_are_compared_by_common_figures() {
    let (first, second) = (opened("@lockpick", ""), opened("@climber", ""));
    let comparison = found(&first, &second, &plan());
    assert_eq!(comparison.figures[0].name, "success");
    assert!(comparison.only[0].contains(&"total".to_owned()));
    assert!(comparison.only[1].contains(&"net".to_owned()));
    let canyon = opened("@canyon", "");
    let crews = opened("@three-sides", "");
    let error = compare((&canyon, &crews), &[], &plan(), &NoProgress).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"@canyon and @three-sides have no outcome in common that is compared by default: name a figure with --figure; both have draw, unresolved, mean.turns, mean.rerolls, mean.lots");
    let error = compare((&canyon, &first), &[], &plan(), &NoProgress).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"@canyon and @lockpick have no outcome and no metric in common; the outcomes of the first are heroes, ambushers, draw, unresolved, of the second success, failure");
}

#[test]
fn verdicts_are_wrong_no_more_often_than_alpha() {
    // Two duels with a small, exactly known difference.
    let (first, second) = (
        opened("@duel", "side.red.player=brawler"),
        opened("@duel", ""),
    );
    let exact = |scenario: &Scenario| scenario.contest.exact().unwrap().outcomes[0];
    let truth = exact(&second) - exact(&first);
    assert!(truth.abs() > 0.001, "{truth}");
    let (a, b) = (first.contest.as_ref(), second.contest.as_ref());
    let mut missed = 0;
    let mut decided = 0;
    let (seeds, most) = size((80, 19), (300, 51));
    for seed in 0..seeds {
        let plan = ComparePlan {
            alpha: 0.4,
            seed,
            ..plan()
        };
        let (figures, metrics) = figures((&first, &second), &plan).unwrap();
        let mut pairs = Pairs::new([a, b], (figures, metrics), None);
        let seeded = SeededTrials::new(seed, 1, &NoProgress);
        let mut ever = false;
        for end in (50..=2_000).step_by(150) {
            pairs.play(end, &seeded).unwrap();
            pairs.look(None);
            let interval = pairs.compared(0).difference.interval;
            ever |= truth < interval.low || interval.high < truth;
        }
        missed += u64::from(ever);
        decided += u64::from(pairs.compared(0).verdict != Some(Difference::Undecided));
    }
    // The share of the first outcome alone has a quarter of the error probability, 30 in 300; 4
    // standard errors above would be 51, and above 8 in 80, 19.
    assert!(missed <= most, "{missed}");
    assert!(decided > seeds / 3, "{decided}");
}

#[test]
fn a_cancelled_comparison_is_marked_interrupted() {
    struct AlwaysCancelled;
    impl Progress for AlwaysCancelled {
        fn advanced(&self, _: u64) {}
        fn cancelled(&self) -> bool {
            true
        }
    }
    let comparison = compare(
        (&opened("@canyon", ""), &easier()),
        &[],
        &plan(),
        &AlwaysCancelled,
    )
    .unwrap();
    assert_eq!(
        (comparison.trials, comparison.stopped),
        (0, StopReason::Interrupted)
    );
    assert_eq!(comparison.figures[0].verdict, Some(Difference::Undecided));
    assert_eq!(comparison.figures[0].difference.known(), None);
}

/// Returns pairs of fights that differ only in the name of a participant, and so in its random
/// stream.
fn renamed() -> Vec<[Scenario; 2]> {
    let names = [
        ("@canyon", "side.heroes.Dirk.name=Dick"),
        ("@canyon", "side.ambushers.'Assassin Drone'.name=Drone"),
        ("@late-drones", "side.heroes.Ranger.name=Scout"),
        ("@canyon", "side.ambushers.'Duke Zero'.name=Duke"),
        ("@canyon", "side.heroes.Emily.name=Emma"),
        ("@three-sides", "side.pirates.Captain.name=Skipper"),
    ];
    let pair = |(file, name): (&str, &str)| {
        let first = open(file, &[]).unwrap();
        let second = first.varied(&[name.to_owned()]).unwrap();
        [first, second]
    };
    names.map(pair).into()
}

/// Returns the number of families out of `seeds` with a false positive: after the correction, and
/// without.
fn false_families(pairs: &[[Scenario; 2]], seeds: u64, alpha: f64, most: u64) -> [usize; 2] {
    let mut found = [0, 0];
    for seed in 1..=seeds {
        let made = pairs.iter().map(|[first, second]| {
            let plan = ComparePlan {
                figures: lead_figure((first, second), 0.0),
                // No interval is within a margin of 0, so every comparison uses all trials.
                margin: 0.0,
                alpha: alpha_of_each(alpha, pairs.len()),
                most: Some(most),
                seed,
                ..plan()
            };
            self::found(first, second, &plan)
        });
        let mut made: Vec<Comparison> = made.collect();
        let ps: Vec<f64> = made.iter().filter_map(|one| one.figures[0].p).collect();
        assert_eq!(ps.len(), pairs.len(), "each has its p value");
        correct_together(&mut made, alpha);
        let differs = |one: &Comparison| one.figures[0].verdict == Some(Difference::Different);
        found[0] += usize::from(made.iter().any(differs));
        found[1] += usize::from(ps.iter().any(|&p| p <= alpha));
    }
    found
}

/// An alpha of 0.05 allows 10 of 200 families with an error, so more than 20, or more than 11 of 80,
/// have a probability below 0.001 (binomial).
#[test]
fn the_family_wise_error_rate_of_equal_scenarios_is_at_most_alpha() {
    let (families, most) = size((80, 11), (200, 20));
    let [corrected, _] = false_families(&renamed(), families, 0.05, 400);
    assert!(corrected <= most, "{corrected} of {families}");
}

/// At an alpha of 0.5 the bound is tight enough to test: 100 of 200 families at most, more than 122,
/// or more than 55 of 80, with a probability below 0.001. Without a correction there are more errors.
#[test]
fn without_a_correction_there_would_be_more_errors() {
    let (families, most) = size((80, 55), (200, 122));
    let [corrected, plain] = false_families(&renamed(), families, 0.5, 400);
    assert!(corrected <= most, "{corrected} of {families}");
    assert!(plain > corrected, "{plain} without, {corrected} with");
}

#[test]
fn the_p_value_is_the_least_alpha_that_excludes_0() {
    let first = opened("@canyon", "");
    let plan = ComparePlan {
        figures: vec![wanted("heroes", Some(0.0))],
        most: Some(2_000),
        ..plan()
    };
    let compared = found(&first, &opened("@canyon", "rules.half=down"), &plan);
    let figure = &compared.figures[0];
    let p = figure.p.unwrap();
    let [one, other] = figure.discordant.unwrap();
    let pairs = crate::stats::Discordance {
        trials: compared.trials,
        first: one,
        second: other,
    };
    let leaves_out = |alpha: f64| {
        let interval = pairs.sequence(alpha);
        interval.low > 0.0 || interval.high < 0.0
    };
    assert!(p >= 1.0 || leaves_out(p * 1.001), "{p}");
    assert!(p <= 1e-30 || !leaves_out(p * 0.999), "{p}");
    // A figure that was not requested has no p value.
    assert!(compared.figures.iter().skip(1).all(|one| one.p.is_none()));
    // An exact answer needs no correction.
    let exact = found(
        &opened("@lockpick", ""),
        &opened("@lockpick", "difficulty=12"),
        &self::plan(),
    );
    assert_eq!(exact.figures[0].p, Some(0.0));
}

#[test]
fn holm_finds_differences_that_intervals_leave_open() {
    let first = opened("@canyon", "");
    let plan = ComparePlan {
        figures: vec![wanted("heroes", Some(0.0))],
        most: Some(500),
        ..plan()
    };
    let made = found(&first, &first, &plan);
    let with = |p: f64| {
        let mut made = made.clone();
        made.figures[0].p = Some(p);
        made.figures[0].verdict = Some(Difference::Undecided);
        made
    };
    let mut all = [with(0.04), with(0.001), with(0.02), with(0.9)];
    correct_together(&mut all, 0.05);
    let raised = all.each_ref().map(|one| one.figures[0].raised.unwrap());
    let expected = [0.08, 0.004, 0.06, 0.9];
    for (one, other) in raised.iter().zip(expected) {
        assert!((one - other).abs() < 1e-12, "{raised:?}");
    }
    let verdicts = all.each_ref().map(|one| one.figures[0].verdict);
    let open = Some(Difference::Undecided);
    assert_eq!(verdicts, [open, Some(Difference::Different), open, open]);
}

#[test]
fn means_of_rare_events_are_over_the_trials_with_a_value() {
    let plan = |name: &str| ComparePlan {
        figures: vec![wanted(name, None)],
        ..plan()
    };
    // If the ranger arrives, it is at turn 5 in A and at turn 6 in B, so the means are exactly 5
    // and 6.
    let ranger = |turn: u32| {
        let change = format!("side.heroes.reinforcement.Ranger.at_turn={turn}");
        opened("@late-drones", &change)
    };
    let comparison = found(&ranger(5), &ranger(6), &plan("mean.entered_at.Ranger"));
    let figure = &comparison.figures[0];
    assert_eq!(
        (figure.first, figure.second, figure.difference.known()),
        (Some(5.0), Some(6.0), Some(1.0))
    );
    assert_eq!(figure.verdict, Some(Difference::Different));
    let interval = figure.difference.interval;
    assert!(interval.low <= 1.0 && 1.0 <= interval.high, "{interval:?}");
    assert_eq!(figure.pairing, None);
    // A solved figure is conditional on the event.
    let crew = |dice: u32| {
        opened(
            "@making-ends-meet",
            &format!("expect={{}} prosperity={dice}"),
        )
    };
    let (poor, rich) = (crew(2), crew(3));
    let mean = |scenario: &Scenario| {
        let contest = scenario.contest.as_ref();
        let names = contest.metrics().iter();
        let place = names.clone().position(|one| one.name() == "ruined_at");
        let exact = contest.exact().unwrap();
        let mut metrics = exact.metrics.iter();
        let chances = metrics
            .find(|one| Some(one.metric) == place)
            .unwrap()
            .overall();
        let happens = chances.iter().filter(|(step, _)| *step > 0);
        let (sum, all) = happens.fold((0.0, 0.0), |(sum, all), &(step, chance)| {
            (sum + step as f64 * chance, all + chance)
        });
        sum / all
    };
    let comparison = found(&poor, &rich, &plan("mean.ruined_at"));
    assert_eq!(comparison.trials, 0);
    let figure = &comparison.figures[0];
    for (found, scenario) in [(figure.first, &poor), (figure.second, &rich)] {
        assert!((found.unwrap() - mean(scenario)).abs() < 1e-9, "{figure:?}");
    }
}
