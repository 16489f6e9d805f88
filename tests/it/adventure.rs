//! Adventures compared with the plain program on the same dice, and invariants of every adventure.

mod any;
mod by_hand;
mod canyon;
mod exact;
pub mod library;
mod one_scene;
mod parts;
mod readings;
mod same;

use crate::plain::adventure as plain;
use evenodds::contest::{Contest, Metric, Record, Tally};
use evenodds::scenario::Scenario;
use library::{Library, scenario};
use std::collections::BTreeMap;

/// Returns the results of a trial as a report of the plain program.
fn report(contest: &dyn Contest, record: &Record) -> plain::Report {
    let names = contest.metrics().iter().map(Metric::name);
    plain::Report {
        outcome: contest.outcomes()[record.outcome].name.clone(),
        metrics: names.zip(record.values.iter().copied()).collect(),
        hurt_at: record
            .ends
            .iter()
            .map(|&(who, scene)| (who as usize, scene))
            .collect(),
    }
}

/// Plays trials with both programs, compares all results, and returns the number of times that each
/// outcome came up in the plain program.
fn agree(
    adventure: &plain::Adventure,
    scenario: &Scenario,
    seed: u64,
    trials: u64,
) -> BTreeMap<String, u64> {
    let mut random = Library::new(seed);
    let mut outcomes = BTreeMap::new();
    scenario
        .contest
        .watch(seed, 0..trials, &mut |trial, record| {
            random.start(trial);
            let plainly = plain::play(adventure, &mut random);
            let found = report(scenario.contest.as_ref(), record);
            if plainly != found {
                let differ: Vec<String> = found
                    .metrics
                    .iter()
                    .filter(|(name, value)| plainly.metrics.get(*name) != Some(*value))
                    .map(|(name, value)| {
                        format!("{name}: {value}, plainly {:?}", plainly.metrics.get(name))
                    })
                    .collect();
                let narration = scenario.contest.narrate_trial(seed, trial).lines.join("\n");
                panic!(
                    "trial {trial}: {}, plainly {}: {differ:?} {:?}\n{}\n{narration}",
                    found.outcome,
                    plainly.outcome,
                    plainly
                        .metrics
                        .keys()
                        .filter(|name| !found.metrics.contains_key(*name))
                        .collect::<Vec<_>>(),
                    adventure.written()
                );
            }
            *outcomes.entry(plainly.outcome).or_insert(0) += 1;
            true
        });
    outcomes
}

fn tally(scenario: &Scenario, seed: u64, trials: u64) -> Tally {
    let mut tally = Tally::new(scenario.contest.as_ref());
    scenario.contest.play(seed, 0..trials, &mut tally);
    tally
}

/// Number of random adventures, and of trials of each.
const MADE: u64 = 60;
const TRIALS: u64 = 100;

/// Plays the adventures of these numbers with both programs; returns the number of times that each
/// outcome came up.
fn made_agree(numbers: std::ops::Range<u64>) -> BTreeMap<String, u64> {
    let mut outcomes = BTreeMap::new();
    for number in numbers {
        let adventure = any::adventure(number);
        let scenario = scenario(&adventure.written());
        for (outcome, count) in agree(&adventure, &scenario, number, TRIALS) {
            *outcomes.entry(outcome).or_insert(0) += count;
        }
    }
    outcomes
}

#[test]
fn adventures_of_all_sorts_are_those_of_the_plain_program() {
    let outcomes = made_agree(0..MADE);
    // All sorts of endings occur.
    let names: Vec<&String> = outcomes.keys().collect();
    assert_eq!(names, ["broke", "caught", "done", "unresolved"]);
}

#[test]
#[ignore = "some minutes: cargo test --no-default-features --test it -- --ignored many_more_adventures_are_those_of_the_plain_program"]
fn many_more_adventures_are_those_of_the_plain_program() {
    made_agree(MADE..1_000);
}

/// Positions are cached for repeated visits up to a limit; beyond it, the cache starts afresh.
#[test]
fn thousands_of_visits_are_those_of_the_plain_program() {
    let lock = plain::Scene {
        name: "lock".to_owned(),
        contest: plain::Contest::Quick {
            difficulty: 24,
            actor: plain::Seat::Named {
                name: "Kate".to_owned(),
                count: 1,
                classes: vec![plain::Class {
                    dice: 4,
                    ..plain::Class::default()
                }],
            },
            helpers: Vec::new(),
        },
        then: vec![("failure".to_owned(), "lock".to_owned())],
        worst: None,
        rest: false,
        session_ends: false,
        cost: Vec::new(),
    };
    let adventure = plain::Adventure {
        sessions: 12,
        characters: Vec::new(),
        group: None,
        first: Vec::new(),
        scenes: vec![lock],
        endings: Vec::new(),
        rules: plain::Rules {
            max_scenes: 1_000,
            ..plain::Rules::default()
        },
    };
    let scenario = scenario(&adventure.written());
    let outcomes = agree(&adventure, &scenario, 6, 6);
    assert_eq!(outcomes.len(), 2, "{outcomes:?}");
    let most = scenario.contest.replay(6, 0).values[0];
    assert!(most > 4_096, "{most}");
}

#[test]
fn endless_play_is_unresolved() {
    let adventure = scenario(
        r#"
kind = "adventure"
rules = { max_scenes = 7 }
[[scene]]
name = "there"
contest = { kind = "quick", difficulty = 1, actor = { name = "Kate", dice = 1 } }
[[scene]]
name = "back"
then = { success = "there" }
contest = { kind = "quick", difficulty = 1, actor = { name = "Kate", dice = 1 } }
"#,
    );
    let contest = adventure.contest.as_ref();
    contest.watch(1, 0..20, &mut |_, record| {
        let report = report(contest, record);
        assert_eq!(report.outcome, "unresolved");
        let count = |name: &str| report.metrics[name];
        let counts = [
            "scenes",
            "way.there > back",
            "way.back > there",
            "ended_in.there",
            "ended_in.back",
        ];
        assert_eq!(counts.map(count), [7, 4, 3, 0, 0]);
        true
    });
    assert_eq!(exact::exact(&adventure).outcomes, [0.0, 1.0]);
}
