//! Grid of settings: all combinations of the values of varied keys, with the faults of the
//! settings.

use super::Scenario;
use super::constraint::{Constraint, retain};
use super::error::LoadError;
use super::vary::{TextError, Vary};
use crate::document::{CheckedTable, Fault, Faults, Path, Source, Span};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Maximum number of settings in a grid.
pub const MOST_SETTINGS: usize = 2_500;
/// Maximum number of settings from which constraints select.
pub const MOST_COMBINATIONS: usize = 100_000;

/// Source name of the values of varied keys in messages.
pub(super) const VARIED: &str = "--vary";

/// Reason why a grid cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// No keys are given.
    #[error(
        "there is nothing to vary; pass a key with its values, as in --vary rules.half=up,down, or add \
         a [sweep] table to the scenario"
    )]
    Empty,
    /// A key is given twice.
    #[error("{path} is varied twice; give all its values together")]
    Twice {
        /// Index of the second occurrence.
        key: usize,
        /// Path of the key.
        path: String,
    },
    /// There are too many settings.
    #[error("{}", too_many(.product, "sweep"))]
    TooMany {
        /// Numbers of values and their product, such as `60 x 50 = 3000`.
        product: String,
    },
    /// A constraint cannot be evaluated.
    #[error("--where {0}")]
    Constraint(TextError),
    /// No setting satisfies the constraints.
    #[error(
        "none of {all} settings satisfies every condition; allow more values, or relax a condition"
    )]
    NoneLeft {
        /// Number of settings without constraints.
        all: usize,
    },
}

/// Formats the error for a grid that is too large for a command.
pub fn too_many(product: &str, command: &str) -> String {
    format!(
        "{product} settings are too many for a {command}; expected at most {MOST_SETTINGS}: take \
         fewer values, or wider steps as in 10..30/5"
    )
}

/// Returns all settings, each as the index of the value of each key. The last key varies fastest.
///
/// # Errors
/// Returns an error if there are no keys, a key is given twice, or there are more than
/// [`MOST_SETTINGS`] settings.
pub fn settings(vary: &[Vary]) -> Result<Vec<Vec<usize>>, GridError> {
    combinations(vary, MOST_SETTINGS)
}

/// Returns all settings like [`settings`], at most `most`.
fn combinations(vary: &[Vary], most: usize) -> Result<Vec<Vec<usize>>, GridError> {
    if vary.is_empty() {
        return Err(GridError::Empty);
    }
    // Paths are compared without quotes around names.
    let paths: Vec<String> = vary
        .iter()
        .map(|key| {
            let path = key.path.parse().map(|path: Path| path.to_string());
            path.unwrap_or_else(|_| key.path.clone())
        })
        .collect();
    for key in 1..paths.len() {
        if paths[..key].contains(&paths[key]) {
            let path = paths[key].clone();
            return Err(GridError::Twice { key, path });
        }
    }
    let sizes = || vary.iter().map(|key| key.values.len());
    let count = sizes().fold(1_usize, usize::saturating_mul);
    if count > most {
        return Err(GridError::TooMany {
            product: product(vary, count),
        });
    }
    Ok((0..count)
        .map(|index| {
            let mut rest = index;
            let mut setting = vec![0; vary.len()];
            for (place, key) in setting.iter_mut().zip(vary).rev() {
                *place = rest % key.values.len();
                rest /= key.values.len();
            }
            setting
        })
        .collect())
}

/// Returns the numbers of values with their product: `60 x 50 = 3000`.
fn product(vary: &[Vary], count: usize) -> String {
    let factors: Vec<String> = vary
        .iter()
        .map(|key| key.values.len().to_string())
        .collect();
    match &factors[..] {
        [single] => single.clone(),
        _ => format!("{} = {count}", factors.join(" x ")),
    }
}

/// Returns all settings that satisfy the constraints, like [`settings`], and the number of those that
/// do not.
///
/// # Errors
/// Returns an error as [`settings`] does, if a constraint cannot be evaluated, or if it leaves none.
pub fn settings_where(
    vary: &[Vary],
    constraints: &[Constraint],
    scenario: &Scenario,
) -> Result<(Vec<Vec<usize>>, usize), GridError> {
    settings_among(vary, constraints, &scenario.checked)
}

/// Returns the settings like [`settings_where`], of a scenario whose contest need not be built.
pub(super) fn settings_among(
    vary: &[Vary],
    constraints: &[Constraint],
    scenario: &CheckedTable,
) -> Result<(Vec<Vec<usize>>, usize), GridError> {
    if constraints.is_empty() {
        return Ok((settings(vary)?, 0));
    }
    let mut all = combinations(vary, MOST_COMBINATIONS)?;
    let left_out = retain(&mut all, vary, constraints, scenario)?;
    if all.len() > MOST_SETTINGS {
        let product = format!("{} of {}", all.len(), product(vary, all.len() + left_out));
        return Err(GridError::TooMany { product });
    }
    Ok((all, left_out))
}

/// Returns the assignments of a setting in the syntax of `--set`.
pub fn assignments(vary: &[Vary], setting: &[usize]) -> Vec<String> {
    let pairs = vary.iter().zip(setting);
    pairs.map(|(key, &value)| key.assignment(value)).collect()
}

/// Loads all settings on all cores. `load` computes the result of a setting, such as its hash.
/// Results are in the order of the settings.
///
/// # Errors
/// Returns the faults of all settings, each once. A fault outside the varied keys names the first
/// setting with the fault.
pub fn try_settings<T: Send>(
    vary: &[Vary],
    settings: &[Vec<usize>],
    load: impl Fn(&[String]) -> Result<T, LoadError> + Sync,
) -> Result<Vec<T>, LoadError> {
    let mut merged = MergedFaults::default();
    let mut unreadable = false;
    let mut loaded = Vec::with_capacity(settings.len());
    let tried: Vec<(Vec<String>, Result<T, LoadError>)> = settings
        .par_iter()
        .map(|setting| {
            let assignments = assignments(vary, setting);
            let loaded = load(&assignments);
            (assignments, loaded)
        })
        .collect();
    for (assignments, one) in tried {
        match one {
            Ok(one) => loaded.push(one),
            Err(LoadError::Faults(faults)) => merged.add(&faults, &assignments),
            Err(LoadError::PartUnreadable(faults)) => {
                unreadable = true;
                merged.add(&faults, &assignments);
            }
            Err(other) => return Err(other),
        }
    }
    match (merged.faults.is_empty(), unreadable) {
        (true, _) => Ok(loaded),
        (false, false) => Err(LoadError::Faults(merged.faults)),
        (false, true) => Err(LoadError::PartUnreadable(merged.faults)),
    }
}

/// Returns the indices of the keys of which settings with different values are never different in
/// the hash. `settings` are in order, and some may be absent.
pub fn idle(vary: &[Vary], settings: &[Vec<usize>], hashes: &[String]) -> Vec<usize> {
    if hashes.len() < settings.len() {
        return Vec::new();
    }
    let is_idle = |&key: &usize| {
        // Hashes of the settings that are equal in all other keys.
        let mut others: HashMap<Vec<usize>, &String> = HashMap::new();
        let mut is_compared = false;
        for (setting, hash) in settings.iter().zip(hashes) {
            let mut rest = setting.clone();
            rest[key] = 0;
            match others.insert(rest, hash) {
                Some(other) if other != hash => return false,
                Some(_) => is_compared = true,
                None => {}
            }
        }
        is_compared
    };
    (0..vary.len()).filter(is_idle).collect()
}

/// Faults of all settings of a file, without duplicates.
#[derive(Default)]
struct MergedFaults {
    faults: Faults,
    sources: Vec<Arc<Source>>,
    seen: HashSet<String>,
}

impl MergedFaults {
    fn add(&mut self, faults: &Faults, assignments: &[String]) {
        for fault in faults.iter() {
            if !self.seen.insert(signature(fault)) {
                continue;
            }
            let mut fault = fault.clone();
            if fault.span.source().name() != VARIED {
                let setting = format!("this occurs with {}", assignments.join(", "));
                fault.help = Some(match fault.help {
                    Some(help) => format!("{help}; {setting}"),
                    None => setting,
                });
            }
            fault.span = self.known(&fault.span);
            self.faults.push(fault);
        }
    }

    /// Returns the same span in a copy of its source that all equal sources share. The faults of
    /// all settings are then sorted by position, after those of the file itself.
    fn known(&mut self, place: &Span) -> Span {
        let source = &**place.source();
        let position = self.sources.iter().position(|known| **known == *source);
        let position = position.unwrap_or_else(|| {
            self.sources.push(Arc::new(source.clone()));
            self.sources.len() - 1
        });
        Span::new(&self.sources[position], place.range())
    }
}

/// Returns a string that is equal for faults with equal messages and spans.
pub(super) fn signature(fault: &Fault) -> String {
    format!("{fault} {:?}", fault.span.range())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vary(texts: &[&str]) -> Vec<Vary> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn the_last_key_varies_fastest() {
        let vary = vary(&["a=1..2", "b=x", "c=4,5,6"]);
        let settings = settings(&vary).unwrap();
        let all: Vec<String> = settings
            .iter()
            .map(|setting| assignments(&vary, setting).join(" "))
            .collect();
        assert_eq!(
            all,
            [
                "a=1 b=x c=4",
                "a=1 b=x c=5",
                "a=1 b=x c=6",
                "a=2 b=x c=4",
                "a=2 b=x c=5",
                "a=2 b=x c=6"
            ]
        );
    }

    #[test]
    fn invalid_grids_are_refused() {
        let refused = |texts| settings(&vary(texts)).unwrap_err().to_string();
        insta::assert_snapshot!(
            [refused(&[]), refused(&["a.'b'=1", "a.b=2"]), refused(&["a=1..60", "b=1..50"]), refused(&["a=1..5000"])].join("\n"),
            @"
        there is nothing to vary; pass a key with its values, as in --vary rules.half=up,down, or add a [sweep] table to the scenario
        a.b is varied twice; give all its values together
        60 x 50 = 3000 settings are too many for a sweep; expected at most 2500: take fewer values, or wider steps as in 10..30/5
        5000 settings are too many for a sweep; expected at most 2500: take fewer values, or wider steps as in 10..30/5
        "
        );
    }

    #[test]
    fn keys_without_an_effect_are_found() {
        let vary = vary(&["a=1..2", "b=1..3", "c=7"]);
        let settings = settings(&vary).unwrap();
        let hashes = |of: fn(&[usize]) -> String| -> Vec<String> {
            settings.iter().map(|setting| of(setting)).collect()
        };
        let of = |hashes: Vec<String>| idle(&vary, &settings, &hashes);
        assert_eq!(of(hashes(|setting| format!("{setting:?}"))), [0; 0]);
        assert_eq!(of(hashes(|setting| setting[0].to_string())), [1]);
        assert_eq!(of(hashes(|setting| setting[1].to_string())), [0]);
        assert_eq!(of(hashes(|_| String::new())), [0, 1]);
        assert_eq!(of(Vec::new()), [0; 0]);
    }
}
