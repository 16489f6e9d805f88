//! `[sweep]`: the keys that a scenario wants to see varied.

use super::figure::Figure;
use super::grid::{GridError, VARIED, idle, settings, signature, too_many, try_settings};
use super::load::LoadError;
use super::vary::Vary;
use crate::contest::Contest;
use crate::document::{Fault, Faults, Item, Table};

/// What a scenario's `[sweep]` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepTable {
    /// The keys with their values.
    pub vary: Vec<Vary>,
    /// The figures to look at; the first outcome where none are named.
    pub figures: Vec<Figure>,
    /// Trials of each setting, where the file says how many.
    pub trials: Option<u64>,
}

/// Reads `[sweep]` and finds texts that are no keys with values, keys that are there twice, grids that
/// are too large, and figures that the contest does not have. Without a contest, in a file with other
/// faults, figures are taken on trust.
pub(super) fn read(
    table: &Table,
    contest: Option<&dyn Contest>,
    faults: &mut Faults,
) -> Option<SweepTable> {
    let sweep = table.table("sweep")?;
    let vary = read_vary(sweep, "sweep", faults);
    let named: Vec<&Item> = match sweep.item("figure") {
        Some(item) if item.as_text().is_some() => vec![item],
        Some(item) => item.as_list().unwrap_or_default().iter().collect(),
        None => Vec::new(),
    };
    let mut figures = Vec::new();
    for item in named {
        let (Some(name), Some(contest)) = (item.as_text(), contest) else {
            continue;
        };
        match Figure::read(name, contest) {
            Ok(figure) if figures.contains(&figure) => {
                let accepted = format!("{name} is named twice");
                refuse(item, "cannot be", accepted, faults);
            }
            Ok(figure) => figures.push(figure),
            Err(problem) => refuse(item, "is no figure here", problem, faults),
        }
    }
    let trials = sweep.integer("trials").map(|trials| trials as u64);
    Some(SweepTable {
        vary: vary?,
        figures,
        trials,
    })
}

/// Reads the keys with their values under `vary`. `None` if any of them is wrong, or all together.
pub(super) fn read_vary(own: &Table, name: &str, faults: &mut Faults) -> Option<Vec<Vary>> {
    let items = own.list("vary");
    let mut vary = Vec::with_capacity(items.len());
    for item in items {
        let Some(text) = item.as_text() else { continue };
        match text.parse::<Vary>() {
            Ok(key) => vary.push(key),
            Err(error) => refuse(item, "is no key with values", error.problem, faults),
        }
    }
    if items.is_empty() || vary.len() < items.len() {
        return None;
    }
    match settings(&vary) {
        Ok(_) => return Some(vary),
        Err(GridError::Twice { key, path }) => {
            let error = GridError::Twice { key, path };
            refuse(&items[key], "cannot be", error.to_string(), faults);
        }
        Err(GridError::TooMany { product }) => {
            let accepted = too_many(&product, name);
            faults.refuse(own, "vary", accepted, None);
        }
        Err(error @ GridError::Empty) => faults.refuse(own, "vary", error.to_string(), None),
    }
    None
}

/// Tries all settings of the keys that a checked table has under `vary`, and adds what is wrong with
/// them, at the keys that are to blame. Faults that the file has anyway are left out.
pub(super) fn try_all(
    vary: &[Vary],
    items: &[Item],
    hash: impl Fn(&[String]) -> Result<String, LoadError> + Sync,
    faults: &mut Faults,
) {
    let Ok(settings) = settings(vary) else {
        return;
    };
    let anyway: Vec<String> = faults.iter().map(signature).collect();
    let hash = |assignments: &[String]| match hash(assignments) {
        Err(LoadError::Faults(found)) => {
            let mut own = Faults::new();
            for fault in found.iter() {
                if !anyway.contains(&signature(fault)) {
                    own.push(fault.clone());
                }
            }
            // Whatever it would be, it differs from nothing that is compared with it.
            if own.is_empty() {
                Ok(assignments.join(" "))
            } else {
                Err(LoadError::Faults(own))
            }
        }
        other => other,
    };
    let hashes = match try_settings(vary, &settings, hash) {
        Ok(hashes) => hashes,
        Err(LoadError::Faults(found) | LoadError::PartUnreadable(found)) => {
            for fault in found.iter() {
                faults.push(at_key(fault, vary, items));
            }
            return;
        }
        // The text has been read once, and will not change into something else.
        Err(_) => return,
    };
    for key in idle(vary, &settings, &hashes) {
        if let Some(item) = items.get(key) {
            let accepted = idle_advice(&vary[key].path);
            refuse(item, "makes no difference", accepted, faults);
        }
    }
}

/// What is said about a key that changes nothing.
pub fn idle_advice(path: &str) -> String {
    format!(
        "no value of {path} changes what is played; a key of the contest belongs here, and only once"
    )
}

/// A fault of a varied key, moved to where the file says how to vary it.
fn at_key(fault: &Fault, vary: &[Vary], items: &[Item]) -> Fault {
    let source = fault.place.source();
    let key = vary.iter().position(|key| {
        let mut all = (0..key.values.len()).map(|value| key.assignment(value));
        all.any(|assignment| assignment == source.text())
    });
    match key.and_then(|key| items.get(key)) {
        Some(item) if source.name() == VARIED => {
            let mut accepted = format!("{} {}", fault.path, fault.found);
            if !fault.accepted.is_empty() {
                accepted = format!("{accepted}: {}", fault.accepted);
            }
            Fault {
                place: item.place(),
                path: item.path(),
                found: "does not fit".to_owned(),
                accepted,
                help: fault.help.clone(),
            }
        }
        _ => fault.clone(),
    }
}

fn refuse(item: &Item, found: &str, accepted: String, faults: &mut Faults) {
    faults.push(Fault {
        place: item.place(),
        path: item.path(),
        found: found.to_owned(),
        accepted,
        help: None,
    });
}
