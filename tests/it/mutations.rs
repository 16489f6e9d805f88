//! Valid files, broken at random: the first fault is at the broken place, and nothing panics.

use evenodds::dice::{Dice, Sampled};
use evenodds::document::{Faults, Node, Source, TomlValue, parse};
use evenodds::scenario::{BUILTINS, LoadError, load};
use evenodds_testing::size;
use rayon::prelude::*;
use std::ops::Range;

/// Path of the broken file, beside the parties that other files use.
const BROKEN: &str = "scenarios/combat/broken.toml";

/// A place in a file that can be broken: a key with its value.
pub(crate) struct Spot {
    pub(crate) path: String,
    pub(crate) key: Range<usize>,
    pub(crate) value: Range<usize>,
}

/// Collects all keys of a document with plain values. Paths have the form that faults print.
pub(crate) fn spots(node: &Node, path: &str, spots: &mut Vec<Spot>) {
    match &node.value {
        TomlValue::Table(entries) => {
            for entry in entries {
                let below = if path.is_empty() {
                    entry.name.clone()
                } else {
                    format!("{path}.{}", entry.name)
                };
                if !matches!(entry.node.value, TomlValue::Table(_) | TomlValue::List(_)) {
                    spots.push(Spot {
                        path: below.clone(),
                        key: entry.span.range(),
                        value: entry.node.span.range(),
                    });
                }
                self::spots(&entry.node, &below, spots);
            }
        }
        TomlValue::List(nodes) => {
            for node in nodes {
                self::spots(node, path, spots);
            }
        }
        _ => {}
    }
}

pub(crate) fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", &text[..range.start], &text[range.end..])
}

/// Returns the last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Loads a broken file; its first fault must be within `span` or be about the key `about`.
fn assert_found(text: &str, span: &Range<usize>, about: &str, what: &str) {
    let faults = match load(BROKEN, text.as_bytes(), &[]) {
        Err(LoadError::Faults(faults)) => faults,
        other => panic!("{what} of {about} went through: {other:?}\n{text}"),
    };
    let first = faults.iter().next().expect("faults are not empty");
    let found = first.span.range();
    let within = found.start <= span.end && span.start <= found.end;
    assert!(
        within || last(&first.path) == last(about),
        "{what} of {about}: the first fault is elsewhere\n{faults}\n{text}"
    );
}

#[test]
fn faults_of_mutated_files_are_reported_at_their_positions() {
    let good: Vec<(&str, Vec<Spot>)> = BUILTINS
        .iter()
        .map(|builtin| {
            let mut faults = Faults::new();
            let root = parse(&Source::new(builtin.path, builtin.text), &mut faults);
            assert!(faults.is_empty());
            let mut found = Vec::new();
            spots(&root, "", &mut found);
            (builtin.text, found)
        })
        .collect();
    (0..size(2_500, 30_000))
        .into_par_iter()
        .for_each(|mutation| mutate(&good, mutation));
}

/// Returns whether the last key of a path is a name that the file chooses.
fn has_free_name(path: &str) -> bool {
    let tables = [
        "endings.",
        "number.",
        "die.",
        "roll.",
        "state.",
        "let.",
        "table.",
        "bag.",
        "metric.",
        "team.",
        "step.choose.",
        "step.roll.",
        "step.against.",
        "step.then.",
        "step.action.roll.",
        "step.action.against.",
        "step.action.then.",
    ];
    let path = path.strip_prefix("scene.contest.").unwrap_or(path);
    tables.iter().any(|table| path.starts_with(table))
}

/// Breaks one of the files in the way that the number of the mutation selects.
fn mutate(good: &[(&str, Vec<Spot>)], mutation: u64) {
    let mut dice = Sampled::new(1, &["mutations".to_owned()]);
    dice.start(mutation);
    let mut pick = |options: usize| dice.choose(0, options as u32) as usize;
    let (text, spots) = &good[pick(good.len())];
    let spot = &spots[pick(spots.len())];
    match pick(5) {
        0 => {
            // No key accepts a date.
            let broken = replaced(text, spot.value.clone(), "1979-05-27");
            let span = spot.value.start..spot.value.start + 10;
            assert_found(&broken, &span, &spot.path, "a date");
        }
        // A renamed ending, or a renamed part of a dice game, is valid in itself: the faults are at
        // the links to the old name. A scene without its file lacks a contest, which is reported
        // first.
        1 if has_free_name(&spot.path) || spot.path == "scene.file" => {}
        1 => {
            // No key has this name.
            let broken = replaced(text, spot.key.clone(), "qqzzqq");
            let span = spot.key.start..spot.value.end + 6;
            assert_found(&broken, &span, &spot.path, "another name");
        }
        2 => {
            // A key without a value.
            let broken = replaced(text, spot.value.clone(), "");
            let span = spot.key.start..spot.value.start + 1;
            assert_found(&broken, &span, &spot.path, "no value");
        }
        kind => {
            // Random bytes at random positions: loading must not panic.
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=pick(3) {
                let at = pick(bytes.len());
                match (kind, pick(3)) {
                    (3, 0) => bytes[at] = b"[]{}\"'=.,#\n 0-\\"[pick(15)],
                    (3, 1) => {
                        bytes.remove(at);
                    }
                    (_, 2) => bytes[at] = pick(256) as u8,
                    _ => {
                        let end = (at + 1 + pick(40)).min(bytes.len());
                        let copy = bytes[at..end].to_vec();
                        let to = pick(bytes.len());
                        bytes.splice(to..to, copy);
                    }
                }
            }
            if let Err(error) = load(BROKEN, &bytes, &[]) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}
