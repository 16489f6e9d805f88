//! `[tune]`: what a scenario is meant to be, and the keys that may be turned for it.

use super::sweep::read_vary;
use super::target::Target;
use super::vary::Vary;
use crate::contest::Contest;
use crate::document::{Faults, Table};

/// What a scenario's `[tune]` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneTable {
    /// The keys with their values.
    pub vary: Vec<Vary>,
    /// What is meant, as it is written.
    pub target: String,
    /// How near is near enough, where the file says so.
    pub tolerance: Option<f64>,
    /// The chance that the answer may be wrong, where the file says so.
    pub alpha: Option<f64>,
    /// The most trials of all settings together, where the file says so.
    pub max_trials: Option<u64>,
}

/// Reads `[tune]` and finds texts that are no keys with values, keys that are there twice, grids that
/// are too large, targets that the contest does not have, and tolerances that are none. Without a
/// contest, in a file with other faults or where the keys have other values, the target is taken on
/// trust.
pub(super) fn read(
    table: &Table,
    contest: Option<&dyn Contest>,
    faults: &mut Faults,
) -> Option<TuneTable> {
    let tune = table.table("tune")?;
    let vary = read_vary(tune, "tuning", faults);
    let target = tune.text("target")?;
    let tolerance = tune.number("tolerance");
    if let Some(contest) = contest {
        match Target::read(target, contest) {
            Err(error) => faults.refuse(tune, "target", error.problem, None),
            Ok(target) => {
                let wrong = tolerance.and_then(|tolerance| target.refuses_tolerance(tolerance));
                if let Some(accepted) = wrong {
                    faults.refuse(tune, "tolerance", accepted, None);
                }
            }
        }
    }
    Some(TuneTable {
        vary: vary?,
        target: target.to_owned(),
        tolerance,
        alpha: tune.number("alpha"),
        max_trials: tune.integer("max_trials").map(|trials| trials as u64),
    })
}
