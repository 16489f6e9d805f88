//! `evenodds compare`: tests whether B differs from A.

use super::call::Call;
use super::failure::Failure;
use super::input;
use super::question::{self, QuestionArguments};
use super::sources::{read_twice, stands_for_batch};
use crate::ask::Compare;
use std::sync::Arc;

/// Compares two scenarios, or each scenario with its changed version, and delivers the comparison.
pub fn show(asked: &QuestionArguments<Compare>, call: &Call) -> Result<(), Failure> {
    let files = &asked.sources.files;
    if !asked.question.vary.is_empty() {
        return question::show(asked, call);
    }
    let (first, second) = match &files[..] {
        [first, second] => (first, second),
        [first] => {
            return Err(Failure::Input(format!(
                "{first}: nothing to compare with; pass a second file, or --vary PATH=VALUE to compare with a \
                 changed version"
            )));
        }
        _ => {
            return Err(Failure::Input(format!(
                "expected two files, but there are {}; pass two, or --vary PATH=VALUE to compare each with a \
                 changed version",
                files.len()
            )));
        }
    };
    if let Some(many) = files.iter().find(|file| stands_for_batch(file)) {
        return Err(Failure::Input(format!(
            "{many} can stand for more than one scenario; pass two files, or --vary PATH=VALUE to compare each with a \
             changed version"
        )));
    }
    if first == "-" && second == "-" {
        return Err(Failure::of("", read_twice()));
    }
    let changes = &asked.sources.changes.assignments;
    let opened = input::scenario(call, second, changes);
    let mut asked = asked.clone();
    asked.sources.files = vec![first.clone()];
    match opened {
        Ok(mut second) => {
            input::play(call, &mut second);
            asked.question.second = Some(Arc::new(second));
        }
        Err(failure) => {
            // Also reports the faults of the first file.
            input::scenarios(call, &asked.sources);
            return Err(failure);
        }
    }
    question::show(&asked, call)
}
