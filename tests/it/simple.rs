//! Scenarios under simple play, for figures and transcripts that are not about good play.

use evenodds::scenario::{Scenario, open};

/// Opens a scenario with simple play for all fighters with the default player.
pub fn scenario(name: &str, sets: &[String]) -> Scenario {
    let opened = |sets: &[String]| {
        open(name, sets).unwrap_or_else(|error| panic!("{name} {sets:?}: {error}"))
    };
    let named = |path: &str| sets.iter().any(|set| set.starts_with(path));
    let seats = opened(sets).seats;
    let left = seats
        .iter()
        .filter(|seat| seat.player == "expert" && !named(&seat.path));
    let simple = left.map(|seat| format!("{}=finisher", seat.path));
    let all: Vec<String> = simple.chain(sets.iter().cloned()).collect();
    opened(&all)
}
