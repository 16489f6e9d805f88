//! The settings of a scenario in which keys take several values in turn: the grid of all values of
//! all keys.

use super::Vary;
use crate::document::Faults;
use crate::scenario::{LoadError, Scenario};

/// No grid has more settings than this.
pub const MOST_SETTINGS: usize = 10_000;

/// A scenario with one value for each of the keys.
#[derive(Debug)]
pub struct Setting {
    /// The values, in the order of the keys.
    pub values: Vec<String>,
    /// The scenario.
    pub scenario: Scenario,
}

/// Why there is no grid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// There is nothing to vary.
    #[error("no key is varied: name one with its values, as in --vary actor.dice=1..6")]
    NoKey,
    /// The same key twice.
    #[error("{0} is varied twice: give all of its values at once")]
    Twice(String),
    /// Too many settings.
    #[error("{0} settings are too many: a grid has at most {MOST_SETTINGS}")]
    TooMany(usize),
    /// A setting does not have the figure that is asked for.
    #[error("with {1} there is no figure {0}")]
    NoFigure(String, String),
    /// The file refuses some of them; the faults of all.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

/// All settings, the values of the last key in turn first. Nothing is played, and all faults of all
/// settings are found at once, each once.
///
/// # Errors
/// There are no keys or too many values, or the file refuses some of them.
pub fn settings(scenario: &Scenario, keys: &[Vary]) -> Result<Vec<Setting>, SettingsError> {
    if keys.is_empty() {
        return Err(SettingsError::NoKey);
    }
    for (position, key) in keys.iter().enumerate() {
        if keys[..position].iter().any(|other| other.path == key.path) {
            return Err(SettingsError::Twice(key.path.clone()));
        }
    }
    let count = keys
        .iter()
        .fold(1_usize, |count, key| count.saturating_mul(key.values.len()));
    if count > MOST_SETTINGS {
        return Err(SettingsError::TooMany(count));
    }
    let mut all = Vec::with_capacity(count);
    let mut faults = Faults::new();
    let mut seen = std::collections::BTreeSet::new();
    for index in 0..count {
        let chosen = chosen(keys, index);
        let assignments: Vec<String> = keys
            .iter()
            .zip(&chosen)
            .map(|(key, &value)| key.assignment(value))
            .collect();
        match scenario.varied(&assignments) {
            Ok(scenario) => all.push(Setting {
                values: keys
                    .iter()
                    .zip(&chosen)
                    .map(|(key, &value)| key.values[value].clone())
                    .collect(),
                scenario,
            }),
            Err(LoadError::Faults(found)) => {
                for fault in found.iter() {
                    if seen.insert(fault.to_string()) {
                        faults.know(fault.place.source());
                        faults.push(fault.clone());
                    }
                }
            }
            Err(other) => return Err(other.into()),
        }
    }
    if faults.is_empty() {
        Ok(all)
    } else {
        Err(LoadError::Faults(faults).into())
    }
}

/// Which value of each key the setting at a position has.
fn chosen(keys: &[Vary], mut index: usize) -> Vec<usize> {
    let mut chosen = vec![0; keys.len()];
    for (position, key) in keys.iter().enumerate().rev() {
        chosen[position] = index % key.values.len();
        index /= key.values.len();
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;

    fn grid(keys: &[&str]) -> Result<Vec<Setting>, String> {
        let scenario = open("@lockpick", &[]).unwrap();
        let keys: Vec<Vary> = keys.iter().map(|key| key.parse().unwrap()).collect();
        settings(&scenario, &keys).map_err(|error| error.to_string())
    }

    #[test]
    fn the_last_key_turns_first() {
        let grid = grid(&["difficulty=8,10", "actor.dice=1..3"]).unwrap();
        let values: Vec<String> = grid.iter().map(|one| one.values.join(" ")).collect();
        assert_eq!(values, ["8 1", "8 2", "8 3", "10 1", "10 2", "10 3"]);
        let alone = open(
            "@lockpick",
            &["difficulty=10".to_owned(), "actor.dice=2".to_owned()],
        );
        assert_eq!(grid[4].scenario.hash, alone.unwrap().hash);
    }

    #[test]
    fn all_faults_of_all_settings_are_told_once() {
        let message = |keys: &[&str]| grid(keys).unwrap_err();
        insta::assert_snapshot!(message(&["difficulty=-1,10", "actor.dice=6..8"]), @"
        --vary:1:12: difficulty is -1: a difficulty is a positive whole number
          |
        1 | difficulty=-1
          |            ^^

        --vary:1:12: actor.dice is 7: a Class has 1 to 6 dice
          |
        1 | actor.dice=7
          |            ^

        --vary:1:12: actor.dice is 8: a Class has 1 to 6 dice
          |
        1 | actor.dice=8
          |            ^

        3 faults; nothing was run
        ");
        insta::assert_snapshot!(message(&["actor.dicee=6..8"]), @"
        --vary:1:7: actor.dicee is not a key here: did you mean dice?
          |
        1 | actor.dicee=6
          |       ^^^^^
        help: keys here are name, dice, fit

        1 fault; nothing was run
        ");
        insta::assert_snapshot!(
            [
                message(&[]),
                message(&["actor.dice=1..2", "actor.dice=3"]),
                message(&["difficulty=1..500", "actor.dice=1..6", "actor.fit=full,semi", "rules.half=up,down"])
            ]
            .join("\n"),
            @"
        no key is varied: name one with its values, as in --vary actor.dice=1..6
        actor.dice is varied twice: give all of its values at once
        12000 settings are too many: a grid has at most 10000
        "
        );
    }
}
