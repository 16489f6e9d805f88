//! Orders, permissions and limits of a Combat: retreats, forbidden actions, a last turn.

use evenodds::contest::{Contest, Metric, Tally};
use evenodds::scenario::{Scenario, open};

fn opened(name: &str, sets: &[&str]) -> Scenario {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    open(name, &sets).unwrap_or_else(|error| panic!("{name} {sets:?}: {error}"))
}

fn tally(contest: &dyn Contest, trials: u64) -> Tally {
    let mut tally = Tally::new(contest);
    contest.play(7, 0..trials, &mut tally);
    tally
}

/// Returns the mean of a metric in a number of trials.
fn mean(scenario: &Scenario, metric: &str, trials: u64) -> f64 {
    let contest = scenario.contest.as_ref();
    let names: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
    let column = names.iter().position(|name| name == metric);
    let column = column.unwrap_or_else(|| panic!("{metric} is not among {names:?}"));
    let mut sum = 0;
    contest.watch(7, 0..trials, &mut |_, record| {
        sum += record.values[column];
        true
    });
    sum as f64 / trials as f64
}

#[test]
fn a_standing_order_is_solved_as_it_is_sampled() {
    let sets = [
        "side.red.player={ name = 'finisher', retreat = 'dice <= 2' }",
        "side.blue.player=finisher",
    ];
    let scenario = opened("@duel", &sets);
    let exact = scenario.exact().unwrap();
    let trials = 40_000;
    let counted = tally(scenario.contest.as_ref(), trials);
    for (share, &count) in exact.outcomes.iter().zip(counted.outcomes()) {
        let error = (share * (1.0 - share) / trials as f64).sqrt();
        let apart = (count as f64 / trials as f64 - share).abs();
        assert!(apart <= 4.0 * error + 1e-9, "{share} {count}");
    }
    let plain = opened(
        "@duel",
        &["side.red.player=finisher", "side.blue.player=finisher"],
    );
    assert!(exact.outcomes[0] < plain.exact().unwrap().outcomes[0] - 0.01);
    let players = scenario.contest.players().to_string();
    assert!(
        players.contains("finisher that retreats at dice <= 2"),
        "{players}"
    );
}

#[test]
fn a_side_with_an_order_about_its_members_leaves_when_it_is_few() {
    let plain = "side.heroes.player=finisher";
    let order = "side.heroes.player={ name = 'finisher', retreat = 'standing <= 1' }";
    let [plain, ordered] = [plain, order].map(|set| {
        let scenario = opened("@canyon", &[set]);
        mean(&scenario, "party_lost.heroes", 2_000)
    });
    assert!(ordered < plain - 0.04, "{ordered} {plain}");
}

#[test]
fn forbidden_actions_are_never_taken() {
    for player in ["random", "finisher", "expert"] {
        let player = format!("side.heroes.player={player}");
        let free = opened("@canyon", &[&player]);
        let bound = opened(
            "@canyon",
            &[
                &player,
                "side.heroes.allow.support=false",
                "side.heroes.allow.change=false",
                "side.heroes.allow.retreat=false",
            ],
        );
        assert_ne!(free.hash, bound.hash);
        let trials = 500;
        for (metric, is_used) in [
            ("supports.heroes: Dirk", player.ends_with("random")),
            ("changes.heroes: Dirk", true),
        ] {
            let Some(used) = of(&free, metric, trials) else {
                continue;
            };
            assert!(used > 0.0 || !is_used, "{metric} {player}");
            assert_eq!(of(&bound, metric, trials), Some(0.0), "{metric} {player}");
        }
    }
    let same = opened("@canyon", &["side.heroes.allow={ support = true }"]);
    let trials = 300;
    let [one, other] =
        [opened("@canyon", &[]), same].map(|one| tally(one.contest.as_ref(), trials));
    assert_eq!(one, other);
}

/// Returns the mean of a metric; `None` if the contest does not have it.
fn of(scenario: &Scenario, metric: &str, trials: u64) -> Option<f64> {
    let metrics = scenario.contest.metrics();
    let is_there = metrics.iter().any(|one| one.name() == metric);
    is_there.then(|| mean(scenario, metric, trials))
}

#[test]
fn a_fight_with_a_limit_ends_with_it() {
    for player in ["finisher", "expert"] {
        let players = [
            format!("side.heroes.player={player}"),
            format!("side.ambushers.player={player}"),
        ];
        let sets = [&*players[0], &*players[1], "rules.max_turns=3"];
        let limited = opened("@canyon", &sets);
        let counted = tally(limited.contest.as_ref(), 400);
        // A side may still win within three turns.
        let unresolved = counted.outcomes().last().copied().unwrap_or_default();
        assert!((100..400).contains(&unresolved), "{player} {unresolved}");
        assert_eq!(mean(&limited, "turns", 400), 3.0);
        let long = opened("@canyon", &[sets[0], sets[1], "rules.max_turns=100000"]);
        let [long, free] = [long, opened("@canyon", &sets[..2])];
        let [long, free] = [long, free].map(|one| tally(one.contest.as_ref(), 400));
        assert_eq!(long, free, "{player}");
    }
    let error = open("@duel", &["rules.max_turns=5".to_owned()])
        .unwrap()
        .exact();
    assert!(error.is_err());
}

#[test]
fn orders_that_cannot_be_read_are_faults() {
    for order in ["dice < 2", "pips <= 1", "dice <= -1", ""] {
        let set = format!("side.red.player={{ name = 'finisher', retreat = '{order}' }}");
        let error = open("@duel", &[set]).unwrap_err().to_string();
        assert!(
            error.contains("expected \"dice <= N\" or \"standing <= N\", where N is"),
            "{error}"
        );
    }
}
