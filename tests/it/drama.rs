//! Drama: the evaluated trials are those of a run, the parts add up, and the worked values of the
//! page hold.

use crate::fights::Sketch;
use crate::shipped::shipped;
use evenodds::analysis::{ChanceParts, DramaFigures, DramaPlan, SideDrama, TrialStatistics, drama};
use evenodds::contest::{
    ActingSide, CERTAIN, Decision, DecisionKind, Describe, Description, Evaluate, Trajectory,
};
use evenodds::contests::combat::{Combat, Deadlock, Event, MonsterSpent, Options, Player};
use evenodds::scenario::{Scenario, open};
use evenodds::sim::NoProgress;
use evenodds::stats::{Stratum, explained_variance};
use evenodds_testing::size;
use std::fs;
use std::path::Path;

fn fights() -> Vec<Scenario> {
    shipped(usize::MAX)
        .filter(|builtin| builtin.path.contains("/combat/") && !builtin.name.starts_with("mass"))
        .map(|builtin| open(&format!("@{}", builtin.name), &[]).unwrap())
        .collect()
}

/// Yields all fights to test, including those with hundreds of combatants.
fn all_fights() -> impl Iterator<Item = Scenario> {
    shipped(usize::MAX)
        .filter(|builtin| builtin.path.contains("/combat/"))
        .map(|builtin| open(&format!("@{}", builtin.name), &[]).unwrap())
}

fn measured(scenario: &Scenario, trials: u64, threads: usize) -> DramaFigures {
    let plan = DramaPlan {
        trials: Some(trials),
        most: None,
        seed: 3,
        threads,
    };
    drama(scenario, &plan, &NoProgress).unwrap()
}

#[test]
fn the_courses_are_those_of_the_run_and_hold_together() {
    for scenario in fights() {
        let contest = scenario.contest.as_ref();
        let appraise = contest.evaluation().unwrap();
        let Description { sides, actors, .. } = contest.description();
        let turns = contest
            .metrics()
            .iter()
            .position(|metric| metric.name() == "turns")
            .unwrap();
        let mut seen = 0;
        appraise.evaluate_trials(3, 10..60, &mut |trial, trajectory| {
            seen += 1;
            let record = contest.replay(3, trial);
            assert_eq!(trajectory.outcome, record.outcome, "{}", scenario.path);
            assert_eq!(i64::from(trajectory.turns), record.values[turns]);
            let left: Vec<(u32, i64)> = trajectory
                .departures
                .iter()
                .map(|&(actor, turn)| (actor, i64::from(turn)))
                .collect();
            assert_eq!(left, record.ends);
            assert_eq!(
                trajectory.winner,
                sides
                    .iter()
                    .position(|side| side.outcomes.contains(&record.outcome))
            );
            assert_eq!(trajectory.turn_starts().count() as u32, trajectory.turns);
            for (place, decision) in trajectory.decisions.iter().enumerate() {
                for chances in [trajectory.before(place), trajectory.behind(place)] {
                    assert!(chances.iter().sum::<u32>() <= CERTAIN);
                }
                assert!(decision.chosen <= decision.best && decision.best <= CERTAIN);
                assert!((decision.actor as usize) < actors.len());
            }
            true
        });
        assert_eq!(seen, 50);
    }
}

#[test]
fn in_every_trial_the_parts_add_up_to_the_end_less_the_opening() {
    for scenario in fights() {
        let appraise = scenario.contest.evaluation().unwrap();
        let actors = &scenario.contest.description().actors;
        let mut statistics = TrialStatistics::default();
        appraise.evaluate_trials(7, 0..40, &mut |trial, trajectory| {
            statistics.read(trajectory, actors);
            assert_eq!(statistics.parts.len(), trajectory.sides);
            for (side, parts) in statistics.parts.iter().enumerate() {
                assert_eq!(
                    parts.opening + parts.dice + parts.policy_randomness,
                    i64::from(trajectory.end(side)),
                    "side {side} in trial {trial} of {}",
                    scenario.path
                );
                // Values cannot change if players draw no lots and no dice are rolled.
                if scenario.path.contains("duel") {
                    assert_eq!(
                        parts.policy_randomness, 0,
                        "trial {trial} of {}",
                        scenario.path
                    );
                }
            }
            true
        });
    }
}

#[test]
fn the_figures_keep_the_identity_and_agree_with_the_run() {
    let trials = size(10, 40);
    for scenario in fights() {
        let found = measured(&scenario, trials, 0);
        let outcomes = {
            let contest = scenario.contest.as_ref();
            let mut counts = vec![0; contest.outcomes().len()];
            contest.watch(3, 0..trials, &mut |_, record| {
                counts[record.outcome] += 1;
                true
            });
            counts
        };
        for (place, side) in found.sides.iter().enumerate() {
            assert_eq!(side.won.count, outcomes[place]);
            let mean = |estimate: &evenodds::analysis::MeanEstimate| estimate.mean.value;
            let change_sources = &side.change_sources.unwrap();
            let sum = mean(&side.opening.estimated)
                + mean(&change_sources.dice)
                + mean(&change_sources.policy_randomness);
            assert!(
                (sum - side.won.share.value).abs() < 1e-9,
                "{}",
                scenario.path
            );
            let binned: u64 = side.opening.bins.iter().map(|bin| bin.won.of).sum();
            assert_eq!(binned, trials);
        }
        let kinds = &found.choices;
        let all = [kinds.real.mean, kinds.clear.mean, kinds.idle.mean];
        let all: f64 = all.iter().map(|kind| kind.value).sum();
        assert!((all - 1.0).abs() < 1e-9);
        let turns: u64 = found.actors.iter().map(|actor| actor.choices.turns).sum();
        assert_eq!(turns, kinds.turns);
    }
}

#[test]
fn threads_do_not_matter() {
    for name in ["@canyon", "@three-sides"] {
        let scenario = open(name, &[]).unwrap();
        let trials = size(8, 40);
        let one = measured(&scenario, trials, 1);
        for threads in [2, 8] {
            assert_eq!(measured(&scenario, trials, threads), one);
        }
    }
}

#[test]
fn experts_lose_nothing_by_their_own_judgement_and_weak_players_do() {
    let with = |player: &str| {
        let sets = ["heroes", "ambushers"].map(|side| format!("side.{side}.player={player}"));
        measured(&open("@canyon", &sets).unwrap(), 100, 0)
    };
    let lost = |found: &DramaFigures| found.sides[0].lost.mean.value;
    let experts = with("expert");
    assert_eq!(lost(&experts), 0.0);
    assert_eq!(experts.sides[0].lost.sd, Some(0.0));
    assert!(lost(&with("random")) < lost(&with("finisher")) - 0.05);
}

/// Returns the scenario with this player for all combatants.
fn all_played_by(scenario: &Scenario, player: &str) -> Scenario {
    let mut sets = Vec::new();
    for side in &scenario.contest.description().sides {
        sets.push(format!("side.'{}'.player={player}", side.name));
    }
    open(&scenario.path, &sets).unwrap()
}

/// Number of trials below which contests with a slow evaluator are skipped.
const FEW: u64 = 1_000;

/// Checks that dice favor no side, and that evaluations are calibrated: in every shipped fight,
/// with finishers and with experts, under all its rules and with any number of sides.
///
/// By chance, one comparison in twenty exceeds two standard errors, and there are some twenty here.
/// So two may exceed them, and none may exceed three and a half.
fn the_judge_is_right(trials: u64, expert_trials: u64) {
    let mut beyond = Vec::new();
    let mut looks = 0;
    for scenario in all_fights() {
        for (player, trials) in [("finisher", trials), ("expert", expert_trials)] {
            let table = all_played_by(&scenario, player);
            if trials < FEW && table.contest.evaluation().unwrap().is_slow() {
                continue;
            }
            let found = measured(&table, trials, 0);
            let of = format!("{} by {player}", scenario.path);
            assert_eq!(found.pilot.fault, None, "{of}");
            // With two sides the second figure is the negative of the first.
            let sides = if found.sides.len() == 2 {
                1
            } else {
                found.sides.len()
            };
            for side in &found.sides[..sides] {
                looks += 1;
                let dice = side.change_sources.unwrap().dice;
                let (mean, sd) = (dice.mean.value, dice.sd.unwrap());
                let error = sd / (found.trials as f64).sqrt();
                println!(
                    "{of}, {}: dice {:+.2} ± {:.2} points",
                    side.name,
                    mean * 100.0,
                    error * 100.0
                );
                if mean.abs() > 2.0 * error {
                    beyond.push(format!("{of}, {}: {:.2} errors", side.name, mean / error));
                }
                assert!(mean.abs() <= 3.5 * error, "{beyond:?}");
                right_in_every_bin(&of, side);
            }
        }
    }
    assert!(
        looks >= size(6, 16) && beyond.len() <= 2,
        "of {looks} looks: {beyond:?}"
    );
}

/// Asserts that in every bin of openings the mean evaluated chance equals the frequency of wins,
/// within four standard errors and two points.
fn right_in_every_bin(of: &str, side: &SideDrama) {
    for bin in &side.opening.bins {
        let (Some(estimated), Some(won)) = (bin.estimated, bin.won.share.known()) else {
            continue;
        };
        let error = (estimated * (1.0 - estimated) / bin.won.of as f64).sqrt();
        let few = 1.0 / bin.won.of as f64;
        assert!(
            (won - estimated).abs() < 4.0 * error + 0.02 + few,
            "{of}, {}: judged {estimated:.3}, won {won:.3} of {}",
            side.name,
            bin.won.of
        );
    }
}

#[test]
fn the_evaluation_is_reliable_in_every_built_in_fight() {
    the_judge_is_right(size(30, 60), size(12, 24));
}

/// As many trials as the command plays without -n, which takes some minutes.
#[test]
#[ignore = "takes minutes: cargo test --release --test it -- --ignored right_about_every_shipped"]
fn the_evaluation_is_reliable_in_every_built_in_fight_over_many_trials() {
    the_judge_is_right(10_000, 4_000);
}

/// Counts the dice in transcripts: chance follows a decision if dice were rolled before the next
/// one.
#[test]
fn effects_of_dice_occur_only_at_rolls() {
    let random = Sketch::canyon(Player::Random);
    let experts = Sketch::canyon(Player::Expert { depth: 0 });
    let mut monsters = Sketch::canyon(Player::Random).setup();
    for who in &mut monsters.combatants {
        who.monster = who.side == 1;
    }
    monsters.options.monster_spent = MonsterSpent::Returns;
    let lots = Sketch {
        options: Options {
            deadlock: Deadlock::Lot,
            ..Options::default()
        },
        ..random.clone()
    };
    let fights = [
        random.packed(),
        experts.packed(),
        Combat::new(monsters),
        lots.packed(),
    ];
    for (fight, combat) in fights.iter().enumerate() {
        let trials = size(10, 40);
        let mut falls = 0;
        combat.evaluate_trials(5, 0..trials, &mut |trial, trajectory| {
            let noted: Vec<bool> = trajectory.decisions.iter().map(|one| one.thrown).collect();
            assert_eq!(
                noted,
                thrown(combat, 5, trial),
                "fight {fight}, trial {trial}"
            );
            falls += noted.iter().filter(|&&thrown| thrown).count();
            true
        });
        assert!(falls as u64 > trials / 2, "{falls}");
    }
}

/// Returns for each decision of a trial whether dice were rolled before the next one.
fn thrown(combat: &Combat, seed: u64, trial: u64) -> Vec<bool> {
    use evenodds::contest::{Recorder, play_record};
    let mut dice = evenodds::dice::Sampled::new(seed, &combat.rollers());
    dice.start(trial);
    let mut events = Recorder(Vec::new());
    play_record(combat, &mut dice, &mut events);
    let mut thrown = Vec::new();
    for event in events.0 {
        match event {
            Event::Attacked { .. } | Event::Retreated { spent: false, .. } => thrown.push(false),
            Event::Supported { .. } | Event::Changed { .. } => thrown.push(true),
            Event::Rerolled { .. }
            | Event::Returned { .. }
            | Event::Entered { .. }
            | Event::Lot { .. } => {
                if let Some(last) = thrown.last_mut() {
                    *last = true;
                }
            }
            _ => {}
        }
    }
    thrown
}

/// Returns a chance from a percentage.
fn percent(chance: u32) -> u32 {
    ((u64::from(CERTAIN) * u64::from(chance) + 50) / 100) as u32
}

/// Returns the fight of the page: red has Rosa, blue has Ben and Bill.
fn worked() -> (Trajectory, Vec<ActingSide>) {
    let actor = |name: &str, side| ActingSide {
        name: name.to_owned(),
        side,
        count: 1,
    };
    let actors = vec![actor("Rosa", 0), actor("Ben", 1), actor("Bill", 1)];
    let mut trajectory = Trajectory::new(2);
    for (turn, actor, [red, behind], best, chosen, choice, thrown) in [
        (1, 0, [60, 45], 60, 50, DecisionKind::Real, false),
        (2, 1, [45, 45], 55, 55, DecisionKind::Clear, true),
        (3, 0, [70, 70], 70, 70, DecisionKind::Real, true),
        (4, 2, [96, 96], 4, 1, DecisionKind::Idle, true),
    ] {
        trajectory.decisions.push(Decision {
            turn,
            actor,
            best: percent(best),
            chosen: percent(chosen),
            choice,
            thrown,
        });
        trajectory
            .chances
            .extend([percent(red), CERTAIN - percent(red)]);
        trajectory
            .behind
            .extend([percent(behind), CERTAIN - percent(behind)]);
    }
    (trajectory.outcome, trajectory.winner, trajectory.turns) = (0, Some(0), 4);
    trajectory.departures = vec![(1, 3), (2, 4)];
    (trajectory, actors)
}

#[test]
fn the_worked_values_of_the_page_are_those_of_the_library() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/drama.md"));
    let page = page
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let (trajectory, actors) = worked();
    let mut statistics = TrialStatistics::default();
    statistics.read(&trajectory, &actors);
    let points = |value: i64| (value as f64 / f64::from(CERTAIN) * 100.0).round() as i64;
    let share_of_turns = |turns: u32| format!("{}%", turns * 100 / trajectory.turns);
    let kinds = |wanted: DecisionKind| {
        let count = statistics
            .turns
            .iter()
            .filter(|turn| turn.1 == wanted)
            .count();
        share_of_turns(count as u32)
    };
    let (safe, sure) = statistics.safe.unwrap();
    assert_eq!((statistics.favorite, sure), (Some(0), 0));
    let ChanceParts {
        opening,
        dice,
        policy_randomness,
        end,
        swing,
        lost,
    } = statistics.parts[0];
    let behind_by = statistics.behind_by as f64 / f64::from(CERTAIN) / f64::from(trajectory.turns);
    let missed = trajectory.turns - trajectory.departures[0].1;
    for (what, value) in [
        ("lead changes", statistics.lead_changes.to_string()),
        (
            "the winner leads for good after",
            share_of_turns(statistics.settled.unwrap()),
        ),
        (
            "lowest chance of the winner",
            format!("{}%", points(statistics.lowest.unwrap().into())),
        ),
        (
            "the winner is behind by",
            format!("{:.1} points", behind_by * 100.0),
        ),
        (
            "turns played after 95%",
            (trajectory.turns - safe).to_string(),
        ),
        ("turns with a real choice", kinds(DecisionKind::Real)),
        ("turns with one good action", kinds(DecisionKind::Clear)),
        ("turns where nothing is at stake", kinds(DecisionKind::Idle)),
        ("Ben misses", share_of_turns(missed)),
        ("opening", points(opening).to_string()),
        ("dice", points(dice).to_string()),
        ("whims", points(policy_randomness).to_string()),
        ("end", points(end).to_string()),
        ("swing", points(swing).to_string()),
        ("lost by decisions", points(lost).to_string()),
    ] {
        let row = format!("| {what} | {value} |");
        assert!(page.contains(&row), "docs/reference/drama.md lacks: {row}");
    }
    let bins = [
        Stratum {
            trials: 10,
            hits: 2,
        },
        Stratum {
            trials: 10,
            hits: 8,
        },
    ];
    let settles = explained_variance(&bins, 0.95).unwrap();
    let (low, high) = (settles.interval.low, settles.interval.high);
    let sentence = format!(
        "{:.6}, with the interval {low:.6} to {high:.6}",
        settles.value
    );
    assert!(page.contains(&sentence), "{sentence}");
}

#[test]
fn the_figures_at_the_end_of_the_page_are_those_of_the_command() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/drama.md"));
    let page = page.unwrap();
    for player in ["finisher", "expert"] {
        let sets = ["heroes", "ambushers"].map(|side| format!("side.{side}.player={player}"));
        let scenario = open("@canyon", &sets).unwrap();
        let plan = DramaPlan {
            trials: Some(500),
            seed: scenario.seed.unwrap(),
            ..DramaPlan::default()
        };
        let found = drama(&scenario, &plan, &NoProgress).unwrap();
        let lost = |side: usize| found.sides[side].lost.mean.value * 100.0;
        let row = format!(
            "| `{player}` v `{player}` | {:.2} | {:.0}% | {:.0}% | {:.1} points | {:.1} points |",
            found.leads.changes.mean.value,
            found.sides[0].opening.settles.mean.value * 100.0,
            found.choices.real.mean.value * 100.0,
            lost(0),
            lost(1)
        );
        assert!(page.contains(&row), "{row}");
        if player == "finisher" {
            let heroes = &found.sides[0];
            let sentence = format!(
                "gives the heroes {:.1}%, and they win {:.1}%",
                heroes.opening.estimated.mean.value * 100.0,
                heroes.won.share.value * 100.0
            );
            assert!(page.contains(&sentence), "{sentence}");
        }
    }
}

#[test]
fn the_page_about_results_names_every_key_of_drama() {
    fn collect(value: &serde_json::Value, keys: &mut std::collections::BTreeSet<String>) {
        match value {
            serde_json::Value::Object(entries) => {
                for (key, value) in entries {
                    keys.insert(key.clone());
                    collect(value, keys);
                }
            }
            serde_json::Value::Array(values) => {
                for value in values {
                    collect(value, keys);
                }
            }
            _ => {}
        }
    }
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/results.md"));
    let page = page.unwrap();
    let found = measured(&open("@canyon", &[]).unwrap(), 20, 0);
    let json = serde_json::from_str(&evenodds::report::json(&evenodds::report::drama_answer(
        &found, None,
    )))
    .unwrap();
    let mut keys = std::collections::BTreeSet::new();
    collect(&json, &mut keys);
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}
