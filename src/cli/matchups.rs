//! `evenodds matchups`: designs of files, or of values of keys, against each other.

use super::arguments::ChartedVerdicts;
use super::call::Call;
use super::failure::Failure;
use super::input;
use super::question::{self, QuestionArguments};
use super::sources::gather;
use crate::ask::Matchups;
use std::sync::Arc;

/// Plays the designs of all files and delivers the answer.
pub fn show(
    asked: &QuestionArguments<Matchups, ChartedVerdicts>,
    call: &Call,
) -> Result<(), Failure> {
    if !asked.question.vary.is_empty() {
        return question::show(asked, call);
    }
    let mut asked = asked.clone();
    let mut files = gather(&asked.sources.files).0.into_iter();
    let Some(first) = files.next() else {
        return Ok(());
    };
    if let Some(problem) = first.refused {
        return Err(Failure::of("", problem));
    }
    let changes = &asked.sources.changes.assignments;
    let (mut others, mut failures) = (Vec::new(), Vec::new());
    for file in files {
        match input::open(file, call, changes) {
            Ok(other) => others.push(other),
            Err(failure) => failures.push(failure),
        }
    }
    asked.sources.files = vec![first.path];
    if !failures.is_empty() {
        // Also reports the faults of the first file.
        input::scenarios(call, &asked.sources);
        return call.fail_all(failures);
    }
    asked.question.others = Arc::new(others);
    question::show(&asked, call)
}
