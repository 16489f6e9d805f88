use super::*;
use crate::scenario::{load, open};
use crate::sim::NoProgress;
use evenodds_testing::size;

/// Pig, a dice game with two sides.
const PIG: &[u8] = include_bytes!("../../../../../benches/support/pig.toml");

fn opened(name: &str) -> Scenario {
    match name {
        "pig" => load("pig.toml", PIG, &["number.goal=12".to_owned()]).unwrap(),
        _ => open(name, &[]).unwrap(),
    }
}

fn plan(scenario: &Scenario, keys: &[&str], target: &str) -> TunePlan {
    let keys = keys.iter().map(|key| key.parse().unwrap()).collect();
    TunePlan::new(
        keys,
        Target::read_sided(target, scenario.contest.as_ref()).unwrap(),
    )
}

fn all_of(scenario: &Scenario, for_all: &[&str], rates: &[f64]) -> Conditions {
    let texts: Vec<String> = for_all.iter().map(|&text| text.to_owned()).collect();
    conditions(scenario, &texts, rates).unwrap()
}

fn names(scenario: &Scenario, for_all: &[&str], rates: &[f64]) -> String {
    let all = all_of(scenario, for_all, rates).all.into_iter();
    let names = all.map(|one| format!("{}: {}", one.name, one.assignments.join(" ")));
    names.collect::<Vec<_>>().join("\n")
}

fn found(name: &str, key: &str, for_all: &str, target: &str, most: u64) -> RobustTuning {
    let scenario = opened(name);
    let plan = TunePlan {
        most: Some(most),
        ..plan(&scenario, &[key], target)
    };
    let conditions = all_of(&scenario, &[for_all], &[]);
    let search = RobustSearch::new(&scenario, &plan, &conditions).unwrap();
    search.run(&NoProgress).unwrap()
}

#[test]
fn conditions_are_pairings_with_values_and_errors() {
    let duel = opened("@duel");
    insta::assert_snapshot!(names(&duel, &["finisher, brawler"], &[]), @"
    finisher v finisher: side.red.player=finisher side.blue.player=finisher
    finisher v brawler: side.red.player=finisher side.blue.player=brawler
    brawler v finisher: side.red.player=brawler side.blue.player=finisher
    brawler v brawler: side.red.player=brawler side.blue.player=brawler
    ");
    insta::assert_snapshot!(names(&duel, &["rules.half"], &[0.0, 0.2]), @r#"
    half up, no errors: rules.half=up
    half up, 20% errors of red: rules.half=up side.red.player={name = "expert", error = 0.2}
    half up, 20% errors of blue: rules.half=up side.blue.player={name = "expert", error = 0.2}
    half up, 20% errors of all: rules.half=up side.red.player={name = "expert", error = 0.2} side.blue.player={name = "expert", error = 0.2}
    half down, no errors: rules.half=down
    half down, 20% errors of red: rules.half=down side.red.player={name = "expert", error = 0.2}
    half down, 20% errors of blue: rules.half=down side.blue.player={name = "expert", error = 0.2}
    half down, 20% errors of all: rules.half=down side.red.player={name = "expert", error = 0.2} side.blue.player={name = "expert", error = 0.2}
    "#);
    insta::assert_snapshot!(names(&opened("@surgery"), &["optimal"], &[0.125]), @r#"optimal, 12.5% errors of Doc: player={name = "optimal", error = 0.125}"#);
    let range = all_of(&duel, &["brawler..expert"], &[]);
    assert_eq!(range.players, ["brawler", "finisher", "expert"]);
    assert_eq!((range.all.len(), range.noun), (9, "pairing"));
    assert_eq!(range.left_out[0].player, "rollout");
}

#[test]
fn faulty_conditions_name_what_is_accepted() {
    let refused = |name: &str, for_all: &[&str], rates: &[f64]| {
        let texts: Vec<String> = for_all.iter().map(|&text| text.to_owned()).collect();
        let error = conditions(&opened(name), &texts, rates).unwrap_err();
        error.to_string()
    };
    let many: Vec<f64> = (1..=9).map(|tenth| f64::from(tenth) / 10.0).collect();
    insta::assert_snapshot!(
        [
            refused("@duel", &["brawler..exprt"], &[]),
            refused("@duel", &["expert..brawler"], &[]),
            refused("@duel", &["brawler,expert", "random"], &[]),
            refused("@duel", &["rules.hlf"], &[]),
            refused("@duel", &["rules.half", "rules.half=up"], &[]),
            refused("@duel", &["brawler,finisher,random"], &many),
            refused("@lockpick", &["brawler,expert"], &[]),
            refused("@lockpick", &[], &[0.2]),
        ]
        .join("\n"),
        @"
    --for-all brawler..exprt: unknown player exprt; did you mean expert? The players are random, brawler, finisher, rollout, expert, optimal
    --for-all expert..brawler: the range is empty; expected the weaker player first, in the order of `evenodds list combat`
    --for-all random: players are given twice; name all of them in one --for-all
    --for-all rules.hlf: expected players A..B or A,B (of random, brawler, finisher, rollout, expert, optimal), PATH=VALUES, or the path of a key whose values are names, such as rules.half; `evenodds list combat` has the keys
    --for-all rules.half=up: the key is given twice; name all its values in one --for-all
    --for-all: 9 x 27 = 243 conditions are too many; expected at most 100: name fewer players, values or error rates
    contests of kind quick have no decisions, so there are no players to pair and no errors; expected --for-all with a key, such as rules.half or PATH=VALUES
    contests of kind quick have no decisions, so there are no players to pair and no errors; expected --for-all with a key, such as rules.half or PATH=VALUES
    "
    );
}

/// Verdicts of sampled searches that contradict the exact figures, over many seeds.
#[derive(Debug, Default)]
struct Errors {
    /// Number of searches with a certified setting that misses the target.
    certified: usize,
    /// Number of searches with a refused setting that meets it.
    refused: usize,
    /// Number of right verdicts.
    right: usize,
}

/// Searches for settings whose figure is at most a little less than the largest one of a setting in
/// the middle, without exact answers.
fn sampled(name: &str, key: &str, for_all: &str, figure: &str, seeds: u64) -> Errors {
    /// Distance by which the setting misses the target.
    const MISS: f64 = 0.000_5;
    let scenario = opened(name);
    let conditions = all_of(&scenario, &[for_all], &[]);
    let mut plan = TunePlan {
        most: Some(20_000),
        ..plan(&scenario, &[key], &format!("{figure}<=50%"))
    };
    let exact: Vec<f64> = {
        let search = RobustSearch::new(&scenario, &plan, &conditions).unwrap();
        let seeded = SeededTrials::new(1, 0, &NoProgress);
        let cells =
            (0..search.statistics.len()).map(|cell| (search.cell(cell), search.statistics[cell]));
        let values = seeded
            .exact_values(cells, (1_000_000, 60_000_000_000))
            .unwrap();
        values
            .into_iter()
            .map(|value| value.expect("the contests are solved").value)
            .collect()
    };
    let largest = exact
        .chunks(conditions.all.len())
        .map(|all| all.iter().copied().fold(0.0, f64::max));
    let largest: Vec<f64> = largest.collect();
    let mut sorted = largest.clone();
    sorted.sort_by(f64::total_cmp);
    plan.target.value = sorted[sorted.len() / 2] - MISS;
    let search = RobustSearch::new(&scenario, &plan, &conditions).unwrap();
    let mut errors = Errors::default();
    for seed in 1..=seeds {
        let seeded = SeededTrials::new(seed, 0, &NoProgress);
        let tuning = search.search(seeded, vec![None; exact.len()]).unwrap();
        let wrong = |verdict, meets: bool| {
            let mut all = tuning.settings.iter().zip(&largest);
            let is_so = |largest: &f64| (*largest <= plan.target.value) == meets;
            all.any(|(setting, largest)| setting.verdict == verdict && is_so(largest))
        };
        errors.certified += usize::from(wrong(RobustVerdict::Certified, false));
        errors.refused += usize::from(wrong(RobustVerdict::Fails, true));
        errors.right += usize::from(
            wrong(RobustVerdict::Certified, true) && wrong(RobustVerdict::Fails, false),
        );
    }
    errors
}

#[test]
fn settings_that_miss_the_target_under_a_condition_are_certified_in_at_most_a_twentieth_of_seeds() {
    let seeds = size(20, 200);
    for (name, key, for_all, figure) in [
        (
            "@duel",
            "side.red.Rosa.classes[0].dice=3..5",
            "random,brawler,finisher",
            "red",
        ),
        (
            "@surgery",
            "crafter.dice=3..5",
            "one_by_one,optimal",
            "success",
        ),
        ("pig", "state.ann=0..6/3", "random,simple,optimal", "Ann"),
    ] {
        let errors = sampled(name, key, for_all, figure, seeds);
        let most = seeds as usize / 20;
        assert!(
            errors.certified <= most && errors.refused <= most,
            "{name} {errors:?}"
        );
        assert!(errors.right > most, "{name} {errors:?}");
    }
}

#[test]
fn the_order_of_conditions_and_the_number_of_threads_change_no_figure() {
    let key = "side.ambushers.'Assassin Drone'.count=2..4";
    let of = |for_all: &str| found("@canyon", key, for_all, "heroes=25%..75%", 40_000);
    let (one, other) = (of("brawler,finisher"), of("finisher,brawler"));
    let figures = |tuning: &RobustTuning| {
        let cells = tuning.settings.iter().flat_map(|setting| {
            let names = tuning.conditions.all.iter().map(|one| one.name.clone());
            names
                .zip(setting.cells.clone())
                .map(|named| (setting.verdict, named))
        });
        let mut cells: Vec<String> = cells.map(|cell| format!("{cell:?}")).collect();
        cells.sort();
        cells
    };
    assert_eq!(figures(&one), figures(&other));
    let scenario = opened("@canyon");
    let plan = TunePlan {
        most: Some(40_000),
        threads: 3,
        ..plan(&scenario, &[key], "heroes=25%..75%")
    };
    let conditions = all_of(&scenario, &["brawler,finisher"], &[]);
    let search = RobustSearch::new(&scenario, &plan, &conditions).unwrap();
    assert_eq!(search.run(&NoProgress).unwrap(), one);
}

#[test]
fn a_refused_setting_gets_no_more_trials() {
    let key = "side.ambushers.'Assassin Drone'.count=1..4";
    let found = found("@canyon", key, "brawler,finisher", "heroes>=20%", 1_000_000);
    for setting in &found.settings {
        let fails = setting.verdict == RobustVerdict::Fails;
        let outside = setting
            .cells
            .iter()
            .filter(|cell| cell.figure.interval.high < 0.2);
        assert_eq!(outside.count() > 0, fails, "{setting:?}");
        let certified = setting.verdict == RobustVerdict::Certified;
        let inside = setting
            .cells
            .iter()
            .all(|cell| cell.figure.interval.low >= 0.2);
        assert_eq!(inside, certified, "{setting:?}");
    }
    assert!(found.is_met() && found.trials < 200_000, "{found:?}");
}

#[test]
fn solved_settings_are_not_played() {
    let found = found(
        "@surgery",
        "crafter.dice=2..4",
        "one_by_one,optimal",
        "success>=60%",
        1_000,
    );
    assert_eq!(found.trials, 0);
    let verdicts: Vec<RobustVerdict> = found.settings.iter().map(|one| one.verdict).collect();
    assert_eq!(verdicts.last(), Some(&RobustVerdict::Certified));
    assert_eq!(verdicts.first(), Some(&RobustVerdict::Fails));
}

#[test]
fn conditions_that_a_varied_key_overrides_are_refused() {
    let scenario = opened("@duel");
    let plan = plan(&scenario, &["side.red.player=brawler,random"], "red=50%");
    let conditions = all_of(&scenario, &["brawler,finisher"], &[]);
    let error = RobustSearch::new(&scenario, &plan, &conditions)
        .err()
        .unwrap();
    insta::assert_snapshot!(error, @"brawler v brawler and finisher v brawler are the same contest with every setting: expected --for-all with players or keys that change the contest, and that --vary does not set");
}
