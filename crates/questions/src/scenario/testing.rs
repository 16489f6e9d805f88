//! The library that tests of this crate play.

use super::{Library, LoadError, Scenario};
use evenodds_contests::{BUILTINS, KINDS, PARTIES};

pub(crate) static LIBRARY: Library = Library::new(KINDS, BUILTINS, PARTIES, &["a build of tests"]);

pub(crate) fn open(argument: &str, assignments: &[String]) -> Result<Scenario, LoadError> {
    LIBRARY.open(argument, assignments)
}

pub(crate) fn load(name: &str, bytes: &[u8], set: &[String]) -> Result<Scenario, LoadError> {
    LIBRARY.load(name, bytes, set)
}

pub(crate) fn load_part(name: &str, text: &str, set: &[String]) -> Result<Scenario, LoadError> {
    LIBRARY.load_part(name, text, set)
}

/// Opens a scenario in which each side of a fight without a player gets `finisher`. Such play is
/// fast, and results do not depend on the weights of `expert`.
pub(crate) fn open_simple(argument: &str, assignments: &[String]) -> Result<Scenario, LoadError> {
    let scenario = open(argument, assignments)?;
    let left = scenario.seats.iter().filter(|seat| {
        seat.player == "expert" && !assignments.iter().any(|set| set.starts_with(&seat.path))
    });
    let simple = left.map(|seat| format!("{}=finisher", seat.path));
    let all: Vec<String> = simple.chain(assignments.iter().cloned()).collect();
    open(argument, &all)
}
