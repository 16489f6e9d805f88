//! Wrong files, and the whole answer to each: whoever changes a message sees it here as users do.
//!
//! Every kind of contest has a good file and, for every class of fault, ways to spoil it. A kind
//! without them fails `every_kind_has_a_case_for_every_class_of_fault`.

mod abstract_rpg;
mod action_dice;
mod adventure;
mod assignments;
mod build;
mod combat;
mod dice_adventures;
mod files;
mod optional_rules;
mod quick;
mod schemas;
mod survey;
mod sweeps;
mod trade;
mod tunes;
mod workshop;

use abstract_rpg::ABSTRACT;
use action_dice::ACTION_DICE;
use adventure::ADVENTURE;
use combat::COMBAT;
use dice_adventures::DICE_ADVENTURES;
use evenodds::contests::KINDS;
use evenodds::scenario::{LoadError, Scenario, load};
use quick::QUICK;
use std::fmt::Write as _;
use survey::SURVEY;
use trade::TRADE;
use workshop::WORKSHOP;

/// What can be wrong with a file of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Syntax,
    UnknownKey,
    WrongType,
    OutOfRange,
    MissingKey,
    /// Two of the same name; a key twice where nothing else has a name.
    DuplicateName,
    UnknownOutcome,
    UnknownMetric,
    /// Where a kind has no players: one given all the same.
    UnknownPlayer,
    UnknownKind,
    UnknownChoice,
}

const CLASSES: [Class; 11] = [
    Class::Syntax,
    Class::UnknownKey,
    Class::WrongType,
    Class::OutOfRange,
    Class::MissingKey,
    Class::DuplicateName,
    Class::UnknownOutcome,
    Class::UnknownMetric,
    Class::UnknownPlayer,
    Class::UnknownKind,
    Class::UnknownChoice,
];

/// A good file of a kind, and (class, what is replaced, by what).
struct Cases {
    kind: &'static str,
    good: &'static str,
    bad: &'static [(Class, &'static str, &'static str)],
}

static CASES: [&Cases; 9] = [
    &COMBAT,
    &SURVEY,
    &WORKSHOP,
    &QUICK,
    &TRADE,
    &ACTION_DICE,
    &DICE_ADVENTURES,
    &ABSTRACT,
    &ADVENTURE,
];

/// The answer to a file, as it is printed.
fn answer(text: &str, assignments: &[&str]) -> String {
    let assignments: Vec<String> = assignments.iter().map(ToString::to_string).collect();
    match load("x.toml", text.as_bytes(), &assignments) {
        Err(LoadError::Faults(faults)) => faults.render(false),
        Err(other) => other.to_string(),
        Ok(scenario) => panic!("{} has no fault:\n{text}", scenario.title),
    }
}

fn good(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All answers to the bad files of a kind, one below the other.
fn answers(cases: &Cases) -> String {
    let mut page = String::new();
    for (class, from, to) in cases.bad {
        assert_eq!(cases.good.matches(from).count(), 1, "{from}");
        let text = cases.good.replacen(from, to, 1);
        let from = from.trim_end().replace('\n', " / ");
        let to = to.replace('\n', " / ");
        let _ = writeln!(
            page,
            "--- {class:?}: {from} -> {to}\n{}",
            answer(&text, &[])
        );
    }
    page
}

#[test]
fn every_kind_has_a_case_for_every_class_of_fault() {
    for kind in KINDS {
        let cases = CASES
            .iter()
            .find(|cases| cases.kind == kind.name)
            .unwrap_or_else(|| panic!("{} needs bad files here", kind.name));
        assert_eq!(good(cases.good).kind.name, kind.name);
        for class in CLASSES {
            assert!(
                cases.bad.iter().any(|(bad, ..)| *bad == class),
                "{} needs a case of {class:?}",
                kind.name
            );
        }
    }
    assert_eq!(CASES.len(), KINDS.len());
}
