//! Tables `[sweep]` and `[tune]` of a scenario, which vary its keys.

use super::constraint::Constraint;
use super::error::LoadError;
use super::grid::{
    GridError, VARIED, idle, settings, settings_among, signature, too_many, try_settings,
};
use super::quantity::Quantity;
use super::target::Target;
use super::vary::Vary;
use crate::contest::Contest;
use crate::document::{CheckedTable, Fault, Faults, Item};

/// The table `[sweep]` of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepTable {
    /// Keys with their values.
    pub vary: Vec<Vary>,
    /// Constraints on the keys; settings that violate one are left out.
    pub constraints: Vec<Constraint>,
    /// Figures to report; if empty, the share of the first outcome.
    pub figures: Vec<Quantity>,
    /// Number of trials of each setting, if the file sets it.
    pub trials: Option<u64>,
}

/// The table `[tune]` of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneTable {
    /// Keys with their values.
    pub vary: Vec<Vary>,
    /// Constraints on the keys; settings that violate one are left out.
    pub constraints: Vec<Constraint>,
    /// Target as written in the file.
    pub target: String,
    /// Tolerance of the target, if the file sets it.
    pub tolerance: Option<f64>,
    /// Probability of a wrong answer, if the file sets it.
    pub alpha: Option<f64>,
    /// Maximum number of trials of all settings together, if the file sets it.
    pub max_trials: Option<u64>,
}

/// Reads `[sweep]` and reports texts that are not keys with values, duplicate keys, grids that are
/// too large, and figures that the contest lacks. Without a contest, since the file has other
/// faults, figures are not checked.
pub(super) fn read_sweep(
    table: &CheckedTable,
    contest: Option<&dyn Contest>,
    faults: &mut Faults,
) -> Option<SweepTable> {
    let sweep = table.table("sweep")?;
    let keys = read_vary(sweep, "sweep", faults);
    let named = sweep.item("figure").map_or(&[][..], |item| {
        item.as_list().unwrap_or(std::slice::from_ref(item))
    });
    let mut figures = Vec::new();
    for item in named {
        let (Some(name), Some(contest)) = (item.as_text(), contest) else {
            continue;
        };
        match Quantity::read(name, contest) {
            Ok(figure) if figures.contains(&figure) => {
                faults.refuse_item(item, "is a duplicate", "name each figure once", None);
            }
            Ok(figure) => figures.push(figure),
            Err(problem) => {
                faults.refuse_item(item, "is not a figure of this contest", problem, None);
            }
        }
    }
    let (vary, constraints) = keys?;
    Some(SweepTable {
        vary,
        constraints,
        figures,
        trials: sweep.integer("trials").map(|trials| trials as u64),
    })
}

/// Reads `[tune]` and reports texts that are not keys with values, duplicate keys, grids that are
/// too large, targets that the contest lacks, and invalid tolerances. Without a contest, since the
/// file has other faults or the keys have other values, the target is not checked.
pub(super) fn read_tune(
    table: &CheckedTable,
    contest: Option<&dyn Contest>,
    faults: &mut Faults,
) -> Option<TuneTable> {
    let tune = table.table("tune")?;
    let keys = read_vary(tune, "tuning", faults);
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
    let (vary, constraints) = keys?;
    Some(TuneTable {
        vary,
        constraints,
        target: target.to_owned(),
        tolerance,
        alpha: tune.number("alpha"),
        max_trials: tune.integer("max_trials").map(|trials| trials as u64),
    })
}

/// Reads the keys with their values under `vary`, and the constraints under `where`; `None` if any of
/// them or the whole grid is invalid.
fn read_vary(
    own: &CheckedTable,
    name: &str,
    faults: &mut Faults,
) -> Option<(Vec<Vary>, Vec<Constraint>)> {
    let texts = own.list("where");
    let mut constraints = Vec::with_capacity(texts.len());
    for item in texts {
        let Some(text) = item.as_text() else { continue };
        match text.parse::<Constraint>() {
            Ok(constraint) => constraints.push(constraint),
            Err(error) => {
                faults.refuse_item(item, "is not a condition", error.problem, None);
            }
        }
    }
    let items = own.list("vary");
    let mut vary = Vec::with_capacity(items.len());
    for item in items {
        let Some(text) = item.as_text() else { continue };
        match text.parse::<Vary>() {
            Ok(key) => vary.push(key),
            Err(error) => {
                faults.refuse_item(item, "is not a key with values", error.problem, None);
            }
        }
    }
    if items.is_empty() || vary.len() < items.len() || constraints.len() < texts.len() {
        return None;
    }
    let Err(error) = settings(&vary) else {
        return Some((vary, constraints));
    };
    match &error {
        // The constraints select from a larger grid, once the whole file has been read.
        GridError::TooMany { .. } if !constraints.is_empty() => return Some((vary, constraints)),
        GridError::Twice { key, .. } => {
            faults.refuse_item(&items[*key], "is invalid", error.to_string(), None);
        }
        GridError::TooMany { product } => {
            faults.refuse(own, "vary", too_many(product, name), None);
        }
        GridError::Empty | GridError::Constraint(_) | GridError::NoneLeft { .. } => {
            faults.refuse(own, "vary", error.to_string(), None);
        }
    }
    None
}

/// Loads all settings of the keys under `vary` in a checked table that satisfy its constraints; adds
/// their faults at the keys that cause them, without faults of the file itself. `own` is the table of
/// the keys in the scenario.
pub(super) fn try_all(
    (vary, constraints): (&[Vary], &[Constraint]),
    (own, scenario): (&CheckedTable, &CheckedTable),
    hash: impl Fn(&[String]) -> Result<String, LoadError> + Sync,
    faults: &mut Faults,
) {
    let items = own.list("vary");
    let settings = match settings_among(vary, constraints, scenario) {
        Ok((settings, _)) => settings,
        Err(GridError::Constraint(error)) => {
            faults.refuse(own, "where", error.to_string(), None);
            return;
        }
        Err(GridError::TooMany { product }) => {
            faults.refuse(own, "vary", too_many(&product, "table"), None);
            return;
        }
        Err(error) => {
            faults.refuse(own, "where", error.to_string(), None);
            return;
        }
    };
    match try_settings(vary, &settings, hash) {
        Ok(hashes) => {
            for key in idle(vary, &settings, &hashes) {
                let accepted = idle_advice(&vary[key].path);
                faults.refuse_item(&items[key], "makes no difference", accepted, None);
            }
        }
        Err(LoadError::Faults(found) | LoadError::PartUnreadable(found)) => {
            let anyway: Vec<String> = faults.iter().map(signature).collect();
            for fault in found.iter() {
                if !anyway.contains(&signature(fault)) {
                    faults.push(at_key(fault, vary, items));
                }
            }
        }
        // No other error is possible, since the text has already been read.
        Err(_) => {}
    }
}

/// Returns advice on a varied key without effect.
pub fn idle_advice(path: &str) -> String {
    format!("no value of {path} changes the contest; expected a key of the contest, given once")
}

/// Returns a fault of a varied key, moved to the text of the key under `vary`.
fn at_key(fault: &Fault, vary: &[Vary], items: &[Item]) -> Fault {
    let source = fault.span.source();
    let key = vary.iter().position(|key| {
        let mut all = (0..key.values.len()).map(|value| key.assignment(value));
        all.any(|assignment| assignment == source.text())
    });
    let Some(item) = key.and_then(|key| items.get(key)) else {
        return fault.clone();
    };
    if source.name() != VARIED {
        return fault.clone();
    }
    let mut accepted = format!("{} {}", fault.path, fault.found);
    if !fault.accepted.is_empty() {
        accepted = format!("{accepted}; {}", fault.accepted);
    }
    Fault::new(item.span(), item.path(), "does not fit", accepted).with_help(fault.help.clone())
}
