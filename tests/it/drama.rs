//! Drama: the judged trials are those of a run, the parts add up, and the worked values of the page.

use crate::fights::Sketch;
use evenodds::analysis::{Drama, DramaPlan, Parts, Reading, drama};
use evenodds::contest::{Actor, Appraise, CERTAIN, Choice, Course, Decision};
use evenodds::contests::combat::{Combat, Event, Options, Player};
use evenodds::scenario::{BUILTINS, Scenario, open};
use evenodds::sim::Unwatched;
use evenodds::stats::{Cell, explained};
use std::fs;
use std::path::Path;

fn fights() -> Vec<Scenario> {
    BUILTINS
        .iter()
        .filter(|builtin| builtin.path.contains("/combat/") && !builtin.name.starts_with("mass"))
        .map(|builtin| open(&format!("@{}", builtin.name), &[]).unwrap())
        .collect()
}

fn measured(scenario: &Scenario, trials: u64, threads: usize) -> Drama {
    let plan = DramaPlan {
        trials: Some(trials),
        most: None,
        seed: 3,
        threads,
    };
    drama(scenario, &plan, &Unwatched).unwrap()
}

#[test]
fn the_courses_are_those_of_the_run_and_hold_together() {
    for scenario in fights() {
        let contest = scenario.contest.as_ref();
        let appraise = contest.appraised().unwrap();
        let (sides, actors) = (appraise.sides(), appraise.actors());
        let turns = contest
            .metrics()
            .iter()
            .position(|metric| metric.name() == "turns")
            .unwrap();
        let mut seen = 0;
        appraise.appraise(3, 10..60, &mut |trial, course| {
            seen += 1;
            let record = contest.replay(3, trial);
            assert_eq!(course.outcome, record.outcome, "{}", scenario.path);
            assert_eq!(i64::from(course.turns), record.values[turns]);
            let left: Vec<(u32, i64)> = course
                .departures
                .iter()
                .map(|&(actor, turn)| (actor, i64::from(turn)))
                .collect();
            assert_eq!(left, record.ends);
            assert_eq!(
                course.winner,
                sides.iter().position(|side| side.outcome == record.outcome)
            );
            assert_eq!(course.turn_starts().count() as u32, course.turns);
            for (place, decision) in course.decisions.iter().enumerate() {
                assert_eq!(course.before(place).iter().sum::<u32>(), CERTAIN);
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
        let appraise = scenario.contest.appraised().unwrap();
        let actors = appraise.actors();
        let mut reading = Reading::default();
        appraise.appraise(7, 0..200, &mut |trial, course| {
            reading.read(course, &actors);
            assert_eq!(reading.parts.len(), course.sides);
            for (side, parts) in reading.parts.iter().enumerate() {
                let moved = parts.own + parts.others + parts.dice + parts.unforeseen;
                assert_eq!(
                    parts.opening + moved,
                    i64::from(course.end(side)),
                    "side {side} in trial {trial} of {}",
                    scenario.path
                );
            }
            true
        });
    }
}

#[test]
fn the_figures_keep_the_identity_and_agree_with_the_run() {
    for scenario in fights() {
        let found = measured(&scenario, 300, 0);
        let outcomes = {
            let contest = scenario.contest.as_ref();
            let mut counts = vec![0; contest.outcomes().len()];
            contest.watch(3, 0..300, &mut |_, record| {
                counts[record.outcome] += 1;
                true
            });
            counts
        };
        for (place, side) in found.sides.iter().enumerate() {
            assert_eq!(side.won.count, outcomes[place]);
            let mean = |estimate: &evenodds::analysis::Estimate| estimate.mean.unwrap();
            let luck = &side.luck;
            let sum = mean(&side.opening.judged)
                + mean(&luck.own)
                + mean(&luck.others)
                + mean(&luck.dice)
                + mean(&luck.unforeseen);
            assert!(
                (sum - side.won.share.unwrap()).abs() < 1e-9,
                "{}",
                scenario.path
            );
            let binned: u64 = side.opening.bins.iter().map(|bin| bin.won.of).sum();
            assert_eq!(binned, 300);
        }
        let kinds = &found.choices;
        let all = [kinds.real.mean, kinds.clear.mean, kinds.idle.mean];
        let all: f64 = all.iter().map(|kind| kind.unwrap()).sum();
        assert!((all - 1.0).abs() < 1e-9);
        let turns: u64 = found.actors.iter().map(|actor| actor.choices.turns).sum();
        assert_eq!(turns, kinds.turns);
    }
}

#[test]
fn threads_do_not_matter() {
    for name in ["@canyon", "@three-sides"] {
        let scenario = open(name, &[]).unwrap();
        let one = measured(&scenario, 1_500, 1);
        for threads in [2, 3, 8] {
            assert_eq!(measured(&scenario, 1_500, threads), one);
        }
    }
}

#[test]
fn experts_lose_nothing_by_their_own_judgement_and_weak_players_do() {
    let with = |player: &str| {
        let sets = ["heroes", "ambushers"].map(|side| format!("side.{side}.player={player}"));
        measured(&open("@canyon", &sets).unwrap(), 1_000, 0)
    };
    let own = |found: &Drama| found.sides[0].luck.own.mean.unwrap();
    let experts = with("expert");
    assert_eq!(own(&experts), 0.0);
    assert_eq!(experts.sides[0].luck.own.sd, Some(0.0));
    assert!(own(&with("random")) < own(&with("finisher")) - 0.05);
}

/// What the judge says before anybody acts is how often experts win from there: within ten points in
/// each of four wide bins, four standard errors of what sampling may do besides.
#[test]
fn the_judge_is_right_about_experts() {
    let sets = ["heroes", "ambushers"].map(|side| format!("side.{side}.player=expert"));
    let found = measured(&open("@canyon", &sets).unwrap(), 10_000, 0);
    let bins = &found.sides[0].opening.bins;
    for wide in [0..2, 2..5, 5..8, 8..10] {
        let (mut judged, mut won, mut all) = (0.0, 0.0, 0.0);
        for bin in &bins[wide.clone()] {
            judged += bin.judged.unwrap_or(0.0) * bin.won.of as f64;
            won += bin.won.count as f64;
            all += bin.won.of as f64;
        }
        let doubt = 4.0 * (0.25_f64 / all).sqrt();
        assert!(
            ((won - judged) / all).abs() < 0.1 + doubt,
            "{wide:?}: {won} {judged} of {all}"
        );
    }
    assert!(found.sides[0].opening.settles.mean.unwrap() > 0.75);
}

/// Counts the dice that stories tell of: a decision is followed by luck where dice fell before the
/// next one.
#[test]
fn luck_is_where_dice_fell() {
    let random = Sketch::canyon(Player::Random);
    let experts = Sketch::canyon(Player::Expert { depth: None });
    let mut monsters = Sketch::canyon(Player::Random).setup();
    for who in &mut monsters.combatants {
        who.monster = who.side == 1;
    }
    monsters.options.monster_spent_returns = true;
    let lots = Sketch {
        options: Options {
            deadlock_lot: true,
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
        let mut falls = 0;
        combat.appraise(5, 0..150, &mut |trial, course| {
            let noted: Vec<bool> = course.decisions.iter().map(|one| one.thrown).collect();
            assert_eq!(
                noted,
                thrown(combat, 5, trial),
                "fight {fight}, trial {trial}"
            );
            falls += noted.iter().filter(|&&thrown| thrown).count();
            true
        });
        assert!(falls > 20, "{falls}");
    }
}

/// For each decision of a trial whether dice fell before the next one.
fn thrown(combat: &Combat, seed: u64, trial: u64) -> Vec<bool> {
    use evenodds::contest::{Recorder, Rules, play_record};
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

/// The chance of so many percent.
fn percent(chance: u32) -> u32 {
    ((u64::from(CERTAIN) * u64::from(chance) + 50) / 100) as u32
}

/// The fight of the page: red has Rosa, blue has Ben and Bill.
fn worked() -> (Course, Vec<Actor>) {
    let actor = |name: &str, side| Actor {
        name: name.to_owned(),
        side,
        count: 1,
    };
    let actors = vec![actor("Rosa", 0), actor("Ben", 1), actor("Bill", 1)];
    let mut course = Course::new(2);
    for (turn, actor, red, best, chosen, choice, thrown) in [
        (1, 0, 60, 60, 50, Choice::Real, false),
        (2, 1, 45, 55, 55, Choice::Clear, true),
        (3, 0, 70, 70, 70, Choice::Real, false),
        (4, 2, 96, 4, 1, Choice::Idle, false),
    ] {
        course.decisions.push(Decision {
            turn,
            actor,
            best: percent(best),
            chosen: percent(chosen),
            choice,
            thrown,
        });
        course.chances.push(percent(red));
        course.chances.push(CERTAIN - percent(red));
    }
    (course.outcome, course.winner, course.turns) = (0, Some(0), 4);
    course.departures = vec![(1, 3), (2, 4)];
    (course, actors)
}

#[test]
fn the_worked_values_of_the_page_are_those_of_the_library() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/drama.md"));
    let page = page
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let (course, actors) = worked();
    let mut reading = Reading::default();
    reading.read(&course, &actors);
    let points = |value: i64| (value as f64 / f64::from(CERTAIN) * 100.0).round() as i64;
    let share_of_turns = |turns: u32| format!("{} %", turns * 100 / course.turns);
    let kinds = |wanted: Choice| {
        let count = reading.turns.iter().filter(|turn| turn.1 == wanted).count();
        share_of_turns(count as u32)
    };
    let (safe, sure) = reading.safe.unwrap();
    assert_eq!((reading.favourite, sure), (Some(0), 0));
    let Parts {
        opening,
        own,
        others,
        dice,
        unforeseen,
        end,
        swing,
    } = reading.parts[0];
    let behind_by = reading.behind_by as f64 / f64::from(CERTAIN) / f64::from(course.turns);
    let missed = course.turns - course.departures[0].1;
    for (what, value) in [
        ("lead changes", reading.lead_changes.to_string()),
        (
            "the winner leads for good after",
            share_of_turns(reading.settled.unwrap()),
        ),
        (
            "lowest chance of the winner",
            format!("{} %", points(reading.lowest.unwrap().into())),
        ),
        (
            "the winner is behind by",
            format!("{:.1} points", behind_by * 100.0),
        ),
        ("turns played after 95 %", (course.turns - safe).to_string()),
        ("turns with a real choice", kinds(Choice::Real)),
        ("turns with one good action", kinds(Choice::Clear)),
        ("turns where nothing is at stake", kinds(Choice::Idle)),
        ("Ben misses", share_of_turns(missed)),
        ("opening", points(opening).to_string()),
        ("own decisions", points(own).to_string()),
        ("others' decisions", points(others).to_string()),
        ("dice", points(dice).to_string()),
        ("unforeseen", points(unforeseen).to_string()),
        ("end", points(end).to_string()),
        ("swing", points(swing).to_string()),
    ] {
        let row = format!("| {what} | {value} |");
        assert!(page.contains(&row), "docs/drama.md lacks: {row}");
    }
    let bins = [
        Cell {
            trials: 10,
            hits: 2,
        },
        Cell {
            trials: 10,
            hits: 8,
        },
    ];
    let settles = explained(&bins, 0.95).unwrap();
    let (low, high) = (settles.interval.low, settles.interval.high);
    let said = format!(
        "{:.6}, with the interval {low:.6} to {high:.6}",
        settles.share
    );
    assert!(page.contains(&said), "{said}");
}

#[test]
fn the_figures_at_the_end_of_the_page_are_those_of_the_command() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/drama.md"));
    let page = page.unwrap();
    for player in ["finisher", "expert"] {
        let sets = ["heroes", "ambushers"].map(|side| format!("side.{side}.player={player}"));
        let scenario = open("@canyon", &sets).unwrap();
        let plan = DramaPlan {
            seed: scenario.seed.unwrap(),
            ..DramaPlan::default()
        };
        let found = drama(&scenario, &plan, &Unwatched).unwrap();
        let own = |side: usize| found.sides[side].luck.own.mean.unwrap() * 100.0;
        let row = format!(
            "| `{player}` v `{player}` | {:.2} | {:.0} % | {:.0} % | {:.1} points | {:.1} points |",
            found.leads.changes.mean.unwrap(),
            found.sides[0].opening.settles.mean.unwrap() * 100.0,
            found.choices.real.mean.unwrap() * 100.0,
            own(0),
            own(1)
        );
        assert!(page.contains(&row), "{row}");
        if player == "expert" {
            let heroes = &found.sides[0];
            let said = format!(
                "gives the heroes {:.1} %, and they win {:.1} %",
                heroes.opening.judged.mean.unwrap() * 100.0,
                heroes.won.share.unwrap() * 100.0
            );
            assert!(page.contains(&said), "{said}");
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
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results.md"));
    let page = page.unwrap();
    let found = measured(&open("@canyon", &[]).unwrap(), 100, 0);
    let json = serde_json::from_str(&evenodds::report::drama_json(&found)).unwrap();
    let mut keys = std::collections::BTreeSet::new();
    collect(&json, &mut keys);
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}
