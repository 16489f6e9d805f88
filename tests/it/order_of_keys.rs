//! The order of the keys of a table means nothing; the order of a list and every value do.

use crate::shipped;
use evenodds::cli::session::{EmbeddedCall, Stop, call};
use evenodds::dice::{Dice, Sampled};
use evenodds::document::{Entries, Faults, Node, Source, TomlValue, parse, written};
use evenodds::report;
use evenodds::scenario::{Scenario, load, open};
use evenodds_testing::size;
use serde_json::Value;
use std::sync::Arc;

/// Top-level keys whose values are not part of the hash, each with the reason.
const NOT_HASHED: [(&str, &str); 8] = [
    ("format", "the version of the format, which all files share"),
    ("title", "a text for people"),
    ("notes", "a text for people"),
    ("use", "its characters are part of the hash instead"),
    (
        "run",
        "the number of trials and the seed, which results name",
    ),
    ("expect", "bounds that `check` compares with figures"),
    ("sweep", "the values of another question"),
    ("tune", "the values of another question"),
];

/// Returns shipped scenarios of every kind, with all files that they use inserted.
fn whole_files() -> impl Iterator<Item = (&'static str, Node)> {
    shipped::shipped(1).map(|builtin| {
        let scenario = open(&format!("@{}", builtin.name), &[]).expect("it has no faults");
        let source = Source::new(builtin.name, scenario.whole_text());
        (builtin.name, parse(&source, &mut Faults::new()))
    })
}

fn loaded(root: &Node) -> Result<Scenario, String> {
    load("x.toml", written(root).as_bytes(), &[]).map_err(|error| error.to_string())
}

/// Arranges the keys of all tables in another order: reversed, or by lot.
fn shuffle(node: &mut Node, dice: &mut Option<Sampled>) {
    match &mut node.value {
        TomlValue::Table(entries) => {
            let mut all: Vec<_> = entries.iter().cloned().collect();
            match dice {
                None => all.reverse(),
                Some(dice) => {
                    for place in 1..all.len() {
                        all.swap(place, dice.choose(0, place as u32 + 1) as usize);
                    }
                }
            }
            for entry in &mut all {
                shuffle(&mut entry.node, dice);
            }
            *entries = all.into_iter().collect::<Entries>();
        }
        TomlValue::List(nodes) => nodes.iter_mut().for_each(|node| shuffle(node, dice)),
        _ => {}
    }
}

/// Returns the answer of a command in JSON, with every list of named things sorted by name.
fn answered(command: &[&str], text: &str) -> Value {
    let arguments = command.iter().map(|&argument| argument.to_owned());
    let asked = EmbeddedCall {
        arguments: arguments.collect(),
        texts: vec![("<x>".to_owned(), text.to_owned())],
        is_closed: false,
        screen: Arc::new(|_| ()),
    };
    let called = call(&asked, &Stop::default());
    let Some(answer) = called.answers.first() else {
        // There may be no exact answer; the reason must be the same.
        return Value::String(called.messages_text);
    };
    let mut value = serde_json::from_str(&report::json(answer)).expect("the answer is JSON");
    sort_by_name(&mut value);
    value
}

fn sort_by_name(value: &mut Value) {
    match value {
        Value::Array(values) => {
            values.iter_mut().for_each(sort_by_name);
            if values.iter().all(|value| value["name"].is_string()) {
                values.sort_by_key(|value| value["name"].as_str().unwrap_or_default().to_owned());
            }
        }
        Value::Object(entries) => entries.values_mut().for_each(sort_by_name),
        _ => {}
    }
}

#[test]
fn the_order_of_keys_changes_neither_the_hash_nor_an_answer_of_any_kind() {
    let trials = size("20", "50");
    for (name, root) in whole_files() {
        let hash = loaded(&root).unwrap().hash;
        let answers = |root: &Node| {
            let text = written(root);
            let run = answered(&["run", "<x>", "-n", trials, "-f", "json"], &text);
            (run, answered(&["exact", "<x>", "-f", "json"], &text))
        };
        let own = answers(&root);
        let mut dice = Sampled::new(8, &["/order".to_owned()]);
        dice.start(0);
        for dice in [Some(dice), None].into_iter().take(size(1, 2)) {
            let mut other = root.clone();
            shuffle(&mut other, &mut dice.clone());
            let about = format!("{name}:\n{}", written(&other));
            assert_eq!(loaded(&other).unwrap().hash, hash, "{about}");
            let others = answers(&other);
            assert_eq!(others.0, own.0, "{about}");
            assert_eq!(others.1, own.1, "{about}");
        }
    }
}

/// Returns copies of a value, each with one change: another number, text or flag, or two neighbors
/// of a list that changed places.
fn changed(node: &Node) -> Vec<Node> {
    let with = |value: TomlValue| Node {
        span: node.span.clone(),
        value,
    };
    match &node.value {
        TomlValue::Flag(flag) => vec![with(TomlValue::Flag(!flag))],
        TomlValue::Integer(integer) => [1, -1]
            .map(|step| with(TomlValue::Integer(integer + step)))
            .into(),
        TomlValue::Number(number) => vec![with(TomlValue::Number(number / 2.0 + 0.1))],
        TomlValue::Text(text) => vec![with(TomlValue::Text(format!("{text}x")))],
        TomlValue::List(nodes) => {
            let mut all = Vec::new();
            for (place, node) in nodes.iter().enumerate() {
                for other in changed(node) {
                    let mut nodes = nodes.clone();
                    nodes[place] = other;
                    all.push(with(TomlValue::List(nodes)));
                }
                if place > 0 && node.literal() != nodes[place - 1].literal() {
                    let mut nodes = nodes.clone();
                    nodes.swap(place - 1, place);
                    all.push(with(TomlValue::List(nodes)));
                }
            }
            all
        }
        TomlValue::Table(entries) => {
            let mut all = Vec::new();
            for entry in entries {
                for other in changed(&entry.node) {
                    let mut entries = entries.clone();
                    entries.set(&entry.name, other.value, &entry.span);
                    all.push(with(TomlValue::Table(entries)));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_value_and_the_order_of_every_list_of_shipped_scenarios_are_part_of_the_hash() {
    let (mut accepted, mut refused) = (0, 0);
    for (name, root) in whole_files() {
        let hash = loaded(&root).unwrap().hash;
        for entry in root.as_table().into_iter().flatten() {
            let mut known = NOT_HASHED.iter();
            let reason = known.find_map(|&(key, reason)| (key == entry.name).then_some(reason));
            for other in changed(&entry.node) {
                let mut file = root.clone();
                let TomlValue::Table(entries) = &mut file.value else {
                    panic!("a document is a table")
                };
                entries.set(&entry.name, other.value, &entry.span);
                let Ok(scenario) = loaded(&file) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                let is_same = scenario.hash == hash;
                assert_eq!(
                    is_same,
                    reason.is_some(),
                    "{name} {}: {}",
                    entry.name,
                    written(&file)
                );
            }
        }
    }
    assert!(accepted > refused, "{accepted} {refused}");
}
