//! Players that err: a share of their decisions is drawn at random.

use evenodds::analysis::{ErrorCurves, LadderPlan, PlayLevel, Skill, error_curves};
use evenodds::contest::{Contest, Tally};
use evenodds::report::{ScreenOptions, errors_answer, screen};
use evenodds::scenario::{Scenario, load, open};
use evenodds::sim::NoProgress;
use evenodds_testing::size;

/// A fight of four adventurers against a troll and its rats.
const MILL: &str = r#"
kind = "combat"
[[side]]
name = "heroes"
combatant = [
  { name = "Sanne", classes = [{ name = "Miller's daughter", dice = 4 }, { name = "Poacher", dice = 3 }, { name = "Dancer", dice = 3 }] },
  { name = "Joris", classes = [{ name = "Blacksmith", dice = 4 }, { name = "Brawler", dice = 4 }] },
  { name = "Old Wit", classes = [{ name = "Hedge wizard", dice = 3, ignores_cover = true }, { name = "Storyteller", dice = 4, fit = "semi" }] },
  { name = "Pip", classes = [{ name = "Thief", dice = 3 }, { name = "Cook", dice = 2 }, { name = "Slinger", dice = 2 }] },
]
[[side]]
name = "brood"
combatant = [
  { name = "Troll", monster = true, classes = [{ name = "Mill troll", dice = 6 }] },
  { name = "Rat", count = 4, classes = [{ name = "Giant rat", dice = 2 }] },
]
"#;

fn opened(name: &str, sets: &[&str]) -> Scenario {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let scenario = match name {
        "mill" => load("mill.toml", MILL.as_bytes(), &sets),
        _ => open(name, &sets),
    };
    scenario.unwrap_or_else(|error| panic!("{name} {sets:?}: {error}"))
}

fn tally(contest: &dyn Contest, trials: u64) -> Tally {
    let mut tally = Tally::new(contest);
    contest.play(7, 0..trials, &mut tally);
    tally
}

/// Returns the error rates of all seats of a scenario as assignments.
fn all_err(scenario: &Scenario, rate: f64) -> Vec<String> {
    let seats = scenario.seats.iter();
    seats
        .map(|seat| format!("{}={}", seat.path, seat.with_errors(rate)))
        .collect()
}

fn with_errors(name: &str, sets: &[&str], rate: f64) -> Scenario {
    let errors = all_err(&opened(name, sets), rate);
    let sets = sets
        .iter()
        .copied()
        .chain(errors.iter().map(String::as_str));
    opened(name, &sets.collect::<Vec<_>>())
}

#[test]
fn an_error_rate_of_0_changes_no_byte() {
    for (name, sets) in [
        ("@canyon", &[][..]),
        ("@canyon", &["side.heroes.player=finisher"]),
        ("mill", &[]),
        ("@heist", &[]),
        ("@surgery", &[]),
        ("@adventurers", &["player=greedy"]),
        (
            "@tavern-brawl",
            &["side[0].player=guarded", "side[1].player=heavy"],
        ),
    ] {
        let (plain, zero) = (opened(name, sets), with_errors(name, sets, 0.0));
        assert_eq!(plain.hash, zero.hash, "{name}");
        assert_eq!(plain.contest.rollers(), zero.contest.rollers());
        assert_eq!(plain.contest.players(), zero.contest.players());
        let [plain, zero] = [&plain, &zero].map(|one| tally(one.contest.as_ref(), 300));
        assert_eq!(plain, zero, "{name}");
    }
}

#[test]
fn a_player_that_only_errs_plays_as_random() {
    for (name, sets, random) in [
        // Without Cover, which `random` spends as the other players do.
        (
            "@canyon",
            &[][..],
            &["side[0].player=random", "side[1].player=random"][..],
        ),
        // `random` never combines dice.
        ("@heist", &[], &["player=random"]),
        (
            "@tavern-brawl",
            &["side[0].player=guarded", "side[1].player=guarded"],
            &["side[0].player=random", "side[1].player=random"],
        ),
    ] {
        let trials = size(4_000, 40_000);
        let errs = with_errors(name, sets, 1.0);
        let random = opened(name, random);
        assert_ne!(errs.hash, random.hash);
        let [errs, random] = [&errs, &random].map(|one| tally(one.contest.as_ref(), trials));
        let both = errs.outcomes().iter().zip(random.outcomes());
        for (&one, &other) in both {
            let [one, other] = [one, other].map(|count| count as f64);
            // Four standard errors of the difference.
            let within = 4.0 * (one + other).sqrt();
            assert!((one - other).abs() <= within, "{name} {one} {other}");
        }
    }
}

fn curves(scenario: &Scenario, rates: &[f64], trials: u64) -> ErrorCurves {
    let plan = LadderPlan {
        trials: Some(trials),
        seed: 7,
        ..LadderPlan::default()
    };
    let curves = error_curves(scenario, &plan, rates, &NoProgress, &|_, _| {});
    curves.unwrap().unwrap()
}

#[test]
fn more_errors_help_the_opponents() {
    let trials = size(5_000, 20_000);
    for name in ["@canyon", "mill"] {
        let scenario = opened(name, &[]);
        let found = curves(&scenario, &[0.0, 0.1, 0.2, 0.4], trials);
        let values = |curve: usize| {
            let points = found.curves[curve].points.iter();
            let values = points.map(|point| found.at(point).unwrap().value);
            values.collect::<Vec<f64>>()
        };
        // Four standard errors of a difference without common random numbers.
        let within = 4.0 * (0.5 / trials as f64).sqrt();
        for (curve, sign) in [(0, -1.0), (1, 1.0)] {
            let values = values(curve);
            for pair in values.windows(2) {
                assert!(sign * (pair[1] - pair[0]) > -within, "{name} {values:?}");
            }
            assert!(sign * (values[3] - values[0]) > within, "{name} {values:?}");
        }
        assert_eq!(found.curves[2].seats, [0, 1]);
        assert_eq!(found.curves[2].points[0], found.curves[0].points[0]);
    }
}

#[test]
fn trials_without_an_error_are_those_of_a_lower_rate() {
    // With few errors most trials have none, and are the same as without errors.
    let plain = opened("@canyon", &[]);
    let few = with_errors("@canyon", &[], 0.001);
    let same =
        (0..400).filter(|&trial| plain.contest.replay(3, trial) == few.contest.replay(3, trial));
    let same = same.count();
    assert!((360..400).contains(&same), "{same}");
}

#[test]
fn errors_are_set_for_default_and_for_named_players() {
    let named = "side.heroes.player=finisher";
    let error = "side.heroes.player.error=0.2";
    for (name, sets, players) in [
        ("@canyon", &[error][..], "expert with 20% errors v expert"),
        (
            "@canyon",
            &[named, error],
            "finisher with 20% errors v expert",
        ),
        (
            "@heist",
            &["player.error=12.5%"],
            "optimal with 12.5% errors",
        ),
        (
            "@surgery",
            &["player.error=1"],
            "one_by_one with 100% errors",
        ),
        (
            "@adventurers",
            &["player.error=0.3"],
            "optimal with 30% errors",
        ),
        (
            "@tavern-brawl",
            &["side[0].player=guarded", "side[0].player.error=0.5"],
            "guarded with 50% errors v optimal",
        ),
        (
            "@canyon",
            &["side.heroes.player={ name = 'expert', depth = 1, error = 0.5 }"],
            "expert with 50% errors v expert",
        ),
        (
            "@canyon",
            &["side.heroes.Emily.player={ name = 'random', error = 0.5 }"],
            "expert+random with 50% errors v expert",
        ),
    ] {
        let scenario = opened(name, sets);
        assert_eq!(scenario.contest.players().names().unwrap(), players);
        let skill = Skill::of(&scenario).unwrap();
        assert_ne!(skill.played, PlayLevel::Good, "{name}");
    }
}

#[test]
fn a_player_keeps_its_settings_when_it_errs() {
    let value = |set: &str| opened("@canyon", &[set]).seats[0].with_errors(0.25);
    assert_eq!(
        value("side.heroes.player={ name = 'expert', error = 0.5, depth = 1 }"),
        "{depth = 1, name = \"expert\", error = 0.25}"
    );
    for set in [
        "side.heroes.player=random",
        "side.heroes.player={ name = 'random', error = 1 }",
    ] {
        assert_eq!(value(set), "{name = \"random\", error = 0.25}");
    }
}

#[test]
fn the_answer_has_a_row_for_each_rate() {
    let found = curves(&opened("@canyon", &[]), &[0.0, 0.2, 0.4], 500);
    let answer = errors_answer(&found);
    insta::assert_snapshot!(screen(&answer, &ScreenOptions::default()), @r"
    Ambush in the canyon: heroes win 54.8% of the time without errors, 31.8% with 40% errors of heroes,
    59.8% with 40% errors of ambushers, 35.6% with 40% errors of all.

      How often heroes win, by error rate
      error rate  errors of heroes  errors of ambushers  errors of all
      0%                54.8% ±4.3           54.8% ±4.3     54.8% ±4.3
      20%               43.6% ±4.3           55.8% ±4.3     45.4% ±4.3
      40%               31.8% ±4.1           59.8% ±4.3     35.6% ±4.2
      7 settings, 500 trials each, seed 7
    ");
    assert_eq!(answer.charts.len(), 3);
}

#[test]
fn faults_of_errors_name_what_is_accepted() {
    let fault = |name: &str, set: &str| {
        let error = open(name, &[set.to_owned()]).err().unwrap().to_string();
        error.lines().next().unwrap().to_owned()
    };
    insta::assert_snapshot!(
        [
            fault("@canyon", "side.heroes.player.error=1.5"),
            fault("@canyon", "side.heroes.player={ name = 'expert', eror = 0.2 }"),
            fault("@canyon", "side.heroes.Emily.player.error=0.2"),
            fault("@heist", "player={ name = 'optimal', error = 'often' }"),
            fault("@heist", "player={ name = 'expert', error = 0.2 }"),
        ]
        .join("\n"),
        @r#"
        --set:1:26: side.heroes.player.error is 1.5; expected a number from 0 to 1, or a percentage such as "50%"
        --set:1:39: side.heroes.player.eror is not a key here; did you mean error?
        --set:1:1: side.heroes.Emily.player.name is "expert" by default; give a name, as the player of the side may be another
        --set:1:36: player.error is "often"; expected a number from 0 to 1, or a percentage such as "50%"
        --set:1:17: player.name is "expert"; expected one of "random", "thrifty", "optimal"
        "#
    );
}

#[test]
fn only_sampled_contests_say_so() {
    let reason = |name: &str, sets: &[&str]| {
        let scenario = with_errors(name, sets, 0.2);
        scenario
            .contest
            .exact()
            .err()
            .map(|error| error.to_string())
    };
    let sampled = "players with errors are only sampled: `run` it instead, or leave out error";
    for (name, sets) in [
        ("@duel", &[][..]),
        ("@surgery", &[]),
        ("@adventurers", &[]),
        ("@tavern-brawl", &[]),
    ] {
        assert_eq!(reason(name, sets).as_deref(), Some(sampled), "{name}");
    }
}

#[test]
fn an_optimal_player_decides_in_positions_to_which_only_errors_lead() {
    let share = |rate: f64| {
        let guarded = format!("side[1].player={{ name = 'guarded', error = {rate} }}");
        let scenario = opened("@tavern-brawl", &["side[0].player=optimal", &guarded]);
        let trials = size(2_000, 20_000);
        let tally = tally(scenario.contest.as_ref(), trials);
        tally.outcomes()[0] as f64 / trials as f64
    };
    // Without a solution of these positions it would wait and lose.
    let shares = [0.0, 0.3, 1.0].map(share);
    assert!(shares.iter().all(|&share| share > 0.98), "{shares:?}");
}
