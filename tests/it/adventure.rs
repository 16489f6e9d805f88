//! Invariants of adventures, their exact answers, and their rules by example.

mod by_hand;
mod carried;
mod casting;
mod exact;
mod losses;
mod one_scene;
mod readings;
mod same;

use evenodds::contest::{Contest, Metric, Record, Tally};
use evenodds::scenario::{Scenario, load};
use std::collections::BTreeMap;

/// Results of a trial by name.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    outcome: String,
    metrics: BTreeMap<String, i64>,
    /// Each character that was hurt, with the first scene of it, counted through all sessions.
    hurt_at: Vec<(u32, i64)>,
}

fn report(contest: &dyn Contest, record: &Record) -> Report {
    let names = contest.metrics().iter().map(Metric::name);
    Report {
        outcome: contest.outcomes()[record.outcome].name.clone(),
        metrics: names.zip(record.values.iter().copied()).collect(),
        hurt_at: record.ends.clone(),
    }
}

/// Returns the scenario of a text without faults.
pub fn scenario(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn tally(scenario: &Scenario, seed: u64, trials: u64) -> Tally {
    let mut tally = Tally::new(scenario.contest.as_ref());
    scenario.contest.play(seed, 0..trials, &mut tally);
    tally
}

/// Visits are cached up to a limit; beyond it, the cache starts afresh. The other trials before a
/// trial, and so the contents of the cache, change nothing in it.
#[test]
fn trials_with_thousands_of_visits_are_the_same_alone_and_after_others() {
    let scenario = scenario(
        r#"
kind = "adventure"
sessions = 12
rules = { max_scenes = 1000 }
[[scene]]
name = "lock"
then = { failure = "lock" }
contest = { kind = "quick", difficulty = 24, actor = { name = "Kate", dice = 4 } }
"#,
    );
    let contest = scenario.contest.as_ref();
    let mut most = 0;
    contest.watch(6, 0..6, &mut |trial, record| {
        assert_eq!(record.values, contest.replay(6, trial).values);
        most = most.max(record.values[0]);
        true
    });
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
