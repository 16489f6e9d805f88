//! Opens the scenarios of the arguments.

use super::arguments::FolderSources;
use super::call::Call;
use super::crash;
use super::failure::{Failure, failure};
use super::library;
use super::sources::{NamedFile, gather, mistaken, request_batch};
use crate::document::file::read_all;
use crate::document::printable;
use crate::report::{BatchNotes, InapplicableKey};
use crate::scenario::{LoadError, Scenario};

/// Scenarios of a call.
pub struct OpenedScenarios {
    /// Valid scenarios, in order.
    pub scenarios: Vec<Scenario>,
    /// Skipped files, and keys that some scenarios do not have.
    pub others: BatchNotes,
    /// True if a batch was requested, even if fewer than two scenarios are valid.
    pub several: bool,
}

/// Opens all scenarios, in order. Reports and skips invalid ones, so that one faulty file does not hide
/// the others. In a batch, some scenarios may lack a key of `--set`.
pub fn scenarios(call: &Call, sources: &FolderSources) -> OpenedScenarios {
    let (found, left_out) = gather(&sources.files);
    let mut opened = OpenedScenarios {
        scenarios: Vec::new(),
        others: BatchNotes {
            left_out,
            ..BatchNotes::default()
        },
        several: request_batch(&sources.files),
    };
    let assignments = &sources.changes.assignments;
    let mut absences = InapplicableKeys::default();
    for named in found {
        let path = named.path.clone();
        match open(named, call, assignments) {
            Ok(scenario) => opened.scenarios.push(scenario),
            // Standard input is read only once.
            Err(Failure::InapplicableKey { keys, fault }) if opened.several && path != "-" => {
                let mut without = assignments.clone();
                without.retain(|one| !keys.iter().any(|key| is_of(one, key)));
                match scenario(call, &path, &without) {
                    Ok(scenario) => {
                        absences.add(&path, keys, *fault);
                        opened.scenarios.push(scenario);
                    }
                    Err(other) => opened.refuse(&path, other, call),
                }
            }
            Err(failure) => opened.refuse(&path, failure, call),
        }
        if call.places().clash() {
            opened.scenarios.clear();
            return opened;
        }
    }
    let all = opened.scenarios.len();
    opened.others.absent = match absences.into_inapplicable(|lacking| lacking < all, false) {
        Ok(absent) => absent,
        Err(fault) => {
            call.fail(fault);
            opened.scenarios.clear();
            Vec::new()
        }
    };
    opened
}

impl OpenedScenarios {
    /// Reports a failure and lists its file as skipped.
    fn refuse(&mut self, path: &str, failure: Failure, call: &Call) {
        self.others.refuse(failure.file(path));
        call.fail(failure);
    }
}

/// Prepares a scenario for trials, with a warning for players that cannot be computed before.
pub fn play(call: &Call, scenario: &mut Scenario) {
    if let Some(warning) = scenario.play() {
        call.say(&format!(
            "warning: {}: {warning}",
            printable(&scenario.path)
        ));
    }
}

/// Returns whether an assignment sets this key.
fn is_of(assignment: &str, key: &str) -> bool {
    let rest = assignment.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Inapplicable keys: each key, the paths of the scenarios without it, and the failure to report if no
/// scenario has it.
#[derive(Default)]
pub struct InapplicableKeys(Vec<(String, Vec<String>, Failure)>);

impl InapplicableKeys {
    /// Adds keys that the scenario of this path does not have.
    pub fn add(&mut self, path: &str, keys: Vec<String>, fault: Failure) {
        let mut fault = Some(fault);
        for key in keys {
            if let Some((_, paths, _)) = self.0.iter_mut().find(|one| one.0 == key) {
                // The same key is absent for each of its values.
                if !paths.iter().any(|known| known == path) {
                    paths.push(path.to_owned());
                }
            } else {
                // One failure covers all absent keys of the scenario.
                let missing = || Failure::Input(format!("{path}: there is no key {key}"));
                let fault = fault.take().unwrap_or_else(missing);
                self.0.push((key, vec![path.to_owned()], fault));
            }
        }
    }

    /// Returns the inapplicable keys. `some_have` returns whether any scenario has a key, from the number
    /// of scenarios without it.
    ///
    /// # Errors
    /// No scenario has some key.
    pub fn into_inapplicable(
        self,
        some_have: impl Fn(usize) -> bool,
        left_out: bool,
    ) -> Result<Vec<InapplicableKey>, Failure> {
        let mut absent = Vec::new();
        for (key, paths, fault) in self.0 {
            if !some_have(paths.len()) {
                return Err(fault);
            }
            absent.push(InapplicableKey {
                key,
                paths,
                left_out,
            });
        }
        Ok(absent)
    }
}

/// Opens a scenario from the expanded arguments.
pub fn open(named: NamedFile, call: &Call, assignments: &[String]) -> Result<Scenario, Failure> {
    match named.refused {
        Some(problem) => Err(Failure::of("", problem)),
        None => scenario(call, &named.path, assignments),
    }
}

/// Opens a scenario by its argument.
pub fn scenario(call: &Call, file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    call.places().scenario(file)?;
    crash::tried(file, || opened(call, file, assignments))
}

fn opened(call: &Call, file: &str, assignments: &[String]) -> Result<Scenario, Failure> {
    let mut input = Vec::new();
    let opened = if call.is_closed() {
        library().open_closed(file, call.text(file), assignments)
    } else if let Some(text) = call.text(file) {
        library().load(file, text.as_bytes(), assignments)
    } else if file == "-" {
        read_all(std::io::stdin().lock())
            .map_err(|error| LoadError::unread("standard input", error))
            .and_then(|bytes| {
                input = bytes;
                library().load("-", &input, assignments)
            })
    } else {
        library().open(file, assignments)
    };
    call.places().used(&opened)?;
    let remembered = opened.map(|mut scenario| {
        for warning in &scenario.contest.description().warnings {
            call.say(&format!("warning: {warning}"));
        }
        scenario.solutions = call.solutions();
        scenario
    });
    remembered.map_err(|error| match mistaken(file, input, &error) {
        Some(message) => Failure::Input(message),
        None => failure(file, error),
    })
}
