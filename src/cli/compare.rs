//! `evenodds compare`: is B really different from A?

use super::call::Call;
use super::failure::Failure;
use super::input;
use super::question::{self, Asking};
use crate::ask::Compare;
use crate::ask::sources::{names_several, read_twice};
use std::sync::Arc;

/// Compares two scenarios, or each with itself changed, and shows what differs.
pub fn show(asked: &Asking<Compare>, call: &Call) -> Result<(), Failure> {
    let files = &asked.sources.files;
    if !asked.question.vary.is_empty() {
        return question::show(asked, call);
    }
    let (first, second) = match &files[..] {
        [first, second] => (first, second),
        [first] => {
            return Err(Failure::Input(format!(
                "{first} is compared with what? Give a second file, or --vary PATH=VALUE for the same file \
                 with a change"
            )));
        }
        _ => {
            return Err(Failure::Input(format!(
                "{} files are compared with what? Give two, or --vary PATH=VALUE to compare each with itself \
                 changed",
                files.len()
            )));
        }
    };
    if let Some(many) = files.iter().find(|file| names_several(file)) {
        return Err(Failure::Input(format!(
            "{many} names more than one scenario: give two files, or --vary PATH=VALUE to compare each with itself \
             changed"
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
        Ok(second) => asked.question.second = Some(Arc::new(second)),
        Err(failure) => {
            // What is wrong with either is said at once.
            input::scenarios(call, &asked.sources);
            return Err(failure);
        }
    }
    question::show(&asked, call)
}
